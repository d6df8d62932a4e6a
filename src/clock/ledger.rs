//! Both players' clocks, and the moves they are counted by.

use std::time::Duration;

use super::{ClockView, Flag, Refill, RefillKind, Stages, TimeControl, UNLIMITED};
use crate::position::Color;
use clock::Clock;

mod clock;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod properties;

/// Both players' clocks under one control.
///
/// Times are durations since an origin of the caller's choice. Should a smaller `now` follow a
/// greater one, no time has passed in between.
#[derive(Clone, Debug)]
pub struct Ledger {
    control: TimeControl,
    stages: Stages,
    clocks: [Clock; 2],
    /// Whose clock runs, or would if there were no pause.
    running: Option<Color>,
    paused: bool,
    /// The time up to which the running clock has been charged.
    booked: Duration,
}

impl Ledger {
    /// Clocks set up for `control`, stopped.
    pub fn new(control: TimeControl) -> Self {
        let stages = control.stages();
        let clocks = [Clock::new(&stages); 2];
        let (running, paused, booked) = (None, false, Duration::ZERO);
        Ledger { control, stages, clocks, running, paused, booked }
    }

    /// The control in force.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Puts a new control in force: both clocks are set to it and moves are counted from
    /// `moves_made` (by White and by Black). A clock that runs goes on, and the time since it was
    /// started or corrected counts against the new control.
    pub fn set_control(&mut self, control: TimeControl, moves_made: [u32; 2]) {
        self.control = control;
        self.stages = control.stages();
        self.clocks = [Clock::new(&self.stages); 2];
        self.recount(moves_made);
    }

    /// Counts moves from `moves_made` (by White and by Black) and leaves the clocks alone: for a game
    /// record that begins anew, such as a position set up.
    pub fn recount(&mut self, moves_made: [u32; 2]) {
        for (clock, made) in self.clocks.iter_mut().zip(moves_made) {
            clock.recount(made);
        }
    }

    /// Sets both clocks back to the start of the control and stops them; moves count from zero.
    pub fn reset(&mut self) {
        *self = Ledger::new(self.control);
    }

    /// Lets `color`'s clock run from `now` on; the other stands. A clock that runs already is not
    /// touched. A pause ends.
    pub fn start(&mut self, color: Color, now: Duration) {
        self.book(now);
        self.paused = false;
        if self.running != Some(color) {
            self.run(color);
        }
    }

    /// Books the time of the running clock and stops it, no move made.
    pub fn stop(&mut self, now: Duration) {
        self.book(now);
        self.running = None;
        self.paused = false;
    }

    /// Holds the running clock without ending its move.
    pub fn pause(&mut self, now: Duration) {
        self.book(now);
        self.paused = self.running.is_some();
    }

    /// Lets the clock that `pause` held go on where it stood; moves made meanwhile have taken no time.
    pub fn resume(&mut self, now: Duration) {
        self.book(now);
        self.paused = false;
    }

    /// The running side has made its move number `moves_made` (counted after the move): books its
    /// time, credits what the move has earned (increment, next stage); the other clock starts.
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
    /// some clients cut `st 0.5` to `st 0`. Where overtime follows, a clock corrected to zero is in it.
    pub fn correct(&mut self, color: Color, remaining: Duration, now: Duration) {
        self.book(now);
        let most = self.allotment().filter(|time| !time.is_zero()).unwrap_or(remaining);
        let corrected = self.running != Some(color);
        let stages = self.stages;
        let clock = self.clock_mut(color);
        clock.correct(remaining.min(most));
        clock.corrected = corrected;
        clock.settle(&stages);
    }

    /// Either side's clock has what the other's had: the players have changed sides, and each keeps its time.
    pub fn exchange(&mut self, now: Duration) {
        let [white, black] = [Color::White, Color::Black].map(|color| self.remaining(color, now));
        self.correct(Color::White, black, now);
        self.correct(Color::Black, white, now);
    }

