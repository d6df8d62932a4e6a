//! What holds for every policy, so that none has to say it: a fixed time for every move, no clock
//! at all, overtime, time that costs nothing, a depth limit, and the end of what the clock allows.

use std::time::Duration;

use super::{
    Budget, Judge, Needs, Policy, Reason, Rule, Signals, Situation, Verdict,
    cap::{cap, lag_to_come},
    overtime::{counted_in, worthless},
};
use crate::clock::{ClockView, TimeControl};

/// No check falls due sooner than this after the last, unless the clock's limit does.
const LEAST_WAIT: Duration = Duration::from_millis(1);

/// A policy, and around it the rules that all policies share. The policy inside plans only for
/// clocks that carry over from move to move.
pub(super) struct Frame(Box<dyn Policy>);

impl Frame {
    pub fn new(policy: Box<dyn Policy>) -> Frame {
        Frame(policy)
    }
}

impl Policy for Frame {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn reckons_ahead(&self) -> bool {
        self.0.reckons_ahead()
    }

    fn limits_untimed(&self) -> bool {
        self.0.limits_untimed()
    }

    /// Here and nowhere else a budget is kept within the clock.
    fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let left = clock.remaining;
        let (asked, who) = match clock.control {
            TimeControl::PerMove(_) => (Budget::flat(left), Who::Allotment(left)),
            TimeControl::Unlimited if !self.limits_untimed() => (Budget::flat(left), Who::Nobody),
            _ => {
                let (budget, judge) = self.timed(clock, situation);
                (budget, Who::Policy(judge))
            }
        };
        let free = worthless(clock);
        let budget = cap(at_least(asked, free), clock);
        let (name, hard, depth_limit) = (self.name(), budget.hard, clock.depth_limit);
        (budget, Box::new(FramedJudge { name, who, free: free.min(hard), hard, depth_limit }))
    }
}

impl Frame {
    /// The plan for a clock that carries over, what lies ahead explained to a policy that does not know.
    fn timed(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
        if self.reckons_ahead() {
            return self.0.plan(clock, situation);
        }
        let remaining = clock.remaining.saturating_sub(lag_to_come(clock));
        self.0.plan(&counted_in(&ClockView { remaining, ..clock.clone() }), situation)
    }
}

/// A budget that takes what costs nothing.
fn at_least(budget: Budget, free: Duration) -> Budget {
    let Budget { soft, hard, next_check } = budget;
    Budget { soft: soft.max(free), hard: hard.max(free), next_check }
}

/// Who decides about the move under way.
enum Who {
    /// The policy's own judge.
    Policy(Box<dyn Judge>),
    /// The fixed time for every move.
    Allotment(Duration),
    /// Nobody: there is no clock.
    Nobody,
}

/// A judge, and the limits that no judge may pass.
struct FramedJudge {
    /// The policy's.
    name: &'static str,
    who: Who,
    /// What the move may take and lose nothing.
    free: Duration,
    /// When the clock allows no more.
    hard: Duration,
    depth_limit: Option<u32>,
}

impl Judge for FramedJudge {
    /// At the hard limit the policy's judge is asked first, so that its rule gives the reason.
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        let depth = signals.completed_depth();
        if let Some(limit) = self.depth_limit.filter(|&limit| depth >= limit) {
            return Verdict::Stop(Reason::DepthLimit(limit));
        }
        match self.judge(signals, elapsed) {
            Verdict::Stop(reason) if elapsed < self.free && reason != Reason::OnlyMove => {
                let reason = Reason::CostsNothing(self.free);
                Verdict::Continue { next_check: self.free, reason }
            }
            Verdict::Continue { .. } if elapsed >= self.hard => Verdict::Stop(Reason::HardLimit),
            Verdict::Continue { next_check, reason } => {
                let next_check = next_check.max(elapsed + LEAST_WAIT).min(self.hard);
                Verdict::Continue { next_check, reason }
            }
            stop => stop,
        }
    }
}

impl FramedJudge {
    /// What the one who decides says, before the clock has its say.
    fn judge(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        let hard = self.hard;
        match &mut self.who {
            Who::Policy(judge) => judge.review(signals, elapsed),
            Who::Allotment(time) if elapsed >= hard => Verdict::Stop(Reason::FixedTime(*time)),
            Who::Allotment(time) => Verdict::go_on(self.name, Rule::WithinPlan(*time), hard),
            Who::Nobody => Verdict::Continue { next_check: hard, reason: Reason::Unlimited },
        }
    }
}

#[cfg(test)]
mod tests;
