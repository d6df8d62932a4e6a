//! What is learned from a game: its quiet positions, each with its score and what became of it.

use super::record::{Chance, Record, SURE, centipawns};
use crate::position::{Color, Position};

/// Beyond so many centipawns only one position in so many is kept: games are decided by the others.
const THINNED: [(f64, u64); 2] = [(1_000.0, 8), (400.0, 2)];

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What searches gave the side to move, here and in the positions that followed.
    pub chance: Chance,
    /// What the side to move got in the end, in half-points.
    pub half_points: u8,
}

/// The positions of a game from which something can be learned: not in check, without a capture or
/// promotion as the best move, before anybody saw a mate, and only some of those that are decided. So much (0 to 1) of each chance is what
/// the next position made of it, and so on to the end of the game: later searches see further, and
/// what differs by accident evens out.
pub fn samples(record: &Record, ahead: f64) -> impl Iterator<Item = Sample> {
    let mut position = record.first();
    let foreseen = foreseen(record, ahead);
    record.moves.iter().enumerate().filter_map(move |(ply, &mv)| {
        let before = position.clone();
        position.play(mv);
        let thought = ply.checked_sub(record.opening())?;
        let chance = *record.chances.get(thought)?;
        let side = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
        let quiet = !before.in_check() && !before.is_noisy(mv) && chance != 0 && chance != SURE;
        (quiet && is_kept(chance, before.key())).then(|| Sample {
            position: before,
            chance: foreseen[thought],
            half_points: record.half_points(side),
        })
    })
}

/// Whether a position with this chance is one of those kept; its key draws the lot, so that the same
/// position always has the same one.
pub fn is_kept(chance: Chance, key: u64) -> bool {
    let score = centipawns(chance).abs();
    let one_in =
        THINNED.iter().find(|(beyond, _)| score > *beyond).map_or(1, |(_, one_in)| *one_in);
    (key >> 32).is_multiple_of(one_in)
}

/// The chances of a game, each mixed with those that follow and with the result.
fn foreseen(record: &Record, ahead: f64) -> Vec<Chance> {
    let end = if record.moves.len().is_multiple_of(2) { Color::White } else { Color::Black };
    let result = f64::from(record.half_points(end)) / 2.0;
    let mut later = f64::from(SURE) * result;
    let mut mixed = record.chances.clone();
    for chance in mixed.iter_mut().rev() {
        let expected = f64::from(SURE) - later;
        later = ahead * expected + (1.0 - ahead) * f64::from(*chance);
        *chance = later.round() as Chance;
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        position::{ChessMove, Game},
        train::record::chance,
    };

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
        let moves = game.moves().to_vec();
        let record = Record { moves, chances, winner, ..Record::default() };
        let taught: Vec<(String, Chance, u8)> = samples(&record, 0.0)
            .map(|sample| (sample.position.fen(), sample.chance, sample.half_points))
            .collect();
        let before = |ply: usize| game.positions()[ply].fen();
        // Captures teach nothing, nor does the way out of check.
        assert_eq!(taught, [(before(4), 130, 2), (before(5), 120, 0), (before(7), 110, 0)]);
    }

    #[test]
    fn the_more_decided_positions_are_the_fewer_are_kept() {
        let kept = |chance| (0..8_000_u64).filter(|n| is_kept(chance, n << 32)).count();
        assert_eq!([SURE / 2, chance(390)].map(kept), [8_000, 8_000]);
        assert_eq!([chance(500), chance(-900)].map(kept), [4_000, 4_000]);
        assert_eq!([chance(-1_200), chance(2_000)].map(kept), [1_000, 1_000]);
    }

    #[test]
    fn chances_are_mixed_with_those_that_follow() {
        let (chances, winner) = (vec![100, 150, 250], Some(Color::White));
        let moves = vec![ChessMove::default(); 3];
        let record = Record { moves, chances, winner, ..Record::default() };
        assert_eq!(foreseen(&record, 0.0), record.chances);
        // Black would be to move at the end; White mates, so the last is certain.
        assert_eq!(foreseen(&record, 0.5), [138, 75, 250]);
        assert_eq!(foreseen(&record, 1.0), [250, 0, 250]);
    }
}
