//! What is not searched: nodes that are as good as decided, moves that are unlikely to matter, and
//! the last plies of late moves.

use super::{
    node::{Candidate, Kind, Node, Null},
    score::{EVAL_BOUND, from_table, is_decided},
    table::{Bound, Entry},
    thread::SearchThread,
};
use crate::position::{ChessMove, Position, piece_value};

/// Captures are looked at for bad exchanges up to this depth.
const EXCHANGES: i32 = 6;
/// Quiet moves likewise, up to this reduced depth.
const QUIET_EXCHANGES: i32 = 8;

impl SearchThread<'_> {
    /// Reverse futility: even a bad surprise would leave the score above the window.
    pub(super) fn reverse_futility(&self, node: Node, eval: i32) -> Option<i32> {
        let Node { beta, depth, ply, improving, was_pv, .. } = node;
        let params = self.shared.params;
        let margin = params.reverse_futility_margin * (depth - i32::from(improving))
            + params.reverse_futility_correction * self.correction(ply) / 100
            - if self.opponent_worsens(eval, ply) { params.reverse_futility_worsening } else { 0 };
        let enough = !was_pv
            && depth <= params.reverse_futility_depth
            && !is_decided(beta)
            && eval - margin.max(0) >= beta;
        enough.then_some(beta + (eval - beta) * params.reverse_futility_share / 100)
    }

    /// Null move: if even passing keeps the score above the window, a move will as well. Deep down
    /// that is verified by a search without passing, for the sake of zugzwang. Not where the table says that none will.
    pub(super) fn null_move(
        &mut self,
        position: &Position,
        stored: Option<Entry>,
        node: Node,
        eval: i32,
    ) -> Option<i32> {
        let Node { beta, depth, ply, .. } = node;
        let denied = |it: Entry| it.bound != Bound::Lower && from_table(it.score, ply) < beta;
        let params = self.shared.params;
        // Passing is the quickest way to see that a bare king goes nowhere.
        let surplus = match position.lone_king() {
            Some(_) => 0,
            None => params.null_move_surplus - params.null_move_trust * depth,
        };
        let after_null = ply > 0 && self.data.stack[ply - 1].piece_to.is_none();
        if depth < params.null_move_depth
            || !node.cut_node
            || eval < beta + surplus.max(0)
            || after_null
            || ply < self.no_null_before
            || stored.is_some_and(denied)
            || !position.has_pieces(position.side())
        {
            return None;
        }
        let reduction = params.null_move_base
            + depth / params.null_move_divisor
            + ((eval - beta) / params.null_move_margin).min(3)
            + i32::from(node.improving);
        let child = node.child(beta - 1, beta, depth - reduction, !node.cut_node);
        let score = -self.pass(position, ply, |thread, next| thread.search::<Null>(next, child));
        if score < beta || self.stopped {
            return None;
        }
        // A win found after passing is no proof.
        let proven = if score > EVAL_BOUND { beta } else { score };
        if depth < params.null_move_verified || self.no_null_before > 0 {
            return Some(proven);
        }
        let shallow = Node { alpha: beta - 1, beta, depth: depth - reduction, ..node };
        self.no_null_before = ply + 3 * (shallow.depth.max(0) as usize) / 4;
        let verified = self.search::<Null>(position, shallow);
        self.no_null_before = 0;
        (verified >= beta && !self.stopped).then_some(proven)
    }

    /// Plies to take off a node without a move from the table (internal iterative reduction): the order of
    /// its moves is poor. Not where the table's move is left out on purpose.
    pub(super) fn without_table_move<K: Kind>(
        &self,
        table_move: Option<ChessMove>,
        node: Node,
    ) -> i32 {
        let missing = table_move.is_none() && self.data.stack[node.ply].excluded.is_none();
        let worth = node.depth >= self.shared.params.iir_depth && (K::PV || node.cut_node);
        i32::from(missing && worth && !K::ROOT)
    }

    /// Plies to take off a late move: fewer for moves that have done well, and against a lone king, whom quiet moves
    /// mate; more where a refutation is expected anyway.
    pub(super) fn reduction<K: Kind>(
        &self,
        position: &Position,
        node: Node,
        Candidate { move_count, noisy, history, check, .. }: Candidate,
    ) -> i32 {
        let params = self.shared.params;
        let of = |condition: bool, hundredths: i32| if condition { hundredths } else { 0 };
        let share = if noisy { params.reduction_noisy } else { 100 };
        let failing_high = self.data.stack[node.ply + 1].cutoffs > 3;
        let heeded = if noisy { params.reduction_capture } else { params.reduction_history };
        let hundredths = self.shared.reductions.get(node.depth, move_count) * share / 100
            - 100 * history / heeded
            + of(failing_high, params.reduction_failing_high)
            + of(node.noisy_table_move, params.reduction_noisy_table)
            + of(node.cut_node, params.reduction_cut)
            + of(!node.improving, params.reduction_worsening)
            - of(K::PV, params.reduction_pv)
            - of(K::ROOT, 100)
            - of(position.lone_king().is_some(), 100)
            - of(node.was_pv, params.reduction_was_pv)
            - of(check, params.reduction_check);
        hundredths / 100
    }

    /// Moves beyond this number are late.
    pub(super) fn late_move_count(&self, Node { depth, improving, .. }: Node) -> usize {
        let params = self.shared.params;
        if depth > params.late_move_depth {
            return usize::MAX;
        }
        ((params.late_move_base + depth * depth) / (2 - i32::from(improving))) as usize
    }

    /// Whether a move is so unlikely to matter near the leaves that it is not tried at all. A check is
    /// only left out if it loses too much in the exchange. Against a lone king the quiet moves are what mates.
    pub(super) fn prune_move(&self, position: &Position, node: Node, candidate: Candidate) -> bool {
        let Candidate { mv, move_count, noisy, check, .. } = candidate;
        if !position.has_pieces(position.side())
            || node.alpha > EVAL_BOUND
            || position.lone_king().is_some()
        {
            return false;
        }
        let (params, depth) = (self.shared.params, node.depth);
        let reduced = depth - self.shared.reductions.get(depth, move_count) / 100;
        if noisy {
            if !check && self.unpromising_capture(position, node, candidate, reduced.max(0)) {
                return true;
            }
            let threshold = -params.exchange_capture * depth;
            return depth <= EXCHANGES && !position.see_at_least(mv, threshold);
        }
        let reduced = (reduced + candidate.history / params.pruning_history).max(0);
        if !check && self.unpromising(node, candidate, reduced) {
            return true;
        }
        let threshold = -params.exchange_quiet * reduced * reduced;
        reduced <= QUIET_EXCHANGES && !position.see_at_least(mv, threshold)
    }

    /// Whether a quiet move comes late, or could not make up for the evaluation within the plies left
    /// to it (futility), or has seldom been of use.
    fn unpromising(&self, node: Node, candidate: Candidate, reduced: i32) -> bool {
        let Node { alpha, eval, .. } = node;
        let params = self.shared.params;
        let hope = params.futility_base + params.futility_margin * reduced;
        candidate.move_count > self.late_move_count(node)
            || reduced <= params.futility_depth
                && !is_decided(alpha)
                && eval.is_some_and(|eval| eval + hope <= alpha)
            || reduced <= 4 && candidate.history < -params.history_pruning * (reduced + 1)
    }

    /// Whether a capture could not make up for the evaluation within the plies left to it.
    fn unpromising_capture(
        &self,
        position: &Position,
        node: Node,
        candidate: Candidate,
        reduced: i32,
    ) -> bool {
        let params = self.shared.params;
        let taken = position.piece_on(candidate.mv.get_dest()).map_or(0, piece_value);
        let hope = params.futility_capture_base + params.futility_capture_margin * reduced + taken;
        reduced <= params.futility_capture_depth
            && candidate.mv.get_promotion().is_none()
            && !is_decided(node.alpha)
            && node.eval.is_some_and(|eval| eval + hope + candidate.history / 16 <= node.alpha)
    }
}
