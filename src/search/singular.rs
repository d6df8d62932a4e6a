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
                Singular::Extend(1 + self.more::<K>(position, entry, below - others, ply))
            }
            () if others >= beta && !is_decided(others) => Singular::Cut(others),
            () if score >= beta => Singular::Extend(-params.singular_high),
            () if cut_node => Singular::Extend(-params.singular_cut),
            () => Singular::Extend(0),
        }
    }

    /// Plies in addition for a move that is singular by so much: lines of such moves end, so that no search
    /// explodes.
    fn more<K: Kind>(&self, position: &Position, entry: Entry, by: i32, ply: usize) -> i32 {
        let params = self.shared.params;
        if self.data.stack[ply].doubles >= params.singular_doubles {
            return 0;
        }
        let by = by - if K::PV { params.singular_pv } else { 0 };
        let quiet = entry.mv.is_some_and(|mv| !position.is_noisy(mv));
        i32::from(by > params.singular_double) + i32::from(by > params.singular_triple && quiet)
    }
}
