//! The clocks of a game on paper, move by move.

use std::time::Duration;

use crate::{
    clock::{Ledger, TimeControl, UNLIMITED, parse_ggs, parse_pgn},
    pgn::Record,
    position::Color,
};

/// What is known of a move's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Time the move took.
    pub used: Option<Duration>,
    /// Time left on the mover's clock before it.
    pub before: Option<Duration>,
    /// Time left after it, with what it has earned.
    pub after: Option<Duration>,
}

/// The control of a game, if its tag tells one that zeitnot knows: as the standard has it or, for what
/// that cannot say, as on the Generic Game Server.
pub fn control(record: &Record) -> Option<TimeControl> {
    let tag = record.tags.get("TimeControl")?;
    parse_pgn(tag).unwrap_or_else(|_| parse_ggs(tag).ok())
}

/// The times of all moves, under the control that the game's tag tells.
pub fn timeline(record: &Record) -> Vec<Moment> {
    timeline_under(record, control(record))
}

/// The times of all moves. What comments do not tell is reckoned by the time control: clocks from the
/// times of moves, and times of moves from clocks. A side whose moves have no times has no clock; a move
/// without one among others that tell theirs has none, whatever its clock says, for it may have stood still.
pub fn timeline_under(record: &Record, control: Option<TimeControl>) -> Vec<Moment> {
    let mut clocks = Clocks::new(control, record.start.side());
    let side = record.start.side();
    let mut moments = Vec::with_capacity(record.moves.len());
    for (first, told) in clocks.tells.iter_mut().enumerate() {
        let mut own = record.moves.iter().skip(first ^ side.to_index()).step_by(2);
        *told = own.any(|ply| ply.elapsed.is_some());
    }
    for (i, ply) in record.moves.iter().enumerate() {
        let color = if i % 2 == 0 { side } else { !side };
        moments.push(clocks.moved(color, ply.elapsed, ply.clock));
    }
    let timed = |moment: &Moment| moment.used.is_some() || moment.after.is_some();
    for first in 0..2 {
        if !moments.iter().skip(first).step_by(2).any(timed) {
            moments
                .iter_mut()
                .skip(first)
                .step_by(2)
                .for_each(|moment| *moment = Moment::default());
        }
    }
    moments
}

/// Both clocks as they run through a game.
struct Clocks {
    /// By the time control, if there is one.
    ledger: Option<Ledger>,
    /// As comments have told them last.
    told: [Option<Duration>; 2],
    /// Moves made.
    made: [u32; 2],
    /// Whether a move of this side had a time.
    timed: [bool; 2],
    /// Whether moves of this side tell their times themselves.
    tells: [bool; 2],
    /// Time passed since the beginning.
    now: Duration,
}

impl Clocks {
    fn new(control: Option<TimeControl>, first: Color) -> Clocks {
        let carried = control.filter(|&control| control != TimeControl::Unlimited);
        let mut ledger = carried.map(Ledger::new);
        if let Some(ledger) = &mut ledger {
            ledger.start(first, Duration::ZERO);
        }
        let (timed, tells) = ([false; 2], [false; 2]);
        Clocks { ledger, told: [None; 2], made: [0; 2], timed, tells, now: Duration::ZERO }
    }

    /// A move was made, and the paper says what it took, or what is left, or nothing.
    fn moved(&mut self, color: Color, used: Option<Duration>, left: Option<Duration>) -> Moment {
        let side = color.to_index();
        self.made[side] += 1;
        let before = self.left(color);
        let used = used.or_else(|| self.difference(color, left));
        self.now = self.now.saturating_add(used.unwrap_or_default()).min(UNLIMITED);
        if let Some(ledger) = &mut self.ledger {
            ledger.press(self.now, self.made[side]);
            if let Some(left) = left {
                ledger.correct(color, left, self.now);
            }
        }
        self.told[side] = left;
        self.timed[side] |= used.is_some() || left.is_some();
        let after = left.or_else(|| self.left(color)).filter(|_| self.timed[side]);
        Moment { used, before: before.filter(|_| self.timed[side]), after }
    }

