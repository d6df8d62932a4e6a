//! The state of one searching thread: counters, path and what it has learned.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;
use crossbeam::utils::CachePadded;

use super::{
    Limits, Pacer, StopToken, Table,
    correction::CorrectionHistory,
    deepest::DeepestIteration,
    history::{History, PreviousMoves, piece_to},
    params::{Params, Reductions},
    partner::{Outbox, Partner},
    score::MAX_PLY,
};
use crate::{
    eval::{Evaluation, Stack},
    position::{BitBoard, ChessMove, Game, Piece, Position},
    tablebase::{Tablebase, Verdict},
};

/// How many nodes pass between two looks at the clock.
const POLL_NODES: u64 = 512;

/// The first iteration is completed whatever ends the search, unless it takes more nodes than this:
/// where men hang everywhere, captures may go on for ever.
const FIRST_ITERATION: u64 = 4_096;

/// A line of moves as deep as a search can get.
pub(super) type Line = ArrayVec<ChessMove, MAX_PLY>;

/// What one ply of the search stack remembers.
#[derive(Clone, Copy, Default)]
pub(super) struct StackEntry {
    /// The evaluation as it came, in centipawns, if not in check.
    pub raw_eval: Option<i32>,
    /// The evaluation corrected by what has been learned, in centipawns, if not in check.
    pub eval: Option<i32>,
    /// The move that led on from here, as an index of the histories; `None` for a null move.
    pub piece_to: Option<usize>,
    /// Whether the node is of the principal variation, or the table says that it was.
    pub was_pv: bool,
    /// The squares that the opponent attacks.
    pub threats: BitBoard,
    /// How often nodes of this ply have failed high since the one two plies above began.
    pub cutoffs: u32,
    /// Plies by which the move that led on from here is reduced at the moment.
    pub reduction: i32,
    /// Moves before this ply that were extended by more than one ply.
    pub doubles: i32,
    /// The quiet move that led on from here.
    pub quiet: Option<ChessMove>,
    /// The number of the move that led on from here, from 1.
    pub move_count: usize,
    /// The move left out of a search that asks how good the others are.
    pub excluded: Option<ChessMove>,
}

/// What a thread keeps from one search to the next: histories, and room for stack and lines.
pub(super) struct ThreadData {
    pub history: History,
    pub stack: Box<[StackEntry]>,
    pub pv: Vec<Line>,
    pub eval: Stack,
}

impl ThreadData {
    /// Nothing learned yet; positions are scored by `evaluation`.
    pub fn new(evaluation: &Evaluation) -> ThreadData {
        ThreadData {
            history: History::default(),
            stack: vec![StackEntry::default(); MAX_PLY + 8].into_boxed_slice(),
            pv: vec![Line::new(); MAX_PLY + 2],
            eval: Stack::new(&Position::startpos(), evaluation),
        }
    }
}

/// A move at the root and what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub mv: ChessMove,
    pub nodes: u64,
    /// Its score, if it was searched with a line of its own.
    pub score: i32,
    pub line: Vec<ChessMove>,
}

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub corrections: &'a CorrectionHistory,
    pub tables: Option<&'a Tablebase>,
    /// What they say of the root.
    pub verdict: Option<Verdict>,
    /// Positions found in them, by all threads.
    pub tb_hits: &'a CachePadded<AtomicU64>,
    pub params: &'a Params,
    pub reductions: &'a Reductions,
    pub limits: &'a Limits,
    pub stop: &'a StopToken,
    pub nodes: &'a [CachePadded<AtomicU64>],
    pub deepest: &'a DeepestIteration,
    /// Searchers elsewhere, if there are any.
    pub partner: Option<&'a dyn Partner>,
    /// Threads of theirs that come before those of this searcher.
    pub seat: usize,
}

impl Shared<'_> {
    /// How many nodes a thread may search before it looks at the clock again. A limit of nodes is
    /// met exactly by one thread; several share what is left, so that what they have not told each
    /// other is never more than one would have.
    fn nodes_until_poll(&self, total: u64) -> u64 {
        let Some(limit) = self.limits.nodes else { return POLL_NODES };
        let left = limit.saturating_sub(total).min(POLL_NODES);
        (left / self.nodes.len() as u64).max(1)
    }
}

