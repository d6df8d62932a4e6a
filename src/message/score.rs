//! What a search thinks of a position, and as White sees it.

use std::fmt;

use super::{Bound, Thinking};
use crate::position::Color;

/// A score from the point of view of the side whose move is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// That side mates in so many moves, or is mated if negative or zero.
    Mate(i32),
}

impl Score {
    /// The score as White sees it, where it was `side`'s move that was searched.
    #[must_use]
    pub fn for_white(self, side: Color) -> Score {
        match (side, self) {
            (Color::White, score) => score,
            (Color::Black, Score::Centipawns(cp)) => Score::Centipawns(cp.saturating_neg()),
            (Color::Black, Score::Mate(moves)) => Score::Mate(moves.saturating_neg()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(cp) => {
                let sign = if *cp < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
            }
            Score::Mate(n) => write!(f, "#{n}"),
        }
    }
}

impl Thinking {
    /// The score as White sees it, and what it means then: what is at least so much for Black is at most that for
    /// White.
    pub fn for_white(&self) -> (Bound, Score) {
        let bound = match (self.side, self.bound) {
            (Color::White, bound) => bound,
            (Color::Black, Bound::Exact) => Bound::Exact,
            (Color::Black, Bound::Lower) => Bound::Upper,
            (Color::Black, Bound::Upper) => Bound::Lower,
        };
        (bound, self.score.for_white(self.side))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::position::Position;

    #[test]
    fn what_is_at_least_so_much_for_black_is_at_most_that_for_white() {
        // Whose move is searched counts, and not who is to move: while pondering that is the other side.
        let of = |side, bound, score| {
            let thinking = Thinking {
                root: Position::startpos(),
                depth: 1,
                seldepth: 1,
                rank: None,
                side,
                score,
                bound,
                chances: [0, 1_000, 0],
                elapsed: Duration::ZERO,
                nodes: 1,
                hashfull: 0,
                tbhits: 0,
                line: Vec::new(),
            };
            thinking.for_white()
        };
        let (score, turned) = (Score::Centipawns(31), Score::Centipawns(-31));
        let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
        let white = bounds.map(|bound| of(Color::White, bound, score));
        assert_eq!(white, bounds.map(|bound| (bound, score)));
        let turned = [Bound::Exact, Bound::Upper, Bound::Lower].map(|bound| (bound, turned));
        assert_eq!(bounds.map(|bound| of(Color::Black, bound, score)), turned);
        assert_eq!(of(Color::Black, Bound::Exact, Score::Mate(3)).1, Score::Mate(-3));
    }
}
