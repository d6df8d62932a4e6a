use std::num::NonZeroU32;

use chess::Color;
use proptest::{prelude::*, sample::select};

use super::*;
use crate::{
    clock::{Ledger, Overtime, Phase, Refill, RefillKind, UNLIMITED, parse_any, parse_ggs},
    timing::{Experience, NAMES, PARAMETERS, Parameters, by_name, testing::*},
};

#[test]
fn a_fixed_time_is_used_up_less_the_lag_by_every_policy() {
    let clock = ClockView { lag: ms(20), ..view(TimeControl::PerMove(s(5)), s(5), None) };
    for name in NAMES {
        let policy = by_name(name, &Parameters::default()).expect("a policy");
        let (budget, mut judge) = policy.plan(&clock, &Situation::default());
        assert_eq!((budget.soft, budget.hard), (ms(4_980), ms(4_980)));
        let (at, reason) = goes_on(judge.review(&iteration(9, 0, 0), ms(4_979)));
        assert_eq!((at, reason), (ms(4_980), format!("{name}: within the planned 5.0 s")));
        let stop = judge.review(&iteration(9, 300, 0), ms(4_980));
        assert_eq!(stopped_by(stop), "fixed 5.0 s used");
    }
}

#[test]
fn without_a_clock_nothing_but_the_client_ends_the_search() {
    for name in NAMES.iter().filter(|&&name| name != "fixed") {
        let mut judge = planned(name, &view(TimeControl::Unlimited, UNLIMITED, None));
        let (at, reason) = goes_on(judge.review(&iteration(9, 300, 0), s(86_400 * 30)));
        assert!(at > s(86_400 * 300));
        assert_eq!(reason, "no time limit");
    }
}

#[test]
fn a_fixed_depth_ends_the_search_under_any_clock() {
    let controls = [TimeControl::Unlimited, TimeControl::PerMove(s(5)), tournament(0, s(60), s(1))];
    for (control, name) in controls.into_iter().flat_map(|c| NAMES.iter().map(move |n| (c, n))) {
        let mut judge =
            planned(name, &ClockView { depth_limit: Some(8), ..view(control, s(60), None) });
        goes_on(judge.review(&iteration(7, 0, 0), ms(1)));
        let inside = Signals { completed: false, ..iteration(8, 0, 0) };
        goes_on(judge.review(&inside, ms(1)));
        let stop = judge.review(&iteration(8, 0, 0), ms(1));
        assert_eq!(stopped_by(stop), "depth limit 8 reached");
    }
}

#[test]
fn a_plan_beyond_the_clock_ends_with_the_clock() {
    for name in ["rival", "vs-length", "cray-blitz"] {
        let mut judge = planned(name, &view(tournament(0, s(60), s(12)), ms(500), None));
        let (at, _) = goes_on(judge.review(&iteration(9, 0, 0), ms(200)));
        assert_eq!(at, ms(450));
        let stop = judge.review(&iteration(9, 300, 0), ms(450));
        assert_eq!(stopped_by(stop), "hard limit reached");
    }
}

#[test]
fn a_period_of_byo_yomi_is_used_up_by_every_policy() {
    let reset = Refill { after_moves: 1, kind: RefillKind::Reset, amount: s(30) };
    let period = ClockView {
        refills: vec![reset],
        phase: Phase::Overtime,
        ..view(byo_yomi(), s(30), Some(1))
    };
    for name in NAMES {
        let (end, _) = run(planned(name, &period).as_mut(), s(0), &iteration(9, 0, 0));
        assert_eq!(end, ms(29_500), "{name}");
    }
}

#[test]
fn a_move_may_begin_overtime_that_costs_nothing() {
    let overtime = Overtime { time: s(30), moves: NonZeroU32::new(1), resets: true };
    let late = ClockView { overtime: Some(overtime), ..view(byo_yomi(), s(5), None) };
    for name in NAMES {
        let (end, _) = run(planned(name, &late).as_mut(), s(0), &iteration(9, 0, 0));
        assert!(end > s(5) && end < s(35), "{name}: {end:?}");
    }
}

/// A minute, then half a minute for every move.
fn byo_yomi() -> TimeControl {
    parse_ggs("1:00,N0//30,N1").expect("a control")
}

#[test]
fn a_move_that_costs_nothing_is_not_ended() {
    let clock = ClockView { delay: s(3), lag: ms(100), ..sudden_death(s(300), ms(0)) };
    let mut judge = planned("cray-blitz", &clock);
    let easy = Signals { easy: true, ..iteration(9, 0, 0) };
    let (at, reason) = goes_on(judge.review(&easy, ms(200)));
    assert!(at > ms(2_900), "{reason}");
    let clock = ClockView { remaining: s(20), ..clock };
    let mut judge = planned("cray-blitz", &clock);
    let (at, reason) = goes_on(judge.review(&easy, ms(1_500)));
    assert_eq!((at, reason.as_str()), (ms(2_900), "2.9 s cost nothing"));
    stopped_by(judge.review(&easy, ms(2_900)));
}

