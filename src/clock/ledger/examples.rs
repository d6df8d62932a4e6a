//! Controls with stages, overtime and delays, played through.

use std::num::NonZeroU32;

use Color::{Black, White};

use super::*;
use crate::clock::{Bonus, BonusKind, Overtime, Phase, Stage, parse_ggs, parse_pgn};

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn ggs(text: &str) -> Ledger {
    Ledger::new(parse_ggs(text).unwrap())
}

fn pgn(text: &str) -> Ledger {
    Ledger::new(parse_pgn(text).unwrap().unwrap())
}

/// White makes one move after another, each in its own time and numbered from `made` + 1; Black
/// answers at once. Tells the time after.
fn moves(ledger: &mut Ledger, mut made: u32, spent: &[u64], mut now: Duration) -> Duration {
    for &seconds in spent {
        ledger.start(White, now);
        now += s(seconds);
        made += 1;
        ledger.press(now, made);
    }
    now
}

fn refill(after_moves: u32, kind: RefillKind, seconds: u64) -> Refill {
    Refill { after_moves, kind, amount: s(seconds) }
}

#[test]
fn forty_moves_made_in_time_bring_the_second_period() {
    let mut ledger = ggs("2:00:00,40//30:00,0");
    let now = moves(&mut ledger, 0, &[150; 39], s(0));
    let view = ledger.view(White, 39, now);
    assert_eq!((view.remaining, view.moves_to_go), (s(7200 - 39 * 150), Some(1)));
    assert_eq!(view.refills, [refill(1, RefillKind::Add, 1800)]);
    let now = moves(&mut ledger, 39, &[150], now);
    let view = ledger.view(White, 40, now);
    assert_eq!((view.remaining, view.moves_to_go, view.phase), (s(3000), None, Phase::Overtime));
    assert_eq!((view.refills.len(), ledger.flag(White, now)), (0, None));
}

#[test]
fn an_increment_is_added_whatever_was_spent() {
    let mut ledger = ggs("2:00,0/12/0");
    let now = moves(&mut ledger, 0, &[5], s(0));
    assert_eq!(ledger.remaining(White, now), s(127));
    let now = moves(&mut ledger, 1, &[20], now);
    assert_eq!(ledger.remaining(White, now), s(119));
}

#[test]
fn a_bronstein_increment_gives_back_no_more_than_was_spent() {
    let mut ledger = ggs("2:00,0/12,N1/0");
    let view = ledger.view(White, 0, s(0));
    assert_eq!((view.delay, view.refills), (s(12), vec![refill(1, RefillKind::Bronstein, 12)]));
    let now = moves(&mut ledger, 0, &[5], s(0));
    assert_eq!(ledger.remaining(White, now), s(120));
    let now = moves(&mut ledger, 1, &[20], now);
    assert_eq!(ledger.remaining(White, now), s(112));
    ledger.start(White, now);
    assert_eq!(ledger.view(White, 2, now + s(4)).delay, s(8));
}

#[test]
fn a_soft_flag_falls_and_the_overrun_is_taken_from_overtime() {
    let mut ledger = ggs("30:00,0//2:00,0");
    ledger.start(White, s(0));
    assert_eq!((ledger.flag(White, s(1799)), ledger.remaining(White, s(1799))), (None, s(1)));
    let view = ledger.view(White, 0, s(1801));
    assert_eq!((view.remaining, view.phase), (s(119), Phase::Soft));
    assert_eq!((view.moves_to_go, ledger.flag(White, s(1801))), (None, Some(Flag::Soft)));
    ledger.press(s(1801), 1);
    assert_eq!(ledger.remaining(White, s(1801)), s(119));
    ledger.start(White, s(1801));
    assert_eq!(ledger.flag(White, s(1919)), Some(Flag::Soft));
    assert_eq!(ledger.flag(White, s(1920)), Some(Flag::Hard));
    assert_eq!(ledger.flag(Black, s(1920)), None);
}

#[test]
fn resetting_overtime_begins_within_a_move_and_counts_it() {
    let mut ledger = ggs("30:00,N0//5:00,N10");
    let now = moves(&mut ledger, 0, &[1810], s(0));
    let view = ledger.view(White, 1, now);
    assert_eq!((view.remaining, view.phase, view.moves_to_go), (s(290), Phase::Overtime, Some(9)));
    assert_eq!(view.refills, [refill(9, RefillKind::Reset, 300)]);
    assert_eq!(ledger.flag(White, now), None);
    let now = moves(&mut ledger, 1, &[20; 8], now);
    assert_eq!(ledger.remaining(White, now), s(130));
    let now = moves(&mut ledger, 9, &[20], now);
    let view = ledger.view(White, 10, now);
    assert_eq!((view.remaining, view.moves_to_go), (s(300), Some(10)));
    let now = moves(&mut ledger, 10, &[25; 10], now);
    assert_eq!(ledger.remaining(White, now), s(300));
    ledger.start(White, now);
    assert_eq!(ledger.flag(White, now + s(300)), Some(Flag::Hard));
}