/// One searching thread.
pub(super) struct SearchThread<'a> {
    pub id: usize,
    pub shared: &'a Shared<'a>,
    pub data: &'a mut ThreadData,
    pub pacer: &'a mut dyn Pacer,
    pub root: Position,
    pub root_moves: Vec<RootMove>,
    /// The best lines of the last completed iteration, if several are wanted.
    pub lines: Vec<RootMove>,
    /// Root moves before this place have their lines in this iteration; the search looks for the
    /// best of the others.
    pub pv_index: usize,
    /// Keys of the game since its last irreversible move, then of the path.
    keys: Vec<u64>,
    /// Where in `keys` the root stands.
    root_key: usize,
    /// Where in `keys` the last null move led, or the first key: no repetition goes further back.
    last_null: usize,
    pub nodes: u64,
    /// The node to look at the clock again.
    poll_at: u64,
    pub seldepth: usize,
    /// Centipawns that the side to move at the root hopes for.
    pub optimism: i32,
    pub depth: u32,
    /// Depth of the last completed iteration, in plies.
    pub completed: u32,
    pub stopped: bool,
    /// The score last found to be exact for the move to be played.
    pub score: i32,
    /// The depth of the iteration that it is of, in plies.
    pub score_depth: u32,
    /// The second-best root move and its score, and what it has cost to know.
    pub second: Option<(ChessMove, i32)>,
    pub second_nodes: u64,
    /// Plies before this one may not pass: a search that verifies a null move is under way.
    pub no_null_before: usize,
    /// Where a search within the search has to end, in nodes of this thread.
    pub ceiling: u64,
    /// What is to be given to searchers elsewhere.
    pub outbox: Option<Box<Outbox<'a>>>,
    /// Nodes of the principal variation, cut nodes and others.
    #[cfg(test)]
    pub kinds: [u64; 3],
}

