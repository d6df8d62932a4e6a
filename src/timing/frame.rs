//! What holds for every policy, so that none has to say it: a fixed time for every move, no clock
//! at all, a depth limit, and the end of what the clock allows.

use std::time::Duration;

use super::{Budget, Needs, Policy, Reason, Rule, Signals, Situation, Verdict, cap};
use crate::clock::{ClockView, TimeControl};

/// No check falls due sooner than this after the last, unless the clock's limit does.
const LEAST_WAIT: Duration = Duration::from_millis(1);

/// Who decides about the move under way.
#[derive(Clone, Copy, Debug)]
enum Judge {
    /// The policy inside.
    Policy,
    /// The fixed time for every move.
    Allotment(Duration),
    /// Nobody: there is no clock.
    Nobody,
}

/// A policy, and around it the rules that all policies share. The policy inside plans only for
/// clocks that carry over from move to move.
pub(super) struct Frame {
    policy: Box<dyn Policy>,
    judge: Judge,
    /// When the clock allows no more.
    hard: Duration,
    depth_limit: Option<u32>,
}

impl Frame {
    pub fn new(policy: Box<dyn Policy>) -> Frame {
        Frame { policy, judge: Judge::Policy, hard: Duration::ZERO, depth_limit: None }
    }
}

impl Policy for Frame {
    fn name(&self) -> &'static str {
        self.policy.name()
    }

    fn boxed_clone(&self) -> Box<dyn Policy> {
        Box::new(Frame { policy: self.policy.boxed_clone(), ..*self })
    }

    fn needs(&self) -> Needs {
        self.policy.needs()
    }

    fn limits_untimed(&self) -> bool {
        self.policy.limits_untimed()
    }

    fn plan(&mut self, clock: &ClockView, situation: &Situation) -> Budget {
        let left = clock.remaining;
        self.judge = match clock.control {
            TimeControl::PerMove(_) => Judge::Allotment(left),
            TimeControl::Unlimited if !self.policy.limits_untimed() => Judge::Nobody,
            _ => Judge::Policy,
        };
        let budget = match self.judge {
            Judge::Policy => self.policy.plan(clock, situation),
            Judge::Allotment(_) | Judge::Nobody => Budget::flat(left),
        };
        self.hard = cap(budget, clock).hard;
        self.depth_limit = clock.depth_limit;
        budget
    }

    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        let depth = signals.completed_depth();
        if let Some(limit) = self.depth_limit.filter(|&limit| depth >= limit) {
            return Verdict::Stop(Reason::DepthLimit(limit));
        }
        match self.judge(signals, elapsed) {
            Verdict::Continue { .. } if elapsed >= self.hard => Verdict::Stop(Reason::HardLimit),
            Verdict::Continue { next_check, reason } => {
                let next_check = next_check.max(elapsed + LEAST_WAIT).min(self.hard);
                Verdict::Continue { next_check, reason }
            }
            stop => stop,
        }
    }
}

impl Frame {
    /// What the one who decides says, before the clock has its say.
    fn judge(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        match self.judge {
            Judge::Policy => self.policy.review(signals, elapsed),
            Judge::Allotment(time) if elapsed >= self.hard => {
                Verdict::Stop(Reason::FixedTime(time))
            }
            Judge::Allotment(time) => {
                Verdict::go_on(self.policy.name(), Rule::WithinPlan(time), self.hard)
            }
            Judge::Nobody => Verdict::Continue { next_check: self.hard, reason: Reason::Unlimited },
        }
    }
}

#[cfg(test)]
mod tests;
