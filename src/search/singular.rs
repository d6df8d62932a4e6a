//! Singular extensions: a move that alone holds a position deserves a deeper look.

use super::{
    node::{Kind, Node, Null},
    score::{from_table, is_decided},
    table::{Bound, Entry},
    thread::SearchThread,
};
use crate::position::Position;

/// The table's score must come from a search at most so many plies shallower.
const TRUSTED: i32 = 3;

/// What a search without the table's move says about it.
pub(super) enum Singular {
    /// So many plies more, or fewer, for the table's move.
    Extend(i32),
    /// Several moves refute the node: this is its score.
    Cut(i32),
}

impl SearchThread<'_> {
    /// Searches the other moves to half the depth, against a window a little below the table's
    /// score. If all fail, the table's move is singular; if one even beats beta, the node is
    /// refuted twice and needs no search.
    pub(super) fn singular<K: Kind>(
        &mut self,
        position: &Position,
        node: Node,
        entry: Entry,
    ) -> Singular {
        let Node { beta, depth, ply, cut_node, .. } = node;
        let params = self.shared.params;
        let score = from_table(entry.score, ply);
        if depth < params.singular_depth
            || ply == 0
            || ply >= 2 * self.depth as usize
            || entry.depth < depth - TRUSTED
            || entry.bound == Bound::Upper
            || is_decided(score)
        {
            return Singular::Extend(0);
        }
        let below = score - params.singular_margin * depth / 16;
        let window = Node { alpha: below - 1, beta: below, depth: (depth - 1) / 2, ..node };
        self.data.stack[ply].excluded = entry.mv;
        let others = self.search::<Null>(position, window);
        self.data.stack[ply].excluded = None;
        match () {
            () if others < below => {
                let clearly = !K::PV && others < below - params.singular_double;
                Singular::Extend(1 + i32::from(clearly))
            }
            () if others >= beta && !is_decided(others) => Singular::Cut(others),
            () if score >= beta => Singular::Extend(-2),
            () if cut_node => Singular::Extend(-1),
            () => Singular::Extend(0),
        }
    }
}
