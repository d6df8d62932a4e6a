//! A search on several threads that share the table (lazy SMP).

use std::{
    panic::resume_unwind,
    sync::{Arc, atomic::AtomicU64},
    thread::{self, Scope, ScopedJoinHandle},
};

use crossbeam::utils::CachePadded;

use super::{
    Limits, Outcome, Pacer, Params, StopToken, Table, Unhurried,
    correction::CorrectionHistory,
    deepest::DeepestIteration,
    first_choice,
    params::Reductions,
    partner::Partner,
    thread::{SearchThread, Shared, ThreadData},
    vote::{ThreadResult, elect},
};
use crate::{
    eval::Evaluation,
    position::{ChessMove, Game},
    tablebase::{Advice, Tablebase, Verdict},
};

/// Stack of a thread that searches, in bytes: room for a line of `MAX_PLY` plies, also without
/// optimisation. Optimised, a tenth of it would do.
pub const STACK_BYTES: usize = 32 << 20;

/// Searches positions one after another and keeps what it learns between them.
pub struct Searcher {
    table: Arc<Table>,
    params: Params,
    reductions: Reductions,
    /// What each thread has learned, apart from the others' so that no two write to a cache line.
    data: Vec<CachePadded<ThreadData>>,
    /// What all of them have learned together.
    corrections: CorrectionHistory,
    tables: Option<Arc<Tablebase>>,
    evaluation: Evaluation,
    partner: Option<Arc<dyn Partner>>,
}

impl Searcher {
    /// A searcher with `threads` threads (at least 1) on a table that others may share, which scores
    /// positions by `evaluation`.
    pub fn new(
        table: Arc<Table>,
        threads: usize,
        params: Params,
        evaluation: &Evaluation,
    ) -> Searcher {
        let reductions = Reductions::new(&params);
        let data = fresh(threads, evaluation);
        let (corrections, evaluation) = (CorrectionHistory::default(), evaluation.clone());
        let (tables, partner) = (None, None);
        Searcher { table, params, reductions, data, corrections, tables, evaluation, partner }
    }

    /// From now on scores positions by this evaluation. What was learned by another one is forgotten;
    /// the table, which others may share, is the caller's to clear.
    pub fn use_evaluation(&mut self, evaluation: &Evaluation) {
        if self.evaluation != *evaluation {
            self.evaluation = evaluation.clone();
            self.forget();
        }
    }

    /// From now on looks endgames up in these tables, or in none.
    pub fn use_tables(&mut self, tables: Option<Arc<Tablebase>>) {
        self.tables = tables;
    }

    /// From now on searches together with these others, or alone.
    pub fn use_partner(&mut self, partner: Option<Arc<dyn Partner>>) {
        self.partner = partner;
    }

    /// Forgets what was learned from earlier positions; the table is cleared as well, by as many threads
    /// as search.
    pub fn new_game(&mut self) {
        self.table.clear(self.data.len());
        self.forget();
    }

    /// Forgets what was learned, and knows from now on what another searcher with as many threads does, what is
    /// in its table included.
    ///
    /// # Panics
    /// If the tables are of different sizes.
    pub fn take_after(&mut self, other: &Searcher) {
        self.table.copy(&other.table);
        self.corrections = other.corrections.clone();
        for (own, data) in self.data.iter_mut().zip(&other.data) {
            own.history.clone_from(&data.history);
        }
    }

    /// Forgets what was learned, but for the table.
    fn forget(&mut self) {
        self.data = fresh(self.data.len(), &self.evaluation);
        self.corrections = CorrectionHistory::default();
    }

