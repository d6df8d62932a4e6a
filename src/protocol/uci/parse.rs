//! Lines from the GUI to typed commands.

use super::go::{self, Go};
use crate::{position::MAX_PERFT, protocol::text::split_word};

/// The commands of the protocol. Words before one of them mean nothing.
const COMMANDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// What engines understand besides, for people who test them; only at the beginning of a line.
const EXTRAS: [&str; 3] = ["d", "eval", "bench"];

/// What a line from the GUI says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand<'a> {
    /// `uci`: who are you, and what can be set?
    Uci,
    /// Say as comments what you make of every command, or do not.
    Debug(bool),
    /// To be answered once everything before it is done.
    IsReady,
    /// An option, and its value if it has one.
    SetOption {
        /// Its name, one blank between words.
        name: String,
        /// Its value as it was sent.
        value: Option<&'a str>,
    },
    /// The owner's name and code, for engines that are sold.
    Register,
    /// The next position is of another game.
    NewGame,
    /// The position to think about.
    Position {
        /// Where the game began; `None` for the start position.
        fen: Option<String>,
        /// The moves since, in whatever notation.
        moves: Vec<&'a str>,
    },
    /// Think.
    Go(Go<'a>),
    /// `go perft`: count the move paths so many plies deep, at least 1.
    Perft(u32),
    /// End the thinking.
    Stop,
    /// The move that was pondered on has been made.
    PonderHit,
    /// The end.
    Quit,
    /// `d`: show the position.
    Show,
    /// `eval`: what is the position worth without search?
    Evaluate,
    /// `bench`: search a set of positions, to a depth other than the usual one if given.
    Bench(Option<u32>),
}

/// Why a line says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// No word of it is a command.
    #[error("no such command")]
    UnknownCommand,
    /// `debug` with something else than `on` or `off`.
    #[error("`on` or `off` is missing; write it as in: debug on")]
    NotASwitch,
    /// `setoption` without a name.
    #[error("write it as in: setoption name Hash value 64")]
    NoOptionName,
    /// `position` with neither a FEN nor the start position.
    #[error("`startpos` or `fen` is missing; write it as in: position startpos moves e2e4")]
    NoPosition,
    /// `position startpos` with something else than moves after it.
    #[error("`moves` is missing before `{0}`; write it as in: position startpos moves e2e4")]
    NoMoves(String),
    /// A number is missing.
    #[error("the number is missing; write it as in: {0}")]
    NoNumber(&'static str),
    /// A number is unreadable.
    #[error("`{text}` is no number; write it as in: {example}")]
    BadNumber {
        /// What stands there.
        text: String,
        /// The command with a number.
        example: &'static str,
    },
}

/// The first command of a line and what follows it; `None` if there is none.
pub fn split_command(line: &str) -> Option<(&str, &str)> {
    let (mut word, mut rest) = split_word(line);
    if EXTRAS.contains(&word) {
        return Some((word, rest));
    }
    while !word.is_empty() {
        if COMMANDS.contains(&word) {
            return Some((word, rest));
        }
        (word, rest) = split_word(rest);
    }
    None
}

/// Reads one line.
///
/// # Errors
/// A [`ParseError`] if it has no command, or what follows the command cannot be read.
pub fn parse(line: &str) -> Result<UciCommand<'_>, ParseError> {
    let (name, rest) = split_command(line).ok_or(ParseError::UnknownCommand)?;
    Ok(match name {
        "uci" => UciCommand::Uci,
        "debug" => UciCommand::Debug(switch(rest)?),
        "isready" => UciCommand::IsReady,
        "setoption" => set_option(rest)?,
        "register" => UciCommand::Register,
        "ucinewgame" => UciCommand::NewGame,
        "position" => position(rest)?,
        "go" => go_or_perft(rest)?,
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        "d" => UciCommand::Show,
        "eval" => UciCommand::Evaluate,
        "bench" if rest.is_empty() => UciCommand::Bench(None),
        "bench" => UciCommand::Bench(Some(count(rest, "bench 9")?)),
        _ => return Err(ParseError::UnknownCommand),
    })
}

/// Whether a line tells that this protocol is spoken, if nobody has said so; XBoard's `go` has
/// nothing after it.
pub fn tells_protocol(line: &str) -> bool {
    match split_word(line) {
        ("go", rest) => go::KEYWORDS.contains(&split_word(rest).0),
        ("uci" | "isready" | "setoption" | "position" | "ucinewgame" | "debug" | "register", _) => {
            true
        }
        _ => false,
    }
}

fn switch(text: &str) -> Result<bool, ParseError> {
    match split_word(text).0 {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(ParseError::NotASwitch),
    }
}

/// `name NAME [value VALUE]`; both may have blanks in them.
fn set_option(text: &str) -> Result<UciCommand<'_>, ParseError> {
    let ("name", mut rest) = split_word(text) else { return Err(ParseError::NoOptionName) };
    let (mut words, mut value) = (Vec::new(), None);
    while !rest.is_empty() && value.is_none() {
        let (word, after) = split_word(rest);
        match word {
            "value" => value = Some(after),
            word => words.push(word),
        }
        rest = after;
    }
    if words.is_empty() {
        return Err(ParseError::NoOptionName);
    }
    Ok(UciCommand::SetOption { name: words.join(" "), value })
}

/// `startpos [moves ...]` or `fen FEN [moves ...]`.
fn position(text: &str) -> Result<UciCommand<'_>, ParseError> {
    let mut words = text.split_whitespace();
    let kind = words.next();
    let before: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let fen = match (kind, before.first()) {
        (Some("fen"), _) => Some(before.join(" ")),
        (Some("startpos"), None) => None,
        (Some("startpos"), Some(&word)) => return Err(ParseError::NoMoves(word.to_owned())),
        _ => return Err(ParseError::NoPosition),
    };
    Ok(UciCommand::Position { fen, moves: words.collect() })
}

fn go_or_perft(text: &str) -> Result<UciCommand<'_>, ParseError> {
    match split_word(text) {
        ("perft", depth) => Ok(UciCommand::Perft(count(depth, "go perft 5")?.min(MAX_PERFT))),
        _ => Ok(UciCommand::Go(go::parse(text))),
    }
}

/// The number that is the first word, as in the example; anything below one is one.
fn count(text: &str, example: &'static str) -> Result<u32, ParseError> {
    match split_word(text).0 {
        "" => Err(ParseError::NoNumber(example)),
        word => go::number(word)
            .map(go::at_least_one)
            .ok_or_else(|| ParseError::BadNumber { text: word.to_owned(), example }),
    }
}

#[cfg(test)]
mod tests;
