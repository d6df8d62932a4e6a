//! The pace of a person, for play below full strength: the move is found at once, and made later.

use std::time::Duration;

use super::Budget;

/// The part of the planned time that any move takes, and a move that is obvious.
const LEAST: f64 = 0.15;
const OBVIOUS: f64 = 0.1;

/// How long after its clock has started to make a move. `chance`, from 0 to 1, decides, so that short
/// thoughts are frequent and long ones rare; never longer than planned, nor than the clock allows.
pub fn human(budget: &Budget, obvious: bool, chance: f64) -> Duration {
    let share = if obvious { OBVIOUS } else { LEAST + (1.0 - LEAST) * chance * chance };
    let planned = budget.planned().unwrap_or_default().min(budget.hard);
    planned.mul_f64(share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(soft: u64, hard: u64) -> Budget {
        let [soft, hard] = [soft, hard].map(Duration::from_millis);
        Budget { soft, hard, next_check: soft }
    }

    #[test]
    fn a_move_takes_a_part_of_its_plan_and_mostly_a_small_one() {
        let parts =
            (0..=100).map(|part| human(&budget(1_000, 3_000), false, f64::from(part) / 100.0));
        let parts: Vec<Duration> = parts.collect();
        assert_eq!((parts[0], parts[100]), (Duration::from_millis(150), Duration::from_secs(1)));
        let short = parts.iter().filter(|part| **part < Duration::from_millis(400)).count();
        assert!(short > 50 && parts.is_sorted());
    }

    #[test]
    fn an_obvious_move_is_quick_and_no_move_beyond_the_clock() {
        assert_eq!(human(&budget(1_000, 3_000), true, 1.0), Duration::from_millis(100));
        assert_eq!(human(&budget(1_000, 20), false, 1.0), Duration::from_millis(20));
        assert_eq!(human(&budget(0, 0), false, 1.0), Duration::ZERO);
        assert_eq!(human(&budget(u64::MAX / 2, u64::MAX / 2), false, 1.0), Duration::ZERO);
    }
}
