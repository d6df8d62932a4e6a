//! The one safety cap around all policies.

use std::time::Duration;

use super::Budget;
use crate::clock::{ClockView, TimeControl};

/// Share of the clock that is never planned with: a reserve for a machine that is late.
const RESERVE_SHARE: u32 = 20;
/// A busy machine may keep a process waiting for some tens of milliseconds; 2 ms once lost a game.
const LEAST_RESERVE: Duration = Duration::from_millis(50);
const GREATEST_RESERVE: Duration = Duration::from_millis(500);

/// Keeps a budget within what the clock allows, whatever a policy asks for: no part of it reaches
/// beyond the time left, less lag and a reserve of a twentieth of the clock (50 ms to 500 ms).
/// With a fixed time per move, nothing is left to reserve for: only the lag is taken off.
/// All zero means: move at once.
pub fn cap(budget: Budget, clock: &ClockView) -> Budget {
    let hard = budget.hard.min(usable(clock));
    Budget { soft: budget.soft.min(hard), hard, next_check: budget.next_check.min(hard) }
}

/// The longest a search may take under this clock. An allotment of zero is one that a client has
/// cut; the clock itself tells the truth then.
fn usable(clock: &ClockView) -> Duration {
    let left = clock.remaining;
    let before_lag = match clock.control {
        TimeControl::PerMove(allotment) if allotment.is_zero() => left,
        TimeControl::PerMove(allotment) => left.min(allotment),
        _ => {
            let reserve = (left / RESERVE_SHARE).clamp(LEAST_RESERVE, GREATEST_RESERVE);
            left.saturating_sub(reserve)
        }
    };
    before_lag.saturating_sub(clock.lag)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use proptest::prelude::*;

    use super::*;
    use crate::{clock::UNLIMITED, timing::testing};

    const EVERYTHING: Budget =
        Budget { soft: Duration::MAX, hard: Duration::MAX, next_check: Duration::MAX };

    fn view(control: TimeControl, remaining: Duration, lag: Duration) -> ClockView {
        ClockView { lag, ..testing::view(control, remaining, None) }
    }

    #[test]
    fn the_greediest_budget_leaves_lag_and_reserve() {
        let ms = Duration::from_millis;
        let tournament =
            TimeControl::Tournament { moves: None, base: ms(1_000), increment: ms(12_000) };
        for (control, left, lag, hard) in [
            (tournament, ms(300_000), ms(100), ms(299_400)),
            (tournament, ms(5_000), ms(0), ms(4_750)),
            (tournament, ms(500), ms(30), ms(420)),
            (tournament, ms(60), ms(0), ms(10)),
            (tournament, ms(60), ms(10), ms(0)),
            (tournament, ms(10), ms(50), ms(0)),
            (tournament, ms(1), ms(0), ms(0)),
            (tournament, ms(0), ms(0), ms(0)),
            (tournament, ms(86_400_000), ms(10), ms(86_399_490)),
            (TimeControl::PerMove(ms(5_000)), ms(5_000), ms(30), ms(4_970)),
            (TimeControl::PerMove(ms(5_000)), ms(2_000), ms(30), ms(1_970)),
            (TimeControl::PerMove(ms(5_000)), ms(9_000), ms(30), ms(4_970)),
            (TimeControl::PerMove(ms(20)), ms(20), ms(30), ms(0)),
            (TimeControl::PerMove(ms(0)), ms(500), ms(30), ms(470)),
            (TimeControl::PerMove(ms(0)), ms(0), ms(0), ms(0)),
            (TimeControl::Unlimited, UNLIMITED, ms(30), UNLIMITED - ms(530)),
        ] {
            let clock = view(control, left, lag);
            let all = Budget { soft: hard, hard, next_check: hard };
            assert_eq!(cap(EVERYTHING, &clock), all, "{clock:?}");
        }
    }

    #[test]
    fn a_budget_within_the_clock_is_left_alone() {
        let [soft, hard, next_check] = [3, 9, 2].map(Duration::from_secs);
        let budget = Budget { soft, hard, next_check };
        let clock = view(TimeControl::Unlimited, Duration::from_secs(60), Duration::ZERO);
        assert_eq!(cap(budget, &clock), budget);
    }

    fn any_time() -> impl Strategy<Value = Duration> {
        prop_oneof![0..1_000_u64, 0..1_000_000_u64, 0..=UNLIMITED.as_micros() as u64]
            .prop_map(Duration::from_micros)
    }

    fn any_control() -> impl Strategy<Value = TimeControl> {
        prop_oneof![
            (any::<u32>(), any_time(), any_time()).prop_map(|(moves, base, increment)| {
                TimeControl::Tournament { moves: NonZeroU32::new(moves), base, increment }
            }),
            any_time().prop_map(TimeControl::PerMove),
            Just(TimeControl::Unlimited),
        ]
    }

    proptest! {
        #[test]
        fn no_budget_outlives_the_clock(
            control in any_control(), left in any_time(), lag in any_time(),
            soft in any_time(), hard in any_time(), next_check in any_time(),
        ) {
            let asked = Budget { soft, hard, next_check };
            let granted = cap(asked, &view(control, left, lag));
            prop_assert!(granted.hard.is_zero() || granted.hard + lag <= left);
            prop_assert!(granted.soft <= granted.hard && granted.next_check <= granted.hard);
            prop_assert!(granted.soft <= soft && granted.hard <= hard);
            prop_assert_eq!(cap(granted, &view(control, left, lag)), granted);
        }

        #[test]
        fn more_time_on_the_clock_never_grants_less(
            control in any_control(), left in any_time(), more in any_time(), lag in any_time(),
            hard in any_time(),
        ) {
            let budget = Budget { soft: hard, hard, next_check: hard };
            let less = cap(budget, &view(control, left, lag));
            prop_assert!(less.hard <= cap(budget, &view(control, left + more, lag)).hard);
        }
    }
}