    /// Time left on `color`'s clock.
    pub fn remaining(&self, color: Color, now: Duration) -> Duration {
        self.at(color, now).left
    }

    /// Whose clock runs; none does in a pause.
    pub fn running(&self) -> Option<Color> {
        self.running.filter(|_| !self.paused)
    }

    /// Whether `color`'s time is used up.
    pub fn flag_fallen(&self, color: Color, now: Duration) -> bool {
        self.remaining(color, now).is_zero()
    }

    /// How far `color` has overstepped the time, if at all.
    pub fn flag(&self, color: Color, now: Duration) -> Option<Flag> {
        let clock = self.at(color, now);
        let soft = clock.is_soft().then_some(Flag::Soft);
        if clock.left.is_zero() { Some(Flag::Hard) } else { soft }
    }

    /// Moves until `color`'s next time control after it has made `moves_made` moves, as far as is
    /// booked; `None` in sudden death and without a clock that is carried over.
    ///
    /// Moves count from the one the control came in at. With moves taken back beyond the beginning
    /// of a period, it is so much longer.
    pub fn moves_to_go(&self, color: Color, moves_made: u32) -> Option<u32> {
        let clock = self.clock(color).caught_up(&self.stages, moves_made);
        clock.moves_to_go(&self.stages, moves_made)
    }

    /// What a policy may know (lags, stalls and depth limit are filled in by the session).
    pub fn view(&self, color: Color, moves_made: u32, now: Duration) -> ClockView {
        let stages = &self.stages;
        let clock = self.at(color, now).caught_up(stages, moves_made);
        let refills = match self.control {
            TimeControl::PerMove(amount) => {
                vec![Refill { after_moves: 1, kind: RefillKind::Reset, amount }]
            }
            _ => clock.refills(stages, moves_made),
        };
        ClockView {
            control: self.control,
            remaining: clock.left,
            opponent: self.remaining(!color, now),
            moves_to_go: clock.moves_to_go(stages, moves_made),
            moves_made,
            base: clock.base,
            increment: clock.increment(stages, moves_made),
            delay: clock.delay(stages, moves_made),
            refills,
            overtime: clock.overtime(stages),
            phase: clock.phase(stages),
            lag: Duration::ZERO,
            usual_lag: None,
            lag_spread: Duration::ZERO,
            stall: Duration::ZERO,
            depth_limit: None,
        }
    }

    /// `color`'s clock as it stands at `now`.
    fn at(&self, color: Color, now: Duration) -> Clock {
        let mut clock = *self.clock(color);
        if self.running() == Some(color) {
            clock.charge(&self.stages, now.saturating_sub(self.booked));
        }
        clock
    }

    /// Charges the running clock up to `now`; every change to the ledger begins with it.
    fn book(&mut self, now: Duration) {
        if let Some(color) = self.running {
            *self.clock_mut(color) = self.at(color, now);
        }
        self.booked = self.booked.max(now);
    }

    /// Starts a move of `color`: its allotment is new, if it has one and nobody has corrected it.
    fn run(&mut self, color: Color) {
        self.running = Some(color);
        let (allotment, stages) = (self.allotment(), self.stages);
        let clock = self.clock_mut(color);
        clock.begin_move(&stages);
        if !clock.corrected {
            clock.left = allotment.unwrap_or(clock.left);
        }
        clock.corrected = false;
    }

    /// Gives `color` what its move number `moves_made` has earned it.
    fn credit(&mut self, color: Color, moves_made: u32) {
        let (allotment, stages) = (self.allotment(), self.stages);
        let clock = self.clock_mut(color);
        clock.credit(&stages, moves_made);
        clock.left = allotment.unwrap_or(clock.left);
    }

    /// The time every move has for itself, where nothing carries over from move to move.
    fn allotment(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Tournament { .. } | TimeControl::Staged(_) => None,
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
