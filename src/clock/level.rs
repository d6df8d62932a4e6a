//! Time controls in the notation of the XBoard protocol: the arguments of `level`, `st`, `time`
//! and `otim`.

use std::{fmt, num::NonZeroU32, time::Duration};

use super::{TimeControl, UNLIMITED};

/// The greatest number of moves a session may have; no game is longer.
pub const MOST_MOVES: u64 = 10_000;

const MINUTE: u32 = 60;

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

/// What is wrong with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is none.
    #[error("missing")]
    Missing,
    /// It is something else.
    #[error("not a number")]
    NotANumber,
    /// It is below zero.
    #[error("negative")]
    Negative,
    /// More than `MOST_MOVES` moves or longer than `UNLIMITED`.
    #[error("too large")]
    TooLarge,
}

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} '{text}': {fault}")]
pub struct LevelError {
    /// The number in question.
    pub field: Field,
    /// The number as it was written; empty if missing.
    pub text: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// Reads the arguments of `level`: moves in a session (0: the whole game), base (minutes, or
/// minutes and seconds as `MM:SS`) and increment (seconds), fractions allowed. Whatever follows is
/// ignored, also when a `+` glues it to a time (`25+5`).
///
/// # Errors
/// Names the number that is missing, no number, negative or absurdly large.
pub fn parse_level(arguments: &str) -> Result<TimeControl, LevelError> {
    let mut words = arguments.split_whitespace();
    let moves = read(Field::Moves, words.next(), session)?;
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
fn read<T>(
    field: Field,
    word: Option<&str>,
    reader: impl Fn(&str) -> Result<T, Fault>,
) -> Result<T, LevelError> {
    word.ok_or(Fault::Missing).and_then(reader).map_err(|fault| {
        let text = word.unwrap_or_default().to_owned();
        LevelError { field, text, fault }
    })
}

fn session(word: &str) -> Result<Option<NonZeroU32>, Fault> {
    match number(word)? {
        moves if moves > MOST_MOVES => Err(Fault::TooLarge),
        moves => u32::try_from(moves).map(NonZeroU32::new).map_err(|_| Fault::TooLarge),
    }
}

fn base_time(word: &str) -> Result<Duration, Fault> {
    let (minutes, rest) = match without_tail(word).split_once(':') {
        Some((minutes, rest)) => (Duration::from_secs(number(minutes)?), seconds(rest)?),
        None => (seconds(word)?, Duration::ZERO),
    };
    within_limit(minutes.checked_mul(MINUTE).and_then(|time| time.checked_add(rest)))
}

/// Reads a decimal number as seconds, exact to the nanosecond.
fn seconds(word: &str) -> Result<Duration, Fault> {
    let text = without_tail(word);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole = if whole.is_empty() && !fraction.is_empty() { 0 } else { number(whole)? };
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::NotANumber);
    }
    let nanos = number(&format!("{fraction:0<9.9}"))?;
    within_limit(Duration::from_secs(whole).checked_add(Duration::from_nanos(nanos)))
}

/// What stands before a `+`: clients that know of several sessions glue the next one there.
fn without_tail(word: &str) -> &str {
    word.split_once('+').map_or(word, |(head, _)| head)
}

fn number(word: &str) -> Result<u64, Fault> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::NotANumber);
    }
    if digits.len() < word.len() {
        return Err(Fault::Negative);
    }
    digits.parse().map_err(|_| Fault::TooLarge)
}

fn within_limit(time: Option<Duration>) -> Result<Duration, Fault> {
    time.filter(|&time| time <= UNLIMITED).ok_or(Fault::TooLarge)
}

/// Seconds as a decimal number without needless zeros.
fn decimal(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests;
