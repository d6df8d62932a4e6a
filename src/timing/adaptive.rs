//! The policy `adaptive`, this project's own: a share of the clock for the moves still to be expected,
//! and then as much of it as going on is worth.
//!
//! The plan is an even share of what the clock will have until it is next filled up, corrected by what
//! past moves have really used of theirs, so that the clock is neither hoarded nor drained. The judge
//! weighs at each iteration how likely another best move would be if the search went on for twice as
//! long, and how much hangs on it, against the price of time: what a move that is as doubtful as most
//! gets for its plan.

use std::time::Duration;

use super::{
    Budget, Judge, MoveTime, Policy, Reason, Rule, Signals, Situation, Verdict, shares::scaled,
};
use crate::clock::ClockView;

mod doubt;
mod numbers;

use doubt::Terms;
pub use numbers::{Numbers, UnknownNumber};

/// The name the policy is chosen by.
pub const NAME: &str = "adaptive";

/// Of an increment so much is spent at once; the rest makes up for moves that take longer.
const OF_INCREMENT: f64 = 0.9;
/// The bounds of the correction by what moves have used of their plans, and the greatest use that counts.
const LEAST_USE: f64 = 0.55;
const GREATEST_USE: f64 = 2.0;
const COUNTED_USE: f64 = 10.0;
/// The most for a move without choice.
const ONLY_MOVE: Duration = Duration::from_millis(500);
/// On a clock of so many seconds nothing is kept for a long game, and on longer ones what lies beyond them counts.
const NOTHING_KEPT: f64 = 1.0;
/// Iterations before the search is judged at all, in plies.
const LEAST_DEPTH: u32 = 5;

/// The policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Adaptive {
    numbers: Numbers,
}

impl Adaptive {
    /// The policy with other numbers.
    pub fn with(numbers: Numbers) -> Adaptive {
        Adaptive { numbers }
    }
}

impl Policy for Adaptive {
    fn name(&self) -> &'static str {
        NAME
    }

    fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let numbers = self.numbers;
        let share = share(&numbers, clock);
        let plan = scaled(share, 1.0 / use_ratio(&numbers, &situation.experience.moves));
        let most = scaled(share, numbers.most_plans).min(most_of_clock(&numbers, clock));
        let plan = plan.min(most);
        let floor = clock.delay.saturating_sub(clock.lag).min(most);
        let (only, last_score) = (situation.legal_moves == 1, situation.experience.last_score);
        let judge = AdaptiveJudge { numbers, plan, most, floor, only, last_score };
        let next_check = scaled(plan, numbers.greatest_factor).min(most);
        (Budget { soft: plan, hard: most, next_check }, Box::new(judge))
    }
}

/// An even share of what the clock has until it is next filled up, and most of what the move brings: all of a delay,
/// which cannot be saved, and no share of the time that is given back for it, which cannot be spent twice.
fn share(numbers: &Numbers, clock: &ClockView) -> Duration {
    let left = clock.remaining.saturating_sub(clock.lag);
    let free = scaled(clock.increment, OF_INCREMENT).max(clock.delay.saturating_sub(clock.lag));
    let shared = left.min(clock.beyond_delay());
    let to_go = clock.moves_to_go.map(f64::from);
    let moves = to_go.unwrap_or_else(|| expected(numbers, clock, left, free)).max(1.0);
    scaled(shared, 1.0 / moves).saturating_add(free).min(left)
}

/// Own moves to come, after so many, that a clock without a control ahead is shared among: more of them
/// where they bring little, for a long game is then played with nothing. On a clock of a few seconds it is
/// played with next to nothing whatever is kept for it.
fn expected(numbers: &Numbers, clock: &ClockView, left: Duration, free: Duration) -> f64 {
    let moves = numbers.moves_at_start - numbers.fewer_a_move * f64::from(clock.moves_made);
    let moves = moves.max(numbers.moves_late);
    let brought = moves * free.as_secs_f64() / left.as_secs_f64().max(f64::MIN_POSITIVE);
    let base = (clock.base.as_secs_f64() - NOTHING_KEPT).max(0.0);
    let kept = numbers.without_increment * base / (base + numbers.short_clock);
    moves * (1.0 + kept * (1.0 - brought / numbers.enough_brought).max(0.0))
}

