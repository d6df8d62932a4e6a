//! The policy `rival`, after the page "Timing Moves" of the chess engine Rival.
//!
//! A move gets a fixed time, or a share of the clock that is extended while the best score is well
//! below that of the iteration before. Where the source is silent or its numbers disagree, this
//! project has decided; the functions say so.

use std::time::Duration;

use super::{Budget, Judge, Policy, Rule, Signals, Situation, Verdict};
use crate::clock::{ClockView, UNLIMITED};

/// The name the policy is chosen by.
pub const NAME: &str = "rival";

/// A drop of the score by more than this many centipawns extends the search.
const DROP: u32 = 75;

/// Iterative deepening begins at this depth, so every search completes it.
const LEAST_DEPTH: u32 = 2;

/// Between planned time and extension, a check falls due after this part of the time still
/// allowed, for the drop may have vanished.
const CHECKS: u32 = 20;

/// The policy.
#[derive(Clone, Copy, Debug)]
pub struct Rival;

impl Policy for Rival {
    fn name(&self) -> &'static str {
        NAME
    }

    fn plan(&self, clock: &ClockView, _situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let budget = budget(clock);
        let judge = RivalJudge { normal: budget.soft, limit: budget.hard, extended: false };
        (budget, Box::new(judge))
    }
}

/// Judges one move by the drop of its score.
#[derive(Debug)]
struct RivalJudge {
    /// The time the move should take; zero: only the least depth.
    normal: Duration,
    /// The limit of an extended search; that of the least depth where no time is planned.
    limit: Duration,
    extended: bool,
}

impl Judge for RivalJudge {
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        let (planned, until, points) = (self.normal, self.limit, signals.score_drop());
        if elapsed < planned {
            return Verdict::go_on(NAME, Rule::WithinPlan(planned), planned);
        }
        if signals.completed_depth() < LEAST_DEPTH && elapsed < until {
            let rule = match planned.is_zero() {
                true => Rule::LeastDepth(LEAST_DEPTH),
                false => Rule::Shallow { depth: LEAST_DEPTH, until },
            };
            return Verdict::go_on(NAME, rule, until);
        }
        let dropped = points > DROP && self.may_extend();
        if dropped && elapsed < until {
            self.extended = true;
            let next_check = elapsed + until.saturating_sub(elapsed) / CHECKS;
            return Verdict::go_on(NAME, Rule::ScoreDrop { points, until }, next_check);
        }
        Verdict::stop(NAME, self.last_rule(dropped))
    }
}

impl RivalJudge {
    /// What ends the search once time and extension are used up.
    fn last_rule(&self, dropped: bool) -> Rule {
        if dropped {
            Rule::ExtensionOver
        } else if self.extended {
            Rule::Recovered
        } else if self.normal.is_zero() {
            Rule::LeastDepth(LEAST_DEPTH)
        } else {
            Rule::PlannedTime(self.normal)
        }
    }

    /// Whether a drop of the score gains the move more than its planned time. Where none is
    /// planned, the limit is only room for the least depth.
    fn may_extend(&self) -> bool {
        !self.normal.is_zero() && self.limit > self.normal
    }
}

/// The rule for a known or an unknown number of moves to go. Without planned time, the search has
/// the clock for its least depth.
fn budget(clock: &ClockView) -> Budget {
    let left = clock.remaining;
    let (soft, extend) = match clock.moves_to_go {
        Some(moves) => aim_and_limit(left, moves),
        None => normal_and_extend(left, clock.increment, clock.base, clock.moves_made),
    };
    if soft.is_zero() {
        return Budget { soft, hard: left, next_check: left };
    }
    Budget { soft, hard: extend.max(soft), next_check: soft }
}

/// With `moves` to go until the time control: the time a move should take, three quarters of its
/// equal share of the clock; and the limit of an extended move, decided here to be four shares but
/// no more than half of the clock (nor less than the aim itself).
pub fn aim_and_limit(left: Duration, moves: u32) -> (Duration, Duration) {
    let moves = moves.max(1);
    let aim = left / 4 * 3 / moves;
    let limit = left.saturating_mul(4) / moves;
    (aim, limit.min(left / 2).max(aim))
}

/// Without a number of moves to go: the time a move normally takes, and the limit of an extended
/// move (zero: no extension), both in whole milliseconds as the source reckons. `made` are the
/// player's own moves so far; after a hundred, where the source breaks off, twenty more are
/// expected. With a large increment the times may exceed the clock.
pub fn normal_and_extend(
    left: Duration,
    increment: Duration,
    base: Duration,
    made: u32,
) -> (Duration, Duration) {
    let [left, increment, base] = [left, increment, base].map(whole_ms);
    let (normal, extend) = if increment > 0 {
        if left > 30_000 {
            ((2 * increment).min(left / 2), (4 * increment).min(left / 2))
        } else {
            (increment, 0)
        }
    } else if left > 10_000 {
        let five_a_minute = 5 * base / 60_000;
        (left.saturating_sub(five_a_minute) / moves_expected(made), 0)
    } else {
        (0, 0)
    };
    (Duration::from_millis(normal), Duration::from_millis(extend))
}

/// Own moves still to come in a game without a time control ahead; at least one.
fn moves_expected(made: u32) -> u64 {
    let made = u64::from(made);
    match made {
        0..60 => 80 - made,
        60..100 => 120 - made,
        _ => 20,
    }
}

/// Milliseconds, at most `UNLIMITED`, so that no sum of a few overflows.
fn whole_ms(time: Duration) -> u64 {
    time.min(UNLIMITED).as_millis() as u64
}

#[cfg(test)]
mod tests;
