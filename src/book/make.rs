//! Books made of what was played, or of other books.

use std::collections::BTreeMap;

use super::{Book, Entry, code::encode, key};
use crate::position::{ChessMove, Position};

/// What is known of a move that has been played.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u32,
    points: u64,
}

/// Gathers moves, and makes a book of them.
#[derive(Debug, Default)]
pub struct Maker {
    /// By the position's key and the move's code: the order of the file.
    moves: BTreeMap<(u64, u16), Tally>,
}

impl Maker {
    /// A legal move was played in a position, and earned so many points.
    pub fn add(&mut self, position: &Position, mv: ChessMove, points: u32) {
        let tally = self.moves.entry((key(position), encode(mv))).or_default();
        tally.games = tally.games.saturating_add(1);
        tally.points += u64::from(points);
    }

    /// All moves of a book, with their weights for points.
    pub fn add_book(&mut self, book: &Book) {
        for entry in &book.entries {
            let tally = self.moves.entry((entry.key, entry.code)).or_default();
            tally.games = tally.games.saturating_add(1);
            tally.points += u64::from(entry.weight);
        }
    }

    /// The book of all moves that were played in so many games and earned anything. Where points are
    /// more than a weight can be, those of the whole position are made smaller.
    pub fn book(&self, min_games: u32) -> Book {
        let kept = |tally: &Tally| tally.games >= min_games && tally.points > 0;
        let moves: Vec<_> = self.moves.iter().filter(|&(_, tally)| kept(tally)).collect();
        let mut entries = Vec::with_capacity(moves.len());
        for here in moves.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
            let most = here.iter().map(|(_, tally)| tally.points).max().unwrap_or_default();
            entries.extend(here.iter().map(|&(&(key, code), tally)| {
                let weight = scaled(tally.points, most.max(u64::from(u16::MAX)));
                Entry { key, code, weight }
            }));
        }
        Book { entries }
    }
}

/// Points as a weight, where `most` are the greatest weight; never 0.
fn scaled(points: u64, most: u64) -> u16 {
    let weight = u128::from(points) * u128::from(u16::MAX) / u128::from(most);
    u16::try_from(weight).unwrap_or(u16::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a book for the start position, as they are written.
    fn shown(book: &Book) -> Vec<(String, u16)> {
        let start = Position::startpos();
        let one = |(mv, weight)| (start.san(mv), weight);
        book.moves(&start).into_iter().map(one).collect()
    }

    fn weights(moves: &[(&str, u16)]) -> Vec<(String, u16)> {
        moves.iter().map(|&(text, weight)| (text.to_owned(), weight)).collect()
    }

    /// A maker that has seen these moves of the start position, with their points.
    fn maker(moves: &[(&str, u32)]) -> Maker {
        let start = Position::startpos();
        let mut maker = Maker::default();
        for &(text, points) in moves {
            maker.add(&start, start.parse_move(text).unwrap(), points);
        }
        maker
    }

    #[test]
    fn points_are_added_up_and_rare_or_bad_moves_left_out() {
        let maker = maker(&[("e4", 2), ("e4", 1), ("d4", 2), ("f3", 0), ("f3", 0)]);
        assert_eq!(shown(&maker.book(1)), weights(&[("e4", 3), ("d4", 2)]));
        assert_eq!(shown(&maker.book(2)), weights(&[("e4", 3)]));
        assert!(maker.book(3).is_empty());
    }

    #[test]
    fn points_beyond_a_weight_are_scaled_with_the_whole_position() {
        let book = maker(&[("e4", 131_070), ("d4", 65_535), ("c4", 1)]).book(1);
        assert_eq!(shown(&book), weights(&[("e4", 65_535), ("d4", 32_767), ("c4", 1)]));
    }

    #[test]
    fn books_are_put_together_move_by_move() {
        let mut both = Maker::default();
        both.add_book(&maker(&[("e4", 3), ("d4", 1)]).book(1));
        both.add_book(&maker(&[("d4", 4)]).book(1));
        assert_eq!(shown(&both.book(1)), weights(&[("d4", 5), ("e4", 3)]));
    }

    #[test]
    fn what_is_made_is_a_file_that_can_be_read() {
        let mut maker = Maker::default();
        let mut position = Position::startpos();
        for text in ["e4", "c5", "Nf3", "d6", "d4"] {
            let mv = position.parse_move(text).unwrap();
            maker.add(&position, mv, 1);
            position.play(mv);
        }
        let book = maker.book(1);
        let mut file = Vec::new();
        book.write(&mut file).unwrap();
        assert_eq!(Book::parse(&file).unwrap(), book);
        assert_eq!((book.len(), book.positions()), (5, 5));
    }
}
