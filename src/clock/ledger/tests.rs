use std::num::NonZeroU32;

use Color::{Black, White};

use super::*;

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn tournament(moves: u32, base: u64, increment: u64) -> Ledger {
    Ledger::new(TimeControl::Tournament {
        moves: NonZeroU32::new(moves),
        base: s(base),
        increment: s(increment),
    })
}

/// Plays moves of both sides until each has made `to`, one second each; tells the time after.
fn play(ledger: &mut Ledger, from: u32, to: u32, mut now: Duration) -> Duration {
    ledger.start(White, now);
    for made in from + 1..=to {
        for _ in [White, Black] {
            now += s(1);
            ledger.press(now, made);
        }
    }
    ledger.stop(now);
    now
}

#[test]
fn only_the_clock_of_the_side_to_move_runs() {
    let mut ledger = tournament(0, 100, 0);
    assert_eq!((ledger.running(), ledger.remaining(White, s(9))), (None, s(100)));
    ledger.start(White, s(10));
    assert_eq!((ledger.remaining(White, s(13)), ledger.remaining(Black, s(13))), (s(97), s(100)));
    ledger.press(s(14), 1);
    assert_eq!(ledger.running(), Some(Black));
    ledger.press(s(20), 1);
    assert_eq!((ledger.remaining(White, s(21)), ledger.remaining(Black, s(21))), (s(95), s(94)));
}

#[test]
fn a_stopped_clock_keeps_its_time_and_goes_on_where_it_stood() {
    let mut ledger = tournament(0, 100, 7);
    ledger.start(Black, s(0));
    ledger.stop(s(5));
    assert_eq!((ledger.running(), ledger.remaining(Black, s(50))), (None, s(95)));
    ledger.press(s(60), 1);
    assert_eq!((ledger.running(), ledger.remaining(Black, s(60))), (None, s(95)));
    ledger.start(Black, s(60));
    ledger.start(Black, s(61));
    assert_eq!(ledger.remaining(Black, s(62)), s(93));
    ledger.start(White, s(63));
    assert_eq!((ledger.remaining(White, s(64)), ledger.remaining(Black, s(64))), (s(99), s(92)));
}

#[test]
fn the_increment_comes_after_the_move() {
    let mut ledger = tournament(0, 120, 12);
    ledger.start(White, s(0));
    assert_eq!(ledger.remaining(White, s(0)), s(120));
    ledger.press(s(20), 1);
    assert_eq!((ledger.remaining(White, s(20)), ledger.moves_to_go(White, 1)), (s(112), None));
}

#[test]
fn an_overdrawn_clock_stands_at_zero_and_still_earns_its_increment() {
    let mut ledger = tournament(0, 10, 2);
    ledger.start(White, s(0));
    assert!(!ledger.flag_fallen(White, s(9)));
    assert!(ledger.flag_fallen(White, s(10)) && ledger.flag_fallen(White, s(1000)));
    assert!(!ledger.flag_fallen(Black, s(1000)));
    ledger.press(s(1000), 1);
    assert_eq!(ledger.remaining(White, s(1000)), s(2));
}

#[test]
fn time_that_runs_backwards_is_no_time() {
    let mut ledger = tournament(0, 100, 0);
    ledger.start(White, s(50));
    assert_eq!(ledger.remaining(White, s(40)), s(100));
    ledger.press(s(40), 1);
    assert_eq!((ledger.remaining(White, s(40)), ledger.remaining(Black, s(52))), (s(100), s(98)));
}

#[test]
fn sessions_repeat_when_nobody_corrects_the_clock() {
    let mut ledger = tournament(40, 300, 0);
    let mut now = s(0);
    for session in 1..=3_u32 {
        let border = 40 * session;
        now = play(&mut ledger, border - 40, border - 1, now);
        let before = s(u64::from(300 * session - (border - 1)));
        for color in [White, Black] {
            assert_eq!(ledger.remaining(color, now), before, "session {session}");
            assert_eq!(ledger.moves_to_go(color, border - 1), Some(1));
        }
        now = play(&mut ledger, border - 1, border, now);
        for color in [White, Black] {
            assert_eq!(ledger.remaining(color, now), before + s(299), "session {session}");
            assert_eq!(ledger.moves_to_go(color, border), Some(40));
        }
    }
}

