//! The one home of time in a session: both clocks, the control they run under, what gets lost on the
//! way, and the policy that plans with it all.

use std::time::Duration;

use super::{lag::Lag, stall::Stall};
use crate::{
    clock::{ClockView, GoTimes, Ledger, TimeControl, UNLIMITED},
    message::{Grounds, OneMove, Party},
    options::Settings,
    position::Color,
    timing::{self, Budget, Judge, Needs, Policy, Situation},
};

/// How long after its hard limit a search may still answer before the session does it instead: a busy
/// machine makes even an honest search late, so it is as long as the clock can bear.
const LEAST_GRACE: Duration = Duration::from_millis(10);
const GREATEST_GRACE: Duration = Duration::from_secs(5);
/// The part of what the clock has left beyond the hard limit that may go into it.
const GRACE_SHARE: u32 = 4;
/// Of the time that a request has for its move alone, no more than this part is kept back for what is lost
/// on the way: whoever names so little time wants it used.
const MOST_LOST: u32 = 4;

/// What a move may take.
pub(super) struct Planned {
    /// The time it is given, within what the clock allows.
    pub budget: Budget,
    /// Who says when that is enough.
    pub judge: Box<dyn Judge>,
    /// When, in session time, the session moves by itself; never on a clock made of nodes.
    pub deadline: Option<Duration>,
    /// What the policy was told.
    pub grounds: Box<Grounds>,
}

/// Clocks, control, losses and policy.
pub(super) struct Timekeeper {
    ledger: Ledger,
    /// The client's control; in force unless the operator's overrules it.
    control: TimeControl,
    overruled: bool,
    depth_limit: Option<u32>,
    /// What the next move goes by, if not by clock and depth limit.
    one_move: Option<OneMove>,
    /// Nodes a second of a clock made of nodes.
    node_rate: Option<u64>,
    /// What the operator says, and what the client's clock shows, is lost with every move; and
    /// what a server's client says.
    overhead: Duration,
    lag: Lag,
    stall: Stall,
    told_lag: Duration,
    /// What the request of the moment has for its move alone.
    move_time: Option<Duration>,
    /// Whether the client has named the time left for the engine since the last change of control.
    clock_told: bool,
    /// The moves that the side to move had made when a request last came: between two requests for the same
    /// position nobody has spent time.
    moves_told: u32,
    /// The side that was taken for the engine's when the client last spoke of a clock, until a move is made on one.
    told_as: Option<Color>,
    /// Whether lag was learned from what it said then.
    learned: bool,
    policy: Box<dyn Policy>,
}

impl Timekeeper {
    /// Clocks set up as the settings say, stopped.
    ///
    /// # Errors
    /// If there is no such policy.
    pub fn new(settings: &Settings) -> Result<Timekeeper, String> {
        Ok(Timekeeper {
            ledger: Ledger::new(settings.clock.unwrap_or(settings.level)),
            control: settings.level,
            overruled: settings.clock.is_some(),
            depth_limit: None,
            one_move: None,
            node_rate: None,
            overhead: settings.move_overhead,
            lag: Lag::default(),
            stall: Stall::default(),
            told_lag: Duration::ZERO,
            move_time: None,
            clock_told: false,
            moves_told: 0,
            told_as: None,
            learned: false,
            policy: policy(settings)?,
        })
    }

    /// Goes by other settings: another policy from the next plan on, another overruling control at once.
    ///
    /// # Errors
    /// If there is no such policy; everything else is in force then.
    pub fn set(
        &mut self,
        old: &Settings,
        new: &Settings,
        moves_made: [u32; 2],
    ) -> Result<(), String> {
        self.overhead = new.move_overhead;
        if old.clock != new.clock {
            self.overruled = new.clock.is_some();
            self.ledger.set_control(new.clock.unwrap_or(self.control), moves_made);
        }
        if (&old.policy, &old.parameters) != (&new.policy, &new.parameters) {
            self.policy = policy(new)?;
        }
        Ok(())
    }

    /// The client names a control; it counts from here unless the operator's overrules it.
    pub fn told_control(&mut self, control: TimeControl, moves_made: [u32; 2]) {
        (self.clock_told, self.told_as) = (false, None);
        self.control = control;
        if !self.overruled {
            self.ledger.set_control(control, moves_made);
        }
    }