fn any_time() -> impl Strategy<Value = Duration> {
    prop_oneof![
        Just(ms(0)),
        Just(ms(1)),
        Just(s(86_400)),
        (0..1_000_000_u64).prop_map(Duration::from_micros),
        (0..1_000_000_u64).prop_map(Duration::from_millis),
        (0..=UNLIMITED.as_millis() as u64).prop_map(Duration::from_millis),
    ]
}

fn any_clock() -> impl Strategy<Value = ClockView> {
    let control = prop_oneof![
        4 => (0..200_u32, any_time(), any_time())
            .prop_map(|(moves, base, increment)| tournament(moves, base, increment)),
        1 => any_time().prop_map(TimeControl::PerMove),
        1 => Just(TimeControl::Unlimited),
    ];
    let to_go = prop_oneof![Just(None), Just(Some(1)), (0..200_u32).prop_map(Some)];
    (control, any_time(), to_go, 0..400_u32, any_time()).prop_map(
        |(control, remaining, moves_to_go, moves_made, lag)| {
            let remaining = if control == TimeControl::Unlimited { UNLIMITED } else { remaining };
            ClockView { moves_made, lag, ..view(control, remaining, moves_to_go) }
        },
    )
}

fn any_situation() -> impl Strategy<Value = Situation> {
    let score = prop_oneof![Just(None), any::<i32>().prop_map(Some)];
    (0..900_u32, 0..200_u32, -120..120_i32, 0..220_u32, any::<bool>(), score).prop_map(
        |(ply, material, advantage, legal_moves, pondering, last_score)| Situation {
            ply,
            material,
            advantage,
            legal_moves,
            pondering,
            experience: Experience { last_score, ..Experience::default() },
            ..Situation::default()
        },
    )
}

fn any_signals() -> impl Strategy<Value = Signals> {
    let score = || prop_oneof![-500..500_i32, any::<i32>()];
    let numbers = (0..60_u32, any::<u64>(), 0..40_u32, 0..=1_000_u32, 0..60_u32, 0..20_u32);
    let scores = (score(), proptest::option::of(score()), proptest::option::of(score()));
    (numbers, scores, any::<[bool; 4]>()).prop_map(|(numbers, scores, flags)| {
        let (depth, nodes, stable_iterations, best_share, legal_moves, best_changes) = numbers;
        let (score, previous_score, second_best) = scores;
        let [completed, recapture, easy, failing_low] = flags;
        Signals {
            depth,
            nodes,
            completed,
            score,
            previous_score,
            stable_iterations,
            best_share,
            legal_moves,
            best_changes,
            recapture,
            easy,
            second_best,
            failing_low,
        }
    })
}

/// Parameters anywhere within their bounds, the bounds themselves often.
fn any_parameters() -> impl Strategy<Value = Parameters> {
    let values: Vec<_> = PARAMETERS
        .iter()
        .map(|parameter| {
            prop_oneof![Just(parameter.min), Just(parameter.max), parameter.min..=parameter.max]
        })
        .collect();
    values.prop_map(|values| {
        let mut parameters = Parameters::default();
        for (parameter, value) in PARAMETERS.iter().zip(values) {
            parameters.set(parameter.name, value).expect("within bounds");
        }
        parameters
    })
}

