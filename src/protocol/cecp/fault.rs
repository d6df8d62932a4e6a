//! What is said of a line that cannot be read: what is wrong with it, and how it would be right.

use crate::{clock::LevelError, protocol::text::printable};

/// The most characters of a word that a reason repeats: the line itself stands behind it.
const MAX_WORD: usize = 30;

/// A right line for each command that needs something after it.
pub(super) const EXAMPLES: [&str; 20] = [
    "protover 2",
    "variant fischerandom",
    "level 40 90 30",
    "st 10",
    "sd 12",
    "nps 10000",
    "time 12000",
    "otim 12000",
    "usermove e2e4",
    "ping 1",
    "result 1-0 {White mates}",
    "exclude e2e4",
    "include all",
    "setscore -35 12",
    "rating 2600 2400",
    "ics freechess.org",
    "memory 256",
    "cores 2",
    "egtpath syzygy /tables",
    "option hash=64",
];

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It begins with no known command and looks like no move.
    #[error("unknown command")]
    UnknownCommand,
    /// A word is no whole number.
    #[error("`{0}` is no whole number")]
    NoNumber(String),
    /// A whole number is too small or too large.
    #[error("`{0}` is out of range")]
    OutOfRange(String),
    /// `nps 0` asks for a clock that there is not.
    #[error("CPU time is not counted")]
    NoCpuTime,
    /// The command needs something after it.
    #[error("the {0} is missing")]
    Missing(&'static str),
    /// What follows `level`, `st`, `time` or `otim`.
    #[error(transparent)]
    BadTime(LevelError),
    /// What follows `result`.
    #[error("`{0}` is no result")]
    BadResult(String),
}

/// Why a line says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told())]
pub struct ParseError {
    /// What is wrong with it.
    pub fault: Fault,
    /// The command with what may stand after it, if there is one.
    pub example: Option<&'static str>,
}

impl ParseError {
    /// The fault of a line that begins with this word.
    pub(super) fn new(command: &str, fault: Fault) -> ParseError {
        let begins = |line: &&&str| line.split(' ').next() == Some(command);
        let example = EXAMPLES.iter().find(begins).copied();
        ParseError { example: example.filter(|_| fault != Fault::NoCpuTime), fault }
    }

    fn told(&self) -> String {
        match self.example {
            Some(example) => format!("{}; write it as in: {example}", self.fault),
            None => self.fault.to_string(),
        }
    }
}

/// A word as a reason repeats it.
pub(super) fn quoted(word: &str) -> String {
    printable(word, MAX_WORD)
}

/// Why a word is no number of the kind that is wanted.
pub(super) fn bad_number(word: &str) -> Fault {
    match word.parse::<i128>() {
        _ if word.is_empty() => Fault::Missing("number"),
        Ok(_) => Fault::OutOfRange(quoted(word)),
        Err(_) => Fault::NoNumber(quoted(word)),
    }
}

/// Why a word is no time, in the words of the room that knows times.
pub(super) fn bad_time(error: LevelError) -> Fault {
    Fault::BadTime(LevelError { text: quoted(&error.text), ..error })
}
