use super::*;
use crate::{
    clock::TimeControl,
    timing::{
        Parameters, by_name,
        testing::{
            self, goes_on, ms, s, stopped_by, sudden_death, tournament, view, with_moves_to_go,
        },
    },
};

/// Three minutes and two seconds a move: 4 s, extended 8 s.
fn three_plus_two() -> ClockView {
    sudden_death(s(180), s(2))
}

/// The judge that the policy, as it is listed, appoints for a move.
fn planned(clock: &ClockView) -> Box<dyn Judge> {
    testing::planned(NAME, clock)
}

/// What the clock allows of the plan.
fn granted(clock: &ClockView) -> Budget {
    by_name(NAME, &Parameters::default()).expect("the policy").plan(clock, &Situation::default()).0
}

/// Signals in the middle of the iteration to depth 9.
fn signals(previous_score: i32, score: i32) -> Signals {
    Signals { completed: false, ..testing::iteration(9, previous_score, score) }
}

fn iteration(depth: u32) -> Signals {
    Signals { depth, completed: true, ..Signals::default() }
}

fn next_check(verdict: Verdict) -> Duration {
    goes_on(verdict).0
}

#[test]
fn the_aim_is_three_quarters_of_an_equal_share() {
    for (left, moves, aim, limit) in [
        (s(407), 22, ms(13_875), ms(74_000)),
        (s(407), 27, ms(11_305), ms(60_296)),
        (s(100), 2, ms(37_500), s(50)),
        (s(100), 10, ms(7_500), s(40)),
        (s(100), 1, s(75), s(75)),
        (s(100), 0, s(75), s(75)),
        (s(0), 5, s(0), s(0)),
    ] {
        let (soft, hard) = aim_and_limit(left, moves);
        assert_eq!((soft.as_millis(), hard.as_millis()), (aim.as_millis(), limit.as_millis()));
    }
}

#[test]
fn the_printed_times_without_moves_to_go() {
    for (left, increment, base, made, normal, extend) in [
        (180_000, 2_000, 180_000, 0, 4_000, 8_000),
        (25_000, 2_000, 180_000, 0, 2_000, 0),
        (30_000, 2_000, 180_000, 0, 2_000, 0),
        (30_001, 2_000, 180_000, 0, 4_000, 8_000),
        (40_000, 15_000, 180_000, 0, 20_000, 20_000),
        (300_000, 0, 300_000, 0, 3_749, 0),
        (300_000, 0, 300_000, 60, 4_999, 0),
        (120_000, 0, 300_000, 59, 5_713, 0),
        (300_000, 0, 300_000, 99, 14_284, 0),
        (300_000, 0, 300_000, 100, 14_998, 0),
        (300_000, 0, 300_000, 500, 14_998, 0),
        (10_000, 0, 300_000, 0, 0, 0),
        (10_001, 0, 300_000, 0, 124, 0),
        (9_999, 0, 300_000, 0, 0, 0),
        (12_000, 0, 86_400_000 * 30, 0, 0, 0),
        (500, 12_000, 300_000, 0, 12_000, 0),
    ] {
        let times = normal_and_extend(ms(left), ms(increment), ms(base), made);
        assert_eq!(times, (ms(normal), ms(extend)), "{left} {increment} {base} {made}");
    }
}

#[test]
fn a_drop_of_more_than_75_points_extends_the_search() {
    for (before, now, extends) in [
        (30, -46, true),
        (30, -45, false),
        (30, -44, false),
        (30, 300, false),
        (29_000, 500, true),
        (0, -29_000, true),
        (i32::MAX, i32::MIN, true),
    ] {
        let verdict = planned(&three_plus_two()).review(&signals(before, now), s(4));
        assert_eq!(matches!(verdict, Verdict::Continue { .. }), extends, "{before} to {now}");
    }
    let first = Signals { score: -900, depth: 3, ..Signals::default() };
    let verdict = planned(&three_plus_two()).review(&first, s(4));
    assert_eq!(stopped_by(verdict), "rival: planned 4.0 s used");
}

#[test]
fn an_extended_search_ends_with_the_drop_or_at_its_limit() {
    let [mut rival, mut other] = [0, 1].map(|_| planned(&three_plus_two()));
    let before = rival.review(&signals(30, -50), ms(3_900));
    assert_eq!(next_check(before), s(4));
    let dropped = rival.review(&signals(30, -50), s(4));
    let (at, reason) = goes_on(dropped);
    assert_eq!(reason, "rival: 80-point drop, extended to 8.0 s");
    assert_eq!(at, ms(4_200));
    next_check(other.review(&signals(30, -50), s(4)));
    let over = other.review(&signals(30, -50), s(8));
    assert_eq!(stopped_by(over), "rival: extension over");
    let recovered = rival.review(&signals(30, 20), ms(4_200));
    assert_eq!(stopped_by(recovered), "rival: score recovered");
}

