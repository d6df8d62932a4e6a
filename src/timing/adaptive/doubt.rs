//! What going on with a search is worth: how likely another best move is, and how much hangs on it, by what
//! searches on record have taught (`zeitnot lab learn`).

use std::{sync::LazyLock, time::Duration};

use super::Numbers;
use crate::timing::{
    Forecast, Rule, Signals,
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

/// What makes a move worth more or less than its plan, each as the logarithm of a factor on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// How likely the best move is to change.
    change: f64,
    /// How far the nodes are divided.
    share: f64,
    /// How far the score lies below that of the game's last move, and below that of the iteration before.
    drop: f64,
    step: f64,
    /// How much hangs on the move.
    stakes: f64,
    /// Whether its best move fails low.
    low: f64,
    /// The greater of both falls of the score, in centipawns; 0 if it has not fallen.
    points: u32,
}

impl Terms {
    /// What these signals are worth, where the game's last move had this score.
    pub fn new(numbers: &Numbers, signals: &Signals, last_score: Option<i32>) -> Terms {
        let change = (change(signals) / USUAL_CHANGE).ln();
        let share = others(signals.best_share) - others((1_000.0 * USUAL_SHARE) as u32);
        let before = [last_score, signals.previous_score];
        let [drop, step] =
            before.map(|before| fall(before, signals.score).clamp(-GREATEST_RISE, GREATEST_DROP));
        let higher = before.into_iter().flatten().filter(|&before| before > signals.score);
        Terms {
            change: numbers.change * change,
            share: numbers.share * share,
            drop: numbers.drop * drop,
            step: numbers.step * step,
            stakes: numbers.stakes * stakes(signals.score).ln(),
            low: if signals.failing_low { numbers.failing_low } else { 0.0 },
            points: higher.max().map_or(0, |before| before.abs_diff(signals.score)),
        }
    }

    /// All of them, as the logarithm of a factor on the plan.
    pub fn sum(&self) -> f64 {
        self.change + self.share + self.drop + self.step + self.stakes + self.low
    }

    /// Why a search that is worth more than its plan goes on, until this age at most: whichever lengthens it most.
    pub fn rule(&self, signals: &Signals, until: Duration) -> Rule {
        let score = self.drop + self.step;
        if score > self.change.max(self.share) && self.points > 0 {
            Rule::ScoreDrop { points: self.points, until }
        } else if self.share > self.change {
            Rule::Divided { permille: signals.best_share, until }
        } else {
            Rule::Doubtful { permille: (change(signals) * 1_000.0).round() as u32, until }
        }
    }
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

    fn worth(signals: &Signals, last_score: i32) -> f64 {
        Terms::new(&Numbers::default(), signals, Some(last_score)).sum()
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
            assert!(worth(&doubtful, 0) > worth(&calm(), 0), "{doubtful:?}");
        }
        let after = |last_score| worth(&calm(), last_score);
        assert!(after(60) > after(0) && after(0) > after(-60));
    }

    #[test]
    fn what_lengthens_a_move_most_is_the_reason() {
        let signals = Signals { best_share: 312, previous_score: Some(45), ..calm() };
        let fallen = Terms::new(&Numbers::default(), &signals, Some(-20));
        for (change, share, drop, step, words) in [
            (0.1, 0.0, 0.1, 0.3, "45-point drop, extended to 4.0 s"),
            (0.1, 0.2, -0.2, 0.3, "only 31.2 % of the nodes on the best move, extended to 4.0 s"),
            (0.3, 0.2, -0.2, 0.3, "best move in doubt ("),
        ] {
            let terms = Terms { change, share, drop, step, ..fallen };
            let told = terms.rule(&signals, Duration::from_secs(4)).to_string();
            assert!(told.starts_with(words), "{told}");
        }
    }

    #[test]
    fn little_hangs_on_a_decided_game() {
        assert!((stakes(0) - 1.0).abs() < 1e-9);
        assert!(stakes(100) > stakes(300) && stakes(300) > stakes(500));
        assert!((stakes(5_000) - stakes(-5_000)).abs() < 1e-9 && stakes(5_000) > 0.0);
    }
}
