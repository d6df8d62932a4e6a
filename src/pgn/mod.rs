//! Games on paper: one reader and one writer of the Portable Game Notation (PGN).
//!
//! [`Reader`] is an iterator over the games of any input. It never fails on what it reads: whatever
//! it does not understand becomes a [`Problem`] of the game it stands in, and memory stays bounded.
//! A [`Record`] is written with `to_string`; what is written is read back as the same record.
//!
//! Times and scores of moves stand in comments as `[%clk ...]`, `[%emt ...]` and `[%eval ...]`, and
//! beside them, as zeitnot alone writes it, what was planned, lost on the way, and why the thinking ended:
//! `[%plan 0:00:04.2]`, `[%lag 0:00:00.15]` and `[%why ...]`, the latter in words without a `]`. Two
//! notations of engine matches are read as well: `(d2d4) 0.30/13 10`, which Arena and XBoard write,
//! and `d=21, mt=4100, tl=98000, wv=0.25,` of TCEC.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable
)]

mod comment;
mod draft;
mod lines;
mod notation;
mod number;
mod problem;
mod read;
mod scan;
#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test that indexes too far fails")]
mod tests;
mod write;

use std::{fmt, time::Duration};

pub use problem::{Fault, MAX_QUOTE, Problem};
pub use read::Reader;

use crate::position::{ChessMove, Game, Position};

/// A game with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Who, where and when.
    pub tags: Tags,
    /// Where the game begins; the tags `SetUp` and `FEN` on paper.
    pub start: Position,
    /// What was said before the first move.
    pub comment: String,
    /// The moves, each legal after those before it.
    pub moves: Vec<Ply>,
    /// How the game ended; the tag `Result` on paper.
    pub result: Outcome,
    /// What the reader did not understand; never written.
    pub problems: Vec<Problem>,
}

impl Record {
    /// Why there are not all moves of the game, if that is so: one that cannot be played, a start that
    /// cannot be, or other rules.
    pub fn broken_off(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| {
            matches!(
                problem.fault,
                Fault::Move { .. }
                    | Fault::Start { .. }
                    | Fault::Variant(_)
                    | Fault::TooMany("moves")
            )
        })
    }

    /// The game on the board, after its last move.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        for ply in &self.moves {
            game.play(ply.mv);
        }
        game
    }

    /// A game without moves that begins with `start`. One that castles as Chess960 does says so: others
    /// would read it by the usual rules.
    pub fn new(start: Position) -> Record {
        let mut tags = Tags::default();
        if !start.castles_as_usual() {
            tags.set("Variant", "Chess960");
        }
        Record {
            tags,
            start,
            comment: String::new(),
            moves: Vec::new(),
            result: Outcome::Open,
            problems: Vec::new(),
        }
    }
}

/// What is said of a game apart from its moves. The six fields are on every paper; a `?` stands for
/// what is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// The tournament or match.
    pub event: String,
    /// The place.
    pub site: String,
    /// The day the game began, as `YYYY.MM.DD`; any part may be question marks.
    pub date: String,
    /// The round.
    pub round: String,
    /// Who has White.
    pub white: String,
    /// Who has Black.
    pub black: String,
    /// All other tags, name and value, in the order of the paper; each name is there once.
    pub others: Vec<(String, String)>,
}

impl Default for Tags {
    fn default() -> Tags {
        let unknown = || "?".to_owned();
        Tags {
            event: unknown(),
            site: unknown(),
            date: "????.??.??".to_owned(),
            round: unknown(),
            white: unknown(),
            black: unknown(),
            others: Vec::new(),
        }
    }
}

impl Tags {
    /// The value of a tag, if the game has it. `Result`, `SetUp` and `FEN` are none: they are told
    /// by the record itself.
    pub fn get(&self, name: &str) -> Option<&str> {
        let fixed = match name {
            "Event" => &self.event,
            "Site" => &self.site,
            "Date" => &self.date,
            "Round" => &self.round,
            "White" => &self.white,
            "Black" => &self.black,
            _ => return self.others.iter().find(|(other, _)| other == name).map(|(_, v)| &**v),
        };
        Some(fixed)
    }

    /// Sets a tag, new or known; see [`Tags::get`] for the three that are none.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        let fixed = match name {
            "Event" => &mut self.event,
            "Site" => &mut self.site,
            "Date" => &mut self.date,
            "Round" => &mut self.round,
            "White" => &mut self.white,
            "Black" => &mut self.black,
            _ => {
                match self.others.iter_mut().find(|(other, _)| other == name) {
                    Some((_, old)) => *old = value,
                    None => self.others.push((name.to_owned(), value)),
                }
                return;
            }
        };
        *fixed = value;
    }
}

/// A move with what was noted about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move; castling is king takes own rook.
    pub mv: ChessMove,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// Time left on the mover's clock after the move.
    pub clock: Option<Duration>,
    /// Time the move took.
    pub elapsed: Option<Duration>,
    /// Time that was planned for the move.
    pub planned: Option<Duration>,
    /// Time lost between mover and clock.
    pub lag: Option<Duration>,
    /// What the mover thought of the position.
    pub eval: Option<Eval>,
    /// Why the mover thought no longer.
    pub why: String,
    /// Everything else that was said.
    pub comment: String,
}

impl Ply {
    /// A move without a word.
    pub fn new(mv: ChessMove) -> Ply {
        Ply {
            mv,
            nags: Vec::new(),
            clock: None,
            elapsed: None,
            planned: None,
            lag: None,
            eval: None,
            why: String::new(),
            comment: String::new(),
        }
    }
}

/// A score and how deep it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eval {
    /// The score.
    pub value: Value,
    /// Depth of the search in plies, if it was said.
    pub depth: Option<u32>,
}

/// A score from White's point of view; on paper, below 100,000 pawns and 10,000 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// White mates in so many moves, or Black does if negative.
    Mate(i32),
}

impl std::ops::Neg for Value {
    type Output = Value;

    /// The score from the other side's point of view.
    fn neg(self) -> Value {
        match self {
            Value::Centipawns(cp) => Value::Centipawns(cp.saturating_neg()),
            Value::Mate(moves) => Value::Mate(moves.saturating_neg()),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: not at all, or nobody knows.
    Open,
}

impl Outcome {
    /// Reads a result, `1/2` and `½-½` included.
    pub fn read(text: &str) -> Option<Outcome> {
        Some(match text {
            "1-0" => Outcome::WhiteWins,
            "0-1" => Outcome::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" => Outcome::Draw,
            "*" => Outcome::Open,
            _ => return None,
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Open => "*",
        })
    }
}
