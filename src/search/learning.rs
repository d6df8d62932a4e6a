//! What the histories are taught: by cut-offs, and by whatever else tells good moves from bad ones.

use super::{
    history::Scene,
    node::{Candidate, Node},
    score::is_decided,
    table::Entry,
    thread::SearchThread,
};
use crate::position::{ChessMove, Position};

/// Evaluations farther apart than this, in centipawns, teach no more of a move.
const SURPRISE: i32 = 100;

/// The first so many moves of a node are early.
const EARLY: usize = 2;

impl<'s> SearchThread<'s> {
    /// A node as the histories see it.
    pub(super) fn scene<'a>(&mut self, position: &'a Position, ply: usize) -> Scene<'a>
    where
        's: 'a,
    {
        let (threats, pawn_threats) = (position.threats(), position.pawn_threats());
        self.data.stack[ply].threats = threats;
        let (previous, params) = (self.previous_moves(ply), self.shared.params);
        Scene { position, threats, pawn_threats, previous, params }
    }

    /// What a cut-off at this depth is worth.
    fn bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (params.history_bonus * depth).min(params.history_most)
    }

    /// What having failed where another move cut off costs at this depth.
    fn malus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (params.history_malus * depth).min(params.history_malus_most)
    }

    /// Rewards the move that refuted and marks down those tried before it.
    pub(super) fn update_histories(
        &mut self,
        scene: &Scene<'_>,
        depth: i32,
        best: ChessMove,
        quiets: &[ChessMove],
        captures: &[ChessMove],
    ) {
        let (bonus, malus) = (self.bonus(depth), self.malus(depth));
        let history = &mut self.data.history;
        if scene.position.is_noisy(best) {
            history.update_capture(scene.position, best, bonus);
        } else {
            history.update_quiet(scene, best, bonus);
            quiets.iter().for_each(|&mv| history.update_quiet(scene, mv, -malus));
        }
        captures.iter().for_each(|&mv| history.update_capture(scene.position, mv, -malus));
    }

    /// Where a move refutes a node, the quiet move before was a bad reply, if it was among the first to be tried:
    /// later ones are mostly refuted.
    pub(super) fn blame_refuted(&mut self, node: Node) {
        let Some(before) = node.ply.checked_sub(1) else { return };
        let entry = self.data.stack[before];
        if let (Some(_), Some(man)) = (entry.quiet, entry.piece_to)
            && entry.move_count <= EARLY
        {
            let malus = self.malus(node.depth) * self.shared.params.history_refuted / 100;
            let previous = self.previous_moves(before);
            self.data.history.update_replies(previous, man, -malus);
        }
    }

    /// A quiet move that refutes a node by what the table knows has done well once more.
    pub(super) fn learn_from_table(
        &mut self,
        position: &Position,
        stored: Option<Entry>,
        node: Node,
        score: i32,
    ) {
        if score >= node.beta
            && let Some(mv) = stored.and_then(|entry| entry.mv)
            && !position.is_noisy(mv)
            && position.is_legal(mv)
        {
            let bonus = self.bonus(node.depth);
            let scene = self.scene(position, node.ply);
            self.data.history.update_quiet(&scene, mv, bonus);
        }
    }

    /// The quiet move before has done well if things look better after it than before, for the side that
    /// made it.
    pub(super) fn learn_from_evaluations(&mut self, position: &Position, ply: usize) {
        let Some(before) = ply.checked_sub(1).map(|ply| self.data.stack[ply]) else { return };
        if let (Some(mv), Some(then), Some(now)) =
            (before.quiet, before.eval, self.data.stack[ply].eval)
        {
            let gain = (-now - then).clamp(-SURPRISE, SURPRISE);
            let bonus = gain * self.shared.params.history_gain;
            self.data.history.update_plain(!position.side(), before.threats, mv, bonus);
        }
    }

    /// A late move that was searched again has turned out well or not.
    pub(super) fn learn_from_reduced(
        &mut self,
        node: Node,
        candidate: &Candidate,
        scene: &Scene<'_>,
        score: i32,
        (alpha, beta): (i32, i32),
    ) {
        if candidate.noisy || score > alpha && score < beta {
            return;
        }
        let bonus = match score >= beta {
            true => self.bonus(node.depth),
            false => -self.malus(node.depth),
        };
        if let Some(man) = self.data.stack[node.ply].piece_to {
            self.data.history.update_replies(scene.previous, man, bonus);
        }
    }

    /// Where no move helps, the quiet move before was a good one.
    pub(super) fn reward_refutation(&mut self, position: &Position, node: Node) {
        let Some(before) = node.ply.checked_sub(1) else { return };
        if let Some(mv) = self.data.stack[before].quiet
            && let Some(man) = self.data.stack[before].piece_to
        {
            let bonus = self.bonus(node.depth) * self.shared.params.history_reward / 100;
            let previous = self.previous_moves(before);
            let threats = self.data.stack[before].threats;
            self.data.history.update_plain(!position.side(), threats, mv, bonus);
            self.data.history.update_replies(previous, man, bonus);
        }
    }

    /// Plies more for a node after a move that was reduced a lot and does not look bad for it; fewer after a
    /// reduced one that looks bad indeed.
    pub(super) fn hindsight(&self, node: Node) -> i32 {
        if is_decided(node.alpha) || is_decided(node.beta) {
            return 0;
        }
        let Some(before) = node.ply.checked_sub(1).map(|ply| self.data.stack[ply]) else {
            return 0;
        };
        let (Some(now), Some(then)) = (node.eval, before.eval) else { return 0 };
        let params = self.shared.params;
        match before.reduction {
            3.. if now + then <= params.hindsight_bad => 1,
            1.. if node.depth >= 2 && now + then > params.hindsight_margin => -1,
            _ => 0,
        }
    }
}
