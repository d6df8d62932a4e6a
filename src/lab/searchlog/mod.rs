//! Searches on record: what long searches reported, and when, so that rules of time management can be
//! tried on them afterwards ([`super::replay`], [`super::learn`]).
//!
//! # The file
//!
//! Plain text, one thing a line, words apart by single blanks; it is written and read as a stream. The
//! first line names the format and its version, then comes the header up to an empty line:
//!
//! ```text
//! zeitnot-searches 1
//! engine zeitnot 1.0.0
//! clock nodes
//! made zeitnot lab record --games 60 --seed 1
//!
//! game 1
//! start r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
//! search 27
//! 312 4 f1b5 31 402 d2d4:12
//! 650 5+ d2d4 25> 377
//! 710 5 d2d4 40 511 f1b5:30
//! stop 20000
//! moves d2d4 e5d4
//! search 30
//! ...
//! over
//! ```
//!
//! - `clock`: what the first number of a report counts, `nodes` or `ms`; `made`: how the file came about.
//! - `game NAME` begins a game (or a single position), `start` gives its position in FEN, `over` ends it.
//! - `moves` are played on the board, in coordinates as UCI writes them.
//! - `search LEGAL` begins a search of the position on the board, which has so many legal moves; its reports
//!   follow, and `stop AGE` says when it ended.
//! - A report is `AGE DEPTH[+] MOVE SCORE[<>] SHARE [MOVE:SCORE]`: age of the search; depth in plies, with `+`
//!   if that iteration is not complete; the best move; its score in centipawns for the side to move, with `<`
//!   if it is at most that and `>` if at least (a mate in n half-moves is 30000 - n); the share of the nodes
//!   spent on it in thousandths, or `-` if the engine does not tell; the second-best move with its score, if
//!   they are known.
//!
//! Lines may end as Windows ends them, and a byte order mark before one is nothing.
//! Files of searches that were made in the same way may stand one behind the other in one file.
//! Ages never fall within a search. Whatever else stands in a file is refused with the number of its line.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{LogError, Problem, Reader};
pub use write::Writer;

use std::fmt;

use crate::{
    position::{ChessMove, Position},
    session::Heard,
};

/// The first line of a file; the number is the version of the format.
const MAGIC: &str = "zeitnot-searches 1";

/// What the age of a search is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nodes searched.
    Nodes,
    /// Milliseconds passed.
    Milliseconds,
}

impl Unit {
    /// The nodes of a search of this age; 0 if they are not what is counted.
    pub(super) fn nodes(self, age: u64) -> u64 {
        if self == Unit::Nodes { age } else { 0 }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Nodes => "nodes",
            Unit::Milliseconds => "ms",
        })
    }
}

/// What holds for all searches of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Who searched; one line.
    pub engine: String,
    /// What ages are counted in.
    pub clock: Unit,
    /// How the file came about; one line.
    pub made: String,
}

/// A game, or a single position: searches and moves in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedGame {
    /// Its name; one line.
    pub name: String,
    /// Where it began.
    pub start: Position,
    /// What happened.
    pub events: Vec<Event>,
}

impl LoggedGame {
    /// Its searches.
    pub fn searches(&self) -> impl Iterator<Item = &SearchLog> {
        self.events.iter().filter_map(|event| match event {
            Event::Search(search) => Some(search),
            Event::Move(_) => None,
        })
    }
}

/// Something that happens in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move on the board.
    Move(ChessMove),
    /// A search of the position on the board.
    Search(SearchLog),
}

/// A search on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchLog {
    /// What it reported, in order; the ages never fall. At least one iteration is complete.
    pub reports: Vec<Report>,
    /// Its age when it ended.
    pub end: u64,
}

/// A report and its age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Age of the search, in the unit of the file.
    pub at: u64,
    /// What it said.
    pub heard: Heard,
    /// Whether the share of the best move is known; if not, it stands at [`USUAL_SHARE`].
    pub share_known: bool,
}

/// What judges are told of the share of nodes where an engine does not tell: about the middle of what
/// this engine's searches say, in thousandths.
pub const USUAL_SHARE: u32 = 600;