    /// Searches the game's present position. The first thread works on the caller's and alone talks
    /// to the pacer; the others end with it, and all of them vote on the outcome, with searchers elsewhere
    /// that have come about as far, if there are any.
    ///
    /// However soon it is ended, there is a sensible move: the first iteration is completed before
    /// anything else is heeded, and where it cannot be (see [`Limits::nodes`], and positions in which
    /// captures do not end) the move is that of [`first_choice`].
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
        let advice = self.tables.as_ref().and_then(|tables| tables.advice(game.position()));
        let advised = advice.is_some();
        let (limits, verdict) = &restricted(limits, advice);
        if advised {
            pacer.advised(&limits.root_moves);
        }
        let nodes: Vec<_> = self.data.iter().map(|_| CachePadded::default()).collect();
        let tb_hits = CachePadded::new(AtomicU64::new(u64::from(verdict.is_some())));
        let deepest = DeepestIteration::default();
        // Read at every node, so away from what others write: a copy, and a cache line of its own.
        let stop = stop.clone();
        if limits.nodes == Some(0) {
            stop.stop();
        }
        let shared = CachePadded::new(Shared {
            table: &self.table,
            corrections: &self.corrections,
            tables: self.tables.as_deref(),
            verdict: *verdict,
            tb_hits: &tb_hits,
            params: &self.params,
            reductions: &self.reductions,
            limits,
            stop: &stop,
            nodes: &nodes,
            deepest: &deepest,
            partner: self.partner.as_deref(),
            seat: self.partner.as_ref().map_or(0, |partner| partner.seat()),
        });
        let Some((own, others)) = self.data.split_first_mut() else {
            return Outcome::default();
        };
        let mut first = SearchThread::new(0, game, &shared, own, pacer);
        let results = search_together(&mut first, game, &shared, others);
        let outside = self.partner.as_ref().map(|partner| partner.opinions()).unwrap_or_default();
        let counts = |opinion: &ThreadResult| {
            first.is_about_root(opinion) && opinion.is_comparable(first.completed)
        };
        let outside = outside.into_iter().filter(counts);
        let results: Vec<ThreadResult> = results.into_iter().chain(outside).collect();
        choose(&mut first, &results, limits, || {
            first_choice(game, &limits.root_moves, &self.evaluation, Some(&self.table))
        });
        first.slip();
        first.outcome()
    }
}

/// What so many threads know before they have learned anything.
fn fresh(threads: usize, evaluation: &Evaluation) -> Vec<CachePadded<ThreadData>> {
    (0..threads.max(1)).map(|_| CachePadded::new(ThreadData::new(evaluation))).collect()
}

/// Searches on all threads until the first one ends, and returns what each has found, the first one first.
fn search_together(
    first: &mut SearchThread<'_>,
    game: &Game,
    shared: &Shared<'_>,
    others: &mut [CachePadded<ThreadData>],
) -> Vec<ThreadResult> {
    thread::scope(|scope| {
        let _ends = StopOnDrop(shared.stop);
        // On a busy machine helpers may take the processors for a while, so the first iteration, which there is
        // no move to tell without, goes before them.
        let goes_on = first.deepen_to(1);
        let helpers =
            if goes_on { start_helpers(scope, first, game, shared, others) } else { Vec::new() };
        let mut results = vec![if goes_on { first.iterative_deepening() } else { first.result() }];
        shared.stop.stop();
        for helper in helpers {
            results.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    })
}

/// Starts a helper on the data of each other thread, as far as the system lets it and as long as the search goes on.
fn start_helpers<'scope>(
    scope: &'scope Scope<'scope, '_>,
    first: &mut SearchThread<'_>,
    game: &'scope Game,
    shared: &'scope Shared<'_>,
    data: &'scope mut [CachePadded<ThreadData>],
) -> Vec<ScopedJoinHandle<'scope, ThreadResult>> {
    let mut helpers = Vec::new();
    for (i, own) in data.iter_mut().enumerate() {
        // Where there are many more than processors, those at work leave little time for starting others: it may take
        // longer than the move has.
        if first.is_over() {
            break;
        }
        let search = move || {
            SearchThread::new(i + 1, game, shared, own, &mut Unhurried).iterative_deepening()
        };
        let builder = thread::Builder::new().name(format!("search {}", i + 2));
        match builder.stack_size(STACK_BYTES).spawn_scoped(scope, search) {
            Ok(handle) => helpers.push(handle),
            Err(error) => log::warn!("searching with fewer threads: {error}"),
        }
    }
    helpers
}

