use super::*;
use crate::{clock::parse_any, options::Options, timing::NAMES};

const ME: Color = Color::White;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// What the moves of a game on a clock of its own are planned with, each search that has ended having waited so
/// long for the machine: what the clock has, the plan, and the most that a move may take.
fn game(
    policy: &str,
    control: &str,
    waits: impl Fn(u32) -> Duration,
) -> Vec<(Duration, Duration, Duration)> {
    let level = parse_any(control).expect("a control");
    let mut settings = Options::new().expect("a valid table").settings().clone();
    (settings.policy, settings.level) = (policy.to_owned(), level);
    let mut keeper = Timekeeper::new(&settings).expect("a policy");
    let mut now = Duration::ZERO;
    let plan = |made| {
        keeper.start(ME, now);
        let left = keeper.remaining(ME, now);
        let Budget { soft, hard, .. } = keeper.plan(ME, made, &Situation::default(), now).budget;
        now += soft;
        keeper.press(now, made + 1);
        keeper.waited(waits(made));
        (left, soft, hard)
    };
    (0..30).map(plan).collect()
}

#[test]
fn after_a_suspension_of_minutes_moves_are_planned_as_before() {
    for name in NAMES {
        let calm = game(name, "180+2", |_| ms(1));
        let asleep = |made| if made == 3 { ms(300_000) } else { ms(1) };
        assert_eq!(game(name, "180+2", asleep), calm, "{name}");
    }
    let plans = game("adaptive", "180+2", |_| ms(300_000));
    assert!(plans.iter().all(|&(_, soft, _)| soft > ms(1_000)), "{plans:?}");
}

#[test]
fn after_a_stall_of_seconds_there_is_still_time_to_think() {
    for (left, soft, _) in
        game("adaptive", "180+2", |made| if made == 0 { ms(4_900) } else { ms(1) })
    {
        assert!(soft > ms(1_000), "{soft:?} of {left:?}");
    }
}

#[test]
fn stalls_of_a_busy_machine_are_reserved_for_in_full() {
    for name in NAMES {
        for (left, _, hard) in game(name, "2+0.02", |_| ms(190)).into_iter().skip(1) {
            assert!(
                hard.is_zero() || hard + ms(190 * 3 / 2) <= left,
                "{name}: {hard:?} of {left:?}"
            );
        }
    }
}

/// A timekeeper as the options have it.
fn keeper() -> Timekeeper {
    let settings = Options::new().expect("a valid table").settings().clone();
    Timekeeper::new(&settings).expect("a policy")
}

/// The lag that the next move is planned with.
fn lag(keeper: &Timekeeper) -> Duration {
    keeper.plan(ME, 0, &Situation::default(), Duration::ZERO).grounds.clock.lag
}

#[test]
fn the_clock_of_the_side_first_taken_for_the_engines_is_no_lag() {
    let mut keeper = keeper();
    let tell = |keeper: &mut Timekeeper, left, in_play| {
        keeper.told_clock(ME, Party::Engine, in_play, ms(left), Duration::ZERO);
    };
    let at_first = lag(&keeper);
    // In force mode the clocks stand and nothing can be lost.
    tell(&mut keeper, 60_000, false);
    tell(&mut keeper, 58_000, false);
    assert_eq!(lag(&keeper), at_first);
    // Then the other side's clock is told, and that the engine plays that one.
    tell(&mut keeper, 56_000, true);
    assert_eq!(lag(&keeper), ms(2_000));
    keeper.engine_plays(!ME, Duration::ZERO);
    assert_eq!(lag(&keeper), at_first);
    assert_eq!(keeper.remaining(!ME, Duration::ZERO), ms(56_000));
}

#[test]
fn a_position_that_is_sent_again_with_less_time_tells_nothing_of_lag() {
    let lag_after = |made: u32| {
        let mut keeper = keeper();
        for (left, made) in [(3_000, 2), (1_000, made)] {
            let times = GoTimes { left: [Some(ms(left)); 2], ..GoTimes::default() };
            keeper.told_times(&times, ME, [made; 2], Duration::ZERO);
        }
        lag(&keeper)
    };
    assert_eq!(lag_after(2), lag(&keeper()));
    assert!(lag_after(3) > lag_after(2), "a move was made, and took two seconds of the clock");
}

/// The most that a move may take which this clock or this request has so many milliseconds for.
fn most_of(time: u64, overhead: u64, requested: bool) -> Duration {
    let mut settings = Options::new().expect("a valid table").settings().clone();
    settings.move_overhead = ms(overhead);
    let mut keeper = Timekeeper::new(&settings).expect("a policy");
    if requested {
        let times = GoTimes { move_time: Some(ms(time)), ..GoTimes::default() };
        keeper.told_times(&times, ME, [0, 0], Duration::ZERO);
    } else {
        keeper.told_control(TimeControl::PerMove(ms(time)), [0, 0]);
    }
    keeper.start(ME, Duration::ZERO);
    keeper.plan(ME, 0, &Situation::default(), Duration::ZERO).budget.hard
}

#[test]
fn a_time_that_comes_with_a_request_is_used_for_three_quarters_at_least() {
    for (time, overhead, most) in [(30, 30, 22), (1_000, 1_000, 750), (1_000, 30, 970), (0, 30, 0)]
    {
        assert_eq!(most_of(time, overhead, true).as_millis(), most, "{time} {overhead}");
    }
}

#[test]
fn of_a_control_by_the_move_the_whole_overhead_is_kept_back() {
    assert_eq!(most_of(30, 30, false), ms(0));
    assert_eq!(most_of(1_000, 600, false), ms(400));
}

#[test]
fn a_clock_of_the_operators_goes_by_what_a_request_tells_of_the_time_left() {
    let mut settings = Options::new().expect("a valid table").settings().clone();
    settings.clock = Some(parse_any("1:00:00//").expect("a control"));
    let mut keeper = Timekeeper::new(&settings).expect("a policy");
    let mut most = |left, move_time| {
        let times = GoTimes { left: [left; 2], move_time, ..GoTimes::default() };
        keeper.told_times(&times, ME, [0, 0], Duration::ZERO);
        keeper.plan(ME, 0, &Situation::default(), Duration::ZERO).budget.hard
    };
    assert!(most(Some(ms(10_000)), None) < ms(10_000));
    assert_eq!(most(Some(ms(100)), None), ms(0));
    let three_quarters = Duration::from_micros(37_500);
    assert_eq!(most(None, Some(ms(50))), three_quarters);
    assert_eq!(most(Some(ms(10_000)), Some(ms(50))), three_quarters);
    assert!(most(Some(ms(10_000)), None) > ms(50));
}
