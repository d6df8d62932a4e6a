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
