//! How the session reaches a search that is under way.

use std::sync::{
    Mutex,
    atomic::{
        AtomicBool, AtomicU32, AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
};

use super::worker::Plan;
use crate::{
    lock::lock,
    position::ChessMove,
    search::{StopToken, pack_move, unpack_move},
};

/// One search's brake, its slot for a ponder hit, and where it stands.
#[derive(Default)]
pub struct Control {
    /// Ends the search.
    pub stop: StopToken,
    hit: Mutex<Option<Plan>>,
    has_hit: AtomicBool,
    nodes: AtomicU64,
    depth: AtomicU32,
    number: AtomicU32,
    total: AtomicU32,
    current: AtomicU32,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes of all threads.
    pub nodes: u64,
    /// Depth of the iteration under way, in plies.
    pub depth: u32,
    /// Number of the root move being searched, from 1.
    pub number: u32,
    /// Root moves in all.
    pub total: u32,
    /// The root move being searched.
    pub current: Option<ChessMove>,
}

impl Control {
    /// Leaves a ponder hit for the search to find: from now on it spends the engine's own clock, by this plan.
    pub fn hit(&self, plan: Plan) {
        *lock(&self.hit) = Some(plan);
        self.has_hit.store(true, Release);
    }

    /// Takes the ponder hit, if one came.
    pub(super) fn take_hit(&self) -> Option<Plan> {
        if !self.has_hit.swap(false, Acquire) {
            return None;
        }
        lock(&self.hit).take()
    }

    pub(super) fn count(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    pub(super) fn root_move(&self, depth: u32, number: u32, total: u32, mv: ChessMove) {
        self.depth.store(depth, Relaxed);
        self.number.store(number, Relaxed);
        self.total.store(total, Relaxed);
        self.current.store(u32::from(pack_move(Some(mv))), Relaxed);
    }

    /// Where the search stands.
    pub fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes.load(Relaxed),
            depth: self.depth.load(Relaxed),
            number: self.number.load(Relaxed),
            total: self.total.load(Relaxed),
            current: unpack_move(self.current.load(Relaxed) as u16),
        }
    }
}
