//! Opening books in Polyglot's format: read, written, made of games, put together, played from.
//!
//! A book is a list of entries of 16 bytes, the high byte of each number first: the key of a position (8
//! bytes), a move (2), its weight (2) and what a program has learned of it (4, not used here). They are in
//! the order of their keys. The format is described at <http://hgm.nubati.net/book_format.html>.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable
)]

mod choice;
mod code;
mod embedded;
mod file;
mod key;
mod make;
mod random;

pub use self::{
    choice::{BY_WEIGHT, Choice, MAX_VARIETY, Variety},
    file::BookError,
    key::key,
    make::Maker,
};

use crate::position::{ChessMove, Position};

/// A move for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// The position's key.
    key: u64,
    /// The move, as the format writes it.
    code: u16,
    /// How good it is beside the position's other moves; 0 if it is not to be played.
    weight: u16,
}

/// The moves of many positions, each with a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// In the order of the keys.
    entries: Vec<Entry>,
}

impl Book {
    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many positions it knows moves for.
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|one, other| one.key == other.key).count()
    }

    /// The legal moves it has for a position with their weights, the greatest first. The weights of a move
    /// that is there more than once are added up.
    pub fn moves(&self, position: &Position) -> Vec<(ChessMove, u16)> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries.iter().skip(first).take_while(|entry| entry.key == key);
        let legal = |entry: &Entry| Some((code::decode(entry.code, position)?, entry.weight));
        let mut moves: Vec<(ChessMove, u16)> = Vec::new();
        for (mv, weight) in here.filter_map(legal) {
            match moves.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, sum)) => *sum = sum.saturating_add(weight),
                None => moves.push((mv, weight)),
            }
        }
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        moves
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails where there is nothing")]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_there_twice_is_shown_once() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let entry = |code, weight| Entry { key: key(&position), code, weight };
        let book = Book { entries: vec![entry(0o0406, 2), entry(0o0407, 3)] };
        assert_eq!(book.moves(&position), [(position.parse_move("O-O").unwrap(), 5)]);
    }
}
