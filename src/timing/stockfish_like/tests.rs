use super::*;
use crate::timing::{Experience, testing::*};

fn with_lag(clock: ClockView) -> ClockView {
    ClockView { lag: ms(10), ..clock }
}

fn situation(ply: u32) -> Situation {
    Situation { ply, legal_moves: 30, ..Situation::default() }
}

fn plan(clock: ClockView, situation: &Situation) -> (u128, u128) {
    let (budget, _) = StockfishLike.plan(&with_lag(clock), situation);
    (budget.soft.as_millis(), budget.hard.as_millis())
}

/// Four seconds three and more, 4355 to 29931 ms.
fn three_minutes() -> StockfishLikeJudge {
    StockfishLikeJudge::new(&with_lag(sudden_death(s(180), ms(0))), &situation(0))
}

/// What ends a search whose iterations end at these times, all with the same signals.
fn ends(signals: &Signals, at: Duration) -> String {
    let mut judge = three_minutes();
    goes_on(judge.review(&Signals { depth: signals.depth - 1, ..signals.clone() }, ms(1)));
    stopped_by(judge.review(signals, at))
}

#[test]
fn the_times_of_the_original() {
    for (clock, ply, expected) in [
        (sudden_death(s(180), ms(0)), 0, (4_355, 29_931)),
        (sudden_death(s(180), s(2)), 0, (7_052, 48_468)),
        (sudden_death(s(60), ms(600)), 0, (1_962, 13_484)),
        (sudden_death(s(10), ms(100)), 0, (243, 1_563)),
        (sudden_death(ms(500), ms(0)), 100, (3, 20)),
        (view(tournament(40, s(7_200), ms(0)), s(7_200), Some(40)), 0, (158_390, 902_823)),
    ] {
        assert_eq!(plan(clock.clone(), &situation(ply)), expected, "{clock:?}");
    }
}

#[test]
fn pondering_adds_a_quarter_and_an_only_move_has_half_a_second() {
    let clock = sudden_death(s(180), ms(0));
    let pondering = Situation { pondering: true, ..situation(0) };
    assert_eq!(plan(clock.clone(), &pondering).0, 4_355 * 5 / 4);
    let forced = Situation { legal_moves: 1, ..situation(0) };
    assert_eq!(plan(clock, &forced), (500, 500));
    let signals = Signals { legal_moves: 1, ..iteration(9, 0, 0) };
    assert_eq!(stopped_by(three_minutes().review(&signals, ms(500))), "only move");
    assert_eq!(goes_on(three_minutes().review(&signals, ms(100))).0, ms(500));
}

#[test]
fn a_clock_of_a_few_milliseconds_still_gives_a_plan() {
    for left in [0, 1, 19, 20, 21, 500, 999] {
        for moves in [None, Some(1), Some(40)] {
            let clock = view(tournament(40, s(60), ms(0)), ms(left), moves);
            let (optimum, most) = plan(clock, &situation(40));
            assert!(optimum <= most && most <= u128::from(left), "{left}: {optimum} {most}");
        }
    }
}

#[test]
fn iterations_end_the_search_by_the_scaled_time() {
    let stable = Signals { stable_iterations: 20, legal_moves: 30, ..iteration(12, 0, 0) };
    let second = Signals { score: -93, stable_iterations: 8, ..stable.clone() };
    assert_eq!(
        ends(&stable, ms(2_500)),
        "stockfish-like: stable best move, 56 % of the optimum is enough"
    );
    assert_eq!(
        ends(&stable, ms(1_300)),
        "stockfish-like: stable best move, no new iteration within 56 % of the optimum"
    );
    assert!(ends(&second, s(9)).starts_with("stockfish-like: falling score, 186 %"));
    let most_nodes = Signals { best_share: 950, ..stable };
    assert_eq!(ends(&most_nodes, ms(1_650)), "stockfish-like: 95 % of the nodes on the best move");
    goes_on(three_minutes().review(&most_nodes, ms(1_200)));
}

#[test]
fn changes_of_mind_count_for_a_while() {
    let mut judge = three_minutes();
    let changing = |depth, best_changes| Signals {
        best_changes,
        stable_iterations: 8,
        legal_moves: 30,
        ..iteration(depth, 0, 0)
    };
    let after = |judge: &mut StockfishLikeJudge, signals: &Signals| {
        goes_on(judge.review(signals, ms(1)));
        judge.scaled(signals).percent
    };
    let first = after(&mut judge, &changing(5, 2));
    let second = after(&mut judge, &changing(6, 2));
    let again = after(&mut judge, &changing(6, 2));
    assert!(first > second && second > 100 && second == again, "{first} {second} {again}");
    assert_eq!(
        stopped_by(judge.review(&changing(7, 4), s(29))),
        "stockfish-like: best move keeps changing, 532 % of the optimum allowed"
    );
}

#[test]
fn a_score_below_the_last_move_counts_too() {
    let clock = with_lag(sudden_death(s(180), ms(0)));
    let signals = Signals { stable_iterations: 8, ..iteration(9, 0, 0) };
    let percent = |last_score| {
        let experience = Experience { last_score, ..Experience::default() };
        let situation = Situation { experience, ..situation(0) };
        StockfishLikeJudge::new(&clock, &situation).scaled(&signals).percent
    };
    let [risen, unknown, fallen] = [Some(-50), None, Some(50)].map(percent);
    assert!(risen < unknown && unknown < fallen, "{risen} {unknown} {fallen}");
}

#[test]
fn inside_an_iteration_only_the_most_ends_the_search() {
    let inside = Signals { completed: false, legal_moves: 30, ..iteration(9, 0, 0) };
    for (elapsed, reason) in [
        (s(4), "within the planned 4.4 s"),
        (s(5), "young best move, worth 121 % of the optimum, extended to 29.9 s"),
        (s(20), "the iteration under way may end, extended to 29.9 s"),
    ] {
        let (at, told) = goes_on(three_minutes().review(&inside, elapsed));
        assert_eq!((at.as_millis(), told), (29_931, format!("stockfish-like: {reason}")));
    }
    let end = run(&mut three_minutes(), s(20), &inside);
    assert_eq!(end.1, "stockfish-like: the most for a move, 29.9 s, used");
}