#[test]
fn sessions_repeat_when_the_clock_is_corrected_before_every_move() {
    let mut ledger = tournament(40, 300, 0);
    let (mut now, mut truth) = (s(0), s(300));
    ledger.start(White, now);
    for made in 1..=120 {
        ledger.correct(White, truth, now);
        assert_eq!(ledger.moves_to_go(White, made - 1), Some(40 - (made - 1) % 40));
        now += s(2);
        truth -= s(1);
        ledger.press(now, made);
        let base = if made % 40 == 0 { s(300) } else { s(0) };
        assert_eq!(ledger.remaining(White, now), truth - s(1) + base, "move {made}");
        truth += base;
        ledger.press(now, made);
    }
}

#[test]
fn a_border_crossed_again_after_an_undo_brings_no_second_base() {
    let mut ledger = tournament(40, 300, 0);
    let now = play(&mut ledger, 0, 41, s(0));
    assert_eq!(ledger.remaining(White, now), s(559));
    assert_eq!(ledger.moves_to_go(White, 41), Some(39));
    assert_eq!(ledger.moves_to_go(White, 39), Some(1));
    let now = play(&mut ledger, 39, 41, now);
    assert_eq!(ledger.remaining(White, now), s(557));
    let now = play(&mut ledger, 41, 80, now);
    assert_eq!(ledger.remaining(White, now), s(818));
}

#[test]
fn moves_count_from_where_the_control_came_in() {
    let mut ledger = tournament(40, 300, 0);
    let control = TimeControl::Tournament {
        moves: NonZeroU32::new(20),
        base: s(1320),
        increment: Duration::ZERO,
    };
    ledger.set_control(control, [10, 9]);
    assert_eq!(ledger.control(), control);
    for (color, made, to_go) in [
        (White, 10, 20),
        (Black, 9, 20),
        (White, 11, 19),
        (White, 29, 1),
        (White, 30, 20),
        (White, 9, 21),
        (White, 0, 30),
        (Black, 30, 19),
    ] {
        assert_eq!(ledger.moves_to_go(color, made), Some(to_go), "{color:?} {made}");
    }
    play(&mut ledger, 10, 30, s(0));
    assert_eq!(ledger.remaining(White, s(0)), s(1320 - 20 + 1320));
}

#[test]
fn a_position_set_up_counts_from_its_own_first_move() {
    let mut ledger = tournament(40, 300, 0);
    let now = play(&mut ledger, 0, 12, s(0));
    assert_eq!(ledger.moves_to_go(White, 0), Some(40));
    ledger.set_control(ledger.control(), [12, 12]);
    ledger.recount([0, 0]);
    assert_eq!(ledger.moves_to_go(White, 0), Some(40));
    let now = play(&mut ledger, 0, 40, now);
    assert_eq!(ledger.remaining(Black, now), s(560));
}

#[test]
fn moves_made_while_the_clocks_stand_count_but_earn_nothing() {
    let mut ledger = tournament(40, 300, 0);
    assert_eq!(ledger.moves_to_go(Black, 85), Some(35));
    let now = play(&mut ledger, 85, 86, s(0));
    assert_eq!(ledger.remaining(Black, now), s(299));
    let now = play(&mut ledger, 86, 120, now);
    assert_eq!(ledger.remaining(Black, now), s(565));
}

#[test]
fn a_corrected_clock_goes_on_from_the_truth() {
    let mut ledger = tournament(0, 300, 0);
    ledger.start(White, s(0));
    ledger.correct(White, s(100), s(10));
    ledger.correct(Black, s(50), s(10));
    assert_eq!((ledger.remaining(White, s(13)), ledger.remaining(Black, s(13))), (s(97), s(50)));
    ledger.press(s(13), 1);
    assert_eq!((ledger.remaining(White, s(20)), ledger.remaining(Black, s(20))), (s(97), s(43)));
    ledger.correct(Black, Duration::ZERO, s(21));
    assert!(ledger.flag_fallen(Black, s(21)));
}

