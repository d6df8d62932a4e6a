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
    Budget, Judge, MoveTime, Policy, Reason, Rule, Signals, Situation, Verdict,
    shares::{increment, scaled},
};
use crate::clock::ClockView;

mod doubt;

/// The name the policy is chosen by.
pub const NAME: &str = "adaptive";

/// Own moves to come that are reckoned with at the start of a game and in a long one; between them, so
/// many fewer for each move made.
const MOVES_AT_START: f64 = 44.0;
const MOVES_LATE: f64 = 26.0;
const FEWER_A_MOVE: f64 = 0.6;
/// Of an increment so much is spent at once; the rest makes up for moves that take longer.
const OF_INCREMENT: f64 = 0.9;
/// The longest a move may take: in plans, and of the clock without a control ahead.
const MOST_PLANS: u32 = 6;
const MOST_OF_CLOCK: f64 = 0.45;
/// How fast what moves have used of their plans is forgotten, and the bounds of its correction.
const HALF_LIFE: f64 = 5.0;
const LEAST_USE: f64 = 0.55;
const GREATEST_USE: f64 = 1.4;
/// Moves at the plan are as doubtful as this; twice the doubt is worth `2^EAGERNESS` times the time.
const USUAL_DOUBT: f64 = 0.08;
const EAGERNESS: f64 = 0.45;
/// No judgement makes a move shorter or longer than so many plans.
const LEAST_FACTOR: f64 = 0.2;
const GREATEST_FACTOR: f64 = 3.0;
/// An unfinished iteration may exceed the time its beginning was granted by this factor.
const OVERTIME: f64 = 1.3;
/// The most for a move without choice.
const ONLY_MOVE: Duration = Duration::from_millis(500);
/// Iterations before the search is judged at all, in plies.
const LEAST_DEPTH: u32 = 5;

/// The policy.
#[derive(Clone, Copy, Debug)]
pub struct Adaptive;

impl Policy for Adaptive {
    fn name(&self) -> &'static str {
        NAME
    }

    fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let share = share(clock);
        let plan = scaled(share, 1.0 / use_ratio(&situation.experience.moves));
        let most = share.saturating_mul(MOST_PLANS).min(most_of_clock(clock));
        let plan = plan.min(most);
        let floor = clock.delay.saturating_sub(clock.lag).min(most);
        let (only, last_score) = (situation.legal_moves == 1, situation.experience.last_score);
        let judge = AdaptiveJudge { plan, most, floor, only, last_score };
        let next_check = scaled(plan, GREATEST_FACTOR).min(most);
        (Budget { soft: plan, hard: most, next_check }, Box::new(judge))
    }
}

/// An even share of what the clock has until it is next filled up, and most of what the move brings.
fn share(clock: &ClockView) -> Duration {
    let left = clock.remaining.saturating_sub(clock.lag);
    let moves = clock.moves_to_go.map_or_else(|| expected(clock.moves_made), f64::from).max(1.0);
    let free = scaled(increment(clock).max(clock.delay), OF_INCREMENT);
    scaled(left, 1.0 / moves).saturating_add(free).min(left)
}

/// Own moves to come, after so many, that a clock without a control ahead is shared among.
fn expected(made: u32) -> f64 {
    (MOVES_AT_START - FEWER_A_MOVE * f64::from(made)).max(MOVES_LATE)
}

/// What one move may take of the clock: less where more moves have to be made with it.
fn most_of_clock(clock: &ClockView) -> Duration {
    let left = clock.remaining.saturating_sub(clock.lag);
    match clock.moves_to_go {
        Some(1) => left,
        Some(2) => scaled(left, 0.65),
        _ => scaled(left, MOST_OF_CLOCK),
    }
}

/// What moves have used of their plans, the last ones counting most; one before any was made.
fn use_ratio(moves: &[MoveTime]) -> f64 {
    let fading = 0.5_f64.powf(1.0 / HALF_LIFE);
    let (mut used, mut planned, mut weight) = (HALF_LIFE, HALF_LIFE, 1.0);
    for time in moves.iter().rev().take(40) {
        if !time.planned.is_zero() {
            let ratio = time.used.as_secs_f64() / time.planned.as_secs_f64();
            used += weight * ratio.min(GREATEST_FACTOR);
            planned += weight;
        }
        weight *= fading;
    }
    (used / planned).clamp(LEAST_USE, GREATEST_USE)
}

/// Judges one move by what going on is worth.
#[derive(Debug)]
struct AdaptiveJudge {
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
            return Verdict::go_on(NAME, Rule::WithinPlan(self.plan), self.most);
        }
        let doubt = doubt::probability(signals, self.last_score);
        let worth = self.worth(signals, doubt);
        let granted = if signals.completed { worth } else { scaled(worth, OVERTIME) };
        if elapsed >= granted.min(self.most) {
            return Verdict::stop(NAME, last_rule(signals, doubt, elapsed));
        }
        let next_check = scaled(worth, OVERTIME).min(self.most);
        Verdict::go_on(NAME, self.next_rule(doubt, elapsed, next_check), next_check)
    }
}

impl AdaptiveJudge {
    /// The time that a move with these signals is worth.
    fn worth(&self, signals: &Signals, doubt: f64) -> Duration {
        let value = doubt * doubt::stakes(signals.score) / USUAL_DOUBT;
        let factor = value.powf(EAGERNESS).clamp(LEAST_FACTOR, GREATEST_FACTOR);
        scaled(self.plan, factor).max(self.floor)
    }

    /// Why the search goes on.
    fn next_rule(&self, doubt: f64, elapsed: Duration, until: Duration) -> Rule {
        if elapsed < self.plan {
            Rule::WithinPlan(self.plan)
        } else {
            Rule::Doubtful { permille: (doubt * 1_000.0).round() as u32, until }
        }
    }
}

/// Why it is enough: what as much time again would change.
fn last_rule(signals: &Signals, doubt: f64, elapsed: Duration) -> Rule {
    let one_in = (1.0 / doubt.max(1e-4)).round() as u32;
    Rule::NotWorthMore { stable: signals.stable_iterations, more: elapsed, one_in }
}

#[cfg(test)]
mod tests;