#[test]
fn overtime_that_costs_nothing_is_announced() {
    let start = |text: &str| ggs(text).view(White, 0, s(0));
    let overtime = |moves| Overtime { time: s(30), moves: NonZeroU32::new(moves), resets: true };
    let byo_yomi = start("1:00,N0//30,N1");
    assert_eq!((byo_yomi.overtime, byo_yomi.reach()), (Some(overtime(1)), s(90)));
    let mut ledger = ggs("1:00,N0//30,N5");
    assert_eq!(ledger.view(White, 0, s(0)).overtime, Some(overtime(5)));
    let now = moves(&mut ledger, 0, &[70], s(0));
    let view = ledger.view(White, 1, now);
    assert_eq!((view.overtime, view.reach()), (None, s(20)));
    let soft = start("1:00,0//30,N1");
    assert_eq!((soft.overtime, soft.reach()), (None, s(60)));
}

#[test]
fn a_delay_reaches_beyond_the_clock_and_time_given_back_does_not() {
    let kinds = [(BonusKind::Delay, 65), (BonusKind::Bronstein, 60), (BonusKind::Increment, 60)];
    for (kind, reach) in kinds {
        let stage =
            Stage { bonus: Bonus { kind, ..Bonus::increment(s(5)) }, ..Stage::new(s(60), None) };
        let ledger = Ledger::new(Stages::single(stage).into());
        assert_eq!(ledger.view(White, 0, s(0)).reach(), s(reach), "{kind:?}");
    }
}

#[test]
fn an_increment_for_every_few_moves_comes_in_overtime_too() {
    let mut ledger = ggs("1:00,4/30,3/1:00,0");
    let view = ledger.view(White, 0, s(0));
    let expected = [refill(3, RefillKind::Add, 30), refill(4, RefillKind::Add, 60)];
    assert_eq!(view.refills, expected);
    let mut now = s(0);
    for (made, left) in [(1, 59), (2, 58), (3, 87), (4, 146), (5, 145), (6, 174)] {
        now = moves(&mut ledger, made - 1, &[1], now);
        assert_eq!(ledger.remaining(White, now), s(left), "move {made}");
    }
}

#[test]
fn several_periods_follow_each_other() {
    let mut ledger = pgn("40/100:20/50:15+3");
    let view = ledger.view(White, 0, s(0));
    let ends = [refill(40, RefillKind::Add, 50), refill(60, RefillKind::Add, 15)];
    assert_eq!((view.refills, view.phase), (ends.to_vec(), Phase::Main));
    let now = moves(&mut ledger, 0, &[1; 40], s(0));
    assert_eq!((ledger.remaining(White, now), ledger.moves_to_go(White, 40)), (s(110), Some(20)));
    assert_eq!(ledger.moves_to_go(White, 39), Some(21), "a move taken back");
    let now = moves(&mut ledger, 40, &[1; 20], now);
    let view = ledger.view(White, 60, now);
    assert_eq!((view.remaining, view.moves_to_go, view.phase), (s(105), None, Phase::Main));
    let now = moves(&mut ledger, 60, &[1], now);
    assert_eq!(ledger.remaining(White, now), s(107));
}

#[test]
fn a_period_without_overtime_is_lost_at_zero() {
    let mut ledger = pgn("40/100:50");
    ledger.start(White, s(0));
    assert_eq!(ledger.flag(White, s(100)), Some(Flag::Hard));
    assert_eq!(ledger.remaining(White, s(120)), Duration::ZERO);
}

#[test]
fn periods_that_ended_while_the_clocks_stood_earn_nothing() {
    let mut ledger = pgn("40/100:20/50:15");
    assert_eq!(ledger.moves_to_go(White, 50), Some(10));
    let now = moves(&mut ledger, 50, &[1], s(0));
    assert_eq!((ledger.remaining(White, now), ledger.moves_to_go(White, 51)), (s(99), Some(9)));
    let now = moves(&mut ledger, 51, &[1; 9], now);
    assert_eq!((ledger.remaining(White, now), ledger.moves_to_go(White, 60)), (s(105), None));
}

#[test]
fn a_border_taken_back_promises_no_second_base() {
    let mut ledger = pgn("40/100");
    let now = moves(&mut ledger, 0, &[1; 41], s(0));
    assert_eq!(ledger.view(White, 39, now).refills, [refill(41, RefillKind::Add, 100)]);
    assert_eq!(ledger.view(White, 41, now).refills, [refill(39, RefillKind::Add, 100)]);
}