#[test]
fn checks_of_an_extended_search_come_closer_and_reach_the_limit() {
    let mut rival = planned(&three_plus_two());
    let (mut elapsed, mut checks) = (s(4), 0);
    while elapsed < s(8) {
        let next = next_check(rival.review(&signals(100, 0), elapsed));
        assert!(next >= (elapsed + ms(1)).min(s(8)) && next <= elapsed + ms(200));
        (elapsed, checks) = (next, checks + 1);
    }
    assert_eq!(elapsed, s(8));
    assert!(checks < 200, "{checks} checks");
}

#[test]
fn the_last_move_of_a_session_is_not_extended_beyond_its_aim() {
    let verdict = planned(&with_moves_to_go(s(100), 1)).review(&signals(100, 0), s(75));
    assert_eq!(stopped_by(verdict), "rival: planned 75.0 s used");
}

#[test]
fn without_time_to_spend_depth_two_is_completed_and_played() {
    let clock = view(tournament(0, s(300), ms(0)), ms(9_999), None);
    let (budget, _) = Rival.plan(&clock, &Situation::default());
    assert_eq!((budget.soft, budget.hard), (s(0), ms(9_999)));
    let mut rival = planned(&clock);
    next_check(rival.review(&iteration(1), ms(1)));
    next_check(rival.review(&Signals { completed: false, ..iteration(2) }, ms(2)));
    let stop = rival.review(&Signals { previous_score: Some(900), ..iteration(2) }, ms(3));
    assert_eq!(stopped_by(stop), "rival: no time to spend, depth 2 only");
}

#[test]
fn a_depth_limit_does_not_stop_the_clock() {
    let clock = ClockView { depth_limit: Some(60), ..three_plus_two() };
    let verdict = planned(&clock).review(&iteration(9), s(4));
    assert_eq!(stopped_by(verdict), "rival: planned 4.0 s used");
    let clock = ClockView { depth_limit: Some(1), ..three_plus_two() };
    assert_eq!(stopped_by(planned(&clock).review(&iteration(1), s(0))), "depth limit 1 reached");
}

#[test]
fn a_plan_that_the_clock_cuts_short_does_not_claim_to_be_kept() {
    let mut rival = planned(&view(tournament(0, s(60), s(12)), ms(500), None));
    assert_eq!(next_check(rival.review(&signals(0, 0), ms(449))), ms(450));
    assert_eq!(stopped_by(rival.review(&signals(300, 0), ms(450))), "hard limit reached");
}

#[test]
fn plan_and_cap_together_fit_every_clock() {
    let day = s(86_400);
    for (clock, soft, hard) in [
        (view(tournament(0, s(1), s(12)), ms(500), None), ms(450), ms(450)),
        (view(tournament(0, s(1), s(12)), ms(12_500), None), ms(12_000), ms(12_000)),
        (view(tournament(0, s(1), s(12)), s(0), None), s(0), s(0)),
        (view(tournament(0, s(300), s(0)), s(0), None), s(0), s(0)),
        (view(tournament(0, s(300), s(0)), ms(10), None), s(0), s(0)),
        (view(tournament(0, s(0), ms(10)), ms(10), None), ms(0), ms(0)),
        (view(tournament(0, day, s(0)), day, None), ms(1_079_910), ms(1_079_910)),
        (view(tournament(0, day, s(60)), day, None), s(120), s(240)),
        (with_moves_to_go(s(0), 1), s(0), s(0)),
        (with_moves_to_go(ms(60), 1), ms(10), ms(10)),
        (with_moves_to_go(s(100), 1), s(75), s(75)),
        (with_moves_to_go(s(100), 40), ms(1_875), s(10)),
        (with_moves_to_go(day, 1), day / 4 * 3, day / 4 * 3),
        (view(TimeControl::PerMove(s(5)), s(5), None), s(5), s(5)),
        (view(TimeControl::PerMove(s(0)), ms(500), None), ms(500), ms(500)),
        (view(TimeControl::PerMove(s(5)), s(0), None), s(0), s(0)),
    ] {
        let budget = granted(&clock);
        assert_eq!((budget.soft, budget.hard), (soft, hard), "{clock:?}");
        assert!(budget.next_check <= hard);
    }
}

#[test]
fn a_clock_smaller_than_the_lag_means_move_at_once() {
    for control in
        [TimeControl::PerMove(ms(50)), tournament(0, s(60), s(1)), tournament(0, s(1), s(0))]
    {
        let clock = ClockView { lag: ms(100), ..view(control, ms(50), None) };
        let budget = granted(&clock);
        assert_eq!([budget.soft, budget.hard, budget.next_check], [s(0); 3]);
        let verdict = planned(&clock).review(&Signals::default(), s(0));
        assert!(matches!(verdict, Verdict::Stop(_)), "{verdict:?}");
    }
}
