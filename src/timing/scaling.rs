//! Planned times scaled by what the search shows, as modern engines do it.

use std::time::Duration;

use super::{Cause, Rule, Signals, shares::scaled};

/// A planned time after scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scaled {
    /// The new time.
    pub time: Duration,
    /// What scaled it most in the direction it went; `None` if that has no name, or the time is what it was.
    pub cause: Option<Cause>,
    /// What it was scaled to.
    pub percent: u32,
}

impl Scaled {
    /// Why a search of this age goes on: its plan is not used up, or it has been given more, or its iteration
    /// may end. It is over at `until` at the latest.
    pub fn goes_on(&self, planned: Duration, elapsed: Duration, until: Duration) -> Rule {
        let Scaled { time, cause, percent } = *self;
        match elapsed {
            _ if elapsed < planned => Rule::WithinPlan(planned),
            _ if elapsed < time => Rule::Stretched { cause, percent, until },
            _ => Rule::Unfinished { until },
        }
    }
}

/// Scales a time by the product of all factors; a factor without a name is never the cause.
pub(super) fn scale(time: Duration, factors: &[(Option<Cause>, f64)]) -> Scaled {
    let product: f64 = factors.iter().map(|(_, factor)| factor).product();
    let percent = (product * 100.0).round() as u32;
    // How far a factor goes the way that they all go together.
    let towards = |factor: f64| if percent < 100 { 1.0 - factor } else { factor - 1.0 };
    let named = factors.iter().filter_map(|&(cause, factor)| Some((cause?, towards(factor))));
    let causes = named.filter(|(_, far)| percent != 100 && *far > 0.0);
    let cause = causes.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(cause, _)| cause);
    Scaled { time: scaled(time, product), cause, percent }
}

/// Tells the end of each iteration from the checks after it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Iterations {
    /// Depth of the last one heard of, in plies.
    depth: u32,
}

impl Iterations {
    /// Whether these signals are the first to tell of a completed iteration.
    pub fn has_ended(&mut self, signals: &Signals) -> bool {
        let new = signals.completed && signals.depth > self.depth;
        self.depth = self.depth.max(signals.completed_depth());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    #[test]
    fn the_strongest_factor_in_the_direction_taken_is_the_cause() {
        for (score, percent, cause) in
            [(1.2, 60, Some(Cause::Nodes)), (4.0, 200, Some(Cause::Score)), (2.0, 100, None)]
        {
            let factors = [(Some(Cause::Score), score), (Some(Cause::Nodes), 0.5)];
            let time = ms(100) * percent;
            assert_eq!(scale(s(10), &factors), Scaled { time, cause, percent });
        }
    }

    #[test]
    fn a_factor_without_a_name_is_no_cause() {
        let cause = |score| scale(s(10), &[(Some(Cause::Score), score), (None, 1.2)]).cause;
        assert_eq!([cause(1.1), cause(0.9)], [Some(Cause::Score), None]);
    }

    #[test]
    fn a_search_beyond_its_plan_says_what_has_stretched_it() {
        let scaled = scale(s(10), &[(Some(Cause::Changes), 2.0)]);
        for (elapsed, words) in [
            (s(9), "within the planned 10.0 s"),
            (s(10), "best move keeps changing, worth 200 % of the optimum, extended to 50.0 s"),
            (s(20), "the iteration under way may end, extended to 50.0 s"),
        ] {
            assert_eq!(scaled.goes_on(s(10), elapsed, s(50)).to_string(), words);
        }
    }

    #[test]
    fn each_iteration_ends_once() {
        let mut iterations = Iterations::default();
        let part = Signals { completed: false, ..iteration(3, 0, 0) };
        assert!(iterations.has_ended(&iteration(2, 0, 0)));
        assert!(!iterations.has_ended(&iteration(2, 0, 0)));
        assert!(!iterations.has_ended(&part));
        assert!(iterations.has_ended(&iteration(3, 0, 0)));
    }
}
