//! The one safety cap around all policies.

use std::{num::NonZeroU32, time::Duration};

use super::{Budget, shares::scaled};
use crate::clock::{ClockView, TimeControl};

/// Share of the clock that is never planned with: a reserve for a machine that is late.
const RESERVE_SHARE: u32 = 20;
/// A busy machine may keep a process waiting for some tens of milliseconds; 2 ms once lost a game.
const LEAST_RESERVE: Duration = Duration::from_millis(50);
const GREATEST_RESERVE: Duration = Duration::from_millis(500);
/// A machine that has stalled once may stall for longer...
const STALL: f64 = 1.5;
/// ...but the reserve for that is no more than this part of the clock, or half a second if that is more: to
/// make all moves at once costs more than a stall that may never come again.
const STALL_SHARE: u32 = 4;

/// A lag that is uneven has spikes: so many times as long as its spread...
const SPIKE: u32 = 16;
/// ...but what is kept for a spike is no more than this part of the clock.
const SPIKE_SHARE: u32 = 3;

/// The tail of the clock is for moves that nobody expected. It is this part of the time at the start, the least
/// reserve (which is kept anyway) not counted...
const TAIL_SHARE: u32 = 8;
/// ...but no more than this, and so many lags besides, since long lags are uneven.
const TAIL: Duration = Duration::from_millis(1_500);
const TAIL_LAGS: u32 = 20;
/// A move at its beginning gets so many parts of it where there is no increment. Where fewer moves are
/// to come it is smaller, and what a move brings is there for the next one. A delay is not: what was lost beyond it
/// never comes back.
const TAIL_MOVES: u32 = 30;
/// The last of it, half at most, is not spent: it is there for a machine or a line that stalls.
const END: Duration = Duration::from_millis(250);
const END_LAGS: u32 = 5;
/// Of what a move brings, so much may be spent in the tail.
const OF_INCREMENT: f64 = 0.9;

/// Own moves that a game is prepared to last, and those that are always still expected.
const LONGEST: u32 = 400;
const ALWAYS: u32 = 250;
/// What is kept for each of them, in usual lags.
const LAG: f64 = 1.15;
/// All of them get no more than this part of the time at the start.
const LAGS_SHARE: f64 = 0.7;

/// Keeps a budget within what the clock allows, whatever a policy asks for: no part of it reaches
/// beyond the time until a flag falls, less lag and a reserve of a twentieth of the clock (50 ms to
/// 500 ms; up to a quarter of it on a machine that stalls, up to a third on a line with spikes); and none
/// takes what the moves to come need to be made at all. With a fixed time per move, nothing is left to
/// reserve for: only the lag is taken off.
/// All zero means: move at once.
pub fn cap(budget: Budget, clock: &ClockView) -> Budget {
    let hard = budget.hard.min(usable(clock));
    Budget { soft: budget.soft.min(hard), hard, next_check: budget.next_check.min(hard) }
}

/// The longest a search may take under this clock. An allotment of zero is one that a client has
/// cut; the clock itself tells the truth then.
fn usable(clock: &ClockView) -> Duration {
    let left = clock.remaining;
    match clock.control {
        TimeControl::PerMove(allotment) if allotment.is_zero() => left.saturating_sub(clock.lag),
        TimeControl::PerMove(allotment) => left.min(allotment).saturating_sub(clock.lag),
        TimeControl::Unlimited => before_flag(clock),
        _ => before_flag(clock).min(before_rest(clock)),
    }
}

/// What this move may take without a flag.
fn before_flag(clock: &ClockView) -> Duration {
    let reach = clock.reach();
    let usual = (reach / RESERVE_SHARE).clamp(LEAST_RESERVE, GREATEST_RESERVE);
    let reserve = usual.max(for_stalls(clock, reach)).max(for_spike(clock, reach));
    reach.saturating_sub(reserve).saturating_sub(clock.lag)
}

/// What is kept for a machine that has stalled.
fn for_stalls(clock: &ClockView, reach: Duration) -> Duration {
    scaled(clock.stall, STALL).min((reach / STALL_SHARE).max(GREATEST_RESERVE))
}

/// What is kept for a line on which one move in a hundred takes far longer than the others. An overhead that is
/// only reckoned with is no sign of that.
fn for_spike(clock: &ClockView, reach: Duration) -> Duration {
    clock.lag_spread.saturating_mul(SPIKE).min(reach / SPIKE_SHARE)
}

/// What this move may take so that the moves to come can be made. Above the tail of the clock that is
/// the rest, and within it ever less, so that no policy gets to its end. What the lag of the moves to
/// come will take is not touched.
fn before_rest(clock: &ClockView) -> Duration {
    let Rest { lags, tail, allowance } = Rest::of(clock);
    let left = clock.reach().saturating_sub(clock.lag).saturating_sub(lags);
    if left >= tail {
        return (left - tail).saturating_add(allowance);
    }
    let end = END.saturating_add(clock.lag.saturating_mul(END_LAGS)).min(tail / 2);
    let part = left.saturating_sub(end).as_secs_f64() / (tail - end).as_secs_f64();
    scaled(allowance, part)
}

