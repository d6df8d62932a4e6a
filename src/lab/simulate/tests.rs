use std::time::Duration;

use super::{
    optimum::{Plan, Track},
    pool::games,
    tally::Tally,
    *,
};
use crate::{
    clock::{ClockView, TimeControl, parse_any},
    timing::{Budget, Judge, NAMES, Parameters, Policy, Reason, Signals, Situation, Verdict},
};

fn setup(games: u64) -> Setup {
    let (world, lengths, lag) = (World::default(), Lengths::default(), LagModel::None);
    Setup { world, lengths, lag, games, seed: 7, threads: 2, points: 50 }
}

fn control(text: &str) -> TimeControl {
    parse_any(text).expect("a control")
}

fn policy(name: &str) -> Player {
    Player::named(name, &Parameters::default()).expect("a policy")
}

/// Gives each move a part of what is left, and never the last second.
fn share(name: &'static str, part: f64) -> Player {
    struct Share(&'static str, f64);
    struct Until(Duration);
    impl Policy for Share {
        fn name(&self) -> &'static str {
            self.0
        }
        fn plan(&self, clock: &ClockView, _: &Situation) -> (Budget, Box<dyn Judge>) {
            let usable = clock.remaining.saturating_sub(clock.lag + Duration::from_millis(100));
            let time = usable.mul_f64(self.1);
            (Budget::flat(time), Box::new(Until(time)))
        }
    }
    impl Judge for Until {
        fn review(&mut self, _: &Signals, elapsed: Duration) -> Verdict {
            match elapsed < self.0 {
                true => Verdict::Continue { next_check: self.0, reason: Reason::Unlimited },
                false => Verdict::Stop(Reason::FixedTime(self.0)),
            }
        }
    }
    Player::new(name, move || Box::new(Share(name, part)))
}

fn play(setup: &Setup, text: &str, players: &[Player]) -> Results {
    simulate(setup, control(text), players, &|_| {})
}

/// What the games of each player come to, without the plans that they are measured by.
fn tallies(setup: &Setup, text: &str, players: &[Player]) -> Vec<Tally> {
    games(setup, control(text), players, (0, 1), &|_| {})
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let players = [policy("achilles"), policy("rival")];
    let local = Setup { lag: LagModel::Local, ..setup(120) };
    let results = tallies(&local, "10+0.1", &players);
    assert_eq!(tallies(&Setup { threads: 1, ..local.clone() }, "10+0.1", &players), results);
    let other = tallies(&Setup { seed: 8, ..local }, "10+0.1", &players);
    assert_ne!(other[0].loss(), results[0].loss());
}

#[test]
fn hoarding_and_draining_are_worse_than_an_even_split() {
    let players = [share("even", 1.0 / 35.0), share("hoards", 1.0 / 400.0), share("drains", 0.3)];
    for clock in ["60+0", "180+2"] {
        let results = play(&setup(150), clock, &players);
        let [even, hoards, drains] = [0, 1, 2].map(|number| results.rows[number].efficiency);
        assert!(even > 0.5 && hoards < 0.5 * even && drains < 0.9 * even, "{results:?}");
        assert!(results.rows[1].share < 0.5 && results.rows[2].share > 0.9);
    }
}

#[test]
fn no_static_share_beats_the_best_plan_and_knowing_more_does() {
    let parts = [10.0, 20.0, 30.0, 45.0, 70.0];
    let players = parts.map(|moves| share("share", 1.0 / moves));
    for clock in ["60+0", "40/60", "60+1", "1:00,0/2,N1/0", "20,N0//2,N1", "20,N0//20,N2"] {
        let results = play(&setup(150), clock, &players);
        let least = results.rows.iter().map(|row| row.loss).fold(f64::INFINITY, f64::min);
        assert!(results.blind < least * 1.003, "{clock}: {} {least}", results.blind);
        let (loss, efficiency) = results.oracle;
        assert!(loss < results.blind && efficiency < 1.7, "{clock}: {loss} {efficiency}");
    }
}

