//! Matches of two sets of search parameters, or two evaluations: paired openings, fixed nodes, several games at once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use crossbeam::channel::{Receiver, unbounded};

use super::{game, openings::opening};
use crate::{
    eval::Evaluation,
    lab::Played,
    position::Color,
    search::{Params, STACK_BYTES, Searcher, Table},
};

/// MiB of table that each player has.
const TABLE: usize = 4;

/// One side of a match.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Its search parameters.
    pub params: Params,
    /// What scores its positions.
    pub evaluation: Evaluation,
}

impl Side {
    fn player(&self) -> Searcher {
        Searcher::new(Arc::new(Table::new(TABLE)), 1, self.params.clone(), &self.evaluation)
    }
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
        let (sender, pairs) = unbounded();
        let next = Arc::new(AtomicU64::new(0));
        for _ in 0..self.threads.max(1) {
            let (plan, sender, next) = (self.clone(), sender.clone(), next.clone());
            let play = move || {
                let mut players = plan.players();
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    let done = number >= plan.pairs;
                    if done || sender.send(plan.pair(number, &mut players)).is_err() {
                        break;
                    }
                }
            };
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = builder.spawn(play) {
                log::error!("no thread to play on: {error}");
            }
        }
        pairs
    }

    fn players(&self) -> [Searcher; 2] {
        self.sides.each_ref().map(Side::player)
    }

    fn pair(&self, number: u64, players: &mut [Searcher; 2]) -> Pair {
        let game = opening(self.seed, number);
        let first = game::play(game.clone(), players, self.nodes);
        players.swap(0, 1);
        let second = game::play(game, players, self.nodes);
        players.swap(0, 1);
        [first, second]
    }
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
    fn equal_sides_share_the_points_of_every_pair() {
        let sides = [Side::default(), Side::default()];
        let plan = Match { sides, nodes: 300, pairs: 3, seed: 7, threads: 2 };
        let points: Vec<usize> = plan.start().iter().map(|pair| half_points(&pair)).collect();
        assert_eq!(points, [2; 3]);
    }
}