impl<'a> SearchThread<'a> {
    /// A thread about to search the game's present position.
    pub fn new(
        id: usize,
        game: &Game,
        shared: &'a Shared<'a>,
        data: &'a mut ThreadData,
        pacer: &'a mut dyn Pacer,
    ) -> SearchThread<'a> {
        let root = game.position().clone();
        data.eval.reset(&root);
        data.stack.fill(StackEntry::default());
        let keys: Vec<u64> = game.reversible_keys().collect();
        let allowed = &shared.limits.root_moves;
        let root_moves = root
            .legal_moves()
            .into_iter()
            .filter(|mv| allowed.is_empty() || allowed.contains(mv))
            .map(|mv| RootMove { mv, nodes: 0, score: 0, line: vec![mv] })
            .collect();
        SearchThread {
            id,
            shared,
            data,
            pacer,
            root,
            root_moves,
            lines: Vec::new(),
            pv_index: 0,
            root_key: keys.len() - 1,
            last_null: 0,
            keys,
            nodes: 0,
            poll_at: shared.nodes_until_poll(0),
            seldepth: 0,
            optimism: 0,
            depth: 0,
            completed: 0,
            stopped: false,
            score: 0,
            score_depth: 0,
            second: None,
            second_nodes: 0,
            no_null_before: 0,
            ceiling: u64::MAX,
            outbox: shared.partner.map(|partner| Box::new(Outbox::new(partner))),
            #[cfg(test)]
            kinds: [0; 3],
        }
    }

    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes[self.id].store(self.nodes, Relaxed);
        self.shared.nodes.iter().map(|count| count.load(Relaxed)).sum()
    }

    /// Counts a node and now and then looks whether to go on.
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.poll_at {
            let nodes = self.total_nodes();
            self.poll_at = self.nodes + self.shared.nodes_until_poll(nodes);
            self.heed_limits(nodes);
            self.meet_partner();
            self.stopped |= self.overtaken();
        }
        self.stopped |= self.nodes >= self.ceiling || self.told_to_stop();
    }

    /// Ends the search of all threads if these nodes of theirs are enough, or the time is.
    fn heed_limits(&mut self, nodes: u64) {
        let enough = self.shared.limits.nodes.is_some_and(|limit| nodes >= limit);
        if enough || self.may_end() && self.pacer.expired(nodes) {
            self.shared.stop.stop();
        }
    }

    /// Looks at the limits between iterations: whether the search is over.
    pub fn is_over(&mut self) -> bool {
        self.heed_limits(self.total_nodes());
        self.told_to_stop()
    }

    /// Whether the search is over; the answer waits for the end of a pause.
    pub fn told_to_stop(&self) -> bool {
        self.shared.stop.is_stopped() && self.may_end()
    }

    /// Whether there is a move to play from a completed iteration, or no waiting for it: the first
    /// thread has to come up with one.
    fn may_end(&self) -> bool {
        let allowance = if self.shared.limits.nodes == Some(0) { 0 } else { FIRST_ITERATION };
        self.completed > 0 || self.id > 0 || self.nodes >= allowance
    }

    /// Whether another thread has completed the iteration that is under way here.
    fn overtaken(&self) -> bool {
        self.completed < self.depth && self.depth <= self.shared.deepest.depth()
    }

    /// Makes a move and returns the position after it.
    pub fn make(&mut self, position: &Position, mv: ChessMove, ply: usize) -> Position {
        let piece = position.piece_on(mv.get_source()).unwrap_or(Piece::Pawn);
        self.shared.table.prefetch(position.likely_key_after(mv));
        self.data.stack[ply].piece_to = Some(piece_to(position.side(), piece, mv));
        self.data.stack[ply].quiet = Some(mv).filter(|&mv| !position.is_noisy(mv));
        let mut next = position.clone();
        let delta = next.play(mv);
        self.data.eval.push(&delta);
        self.keys.push(next.key());
        self.count_node();
        next
    }

    /// Searches the position after a pass with what `look` does.
    pub fn pass(
        &mut self,
        position: &Position,
        ply: usize,
        look: impl FnOnce(&mut Self, &Position) -> i32,
    ) -> i32 {
        self.data.stack[ply].piece_to = None;
        self.data.stack[ply].quiet = None;
        self.data.stack[ply + 1].doubles = self.data.stack[ply].doubles;
        let mut next = position.clone();
        next.play_null();
        self.shared.table.prefetch(next.key());
        self.data.eval.push(&Default::default());
        let last_null = std::mem::replace(&mut self.last_null, self.keys.len());
        self.keys.push(next.key());
        self.count_node();
        let score = look(self, &next);
        self.unmake();
        self.last_null = last_null;
        score
    }

    /// Takes the last move back.
    pub fn unmake(&mut self) {
        self.data.eval.pop();
        self.keys.pop();
    }

    /// The static evaluation, for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        self.data.eval.score(position)
    }

    /// The moves that led to `ply`, for the continuation history.
    pub fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let back = |plies: usize| {
            ply.checked_sub(plies).and_then(|earlier| self.data.stack[earlier].piece_to)
        };
        [back(1), back(2), back(4)]
    }

    /// Whether the position has stood before: once is enough on the path, in the game it takes two.
    pub fn repeats(&self, position: &Position) -> bool {
        let now = self.keys.len() - 1;
        let reach = usize::from(position.halfmoves()).min(now - self.last_null);
        let mut seen_in_game = false;
        for back in (4..=reach).step_by(2) {
            if self.keys[now - back] == position.key() {
                if now - back > self.root_key || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }

    /// Whether one move can repeat a position of the path.
    pub fn can_repeat(&self, position: &Position) -> bool {
        let now = self.keys.len() - 1;
        let within = (now - self.root_key).saturating_sub(1).min(now - self.last_null);
        let reach = usize::from(position.halfmoves()).min(within);
        let mut earlier = (3..=reach).step_by(2).map(|back| self.keys[now - back]);
        earlier.any(|key| position.leads_back_to(key))
    }
}