proptest! {
    #[test]
    fn no_policy_outlives_the_clock_or_stands_still(
        name in select(NAMES), parameters in any_parameters(), clock in any_clock(),
        situation in any_situation(),
        asked in prop::collection::vec((any_signals(), 0.0..1.2_f64), 1..12),
    ) {
        let policy = by_name(name, &parameters).expect("a policy");
        let (granted, mut judge) = policy.plan(&clock, &situation);
        let hard = granted.hard;
        prop_assert!(hard.is_zero() || hard + clock.lag <= clock.remaining);
        prop_assert!(granted.soft <= hard && granted.next_check <= hard);
        for (signals, part) in asked {
            let elapsed = hard.mul_f64(part);
            match judge.review(&signals, elapsed) {
                Verdict::Stop(_) => {}
                Verdict::Continue { next_check, .. } => {
                    prop_assert!(elapsed < hard, "{} goes on at {:?}", name, elapsed);
                    prop_assert!(next_check <= hard);
                    prop_assert!(next_check > elapsed);
                    prop_assert!(next_check >= (elapsed + ms(1)).min(hard));
                }
            }
        }
        let last = Signals::default();
        for late in [hard, hard + ms(1), hard + s(3_600)] {
            prop_assert!(matches!(judge.review(&last, late), Verdict::Stop(_)));
        }
    }

    #[test]
    fn no_policy_calls_a_plan_unused_that_is_used_up(
        name in select(NAMES), parameters in any_parameters(), clock in any_clock(),
        situation in any_situation(),
        asked in prop::collection::vec((any_signals(), 0.0..1.0_f64), 1..12),
    ) {
        let policy = by_name(name, &parameters).expect("a policy");
        let (told, mut judge) = policy.plan(&clock, &situation);
        for (signals, part) in asked {
            let elapsed = told.hard.mul_f64(part);
            let Verdict::Continue { reason, .. } = judge.review(&signals, elapsed) else { continue };
            if matches!(reason, Reason::Policy { rule: Rule::WithinPlan(_), .. }) {
                prop_assert!(elapsed < told.soft, "{}: {} at {:?}", name, reason, elapsed);
            }
        }
    }

    #[test]
    fn judges_of_the_same_move_judge_alike(
        name in select(NAMES), clock in any_clock(), situation in any_situation(),
        asked in prop::collection::vec((any_signals(), any_time()), 1..6),
    ) {
        let policy = by_name(name, &Parameters::default()).expect("a policy");
        let (budget, mut one) = policy.plan(&clock, &situation);
        let (again, mut other) = policy.plan(&clock, &situation);
        prop_assert_eq!(budget, again);
        for (signals, elapsed) in asked {
            prop_assert_eq!(one.review(&signals, elapsed), other.review(&signals, elapsed));
        }
    }
}

#[test]
fn no_policy_thinks_beyond_its_hard_limit_however_the_machine_stalls() {
    let stalls = [0, 190, 2_000, 5_000, 300_000].map(ms);
    for (name, left) in
        NAMES.iter().flat_map(|name| [50, 400, 2_000, 180_000].map(|left| (name, ms(left))))
    {
        for stall in stalls {
            let clock = view(tournament(0, s(180), s(2)), left, None);
            let clock = ClockView { stall, lag: ms(30), ..clock };
            let policy = by_name(name, &Parameters::default()).expect("a policy");
            let (budget, mut judge) = policy.plan(&clock, &Situation::default());
            assert!(budget.hard.is_zero() || budget.hard + clock.lag < left, "{name}: {budget:?}");
            let (end, _) = run(judge.as_mut(), budget.next_check, &iteration(9, 300, 0));
            assert!(end <= budget.hard, "{name}: {end:?} of {budget:?}");
        }
    }
}

/// What every policy plans under a control with so many moves made and so much on the clock, told at last.
fn plans(control: &str, made: u32, left: Duration) -> Vec<(&'static str, Budget)> {
    let mut ledger = Ledger::new(parse_any(control).expect("a control"));
    ledger.correct(Color::White, left, ms(0));
    let clock = ClockView { lag: ms(30), ..ledger.view(Color::White, made, ms(0)) };
    let policy = |name| by_name(name, &Parameters::default()).expect("a policy");
    NAMES.iter().map(|&name| (name, policy(name).plan(&clock, &Situation::default()).0)).collect()
}

#[test]
fn a_bonus_for_several_moves_belongs_to_all_of_them() {
    let (before, earning) =
        (plans("5:00,0/60,10/0", 8, s(255)), plans("5:00,0/60,10/0", 9, s(255)));
    for ((name, before), (_, earning)) in before.into_iter().zip(earning) {
        assert!(earning.soft < before.soft.mul_f64(1.1), "{name}: {before:?} {earning:?}");
    }
}

#[test]
fn what_the_end_of_a_stage_brings_is_no_increment() {
    for control in ["5:00,20/0/15:00,0", "20/300:900"] {
        let [before, last] = [18, 19].map(|made| plans(control, made, s(236)));
        for ((name, before), (_, last)) in before.into_iter().zip(last) {
            // The rest of a stage is shared among its moves, and no more of it than there is.
            assert!(last.soft <= before.soft * 2, "{name}: {before:?} {last:?}");
        }
    }
}

#[test]
fn time_that_is_given_back_after_several_moves_is_not_spent_on_the_first_of_them() {
    for (name, budget) in plans("1:00,0/12,N5/0", 20, s(12)) {
        assert!(budget.soft < s(4) && budget.soft > ms(300), "{name}: {budget:?}");
    }
}

#[test]
fn where_moves_bring_time_in_any_way_the_initial_time_is_remembered() {
    for name in ["vs-average", "vs-percentile", "baguette"] {
        let soft = |left| {
            let all = plans("5:00,0/1,N1/0", 24, left);
            all.into_iter().find(|(policy, _)| *policy == name).map(|(_, budget)| budget.soft)
        };
        assert_eq!(soft(s(200)), soft(s(300)), "{name}");
    }
}
