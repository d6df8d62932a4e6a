//! Both players' clocks, and the moves they are counted by.

use std::time::Duration;

use super::{ClockView, TimeControl, UNLIMITED};
use crate::position::Color;

/// One player's clock. It belongs to a colour, whoever plays it.
#[derive(Clone, Copy, Debug)]
struct Clock {
    /// Time left when the ledger was last booked.
    left: Duration,
    /// Whether `left` was corrected for the move to come, so that the move's start must keep it.
    corrected: bool,
    /// Moves made when the control came into force.
    counted_from: u32,
    /// Sessions whose end has brought the player a new base.
    sessions_paid: u32,
}

/// Both players' clocks under one control.
///
/// Times are durations since an origin of the caller's choice. Should a smaller `now` follow a
/// greater one, no time has passed in between.
#[derive(Clone, Debug)]
pub struct Ledger {
    control: TimeControl,
    clocks: [Clock; 2],
    running: Option<Color>,
    /// The time up to which the running clock has been charged.
    booked: Duration,
}

impl Ledger {
    /// Clocks set up for `control`, stopped.
    pub fn new(control: TimeControl) -> Self {
        let left = match control {
            TimeControl::Tournament { base, .. } => base,
            TimeControl::PerMove(time) => time,
            TimeControl::Unlimited => UNLIMITED,
        };
        let clock = Clock { left, corrected: false, counted_from: 0, sessions_paid: 0 };
        Ledger { control, clocks: [clock; 2], running: None, booked: Duration::ZERO }
    }

    /// The control in force.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Puts a new control in force: both clocks are set to it and moves are counted from
    /// `moves_made` (by White and by Black). A clock that runs goes on, and the time since it was
    /// started or corrected counts against the new control.
    pub fn set_control(&mut self, control: TimeControl, moves_made: [u32; 2]) {
        self.clocks = Ledger::new(control).clocks;
        self.control = control;
        self.recount(moves_made);
    }

    /// Counts the moves of the session from `moves_made` (by White and by Black) and leaves the
    /// clocks alone: for a game record that begins anew, such as a position set up.
    pub fn recount(&mut self, moves_made: [u32; 2]) {
        for (clock, made) in self.clocks.iter_mut().zip(moves_made) {
            clock.counted_from = made;
            clock.sessions_paid = 0;
        }
    }

    /// Sets both clocks back to the start of the control and stops them; moves count from zero.
    pub fn reset(&mut self) {
        *self = Ledger::new(self.control);
    }

    /// Lets `color`'s clock run from `now` on; the other stands. A clock that runs already is not
    /// touched.
    pub fn start(&mut self, color: Color, now: Duration) {
        self.book(now);
        if self.running != Some(color) {
            self.run(color);
        }
    }

    /// Books the time of the running clock and stops it, no move made.
    pub fn stop(&mut self, now: Duration) {
        self.book(now);
        self.running = None;
    }

    /// The running side has made its move number `moves_made` (counted after the move): books its
    /// time, adds the increment and, at the end of a session, the base; the other clock starts.
    /// Without a running clock nothing happens.
    pub fn press(&mut self, now: Duration, moves_made: u32) {
        self.book(now);
        if let Some(color) = self.running {
            self.credit(color, moves_made);
            self.run(!color);
        }
    }

    /// What the client says is left on `color`'s clock; the truth whenever it arrives. Where every
    /// move has an allotment, the clock shows no more than that, unless the allotment is zero:
    /// some clients cut `st 0.5` to `st 0`.
    pub fn correct(&mut self, color: Color, remaining: Duration, now: Duration) {
        self.book(now);
        let most = self.allotment().filter(|time| !time.is_zero()).unwrap_or(remaining);
        let corrected = self.running != Some(color);
        let clock = self.clock_mut(color);
        clock.left = remaining.min(most);
        clock.corrected = corrected;
    }

    /// Time left on `color`'s clock.
    pub fn remaining(&self, color: Color, now: Duration) -> Duration {
        let running = self.running == Some(color);
        let elapsed = if running { now.saturating_sub(self.booked) } else { Duration::ZERO };
        self.clock(color).left.saturating_sub(elapsed)
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running
    }

    /// Whether `color`'s time is used up.
    pub fn flag_fallen(&self, color: Color, now: Duration) -> bool {
        self.remaining(color, now).is_zero()
    }

    /// Moves until `color`'s next time control after it has made `moves_made` moves; `None` in
    /// sudden death and without a tournament clock.
    ///
    /// Sessions end every so many moves after the move the control came in at. With moves taken
    /// back beyond that, the first session is so much longer.
    pub fn moves_to_go(&self, color: Color, moves_made: u32) -> Option<u32> {
        let session = self.session()?;
        let from = self.clock(color).counted_from;
        Some(match moves_made.checked_sub(from) {
            Some(made) => session - made % session,
            None => session.saturating_add(from - moves_made),
        })
    }

    /// What a policy may know (`lag` and `depth_limit` are filled in by the session).
    pub fn view(&self, color: Color, moves_made: u32, now: Duration) -> ClockView {
        ClockView {
            control: self.control,
            remaining: self.remaining(color, now),
            opponent: self.remaining(!color, now),
            moves_to_go: self.moves_to_go(color, moves_made),
            moves_made,
            delay: Duration::ZERO,
            refills: Vec::new(),
            phase: super::Phase::Main,
            lag: Duration::ZERO,
            depth_limit: None,
        }
    }

    /// Charges the running clock up to `now`; every change to the ledger begins with it.
    fn book(&mut self, now: Duration) {
        if let Some(color) = self.running {
            self.clock_mut(color).left = self.remaining(color, now);
        }
        self.booked = self.booked.max(now);
    }

    /// Starts a move of `color`: its allotment is new, if it has one and nobody has corrected it.
    fn run(&mut self, color: Color) {
        self.running = Some(color);
        let allotment = self.allotment();
        let clock = self.clock_mut(color);
        if !clock.corrected {
            clock.left = allotment.unwrap_or(clock.left);
        }
        clock.corrected = false;
    }

    /// Gives `color` what its move number `moves_made` has earned it. The base is paid once for
    /// each session, so that a move taken back across its end and made again earns nothing.
    fn credit(&mut self, color: Color, moves_made: u32) {
        match self.control {
            TimeControl::Tournament { base, increment, .. } => {
                let session = self.session();
                let clock = self.clock_mut(color);
                clock.left = clock.left.saturating_add(increment);
                let made = moves_made.saturating_sub(clock.counted_from);
                let ended = session.filter(|moves| made.is_multiple_of(*moves));
                if let Some(moves) = ended.filter(|moves| made / moves > clock.sessions_paid) {
                    clock.left = clock.left.saturating_add(base);
                    clock.sessions_paid = made / moves;
                }
            }
            TimeControl::PerMove(time) => self.clock_mut(color).left = time,
            TimeControl::Unlimited => self.clock_mut(color).left = UNLIMITED,
        }
    }

    /// Moves in a session, if there are sessions.
    fn session(&self) -> Option<u32> {
        match self.control {
            TimeControl::Tournament { moves, .. } => moves.map(|moves| moves.get()),
            _ => None,
        }
    }

    /// The time every move has for itself, where nothing carries over from move to move.
    fn allotment(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Tournament { .. } => None,
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Unlimited => Some(UNLIMITED),
        }
    }

    fn clock(&self, color: Color) -> &Clock {
        &self.clocks[color.to_index()]
    }

    fn clock_mut(&mut self, color: Color) -> &mut Clock {
        &mut self.clocks[color.to_index()]
    }
}

#[cfg(test)]
mod tests;
