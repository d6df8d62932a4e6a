//! The policy `fixed`: the same time for every move, as the page "Timing Moves" of the engine Rival
//! and many others offer it. It holds without a clock as well.

use std::time::Duration;

use super::{
    Budget, Judge, Parameters, Policy, Reason, Rule, Signals, Situation, Verdict,
    parameters::FIXED_TIME, shares::sustainable,
};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "fixed";

/// The policy: the time of every move.
#[derive(Clone, Debug)]
pub struct Fixed(Duration);

impl Fixed {
    /// The policy with the time the parameters say.
    pub fn new(parameters: &Parameters) -> Fixed {
        Fixed(parameters.time(FIXED_TIME))
    }
}

impl Policy for Fixed {
    fn name(&self) -> &'static str {
        NAME
    }

    fn limits_untimed(&self) -> bool {
        true
    }

    fn plan(&self, clock: &ClockView, _situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let planned = self.0.min(sustainable(clock));
        (Budget::flat(planned), Box::new(FixedJudge(planned)))
    }
}

/// Ends the search when what the clock leaves of the fixed time is used up.
struct FixedJudge(Duration);

impl Judge for FixedJudge {
    fn review(&mut self, _signals: &Signals, elapsed: Duration) -> Verdict {
        if elapsed < self.0 {
            Verdict::go_on(NAME, Rule::WithinPlan(self.0), self.0)
        } else {
            Verdict::Stop(Reason::FixedTime(self.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::{TimeControl, UNLIMITED},
        timing::testing::*,
    };

    fn end(clock: &ClockView) -> (Duration, String) {
        let mut parameters = Parameters::default();
        parameters.set("fixed_time", 700).expect("in range");
        let mut judge = planned_with(NAME, clock, &parameters);
        run(judge.as_mut(), s(0), &iteration(9, 300, 0))
    }

    #[test]
    fn every_move_takes_the_same_time_with_a_clock_and_without() {
        let untimed = view(TimeControl::Unlimited, UNLIMITED, None);
        for clock in [sudden_death(s(300), ms(0)), with_moves_to_go(s(300), 3), untimed] {
            assert_eq!(end(&clock), (ms(700), "fixed 700 ms used".to_owned()));
        }
    }

    #[test]
    fn a_clock_that_runs_out_comes_first() {
        assert_eq!(end(&sudden_death(s(2), ms(0))).0, ms(200));
        assert_eq!(end(&with_moves_to_go(s(2), 1)).0, ms(700));
    }
}
