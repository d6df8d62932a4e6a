//! What is learned from a game: its quiet positions, each with its score and what became of it.

use super::record::{Chance, Record, SURE};
use crate::position::{Color, Position};

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What a search gave the side to move.
    pub chance: Chance,
    /// What the side to move got in the end, in half-points.
    pub half_points: u8,
}

/// The positions of a game from which something can be learned: not in check, without a capture or
/// promotion as the best move, and before anybody saw a mate.
pub fn samples(record: &Record) -> impl Iterator<Item = Sample> {
    let mut position = Position::startpos();
    record.moves.iter().enumerate().filter_map(move |(ply, &mv)| {
        let before = position.clone();
        position.play(mv);
        let chance = *record.chances.get(ply.checked_sub(record.opening())?)?;
        let side = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
        let quiet = !before.in_check() && !before.is_noisy(mv) && chance != 0 && chance != SURE;
        quiet.then(|| Sample { position: before, chance, half_points: record.half_points(side) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Game;

    #[test]
    fn only_quiet_positions_before_a_mate_is_seen_teach() {
        let mut game = Game::new(Position::startpos());
        for san in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+", "Be2", "Bg4", "d4", "Bxe2"] {
            let mv = game.position().parse_move(san).unwrap();
            game.play(mv);
        }
        // The first two moves are the opening; before d4 White thinks to be mated.
        let chances = vec![125, 120, 130, 120, 140, 110, 0, 150];
        let winner = Some(Color::White);
        let record = Record { moves: game.moves().to_vec(), chances, winner };
        let taught: Vec<(String, Chance, u8)> = samples(&record)
            .map(|sample| (sample.position.fen(), sample.chance, sample.half_points))
            .collect();
        let before = |ply: usize| game.positions()[ply].fen();
        // Captures teach nothing, nor does the way out of check.
        assert_eq!(taught, [(before(4), 130, 2), (before(5), 120, 0), (before(7), 110, 0)]);
    }
}
