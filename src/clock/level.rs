//! Time controls as XBoard writes them.

use std::{num::NonZeroU32, time::Duration};

use super::TimeControl;

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad time control")]
pub struct LevelError;

/// Reads what follows `level`: moves, base in minutes or `MM:SS`, increment in seconds.
pub fn parse_level(text: &str) -> Result<TimeControl, LevelError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [moves, base, increment, ..] = words.as_slice() else { return Err(LevelError) };
    let moves: u32 = moves.parse().map_err(|_| LevelError)?;
    let (minutes, secs) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds(minutes)? * 60 + seconds(secs)?;
    Ok(TimeControl::Tournament {
        moves: NonZeroU32::new(moves),
        base,
        increment: seconds(increment)?,
    })
}

/// Reads what follows `st`: seconds.
pub fn parse_st(text: &str) -> Result<TimeControl, LevelError> {
    seconds(text.trim()).map(TimeControl::PerMove)
}

/// Reads what follows `time` and `otim`: centiseconds, zero if negative.
pub fn parse_centiseconds(text: &str) -> Result<Duration, LevelError> {
    let word = text.split_whitespace().next().unwrap_or_default();
    let number: i64 = word.parse().map_err(|_| LevelError)?;
    Ok(Duration::from_millis(u64::try_from(number).unwrap_or(0).saturating_mul(10)))
}

fn seconds(text: &str) -> Result<Duration, LevelError> {
    let number: f64 = text.parse().map_err(|_| LevelError)?;
    if !(0.0..1e6).contains(&number) {
        return Err(LevelError);
    }
    Ok(Duration::from_secs_f64(number))
}