/// What lag will take of the clock in the moves to come.
pub fn lag_to_come(clock: &ClockView) -> Duration {
    Rest::of(clock).lags
}

/// What the moves to come need.
struct Rest {
    /// What their lag will take.
    lags: Duration,
    /// The end of the clock, in which moves get shorter.
    tail: Duration,
    /// What a move gets at the beginning of the tail.
    allowance: Duration,
}

impl Rest {
    fn of(clock: &ClockView) -> Rest {
        let base = clock.overtime.map_or(clock.base, |overtime| overtime.time);
        let gain = clock.increment.saturating_add(clock.delay);
        let to_come = to_come(clock);
        let usual = scaled(clock.usual_lag.unwrap_or_default(), LAG).saturating_sub(gain);
        let lags = usual.saturating_mul(to_come).min(scaled(base, LAGS_SHARE));
        let share = (base / TAIL_SHARE).saturating_sub(LEAST_RESERVE);
        let tail = TAIL.saturating_add(clock.lag.saturating_mul(TAIL_LAGS)).min(share);
        let tail = tail.saturating_mul(to_come.min(TAIL_MOVES)) / TAIL_MOVES;
        let tail = tail.saturating_sub(clock.increment);
        let kept = scaled(gain.saturating_sub(clock.lag), OF_INCREMENT);
        Rest { lags, tail, allowance: kept.max(tail / TAIL_MOVES) }
    }
}

