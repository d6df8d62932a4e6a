//! What a reader of games did not understand.

use crate::position::{Color, FenError, MoveError, numeral};

/// Something on paper that is not understood; the game is read on as far as it can be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong. Texts are cut to [`MAX_QUOTE`](super::MAX_QUOTE) characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A move that cannot be played; the rest of the game is passed over.
    #[error("move {} {text} cannot be played: {reason}", numeral(*.number, *.side))]
    Move {
        /// The number it should have.
        number: u16,
        /// Who should move.
        side: Color,
        /// The move as it is written.
        text: String,
        /// Why not.
        reason: MoveError,
    },
    /// The game begins with no legal position; its moves are passed over.
    #[error("the game cannot begin with {fen}: {reason}")]
    Start {
        /// The position as it is written.
        fen: String,
        /// Why not.
        reason: FenError,
    },
    /// A game that is chess no longer; its moves are passed over.
    #[error("{0} has other rules")]
    Variant(String),
    /// A bracket that opens no tag.
    #[error("{0} is no tag")]
    Tag(String),
    /// A tag that was there before; the first one counts.
    #[error("the tag {0} is there twice")]
    TagTwice(String),
    /// A tag for the result that tells none.
    #[error("{0:?} is no result")]
    Result(String),
    /// Another result below the moves than above them; the one below counts.
    #[error("the result is {tag} above the moves and {end} below them")]
    TwoResults {
        /// What the tag says.
        tag: super::Outcome,
        /// What stands after the moves.
        end: super::Outcome,
    },
    /// The next game or the end comes before a result.
    #[error("the game ends without a result")]
    NoResult,
    /// A piece of a comment that looks like a time or a score and is none; it stays in the comment.
    #[error("{0:?} in the comment is not understood")]
    Comment(String),
    /// A comment that is not closed before the next game or the end.
    #[error("the comment is not closed")]
    OpenComment,
    /// A variation that is not closed before the next game or the end.
    #[error("the variation is not closed")]
    OpenVariation,
    /// A mark that says nothing; it is passed over.
    #[error("{0} says nothing here")]
    Mark(String),
    /// More than a game can hold; what is beyond is dropped.
    #[error("too many {0}")]
    TooMany(&'static str),
}

/// The most characters of the paper that a fault tells.
pub const MAX_QUOTE: usize = 60;

/// As much of a text as a fault tells.
pub(super) fn quote(text: &str) -> String {
    text.chars().take(MAX_QUOTE).collect()
}
