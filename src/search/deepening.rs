//! Iterative deepening with aspiration windows at the root.

use std::sync::atomic::Ordering::Relaxed;

use super::{
    Iteration, MAX_DEPTH, Outcome, Pacer,
    node::{Node, Root},
    score::{DRAW, INFINITE, MATE, TB_WIN},
    table::Bound,
    thread::{RootMove, SearchThread},
    vote::ThreadResult,
};
use crate::{position::ChessMove, tablebase::Verdict};

/// Helpers with a pattern of their own; later ones begin again with the first.
const PATTERNS: usize = 20;

/// Whether a thread leaves this depth out. Helpers search runs of depths and leave out as many, the
/// first ones single depths, later ones two, three, four: so the threads are never all in the same
/// tree, and what one finds at a greater depth helps the others on their way there.
fn skips(id: usize, depth: u32) -> bool {
    let Some(helper) = id.checked_sub(1) else { return false };
    let (mut run, mut phase) = (1, helper % PATTERNS);
    while phase >= 2 * run {
        phase -= 2 * run;
        run += 1;
    }
    (depth as usize + phase) / run % 2 == 1
}

/// What a score at the root is told as: endgame tables know better than the search, but for mates.
fn known(score: i32, verdict: Option<Verdict>) -> i32 {
    match verdict {
        None => score,
        Some(Verdict::Win) => score.max(TB_WIN),
        Some(Verdict::Draw) => DRAW,
        Some(Verdict::Loss) => score.min(-TB_WIN),
    }
}