/// Moves after this one that the time on the clock has to last for.
fn to_come(clock: &ClockView) -> u32 {
    let until = match clock.overtime {
        Some(overtime) => overtime.moves.map(NonZeroU32::get),
        None => clock.moves_to_go,
    };
    let unknown = || LONGEST.saturating_sub(clock.moves_made).max(ALWAYS);
    until.map_or_else(unknown, |moves| moves.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        clock::{Overtime, Refill, RefillKind, UNLIMITED},
        timing::testing,
    };

    const EVERYTHING: Budget =
        Budget { soft: Duration::MAX, hard: Duration::MAX, next_check: Duration::MAX };

    fn view(control: TimeControl, remaining: Duration, lag: Duration) -> ClockView {
        ClockView { lag, usual_lag: Some(lag), ..testing::view(control, remaining, None) }
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

    /// The most a move gets with so many of the milliseconds of `base` left.
    fn most(base: u64, increment: u64, left: u64, lag: u64) -> Duration {
        let [base, increment, left, lag] = [base, increment, left, lag].map(Duration::from_millis);
        let control = TimeControl::Tournament { moves: None, base, increment };
        cap(EVERYTHING, &view(control, left, lag)).hard
    }

    #[test]
    fn nobody_lives_at_the_end_of_the_clock() {
        let ms = Duration::from_millis;
        assert_eq!(most(10_000, 100, 10_000, 0), ms(10_000 - 1_100 + 90));
        assert_eq!(most(10_000, 100, 1_100, 0), ms(90));
        assert_eq!(most(1_000, 0, 75, 0), Duration::from_micros(2_500));
        assert_eq!(most(10_000, 100, 250, 0), ms(0));
        assert_eq!(most(60_000, 0, 1_500, 0), ms(50));
        assert_eq!(most(60_000, 0, 875, 0), ms(25));
        assert_eq!(most(60_000, 0, 250, 0), ms(0));
    }

    #[test]
    fn the_lag_of_the_moves_to_come_is_kept() {
        let ms = Duration::from_millis;
        let (tail, lag) = (1_500 + 20 * 30, 30);
        let lags = u64::from(LONGEST) * lag * 115 / 100;
        let start = most(60_000, 0, 60_000, lag);
        assert_eq!(start, ms(60_000 - lag - lags - tail) + ms(tail) / TAIL_MOVES);
        assert_eq!(most(60_000, 0, lags + lag, lag), ms(0));
        assert!(most(60_000, 30, lags + lag, lag) > ms(0));
        let clock = view(tournament_of(60_000), ms(60_000), ms(lag));
        let hard = |usual_lag| cap(EVERYTHING, &ClockView { usual_lag, ..clock.clone() }).hard;
        assert!(hard(Some(ms(2))) > start + ms(6_000));
        assert_eq!(hard(None), hard(Some(ms(0))));
    }

    fn tournament_of(base: u64) -> TimeControl {
        testing::tournament(0, Duration::from_millis(base), Duration::ZERO)
    }

    #[test]
    fn no_move_before_a_control_needs_a_tail_after_it() {
        let [left, base] = [20, 300].map(Duration::from_secs);
        let hard = |to_go| {
            let control = testing::tournament(40, base, Duration::ZERO);
            cap(EVERYTHING, &testing::view(control, left, Some(to_go))).hard
        };
        assert_eq!(hard(1), left - GREATEST_RESERVE);
        assert_eq!(hard(TAIL_MOVES + 1), left - TAIL + TAIL / TAIL_MOVES);
    }

    #[test]
    fn a_machine_that_has_stalled_gets_more_reserve() {
        let calm = view(tournament_of(2_000), Duration::from_secs(2), Duration::ZERO);
        let late = |ms| ClockView { stall: Duration::from_millis(ms), ..calm.clone() };
        let per_move = TimeControl::Tournament {
            moves: NonZeroU32::new(1),
            base: Duration::from_secs(2),
            increment: Duration::ZERO,
        };
        let hard = |clock: ClockView| {
            cap(EVERYTHING, &ClockView { control: per_move, moves_to_go: Some(1), ..clock }).hard
        };
        assert_eq!(hard(late(20)), Duration::from_millis(1_900));
        assert_eq!(hard(late(200)), Duration::from_millis(1_700));
        assert_eq!(hard(late(5_000)), Duration::from_millis(1_500));
    }

    #[test]
    fn an_uneven_lag_gets_more_reserve() {
        let ms = Duration::from_millis;
        let period = TimeControl::Tournament {
            moves: NonZeroU32::new(1),
            base: ms(30_000),
            increment: Duration::ZERO,
        };
        let hard = |left, lag, spread| {
            let lag_spread = ms(spread);
            let clock =
                ClockView { moves_to_go: Some(1), lag_spread, ..view(period, ms(left), ms(lag)) };
            cap(EVERYTHING, &clock).hard
        };
        assert_eq!(hard(30_000, 400, 0), ms(29_100));
        assert_eq!(hard(30_000, 400, 20), ms(29_100));
        assert_eq!(hard(30_000, 400, 250), ms(25_600));
        assert_eq!(hard(9_000, 400, 250), ms(5_600));
    }

    #[test]
    fn a_move_may_run_into_overtime_but_not_through_it() {
        let overtime =
            Overtime { time: Duration::from_secs(30), moves: NonZeroU32::new(1), resets: true };
        let clock = view(tournament_of(60_000), Duration::from_secs(6), Duration::from_millis(100));
        let byo_yomi = ClockView { overtime: Some(overtime), ..clock };
        assert_eq!(cap(EVERYTHING, &byo_yomi).hard, Duration::from_millis(35_400));
        let rest = ClockView { overtime: Some(Overtime { moves: None, ..overtime }), ..byo_yomi };
        assert!(cap(EVERYTHING, &rest).hard < Duration::from_secs(30));
    }

    #[test]
    fn a_budget_within_the_clock_is_left_alone() {
        let [soft, hard, next_check] = [3, 9, 2].map(Duration::from_secs);
        let budget = Budget { soft, hard, next_check };
        let clock = view(TimeControl::Unlimited, Duration::from_secs(60), Duration::ZERO);
        assert_eq!(cap(budget, &clock), budget);
    }

    #[test]
    fn what_a_line_has_taken_beyond_a_delay_is_not_thought_with() {
        let ms = Duration::from_millis;
        let amount = ms(2_000);
        let given_back = Refill { after_moves: 1, kind: RefillKind::Bronstein, amount };
        let hard = |left| {
            let clock = view(tournament_of(180_000), ms(left), ms(140));
            let refills = vec![given_back];
            cap(EVERYTHING, &ClockView { delay: amount, refills, ..clock }).hard
        };
        // A second is left for a spike of the lag, besides the lag that is reckoned with: it would never come back.
        assert!(hard(3_000) < ms(1_000) && hard(3_000) > ms(900), "{:?}", hard(3_000));
        assert!(hard(60_000) > ms(50_000));
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
            soft in any_time(), hard in any_time(), next_check in any_time(), stall in any_time(),
        ) {
            let asked = Budget { soft, hard, next_check };
            let clock = ClockView { stall, ..view(control, left, lag) };
            let granted = cap(asked, &clock);
            prop_assert!(granted.hard.is_zero() || granted.hard + lag <= left, "{granted:?}");
            prop_assert!(granted.soft <= granted.hard && granted.next_check <= granted.hard);
            prop_assert!(granted.soft <= soft && granted.hard <= hard);
            prop_assert_eq!(cap(granted, &clock), granted);
        }

        #[test]
        fn more_time_on_the_clock_never_grants_less(
            control in any_control(), left in any_time(), more in any_time(), lag in any_time(),
            hard in any_time(), stall in any_time(),
        ) {
            let budget = Budget { soft: hard, hard, next_check: hard };
            let most = |left| cap(budget, &ClockView { stall, ..view(control, left, lag) }).hard;
            prop_assert!(most(left) <= most(left + more));
        }
    }
}
