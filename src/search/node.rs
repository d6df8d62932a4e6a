//! A node of the tree: what it is searched for, its window and its place; and a move about to be tried there.

use super::table::Bound;
use crate::position::ChessMove;

/// What a node is searched for.
pub(super) trait Kind {
    /// Whether it is the root, whose moves are listed and reported.
    const ROOT: bool;
    /// Whether it lies on what may become the principal variation: its window is open.
    const PV: bool;
}

/// The root.
pub(super) struct Root;
/// A node whose window is open.
pub(super) struct Pv;
/// A node that only has to say whether it is better than a bound.
pub(super) struct Null;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl Kind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl Kind for Null {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// A node's window and place in the tree.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub alpha: i32,
    pub beta: i32,
    /// Plies still to search.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Whether a refutation is expected (no move is expected to fail to refute).
    pub cut_node: bool,
    /// The static evaluation; none in check.
    pub eval: Option<i32>,
    /// Whether things look better for the side to move than two plies ago.
    pub improving: bool,
    /// Whether it is, or once was, a node of the principal variation.
    pub was_pv: bool,
    /// Whether the table's move takes or promotes.
    pub noisy_table_move: bool,
}

/// A move about to be tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub mv: ChessMove,
    /// Its place in the order of the moves, from 1.
    pub move_count: usize,
    /// Whether it takes or promotes.
    pub noisy: bool,
    /// What the histories say of it.
    pub history: i32,
    /// Whether it gives check.
    pub check: bool,
}

impl Node {
    /// The root.
    pub(super) fn root(alpha: i32, beta: i32, depth: i32) -> Node {
        Node::after(-beta, -alpha, depth, 0, false)
    }

    /// The node `ply` plies from the root, after a move of the side whose window this is.
    pub(super) fn after(alpha: i32, beta: i32, depth: i32, ply: usize, cut_node: bool) -> Node {
        Node {
            alpha: -beta,
            beta: -alpha,
            depth,
            ply,
            cut_node,
            eval: None,
            improving: false,
            was_pv: false,
            noisy_table_move: false,
        }
    }

    /// What a score found at this node says of the true one.
    pub(super) fn bound(self, score: i32) -> Bound {
        match () {
            () if score >= self.beta => Bound::Lower,
            () if score > self.alpha => Bound::Exact,
            () => Bound::Upper,
        }
    }

    /// The node after a move from this one.
    pub(super) fn child(self, alpha: i32, beta: i32, depth: i32, cut_node: bool) -> Node {
        Node::after(alpha, beta, depth, self.ply + 1, cut_node)
    }
}
