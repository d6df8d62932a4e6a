//! A policy that gives each move one time and ends it there.

use std::time::Duration;

use super::{Budget, Judge, Parameters, Policy, Rule, Signals, Situation, Verdict};
use crate::clock::ClockView;

/// The rule of such a policy: the time of the move to come.
pub(super) type Time = fn(&ClockView, &Situation, &Parameters) -> Duration;

/// A policy that is no more than its name and one time for each move.
pub(super) struct Plain {
    name: &'static str,
    time: Time,
    parameters: Parameters,
}

impl Plain {
    pub fn boxed(name: &'static str, time: Time, parameters: &Parameters) -> Box<dyn Policy> {
        Box::new(Plain { name, time, parameters: parameters.clone() })
    }
}

impl Policy for Plain {
    fn name(&self) -> &'static str {
        self.name
    }

    fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let planned = (self.time)(clock, situation, &self.parameters);
        (Budget::flat(planned), Box::new(PlainJudge { name: self.name, planned }))
    }
}

/// Ends the search when its time is used up.
struct PlainJudge {
    name: &'static str,
    planned: Duration,
}

impl Judge for PlainJudge {
    fn review(&mut self, _signals: &Signals, elapsed: Duration) -> Verdict {
        if elapsed < self.planned {
            Verdict::go_on(self.name, Rule::WithinPlan(self.planned), self.planned)
        } else {
            Verdict::stop(self.name, Rule::PlannedTime(self.planned))
        }
    }
}
