//! Time controls as the PGN tag `TimeControl` has them: stages with a `:` between them, each
//! `moves/seconds` or `seconds`, and `+increment` behind.
//!
//! After the PGN standard, section 9.6.1. Fractions of seconds are read and written as well, since
//! programs play with them.

use std::{num::NonZeroU32, time::Duration};

use super::{
    AtZero, Bonus, MOST_STAGES, Stage, Stages, TimeControl,
    number::{Fault, decimal, moves, seconds},
};

/// Why a text is no time control that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnError {
    /// A sandclock, where one player's time grows while the other's runs.
    #[error("`{0}` asks for a sandclock, which zeitnot does not have")]
    Sandclock(String),
    /// More stages than a control may have.
    #[error("there are more than {MOST_STAGES} stages")]
    TooManyStages,
    /// A stage with a time for the rest of the game, and another after it.
    #[error("`{0}` is for the rest of the game, so no stage can follow it")]
    StageAfterLast(String),
    /// A stage that cannot be read.
    #[error("`{text}`: {fault}")]
    Stage {
        /// The stage as it was written.
        text: String,
        /// What is wrong with one of its numbers.
        fault: Fault,
    },
}

/// Reads the value of the tag: `None` for `?` (unknown), `Unlimited` for `-`.
///
/// # Errors
/// Names the stage and why it cannot be played.
pub fn parse_pgn(value: &str) -> Result<Option<TimeControl>, PgnError> {
    match value.trim() {
        "?" => Ok(None),
        "-" => Ok(Some(TimeControl::Unlimited)),
        text => parse_stages(text).map(|stages| Some(stages.into())),
    }
}

fn parse_stages(text: &str) -> Result<Stages, PgnError> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut endless = None;
    for field in text.split(':') {
        if let Some(field) = endless {
            return Err(PgnError::StageAfterLast(field));
        }
        if field.starts_with('*') {
            return Err(PgnError::Sandclock(field.to_owned()));
        }
        let stage = parse_stage(field)
            .map_err(|fault| PgnError::Stage { text: field.to_owned(), fault })?;
        endless = stage.moves.is_none().then(|| field.to_owned());
        stages.push(stage);
    }
    Stages::new(stages).ok_or(PgnError::TooManyStages)
}

/// `[moves/]seconds[+increment]`.
fn parse_stage(field: &str) -> Result<Stage, Fault> {
    if field.is_empty() {
        return Err(Fault::Missing);
    }
    let (count, times) = field.split_once('/').map_or((None, field), |(m, t)| (Some(m), t));
    let (time, increment) = times.split_once('+').unwrap_or((times, "0"));
    let moves = count.map_or(Ok(None), moves)?;
    let bonus = Bonus::increment(seconds(increment)?);
    Ok(Stage { bonus, ..Stage::new(seconds(time)?, moves) })
}

/// Writes a control as the value of the tag, such that `parse_pgn` reads the same again; `None` for
/// one that the tag cannot express.
pub fn format_pgn(control: &TimeControl) -> Option<String> {
    match control {
        TimeControl::Unlimited => Some("-".to_owned()),
        TimeControl::PerMove(_) => None,
        TimeControl::Tournament { .. } | TimeControl::Staged(_) => {
            let stages = control.stages();
            let fields: Option<Vec<String>> = stages.iter().map(write_stage).collect();
            let text = fields?.join(":");
            Some(text).filter(|text| parse_pgn(text) == Ok(Some(*control)))
        }
    }
}

fn write_stage(stage: Stage) -> Option<String> {
    let Stage { time, moves, resets, at_zero, bonus } = stage;
    if resets || at_zero != AtZero::Lost || bonus != Bonus::increment(bonus.time) {
        return None;
    }
    let moves = moves.map_or_else(String::new, |moves: NonZeroU32| format!("{moves}/"));
    let increment = match bonus.time {
        Duration::ZERO => String::new(),
        time => format!("+{}", decimal(time)),
    };
    Some(format!("{moves}{}{increment}", decimal(time)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    fn stage(moves: u32, time: u32, increment: u32) -> Stage {
        let bonus = Bonus::increment(S * increment);
        Stage { bonus, ..Stage::new(S * time, NonZeroU32::new(moves)) }
    }

    fn control(stages: &[Stage]) -> TimeControl {
        Stages::new(stages.iter().copied()).unwrap().into()
    }

    #[test]
    fn the_tag_is_read_and_written() {
        for (text, expected) in [
            ("40/7200:3600", control(&[stage(40, 7_200, 0), stage(0, 3_600, 0)])),
            ("300", control(&[stage(0, 300, 0)])),
            ("300+2", control(&[stage(0, 300, 2)])),
            ("40/9000", control(&[stage(40, 9_000, 0)])),
            (
                "40/5400+30:20/3600+30:900+30",
                control(&[stage(40, 5_400, 30), stage(20, 3_600, 30), stage(0, 900, 30)]),
            ),
            ("-", TimeControl::Unlimited),
        ] {
            assert_eq!(parse_pgn(text), Ok(Some(expected)), "{text}");
            assert_eq!(format_pgn(&expected).as_deref(), Some(text));
        }
        let short = TimeControl::Tournament { moves: None, base: 10 * S, increment: S / 10 };
        assert_eq!(parse_pgn("10+0.1"), Ok(Some(short)));
        assert_eq!(format_pgn(&short).as_deref(), Some("10+0.1"));
        assert_eq!(parse_pgn("?"), Ok(None));
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_the_reason() {
        for (text, reason) in [
            ("*60", "`*60` asks for a sandclock, which zeitnot does not have"),
            ("40/300:*60", "`*60` asks for a sandclock, which zeitnot does not have"),
            ("", "``: missing"),
            ("40/300:", "``: missing"),
            ("forty/300", "`forty/300`: not a number"),
            ("40/", "`40/`: not a number"),
            ("300+", "`300+`: not a number"),
            ("40/-300", "`40/-300`: negative"),
            ("99999/300", "`99999/300`: too large"),
            ("300:40/300", "`300` is for the rest of the game, so no stage can follow it"),
            ("1/1:1/1:1/1:1/1:1/1", "there are more than 4 stages"),
        ] {
            assert_eq!(parse_pgn(text).unwrap_err().to_string(), reason, "{text}");
        }
    }

    #[test]
    fn what_the_tag_cannot_express_is_not_written() {
        let minute = stage(0, 60, 0);
        for control in [
            TimeControl::PerMove(S),
            control(&[Stage { at_zero: AtZero::SoftFlag, ..minute }, minute]),
            control(&[stage(40, 60, 0), Stage { resets: true, ..minute }]),
            control(&[minute, minute]),
        ] {
            assert_eq!(format_pgn(&control), None, "{control:?}");
        }
    }
}
