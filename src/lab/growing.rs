//! An opening tree grown out of the start position by searches: the likeliest position that is not yet
//! known is searched next, and what is found in the depth corrects what was thought of the way there.

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use crate::{
    eval::Evaluation,
    position::{ChessMove, Game, Position},
    search::{
        Limits, Params, STACK_BYTES, Searcher, StopToken, Table, Unhurried,
        score::{is_decided, shown},
    },
};

/// MiB of table that each search has.
const TABLE: usize = 4;
/// So many positions are searched between two looks at which are the likeliest, whatever the number of threads:
/// the tree depends on the plan alone.
const ROUND: usize = 64;
/// A move that is so many centipawns worse than the best is played e times less often.
const SPREAD: f64 = 25.0;
/// A move is worth an answer as long as it is no worse than this, in centipawns.
const WORTH_AN_ANSWER: i32 = 90;
/// So often scores go back up the tree: more often than it is deep.
const PASSES: usize = 60;

/// How a tree is grown.
#[derive(Clone, Debug)]
pub struct Growth {
    /// How many positions to search.
    pub positions: usize,
    /// Nodes for each.
    pub nodes: u64,
    /// How many moves of each to look at.
    pub moves: usize,
    /// Up to this ply.
    pub plies: usize,
    /// Searches at once, at least 1.
    pub threads: usize,
    /// What scores positions.
    pub evaluation: Evaluation,
}

/// A position of the tree.
#[derive(Clone, Debug)]
pub struct Known {
    /// The position.
    pub position: Position,
    /// Its best moves with their scores for the side to move, in centipawns as they are shown; the best first.
    pub moves: Vec<(ChessMove, i32)>,
}

/// A position and how it came about.
struct Leaf {
    game: Game,
    likelihood: f64,
}

impl Growth {
    /// Grows the tree; `tell` hears how many positions are known.
    pub fn grow(&self, mut tell: impl FnMut(usize)) -> Vec<Known> {
        let start = Game::new(Position::startpos());
        let mut leaves =
            HashMap::from([(start.position().key(), Leaf { game: start, likelihood: 1.0 })]);
        let mut known: HashMap<u64, Known> = HashMap::new();
        while known.len() < self.positions && !leaves.is_empty() {
            let round = ROUND.min(self.positions - known.len());
            let chosen = likeliest(&mut leaves, round);
            for (leaf, moves) in chosen.iter().zip(self.search(&chosen)) {
                self.sprout(leaf, &moves, &known, &mut leaves);
                let position = leaf.game.position().clone();
                known.insert(position.key(), Known { position, moves });
            }
            tell(known.len());
        }
        back_up(&mut known);
        let mut tree: Vec<Known> = known.into_values().collect();
        tree.sort_by_key(|known| known.position.key());
        tree
    }

