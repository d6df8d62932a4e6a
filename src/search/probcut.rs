//! Probcut: a capture that wins so much that a shallow search is far above beta will be above it in a
//! deep one as well.

use super::{
    history::Scene,
    node::{Node, Null},
    picker::MovePicker,
    score::{from_table, is_decided, to_table},
    table::{Bound, Entry},
    thread::SearchThread,
};
use crate::position::Position;

/// A shallow search is so many plies shallower.
const SHALLOWER: i32 = 4;

impl SearchThread<'_> {
    /// The score of a capture that a shallow search finds far above beta.
    pub(super) fn probcut(
        &mut self,
        position: &Position,
        node: Node,
        stored: Option<Entry>,
    ) -> Option<i32> {
        let Node { beta, depth, ply, .. } = node;
        let params = self.shared.params;
        let wanted = beta + params.probcut_margin
            - if node.improving { params.probcut_improving } else { 0 };
        let known = stored.filter(|entry| entry.depth >= depth - 3);
        let hopeless = known.is_some_and(|entry| from_table(entry.score, ply) < wanted);
        let eval = node.eval?;
        if depth < params.probcut_depth || is_decided(beta) || hopeless {
            return None;
        }
        let mut picker = MovePicker::captures(position, stored.and_then(|entry| entry.mv));
        let scene = Scene { position, threats: chess::EMPTY, previous: self.previous_moves(ply) };
        while let Some(mv) = picker.next(&scene, &self.data.history) {
            if !position.see_at_least(mv, wanted - eval) {
                continue;
            }
            let next = self.make(position, mv, ply);
            let mut score = -self.quiescence::<Null>(&next, -wanted, 1 - wanted, ply + 1);
            let shallow = depth - SHALLOWER;
            if score >= wanted && shallow > 0 {
                let child = node.child(wanted - 1, wanted, shallow, !node.cut_node);
                score = -self.search::<Null>(&next, child);
            }
            self.unmake();
            if self.stopped {
                return None;
            }
            if score >= wanted {
                let entry = Entry {
                    mv: Some(mv),
                    score: to_table(score, ply),
                    eval: self.data.stack[ply].raw_eval,
                    depth: shallow + 1,
                    bound: Bound::Lower,
                    pv: node.was_pv,
                };
                self.shared.table.store(position.key(), entry);
                return Some(if is_decided(score) { score } else { score - (wanted - beta) });
            }
        }
        None
    }
}