#[test]
fn every_move_has_its_own_allotment() {
    let mut ledger = Ledger::new(TimeControl::PerMove(s(5)));
    ledger.start(White, s(0));
    assert_eq!(ledger.remaining(White, s(3)), s(2));
    ledger.press(s(3), 1);
    assert_eq!((ledger.remaining(White, s(4)), ledger.remaining(Black, s(4))), (s(5), s(4)));
    ledger.press(s(5), 1);
    assert_eq!(ledger.remaining(White, s(6)), s(4));
    ledger.stop(s(7));
    assert_eq!(ledger.remaining(White, s(9)), s(3));
    ledger.start(White, s(9));
    assert_eq!(ledger.remaining(White, s(9)), s(5));
    assert_eq!(ledger.moves_to_go(White, 1), None);
}

#[test]
fn a_correction_holds_for_one_move_and_never_exceeds_the_allotment() {
    for (allotment, told, shown, next) in
        [(5, 3, 3, 5), (5, 60, 5, 5), (5, 0, 0, 5), (0, 4, 4, 0), (0, 0, 0, 0)]
    {
        let mut ledger = Ledger::new(TimeControl::PerMove(s(allotment)));
        ledger.correct(Black, s(told), s(0));
        ledger.start(White, s(0));
        ledger.correct(White, s(told), s(0));
        assert_eq!(ledger.remaining(White, s(0)), s(shown), "st {allotment} time {told}");
        ledger.press(s(0), 1);
        assert_eq!(ledger.remaining(Black, s(0)), s(shown), "st {allotment} otim {told}");
        ledger.press(s(0), 1);
        assert_eq!(ledger.remaining(White, s(0)), s(next), "st {allotment} next");
    }
}

#[test]
fn without_a_clock_every_move_begins_with_all_the_time_there_is() {
    let mut ledger = Ledger::new(TimeControl::Unlimited);
    ledger.start(White, s(0));
    ledger.press(s(86_400), 1);
    ledger.press(s(90_000), 1);
    let view = ledger.view(White, 1, s(90_000));
    assert_eq!((view.remaining, view.opponent, view.moves_to_go), (UNLIMITED, UNLIMITED, None));
    assert!(!ledger.flag_fallen(White, s(90_001)));
}

#[test]
fn a_new_control_replaces_the_clock_even_while_it_runs() {
    let mut ledger = Ledger::new(TimeControl::PerMove(s(5)));
    ledger.start(Black, s(0));
    ledger.correct(Black, s(1), s(0));
    let control = TimeControl::Tournament { moves: None, base: s(60), increment: Duration::ZERO };
    ledger.set_control(control, [3, 3]);
    assert_eq!(ledger.running(), Some(Black));
    assert_eq!((ledger.remaining(Black, s(2)), ledger.remaining(White, s(2))), (s(58), s(60)));
}

#[test]
fn a_reset_forgets_the_game_but_not_the_control() {
    let mut ledger = tournament(40, 300, 2);
    play(&mut ledger, 0, 45, s(0));
    ledger.set_control(ledger.control(), [45, 45]);
    ledger.start(White, s(99));
    ledger.reset();
    assert_eq!((ledger.running(), ledger.moves_to_go(White, 1)), (None, Some(39)));
    assert_eq!(
        (ledger.remaining(White, s(200)), ledger.remaining(Black, s(200))),
        (s(300), s(300))
    );
}

#[test]
fn a_view_shows_the_clocks_from_the_players_side() {
    let mut ledger = tournament(40, 300, 2);
    ledger.correct(White, s(70), s(0));
    ledger.correct(Black, s(80), s(0));
    ledger.start(Black, s(0));
    let expected = ClockView {
        control: ledger.control(),
        remaining: s(75),
        opponent: s(70),
        moves_to_go: Some(30),
        moves_made: 10,
        base: s(300),
        increment: s(2),
        delay: Duration::ZERO,
        refills: vec![
            Refill { after_moves: 1, kind: RefillKind::Add, amount: s(2) },
            Refill { after_moves: 30, kind: RefillKind::Add, amount: s(300) },
        ],
        overtime: None,
        phase: crate::clock::Phase::Main,
        lag: Duration::ZERO,
        usual_lag: None,
        lag_spread: Duration::ZERO,
        stall: Duration::ZERO,
        depth_limit: None,
    };
    assert_eq!(ledger.view(Black, 10, s(5)), expected);
}