    /// The moves of each position with their scores, in their order.
    fn search(&self, leaves: &[Leaf]) -> Vec<Vec<(ChessMove, i32)>> {
        let next = AtomicUsize::new(0);
        let work = || {
            let table = Arc::new(Table::new(TABLE));
            let mut searcher = Searcher::new(table, 1, Params::default(), &self.evaluation);
            let mut found = Vec::new();
            loop {
                let place = next.fetch_add(1, Relaxed);
                let Some(leaf) = leaves.get(place) else { return found };
                found.push((place, self.look(&mut searcher, &leaf.game)));
            }
        };
        let mut found: Vec<(usize, Vec<_>)> = thread::scope(|scope| {
            let spawn = |_| {
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, work).ok()
            };
            let threads: Vec<_> = (0..self.threads.max(1)).filter_map(spawn).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
        });
        found.sort_by_key(|&(place, _)| place);
        found.into_iter().map(|(_, moves)| moves).collect()
    }

    fn look(&self, searcher: &mut Searcher, game: &Game) -> Vec<(ChessMove, i32)> {
        searcher.new_game();
        let (nodes, multi_pv) = (Some(self.nodes), self.moves.max(2));
        let limits = Limits { nodes, multi_pv, ..Limits::default() };
        let outcome = searcher.run(game, &limits, &mut Unhurried, &StopToken::default());
        let shown = |(mv, score): (ChessMove, i32)| (mv, shown(score));
        outcome.best_moves.into_iter().map(shown).collect()
    }

    /// The positions after the moves of one are worth knowing, each as likely as its move.
    fn sprout(
        &self,
        leaf: &Leaf,
        moves: &[(ChessMove, i32)],
        known: &HashMap<u64, Known>,
        leaves: &mut HashMap<u64, Leaf>,
    ) {
        let Some(&(_, best)) = moves.first() else { return };
        if leaf.game.moves().len() >= self.plies || is_decided(best) {
            return;
        }
        let weight = |score: i32| (f64::from(score - best) / SPREAD).exp();
        let all: f64 = moves.iter().map(|&(_, score)| weight(score)).sum();
        for &(mv, score) in moves.iter().filter(|&&(_, score)| best - score <= WORTH_AN_ANSWER) {
            let likelihood = leaf.likelihood * weight(score) / all;
            let mut game = leaf.game.clone();
            game.play(mv);
            let key = game.position().key();
            if game.ending().is_none() && !known.contains_key(&key) {
                let leaf = leaves.entry(key).or_insert(Leaf { game, likelihood: 0.0 });
                leaf.likelihood += likelihood;
            }
        }
    }
}

/// Takes the likeliest positions out; of equals the one with the smaller key.
fn likeliest(leaves: &mut HashMap<u64, Leaf>, count: usize) -> Vec<Leaf> {
    let mut order: Vec<(f64, Reverse<u64>)> =
        leaves.iter().map(|(&key, leaf)| (leaf.likelihood, Reverse(key))).collect();
    order.sort_by(|one, other| other.0.total_cmp(&one.0).then(other.1.cmp(&one.1)));
    order.iter().take(count).filter_map(|(_, key)| leaves.remove(&key.0)).collect()
}

/// Every move is worth what the position after it is worth for the other side, where that is known.
fn back_up(known: &mut HashMap<u64, Known>) {
    for _ in 0..PASSES {
        let best = |known: &Known| known.moves.iter().map(|&(_, score)| score).max();
        let values: HashMap<u64, i32> =
            known.iter().filter_map(|(&key, known)| Some((key, best(known)?))).collect();
        for Known { position, moves } in known.values_mut() {
            for (mv, score) in moves.iter_mut() {
                let mut next = position.clone();
                next.play(*mv);
                if let Some(value) = values.get(&next.key()) {
                    *score = -value;
                }
            }
        }
    }
    for known in known.values_mut() {
        known.moves.sort_by_key(|&(_, score)| Reverse(score));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(positions: usize, threads: usize) -> Growth {
        let evaluation = Evaluation::default();
        Growth { positions, nodes: 300, moves: 4, plies: 6, threads, evaluation }
    }

    #[test]
    fn the_likeliest_positions_are_known_whatever_the_number_of_threads() {
        let mut told = 0;
        let [one, two] = [1, 2].map(|threads| growth(100, threads).grow(|known| told = known));
        assert_eq!((one.len(), told), (100, 100));
        assert!(one.iter().zip(&two).all(|(a, b)| a.position == b.position && a.moves == b.moves));
        assert!(one.iter().any(|known| known.position == Position::startpos()));
    }

    #[test]
    fn a_move_is_worth_what_its_answers_leave_of_it() {
        let tree = growth(100, 1).grow(|_| ());
        let find = |position: &Position| tree.iter().find(|known| known.position == *position);
        let root = find(&Position::startpos()).expect("the root");
        let mut backed = 0;
        for &(mv, score) in &root.moves {
            let mut next = Position::startpos();
            next.play(mv);
            if let Some(answer) = find(&next).and_then(|known| known.moves.first()) {
                assert_eq!(score, -answer.1);
                backed += 1;
            }
        }
        assert!(backed > 1);
        assert!(root.moves.is_sorted_by(|one, other| one.1 >= other.1));
    }
}
