//! Times and scores in writing.

use std::time::Duration;

use super::Value;
use crate::clock::{UNLIMITED, decimal};

/// Reads hours, minutes and seconds: `1:02:03`, `4:59.5` or `10`. A year is the most.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    let (front, last) = text.rsplit_once(':').unwrap_or(("", text));
    let mut whole: u64 = 0;
    let parts: Vec<&str> = front.split(':').filter(|_| !front.is_empty()).collect();
    if parts.len() > 2 {
        return None;
    }
    for part in parts {
        whole = whole.checked_add(digits(part)?)?.checked_mul(60)?;
    }
    let (seconds, fraction) = last.split_once('.').unwrap_or((last, "0"));
    let whole = Duration::from_secs(whole.checked_add(digits(seconds)?)?);
    digits(fraction)?;
    let nanos = Duration::from_nanos(digits(&format!("{fraction:0<9.9}"))?);
    whole.checked_add(nanos).filter(|&time| time <= UNLIMITED)
}

/// A number that is nothing but digits.
pub(super) fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Hours, minutes and seconds, with as many decimals as they need: `0:04:59.3`.
pub(super) fn clock_time(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    let rest = Duration::new(seconds, time.subsec_nanos());
    let padding = if seconds < 10 { "0" } else { "" };
    format!("{}:{:02}:{padding}{}", minutes / 60, minutes % 60, decimal(rest))
}

/// Reads a score in pawns, `+0.35`, or a mate, `#-3` or `-M3`, as it is written, whoever's point of
/// view that is.
pub(super) fn read_value(text: &str) -> Option<Value> {
    let (sign, text) = signed(text);
    match text.strip_prefix(['#', 'M']) {
        Some(moves) => {
            let (inner, moves) = signed(moves);
            let moves = digits(moves).filter(|&moves| moves <= 9999)?;
            Some(Value::Mate(sign * inner * i32::try_from(moves).ok()?))
        }
        None => {
            let (pawns, hundredths) = text.split_once('.').unwrap_or((text, "0"));
            let pawns = digits(pawns).filter(|&pawns| pawns <= 99_999)?;
            digits(hundredths)?;
            let hundredths = digits(&format!("{hundredths:0<2.2}"))?;
            Some(Value::Centipawns(sign * i32::try_from(100 * pawns + hundredths).ok()?))
        }
    }
}

/// The sign before a number, and the rest.
fn signed(text: &str) -> (i32, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// A score as `0.35`, `-0.35` or `#-3`.
pub(super) fn value_text(value: Value) -> String {
    match value {
        Value::Mate(moves) => format!("#{moves}"),
        Value::Centipawns(cp) => {
            let (sign, size) = (if cp < 0 { "-" } else { "" }, cp.unsigned_abs());
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
    }
}

/// Reads a depth in plies, of three digits at most.
pub(super) fn read_depth(text: &str) -> Option<u32> {
    digits(text).filter(|&depth| depth <= 999)?.try_into().ok()
}
