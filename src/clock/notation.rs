//! Texts that may be in one of several notations.

use super::{
    GgsError, LevelError, PgnError, TimeControl, parse_ggs, parse_level, parse_pgn, parse_time,
};

/// Why a text is no time control in any notation it could be in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// It looks like the XBoard protocol's `level`.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// It looks like the notation of the Generic Game Server.
    #[error(transparent)]
    Ggs(#[from] GgsError),
    /// It looks like a PGN tag.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// Two periods of a PGN tag that are more likely a time of minutes and seconds.
    #[error(
        "`{text}` could be minutes and seconds or two periods: write `{seconds}` or `{periods}`"
    )]
    Periods {
        /// The text.
        text: String,
        /// The same with the time in seconds.
        seconds: String,
        /// The same as two periods and nothing else.
        periods: String,
    },
    /// The PGN tag for a control that is not known.
    #[error("`?` says that the control is not known")]
    Unknown,
}

/// Reads a control that people type: `level` (`40 5 0`), or with slashes the notation of the Generic
/// Game Server (`2:00,0/12/0`), unless only two stages of a PGN tag can be meant (`40/7200:20/3600`).
///
/// # Errors
/// Names the number or the part that is wrong.
pub fn parse_control(text: &str) -> Result<TimeControl, NotationError> {
    if text.contains('/') { Ok(parse_slashed(text)?) } else { Ok(parse_level(text)?) }
}

/// Reads a control of the Generic Game Server, but as the PGN tag that it is as well if its clock would
/// only grow: nobody gets as much for a move as for the whole game.
fn parse_slashed(text: &str) -> Result<TimeControl, GgsError> {
    let control = parse_ggs(text)?;
    let first = control.stages().first();
    Ok(match parse_pgn(text) {
        Ok(Some(stages)) if first.bonus.time >= first.time => stages,
        _ => control,
    })
}

/// Reads a control in whatever notation it is in: as `parse_control`, or a PGN tag
/// (`40/7200:3600`). What could be both of the Generic Game Server and of PGN is taken for the first,
/// if its clock would not only grow.
///
/// # Errors
/// Names the number or the part that is wrong in the notation that the text looks like.
pub fn parse_any(text: &str) -> Result<TimeControl, NotationError> {
    if text.trim().contains(char::is_whitespace) {
        return parse_control(text);
    }
    if let Some(error) = doubtful(text.trim()) {
        return Err(error);
    }
    match (parse_slashed(text), parse_pgn(text)) {
        (Ok(control), _) | (Err(_), Ok(Some(control))) => Ok(control),
        (Err(_), Ok(None)) => Err(NotationError::Unknown),
        (Err(error), Err(_)) if looks_like_ggs(text) => Err(error.into()),
        (Err(_), Err(error)) => Err(error.into()),
    }
}

/// Refuses `40/2:00`: as a tag it would be 40 moves in two seconds, and no time for those that follow.
fn doubtful(text: &str) -> Option<NotationError> {
    let (moves, time) = text.split_once('/')?;
    let (minutes, seconds) = time.split_once(':')?;
    let digits = |text: &str, most| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !digits(moves, 4) || !digits(minutes, 2) || !digits(seconds, 2) || seconds.len() < 2 {
        return None;
    }
    let time = parse_time(time).ok()?.as_secs();
    Some(NotationError::Periods {
        text: text.to_owned(),
        seconds: format!("{moves}/{time}"),
        periods: format!("{moves}/{minutes}.0:{seconds}"),
    })
}

/// Whether a text that is wrong was meant for the Generic Game Server: it has all its borders, or a
/// clock time before the first.
fn looks_like_ggs(text: &str) -> bool {
    let ini = text.split_once('/').map_or("", |(ini, _)| ini);
    text.matches('/').count() == 2 || ini.contains([':', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_told_from_the_others() {
        for (text, same) in [
            ("0 5 3", "5:00,0/3/0"),
            ("5:00/3/", "5:00,0/3/0"),
            (" 300+3", "5:00,0/3/0"),
            ("300", "5:00,0//0"),
            ("40/300", "0//5:00,40"),
            ("40 5 0", "0//5:00,40"),
        ] {
            assert_eq!(parse_any(text), Ok(parse_ggs(same).unwrap()), "{text}");
        }
        let three = "40/7200:20/3600:900";
        assert_eq!(parse_any(three).ok(), parse_pgn(three).ok().flatten());
        assert_eq!(parse_control("5:00/3/").ok(), parse_control("0 5 3").ok());
    }

    #[test]
    fn two_stages_of_a_tag_are_not_taken_for_an_increment_of_hours() {
        let two = "40/7200:20/3600";
        let stages = parse_pgn(two).unwrap().unwrap();
        assert_eq!((parse_any(two), parse_control(two)), (Ok(stages), Ok(stages)));
        for text in ["5:00/12/0", "300/1:20/60", "2:00,0/12/0", "0/5/"] {
            let control = parse_ggs(text).unwrap();
            assert_eq!(parse_any(text), Ok(control), "{text}");
            assert_eq!(parse_control(text), Ok(control), "{text}");
        }
    }

    #[test]
    fn a_mistake_is_told_in_the_notation_it_was_made_in() {
        for (text, reason) in [
            ("40 5m 0", "base time '5m': not a number"),
            ("0 5:90 0", "base time '5:90': minutes and seconds behind a `:` go up to 59"),
            ("5:00/3s/", "inc, column 7: `s` does not belong there"),
            ("5:00/3", "ext, column 7: it ends too early; write ini/inc/ext"),
            ("40/soon", "`40/soon`: not a number"),
            (
                "40/2:00",
                "`40/2:00` could be minutes and seconds or two periods: write `40/120` or `40/2.0:00`",
            ),
            ("?", "`?` says that the control is not known"),
            ("*60", "`*60` asks for a sandclock, which zeitnot does not have"),
        ] {
            assert_eq!(parse_any(text).unwrap_err().to_string(), reason, "{text}");
        }
        for text in ["40/120", "40/2.0:30", "40/7200:3600", "40/2:300"] {
            assert!(parse_any(text).is_ok(), "{text}");
        }
        let error = parse_control("5").unwrap_err().to_string();
        assert_eq!(error, "the base time is missing");
    }
}