/// What one move may take of the clock: less where more moves have to be made with it.
fn most_of_clock(numbers: &Numbers, clock: &ClockView) -> Duration {
    let left = clock.remaining.saturating_sub(clock.lag);
    match clock.moves_to_go {
        Some(1) => left,
        Some(2) => scaled(left, 0.65),
        _ => scaled(left, numbers.most_of_clock),
    }
}

/// What moves have used of their plans, the last ones counting most; one before any was made, which is
/// forgotten in the same way.
fn use_ratio(numbers: &Numbers, moves: &[MoveTime]) -> f64 {
    let fading = 0.5_f64.powf(1.0 / numbers.half_life);
    let (mut used, mut planned) = (numbers.half_life, numbers.half_life);
    for time in moves.iter().filter(|time| !time.planned.is_zero()) {
        let ratio = time.used.as_secs_f64() / time.planned.as_secs_f64();
        used = fading * used + ratio.min(COUNTED_USE);
        planned = fading * planned + 1.0;
    }
    // With a half-life of 0 nothing is expected before the first move.
    let ratio = if planned > 0.0 { used / planned } else { 1.0 };
    ratio.clamp(LEAST_USE, GREATEST_USE)
}

/// Judges one move by what going on is worth.
#[derive(Debug, Default)]
struct AdaptiveJudge {
    numbers: Numbers,
    plan: Duration,
    most: Duration,
    /// Time that costs nothing: no choice is cut short before it is over.
    floor: Duration,
    /// Whether there is nothing to choose.
    only: bool,
    /// The score of the engine's move before.
    last_score: Option<i32>,
}

impl Judge for AdaptiveJudge {
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        if elapsed >= self.most {
            return Verdict::stop(NAME, Rule::MostTime(self.most));
        }
        if self.only && elapsed >= self.plan.min(ONLY_MOVE) {
            return Verdict::Stop(Reason::OnlyMove);
        }
        if signals.completed_depth() < LEAST_DEPTH {
            let shallow = Rule::Shallow { depth: LEAST_DEPTH, until: self.most };
            let rule = self.within_plan(elapsed).unwrap_or(shallow);
            return Verdict::go_on(NAME, rule, self.most);
        }
        let (worth, overtime) = (self.worth(signals), self.numbers.overtime);
        let granted = if signals.completed { worth } else { scaled(worth, overtime) };
        if elapsed >= granted.min(self.most) {
            return Verdict::stop(NAME, last_rule(signals, elapsed));
        }
        let next_check = scaled(worth, overtime).min(self.most);
        let unfinished = || (elapsed >= worth).then_some(Rule::Unfinished { until: next_check });
        let rule = self.within_plan(elapsed).or_else(unfinished);
        let rule = rule.unwrap_or_else(|| self.terms(signals).rule(signals, next_check));
        Verdict::go_on(NAME, rule, next_check)
    }
}

impl AdaptiveJudge {
    /// The time that a move with these signals is worth.
    fn worth(&self, signals: &Signals) -> Duration {
        let numbers = &self.numbers;
        let factor = self.terms(signals).sum().exp();
        let factor = factor.min(numbers.greatest_factor).max(numbers.least_factor);
        scaled(self.plan, factor).max(self.floor)
    }

    /// What makes the move worth more or less than its plan.
    fn terms(&self, signals: &Signals) -> Terms {
        Terms::new(&self.numbers, signals, self.last_score)
    }

    /// Whether a search of this age goes on because it was planned so.
    fn within_plan(&self, elapsed: Duration) -> Option<Rule> {
        (elapsed < self.plan).then_some(Rule::WithinPlan(self.plan))
    }
}

/// Why it is enough: what as much time again would change.
fn last_rule(signals: &Signals, elapsed: Duration) -> Rule {
    let one_in = (1.0 / doubt::change(signals).max(1e-4)).round() as u32;
    Rule::NotWorthMore { stable: signals.stable_iterations, more: elapsed, one_in }
}

#[cfg(test)]
mod tests;
