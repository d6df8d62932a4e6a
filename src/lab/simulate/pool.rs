//! Many games of many players, on all cores.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use super::{
    game::Game,
    lag::LagModel,
    lengths::Lengths,
    optimum::{Plan, Track},
    player::Player,
    tally::{Curve, Results, Tally},
    world::World,
};
use crate::{
    clock::TimeControl,
    lock::{kept, lock},
};

/// Games that a thread takes at a time.
const BATCH: u64 = 50;

/// What is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// What moves are like.
    pub world: World,
    /// How long games are.
    pub lengths: Lengths,
    /// What is lost on the way.
    pub lag: LagModel,
    /// Games for each player and control.
    pub games: u64,
    /// The same seed makes the same games.
    pub seed: u64,
    /// Threads; the results do not depend on them.
    pub threads: usize,
    /// Points of a clock that the best plans are reckoned with, `Setup::POINTS` for five digits; the nearer
    /// to zero, the closer they lie.
    pub points: usize,
}

impl Setup {
    /// As many points as results can show.
    pub const POINTS: usize = 120;
}

/// Every player plays the same games under a control. `played` hears how many more are over, of those
/// of one player.
pub fn simulate(
    setup: &Setup,
    control: TimeControl,
    players: &[Player],
    played: &(impl Fn(u64) + Sync),
) -> Results {
    let tallies = games(setup, control, players, (0, 1), played);
    results(setup, control, players, &tallies)
}

/// What tallies come to, one for each player, of all games of the setup under a control.
pub fn results(
    setup: &Setup,
    control: TimeControl,
    players: &[Player],
    tallies: &[Tally],
) -> Results {
    let lag = setup.lag.expected().0.as_secs_f64();
    let names = players.iter().map(|player| player.name.as_str());
    let weights = weights(setup);
    let curve = Curve::new(|size| blind(setup, &weights, control, size, lag));
    Results::new(names.zip(tallies), &curve, oracle(setup, control, lag))
}

/// Centipawns that a player loses in a game, on the average.
pub fn mean_loss(setup: &Setup, control: TimeControl, player: Player) -> f64 {
    games(setup, control, &[player], (0, 1), &|_| {}).iter().map(Tally::loss).sum()
}

/// What the games of each player come to, of one part of the games: its place from 0, and of how many.
pub fn games(
    setup: &Setup,
    control: TimeControl,
    players: &[Player],
    (part, parts): (u64, u64),
    played: &(impl Fn(u64) + Sync),
) -> Vec<Tally> {
    let (_, high) = setup.lag.expected();
    let next = AtomicU64::new(part);
    let batches = Mutex::new(BTreeMap::new());
    let work = || {
        let policies: Vec<_> = players.iter().map(Player::policy).collect();
        loop {
            let first = next.fetch_add(parts, Relaxed) * BATCH;
            if first >= setup.games {
                return;
            }
            let last = (first + BATCH).min(setup.games);
            let mut tallies = vec![Tally::default(); players.len()];
            for number in first..last {
                let mut game = Game::new(setup, number);
                for (policy, tally) in policies.iter().zip(&mut tallies) {
                    tally.add(&game.play(setup, control, high, &**policy));
                    played(1);
                }
            }
            // Sums of fractions depend on their order, so batches are put together in theirs.
            lock(&batches).insert(first, tallies);
        }
    };
    thread::scope(|scope| {
        for _ in 0..setup.threads.max(1) {
            scope.spawn(work);
        }
    });
    let batches = kept(batches.into_inner());
    let mut tallies = vec![Tally::default(); players.len()];
    for batch in batches.values() {
        tallies.iter_mut().zip(batch).for_each(|(sum, part)| sum.merge(part));
    }
    tallies
}

/// The mean loss of the best blind plan with a clock of this size, in these very games.
fn blind(setup: &Setup, weights: &[f64], control: TimeControl, size: f64, lag: f64) -> f64 {
    let track = Track::new(setup, control, size, lag);
    let times = Plan::blind(&track).times(weights.iter().copied());
    let lost = weights.iter().zip(times);
    let loss: f64 = lost.map(|(weight, time)| weight * setup.world.loss(time)).sum();
    loss / setup.games.max(1) as f64
}

/// The sum of the difficulties that each move has in all games.
fn weights(setup: &Setup) -> Vec<f64> {
    let mut weights: Vec<f64> = Vec::new();
    for number in 0..setup.games {
        for (made, difficulty) in Game::new(setup, number).difficulties().enumerate() {
            if weights.len() <= made {
                weights.push(0.0);
            }
            weights[made] += difficulty;
        }
    }
    weights
}

/// The mean loss of one who knows the difficulties, in these very games.
fn oracle(setup: &Setup, control: TimeControl, lag: f64) -> f64 {
    let track = Track::new(setup, control, 1.0, lag);
    let plan = Plan::knowing(&track);
    let mut loss = 0.0;
    for number in 0..setup.games {
        let game = Game::new(setup, number);
        let times = plan.times(game.difficulties());
        let lost = game.difficulties().zip(times);
        loss += lost.map(|(difficulty, time)| difficulty * setup.world.loss(time)).sum::<f64>();
    }
    loss / setup.games.max(1) as f64
}