impl SearchThread<'_> {
    /// Searches deeper and deeper until a limit, the pacer or the stop token ends it.
    pub(super) fn iterative_deepening(&mut self) -> ThreadResult {
        self.deepen_to(MAX_DEPTH);
        self.result()
    }

    /// Goes on in the same way to this depth at most; `false` if that was the end of the search.
    pub(super) fn deepen_to(&mut self, most: u32) -> bool {
        let last = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=last.min(most) {
            if self.root_moves.is_empty() || self.stopped || self.told_to_stop() {
                return false;
            }
            if depth <= self.completed || depth < last && skips(self.shared.seat + self.id, depth) {
                continue;
            }
            self.depth = depth;
            self.seldepth = 0;
            if !self.search_lines() && !self.catch_up() {
                self.tell_lines_again();
                return false;
            }
            self.completed = self.depth;
            self.keep_lines();
            let go_on = self.report_lines();
            self.publish();
            self.name_candidates();
            if !go_on || self.shared.limits.mate_suffices(self.score) {
                return false;
            }
        }
        last > most
    }

    /// Spares the other threads the iteration completed here. Several lines are each thread's own.
    fn publish(&self) {
        if self.shared.limits.multi_pv <= 1 {
            self.shared.deepest.publish(self.result());
        }
    }

    /// After an iteration was broken off: goes on from where another thread is further; `false` if
    /// that was not the reason.
    fn catch_up(&mut self) -> bool {
        let deepest = self.shared.deepest;
        if self.told_to_stop() || deepest.depth() < self.depth {
            return false;
        }
        self.stopped = false;
        self.take_over(&deepest.result())
    }

    /// What this thread has to say in the end.
    pub(super) fn result(&self) -> ThreadResult {
        let best = self.root_moves.first();
        ThreadResult {
            line: best.map(|best| best.line.clone()).unwrap_or_default(),
            score: self.score,
            depth: self.completed,
            seldepth: self.seldepth,
        }
    }

    /// Takes over what the threads believe in the end, and says so.
    pub(super) fn adopt(&mut self, result: &ThreadResult) {
        if *result != self.result() && self.take_over(result) {
            self.completed = result.depth;
            self.tell(result.score, Bound::Exact, true, |pacer, iteration| {
                pacer.conclude(iteration)
            });
        }
    }

    /// Takes over the move that looks best without a search, with its score, and says so: no
    /// iteration has been completed.
    pub(super) fn fall_back(&mut self, (mv, score): (ChessMove, i32)) {
        let result = ThreadResult { line: vec![mv], score, depth: 1, seldepth: 1 };
        if self.take_over(&result) {
            self.tell(score, Bound::Exact, false, |pacer, iteration| pacer.conclude(iteration));
        }
    }

    /// Puts another thread's best move in front, with its line; `false` if it is none here.
    fn take_over(&mut self, result: &ThreadResult) -> bool {
        let best = result.line.first();
        let place = self.root_moves.iter().position(|root| Some(&root.mv) == best);
        let Some(place) = place else { return false };
        if place > 0 {
            // What was best here comes next now.
            let outvoted = (self.root_moves[0].mv, self.score);
            self.second = self.second.map(|_| outvoted);
        }
        self.root_moves[..=place].rotate_right(1);
        self.root_moves[0].line.clone_from(&result.line);
        self.root_moves[0].score = result.score;
        (self.depth, self.seldepth) = (result.depth, result.seldepth);
        self.found(result.score);
        true
    }

    /// One iteration: the best root move and, if more lines are wanted, the next best ones; `false`
    /// if it was broken off.
    fn search_lines(&mut self) -> bool {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        for rank in 0..lines {
            self.pv_index = rank;
            let score = self.aspiration_search(self.root_moves[rank].score);
            if self.stopped {
                self.pv_index = 0;
                return false;
            }
            self.root_moves[rank].score = score;
        }
        self.pv_index = 0;
        // A later line may turn out better than one before it: the table has grown meanwhile.
        self.root_moves[..lines].sort_by_key(|root| -root.score);
        if self.id == 0 {
            self.find_second(lines);
        }
        true
    }

    /// Where several lines are wanted, those of the last completed iteration are kept: the next one may be
    /// broken off in the middle of them.
    fn keep_lines(&mut self) {
        let lines = self.shared.limits.multi_pv.min(self.root_moves.len());
        if lines > 1 {
            self.lines = self.root_moves[..lines].to_vec();
        }
    }

    /// An iteration was broken off: behind its best move so far come the others of the last one, so that of the lines
    /// told last no move is there twice.
    fn tell_lines_again(&mut self) {
        let best = self.root_moves.first().map(|root| root.mv);
        let others = self.lines.iter().filter(|line| Some(line.mv) != best);
        let others: Vec<RootMove> =
            others.take(self.lines.len().saturating_sub(1)).cloned().collect();
        if others.is_empty() {
            return;
        }
        let broken_off = std::mem::replace(&mut self.depth, self.score_depth);
        self.tell(self.score, Bound::Exact, false, |pacer, iteration| pacer.conclude(iteration));
        self.depth = self.completed;
        for (rank, line) in (1..).zip(others) {
            let score = line.score;
            let rest = &mut self.root_moves[rank..];
            if let Some(place) = rest.iter().position(|root| root.mv == line.mv) {
                rest[..=place].rotate_right(1);
                rest[0] = line;
                self.pv_index = rank;
                self.tell(score, Bound::Exact, false, |pacer, iteration| pacer.conclude(iteration));
            }
        }
        (self.pv_index, self.depth) = (0, broken_off);
    }

    /// Takes one of the lines of the last completed iteration for the best, as the limits say.
    pub(super) fn slip(&mut self) {
        let Some(slip) = self.shared.limits.slip else { return };
        let scores: Vec<i32> = self.lines.iter().map(|line| line.score).collect();
        let chosen = slip.choose(&scores).and_then(|place| self.lines.get(place));
        let (depth, seldepth) = (self.completed, self.seldepth);
        if let Some(RootMove { line, score, .. }) = chosen.cloned() {
            self.adopt(&ThreadResult { line, score, depth, seldepth });
        }
    }

    /// Finds out how good the second-best root move is: by its line, if so many lines were searched, or by
    /// what searchers elsewhere have found; else, if that is wanted, by a search.
    fn find_second(&mut self, lines: usize) {
        let wanted = self.shared.limits.second_best;
        let line = self.root_moves.get(1).filter(|_| wanted && lines > 1);
        let known = line.map(|second| (second.mv, second.score));
        match known.or_else(|| self.second_elsewhere()) {
            Some(second) => self.second = Some(second),
            None if wanted => self.judge_second(self.root_moves[0].score),
            None => {}
        }
    }

    /// Reports the lines of a completed iteration; the best one decides whether to go on.
    fn report_lines(&mut self) -> bool {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        let go_on = self.report(self.root_moves[0].score, Bound::Exact, true);
        for rank in 1..lines {
            self.pv_index = rank;
            self.report(self.root_moves[rank].score, Bound::Exact, true);
        }
        self.pv_index = 0;
        go_on
    }

    /// Searches around the last score and widens the window while the new one falls outside.
    fn aspiration_search(&mut self, previous: i32) -> i32 {
        let mut width = self.shared.params.aspiration;
        let narrow = self.depth >= 5;
        let mut alpha = if narrow { (previous - width).max(-INFINITE) } else { -INFINITE };
        let mut beta = if narrow { (previous + width).min(INFINITE) } else { INFINITE };
        self.hope(if narrow { previous } else { DRAW });
        // A move known to be good need not be looked at so deeply to be shown good.
        let mut less = 0;
        loop {
            let root = self.root.clone();
            let depth = (self.depth as i32 - less).max(1);
            let score = self.search::<Root>(&root, Node::root(alpha, beta, depth));
            if self.stopped || score > alpha && score < beta {
                return score;
            }
            let bound = if score <= alpha { Bound::Upper } else { Bound::Lower };
            if !self.report_or_stop(score, bound) {
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

    /// Says which root move is searched next, from 1 among those without a line.
    pub(super) fn announce(&mut self, move_count: usize, mv: ChessMove) {
        let (number, total) = (self.pv_index + move_count, self.root_moves.len());
        self.pacer.root_move(self.depth, number as u32, total as u32, mv);
    }

    /// Reports how far the iteration has got, and ends the search if it is told to; `false` if so.
    pub(super) fn report_or_stop(&mut self, score: i32, bound: Bound) -> bool {
        let go_on = self.report(score, bound, false);
        if !go_on {
            self.shared.stop.stop();
            self.stopped = true;
        }
        go_on
    }

    /// Whether not all moves of the root are searched.
    pub(super) fn some_left_out(&self) -> bool {
        self.pv_index > 0 || !self.shared.limits.root_moves.is_empty()
    }

    /// Brings root move `i` to the front of those without a line, with the line found for it and, if that is within
    /// the window (`exact`), its score. One that surpassed the window has no line and keeps its earlier one: who
    /// ponders needs a reply.
    pub(super) fn promote(&mut self, i: usize, exact: Option<i32>) {
        let line = self.data.pv[1].clone();
        let chosen = &mut self.root_moves[i];
        if !line.is_empty() {
            chosen.line.truncate(1);
            chosen.line.extend(line);
        }
        self.root_moves[self.pv_index..=i].rotate_right(1);
        if let Some(score) = exact {
            self.found(score);
        }
    }

    /// This is the score of the move to be played, if it is the best line that is searched.
    fn found(&mut self, score: i32) {
        if self.pv_index == 0 {
            (self.score, self.score_depth) = (score, self.depth);
        }
    }

    /// Tells the pacer where the search stands; `false` means stop. Of lines after the first, only
    /// whole ones are told.
    fn report(&mut self, score: i32, bound: Bound, completed: bool) -> bool {
        if self.pv_index > 0 && !completed {
            return true;
        }
        let go_on = self.tell(score, bound, completed, |pacer, iteration| pacer.report(iteration));
        go_on || self.completed == 0
    }

    /// Puts into words where the search stands, and notes the score if it is that of the move to
    /// be played.
    fn tell<T>(
        &mut self,
        score: i32,
        bound: Bound,
        completed: bool,
        say: impl FnOnce(&mut dyn Pacer, &Iteration<'_>) -> T,
    ) -> T {
        if bound == Bound::Exact {
            self.found(score);
        }
        let nodes = self.total_nodes();
        let best = &self.root_moves[self.pv_index];
        let iteration = Iteration {
            rank: self.pv_index as u32 + 1,
            tb_hits: self.shared.tb_hits.load(Relaxed),
            table: self.shared.table,
            depth: self.depth,
            seldepth: self.seldepth as u32,
            completed,
            score: known(score, self.shared.verdict).clamp(-MATE, MATE),
            bound,
            nodes,
            best_share: (best.nodes * 1000 / self.nodes.max(1)) as u32,
            legal_moves: self.root_moves.len() as u32,
            line: &best.line,
            second: self.second_known().filter(|(mv, _)| *mv != best.mv),
        };
        say(self.pacer, &iteration)
    }

    /// The second-best move with what its score is told as.
    fn second_known(&self) -> Option<(ChessMove, i32)> {
        self.second.map(|(mv, score)| (mv, known(score, self.shared.verdict)))
    }

    /// What comes of the search.
    pub(super) fn outcome(&self) -> Outcome {
        let ThreadResult { line, score, depth, seldepth } = self.result();
        let best = line.first().copied();
        Outcome {
            second: self.second_known().filter(|&(mv, _)| best.is_some_and(|best| best != mv)),
            line,
            score: known(score, self.shared.verdict),
            depth,
            seldepth: seldepth as u32,
            nodes: self.total_nodes(),
            second_nodes: self.second_nodes,
            best_moves: self.lines.iter().map(|line| (line.mv, line.score)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgame_tables_know_better_than_a_score_unless_it_is_a_mate() {
        for score in [-300, 0, 24_000, MATE - 9] {
            assert_eq!(known(score, None), score);
            assert_eq!(known(score, Some(Verdict::Draw)), DRAW);
            assert_eq!(
                known(score, Some(Verdict::Win)),
                if score > TB_WIN { score } else { TB_WIN }
            );
            assert_eq!(known(-score, Some(Verdict::Loss)), -known(score, Some(Verdict::Win)));
        }
    }

    #[test]
    fn the_first_thread_searches_every_depth_and_helpers_every_other_one_or_run() {
        let searched = |id| (1..=12).filter(|&depth| !skips(id, depth)).collect::<Vec<u32>>();
        assert_eq!(searched(0), (1..=12).collect::<Vec<u32>>());
        assert_eq!(searched(1), [2, 4, 6, 8, 10, 12]);
        assert_eq!(searched(2), [1, 3, 5, 7, 9, 11]);
        assert_eq!(searched(3), [1, 4, 5, 8, 9, 12]);
        assert!((0..300).all(|id| searched(id).first().is_some_and(|&first| first <= 5)));
    }
}
