//! How likely it is that a search would prefer another move if it went on for twice as long, and how much
//! hangs on that.

use crate::timing::Signals;

/// What the logarithm of the odds of a change is made of.
///
/// Stability carries most of it; where the nodes went, and a score that falls, add a little.
const BASE: f64 = -0.24;
const STABILITY: f64 = -1.68;
const SHARE: f64 = -2.5;
const USUAL_SHARE: f64 = 0.75;
const DROP: f64 = 0.015;
const GREATEST_DROP: u32 = 80;
const FAILING_LOW: f64 = 0.8;

/// A score at which half as much hangs on the choice as in a level position, in centipawns, and the least
/// that hangs on any.
const DECIDED: f64 = 350.0;
const LEAST_STAKES: f64 = 0.3;

/// The probability that the best move changes before the search is twice as old, in a game whose last
/// move had this score.
pub(super) fn probability(signals: &Signals, last_score: Option<i32>) -> f64 {
    let stable = f64::from(signals.stable_iterations);
    let share = f64::from(signals.best_share.min(1_000)) / 1_000.0;
    let below_last = last_score.map_or(0, |last| last.saturating_sub(signals.score));
    let drop = signals.score_drop().max(below_last.max(0).unsigned_abs());
    let drop = f64::from(drop.min(GREATEST_DROP));
    let low = if signals.failing_low { FAILING_LOW } else { 0.0 };
    let log_odds =
        BASE + STABILITY * stable.ln_1p() + SHARE * (share - USUAL_SHARE) + DROP * drop + low;
    1.0 / (1.0 + (-log_odds).exp())
}

/// How much hangs on the choice: 1 in a level position, little where the game is decided.
pub(super) fn stakes(score: i32) -> f64 {
    let decided = f64::from(score) / DECIDED;
    (1.0 / (1.0 + decided * decided)).max(LEAST_STAKES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::iteration;

    #[test]
    fn a_move_that_has_stood_for_long_is_hardly_replaced() {
        let after = |stable_iterations| {
            let signals = Signals { best_share: 750, stable_iterations, ..iteration(12, 0, 0) };
            probability(&signals, None)
        };
        let chances: Vec<f64> = (0..20).map(after).collect();
        assert!(chances.windows(2).all(|pair| pair[0] > pair[1]), "{chances:?}");
        assert!(chances[0] > 0.3 && chances[4] < 0.08 && chances[14] < 0.01, "{chances:?}");
    }

    #[test]
    fn falling_scores_and_scattered_nodes_are_doubtful() {
        let calm = Signals { best_share: 750, stable_iterations: 3, ..iteration(12, 0, 0) };
        for doubtful in [
            Signals { best_share: 400, ..calm.clone() },
            Signals { previous_score: Some(60), ..calm.clone() },
            Signals { failing_low: true, ..calm.clone() },
        ] {
            assert!(probability(&doubtful, None) > probability(&calm, None), "{doubtful:?}");
        }
        assert!(probability(&calm, Some(60)) > probability(&calm, Some(-60)));
    }

    #[test]
    fn little_hangs_on_a_decided_game() {
        assert!((stakes(0) - 1.0).abs() < 1e-9);
        assert!(stakes(200) > stakes(400) && stakes(400) > stakes(900));
        assert!((stakes(5_000) - stakes(-5_000)).abs() < 1e-9 && stakes(5_000) >= 0.3);
    }
}
