//! How good the second-best root move is: a true score, at a bounded cost.

use super::{
    node::{Node, Null, Pv},
    score::INFINITE,
    thread::SearchThread,
};

/// The second-best move is judged by a search so many plies shallower: cheap enough to be finished
/// within its allowance, and of the same parity as the main one.
const SHALLOWER: i32 = 4;
/// While nothing is known of it, so many plies less still: better a rough idea than none.
const ROUGH: i32 = 2;
/// One node in so many may go into it.
const SHARE: u64 = 11;
/// Half width of the window around what the last iteration found.
const WINDOW: i32 = 30;

impl SearchThread<'_> {
    /// Searches the root without its best move. What does not fit into the allowance is broken off,
    /// and the score of an earlier iteration stands.
    pub(super) fn judge_second(&mut self, best: i32) {
        let rough = if self.second.is_none() { ROUGH } else { 0 };
        let depth = self.depth as i32 - SHALLOWER - rough;
        let allowance = (self.nodes / SHARE).saturating_sub(self.second_nodes);
        if depth < 1 || self.root_moves.len() < 2 || allowance == 0 {
            return;
        }
        let before = self.nodes;
        self.ceiling = before + allowance;
        let guess = self.second.map_or(best, |(_, score)| score);
        let mut found = self.best_of_the_rest(guess - WINDOW, guess + WINDOW, depth);
        if !self.stopped && (found.1 - guess).abs() >= WINDOW {
            found = self.best_of_the_rest(-INFINITE, INFINITE, depth);
        }
        self.second_nodes += self.nodes - before;
        self.ceiling = u64::MAX;
        if !self.stopped {
            self.second = Some((self.root_moves[found.0].mv, found.1));
        }
        self.stopped = self.shared.stop.is_stopped();
    }

    /// The best of the root moves but the first: its place in the list and its score.
    fn best_of_the_rest(&mut self, mut alpha: i32, beta: i32, depth: i32) -> (usize, i32) {
        let root = self.root.clone();
        let (mut best, mut chosen) = (-INFINITE, 1);
        for i in 1..self.root_moves.len() {
            let next = self.make(&root, self.root_moves[i].mv, 0);
            let window = |alpha, beta, cut| Node::after(alpha, beta, depth - 1, 1, cut);
            let mut score = alpha;
            if i > 1 {
                score = -self.search::<Null>(&next, window(alpha, alpha + 1, true));
            }
            if i == 1 || score > alpha && score < beta {
                score = -self.search::<Pv>(&next, window(alpha, beta, false));
            }
            self.unmake();
            if self.stopped {
                break;
            }
            if score > best {
                (best, chosen) = (score, i);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        (chosen, best)
    }
}