    /// What is left on a clock.
    fn left(&self, color: Color) -> Option<Duration> {
        let reckoned = self.ledger.as_ref().map(|ledger| ledger.remaining(color, self.now));
        reckoned.or(self.told[color.to_index()])
    }

    /// The time of a move by the clock after it: what is missing from a clock that has lost no time. A clock that
    /// the first move has earned nothing did not run yet.
    fn difference(&self, color: Color, left: Option<Duration>) -> Option<Duration> {
        let made = self.made[color.to_index()];
        if self.tells[color.to_index()] {
            return None;
        }
        let mut ledger = self.ledger.clone()?;
        let before = ledger.remaining(color, self.now);
        ledger.press(self.now, made);
        let used = ledger.remaining(color, self.now).checked_sub(left?)?;
        let stood_still = made == 1 && left == Some(before);
        (!stood_still || used.is_zero()).then_some(used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Reader;

    fn moments(text: &str) -> Vec<Moment> {
        let record = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        timeline(&record)
    }

    fn seconds(moments: &[Moment], of: fn(&Moment) -> Option<Duration>) -> Vec<Option<f64>> {
        moments.iter().map(|moment| of(moment).map(|time| time.as_secs_f64())).collect()
    }

    #[test]
    fn clocks_are_reckoned_from_times() {
        let game = moments(
            "[TimeControl \"60+2\"]\n1. e4 {[%emt 5]} e5 2. d4 {[%emt 10]} exd4 3. c3 {garbled} *",
        );
        let some = |s| Some(s);
        assert_eq!(seconds(&game, |m| m.before), [some(60.0), None, some(57.0), None, some(49.0)]);
        assert_eq!(seconds(&game, |m| m.after), [some(57.0), None, some(49.0), None, some(51.0)]);
        assert_eq!(game[4].used, None);
    }

    #[test]
    fn times_are_reckoned_from_clocks() {
        let game = moments(
            "[TimeControl \"2/60:30\"]\n1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:59]} \
             2. d4 {[%clk 0:01:10]} d5 {[%clk 0:01:29]} 3. c4 {[%clk 0:01:09.5]} *",
        );
        let used = [10.0, 1.0, 10.0, 0.0, 0.5].map(Some);
        assert_eq!(seconds(&game, |m| m.used), used);
        assert_eq!(game[4].before, Some(Duration::from_secs(70)));
    }

    #[test]
    fn a_clock_that_has_not_run_tells_no_time() {
        let first =
            moments("[TimeControl \"300+7\"]\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:04]} *");
        assert_eq!(seconds(&first, |m| m.used), [None, Some(3.0)]);
        let taken_back = moments(
            "[TimeControl \"300+7\"]\n1. e4 {[%clk 0:05:02] [%emt 5]} e5 2. d4 {[%clk 0:04:50]} *",
        );
        assert_eq!(seconds(&taken_back, |m| m.used), [Some(5.0), None, None]);
    }

    #[test]
    fn without_a_control_only_what_is_told_is_known() {
        let game = moments("1. e4 {[%clk 0:00:50]} e5 2. d4 {[%clk 0:00:40] [%emt 12]} d5 *");
        assert_eq!(seconds(&game, |m| m.before), [None, None, Some(50.0), None]);
        assert_eq!(seconds(&game, |m| m.used), [None, None, Some(12.0), None]);
        assert_eq!(moments("1. e4 e5 *"), [Moment::default(); 2]);
    }

    #[test]
    fn a_clock_that_shows_more_than_it_can_tells_no_time() {
        let game =
            moments("[TimeControl \"60\"]\n1. e4 {[%clk 0:05:00]} e5 2. d4 {[%clk 0:04:00]} *");
        assert_eq!(seconds(&game, |m| m.used), [None, None, Some(60.0)]);
    }
}
