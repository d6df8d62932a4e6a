//! The policy `ethereal-like`: a modern baseline for comparison, after what Ethereal does.

use std::time::Duration;

use super::{
    Budget, Cause, Judge, Policy, Rule, Signals, Situation, Verdict,
    scaling::{Iterations, Scaled, scale},
    shares::scaled,
};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "ethereal-like";

/// Completed iterations that the present score is compared across.
const SCORES: usize = 4;
/// Iterations before the policy interferes.
const LEAST_DEPTH: u32 = 4;
/// Iterations in a row with the same best move count up to here.
const MOST_STABLE: u32 = 10;

/// The policy.
#[derive(Clone, Copy, Debug)]
pub struct EtherealLike;

impl Policy for EtherealLike {
    fn name(&self) -> &'static str {
        NAME
    }

    fn plan(&self, clock: &ClockView, _situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let (ideal, most) = ideal_and_most(clock);
        let judge = EtherealLikeJudge { ideal, most, ..EtherealLikeJudge::default() };
        (Budget { soft: ideal, hard: most, next_check: most }, Box::new(judge))
    }
}

/// Judges one move by an ideal time that its search scales.
#[derive(Debug, Default)]
struct EtherealLikeJudge {
    ideal: Duration,
    most: Duration,
    iterations: Iterations,
    /// The last scores of completed iterations, the newest first.
    scores: Vec<i32>,
}

impl Judge for EtherealLikeJudge {
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        if self.iterations.has_ended(signals) {
            self.scores.insert(0, signals.score);
            self.scores.truncate(SCORES);
        }
        if elapsed >= self.most {
            return Verdict::stop(NAME, Rule::MostTime(self.most));
        }
        let scaled = self.scaled(signals);
        let Scaled { time, cause, percent } = scaled;
        let deep = signals.depth >= LEAST_DEPTH;
        if signals.completed && deep && elapsed >= time {
            return Verdict::stop(NAME, Rule::Scaled { cause, percent });
        }
        let rule = match elapsed >= self.ideal && !deep {
            true => Rule::Shallow { depth: LEAST_DEPTH, until: self.most },
            false => scaled.goes_on(self.ideal, elapsed, self.most),
        };
        Verdict::go_on(NAME, rule, self.most)
    }
}

impl EtherealLikeJudge {
    /// The ideal time after what the search shows: 80 to 120 % by stability, 75 to 125 % by the
    /// score, at least half by the nodes spent beside the best move.
    fn scaled(&self, signals: &Signals) -> Scaled {
        let stability = 1.2 - 0.04 * f64::from(signals.stable_iterations.min(MOST_STABLE));
        let drop = match (self.scores.first(), self.scores.get(SCORES - 1)) {
            (Some(&now), Some(&before)) => f64::from(before) - f64::from(now),
            _ => 0.0,
        };
        let score = (0.05 * drop).clamp(0.75, 1.25);
        let others = 1.0 - f64::from(signals.best_share.min(1_000)) / 1_000.0;
        let nodes = (0.4 + 2.0 * others).max(0.5);
        let causes = [Cause::Stability, Cause::Score, Cause::Nodes].map(Some);
        let factors = [stability, score, nodes];
        scale(self.ideal, &[0, 1, 2].map(|i| (causes[i], factors[i])))
    }
}

/// A twentieth of what the clock and 25 increments hold, and four times as much. Decided for a
/// known number of moves to go: 1.8 shares of a few moves more than that, and the same multiple.
fn ideal_and_most(clock: &ClockView) -> (Duration, Duration) {
    let (left, increment) = (clock.remaining.saturating_sub(clock.lag), clock.increment);
    let ideal = match clock.moves_to_go {
        None => scaled(left.saturating_add(increment.saturating_mul(25)), 2.5 / 50.0),
        Some(moves) => scaled(left, 1.8 / (f64::from(moves) + 5.0)).saturating_add(increment),
    };
    (ideal.min(left), ideal.saturating_mul(4).min(left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    fn three_minutes() -> Box<dyn Judge> {
        let clock = ClockView { lag: ms(300), ..sudden_death(s(180), ms(0)) };
        EtherealLike.plan(&clock, &Situation::default()).1
    }

    /// Iteration `depth` with a score that has stood for long and half of the nodes elsewhere.
    fn even(depth: u32, score: i32) -> Signals {
        let (stable_iterations, best_share) = (5, 700);
        Signals { stable_iterations, best_share, ..iteration(depth, score, score) }
    }

    #[test]
    fn the_times_of_the_original() {
        for (base, increment, ideal, most) in
            [(s(180), s(0), 8_985, 35_940), (s(180), s(2), 11_485, 45_940)]
        {
            let clock = ClockView { lag: ms(300), ..sudden_death(base, increment) };
            let (budget, _) = EtherealLike.plan(&clock, &Situation::default());
            assert_close(budget.soft, ms(ideal));
            assert_close(budget.hard, ms(most));
        }
    }

    #[test]
    fn up_to_a_control_the_moves_are_counted() {
        for (moves, ideal, most) in [(40, s(4), s(16)), (13, s(10), s(40)), (1, s(30), s(100))] {
            let clock = with_moves_to_go(s(100), moves);
            let (budget, _) = EtherealLike.plan(&clock, &Situation::default());
            assert_close(budget.soft, ideal);
            assert_close(budget.hard, most);
        }
    }

    #[test]
    fn iterations_end_the_search_by_the_scaled_time() {
        for (scores, stable, share, ends) in [
            ([0, 0, 0, 0], 10, 950, "little to compare, 30 % of the optimum is enough"),
            ([0, 0, 0, 0], 99, 700, "steady score, 60 % of the optimum is enough"),
            ([50, 0, 0, 0], 0, 700, "falling score, 150 % of the optimum allowed"),
            ([50, 50, 50, 50], 0, 100, "much to compare, 198 % of the optimum allowed"),
        ] {
            let mut judge = three_minutes();
            let mut last = even(0, 0);
            for (depth, score) in (5..).zip(scores) {
                last =
                    Signals { stable_iterations: stable, best_share: share, ..even(depth, score) };
                goes_on(judge.review(&last, ms(1)));
            }
            let reason = stopped_by(judge.review(&last, s(35)));
            assert_eq!(reason, format!("ethereal-like: {ends}"));
        }
    }

    #[test]
    fn shallow_and_unfinished_iterations_go_on_to_the_most() {
        for signals in [even(3, 0), Signals { completed: false, ..even(9, 0) }] {
            let mut judge = three_minutes();
            assert_close(goes_on(judge.review(&signals, s(30))).0, ms(35_940));
            let end = run(judge.as_mut(), s(30), &signals);
            assert_eq!(end.1, "ethereal-like: the most for a move, 35.9 s, used");
        }
    }

    #[test]
    fn beyond_the_plan_the_reason_to_go_on_is_named() {
        let inside = |signals| Signals { completed: false, ..signals };
        let much = Signals { best_share: 100, ..even(9, 0) };
        for (signals, elapsed, reason) in [
            (even(3, 0), s(30), "depth 4 comes first, extended to 35.9 s"),
            (inside(even(9, 0)), s(30), "the iteration under way may end, extended to 35.9 s"),
            (much, s(10), "much to compare, worth 165 % of the optimum, extended to 35.9 s"),
        ] {
            let told = goes_on(three_minutes().review(&signals, elapsed)).1;
            assert_eq!(told, format!("ethereal-like: {reason}"));
        }
    }
}
