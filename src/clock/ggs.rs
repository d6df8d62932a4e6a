//! Time controls in the notation of the Generic Game Server: `ini/inc/ext`, each part
//! `[time[,[N]moves]]`, each time `[[HH:]MM:]SS`.
//!
//! - `ini`: the time to begin with, for so many moves (0: all). When it runs out, a soft flag falls
//!   before overtime begins; with `N`, none does. Overtime also begins when the moves are made.
//! - `inc`: added after every so many moves (1 if left out), in overtime too; with `N`, no more of it
//!   than was spent.
//! - `ext`: overtime, again after every so many moves (0: once for the rest of the game). It is added
//!   to what is left; with `N`, the clock is set to it.
//!
//! Where the notation leaves a case open, this project has decided: a time left out is zero, and with
//! an `ini` of zero the game begins in `ext`.

use std::{fmt, num::NonZeroU32, time::Duration};

use super::{
    AtZero, Bonus, BonusKind, MOST_MOVES, Stage, Stages, TimeControl, number::within_limit,
};

/// A part of the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The initial time.
    Ini,
    /// The increment.
    Inc,
    /// The overtime.
    Ext,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Ini => "ini",
            Part::Inc => "inc",
            Part::Ext => "ext",
        })
    }
}

/// Why a text is no time control in this notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{part}, column {column}: {reason}")]
pub struct GgsError {
    /// The part it goes wrong in.
    pub part: Part,
    /// Where, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong in a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A character that cannot stand there.
    #[error("`{}` does not belong there", .0.escape_debug())]
    Unexpected(char),
    /// The text ends where more is needed: a number, or the `/` before the part.
    #[error("it ends too early; write ini/inc/ext")]
    Incomplete,
    /// Minutes after hours, or seconds after minutes, of sixty or more.
    #[error("minutes and seconds behind a `:` go up to 59")]
    SixtyOrMore,
    /// More than `MOST_MOVES` moves, or longer than `UNLIMITED`.
    #[error("too large")]
    TooLarge,
    /// An increment after every zero moves.
    #[error("it must be at least one move")]
    NoMoves,
    /// A control without any time in it.
    #[error("there is no time at all")]
    NoTime,
}

/// Reads a control in this notation; blanks around it do not matter.
///
/// # Errors
/// Names the part, the column and what is wrong there.
pub fn parse_ggs(text: &str) -> Result<TimeControl, GgsError> {
    let mut reader = Reader { rest: text.trim(), column: 1, part: Part::Ini };
    let ini = reader.part()?;
    reader.slash(Part::Inc)?;
    let inc_column = reader.column;
    let inc = reader.part()?;
    reader.slash(Part::Ext)?;
    let ext = reader.part()?;
    reader.end()?;
    let bonus = bonus(&inc).ok_or(GgsError {
        part: Part::Inc,
        column: inc_column,
        reason: Reason::NoMoves,
    })?;
    let control = control(&ini, bonus, &ext);
    let error = GgsError { part: Part::Ini, column: 1, reason: Reason::NoTime };
    control.filter(has_time).ok_or(error)
}

/// Writes a control in this notation, such that `parse_ggs` reads the same again; `None` for one
/// that the notation cannot express.
pub fn format_ggs(control: &TimeControl) -> Option<String> {
    let stages = match *control {
        TimeControl::PerMove(time) => {
            Stages::single(Stage { resets: true, ..Stage::new(time, Some(NonZeroU32::MIN)) })
        }
        _ => control.stages(),
    };
    let first = stages.first();
    let inc = write_bonus(&first.bonus)?;
    let nothing = "0".to_owned();
    let (ini, ext) = match stages.get(1) {
        None if first.moves.is_none() => (write_part(&first, false)?, nothing),
        None => (nothing, write_part(&first, first.resets)?),
        Some(last) => {
            let empty = last == Stage { bonus: last.bonus, ..Stage::new(Duration::ZERO, None) };
            let ext = if empty { nothing } else { write_part(&last, last.resets)? };
            (write_part(&first, first.at_zero == AtZero::Overtime)?, ext)
        }
    };
    let text = format!("{ini}/{inc}/{ext}");
    Some(text).filter(|text| parse_ggs(text).as_ref() == Ok(control))
}

/// A part as it is written; what is left out is zero or `None`.
#[derive(Default)]
struct Written {
    time: Duration,
    n: bool,
    moves: Option<u32>,
}

impl Written {
    /// The moves of a stage: zero stands for all that remain.
    fn stage_moves(&self) -> Option<NonZeroU32> {
        self.moves.and_then(NonZeroU32::new)
    }
}

/// The bonus that `inc` means; `None` if it is for every zero moves.
fn bonus(inc: &Written) -> Option<Bonus> {
    let every = NonZeroU32::new(inc.moves.unwrap_or(1))?;
    let kind = if inc.n { BonusKind::Bronstein } else { BonusKind::Increment };
    let bonus = Bonus { time: inc.time, every, kind };
    Some(if inc.time.is_zero() { Bonus::NONE } else { bonus })
}

