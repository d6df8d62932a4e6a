//! The static evaluation of a node: as it comes, with what the better side hopes for, corrected by what has been
//! learned, and compared with earlier ones.

use super::{
    node::Node,
    score::{EVAL_BOUND, is_decided},
    table::{Bound, Entry},
    thread::SearchThread,
};
use crate::{
    eval::WON,
    position::{ChessMove, Position},
};

/// So many half-moves without progress would leave nothing of an evaluation.
const FADED: i32 = 220;

/// The side that has moved has lost more centipawns than a mere turn of the move may cost.
const WORSE: i32 = 2;

/// A correction of more centipawns makes an evaluation no less trustworthy.
const DOUBTED: i32 = 200;

impl SearchThread<'_> {
    /// The evaluation as it is stored, from the table if it is there; none in check.
    pub(super) fn raw_eval(&mut self, position: &Position, stored: Option<Entry>) -> Option<i32> {
        match stored.and_then(|entry| entry.eval) {
            _ if position.in_check() => None,
            Some(eval) => Some(eval),
            None => Some(self.evaluate(position)),
        }
    }

    /// An evaluation with what the better side hopes for and what has been learned of its mistakes, and less
    /// sure of itself the nearer the fifty-move draw is. What is won is left alone: small steps lead to the mate there.
    pub(super) fn corrected(&self, position: &Position, raw: i32, ply: usize) -> i32 {
        if raw.abs() >= WON {
            return raw;
        }
        let hopeful = raw + self.hoped(position, raw, ply);
        let faded = hopeful * (FADED - i32::from(position.halfmoves())) / FADED;
        let (params, corrections) = (self.shared.params, self.shared.corrections);
        let learned = corrections.get(position) * params.correction
            + corrections.of_last_moves(self.previous_moves(ply)) * params.correction_line;
        (faded + learned / 256).clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// By how many centipawns the evaluation of this ply has been corrected, either way: how little it is to
    /// be trusted.
    pub(super) fn correction(&self, ply: usize) -> i32 {
        let entry = &self.data.stack[ply];
        entry.eval.zip(entry.raw_eval).map_or(0, |(eval, raw)| (eval - raw).abs().min(DOUBTED))
    }

    /// Notes the static evaluation of this ply. What the table knows of the node does not better
    /// it: comparisons between plies and prunings do well with it as it is (measured).
    pub(super) fn static_eval(&mut self, position: &Position, stored: Option<Entry>, ply: usize) {
        let raw = self.raw_eval(position, stored);
        let eval = raw.map(|raw| self.corrected(position, raw, ply));
        (self.data.stack[ply].raw_eval, self.data.stack[ply].eval) = (raw, eval);
    }

    /// Whether things look better for the side to move than two plies ago.
    pub(super) fn improving(&self, eval: Option<i32>, ply: usize) -> bool {
        let earlier = ply.checked_sub(2).and_then(|ply| self.data.stack[ply].eval);
        matches!((eval, earlier), (Some(now), Some(then)) if now > then)
    }

    /// Whether the move before has made things worse for whoever made it, by what both sides' evaluations say.
    pub(super) fn opponent_worsens(&self, eval: i32, ply: usize) -> bool {
        let before = ply.checked_sub(1).and_then(|ply| self.data.stack[ply].eval);
        before.is_some_and(|before| eval + before > WORSE)
    }

    /// Learns how far the evaluation was off, where the score says that and nothing else.
    pub(super) fn update_corrections(
        &mut self,
        position: &Position,
        node: Node,
        best: i32,
        mv: Option<ChessMove>,
    ) {
        let bound = node.bound(best);
        if let Some(eval) = self.data.stack[node.ply].eval
            && !is_decided(best)
            && !mv.is_some_and(|mv| position.is_noisy(mv))
            && !(bound == Bound::Lower && best <= eval)
            && !(bound == Bound::Upper && best >= eval)
        {
            let previous = self.previous_moves(node.ply);
            self.shared.corrections.update(position, previous, node.depth, best - eval);
        }
    }
}
