//! Scores positions: a hand-written evaluation or a network, behind a stack that follows the moves of
//! a search.
//!
//! The search tells the [`Stack`] what each move changed and asks for a score where it needs one;
//! how the score comes about is nobody else's business.

mod baguette;
mod bits;
mod classical;
mod endings;
mod king;
pub mod nnue;
mod pawn_table;
mod pawns;
mod pieces;
mod score;
mod tables;
#[cfg(test)]
mod tests;
mod view;

use std::{fmt, sync::Arc};

use crate::position::{Delta, Position};
pub use endings::WON;
use nnue::Network;

/// What scores positions.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The hand-written evaluation.
    #[default]
    Classical,
    /// The one published for Baguette, an example of a small one.
    Baguette,
    /// A network.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The best there is: the network that comes with the program.
    pub fn best() -> Evaluation {
        Network::embedded().map_or(Evaluation::Classical, Evaluation::Network)
    }
}

impl PartialEq for Evaluation {
    fn eq(&self, other: &Evaluation) -> bool {
        match (self, other) {
            (Evaluation::Classical, Evaluation::Classical)
            | (Evaluation::Baguette, Evaluation::Baguette) => true,
            (Evaluation::Network(one), Evaluation::Network(other)) => one.hash() == other.hash(),
            _ => false,
        }
    }
}

/// Its name, without blanks: `classical`, `baguette`, or the check sum of the network.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Classical => f.write_str("classical"),
            Evaluation::Baguette => f.write_str("baguette"),
            Evaluation::Network(network) => write!(f, "network-{:016x}", network.hash()),
        }
    }
}

/// What the evaluation keeps from move to move, for each ply of a line, and from line to line.
#[derive(Clone, Debug)]
pub enum Stack {
    /// Of the hand-written evaluation.
    Classical(classical::Follower),
    /// Of Baguette's, which looks at the board alone.
    Baguette,
    /// Of a network.
    Network(nnue::Follower),
}

impl Stack {
    /// A stack whose line begins with `position`.
    pub fn new(position: &Position, evaluation: &Evaluation) -> Stack {
        match evaluation {
            Evaluation::Classical => Stack::Classical(classical::Follower::new(position)),
            Evaluation::Baguette => Stack::Baguette,
            Evaluation::Network(network) => {
                Stack::Network(nnue::Follower::new(network.clone(), position))
            }
        }
    }

    /// Begins a new line with `position`.
    pub fn reset(&mut self, position: &Position) {
        match self {
            Stack::Classical(follower) => follower.reset(position),
            Stack::Baguette => {}
            Stack::Network(follower) => follower.reset(position),
        }
    }

    /// Follows a move that changed `delta`; a null move changes nothing.
    #[inline]
    pub fn push(&mut self, delta: &Delta) {
        match self {
            Stack::Classical(follower) => follower.push(delta),
            Stack::Baguette => {}
            Stack::Network(follower) => follower.push(delta),
        }
    }

    /// Takes the last `push` back; at the beginning of the line it does nothing.
    #[inline]
    pub fn pop(&mut self) {
        match self {
            Stack::Classical(follower) => follower.pop(),
            Stack::Baguette => {}
            Stack::Network(follower) => follower.pop(),
        }
    }

    /// Centipawns for the side to move, less than 20000 either way. `position` is the one that the
    /// pushed moves lead to.
    #[inline]
    pub fn score(&mut self, position: &Position) -> i32 {
        match self {
            Stack::Classical(follower) => follower.score(position),
            Stack::Baguette => baguette::score(position),
            Stack::Network(follower) => endings::lone_king(position)
                .unwrap_or_else(|| endings::within_material(position, follower.score(position))),
        }
    }
}
