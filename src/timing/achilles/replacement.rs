//! How likely it is that more search replaces the best move.

use crate::timing::Signals;

/// Estimates from the signals the probability, 0 to 1, that the best move will be replaced.
pub type Estimate = fn(&Signals) -> f64;

/// A drop of the score by so many centipawns puts the best move in doubt.
pub(super) const DROP: u32 = 30;
/// Probability of a change after such a drop.
const AFTER_DROP: f64 = 0.14;
/// With so many thousandths of the nodes on the best move, the others were refuted at once.
const MOST_NODES: u32 = 930;

/// The probability that the best move changes while the time spent doubles, as measured in games of
/// a prototype of this engine: by how many iterations it has been the same for, more after a drop of
/// the score. Decided: half as much if nearly all nodes went to it.
pub fn replacement(signals: &Signals) -> f64 {
    if signals.legal_moves == 1 {
        return 0.0;
    }
    let by_stability = match signals.stable_iterations {
        0..=2 => 0.20,
        3..=5 => 0.05,
        6..=11 => 0.02,
        _ => 0.008,
    };
    if signals.failing_low || signals.score_drop() >= DROP {
        return AFTER_DROP.max(by_stability);
    }
    if signals.best_share >= MOST_NODES { by_stability / 2.0 } else { by_stability }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stable(iterations: u32) -> Signals {
        Signals { stable_iterations: iterations, legal_moves: 30, ..Signals::default() }
    }

    #[test]
    fn a_best_move_that_has_lasted_is_less_likely_to_go() {
        for (iterations, v) in
            [(0, 0.20), (2, 0.20), (3, 0.05), (5, 0.05), (6, 0.02), (11, 0.02), (12, 0.008)]
        {
            assert_eq!(replacement(&stable(iterations)), v);
        }
    }

    #[test]
    fn a_drop_makes_it_likely_and_nearly_all_nodes_unlikely() {
        let drop = |points: i32| Signals { previous_score: Some(points), ..stable(20) };
        assert_eq!(replacement(&drop(29)), 0.008);
        assert_eq!(replacement(&drop(30)), 0.14);
        assert_eq!(replacement(&Signals { failing_low: true, ..stable(20) }), 0.14);
        assert_eq!(replacement(&Signals { failing_low: true, ..stable(0) }), 0.20);
        assert_eq!(replacement(&Signals { best_share: 930, ..stable(4) }), 0.025);
        assert_eq!(replacement(&Signals { best_share: 929, ..stable(4) }), 0.05);
        assert_eq!(replacement(&Signals { best_share: 990, ..drop(50) }), 0.14);
        assert_eq!(replacement(&Signals { legal_moves: 1, ..stable(0) }), 0.0);
    }
}
