//! The policy `crafty-like`: a baseline for comparison, after what Crafty does: a share of the clock
//! scaled by how difficult the choice has been so far.

use std::time::Duration;

use super::{
    Budget, Cause, Judge, Policy, Rule, Signals, Situation, Verdict,
    scaling::{Iterations, Scaled, scale},
};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "crafty-like";

/// Moves expected without a control ahead, without and with pondering.
const MOVES: u32 = 26;
const MOVES_PONDERING: u32 = 20;
/// The longest a move may take, in multiples of its time.
const MOST: u32 = 5;
/// The difficulty in percent of the planned time: at first, its bounds, and what a change adds.
const ORDINARY: f64 = 100.0;
const EASIEST: f64 = 60.0;
const HARDEST: f64 = 200.0;
const STEP: f64 = 20.0;
/// An iteration without a change leaves this part of it.
const EASIER: f64 = 0.9;

/// The policy.
#[derive(Clone, Copy, Debug)]
pub struct CraftyLike;

impl Policy for CraftyLike {
    fn name(&self) -> &'static str {
        NAME
    }

    fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let judge = CraftyLikeJudge::new(clock, situation);
        let (target, most) = (judge.target, judge.most);
        let next_check = judge.scaled().time.min(most);
        (Budget { soft: target, hard: most, next_check }, Box::new(judge))
    }
}

/// Judges one move by how difficult the choice has been.
#[derive(Debug)]
struct CraftyLikeJudge {
    target: Duration,
    most: Duration,
    /// In percent of the target.
    difficulty: f64,
    iterations: Iterations,
    /// Changes of the best move already counted, and whether the present fail low is.
    counted: u32,
    counted_low: bool,
}

impl Judge for CraftyLikeJudge {
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        self.learn(signals);
        let scaled = self.scaled();
        let Scaled { time, cause, percent } = scaled;
        if elapsed >= self.most {
            return Verdict::stop(NAME, Rule::MostTime(self.most));
        }
        if elapsed >= time {
            return Verdict::stop(NAME, Rule::Scaled { cause, percent });
        }
        let until = time.min(self.most);
        Verdict::go_on(NAME, scaled.goes_on(self.target, elapsed, until), until)
    }
}

impl CraftyLikeJudge {
    /// An equal share of the clock, and five of them or half the clock at most.
    fn new(clock: &ClockView, situation: &Situation) -> CraftyLikeJudge {
        let moves = if situation.pondering { MOVES_PONDERING } else { MOVES };
        let moves = clock.moves_to_go.map_or(moves, |to_go| to_go.clamp(1, moves));
        let target = whole_centiseconds(clock.remaining / moves).saturating_add(clock.increment);
        let most = target.saturating_mul(MOST).min(clock.remaining / 2);
        CraftyLikeJudge {
            target: target.min(most),
            most,
            difficulty: ORDINARY,
            iterations: Iterations::default(),
            counted: 0,
            counted_low: false,
        }
    }

    /// A change of mind makes the choice more difficult at once, also a best move that fails low;
    /// an iteration without either makes it easier.
    fn learn(&mut self, signals: &Signals) {
        let mut changes = signals.best_changes.saturating_sub(self.counted);
        self.counted = self.counted.max(signals.best_changes);
        changes += u32::from(signals.failing_low && !self.counted_low);
        self.counted_low = signals.failing_low;
        let ended = self.iterations.has_ended(signals);
        if changes > 0 {
            let harder = self.difficulty.max(ORDINARY) + STEP * f64::from(changes);
            self.difficulty = harder.min(HARDEST);
        } else if ended {
            self.difficulty = (self.difficulty * EASIER).max(EASIEST);
        }
    }

    fn scaled(&self) -> Scaled {
        scale(self.target, &[(Some(Cause::Difficulty), self.difficulty / 100.0)])
    }
}

/// The source reckons in hundredths of seconds.
fn whole_centiseconds(time: Duration) -> Duration {
    let nanos = time.subsec_nanos();
    time.saturating_sub(Duration::from_nanos(u64::from(nanos % 10_000_000)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    fn three_minutes() -> CraftyLikeJudge {
        CraftyLikeJudge::new(&sudden_death(s(180), ms(0)), &Situation::default())
    }

    fn changed(depth: u32, best_changes: u32) -> Signals {
        Signals { best_changes, ..iteration(depth, 0, 0) }
    }

    #[test]
    fn the_times_of_the_original() {
        for (increment, pondering, target, most) in [
            (s(0), false, 6_920, 34_600),
            (s(0), true, 9_000, 45_000),
            (s(2), false, 8_920, 44_600),
        ] {
            let situation = Situation { pondering, ..Situation::default() };
            let clock = sudden_death(s(180), increment);
            let (budget, _) = CraftyLike.plan(&clock, &situation);
            assert_eq!((budget.soft, budget.hard), (ms(target), ms(most)));
        }
    }

    #[test]
    fn half_the_clock_is_the_most() {
        for (moves, target, most) in
            [(40, ms(3_840), ms(19_200)), (5, s(20), s(50)), (1, s(50), s(50))]
        {
            let clock = with_moves_to_go(s(100), moves);
            let (budget, _) = CraftyLike.plan(&clock, &Situation::default());
            assert_eq!((budget.soft, budget.hard), (target, most));
        }
    }

    #[test]
    fn iterations_without_a_change_make_the_choice_easier() {
        let mut judge = three_minutes();
        for depth in 1..20 {
            goes_on(judge.review(&iteration(depth, 0, 0), ms(10)));
            goes_on(judge.review(&iteration(depth, 0, 0), ms(11)));
        }
        let (at, reason) = run(&mut judge, s(1), &iteration(19, 0, 0));
        assert_close(at, ms(4_152));
        assert_eq!(reason, "crafty-like: easy choice, 60 % of the optimum is enough");
        let mut once = three_minutes();
        goes_on(once.review(&iteration(1, 0, 0), ms(10)));
        assert_close(run(&mut once, s(1), &iteration(1, 0, 0)).0, ms(6_228));
    }

    #[test]
    fn changes_and_fail_lows_make_it_harder_at_once() {
        let unfinished = |signals: Signals| Signals { completed: false, ..signals };
        let low = Signals { failing_low: true, ..unfinished(iteration(9, 0, 0)) };
        for (signals, percent) in [
            (unfinished(changed(9, 1)), 120),
            (low, 120),
            (changed(9, 2), 140),
            (changed(9, 9), 200),
        ] {
            let mut judge = three_minutes();
            let (at, reason) = run(&mut judge, s(1), &signals);
            assert_close(at, ms(6_920 * percent / 100));
            let expected =
                format!("crafty-like: difficult choice, {percent} % of the optimum allowed");
            assert_eq!(reason, expected);
        }
    }

    #[test]
    fn a_choice_made_harder_says_why_it_takes_more_than_its_plan() {
        let (at, reason) = goes_on(three_minutes().review(&changed(9, 2), s(8)));
        let expected = "difficult choice, worth 140 % of the optimum, extended to 9.7 s";
        assert_eq!((at, reason), (ms(9_688), format!("crafty-like: {expected}")));
    }

    #[test]
    fn the_most_ends_a_difficult_choice_close_to_the_control() {
        let mut judge = CraftyLikeJudge::new(&with_moves_to_go(s(100), 2), &Situation::default());
        let (at, reason) = run(&mut judge, s(1), &changed(9, 9));
        assert_eq!(
            (at, reason.as_str()),
            (s(50), "crafty-like: the most for a move, 50.0 s, used")
        );
    }
}
