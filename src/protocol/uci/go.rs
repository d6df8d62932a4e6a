//! `go`, the command with the most to say.

use std::{
    num::{IntErrorKind, NonZeroU32},
    time::Duration,
};

use crate::{
    clock::{GoTimes, TimeControl},
    message::{Held, Request},
    position::{ChessMove, Color},
};

/// What may stand after `go`, and so ends a list of moves.
pub const KEYWORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// For a move whose limits say nothing to the side that makes it: no game is lost by it.
const LAST_RESORT: Duration = Duration::from_millis(100);

/// What a `go` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    /// `wtime`, `btime`, `winc`, `binc`, `movestogo` and `movetime`.
    pub times: GoTimes,
    /// `depth` in plies, at least 1.
    pub depth: Option<u32>,
    /// `nodes`, at least 1.
    pub nodes: Option<u64>,
    /// `mate` in moves, at least 1.
    pub mate: Option<u32>,
    /// `infinite`: the move is told only after `stop`.
    pub infinite: bool,
    /// `ponder`: the move is told only after `ponderhit` or `stop`.
    pub ponder: bool,
    /// `searchmoves`: the moves to consider, in whatever notation.
    pub search_moves: Vec<&'a str>,
    /// What could not be read; the rest holds.
    pub faults: Vec<Fault<'a>>,
    /// Whether a limit was named, readable or not.
    limited: bool,
}

/// Why a part of a `go` says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault<'a> {
    /// What follows a limit is no number.
    #[error("`{text}` after `{limit}` is no number")]
    BadNumber {
        /// The limit.
        limit: &'a str,
        /// What follows it.
        text: &'a str,
    },
    /// Nothing follows a limit.
    #[error("the number after `{0}` is missing")]
    NoNumber(&'a str),
    /// No such word is known.
    #[error("`{0}` means nothing here")]
    UnknownWord(&'a str),
}

/// Reads what follows `go`, in any order; of what stands there twice the last counts.
pub fn parse(text: &str) -> Go<'_> {
    let mut go = Go::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut argument = || words.next_if(|word| !KEYWORDS.contains(word));
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => go.search_moves.extend(std::iter::from_fn(argument)),
            "wtime" | "btime" | "winc" | "binc" | "movestogo" | "depth" | "nodes" | "mate"
            | "movetime" => go.limit(word, argument()),
            _ => go.faults.push(Fault::UnknownWord(word)),
        }
    }
    go
}

impl<'a> Go<'a> {
    /// Notes a limit, or that it cannot be read.
    fn limit(&mut self, limit: &'a str, text: Option<&'a str>) {
        self.limited = true;
        let number = text.and_then(number);
        match (number, text) {
            (Some(number), _) => self.set(limit, number),
            (None, Some(text)) => self.faults.push(Fault::BadNumber { limit, text }),
            (None, None) => self.faults.push(Fault::NoNumber(limit)),
        }
    }

    /// Clocks that have run below zero stand at zero.
    fn set(&mut self, limit: &str, number: i64) {
        let time = || Duration::from_millis(u64::try_from(number).unwrap_or(0));
        let [white, black] = &mut self.times.left;
        let [white_increment, black_increment] = &mut self.times.increment;
        match limit {
            "wtime" => *white = Some(time()),
            "btime" => *black = Some(time()),
            "winc" => *white_increment = time(),
            "binc" => *black_increment = time(),
            "movestogo" => self.times.moves_to_go = moves_to_go(number),
            "movetime" => self.times.move_time = Some(time()),
            "depth" => self.depth = Some(at_least_one(number)),
            "nodes" => self.nodes = Some(u64::try_from(number).unwrap_or(0).max(1)),
            _ => self.mate = Some(at_least_one(number)),
        }
    }

    /// The search that is asked for, with `side` to move. A `go` without any limit is infinite, and
    /// one whose limits leave the side without any ends soon.
    pub fn request(&self, side: Color, root_moves: Vec<ChessMove>) -> Request {
        let mut times = self.times;
        if self.limited && !self.infinite && !self.ends(side) {
            times.move_time = Some(LAST_RESORT);
        }
        let held = match (self.infinite, self.ponder, self.limited) {
            (true, ..) | (false, false, false) => Held::UntilStopped,
            (false, true, _) => Held::UntilHit,
            (false, false, true) => Held::No,
        };
        let Go { depth, nodes, mate, .. } = *self;
        Request { times, depth, nodes, mate, root_moves, held }
    }

    /// Whether something will end the search for a side.
    fn ends(&self, side: Color) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.times.control(side) != TimeControl::Unlimited
    }
}

/// A whole number; one too large or too small for 64 bits is the largest or smallest that fits.
pub(super) fn number(text: &str) -> Option<i64> {
    match text.parse() {
        Ok(number) => Some(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
    }
}

/// A count of which there must be one at least.
pub(super) fn at_least_one(number: i64) -> u32 {
    u32::try_from(number.max(1)).unwrap_or(u32::MAX)
}

/// Some GUIs write 0 where the time is for all moves.
fn moves_to_go(number: i64) -> Option<NonZeroU32> {
    NonZeroU32::new(u32::try_from(number.max(0)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
