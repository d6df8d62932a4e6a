use chess::Color;

use super::*;
use crate::{
    clock::{Ledger, parse_ggs},
    timing::{Experience, testing::*},
};

/// The plan for a clock after moves that used this part of theirs.
fn plan_after(clock: &ClockView, ratio: f64) -> Budget {
    let time = MoveTime { planned: s(10), used: s(10).mul_f64(ratio) };
    let experience = Experience { moves: vec![time; 120], ..Experience::default() };
    let situation = Situation { legal_moves: 30, experience, ..Situation::default() };
    Adaptive::default().plan(clock, &situation).0
}

/// Ten seconds for the move: 100 s for ten moves up to the control.
fn ten_seconds() -> Box<dyn Judge> {
    let situation = Situation { legal_moves: 30, ..Situation::default() };
    let (budget, judge) = Adaptive::default().plan(&with_moves_to_go(s(100), 10), &situation);
    assert_eq!((budget.soft, budget.hard), (s(10), s(50)));
    judge
}

fn stable(stable_iterations: u32) -> Signals {
    let (best_share, legal_moves) = (750, 30);
    Signals { stable_iterations, best_share, legal_moves, ..iteration(14, 0, 0) }
}

/// When a search whose iterations end every tenth of a second is over.
fn end(signals: &Signals) -> (Duration, String) {
    let mut judge = ten_seconds();
    let ends = (1..1_000).map(|tenth| ms(100) * tenth);
    for at in ends {
        if let Verdict::Stop(reason) = judge.review(signals, at) {
            return (at, reason.to_string());
        }
    }
    panic!("no end")
}

#[test]
fn the_longer_a_move_stands_the_sooner_it_is_played() {
    // The longer it stands, the more of the nodes it has.
    let standing = |n| Signals { best_share: 400 + 25 * n, ..stable(n) };
    let times: Vec<Duration> = [0, 2, 5, 10, 20].map(|n| end(&standing(n)).0).to_vec();
    assert!(times.windows(2).all(|pair| pair[0] > pair[1]), "{times:?}");
    assert!(times[0] > s(12) && times[4] < s(5), "{times:?}");
}

#[test]
fn the_end_is_explained_by_what_more_time_would_change() {
    let (at, reason) = end(&stable(6));
    let expected = format!("another {:.1} s would change it in 1 of ", at.as_secs_f64());
    assert!(reason.starts_with("adaptive: best move stable for 6 iterations, "), "{reason}");
    assert!(reason.contains(&expected), "{reason}");
}

#[test]
fn a_search_beyond_its_plan_says_what_it_is_worth_that_for() {
    let inside = Signals { completed: false, ..stable(6) };
    let doubtful = Signals { best_share: 400, ..stable(0) };
    let shallow = Signals { depth: 4, ..stable(0) };
    for (signals, reason) in [
        (inside, "the iteration under way may end, extended to "),
        (doubtful, "best move in doubt ("),
        (shallow, "depth 5 comes first, extended to 50.0 s"),
    ] {
        let (_, told) = goes_on(ten_seconds().review(&signals, ms(10_001)));
        assert!(told.starts_with(&format!("adaptive: {reason}")), "{told}");
    }
}

#[test]
fn decided_games_take_less_time() {
    let level = end(&stable(3)).0;
    let won = Signals { score: 900, previous_score: Some(900), ..stable(3) };
    let lost = Signals { score: -900, previous_score: Some(-900), ..stable(3) };
    assert!(end(&won).0 < level && end(&lost).0 < level);
}

#[test]
fn an_iteration_under_way_is_mostly_finished() {
    let inside = Signals { completed: false, ..stable(3) };
    let (within, done) = (end(&inside).0, end(&stable(3)).0);
    assert!(within > done * 2 && within <= done * 3, "{within:?} {done:?}");
}

#[test]
fn plans_grow_where_they_were_not_used_and_shrink_where_they_were_exceeded() {
    let clock = with_moves_to_go(s(100), 10);
    let [sparing, even, lavish] = [0.625, 1.0, 1.6].map(|ratio| plan_after(&clock, ratio).soft);
    assert_close(even, s(10));
    // After many moves nothing is left of what was expected before the first.
    assert!(sparing > ms(15_500) && sparing < s(16), "{sparing:?}");
    assert!(lavish < ms(6_500) && lavish > ms(6_250), "{lavish:?}");
}

