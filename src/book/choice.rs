//! Which of a book's moves is played.

use super::Book;
use crate::position::{ChessMove, Position};

/// How varied the choice is: at 0 the best move is played, at [`BY_WEIGHT`] each as often as its weight
/// says, at [`MAX_VARIETY`] one as often as another; between them it is something between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety(pub u32);

/// Moves are as frequent as their weights are great.
pub const BY_WEIGHT: u32 = 100;
/// All moves are equally frequent.
pub const MAX_VARIETY: u32 = 200;

impl Variety {
    /// The power to which weights are raised before they are compared, 0 to infinity.
    fn power(self) -> f64 {
        let variety = f64::from(self.0.min(MAX_VARIETY));
        let even = f64::from(BY_WEIGHT);
        if variety < even { even / variety } else { (2.0 * even - variety) / even }
    }
}

/// A move chosen from a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: ChessMove,
    /// Its weight.
    pub weight: u16,
    /// The weights of all the position's moves together.
    pub total: u32,
}

impl Book {
    /// A move for the position; `None` if the book has none that is to be played, also where each of its
    /// moves lets the opponent mate at once. `lean` says how much each
    /// move's weight counts, in percent; a move that has one keeps at least 1. `chance`, at least 0 and below
    /// 1, chooses among several.
    pub fn choose(
        &self,
        position: &Position,
        variety: Variety,
        lean: impl Fn(ChessMove) -> u32,
        chance: f64,
    ) -> Option<Choice> {
        let mut moves = self.moves(position);
        moves.retain(|&(mv, weight)| weight > 0 && !is_mated_after(position, mv));
        for (mv, weight) in &mut moves {
            let leaned = u64::from(*weight) * u64::from(lean(*mv)) / 100;
            *weight = u16::try_from(leaned).unwrap_or(u16::MAX).max(1);
        }
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        let &(_, best) = moves.first()?;
        let power = variety.power();
        // Seen from the best move, whose share is 1, no power is too great.
        let share = |weight: u16| (f64::from(weight) / f64::from(best)).powf(power);
        let mut left = chance * moves.iter().map(|&(_, weight)| share(weight)).sum::<f64>();
        let chosen = |&&(_, weight): &&(ChessMove, u16)| {
            left -= share(weight);
            left < 0.0
        };
        let &(mv, weight) = moves.iter().find(chosen).or(moves.first())?;
        let total = moves.iter().map(|&(_, weight)| u32::from(weight)).sum();
        Some(Choice { mv, weight, total })
    }
}

/// Whether the opponent can mate at once after a move: no book is to be trusted as far as that.
fn is_mated_after(position: &Position, mv: ChessMove) -> bool {
    let mut after = position.clone();
    after.play(mv);
    after.legal_moves().iter().any(|&reply| {
        let mut end = after.clone();
        end.play(reply);
        end.in_check() && end.legal_moves().is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Entry, code::encode, key};

    /// A book for the start position.
    fn book(moves: &[(&str, u16)]) -> Book {
        book_of(&Position::startpos(), moves)
    }

    fn book_of(position: &Position, moves: &[(&str, u16)]) -> Book {
        let entry = |&(text, weight): &(&str, u16)| Entry {
            key: key(position),
            code: encode(position.parse_move(text).unwrap()),
            weight,
        };
        Book { entries: moves.iter().map(entry).collect() }
    }

    /// How often each of the moves is played in 1000 games.
    fn counts(book: &Book, moves: [&str; 3], variety: u32) -> [usize; 3] {
        let start = Position::startpos();
        let chances = (0..1_000).map(|n| f64::from(n) / 1_000.0);
        let played: Vec<String> = chances
            .filter_map(|chance| book.choose(&start, Variety(variety), |_| 100, chance))
            .map(|choice| start.san(choice.mv))
            .collect();
        moves.map(|wanted| played.iter().filter(|text| **text == *wanted).count())
    }

    #[test]
    fn variety_goes_from_the_best_by_weight_to_all_alike() {
        let book = book(&[("c4", 0), ("d4", 300), ("e4", 600), ("Nf3", 100)]);
        let played = |variety| counts(&book, ["e4", "d4", "Nf3"], variety);
        assert_eq!(played(0), [1_000, 0, 0]);
        assert_eq!(played(BY_WEIGHT), [600, 300, 100]);
        assert_eq!(played(50), [783, 196, 21], "36 : 9 : 1");
        assert_eq!(played(MAX_VARIETY), [334, 333, 333]);
    }

    #[test]
    fn several_best_moves_are_played_alike() {
        let book = book(&[("d4", 7), ("e4", 7), ("Nf3", 1)]);
        assert_eq!(counts(&book, ["e4", "d4", "Nf3"], 0), [500, 500, 0]);
    }

    #[test]
    fn a_choice_knows_its_weight_and_the_sum() {
        let start = Position::startpos();
        let choice =
            book(&[("e4", 12), ("d4", 28)]).choose(&start, Variety(BY_WEIGHT), |_| 100, 0.9);
        let (mv, weight, total) = (start.parse_move("e4").unwrap(), 12, 40);
        assert_eq!(choice, Some(Choice { mv, weight, total }));
    }

    #[test]
    fn a_book_without_a_move_to_be_played_has_none() {
        let start = Position::startpos();
        assert_eq!(book(&[("e4", 0)]).choose(&start, Variety(0), |_| 100, 0.0), None);
        let mut after = start.clone();
        after.play(start.parse_move("e4").unwrap());
        assert_eq!(book(&[("e4", 1)]).choose(&after, Variety(0), |_| 100, 0.0), None);
    }

    #[test]
    fn a_move_that_lets_the_opponent_mate_at_once_is_not_played() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        let position = Position::from_fen(fen).unwrap();
        let chosen = |moves: &[(&str, u16)]| {
            let book = book_of(&position, moves);
            book.choose(&position, Variety(0), |_| 100, 0.0).map(|it| position.san(it.mv))
        };
        assert_eq!(chosen(&[("g4", 9), ("e4", 1)]).as_deref(), Some("e4"));
        assert_eq!(chosen(&[("g4", 9)]), None);
    }

    #[test]
    fn moves_are_leaned_to_and_away_from_and_none_is_lost() {
        let (book, start) = (book(&[("e4", 600), ("d4", 300), ("Nf3", 1)]), Position::startpos());
        let e4 = start.parse_move("e4").unwrap();
        let lean = |mv| if mv == e4 { 10 } else { 200 };
        let chances = (0..1_000).map(|n| f64::from(n) / 1_000.0);
        let played =
            chances.filter_map(|chance| book.choose(&start, Variety(BY_WEIGHT), lean, chance));
        let e4s = played.filter(|choice| choice.mv == e4).count();
        assert_eq!(e4s, 90, "60 of 662");
        let best = book.choose(&start, Variety(0), lean, 0.0).unwrap();
        assert_eq!((start.san(best.mv), best.weight), ("d4".to_owned(), 600));
        let none = book.choose(&start, Variety(MAX_VARIETY), |_| 0, 0.999).unwrap();
        assert_eq!((none.weight, none.total), (1, 3));
    }
}
