//! What a search tells while it runs, and what it returns.

use crate::position::ChessMove;

use super::table::{Bound, Table};

/// How far a search has got: sent when an iteration is complete, when a better root move is found
/// inside one, and when it fails low or high.
#[derive(Clone)]
pub struct Iteration<'a> {
    /// Place of the line among the best ones, from 1; others than the first come with completed
    /// iterations only.
    pub rank: u32,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Whether the iteration is complete.
    pub completed: bool,
    /// The best score, for the side to move, in centipawns of the evaluation.
    pub score: i32,
    /// What the score means.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Positions found in endgame tables, by all threads.
    pub tb_hits: u64,
    /// The transposition table: who wants to know how full it is asks, for counting takes its time.
    pub table: &'a Table,
    /// Share of this thread's nodes spent on the best root move, in thousandths.
    pub best_share: u32,
    /// Root moves searched in all.
    pub legal_moves: u32,
    /// The principal variation; never empty.
    pub line: &'a [ChessMove],
    /// The second-best root move and its score, if that was asked for and is known.
    pub second: Option<(ChessMove, i32)>,
}

/// Ears and brake of a search: it asks here whether to go on, and reports here.
pub trait Pacer {
    /// Whether the search must end now; asked every few hundred nodes, with the nodes of all threads.
    fn expired(&mut self, nodes: u64) -> bool;
    /// Endgame tables have left only these of the root moves, which is told before anything is searched. Unless this
    /// is written out, nobody hears of it.
    fn advised(&mut self, _moves: &[ChessMove]) {}
    /// A report; `false` ends the search. Unless this is written out, none does.
    fn report(&mut self, _iteration: &Iteration<'_>) -> bool {
        true
    }
    /// The search is over and another line was chosen than the one told last: that of another thread,
    /// or the first choice where no iteration was completed. It is told so that the last line told is
    /// the one that is played.
    fn conclude(&mut self, iteration: &Iteration<'_>) {
        self.report(iteration);
    }
    /// Root move `number` (from 1) of `total` is searched next, in an iteration of `depth` plies.
    /// Unless this is written out, nobody hears of it.
    fn root_move(&mut self, _depth: u32, _number: u32, _total: u32, _mv: ChessMove) {}
}

/// Lets a search run to its limits.
pub struct Unhurried;

impl Pacer for Unhurried {
    fn expired(&mut self, _nodes: u64) -> bool {
        false
    }
}

/// The end of a search: what the thread says that is believed in the end.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The principal variation; empty only if there is no legal move.
    pub line: Vec<ChessMove>,
    /// The score last found to be exact, for the side to move, in centipawns of the evaluation.
    pub score: i32,
    /// The last completed depth, in plies; 0 if none was, and the line is one move.
    pub depth: u32,
    /// Deepest ply reached in the last iteration, complete or not.
    pub seldepth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The second-best root move and its score, if that was asked for and is known.
    pub second: Option<(ChessMove, i32)>,
    /// Nodes that went into knowing it.
    pub second_nodes: u64,
    /// The best moves of the last completed iteration with their scores, the best first, if several were
    /// wanted.
    pub best_moves: Vec<(ChessMove, i32)>,
}

impl Outcome {
    /// The move to play.
    pub fn best(&self) -> Option<ChessMove> {
        self.line.first().copied()
    }
}
