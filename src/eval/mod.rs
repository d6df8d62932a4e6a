//! Scores positions: a hand-written evaluation behind a stack that follows the moves of a search.
//!
//! The search tells the [`Stack`] what each move changed and asks for a score where it needs one;
//! how the score comes about is nobody else's business.

mod bits;
mod classical;
mod endings;
mod king;
mod pawn_table;
mod pawns;
mod pieces;
mod score;
mod tables;
#[cfg(test)]
mod tests;
mod view;

use crate::position::{Delta, Position};
use classical::Accumulator;
use pawn_table::PawnTable;

/// Plies that a stack holds without allocating.
const PLIES: usize = 512;

/// What the evaluation keeps from move to move, for each ply of a line, and from line to line.
#[derive(Clone, Debug)]
pub struct Stack {
    now: Accumulator,
    before: Vec<Accumulator>,
    pawns: PawnTable,
}

impl Stack {
    /// A stack whose line begins with `position`.
    pub fn new(position: &Position) -> Stack {
        let (now, before) = (Accumulator::new(position), Vec::with_capacity(PLIES));
        Stack { now, before, pawns: PawnTable::default() }
    }

    /// Begins a new line with `position`.
    pub fn reset(&mut self, position: &Position) {
        self.now = Accumulator::new(position);
        self.before.clear();
    }

    /// Follows a move that changed `delta`; a null move changes nothing.
    pub fn push(&mut self, delta: &Delta) {
        self.before.push(self.now);
        self.now = self.now.after(delta);
    }

    /// Takes the last `push` back; at the beginning of the line it does nothing.
    pub fn pop(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }

    /// Centipawns for the side to move, less than 20000 either way. `position` is the one that the
    /// pushed moves lead to.
    pub fn score(&mut self, position: &Position) -> i32 {
        classical::score(position, self.now, &mut self.pawns)
    }
}
