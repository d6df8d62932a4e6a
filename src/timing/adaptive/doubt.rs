//! What going on with a search is worth: how likely another best move is, and how much hangs on it, by what
//! searches on record have taught (`zeitnot lab learn`).

use std::sync::LazyLock;

use super::Numbers;
use crate::timing::{
    Forecast, Signals,
    forecast::{expected_score, fall},
};

/// What was learned.
static LEARNED: LazyLock<Forecast> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
    Forecast::parse(include_str!("forecast.toml")).expect("a forecast")
});

/// Moves get their plans where the best move is so likely to change, and the nodes are so divided.
const USUAL_CHANGE: f64 = 0.09;
const USUAL_SHARE: f64 = 0.7;
/// A score rises or falls by so many pawns at most.
const GREATEST_RISE: f64 = 0.3;
const GREATEST_DROP: f64 = 0.8;
/// The least that hangs on any move; 1 in a level position.
const LEAST_STAKES: f64 = 0.05;

/// The probability that the best move changes before the search is twice as old.
pub(super) fn change(signals: &Signals) -> f64 {
    LEARNED.change(signals)
}

/// What a move with these signals is worth, as the logarithm of a factor on its plan. The game's last move
/// had this score.
pub(super) fn worth(numbers: &Numbers, signals: &Signals, last_score: Option<i32>) -> f64 {
    let change = (change(signals) / USUAL_CHANGE).ln();
    let share = others(signals.best_share) - others((1_000.0 * USUAL_SHARE) as u32);
    let [drop, step] = [last_score, signals.previous_score]
        .map(|before| fall(before, signals.score).clamp(-GREATEST_RISE, GREATEST_DROP));
    let low = if signals.failing_low { numbers.failing_low } else { 0.0 };
    numbers.change * change
        + numbers.share * share
        + numbers.drop * drop
        + numbers.step * step
        + numbers.stakes * stakes(signals.score).ln()
        + low
}

/// The logarithm of the odds that a node does not belong to the best move.
fn others(permille: u32) -> f64 {
    let share = (f64::from(permille) / 1_000.0).clamp(0.02, 0.995);
    ((1.0 - share) / share).ln()
}

/// How much hangs on the choice: 1 in a level position, little where the game is decided.
fn stakes(score: i32) -> f64 {
    let points = expected_score(score);
    (4.0 * points * (1.0 - points)).max(LEAST_STAKES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::iteration;

    fn calm() -> Signals {
        let (best_share, stable_iterations, legal_moves) = (750, 3, 30);
        Signals { best_share, stable_iterations, legal_moves, ..iteration(14, 0, 0) }
    }

    fn worth_of(signals: &Signals) -> f64 {
        worth(&Numbers::default(), signals, Some(0))
    }

    #[test]
    fn what_was_learned_can_be_read() {
        assert!((0.0..1.0).contains(&change(&calm())));
    }

    #[test]
    fn a_move_that_has_stood_for_long_is_hardly_replaced() {
        // The longer it stands, the more of the nodes it has, and the fewer each depth takes.
        let after = |stable_iterations: u32| {
            let best_share = 350 + 40 * stable_iterations.min(15);
            let nodes = 100_000 - 5_000 * u64::from(stable_iterations.min(15));
            change(&Signals { stable_iterations, best_share, nodes, ..calm() })
        };
        let chances: Vec<f64> = (0..20).map(after).collect();
        assert!(chances.windows(2).all(|pair| pair[0] > pair[1]), "{chances:?}");
        assert!(chances[0] > 0.1 && chances[14] < 0.02, "{chances:?}");
    }

    #[test]
    fn falling_scores_and_scattered_nodes_are_worth_time() {
        for doubtful in [
            Signals { best_share: 400, ..calm() },
            Signals { previous_score: Some(60), ..calm() },
            Signals { failing_low: true, ..calm() },
        ] {
            assert!(worth_of(&doubtful) > worth_of(&calm()), "{doubtful:?}");
        }
        let numbers = Numbers::default();
        let after = |last_score| worth(&numbers, &calm(), Some(last_score));
        assert!(after(60) > after(0) && after(0) > after(-60));
    }

    #[test]
    fn little_hangs_on_a_decided_game() {
        assert!((stakes(0) - 1.0).abs() < 1e-9);
        assert!(stakes(100) > stakes(300) && stakes(300) > stakes(500));
        assert!((stakes(5_000) - stakes(-5_000)).abs() < 1e-9 && stakes(5_000) > 0.0);
    }
}