/// The control that the parts make together: one stage where the other is never reached.
fn control(ini: &Written, bonus: Bonus, ext: &Written) -> Option<TimeControl> {
    let at_zero = if ini.n { AtZero::Overtime } else { AtZero::SoftFlag };
    let first = Stage { bonus, ..Stage::new(ini.time, ini.stage_moves()) };
    let last = Stage { bonus, resets: ext.n, ..Stage::new(ext.time, ext.stage_moves()) };
    let stages = if ini.time.is_zero() {
        Stages::single(last)
    } else if ini.stage_moves().is_none() && ext.time.is_zero() {
        Stages::single(first)
    } else {
        Stages::new([Stage { at_zero, ..first }, last])?
    };
    Some(stages.into())
}

/// Whether there is any time to play with.
fn has_time(control: &TimeControl) -> bool {
    control.stages().iter().any(|stage| !stage.time.is_zero() || !stage.bonus.time.is_zero())
}

/// Reads from left to right and knows where it stands.
struct Reader<'a> {
    rest: &'a str,
    column: usize,
    part: Part,
}

impl Reader<'_> {
    /// `[time[,[N]moves]]`.
    fn part(&mut self) -> Result<Written, GgsError> {
        if matches!(self.peek(), None | Some('/')) {
            return Ok(Written::default());
        }
        let time = self.time()?;
        if !self.take(',') {
            return Ok(Written { time, ..Written::default() });
        }
        let n = self.take('N');
        let start = self.column;
        let moves = self.number()?;
        let too_large = self.error_at(start, Reason::TooLarge);
        let moves = u32::try_from(moves).ok().filter(|&moves| u64::from(moves) <= MOST_MOVES);
        Ok(Written { time, n, moves: Some(moves.ok_or(too_large)?) })
    }

    /// `[[HH:]MM:]SS`.
    fn time(&mut self) -> Result<Duration, GgsError> {
        let start = self.column;
        let mut total = self.number()?;
        for _ in 0..2 {
            if !self.take(':') {
                break;
            }
            let column = self.column;
            let part = self.number()?;
            if part >= 60 {
                return Err(self.error_at(column, Reason::SixtyOrMore));
            }
            total = total.saturating_mul(60).saturating_add(part);
        }
        let total = within_limit(Some(Duration::from_secs(total)));
        total.map_err(|_| self.error_at(start, Reason::TooLarge))
    }

    /// One digit or more.
    fn number(&mut self) -> Result<u64, GgsError> {
        let start = self.column;
        let mut value = self.digit().ok_or_else(|| self.surprise())?;
        while let Some(digit) = self.digit() {
            let grown = value.checked_mul(10).and_then(|value| value.checked_add(digit));
            value = grown.ok_or(self.error_at(start, Reason::TooLarge))?;
        }
        Ok(value)
    }

    fn digit(&mut self) -> Option<u64> {
        let digit = self.peek().and_then(|c| c.to_digit(10))?;
        self.advance();
        Some(u64::from(digit))
    }

    /// The border before `next`, which is the part to blame if the text ends here.
    fn slash(&mut self, next: Part) -> Result<(), GgsError> {
        if self.peek().is_none() {
            self.part = next;
        }
        if !self.take('/') {
            return Err(self.surprise());
        }
        self.part = next;
        Ok(())
    }

    fn end(&self) -> Result<(), GgsError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.surprise()) }
    }

    fn take(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        if there {
            self.advance();
        }
        there
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn advance(&mut self) {
        let mut chars = self.rest.chars();
        if chars.next().is_some() {
            self.rest = chars.as_str();
            self.column += 1;
        }
    }

    /// What stands here should not, or nothing does and something should.
    fn surprise(&self) -> GgsError {
        self.error_at(self.column, self.peek().map_or(Reason::Incomplete, Reason::Unexpected))
    }

    fn error_at(&self, column: usize, reason: Reason) -> GgsError {
        GgsError { part: self.part, column, reason }
    }
}

fn write_bonus(bonus: &Bonus) -> Option<String> {
    let n = match bonus.kind {
        BonusKind::Increment => "",
        BonusKind::Bronstein => "N",
        BonusKind::Delay => return None,
    };
    let time = write_time(bonus.time)?;
    Some(match bonus.every.get() {
        _ if bonus.time.is_zero() => String::new(),
        1 if n.is_empty() => time,
        every => format!("{time},{n}{every}"),
    })
}

fn write_part(stage: &Stage, n: bool) -> Option<String> {
    let n = if n { "N" } else { "" };
    Some(format!("{},{n}{}", write_time(stage.time)?, stage.moves.map_or(0, NonZeroU32::get)))
}

/// `[[HH:]MM:]SS`; `None` for fractions of a second.
fn write_time(time: Duration) -> Option<String> {
    if time.subsec_nanos() > 0 {
        return None;
    }
    let secs = time.as_secs();
    let (hours, minutes, seconds) = (secs / 3600, secs / 60 % 60, secs % 60);
    Some(match (hours, minutes) {
        (0, 0) => seconds.to_string(),
        (0, _) => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    })
}

#[cfg(test)]
mod tests;