#[test]
fn a_delay_lets_the_clock_wait_at_every_move() {
    let bonus = Bonus { kind: BonusKind::Delay, ..Bonus::increment(s(5)) };
    let stage = Stage { bonus, ..Stage::new(s(60), None) };
    let mut ledger = Ledger::new(Stages::single(stage).into());
    ledger.start(White, s(0));
    let view = ledger.view(White, 0, s(2));
    assert_eq!((view.remaining, view.delay, view.refills.len()), (s(60), s(3), 0));
    assert_eq!(ledger.remaining(White, s(7)), s(58));
    ledger.press(s(7), 1);
    assert_eq!(ledger.remaining(White, s(7)), s(58));
    let now = moves(&mut ledger, 1, &[4, 6], s(7));
    assert_eq!(ledger.remaining(White, now), s(57));
}

#[test]
fn a_pause_costs_nothing_and_ends_no_move() {
    let mut ledger = Ledger::new(TimeControl::PerMove(s(60)));
    ledger.start(White, s(0));
    ledger.pause(s(10));
    assert_eq!((ledger.running(), ledger.remaining(White, s(500))), (None, s(50)));
    ledger.resume(s(500));
    assert_eq!((ledger.running(), ledger.remaining(White, s(505))), (Some(White), s(45)));
    ledger.pause(s(505));
    ledger.press(s(600), 1);
    ledger.resume(s(700));
    assert_eq!((ledger.running(), ledger.remaining(Black, s(701))), (Some(Black), s(59)));
    ledger.stop(s(701));
    ledger.pause(s(702));
    ledger.resume(s(703));
    assert_eq!(ledger.running(), None);
}

#[test]
fn a_clock_corrected_to_zero_is_in_overtime() {
    let mut ledger = ggs("30:00,N0//5:00,N10");
    ledger.correct(White, s(0), s(0));
    let view = ledger.view(White, 25, s(0));
    assert_eq!((view.remaining, view.phase, view.moves_to_go), (s(300), Phase::Overtime, Some(10)));
    ledger.correct(White, s(0), s(0));
    assert_eq!(ledger.flag(White, s(0)), Some(Flag::Hard));
}

#[test]
fn one_clock_is_reset_for_every_move_where_each_has_its_time() {
    let mut ledger = Ledger::new(TimeControl::PerMove(s(5)));
    ledger.start(White, s(0));
    let view = ledger.view(White, 0, s(2));
    assert_eq!(view.refills, [refill(1, RefillKind::Reset, 5)]);
    let none = Ledger::new(TimeControl::Unlimited).view(White, 0, s(0));
    assert!(none.refills.is_empty() && none.phase == Phase::Main);
    let level =
        TimeControl::Tournament { moves: NonZeroU32::new(40), base: s(300), increment: s(2) };
    let view = Ledger::new(level).view(White, 12, s(0));
    let expected = [refill(1, RefillKind::Add, 2), refill(28, RefillKind::Add, 300)];
    assert_eq!((view.refills, view.delay), (expected.to_vec(), s(0)));
}

#[test]
fn of_a_bonus_for_several_moves_each_has_its_part_as_far_as_the_clock_lasts_until_then() {
    let mut ledger = ggs("5:00,0/60,10/0");
    let increments =
        |ledger: &Ledger| [0, 8, 9].map(|made| ledger.view(White, made, s(0)).increment);
    assert_eq!(increments(&ledger), [s(6); 3]);
    ledger.correct(White, s(10), s(0));
    assert_eq!(increments(&ledger), [s(1), s(5), s(6)]);
    // The end of a stage is no increment.
    assert_eq!(ggs("5:00,20/0/15:00,0").view(White, 19, s(0)).increment, s(0));
}

#[test]
fn of_time_given_back_for_several_moves_only_a_part_is_free() {
    let mut ledger = ggs("1:00,0/12,N5/0");
    assert_eq!(ledger.view(White, 0, s(0)).delay, s(12) / 5);
    let now = moves(&mut ledger, 0, &[4], s(0));
    assert_eq!([1, 4].map(|made| ledger.view(White, made, now).delay), [s(2), s(8)]);
    ledger.correct(White, s(4), now);
    assert_eq!([1, 4].map(|made| ledger.view(White, made, now).delay), [s(1), s(4)]);
}

#[test]
fn the_time_at_the_start_is_that_of_the_stage() {
    let mut ledger = pgn("20/300:900");
    let now = moves(&mut ledger, 0, &[10; 19], s(0));
    assert_eq!(ledger.view(White, 19, now).base, s(300));
    let now = moves(&mut ledger, 19, &[10], now);
    let view = ledger.view(White, 20, now);
    assert_eq!((view.base, view.remaining), (s(900), s(1000)));
}

#[test]
fn a_time_at_the_start_that_was_cut_is_known_from_the_clock_told_first() {
    let mut ledger = Ledger::new(parse_ggs("1,0/1,1/0").unwrap());
    let told = |ledger: &mut Ledger, seconds| {
        ledger.correct(White, s(seconds), s(0));
        ledger.view(White, 0, s(0)).base
    };
    assert_eq!([2, 1, 5].map(|seconds| told(&mut ledger, seconds)), [s(2); 3]);
    ledger.set_control(ledger.control(), [0, 0]);
    assert_eq!(told(&mut ledger, 3), s(3));
}
