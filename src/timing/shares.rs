//! Arithmetic that several policies share: what a clock gives each of the moves to come.

use std::time::Duration;

use crate::clock::ClockView;

/// A policy that does not look at the clock leaves it this many moves' worth of time.
const LEAST_MOVES: u32 = 10;

/// A time scaled by a factor; nothing if the factor is negative or no number.
pub(super) fn scaled(time: Duration, factor: f64) -> Duration {
    let seconds = time.as_secs_f64() * factor;
    if seconds > 0.0 {
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    } else {
        Duration::ZERO
    }
}

/// An equal share of the clock for each of `own_moves`, and the increment besides. The sources know
/// no increments; decided: a move may spend what it brings.
pub(super) fn share(clock: &ClockView, own_moves: f64) -> Duration {
    scaled(clock.remaining, 1.0 / own_moves.max(1.0)).saturating_add(clock.increment)
}

/// The same for the own moves that are expected in the rest of the game, or for fewer if a time
/// control comes first.
pub(super) fn share_of_rest(clock: &ClockView, expected: f64) -> Duration {
    let to_go = clock.moves_to_go.map_or(expected, f64::from);
    share(clock, expected.min(to_go))
}

/// The most a policy may spend that does not look at what is left: a tenth of the clock (more close
/// to a time control) and the increment. Decided, so that no such policy runs out of time.
pub(super) fn sustainable(clock: &ClockView) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(LEAST_MOVES).clamp(1, LEAST_MOVES);
    (clock.remaining / moves).saturating_add(clock.increment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::{ms, s, sudden_death, with_moves_to_go};

    #[test]
    fn a_share_ends_at_the_next_control_and_takes_the_increment_along() {
        assert_eq!(share(&sudden_death(s(100), ms(0)), 40.0), ms(2_500));
        assert_eq!(share(&sudden_death(s(100), s(3)), 40.0), ms(5_500));
        assert_eq!(share(&with_moves_to_go(s(100), 20), 40.0), ms(2_500));
        assert_eq!(share_of_rest(&sudden_death(s(100), s(3)), 40.0), ms(5_500));
        assert_eq!(share_of_rest(&with_moves_to_go(s(100), 20), 40.0), s(5));
        assert_eq!(share_of_rest(&with_moves_to_go(s(100), 50), 40.0), ms(2_500));
        assert_eq!(share_of_rest(&with_moves_to_go(s(100), 0), 0.0), s(100));
    }

    #[test]
    fn a_blind_policy_keeps_ten_moves_in_hand_until_the_control_is_near() {
        assert_eq!(sustainable(&sudden_death(s(60), s(1))), s(7));
        assert_eq!(sustainable(&with_moves_to_go(s(60), 40)), s(6));
        assert_eq!(sustainable(&with_moves_to_go(s(60), 2)), s(30));
        assert_eq!(sustainable(&with_moves_to_go(s(60), 0)), s(60));
    }

    #[test]
    fn scaling_never_fails() {
        assert_eq!(scaled(s(10), 0.25), ms(2_500));
        for factor in [-1.0, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(scaled(s(10), factor), s(0));
        }
        assert_eq!(scaled(s(10), f64::INFINITY), Duration::MAX);
    }
}