#[test]
fn the_best_plan_thinks_longer_while_a_game_is_young_and_spends_the_clock() {
    let setup = setup(1);
    let track = Track::new(&setup, control("60+0"), 1.0, 0.01);
    let times = Plan::blind(&track).times([1.0; 150].into_iter());
    assert!(times[0] > times[60] && times[60] > times[120], "{times:?}");
    let spent: f64 = times.iter().map(|time| time + 0.01).sum();
    assert!(spent > 57.0 && spent <= 60.0, "{spent}");
    let byo_yomi = Track::new(&setup, control("1:00,N0//30,N1"), 1.0, 0.01);
    let times = Plan::blind(&byo_yomi).times([1.0; 60].into_iter());
    assert!(times[20..].iter().all(|time| (29.0..30.0).contains(time)), "{times:?}");
    assert!(times.iter().sum::<f64>() > 59.0 * 30.0 + 55.0, "{times:?}");
}

#[test]
fn overtime_is_reached_and_used_by_every_policy_that_looks_at_the_clock() {
    let players: Vec<Player> = NAMES.iter().map(|name| policy(name)).collect();
    let setup = Setup { lag: LagModel::Local, ..setup(10) };
    let results = play(&setup, "1:00,N0//30,N1", &players);
    for row in &results.rows {
        assert!(row.efficiency > 0.75 && row.flags == 0, "{row:?}");
    }
}

#[test]
fn lag_loses_no_game_in_sudden_death() {
    let players: Vec<Player> =
        NAMES.iter().map(|name| policy(name)).chain([Player::instant()]).collect();
    let lag = LagModel::Recorded(vec![Duration::from_millis(30)]);
    for (player, tally) in
        players.iter().zip(tallies(&Setup { lag, ..setup(40) }, "60+0", &players))
    {
        assert_eq!(tally.flags, 0, "{}", player.name);
    }
}

#[test]
fn whoever_moves_at_once_never_loses_without_lag() {
    for clock in ["1+0", "60+0", "40/60", "2,N0//1,N1"] {
        assert_eq!(tallies(&setup(100), clock, &[Player::instant()])[0].flags, 0, "{clock}");
    }
    let results = play(&setup(100), "1+0", &[Player::instant()]);
    assert!(results.rows[0].loss > 1.2 * results.blind, "{results:?}");
}

#[test]
fn a_clock_that_lag_uses_up_is_a_loss_on_time() {
    let lag = LagModel::Recorded(vec![Duration::from_millis(400)]);
    let tally = &tallies(&Setup { lag, ..setup(50) }, "4+0", &[Player::instant()])[0];
    assert!(tally.flags > 40, "{tally:?}");
}

#[test]
fn games_are_as_long_as_engine_games() {
    let lengths = Lengths::default();
    let mean: f64 = (0..400).map(|number| lengths.survival(number)).sum();
    assert!((60.0..72.0).contains(&mean), "{mean}");
    assert_eq!((lengths.survival(0), lengths.survival(1_000)), (1.0, 0.0));
}

#[test]
fn games_are_as_long_as_those_of_a_profile() {
    let text = "games = 100\nmean = 100.0\npercentiles = [[70.0, 120.0]]\n\
                remaining = [[0.0, 100.0], [100.0, 40.0]]\n\
                material = [[0.0, 20.0]]\nshorter_by_pawn = 2.0\n";
    let lengths = Lengths::of(&crate::lab::games::Profile::parse(text).expect("a profile"));
    let rest = |from: usize| {
        let moves: f64 = (from..400).map(|number| lengths.survival(number)).sum();
        2.0 * moves / lengths.survival(from)
    };
    assert!((rest(0) - 100.0).abs() < 3.0 && (rest(50) - 40.0).abs() < 2.0, "{}", rest(0));
}
