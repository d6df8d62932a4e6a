//! The policy `rival`, after the page "Timing Moves" of the chess engine Rival.
//!
//! A move gets a fixed time, or a share of the clock that is extended while the best score is well
//! below that of the iteration before. A depth limit ends the search besides. Where the source is
//! silent or its numbers disagree, this project has decided; the functions say so.

use std::time::Duration;

use super::{Budget, Policy, Reason, Signals, Situation, Verdict, cap};
use crate::clock::{ClockView, TimeControl, UNLIMITED};

/// The name the policy is chosen by.
pub const NAME: &str = "rival";

/// A drop of the score by more than this many centipawns extends the search.
const DROP: u32 = 75;

/// Iterative deepening begins at this depth, so every search completes it.
const LEAST_DEPTH: u32 = 2;
const LEAST_DEPTH_ONLY: Reason = Reason::LeastDepth { policy: NAME, depth: LEAST_DEPTH };

/// Between planned time and extension, a check falls due after this part of the time still
/// allowed, for the drop may have vanished.
const CHECKS: u32 = 20;
const LEAST_WAIT: Duration = Duration::from_millis(1);

/// The policy and its plan for the move under way.
#[derive(Clone, Debug)]
pub struct Rival {
    /// The plan as far as the clock allows it.
    granted: Budget,
    depth_limit: Option<u32>,
    /// Why the search goes on within the planned time, and why it stops at its end.
    within: Reason,
    used: Reason,
    extended: bool,
}

impl Default for Rival {
    fn default() -> Self {
        let nothing = Duration::ZERO;
        Rival {
            granted: Budget { soft: nothing, hard: nothing, next_check: nothing },
            depth_limit: None,
            within: Reason::Unlimited,
            used: Reason::HardLimit,
            extended: false,
        }
    }
}

impl Policy for Rival {
    fn name(&self) -> &'static str {
        NAME
    }

    fn boxed_clone(&self) -> Box<dyn Policy> {
        Box::new(self.clone())
    }

    fn plan(&mut self, clock: &ClockView, _situation: &Situation) -> Budget {
        let budget = budget(clock);
        let granted = cap(budget, clock);
        let (policy, planned) = (NAME, budget.soft);
        let within = match clock.control {
            TimeControl::Unlimited => Reason::Unlimited,
            _ => Reason::WithinPlan { policy, planned: granted.soft },
        };
        let used = match clock.control {
            TimeControl::PerMove(_) => Reason::FixedTime(planned),
            _ if planned.is_zero() => LEAST_DEPTH_ONLY,
            _ if granted.soft < planned => Reason::HardLimit,
            _ => Reason::PlannedTime { policy, planned },
        };
        *self = Rival { granted, depth_limit: clock.depth_limit, within, used, extended: false };
        budget
    }

    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        let Budget { soft, hard, .. } = self.granted;
        if let Some(limit) = self.depth_limit.filter(|&limit| completed_depth(signals) >= limit) {
            return Verdict::Stop(Reason::DepthLimit(limit));
        }
        if elapsed < soft {
            return Verdict::Continue { next_check: soft, reason: self.within };
        }
        if completed_depth(signals) < LEAST_DEPTH && elapsed < hard {
            return Verdict::Continue { next_check: hard, reason: LEAST_DEPTH_ONLY };
        }
        match drop_of_score(signals) {
            Some(points) if self.may_extend() && elapsed < hard => {
                self.extended = true;
                let reason = Reason::ScoreDrop { policy: NAME, points, until: hard };
                Verdict::Continue { next_check: next_look(elapsed, hard), reason }
            }
            Some(_) if self.may_extend() => Verdict::Stop(Reason::ExtensionOver { policy: NAME }),
            _ if self.extended => Verdict::Stop(Reason::Recovered { policy: NAME }),
            _ => Verdict::Stop(self.used),
        }
    }
}

impl Rival {
    /// Whether a drop of the score gains the move more than its planned time. Where none is
    /// planned, `hard` is only room for the least depth.
    fn may_extend(&self) -> bool {
        !self.granted.soft.is_zero() && self.granted.hard > self.granted.soft
    }
}

/// The budget before the cap: all there is for a fixed time per move and without a clock, else the
/// rule for a known or an unknown number of moves to go. Without planned time, the search has the
/// clock for its least depth.
fn budget(clock: &ClockView) -> Budget {
    let left = clock.remaining;
    let (soft, extend) = match (clock.control, clock.moves_to_go) {
        (TimeControl::PerMove(_) | TimeControl::Unlimited, _) => (left, left),
        (_, Some(moves)) => aim_and_limit(left, moves),
        (control, None) => {
            normal_and_extend(left, control.increment(), control.base(), clock.moves_made)
        }
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

/// By how many centipawns the score has dropped, if far enough to matter.
fn drop_of_score(signals: &Signals) -> Option<u32> {
    let previous = signals.previous_score.filter(|&previous| previous > signals.score)?;
    Some(previous.abs_diff(signals.score)).filter(|&points| points > DROP)
}

/// The depth that is complete for certain.
fn completed_depth(signals: &Signals) -> u32 {
    if signals.completed { signals.depth } else { signals.depth.saturating_sub(1) }
}

fn next_look(elapsed: Duration, hard: Duration) -> Duration {
    let wait = (hard.saturating_sub(elapsed) / CHECKS).max(LEAST_WAIT);
    (elapsed + wait).min(hard)
}

#[cfg(test)]
mod tests;
