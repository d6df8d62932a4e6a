//! Iterative deepening with aspiration windows at the root.

use std::sync::atomic::Ordering::Relaxed;

use super::{
    Iteration, MAX_DEPTH, Outcome,
    alphabeta::Node,
    score::{INFINITE, MATE, mate_distance},
    table::{Bound, Entry},
    worker::Worker,
};

impl Worker<'_> {
    /// Searches deeper and deeper until a limit, the pacer or the stop token ends it.
    pub(super) fn deepen(&mut self) -> Outcome {
        let last = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut score = 0;
        // Helpers skip some depths, so that the threads do not all search the same tree.
        let stagger = self.id as u32 % 2;
        for depth in 1..=last {
            if self.root_moves.is_empty() || self.stopped {
                break;
            }
            self.depth = (depth + stagger).min(MAX_DEPTH);
            self.seldepth = 0;
            if !self.search_lines() {
                break;
            }
            score = self.root_moves[0].score;
            self.completed = self.depth;
            if !self.report_lines() || self.mate_suffices(score) {
                break;
            }
        }
        self.outcome(score)
    }

    /// One iteration: the best root move and, if more lines are wanted, the next best ones; `false`
    /// if it was broken off.
    fn search_lines(&mut self) -> bool {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        for rank in 0..lines {
            self.rank = rank;
            let score = self.aspire(self.root_moves[rank].score);
            if self.stopped {
                self.rank = 0;
                return false;
            }
            self.root_moves[rank].score = score;
        }
        self.rank = 0;
        // A later line may turn out better than one before it: the table has grown meanwhile.
        self.root_moves[..lines].sort_by_key(|root| -root.score);
        if self.shared.limits.second_best && self.id == 0 {
            match self.root_moves.get(1).filter(|_| lines > 1) {
                Some(second) => self.second = Some((second.mv, second.score)),
                None => self.judge_second(self.root_moves[0].score),
            }
        }
        true
    }

    /// Reports the lines of a completed iteration; the best one decides whether to go on.
    fn report_lines(&mut self) -> bool {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        let go_on = self.report(self.root_moves[0].score, Bound::Exact, true);
        for rank in 1..lines {
            self.rank = rank;
            self.report(self.root_moves[rank].score, Bound::Exact, true);
        }
        self.rank = 0;
        go_on
    }

    /// Whether a mate is found that is near enough to be all that was wanted.
    fn mate_suffices(&self, score: i32) -> bool {
        let found = mate_distance(score).map(i32::unsigned_abs);
        self.shared.limits.mate.zip(found).is_some_and(|(wanted, found)| found <= wanted)
    }

    /// Searches around the last score and widens the window while the new one falls outside.
    fn aspire(&mut self, previous: i32) -> i32 {
        let mut width = self.shared.params.aspiration;
        let narrow = self.depth >= 5;
        let mut alpha = if narrow { (previous - width).max(-INFINITE) } else { -INFINITE };
        let mut beta = if narrow { (previous + width).min(INFINITE) } else { INFINITE };
        let mut less = 0;
        loop {
            let score = self.search_root(alpha, beta, less);
            if self.stopped || score > alpha && score < beta {
                return score;
            }
            let bound = if score <= alpha { Bound::Upper } else { Bound::Lower };
            if !self.report(score, bound, false) {
                self.shared.stop.stop();
                self.stopped = true;
                return score;
            }
            width *= 2;
            match bound {
                Bound::Upper => {
                    beta = i32::midpoint(alpha, beta);
                    alpha = (score - width).max(-INFINITE);
                    less = 0;
                }
                _ => {
                    beta = (score + width).min(INFINITE);
                    less = (less + 1).min(self.shared.params.aspiration_less);
                }
            }
        }
    }

    /// One pass over the root moves; the best one comes to the front of the list.
    fn search_root(&mut self, mut alpha: i32, beta: i32, less: i32) -> i32 {
        let root = self.root.clone();
        let total = self.root_moves.len();
        let depth = (self.depth as i32 - less).max(1);
        let old_alpha = alpha;
        let mut best = -INFINITE;
        for i in self.rank..total {
            let mv = self.root_moves[i].mv;
            let before = self.nodes;
            self.pacer.root_move(self.depth, i as u32 + 1, total as u32, mv);
            let next = self.make(&root, mv, 0);
            let child = |alpha, beta, depth, cut| Node::after(alpha, beta, depth, 1, cut);
            let full = depth - 1;
            let reduction =
                match i >= self.rank + 3 && depth >= 3 && !root.is_noisy(mv) && !next.in_check() {
                    true => (self.shared.reductions.get(depth, i + 1) / 100 - 1).clamp(0, full - 1),
                    false => 0,
                };
            let mut score = alpha;
            if i > self.rank {
                let window = child(alpha, alpha + 1, full - reduction, true);
                score = -self.search::<false>(&next, window);
                if score > alpha && reduction > 0 {
                    score = -self.search::<false>(&next, child(alpha, alpha + 1, full, true));
                }
            }
            if i == self.rank || score > alpha {
                score = -self.search::<true>(&next, child(alpha, beta, full, false));
            }
            self.unmake();
            self.root_moves[i].nodes += self.nodes - before;
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                self.promote(i);
                if score >= beta {
                    break;
                }
                alpha = score;
                if i > self.rank && !self.report(score, Bound::Exact, false) {
                    self.shared.stop.stop();
                    self.stopped = true;
                    return best;
                }
            }
        }
        self.store_root(best, old_alpha, beta);
        best
    }

    /// Brings root move `i` to the front of those without a line, with the line found for it.
    fn promote(&mut self, i: usize) {
        let line = self.memory.lines[1].clone();
        let chosen = &mut self.root_moves[i];
        chosen.line.truncate(1);
        chosen.line.extend(line);
        self.root_moves[self.rank..=i].rotate_right(1);
    }

    fn store_root(&mut self, score: i32, alpha: i32, beta: i32) {
        if self.rank > 0 || !self.shared.limits.root_moves.is_empty() {
            return;
        }
        let bound = match () {
            () if score >= beta => Bound::Lower,
            () if score > alpha => Bound::Exact,
            () => Bound::Upper,
        };
        let mv = self.root_moves.first().map(|root| root.mv);
        let entry = Entry { mv, score, eval: None, depth: self.depth as i32, bound };
        self.shared.table.store(self.root.key(), entry);
    }

    /// Tells the pacer where the search stands; `false` means stop. Of lines after the first, only
    /// whole ones are told.
    fn report(&mut self, score: i32, bound: Bound, completed: bool) -> bool {
        if self.rank > 0 && !completed {
            return true;
        }
        let nodes = self.total_nodes();
        let (root_moves, pacer) = (&self.root_moves, &mut self.pacer);
        let best = &root_moves[self.rank];
        let go_on = pacer.report(&Iteration {
            rank: self.rank as u32 + 1,
            tb_hits: self.shared.tb_hits.load(Relaxed),
            hashfull: self.shared.table.permille_full(),
            depth: self.depth,
            seldepth: self.seldepth as u32,
            completed,
            score: score.clamp(-MATE, MATE),
            bound,
            nodes,
            best_share: (best.nodes * 1000 / self.nodes.max(1)) as u32,
            legal_moves: root_moves.len() as u32,
            line: &best.line,
            second: self.second.filter(|(mv, _)| *mv != best.mv),
        });
        go_on || self.completed == 0
    }

    fn outcome(&mut self, score: i32) -> Outcome {
        Outcome {
            line: self.root_moves.first().map(|best| best.line.clone()).unwrap_or_default(),
            score,
            depth: self.completed,
            nodes: self.total_nodes(),
            second: self
                .second
                .filter(|(mv, _)| self.root_moves.first().is_some_and(|best| best.mv != *mv)),
            second_nodes: self.second_nodes,
        }
    }
}
