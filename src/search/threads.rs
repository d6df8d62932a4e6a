//! A search on several threads that share the table (lazy SMP).

use std::{
    panic::resume_unwind,
    sync::{Arc, atomic::AtomicU64},
    thread,
};

use crossbeam::utils::CachePadded;

use super::{
    Limits, Outcome, Pacer, Params, StopToken, Table, Unhurried,
    params::Reductions,
    worker::{Memory, Shared, Worker},
};
use crate::{
    position::{ChessMove, Game},
    tablebase::Tablebase,
};

/// Room for the deepest line, also without optimisation.
const STACK_BYTES: usize = 32 << 20;

/// Searches positions one after another and keeps what it learns between them.
pub struct Searcher {
    table: Arc<Table>,
    params: Params,
    reductions: Reductions,
    memories: Vec<Memory>,
    tables: Option<Arc<Tablebase>>,
}

impl Searcher {
    /// A searcher with `threads` threads (at least 1) on a table that others may share.
    pub fn new(table: Arc<Table>, threads: usize, params: Params) -> Searcher {
        let reductions = Reductions::new(&params);
        let memories = (0..threads.max(1)).map(|_| Memory::default()).collect();
        Searcher { table, params, reductions, memories, tables: None }
    }

    /// From now on looks endgames up in these tables, or in none.
    pub fn use_tables(&mut self, tables: Option<Arc<Tablebase>>) {
        self.tables = tables;
    }

    /// Forgets what was learned from earlier positions; the table is cleared as well.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(|memory| *memory = Memory::default());
    }

    /// Searches the game's present position. The first thread works on the caller's and alone talks
    /// to the pacer; the others end with it.
    ///
    /// # Panics
    /// If a thread panics, so does this, after all of them have ended.
    pub fn run(
        &mut self,
        game: &Game,
        limits: &Limits,
        pacer: &mut dyn Pacer,
        stop: &StopToken,
    ) -> Outcome {
        self.table.next_age();
        let known = self.tables.as_ref().and_then(|tables| tables.best_moves(game.position()));
        let limits = &restricted(limits, known.map(|(_, moves)| moves));
        let nodes: Vec<_> =
            self.memories.iter().map(|_| CachePadded::new(AtomicU64::new(0))).collect();
        let shared = Shared {
            table: &self.table,
            tables: self.tables.as_deref(),
            tb_hits: &AtomicU64::new(0),
            params: &self.params,
            reductions: &self.reductions,
            limits,
            stop,
            nodes: &nodes,
        };
        let Some((first, others)) = self.memories.split_first_mut() else {
            return Outcome::default();
        };
        thread::scope(|scope| {
            let _ends = EndsWithMe(stop);
            let mut helpers = Vec::new();
            for (i, memory) in others.iter_mut().enumerate() {
                let shared = &shared;
                let search = move || {
                    Worker::new(i + 1, game, shared, memory, &mut Unhurried).deepen();
                };
                let builder = thread::Builder::new().name(format!("search {}", i + 2));
                match builder.stack_size(STACK_BYTES).spawn_scoped(scope, search) {
                    Ok(handle) => helpers.push(handle),
                    Err(error) => log::warn!("searching with fewer threads: {error}"),
                }
            }
            let outcome = Worker::new(0, game, &shared, first, pacer).deepen();
            stop.stop();
            for helper in helpers {
                if let Err(panic) = helper.join() {
                    resume_unwind(panic);
                }
            }
            outcome
        })
    }
}

/// Keeps to the moves that endgame tables know to be best, as far as they are among those allowed.
fn restricted(limits: &Limits, best: Option<Vec<ChessMove>>) -> Limits {
    let allowed = |mv: &ChessMove| limits.root_moves.is_empty() || limits.root_moves.contains(mv);
    let kept: Vec<ChessMove> = best.unwrap_or_default().into_iter().filter(allowed).collect();
    let root_moves = if kept.is_empty() { limits.root_moves.clone() } else { kept };
    Limits { root_moves, ..limits.clone() }
}

/// Stops the helpers when the first thread leaves, even by a panic: the scope waits for them.
struct EndsWithMe<'a>(&'a StopToken);

impl Drop for EndsWithMe<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
