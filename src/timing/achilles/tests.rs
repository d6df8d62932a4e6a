use super::*;
use crate::timing::testing::*;

/// Ten seconds for the move by the length of the game: 350 s for 35 moves.
fn ten_seconds(estimate: Estimate) -> Box<dyn Judge> {
    let mut parameters = Parameters::default();
    parameters.set("achilles_by_material", 0).expect("a switch");
    let achilles = Achilles::new(&parameters).with_estimate(estimate);
    let (budget, judge) = achilles.plan(&sudden_death(s(350), ms(0)), &Situation::default());
    assert_eq!([budget.next_check, budget.soft, budget.hard], [ms(2_500), s(10), s(40)]);
    judge
}

fn end(estimate: Estimate, signals: &Signals) -> (Duration, String) {
    let (at, reason) = run(ten_seconds(estimate).as_mut(), s(0), signals);
    (at, reason.strip_prefix("achilles: ").expect("the policy's own rule").to_owned())
}

fn steady() -> Signals {
    Signals { legal_moves: 30, ..iteration(9, 0, 0) }
}

#[test]
fn a_move_that_will_not_be_replaced_is_played_at_the_first_check() {
    let (at, reason) = end(|_| 0.0, &steady());
    assert_eq!(at, ms(2_500));
    assert_eq!(reason, "best move settled (0 % likely to change)");
    assert_eq!(end(|_| 0.009, &steady()).0, ms(2_500));
}

#[test]
fn doubt_extends_the_search_in_proportion_up_to_the_most() {
    let mut before = s(0);
    let table: [(Estimate, Duration, &str); 5] = [
        (|_| 0.01, ms(10_500), "extension over"),
        (|_| 0.2, s(20), "extension over"),
        (|_| 0.5, s(35), "extension over"),
        (|_| 0.6, s(40), "the most for a move, 40.0 s, used"),
        (|_| 1.0, s(40), "the most for a move, 40.0 s, used"),
    ];
    for (estimate, expected, why) in table {
        let (at, reason) = end(estimate, &steady());
        assert_close(at, expected);
        assert_eq!(reason, why);
        assert!(at >= before, "{at:?} after {before:?}");
        before = at;
    }
}

#[test]
fn the_gain_is_a_parameter() {
    let mut parameters = Parameters::default();
    parameters.set("achilles_gain", 0).expect("in range");
    let achilles = Achilles::new(&parameters).with_estimate(|_| 0.9);
    let start = Situation { material: 78, ..Situation::default() };
    let (_, mut judge) = achilles.plan(&sudden_death(s(3_600), ms(0)), &start);
    let (at, reason) = run(judge.as_mut(), s(0), &steady());
    assert!((at.as_secs_f64() - 106.7).abs() < 0.05);
    assert_eq!(reason, "achilles: planned 106.7 s used");
}

#[test]
fn one_clearly_better_move_takes_less_time_and_close_ones_more() {
    let with_gap = |gap: i32| Signals { second_best: Some(-gap), ..steady() };
    let times: Vec<Duration> = (-20..200).map(|gap| end(|_| 0.01, &with_gap(gap)).0).collect();
    assert!(times.windows(2).all(|pair| pair[0] >= pair[1]), "{times:?}");
    let (at, reason) = end(|_| 0.01, &with_gap(150));
    assert!(at < s(10), "{at:?}");
    assert_eq!(reason, "150 points better than any other move");
    let (at, reason) = end(|_| 0.01, &with_gap(2));
    assert!(at > s(10), "{at:?}");
    assert_eq!(reason, "extension over");
}

#[test]
fn reasons_to_go_on_are_named() {
    let close = Signals { second_best: Some(-2), ..steady() };
    let estimate: Estimate = |_| 0.2;
    for (signals, at, reason) in [
        (steady(), s(1), "achilles: within the planned 10.0 s"),
        (steady(), s(9), "achilles: within the planned 10.0 s"),
        (
            steady(),
            s(10),
            "achilles: best move in doubt (20 % likely to change), extended to 20.0 s",
        ),
        (close, s(10), "achilles: two moves 2 points apart, extended to 29.6 s"),
    ] {
        assert_eq!(goes_on(ten_seconds(estimate).review(&signals, at)).1, reason);
    }
}

#[test]
fn an_undoubted_recapture_is_answered_at_once() {
    let recapture =
        Signals { recapture: true, stable_iterations: 3, ..Signals { depth: 6, ..steady() } };
    let verdict = ten_seconds(|_| 0.2).review(&recapture, ms(40));
    assert_eq!(stopped_by(verdict), "achilles: recapture, no other sensible reply");
}

/// The paper warns of the zwischenzug: what looks like a recapture without alternative is searched
/// until the search has proved steady.
#[test]
fn a_recapture_that_may_be_wrong_is_not_played_at_once() {
    let recapture = Signals { recapture: true, stable_iterations: 9, ..steady() };
    for signals in [
        Signals { recapture: false, ..recapture.clone() },
        Signals { depth: 5, ..recapture.clone() },
        Signals { depth: 6, completed: false, ..recapture.clone() },
        Signals { stable_iterations: 2, ..recapture.clone() },
        Signals { failing_low: true, ..recapture.clone() },
        Signals { previous_score: Some(30), ..recapture.clone() },
    ] {
        goes_on(ten_seconds(|_| 0.2).review(&signals, ms(40)));
    }
}

#[test]
fn half_the_clock_is_the_most_unless_a_share_is_more() {
    let achilles = Achilles::new(&Parameters::default());
    for (moves, soft, hard) in [(40, s(20), s(50)), (4, s(25), s(50)), (1, s(100), s(100))] {
        let (budget, _) = achilles.plan(&with_moves_to_go(s(100), moves), &Situation::default());
        assert_eq!((budget.soft, budget.hard), (soft, hard));
    }
}

#[test]
fn it_wants_to_know_the_second_best_move() {
    assert!(Achilles::new(&Parameters::default()).needs().second_best);
}
