//! Texts that may be in one of several notations.

use super::{GgsError, LevelError, PgnError, TimeControl, parse_ggs, parse_level, parse_pgn};

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
    /// The PGN tag for a control that is not known.
    #[error("`?` says that the control is not known")]
    Unknown,
}

/// Reads a control that people type: `level` (`40 5 0`), or with slashes the notation of the Generic
/// Game Server (`2:00,0/12/0`).
///
/// # Errors
/// Names the number or the part that is wrong.
pub fn parse_control(text: &str) -> Result<TimeControl, NotationError> {
    if text.contains('/') { Ok(parse_ggs(text)?) } else { Ok(parse_level(text)?) }
}

/// Reads a control in whatever notation it is in: as `parse_control`, or a PGN tag
/// (`40/7200:3600`). What could be two of them is taken for the first.
///
/// # Errors
/// Names the number or the part that is wrong in the notation that the text looks like.
pub fn parse_any(text: &str) -> Result<TimeControl, NotationError> {
    if text.trim().contains(char::is_whitespace) {
        return parse_control(text);
    }
    match (parse_ggs(text), parse_pgn(text)) {
        (Ok(control), _) | (Err(_), Ok(Some(control))) => Ok(control),
        (Err(_), Ok(None)) => Err(NotationError::Unknown),
        (Err(error), Err(_)) if looks_like_ggs(text) => Err(error.into()),
        (Err(_), Err(error)) => Err(error.into()),
    }
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
    fn a_mistake_is_told_in_the_notation_it_was_made_in() {
        for (text, reason) in [
            ("40 5m 0", "base time '5m': not a number"),
            ("5:00/3s/", "inc, column 7: `s` does not belong there"),
            ("5:00/3", "ext, column 7: it ends too early; write ini/inc/ext"),
            ("40/soon", "`40/soon`: not a number"),
            ("?", "`?` says that the control is not known"),
            ("*60", "`*60` asks for a sandclock, which zeitnot does not have"),
        ] {
            assert_eq!(parse_any(text).unwrap_err().to_string(), reason, "{text}");
        }
        let error = parse_control("5").unwrap_err().to_string();
        assert_eq!(error, "the base time is missing");
    }
}
