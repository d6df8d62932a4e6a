//! Time controls in the notation of the XBoard protocol: the arguments of `level`, `st`, `time`
//! and `otim`.

use std::{fmt, num::NonZeroU32, time::Duration};

use super::{
    TimeControl,
    number::{self, Fault, MINUTE, decimal, number, seconds_of_minute, within_limit},
};

/// Which number of a notation is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Moves in a session.
    Moves,
    /// Time on the clock at the start.
    Base,
    /// Time added after a move.
    Increment,
    /// Time for every move.
    MoveTime,
    /// Time left on a clock.
    ClockTime,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Moves => "moves",
            Field::Base => "base time",
            Field::Increment => "increment",
            Field::MoveTime => "time per move",
            Field::ClockTime => "clock time",
        })
    }
}

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told())]
pub struct LevelError {
    /// The number in question.
    pub field: Field,
    /// The number as it was written; empty if missing.
    pub text: String,
    /// What is wrong with it.
    pub fault: Fault,
}

impl LevelError {
    fn told(&self) -> String {
        let LevelError { field, text, fault } = self;
        match fault {
            Fault::Missing if *field == Field::Moves => "the number of moves is missing".to_owned(),
            Fault::Missing => format!("the {field} is missing"),
            fault => format!("{field} '{text}': {fault}"),
        }
    }
}

/// Reads the arguments of `level`: moves in a session (0: the whole game), base (minutes, or
/// minutes and up to 59 seconds as `MM:SS`) and increment (seconds), fractions allowed. Whatever follows
/// is ignored, also when a `+` glues it to a time (`25+5`).
///
/// # Errors
/// Names the number that is missing, no number, negative or absurdly large.
pub fn parse_level(arguments: &str) -> Result<TimeControl, LevelError> {
    let mut words = arguments.split_whitespace();
    let moves = read(Field::Moves, words.next(), number::moves)?;
    let base = read(Field::Base, words.next(), base_time)?;
    let increment = read(Field::Increment, words.next(), seconds)?;
    Ok(TimeControl::Tournament { moves, base, increment })
}

/// Writes a tournament control as the arguments of `level`, such that `parse_level` reads the same
/// again; `None` for a control that `level` cannot express.
pub fn format_level(control: &TimeControl) -> Option<String> {
    let TimeControl::Tournament { moves, base, increment } = control else { return None };
    let moves = moves.map_or(0, NonZeroU32::get);
    let minutes = base.as_secs() / u64::from(MINUTE);
    let rest = *base - Duration::from_secs(minutes * u64::from(MINUTE));
    let increment = decimal(*increment);
    Some(if rest.is_zero() {
        format!("{moves} {minutes} {increment}")
    } else {
        let padding = if rest.as_secs() < 10 { "0" } else { "" };
        format!("{moves} {minutes}:{padding}{} {increment}", decimal(rest))
    })
}

/// Reads the argument of `st`: seconds for every move, fractions allowed.
///
/// # Errors
/// Names the time and why it is none.
pub fn parse_st(arguments: &str) -> Result<TimeControl, LevelError> {
    read(Field::MoveTime, arguments.split_whitespace().next(), seconds).map(TimeControl::PerMove)
}

/// Reads the argument of `time` and `otim`: centiseconds left on a clock. An overdrawn clock may
/// be sent as a negative number; it is zero.
///
/// # Errors
/// Names the time and why it is none.
pub fn parse_centiseconds(arguments: &str) -> Result<Duration, LevelError> {
    read(Field::ClockTime, arguments.split_whitespace().next(), |word| {
        let centiseconds = match number(word) {
            Err(Fault::Negative) => 0,
            number => number?,
        };
        within_limit(centiseconds.checked_mul(10).map(Duration::from_millis))
    })
}

/// Applies a reader to one word and tells whose fault it is if it fails.
pub(super) fn read<T>(
    field: Field,
    word: Option<&str>,
    reader: impl Fn(&str) -> Result<T, Fault>,
) -> Result<T, LevelError> {
    word.ok_or(Fault::Missing).and_then(reader).map_err(|fault| {
        let text = word.unwrap_or_default().to_owned();
        LevelError { field, text, fault }
    })
}

fn base_time(word: &str) -> Result<Duration, Fault> {
    let (minutes, rest) = match without_tail(word).split_once(':') {
        Some((minutes, rest)) => (Duration::from_secs(number(minutes)?), seconds_of_minute(rest)?),
        None => (seconds(word)?, Duration::ZERO),
    };
    within_limit(minutes.checked_mul(MINUTE).and_then(|time| time.checked_add(rest)))
}

/// Reads seconds, whatever follows a `+` left out.
fn seconds(word: &str) -> Result<Duration, Fault> {
    number::seconds(without_tail(word))
}

/// What stands before a `+`: clients that know of several sessions glue the next one there.
fn without_tail(word: &str) -> &str {
    word.split_once('+').map_or(word, |(head, _)| head)
}

#[cfg(test)]
mod tests;