    /// The client's word on a clock is the truth: that of the engine, which plays `engine` as far as is known, or that of
    /// its opponent. What the engine's differs from our own reckoning is lag, if it plays (`in_play`) and our reckoning
    /// began with the client's word as well.
    pub fn told_clock(
        &mut self,
        engine: Color,
        whose: Party,
        in_play: bool,
        remaining: Duration,
        now: Duration,
    ) {
        let color = if whose == Party::Engine { engine } else { !engine };
        if whose == Party::Engine {
            let known = in_play && self.clock_told;
            self.learned = known && self.lag.learn(self.ledger.remaining(color, now), remaining);
            self.clock_told = true;
        }
        self.told_as = Some(engine);
        self.ledger.correct(color, remaining, now);
    }

    /// The engine plays this side from now on. What the client has said of the clocks since the last move was said of the
    /// engine and its opponent, whichever sides they were taken to play then.
    pub fn engine_plays(&mut self, color: Color, now: Duration) {
        if self.told_as.is_none_or(|engine| engine == color) {
            return;
        }
        self.told_as = Some(color);
        self.ledger.exchange(now);
        if std::mem::take(&mut self.learned) {
            self.lag.unlearn();
        }
    }

    /// Puts the clocks in force that come with a request to search for `side`. Where the operator's control overrules
    /// theirs, what they say of the time left still counts, and so does a time for this move alone.
    pub fn told_times(
        &mut self,
        times: &GoTimes,
        side: Color,
        moves_made: [u32; 2],
        now: Duration,
    ) {
        self.move_time = times.move_time;
        let made = moves_made[side.to_index()];
        let moved = made > std::mem::replace(&mut self.moves_told, made);
        if let Some(left) = times.left[side.to_index()].filter(|_| self.clock_told && moved) {
            self.lag.learn(self.ledger.remaining(side, now), left.min(UNLIMITED));
        }
        let earlier = self.clock_told.then(|| self.ledger.control());
        if self.overruled {
            times.correct(&mut self.ledger, now);
        } else {
            times.apply(&mut self.ledger, side, moves_made, earlier, now);
        }
        let alone = times.move_time.filter(|_| self.overruled);
        self.one_move = alone.map(|time| OneMove { depth: None, nodes: None, time: Some(time) });
        self.clock_told = times.left[side.to_index()].is_some();
    }

    /// The greatest depth of a search in plies, or none.
    pub fn told_depth_limit(&mut self, depth: Option<u32>) {
        self.depth_limit = depth;
    }

    /// The next move goes by this, or again by clock and depth limit.
    pub fn told_one_move(&mut self, limits: Option<OneMove>) {
        self.one_move = limits;
    }

    /// The engine's clock is its node count, so many a second, or the clock on the wall.
    pub fn told_node_rate(&mut self, rate: Option<u64>) {
        self.node_rate = rate;
    }

    /// What the way to a server is known to take, whatever the operator keeps back.
    pub fn told_lag(&mut self, lag: Duration) {
        self.told_lag = lag;
    }

    /// The machine has kept a search, or the session, waiting for so long at worst. A clock made of nodes
    /// waits for it.
    pub fn waited(&mut self, longest: Duration) {
        if self.node_rate.is_none() {
            self.stall.learn(longest);
        }
    }

    /// Our reckoning no longer goes back to the client's word.
    pub fn forget_told(&mut self) {
        self.clock_told = false;
    }

    /// A new game: clocks set back and stopped, depth limit and node clock lifted.
    pub fn reset(&mut self) {
        self.ledger.reset();
        (self.clock_told, self.told_as) = (false, None);
        (self.depth_limit, self.one_move, self.node_rate) = (None, None, None);
    }

    /// Counts moves anew, for another game record.
    pub fn recount(&mut self, moves_made: [u32; 2]) {
        self.ledger.recount(moves_made);
    }

    /// Lets a side's clock run.
    pub fn start(&mut self, side: Color, now: Duration) {
        self.ledger.start(side, now);
    }

