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
