//! The policy `stockfish-like`: a modern baseline for comparison. Its base times follow what
//! Stockfish does; its signals are simpler ones of the same kind and reach.

use std::time::Duration;

use super::{
    Budget, Cause, Judge, Policy, Reason, Rule, Signals, Situation, Verdict,
    scaling::{Iterations, Scaled, scale},
};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "stockfish-like";

/// Moves planned for.
const HORIZON: f64 = 50.0;
/// Clocks of less milliseconds plan for fewer moves, so many for each millisecond.
const SHORT: f64 = 1_000.0;
const MOVES_PER_MS: f64 = 0.05;
/// With so many thousandths of the nodes on the best move, part of the time is enough.
const MOST_NODES: u32 = 930;
const ENOUGH_WITH_MOST_NODES: f64 = 0.65;
/// That rule needs a search of some depth, in plies.
const DEPTH_WITH_MOST_NODES: u32 = 10;
/// No iteration begins beyond this part of the scaled time.
const LAST_START: f64 = 0.5;
/// Changes that count for less are too long ago to be told.
const WAVERING: f64 = 0.1;
/// The most for a move without choice.
const ONLY_MOVE: Duration = Duration::from_millis(500);

/// The policy.
#[derive(Clone, Copy, Debug)]
pub struct StockfishLike;

impl Policy for StockfishLike {
    fn name(&self) -> &'static str {
        NAME
    }

    fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let judge = StockfishLikeJudge::new(clock, situation);
        let budget = Budget { soft: judge.optimum, hard: judge.most, next_check: judge.most };
        (budget, Box::new(judge))
    }
}

/// Judges one move by an optimum that its search scales.
#[derive(Debug, Default)]
struct StockfishLikeJudge {
    optimum: Duration,
    most: Duration,
    iterations: Iterations,
    /// Changes of the best move, each iteration's counting half as much as the next one's.
    changes: f64,
    /// Changes already counted.
    counted: u32,
    /// Score of the last move in the game.
    last_score: Option<i32>,
}

impl Judge for StockfishLikeJudge {
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        if self.iterations.has_ended(signals) {
            self.changes /= 2.0;
            self.changes += f64::from(signals.best_changes.saturating_sub(self.counted));
            self.counted = signals.best_changes;
        }
        let scaled = self.scaled(signals);
        let Scaled { time, cause, percent } = scaled;
        if signals.legal_moves == 1 && elapsed >= time.min(ONLY_MOVE) {
            return Verdict::Stop(Reason::OnlyMove);
        }
        if elapsed >= self.most {
            return Verdict::stop(NAME, Rule::MostTime(self.most));
        }
        if signals.completed {
            let permille = signals.best_share;
            let deep = signals.depth >= DEPTH_WITH_MOST_NODES;
            if elapsed >= time {
                return Verdict::stop(NAME, Rule::Scaled { cause, percent });
            }
            if permille >= MOST_NODES && deep && elapsed >= time.mul_f64(ENOUGH_WITH_MOST_NODES) {
                return Verdict::stop(NAME, Rule::MostNodes { permille });
            }
            if elapsed >= time.mul_f64(LAST_START) {
                return Verdict::stop(NAME, Rule::NoNewIteration { cause, percent });
            }
        }
        let only = Some(ONLY_MOVE).filter(|_| signals.legal_moves == 1);
        let next_check = only.unwrap_or(self.most).min(self.most);
        Verdict::go_on(NAME, scaled.goes_on(self.optimum, elapsed, next_check), next_check)
    }
}

impl StockfishLikeJudge {
    /// A quarter more where pondering will give some of it back, little for a move without choice.
    fn new(clock: &ClockView, situation: &Situation) -> StockfishLikeJudge {
        let (mut optimum, mut most) = optimum_and_most(clock, situation.ply);
        if situation.pondering {
            optimum += optimum / 4;
        }
        if situation.legal_moves == 1 {
            most = most.min(ONLY_MOVE);
        }
        optimum = optimum.min(most);
        let last_score = situation.experience.last_score;
        StockfishLikeJudge { optimum, most, last_score, ..StockfishLikeJudge::default() }
    }

    /// The optimum after what the search shows. The score counts against that of the last move in
    /// the game and against the iteration before.
    fn scaled(&self, signals: &Signals) -> Scaled {
        let below_last = self.last_score.map_or(0.0, |last| drop_between(last, signals.score));
        let below_previous =
            signals.previous_score.map_or(0.0, |previous| drop_between(previous, signals.score));
        let score = (0.8 + 0.01 * below_last + 0.01 * below_previous).clamp(0.58, 1.73);
        let stability = (1.4 - 0.05 * f64::from(signals.stable_iterations)).max(0.65);
        let changes = 1.077 + 2.229 * self.changes;
        let wavers = (self.changes >= WAVERING).then_some(Cause::Changes);
        let (score, stability) = ((Some(Cause::Score), score), (Some(Cause::Stability), stability));
        scale(self.optimum, &[score, stability, (wavers, changes)])
    }
}

fn drop_between(before: i32, now: i32) -> f64 {
    f64::from(before) - f64::from(now)
}

/// Optimum and most for a move after `ply` half-moves of the game, in whole milliseconds.
fn optimum_and_most(clock: &ClockView, ply: u32) -> (Duration, Duration) {
    let [left, increment, lag] =
        [clock.remaining, clock.increment, clock.lag].map(|time| time.as_secs_f64() * 1_000.0);
    let ply = f64::from(ply);
    let moves = clock.moves_to_go.map_or(HORIZON, |moves| f64::from(moves).min(HORIZON));
    let moves = if left < SHORT { left * MOVES_PER_MS } else { moves }.max(1.0);
    let usable = (left + increment * (moves - 1.0) - lag * (2.0 + moves)).max(1.0);
    let (share, factor) = match clock.moves_to_go {
        Some(_) => ((0.88 + ply / 116.4) / moves, 1.3 + 0.11 * moves),
        None => without_control(clock.base, usable, ply),
    };
    let ceiling = if clock.moves_to_go.is_some() { 0.88 } else { 0.19404 } * left / usable;
    let optimum = (share.min(ceiling) * usable).floor().max(0.0);
    let most = (optimum * factor).min(0.8097 * left - lag).floor().max(0.0);
    (from_ms(optimum), from_ms(most))
}

/// The optimum as a share of the `usable` milliseconds, and the most as a multiple of the optimum,
/// without a control ahead.
fn without_control(base: Duration, usable: f64, ply: f64) -> (f64, f64) {
    let log_base = base.as_secs_f64().max(0.001).log10();
    let growth = (0.002_986_9 + 0.000_335_54 * log_base).min(0.004_905);
    let share = 0.012_112 + (ply + 3.227_13).powf(0.468_66) * growth;
    let adjustment = 0.327_2 * usable.log10() - 0.414_1;
    let factor = (3.374_4 + 3.060_8 * log_base).max(3.144_1) + ply / 12.352;
    (share * adjustment, factor.min(6.873))
}

fn from_ms(milliseconds: f64) -> Duration {
    Duration::from_millis(milliseconds as u64)
}

#[cfg(test)]
mod tests;
