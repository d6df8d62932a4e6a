//! Chooses a move: iterative deepening, principal variation search, quiescence, on 1 to N threads
//! that share one table. It prints nothing, reads no input and no clock: a `Pacer` tells it when to
//! end and hears its reports.

mod alphabeta;
pub mod bench;
mod correction;
mod deepening;
mod deepest;
mod first_choice;
mod history;
mod learning;
mod memory;
mod node;
mod optimism;
mod pages;
mod params;
mod partner;
mod picker;
mod prefetch;
mod pruning;
mod quiescence;
mod ranked;
mod report;
pub mod score;
mod second;
mod singular;
mod static_eval;
mod stop;
mod strength;
mod table;
#[cfg(test)]
mod tests;
mod thread;
mod threads;
mod vote;
pub mod win_rate;

pub use first_choice::first_choice;
pub use memory::affordable;
pub use params::{ParamError, Params, TUNABLES, Tunable};
pub use partner::{Finding, Findings, LEAST_DEPTH, MOST_FINDINGS, Partner};
pub use report::{Iteration, Outcome, Pacer, Unhurried};
pub use stop::StopToken;
pub use strength::{Slip, Strength};
pub use table::{Belief, Bound, Entry, Table, pack_move, unpack_move};
pub use threads::{STACK_BYTES, Searcher};
pub use vote::ThreadResult;

use crate::position::ChessMove;
use score::mate_distance;

/// The deepest iteration, in plies.
pub const MAX_DEPTH: u32 = 128;

/// How far a search may go, time apart.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads; exact on one thread, overrun by a few hundred at most on more. The
    /// first iteration is completed all the same, but for 0: then nothing is searched.
    pub nodes: Option<u64>,
    /// Ends when a mate in so many moves, for either side, is found.
    pub mate: Option<u32>,
    /// The root moves to consider; all of them if empty.
    pub root_moves: Vec<ChessMove>,
    /// Whether to find out how good the second-best root move is, for a tenth of the nodes at most.
    pub second_best: bool,
    /// How many of the best root moves to search with their own lines; 0 counts as 1.
    pub multi_pv: usize,
    /// Whether, of those lines, another than the best may be chosen.
    pub slip: Option<Slip>,
}

impl Limits {
    /// Whether this score is a mate that is near enough to be all that was wanted.
    pub fn mate_suffices(&self, score: i32) -> bool {
        let found = mate_distance(score).map(i32::unsigned_abs);
        self.mate.zip(found).is_some_and(|(wanted, found)| found <= wanted)
    }
}