    /// Stops the clocks, no move made.
    pub fn stop(&mut self, now: Duration) {
        self.ledger.stop(now);
    }

    /// The running side has made its move number `made`, counted after it.
    pub fn press(&mut self, now: Duration, made: u32) {
        self.told_as = None;
        self.ledger.press(now, made);
    }

    /// The side taken for the engine's when the client last spoke of a clock, until a move is made on one.
    pub fn told_as(&self) -> Option<Color> {
        self.told_as
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.ledger.running()
    }

    /// Time left on a clock.
    pub fn remaining(&self, color: Color, now: Duration) -> Duration {
        self.ledger.remaining(color, now)
    }

    /// The control in force.
    pub fn control(&self) -> TimeControl {
        self.ledger.control()
    }

    /// The depth limit in plies.
    pub fn depth_limit(&self) -> Option<u32> {
        self.one_move.map_or(self.depth_limit, |limits| limits.depth)
    }

    /// The greatest number of nodes for the next move.
    pub fn node_limit(&self) -> Option<u64> {
        self.one_move.and_then(|limits| limits.nodes)
    }

    /// Whether the next move is to be searched: a depth or nodes were asked for, which a book has not.
    pub fn wants_search(&self) -> bool {
        self.one_move.is_some_and(|limits| limits.depth.is_some() || limits.nodes.is_some())
    }

    /// Nodes a second of a clock made of nodes.
    pub fn node_rate(&self) -> Option<u64> {
        self.node_rate
    }

    /// Whether a search that was asked for may end before its time where more of it could change nothing: time for
    /// this move alone is used up.
    pub fn may_settle(&self) -> bool {
        self.move_time.is_none() && !matches!(self.control(), TimeControl::PerMove(_))
    }

    /// The costly signals that the policy wants.
    pub fn needs(&self) -> Needs {
        self.policy.needs()
    }

    /// Plans the move of `side`, which has made `made`, from `now` on: the clock's view to the policy,
    /// its budget and judge, and the time at which nobody waits for the search any longer.
    pub fn plan(&self, side: Color, made: u32, situation: &Situation, now: Duration) -> Planned {
        let view = self.view(side, made, now);
        let (budget, judge) = self.policy.plan(&view, situation);
        let surplus = view.reach().saturating_sub(view.lag).saturating_sub(budget.hard);
        let grace = (surplus / GRACE_SHARE).clamp(LEAST_GRACE, GREATEST_GRACE);
        let deadline = now.saturating_add(budget.hard).saturating_add(grace);
        let policy = self.policy.name().to_owned();
        let grounds = Box::new(Grounds { policy, clock: view, most: budget.hard });
        let deadline = Some(deadline).filter(|_| self.node_rate.is_none());
        Planned { budget, judge, deadline, grounds }
    }

    fn view(&self, side: Color, made: u32, now: Duration) -> ClockView {
        let view = match self.one_move {
            Some(limits) => one_move_view(limits, side, now),
            None => self.ledger.view(side, made, now),
        };
        ClockView {
            lag: self.likely_lag(),
            usual_lag: self.lag.usual(),
            lag_spread: self.lag.spread(self.told_lag),
            stall: self.stall.worst(),
            depth_limit: self.depth_limit(),
            ..view
        }
    }

    /// What this move may lose on the way.
    fn likely_lag(&self) -> Duration {
        let lag = self.overhead.max(self.lag.high()).max(self.told_lag);
        self.move_time.map_or(lag, |time| lag.min(time / MOST_LOST))
    }
}

/// The clock of a move that goes by limits of its own: as if every move had this time, or any.
fn one_move_view(limits: OneMove, side: Color, now: Duration) -> ClockView {
    let control = limits.time.map_or(TimeControl::Unlimited, TimeControl::PerMove);
    let mut ledger = Ledger::new(control);
    ledger.start(side, now);
    ledger.view(side, 0, now)
}

/// The policy that the settings name, with its parameters.
fn policy(settings: &Settings) -> Result<Box<dyn Policy>, String> {
    timing::by_name(&settings.policy, &settings.parameters)
        .ok_or_else(|| format!("there is no time policy {:?}", settings.policy))
}

#[cfg(test)]
mod tests;
