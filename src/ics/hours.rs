//! Hours of the week in which games are played: `Mon-Fri 18:00-23:30`, `daily 06:00-02:00`. Times are
//! UTC, and a span that ends before it begins reaches into the next day.

use std::time::Duration;

use serde::{Deserialize, Serialize};

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/// Minutes of a day and of a week.
const DAY: u32 = 24 * 60;
const WEEK: u32 = 7 * DAY;
/// The first day that computers count was a Thursday.
const FIRST: u32 = 3;

/// Days of the week with a span of time on each.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(try_from = "String", into = "String")]
pub struct Hours {
    /// The first day and how many there are.
    days: (u32, u32),
    /// When the span begins on each, and how long it lasts, in minutes.
    span: (u32, u32),
}

/// Why a text names no hours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` names no hours: write `Mon-Fri 18:00-23:30`, `Sat 10:00-02:00` or `daily 06:00-22:00` (UTC)"
)]
pub struct HoursError(String);

impl Hours {
    /// Reads days and a span of time.
    ///
    /// # Errors
    /// If it is neither.
    pub fn parse(text: &str) -> Result<Hours, HoursError> {
        let read = || {
            let (days, span) = text.trim().split_once(' ')?;
            let (from, to) = span.trim().split_once('-')?;
            let (from, to) = (minute(from)?, minute(to)?);
            let lasts = if to > from { to - from } else { to + DAY - from };
            Some(Hours { days: parse_days(days)?, span: (from, lasts) })
        };
        read().ok_or_else(|| HoursError(text.to_owned()))
    }

    /// Whether a time, counted from the beginning of 1970 in UTC, is within.
    pub fn contain(&self, time: Duration) -> bool {
        let minutes = (time.as_secs() / 60) % u64::from(WEEK);
        let now = (minutes as u32 + FIRST * DAY) % WEEK;
        let ((first, count), (from, lasts)) = (self.days, self.span);
        (0..count).any(|day| {
            let begins = (first + day) * DAY + from;
            (now + 2 * WEEK - begins) % WEEK < lasts
        })
    }
}

impl TryFrom<String> for Hours {
    type Error = HoursError;

    fn try_from(text: String) -> Result<Hours, HoursError> {
        Hours::parse(&text)
    }
}

impl From<Hours> for String {
    fn from(hours: Hours) -> String {
        let ((first, count), (from, lasts)) = (hours.days, hours.span);
        let day = |day: u32| DAYS[(day % 7) as usize];
        let days = match count {
            1 => day(first).to_owned(),
            7 => "daily".to_owned(),
            _ => format!("{}-{}", day(first), day(first + count - 1)),
        };
        let end = from + lasts;
        let time = |minute: u32| format!("{:02}:{:02}", minute / 60, minute % 60);
        format!("{days} {}-{}", time(from), time(if end > DAY { end - DAY } else { end }))
    }
}

/// The first day and how many: `Mon`, `Fri-Mon`, `daily`.
fn parse_days(text: &str) -> Option<(u32, u32)> {
    if text.eq_ignore_ascii_case("daily") {
        return Some((0, 7));
    }
    let day = |name: &str| DAYS.iter().position(|day| day.eq_ignore_ascii_case(name));
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (day(first)? as u32, day(last)? as u32);
    Some((first, (last + 7 - first) % 7 + 1))
}

/// `18:30` as minutes of the day; the day ends at 24:00.
fn minute(text: &str) -> Option<u32> {
    let (hours, minutes) = text.trim().split_once(':')?;
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    (minutes < 60 && hours * 60 + minutes <= DAY).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A time of the week: day (0 is Monday), hour and minute, some weeks after the beginning.
    fn at(day: u64, hour: u64, minute: u64) -> Duration {
        let monday = 4 + 7 * 2_900;
        Duration::from_secs(((monday + day) * 24 + hour) * 3_600 + minute * 60)
    }

    fn contain(hours: &str, day: u64, hour: u64, minute: u64) -> bool {
        Hours::parse(hours).unwrap().contain(at(day, hour, minute))
    }

    #[test]
    fn days_have_their_hours() {
        let evenings = "Mon-Fri 18:00-23:30";
        assert!(contain(evenings, 0, 18, 0) && contain(evenings, 4, 23, 29));
        assert!(!contain(evenings, 0, 17, 59) && !contain(evenings, 4, 23, 30));
        assert!(!contain(evenings, 5, 20, 0) && !contain(evenings, 6, 20, 0));
        assert!(contain("daily 00:00-24:00", 6, 23, 59) && contain("sat 0:00-1:00", 5, 0, 30));
    }

    #[test]
    fn a_night_reaches_into_the_next_day_and_a_week_into_the_next() {
        for (day, hour) in [(6, 22), (0, 1)] {
            assert!(contain("Sun 22:00-02:00", day, hour, 0));
        }
        assert!(!contain("Sun 22:00-02:00", 0, 2, 0) && !contain("Sun 22:00-02:00", 6, 1, 0));
        for day in [5, 6, 0] {
            assert!(contain("Sat-Mon 12:00-13:00", day, 12, 30));
        }
        assert!(!contain("Sat-Mon 12:00-13:00", 1, 12, 30));
        assert!(contain("daily 08:00-08:00", 3, 7, 59), "all day");
    }

    #[test]
    fn hours_are_written_as_they_are_read() {
        for text in [
            "Mon-Fri 18:00-23:30",
            "Sat 10:00-02:00",
            "daily 00:00-24:00",
            "daily 08:00-08:00",
            "Sat-Mon 12:00-13:00",
        ] {
            assert_eq!(String::from(Hours::parse(text).unwrap()), text);
        }
    }

    #[test]
    fn what_names_no_hours_is_said() {
        for text in [
            "",
            "Mon",
            "Mon 18",
            "Mon 18:00",
            "Moon 18:00-19:00",
            "Mon 18:60-19:00",
            "Mon 24:01-25:00",
            "Mon-Xyz 1:00-2:00",
        ] {
            let error = Hours::parse(text).unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")) && error.contains("Mon-Fri"), "{error}");
        }
    }
}