#[test]
fn a_policy_that_forgets_each_move_at_once_plans_its_first_as_any_other() {
    let forgetful = Adaptive::with(Numbers { half_life: 0.0, ..Numbers::default() });
    let clock = with_moves_to_go(s(100), 10);
    assert_eq!(forgetful.plan(&clock, &Situation::default()).0.soft, s(10));
}

#[test]
fn hardly_anything_is_kept_for_a_long_game_on_a_clock_of_a_second() {
    let share = |base| {
        let (clock, situation) = (sudden_death(s(base), s(0)), Situation::default());
        Adaptive::default().plan(&clock, &situation).0.soft.as_secs_f64() / base as f64
    };
    let shares = [1, 10, 60, 3_600].map(share);
    assert!(shares.windows(2).all(|pair| pair[0] > pair[1]), "{shares:?}");
    assert!(shares[0] > 1.5 * shares[3] && shares[2] < 1.1 * shares[3], "{shares:?}");
}

#[test]
fn where_moves_bring_time_the_clock_is_used_up_by_move_sixty() {
    for (base, increment) in [(s(10), ms(100)), (s(60), ms(600)), (s(180), s(2))] {
        let mut left = base;
        for moves_made in 0..60 {
            let clock = ClockView { remaining: left, moves_made, ..sudden_death(base, increment) };
            let (budget, _) = Adaptive::default().plan(&clock, &Situation::default());
            left = left + increment - budget.soft;
        }
        let all = base + increment * 60;
        assert!(left < all.mul_f64(0.07) && left > all.mul_f64(0.02), "{left:?} of {all:?}");
    }
}

#[test]
fn a_control_ahead_is_reached_with_the_clock_used_up() {
    for (moves, soft, hard) in [(1, s(100), s(100)), (2, s(50), s(65)), (40, ms(2_500), s(20))] {
        let (budget, _) =
            Adaptive::default().plan(&with_moves_to_go(s(100), moves), &Situation::default());
        assert_eq!((budget.soft, budget.hard), (soft, hard), "{moves}");
    }
}

#[test]
fn an_increment_greater_than_the_clock_is_not_planned_with() {
    let clock = view(tournament(0, s(1), s(12)), ms(500), None);
    let (budget, _) = Adaptive::default().plan(&clock, &Situation::default());
    assert!(budget.hard <= ms(250), "{budget:?}");
}

#[test]
fn a_delay_is_used_before_a_choice_is_cut_short() {
    let clock = ClockView { delay: s(5), ..sudden_death(s(60), s(0)) };
    let situation = Situation { legal_moves: 30, ..Situation::default() };
    let (_, mut judge) = Adaptive::default().plan(&clock, &situation);
    goes_on(judge.review(&stable(30), ms(4_900)));
    stopped_by(judge.review(&stable(30), ms(5_001)));
}

#[test]
fn what_is_given_back_is_not_shared_among_the_moves_to_come() {
    let mut ledger = Ledger::new(parse_ggs("3:00,0/2,N1/0").expect("a control"));
    let mut now = s(0);
    for made in 0..300 {
        ledger.start(Color::White, now);
        let clock = ledger.view(Color::White, made, now);
        assert!(clock.remaining > s(2), "{made}: {:?}", clock.remaining);
        now += Adaptive::default().plan(&clock, &Situation::default()).0.soft;
        ledger.press(now, made + 1);
    }
    assert!(ledger.remaining(Color::White, now) < s(8));
}

#[test]
fn a_move_without_choice_is_played_at_once() {
    let situation = Situation { legal_moves: 1, ..Situation::default() };
    let (_, mut judge) = Adaptive::default().plan(&sudden_death(s(300), s(0)), &situation);
    let signals = Signals { legal_moves: 1, ..stable(0) };
    assert_eq!(stopped_by(judge.review(&signals, ms(500))), "only move");
}
