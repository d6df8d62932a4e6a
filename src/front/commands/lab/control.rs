//! Time controls as they are asked for, each with a clock to plan with.

use std::time::Duration;

use crate::{
    clock::{Flag, Ledger, NotationError, TimeControl, parse_any},
    position::Color,
};

/// Nobody moves in less.
const LEAST: Duration = Duration::from_millis(1);

/// Why the lab has no use for a control.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// It cannot be read.
    #[error("the time control `{text}` cannot be read: {source}")]
    Notation {
        /// What was given.
        text: String,
        /// Why not.
        source: NotationError,
    },
    /// It has no clock.
    #[error("under the time control `{0}` there is no clock to plan with")]
    NoClock(String),
    /// The clock has run out before the first move can be made.
    #[error("the time control `{0}` gives the first move no time (write seconds, such as 60+0.6)")]
    NoTime(String),
}

/// Reads a control in any notation of `zeitnot clock`.
///
/// # Errors
/// If it cannot be read, has no clock, or its clock runs out within a millisecond.
pub(super) fn read(text: &str) -> Result<TimeControl, ControlError> {
    let control = parse_any(text)
        .map_err(|source| ControlError::Notation { text: text.to_owned(), source })?;
    let mut ledger = Ledger::new(control);
    ledger.start(Color::White, Duration::ZERO);
    match control {
        TimeControl::Unlimited => Err(ControlError::NoClock(text.to_owned())),
        _ if ledger.flag(Color::White, LEAST) == Some(Flag::Hard) => {
            Err(ControlError::NoTime(text.to_owned()))
        }
        _ => Ok(control),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_move_needs_time() {
        for text in ["0", "0+0", "0+1", "0.00001+0", "1/0", "40/0"] {
            let refusal = read(text).expect_err(text).to_string();
            let told = format!("the time control `{text}` gives the first move no time");
            assert!(refusal.starts_with(&told), "{refusal}");
        }
        for text in ["60+0.6", "0.1+0", "0//5:00,40", "0/0/30,N1", "2:00,0/12/0", "40 2:00 0"] {
            assert!(read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_control_without_a_clock_is_refused_as_one_that_is_none() {
        for (text, told) in [
            ("-", "under the time control `-` there is no clock to plan with"),
            ("soon", "the time control `soon` cannot be read: `soon`: not a number"),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), told);
        }
    }
}
