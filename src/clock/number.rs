//! Numbers as the notations of time controls write them.

use std::{num::NonZeroU32, time::Duration};

use super::UNLIMITED;

/// The greatest number of moves that a period may have; no game is longer.
pub const MOST_MOVES: u64 = 10_000;

pub(super) const MINUTE: u32 = 60;

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
    /// Seconds behind minutes, or minutes behind hours, of sixty or more.
    #[error("minutes and seconds behind a `:` go up to 59")]
    SixtyOrMore,
    /// More than `MOST_MOVES` moves or longer than `UNLIMITED`.
    #[error("too large")]
    TooLarge,
}

/// Reads a time as people write it: seconds, `MM:SS` or `HH:MM:SS`, fractions of seconds allowed.
///
/// # Errors
/// Says why it is none.
pub fn parse_time(text: &str) -> Result<Duration, Fault> {
    let (before, last) = text.rsplit_once(':').map_or((None, text), |(head, s)| (Some(head), s));
    let (hours, minutes) = match before.map(|head| head.split_once(':').unwrap_or(("0", head))) {
        Some((hours, minutes)) => (number(hours)?, number(minutes)?),
        None => (0, 0),
    };
    let whole = hours.checked_mul(60).and_then(|time| time.checked_add(minutes));
    let whole = whole.and_then(|minutes| minutes.checked_mul(u64::from(MINUTE)));
    let seconds = if before.is_some() { seconds_of_minute(last)? } else { seconds(last)? };
    if text.matches(':').count() > 1 && minutes >= u64::from(MINUTE) {
        return Err(Fault::SixtyOrMore);
    }
    within_limit(whole.and_then(|whole| Duration::from_secs(whole).checked_add(seconds)))
}

/// Reads a number of moves; zero stands for the whole game.
pub(super) fn moves(word: &str) -> Result<Option<NonZeroU32>, Fault> {
    match number(word)? {
        moves if moves > MOST_MOVES => Err(Fault::TooLarge),
        moves => u32::try_from(moves).map(NonZeroU32::new).map_err(|_| Fault::TooLarge),
    }
}

/// Reads a decimal number as seconds, exact to the nanosecond.
pub(super) fn seconds(text: &str) -> Result<Duration, Fault> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole = if whole.is_empty() && !fraction.is_empty() { 0 } else { number(whole)? };
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::NotANumber);
    }
    let nanos = number(&format!("{fraction:0<9.9}"))?;
    within_limit(Duration::from_secs(whole).checked_add(Duration::from_nanos(nanos)))
}

/// Reads the seconds behind a `:`, of which no clock shows sixty; who writes so means something else.
pub(super) fn seconds_of_minute(text: &str) -> Result<Duration, Fault> {
    let time = seconds(text)?;
    if time.as_secs() < u64::from(MINUTE) { Ok(time) } else { Err(Fault::SixtyOrMore) }
}

pub(super) fn number(word: &str) -> Result<u64, Fault> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::NotANumber);
    }
    if digits.len() < word.len() {
        return Err(Fault::Negative);
    }
    digits.parse().map_err(|_| Fault::TooLarge)
}

pub(super) fn within_limit(time: Option<Duration>) -> Result<Duration, Fault> {
    time.filter(|&time| time <= UNLIMITED).ok_or(Fault::TooLarge)
}

/// Seconds as a decimal number without needless zeros.
pub fn decimal(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, ms) in [
            ("5", 5_000),
            ("0.5", 500),
            ("90", 90_000),
            ("1:30", 90_000),
            ("1:02:03.5", 3_723_500),
            ("0:0:1", 1_000),
            ("121:59.9", 7_319_900),
            ("30:59:59", 111_599_000),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(ms)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for (text, fault) in [
            ("", Fault::NotANumber),
            (":", Fault::NotANumber),
            ("1:", Fault::NotANumber),
            ("1:2:3:4", Fault::NotANumber),
            ("soon", Fault::NotANumber),
            ("-3", Fault::Negative),
            ("5:60", Fault::SixtyOrMore),
            ("1:60:00", Fault::SixtyOrMore),
            ("1:00:90.5", Fault::SixtyOrMore),
            ("9000:00:00", Fault::TooLarge),
            ("18446744073709551615:00", Fault::TooLarge),
        ] {
            assert_eq!(parse_time(text), Err(fault), "{text}");
        }
    }
}
