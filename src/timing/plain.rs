//! A policy that gives each move one time and ends it there.

use std::time::Duration;

use super::{Budget, Parameters, Policy, Rule, Signals, Situation, Verdict};
use crate::clock::ClockView;

/// The rule of such a policy: the time of the move to come.
pub(super) type Time = fn(&ClockView, &Situation, &Parameters) -> Duration;

/// A policy that is no more than its name and one time for each move.
#[derive(Clone)]
pub(super) struct Plain {
    name: &'static str,
    time: Time,
    parameters: Parameters,
    planned: Duration,
}

impl Plain {
    pub fn boxed(name: &'static str, time: Time, parameters: &Parameters) -> Box<dyn Policy> {
        let parameters = parameters.clone();
        Box::new(Plain { name, time, parameters, planned: Duration::ZERO })
    }
}

impl Policy for Plain {
    fn name(&self) -> &'static str {
        self.name
    }

    fn boxed_clone(&self) -> Box<dyn Policy> {
        Box::new(self.clone())
    }

    fn plan(&mut self, clock: &ClockView, situation: &Situation) -> Budget {
        self.planned = (self.time)(clock, situation, &self.parameters);
        Budget::flat(self.planned)
    }

    fn review(&mut self, _signals: &Signals, elapsed: Duration) -> Verdict {
        if elapsed < self.planned {
            Verdict::go_on(self.name, Rule::WithinPlan(self.planned), self.planned)
        } else {
            Verdict::stop(self.name, Rule::PlannedTime(self.planned))
        }
    }
}
