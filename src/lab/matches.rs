//! Matches of two sets of search parameters, or two evaluations: paired openings, fixed nodes, several games at once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use crossbeam::channel::{Receiver, unbounded};

use super::{
    game::{self, Player},
    openings::opening,
};
use crate::{
    eval::Evaluation,
    lab::Played,
    position::Color,
    search::{Params, STACK_BYTES, Searcher, Strength, Table},
};

/// MiB of table that each player has.
const TABLE: usize = 4;
/// The same below full strength, where it is forgotten with every move.
const WEAK_TABLE: usize = 1;

/// One side of a match.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Its search parameters.
    pub params: Params,
    /// What scores its positions.
    pub evaluation: Evaluation,
    /// How strong it is, if not as strong as its nodes allow; the numbers of the search are its own then.
    pub strength: Option<Strength>,
}

impl Side {
    fn player(&self) -> Player {
        let params = self.strength.map_or_else(|| self.params.clone(), Strength::params);
        let megabytes = if self.strength.is_some() { WEAK_TABLE } else { TABLE };
        let table = Arc::new(Table::new(megabytes));
        Player::new(Searcher::new(table, 1, params, &self.evaluation), self.strength)
    }
}

/// How games of the search against itself are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Games at least; as many more as make the last round whole.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Names the openings, and what else is left to chance.
    pub seed: u64,
    /// Games at once, at least 1. The result does not depend on it.
    pub threads: usize,
    /// What scores positions, of both sides.
    pub evaluation: Evaluation,
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two sides.
    pub sides: [Side; 2],
    /// Nodes a move.
    pub nodes: u64,
    /// Pairs of games, each of one opening with both colours.
    pub pairs: u64,
    /// Names the openings.
    pub seed: u64,
    /// Games at once, at least 1.
    pub threads: usize,
}

/// A pair of games: the first side had White in the first and Black in the second.
pub type Pair = [Played; 2];

impl Match {
    /// Plays and hands over each pair when it is done; dropping the receiver ends the match early.
    pub fn start(&self) -> Receiver<Pair> {
        in_parallel(self.pairs, self.threads, || {
            let (plan, mut players) = (self.clone(), self.players());
            move |number| plan.pair(number, &mut players)
        })
    }

    pub(super) fn players(&self) -> [Player; 2] {
        self.sides.each_ref().map(Side::player)
    }

    pub(super) fn pair(&self, number: u64, players: &mut [Player; 2]) -> Pair {
        let game = opening(self.seed, number);
        let first = game::play(game.clone(), players, self.nodes);
        players.swap(0, 1);
        let second = game::play(game, players, self.nodes);
        players.swap(0, 1);
        [first, second]
    }
}

/// Plays so many pairs, by their numbers from 0, on several threads at once (at least 1), each with a player that `ready`
/// makes for it; hands over each result when it is there, until the receiver is dropped.
pub(super) fn in_parallel<T, F>(pairs: u64, threads: usize, ready: impl Fn() -> F) -> Receiver<T>
where
    T: Send + 'static,
    F: FnMut(u64) -> T + Send + 'static,
{
    let (sender, results) = unbounded();
    let next = Arc::new(AtomicU64::new(0));
    for _ in 0..threads.max(1) {
        let (mut play, sender, next) = (ready(), sender.clone(), next.clone());
        let work = move || {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= pairs || sender.send(play(number)).is_err() {
                    break;
                }
            }
        };
        if let Err(error) = thread::Builder::new().stack_size(STACK_BYTES).spawn(work) {
            log::error!("no thread to play on: {error}");
        }
    }
    results
}

/// Half-points of the first side in a pair, 0 to 4.
pub fn half_points(pair: &Pair) -> usize {
    let of = |played: &Played, own: Color| match played.winner {
        None => 1,
        Some(winner) => 2 * usize::from(winner == own),
    };
    of(&pair[0], Color::White) + of(&pair[1], Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_wins_and_a_match_of_levels_can_be_repeated() {
        let sides = [2_000, 800].map(|elo| {
            let strength = Some(Strength::new(elo));
            Side { evaluation: Evaluation::best(), strength, ..Side::default() }
        });
        let plan = Match { sides, nodes: 100_000, pairs: 2, seed: 7, threads: 1 };
        let play = || -> Vec<Pair> { plan.start().iter().collect() };
        let (once, again) = (play(), play());
        assert!(once.iter().map(half_points).sum::<usize>() >= 7);
        let moves = |pairs: &[Pair]| -> Vec<_> {
            pairs.iter().flatten().map(|played| played.game.moves().to_vec()).collect()
        };
        assert_eq!(moves(&once), moves(&again));
    }

    #[test]
    fn equal_sides_share_the_points_of_every_pair() {
        let sides = [Side::default(), Side::default()];
        let plan = Match { sides, nodes: 300, pairs: 3, seed: 7, threads: 2 };
        let points: Vec<usize> = plan.start().iter().map(|pair| half_points(&pair)).collect();
        assert_eq!(points, [2; 3]);
    }
}
