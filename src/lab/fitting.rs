//! Fits the numbers of the policy `adaptive` on searches on record and on simulated games.
//!
//! The measure is what moves lose: on record both with each policy's time made equal and on the clock as it
//! is, so that neither the use of time nor the time used is forgotten, and in simulated games, where games
//! are as long as they are. Each number is made larger and smaller by a step; what is better stays, and the
//! steps grow smaller round by round. The same games are played every time, so nothing is left to luck.

use std::thread;

use super::{
    replay::{Archive, Clocks, Trial},
    simulate::{Player, Setup, mean_loss},
};
use crate::{
    clock::TimeControl,
    timing::{
        Policy,
        adaptive::{Adaptive, Numbers},
        framed,
    },
};

/// The first step: so much larger or smaller, as a logarithm; and what becomes of it in each round.
const FIRST_STEP: f64 = 0.3;
const FINER: f64 = 0.6;
/// Searches are replayed at the mean time for a move, and at less.
const MEANS: [f64; 2] = [1.0, 0.4];

/// What is to be lost little in.
pub struct Goal<'a> {
    /// Searches on record.
    pub archive: &'a Archive,
    /// The controls they are replayed under.
    pub controls: Vec<TimeControl>,
    /// What a move takes on average, in the unit on record.
    pub mean: f64,
    /// Simulated games.
    pub setup: Setup,
    /// Their controls.
    pub simulated: Vec<TimeControl>,
    /// What they weigh; the searches on record weigh 1.
    pub weight: f64,
}

impl Goal<'_> {
    /// The mean of the logarithms of what is lost: 0.01 less is a hundredth less.
    pub fn cost(&self, numbers: Numbers) -> f64 {
        let costs = |&control| MEANS.map(|part| self.replayed(numbers, control, part * self.mean));
        let replayed = mean(self.controls.iter().flat_map(costs));
        let simulated = mean(self.simulated.iter().map(|&control| self.played(numbers, control)));
        replayed + self.weight * simulated
    }

    /// Where moves take so much on the average.
    fn replayed(&self, numbers: Numbers, control: TimeControl, mean_cost: f64) -> f64 {
        let policy = policy(numbers);
        let trial = Trial {
            archive: self.archive,
            policy: &*policy,
            control,
            clocks: Clocks::Carried,
            lag: std::time::Duration::ZERO,
        };
        let as_it_is = trial.at_speed(trial.even_speed(mean_cost));
        let equal = trial.at_equal_cost(mean_cost);
        mean([as_it_is, equal].iter().map(|summary| summary.mean(|made| made.price.loss).ln()))
    }

    fn played(&self, numbers: Numbers, control: TimeControl) -> f64 {
        let player = Player::new("adaptive", move || policy(numbers));
        mean_loss(&self.setup, control, player).ln()
    }
}

fn policy(numbers: Numbers) -> Box<dyn Policy> {
    framed(Box::new(Adaptive::with(numbers)))
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / f64::max(count, 1.0)
}

/// Changes the numbers one by one, for so many rounds, beginning with some and what they cost; `better` hears
/// the place of each that was changed for good, all of them, and the cost then.
pub fn fit(
    goal: &Goal<'_>,
    (start, cost): (Numbers, f64),
    rounds: u32,
    mut better: impl FnMut(usize, Numbers, f64),
) -> Numbers {
    let (mut best, mut least) = (start, cost);
    let mut step = FIRST_STEP;
    for _ in 0..rounds {
        for place in 0..Numbers::COUNT {
            let tried = [step, -step].map(|by| scaled(best, place, by.exp()));
            let costs = thread::scope(|scope| {
                let running = tried.map(|numbers| scope.spawn(move || goal.cost(numbers)));
                running.map(|thread| thread.join().unwrap_or(f64::INFINITY))
            });
            for (numbers, cost) in tried.into_iter().zip(costs) {
                if cost < least {
                    (best, least) = (numbers, cost);
                    better(place, best, least);
                }
            }
        }
        step *= FINER;
    }
    best
}

/// The numbers, one of them multiplied.
fn scaled(numbers: Numbers, place: usize, factor: f64) -> Numbers {
    let mut row = numbers.row();
    row[place] *= factor;
    Numbers::from_row(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::parse_any,
        lab::simulate::{LagModel, Lengths, World},
    };

    #[test]
    fn numbers_that_hoard_the_clock_are_mended() {
        let archive = Archive::default();
        let (world, lengths, lag) = (World::default(), Lengths::default(), LagModel::None);
        let goal = Goal {
            archive: &archive,
            controls: Vec::new(),
            mean: 1.0,
            setup: Setup { world, lengths, lag, games: 10, seed: 3, threads: 1, points: 1 },
            simulated: vec![parse_any("10+0").expect("a control")],
            weight: 1.0,
        };
        let hoards = Numbers { moves_late: 300.0, ..Numbers::default() };
        let mut costs = vec![goal.cost(hoards)];
        let fitted = fit(&goal, (hoards, costs[0]), 1, |_, _, cost| costs.push(cost));
        assert!(costs.len() > 1 && costs.windows(2).all(|pair| pair[1] < pair[0]), "{costs:?}");
        assert!(fitted.moves_late < 300.0, "{fitted:?}");
    }
}