/// Lets the first thread believe what all of them voted for, or, where no iteration was completed, what looks best
/// without a search: there must be a move.
fn choose(
    first: &mut SearchThread<'_>,
    results: &[ThreadResult],
    limits: &Limits,
    unsearched: impl FnOnce() -> Option<(ChessMove, i32)>,
) {
    if let Some(chosen) = elect(results).filter(|_| votes(limits)) {
        first.adopt(chosen);
    } else if first.completed == 0
        && let Some(choice) = unsearched()
    {
        first.fall_back(choice);
    }
}

/// Whether the threads vote on the move. Several lines are the first thread's alone, and a search
/// to a depth ends with what was found at that depth.
fn votes(limits: &Limits) -> bool {
    limits.depth.is_none() && limits.multi_pv <= 1
}

/// Keeps to the moves that endgame tables know to be best, as far as they are among those allowed, with what those
/// are worth.
fn restricted(limits: &Limits, advice: Option<Advice>) -> (Limits, Option<Verdict>) {
    let allowed = |mv: &ChessMove| limits.root_moves.is_empty() || limits.root_moves.contains(mv);
    let Some(Advice { mut moves, verdict }) = advice else { return (limits.clone(), None) };
    moves.retain(allowed);
    if moves.is_empty() {
        return (limits.clone(), None);
    }
    (Limits { root_moves: moves, ..limits.clone() }, verdict)
}

/// Stops the helpers when the first thread leaves, even by a panic: the scope waits for them.
struct StopOnDrop<'a>(&'a StopToken);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::{super::partner::Findings, *};
    use crate::position::Position;

    /// Somebody who is sure of a move, from so many plies.
    struct Sure(ThreadResult);

    impl Partner for Sure {
        fn seat(&self) -> usize {
            0
        }
        fn offer(&self, _findings: Findings) {}
        fn news(&self) -> u32 {
            0
        }
        fn opinions(&self) -> Vec<ThreadResult> {
            vec![self.0.clone()]
        }
        fn wanted_moves(&self) -> usize {
            0
        }
        fn candidates(&self, _moves: &[ChessMove]) {}
        fn second(&self, _best: ChessMove, _depth: u32) -> Option<(ChessMove, i32)> {
            None
        }
    }

    /// Wants the move as soon as there is one.
    struct Due;

    impl Pacer for Due {
        fn expired(&mut self, _nodes: u64) -> bool {
            true
        }
    }

    #[test]
    fn a_search_that_is_over_starts_no_more_threads() {
        let game = Game::new(Position::startpos());
        let outcome = |threads| {
            let (table, evaluation) = (Arc::new(Table::new(1)), Evaluation::Classical);
            let mut searcher = Searcher::new(table, threads, Params::default(), &evaluation);
            let limits = Limits { depth: Some(20), ..Limits::default() };
            searcher.run(&game, &limits, &mut Due, &StopToken::default())
        };
        let (alone, together) = (outcome(1), outcome(64));
        assert_eq!(together.depth, 1, "the clock is looked at before a thread is started");
        assert!(together.nodes < alone.nodes, "nobody has helped");
        assert!(together.best().is_some_and(|mv| game.position().is_legal(mv)));
    }

    #[test]
    fn who_elsewhere_has_stayed_far_behind_has_no_vote_however_sure_it_is() {
        let game = Game::new(Position::startpos());
        let a4 = game.position().parse_move("a4").unwrap();
        let (table, evaluation) = (Arc::new(Table::new(1)), Evaluation::Classical);
        let mut searcher = Searcher::new(table, 1, Params::default(), &evaluation);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut chosen = |depth| {
            let sure = ThreadResult { line: vec![a4], score: 900, depth, seldepth: 9 };
            searcher.use_partner(Some(Arc::new(Sure(sure))));
            searcher.run(&game, &limits, &mut Unhurried, &StopToken::default()).best()
        };
        assert_ne!(chosen(2), Some(a4));
        assert_eq!(chosen(90), Some(a4));
    }
}
