//! Time controls as Internet Chess Servers name them: initial minutes and increment in seconds.
//!
//! `0 0` is an untimed game, and an initial time of zero with an increment begins with ten seconds
//! (FICS).

use std::time::Duration;

use super::{
    TimeControl,
    level::{Field, LevelError, read},
    number::{MINUTE, number, within_limit},
};

/// What FICS grants at the start where the initial time is zero.
const ZERO_MINUTES: Duration = Duration::from_secs(10);

/// Reads initial time and increment; what follows is ignored.
///
/// # Errors
/// Names the number that is missing, no whole number, negative or absurdly large.
pub fn parse_ics(text: &str) -> Result<TimeControl, LevelError> {
    let mut words = text.split_whitespace();
    let seconds = |unit: u32| move |word: &str| whole_seconds(word, unit);
    let initial = read(Field::Base, words.next(), seconds(MINUTE))?;
    let increment = read(Field::Increment, words.next(), seconds(1))?;
    Ok(match (initial.is_zero(), increment.is_zero()) {
        (true, true) => TimeControl::Unlimited,
        (true, false) => TimeControl::Tournament { moves: None, base: ZERO_MINUTES, increment },
        _ => TimeControl::Tournament { moves: None, base: initial, increment },
    })
}

/// Writes a control such that `parse_ics` reads the same again; `None` for one that a server's
/// notation cannot express.
pub fn format_ics(control: &TimeControl) -> Option<String> {
    match *control {
        TimeControl::Unlimited => Some("0 0".to_owned()),
        TimeControl::Tournament { moves: None, base, increment } => {
            let minutes = match base {
                ZERO_MINUTES if !increment.is_zero() => 0,
                _ => base.as_secs() / u64::from(MINUTE),
            };
            let text = format!("{minutes} {}", increment.as_secs());
            Some(text).filter(|text| parse_ics(text).as_ref() == Ok(control))
        }
        _ => None,
    }
}

fn whole_seconds(word: &str, unit: u32) -> Result<Duration, super::Fault> {
    within_limit(Duration::from_secs(number(word)?).checked_mul(unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Fault;

    const S: Duration = Duration::from_secs(1);

    fn whole_game(base: u32, increment: u32) -> TimeControl {
        TimeControl::Tournament { moves: None, base: S * base, increment: S * increment }
    }

    #[test]
    fn minutes_and_seconds_are_read_and_written() {
        for (text, control) in [
            ("3 2", whole_game(180, 2)),
            ("5 0", whole_game(300, 0)),
            ("0 12", whole_game(10, 12)),
            ("0 0", TimeControl::Unlimited),
        ] {
            assert_eq!(parse_ics(text), Ok(control), "{text}");
            assert_eq!(format_ics(&control).as_deref(), Some(text));
        }
        assert_eq!(parse_ics(" 15  10 u white"), Ok(whole_game(900, 10)));
    }

    #[test]
    fn what_is_no_control_is_refused_with_the_number() {
        for (text, field, fault) in [
            ("", Field::Base, Fault::Missing),
            ("3", Field::Increment, Fault::Missing),
            ("3:00 2", Field::Base, Fault::NotANumber),
            ("3 -2", Field::Increment, Fault::Negative),
            ("9999999 0", Field::Base, Fault::TooLarge),
        ] {
            let error = parse_ics(text).unwrap_err();
            assert_eq!((error.field, error.fault), (field, fault), "{text}");
        }
    }

    #[test]
    fn what_servers_do_not_know_is_not_written() {
        for control in [
            TimeControl::PerMove(S),
            whole_game(90, 0),
            whole_game(10, 0),
            whole_game(0, 5),
            TimeControl::Tournament { moves: None, base: 60 * S, increment: S / 2 },
            TimeControl::Tournament {
                moves: std::num::NonZeroU32::new(40),
                base: 60 * S,
                increment: S,
            },
        ] {
            assert_eq!(format_ics(&control), None, "{control:?}");
        }
    }
}
