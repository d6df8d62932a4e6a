//! The thread that searches: it carries out one order after another, until nobody can give any more.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use crossbeam::channel::{Receiver, Sender, unbounded};

use super::{
    cluster::{Cluster, Share},
    control::Control,
    pacer::{Age, PolicyPacer},
    thread_worker::Order,
    time_source::{TimeSource, Wall},
    worker::{ClusterNews, Errand, Find, Handicap, Job, Report, WorkerEvent},
};
use crate::{
    eval::Evaluation,
    lock::lock,
    position::divide_unless,
    search::{
        Finding, Limits, MAX_DEPTH, Outcome, Params, STACK_BYTES, Searcher, StopToken, Table,
        Unhurried, affordable, bench, first_choice,
    },
    tablebase::{Tablebase, TablebaseError},
    timing::Reason,
};

/// Table of a search below full strength, in MiB.
const WEAK_HASH: usize = 1;
/// The most threads of one search.
const MAX_THREADS: usize = 256;
/// Nodes that are searched for a hint where nothing is known yet: a moment's work.
const HINT_NODES: u64 = 50_000;

/// What outlives a thread that hangs, and goes on to the one that takes over: the transposition table,
/// and the open endgame tables, of which there can be one set only.
#[derive(Default)]
pub(super) struct Memory {
    table: Mutex<Option<Arc<Table>>>,
    /// MiB of the table that went last, which there was memory for.
    before: AtomicUsize,
    tablebase: Mutex<Option<Arc<Tablebase>>>,
}

impl Memory {
    /// The table, which is made when it is first asked for; if it cannot be had as it should be, that is said.
    fn table(&self, setup: &Setup) -> Arc<Table> {
        let mut table = lock(&self.table);
        let make = || {
            let before = self.before.load(Relaxed);
            let most = affordable(1);
            let (table, lack) = Table::within(setup.megabytes, most, before, setup.threads);
            if let Some(lack) = lack {
                let _ = setup.events.send(WorkerEvent::NoHash(lack));
            }
            Arc::new(table)
        };
        table.get_or_insert_with(make).clone()
    }

    /// Whether an earlier thread has left a table.
    fn has_table(&self) -> bool {
        lock(&self.table).is_some()
    }

    /// Stores what was found elsewhere, unless the table is just being made.
    pub(super) fn store(&self, findings: &[Finding]) {
        Finding::store_all(findings, &self.table);
    }

    /// The present table goes: two at once might not fit.
    fn drop_table(&self) {
        let table = lock(&self.table).take();
        self.before.store(table.map_or(0, |table| table.megabytes()), Relaxed);
    }

    /// The endgame tables that are open.
    pub(super) fn tables(&self) -> Option<Arc<Tablebase>> {
        self.tablebase().clone()
    }

    fn tablebase(&self) -> MutexGuard<'_, Option<Arc<Tablebase>>> {
        lock(&self.tablebase)
    }
}

/// What a search thread is set up with.
#[derive(Clone)]
pub(super) struct Setup {
    pub threads: usize,
    pub megabytes: usize,
    pub time: Arc<dyn TimeSource>,
    pub events: Sender<WorkerEvent>,
    pub memory: Arc<Memory>,
    pub evaluation: Evaluation,
    pub params: Params,
    /// Searchers on other machines.
    pub cluster: Arc<Cluster>,
}

/// What the thread works with.
pub(super) struct Engine {
    setup: Setup,
    table: Arc<Table>,
    searcher: Searcher,
    /// Whether anything may have been learned since the last new game.
    used: bool,
}

/// Starts a search thread, which ends when nobody can give it orders any more. Returns the way to it, and to
/// those orders that it has not begun with. Without a thread no order can be given.
pub(super) fn spawn(setup: Setup) -> (Sender<Order>, Receiver<Order>) {
    let (sender, orders) = unbounded();
    let queued = orders.clone();
    let builder = thread::Builder::new().name("search 1".to_owned()).stack_size(STACK_BYTES);
    match builder.spawn(move || Engine::new(setup).serve(&orders)) {
        Ok(_) => (sender, queued),
        Err(error) => {
            log::error!("no thread to search on: {error}");
            (unbounded().0, queued)
        }
    }
}

impl Engine {
    /// An engine on the table that the setup's memory has, or a new one.
    pub fn new(setup: Setup) -> Engine {
        let used = setup.memory.has_table();
        let table = setup.memory.table(&setup);
        let searcher = searcher(&table, &setup);
        Engine { setup, table, searcher, used }
    }

    /// Carries out orders until nobody can give any more.
    fn serve(mut self, orders: &Receiver<Order>) {
        orders.iter().for_each(|order| self.obey(order));
    }

    /// Carries out an order; when this returns, it is done.
    pub fn obey(&mut self, order: Order) {
        match order {
            Order::Search(job, control) => self.search(*job, &control),
            Order::Threads(count) => {
                self.setup.threads = count.clamp(1, MAX_THREADS);
                self.searcher = searcher(&self.table, &self.setup);
            }
            Order::Hash(megabytes) => self.resize(megabytes),
            Order::Believe(key, belief) => {
                self.used = true;
                self.table.believe(key, belief);
            }
            Order::NewGame => {
                self.setup.cluster.new_game();
                if std::mem::take(&mut self.used) {
                    self.searcher.new_game();
                }
            }
            Order::Params(params) => {
                self.setup.params = *params;
                self.searcher = searcher(&self.table, &self.setup);
            }
            Order::Evaluation(evaluation) => self.judge_by(evaluation),
            Order::Tables(folders) => self.open_tables(&folders),
            Order::Settle(orders) => self.tell_last(WorkerEvent::Settled(orders)),
            Order::Run(errand) => {
                let find = run(errand, &self.setup);
                self.tell_last(WorkerEvent::Returned(find));
            }
        }
    }

    /// Says the last word about an order that was counted as begun.
    fn tell_last(&self, event: WorkerEvent) {
        let _ = self.setup.events.send(event);
        self.setup.time.job_ends();
    }

    /// Searches; if the search breaks down, the thread goes on with fresh histories.
    fn search(&mut self, job: Job, control: &Control) {
        self.used = true;
        let id = job.id;
        let work = || match job.handicap {
            Some(handicap) => {
                search(&mut weak_searcher(handicap, &self.setup), job, control, &self.setup);
            }
            None => search(&mut self.searcher, job, control, &self.setup),
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            self.searcher = searcher(&self.table, &self.setup);
            let message = panic_text(&*panic);
            let _ = self.setup.events.send(WorkerEvent::Failed { id, message });
        }
        self.setup.time.job_ends();
    }

    /// Another size of the table; the old one goes first, as both at once might not fit.
    fn resize(&mut self, megabytes: usize) {
        self.setup.megabytes = megabytes;
        if megabytes == self.table.megabytes() {
            return;
        }
        self.table = Arc::new(Table::new(1));
        self.searcher = searcher(&self.table, &self.setup);
        self.setup.memory.drop_table();
        self.table = self.setup.memory.table(&self.setup);
        self.searcher = searcher(&self.table, &self.setup);
    }

    /// Another evaluation; what the table remembers comes of the old one.
    fn judge_by(&mut self, evaluation: Evaluation) {
        if self.setup.evaluation != evaluation {
            self.searcher.use_evaluation(&evaluation);
            self.searcher.new_game();
            self.setup.evaluation = evaluation;
        }
    }

    /// Other endgame tables; the old ones go first, as only one set can be open.
    fn open_tables(&mut self, folders: &str) {
        self.searcher.use_tables(None);
        *self.setup.memory.tablebase() = None;
        // Folders may be slow, and nobody has to wait for them who only wants to know the tables in force.
        let tables = self.tables(folders);
        self.setup.memory.tablebase().clone_from(&tables);
        self.searcher.use_tables(tables);
    }

    /// The tables in these folders, if there are any.
    fn tables(&self, folders: &str) -> Option<Arc<Tablebase>> {
        let tables = (!folders.is_empty()).then(|| Tablebase::open(folders))?;
        let missing = |error: TablebaseError| {
            let _ = self.setup.events.send(WorkerEvent::NoTables(error.to_string()));
        };
        tables.map(Arc::new).map_err(missing).ok()
    }
}

/// A searcher without memories.
fn searcher(table: &Arc<Table>, setup: &Setup) -> Searcher {
    let mut searcher =
        Searcher::new(table.clone(), setup.threads, setup.params.clone(), &setup.evaluation);
    searcher.use_tables(setup.memory.tables());
    searcher
}

/// A searcher below full strength. It knows nothing of what other searches have found, or it would be the
/// stronger the longer they were.
fn weak_searcher(Handicap { strength, .. }: Handicap, setup: &Setup) -> Searcher {
    let table = Arc::new(Table::new(WEAK_HASH));
    Searcher::new(table, 1, strength.params(), &setup.evaluation)
}

/// Does one search and says so.
fn search(searcher: &mut Searcher, job: Job, control: &Control, setup: &Setup) {
    let Setup { time, events, cluster, .. } = setup;
    // A search below full strength gets no help.
    let share = if job.handicap.is_none() { cluster.join(&job) } else { None };
    let others = share.as_ref().map(Share::exchange);
    searcher.use_partner(share.as_ref().map(Share::partner));
    let Job { id, game, limits, started, plan, node_rate, handicap, .. } = job;
    // On a clock made of nodes the search itself heeds the hard limit, to the node.
    let hard_limit = limits.nodes.filter(|_| node_rate.is_some()).unwrap_or(u64::MAX);
    let node_limit = limits.nodes.filter(|_| node_rate.is_none());
    let limits = match handicap {
        Some(Handicap { strength, chance }) => strength.limits(limits, chance),
        None => limits,
    };
    let clock = Age { started, node_rate, time: &**time };
    let mut pacer = PolicyPacer::new(id, clock, &game, plan, control, events, others);
    let outcome = searcher.run(&game, &limits, &mut pacer, &control.stop);
    pacer.sum_up(&outcome);
    let silence = pacer.silence();
    let (reason, extended) = pacer.verdict();
    let spent = outcome.nodes >= hard_limit;
    let reason = reason.or_else(|| spent.then_some(Reason::HardLimit));
    let node_limit = node_limit.filter(|&nodes| outcome.nodes >= nodes);
    let reason = reason.or(node_limit.map(Reason::NodeLimit));
    let mate = limits.mate_suffices(outcome.score);
    let reason = reason.or(mate.then_some(Reason::MateFound));
    // Where nobody has set a limit, there is still a depth that no search goes beyond.
    let deepest = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let reason = reason.or((outcome.depth >= deepest).then_some(Reason::DepthLimit(deepest)));
    let reason = reason.or(handicap.map(|it| Reason::Strength(it.strength.elo())));
    let at = started + time.elapsed(started, outcome.nodes);
    if let Some(share) = share {
        let account = share.account(at.saturating_sub(started).as_secs_f64());
        let _ = events.send(WorkerEvent::Cluster(ClusterNews::Account(account)));
    }
    let _ = events.send(WorkerEvent::Done { id, at, outcome, reason, extended, silence });
}

/// What is said of a search that has no time at all: the move that looks best without one. `None` where
/// there is some, and where endgame tables know better.
pub(super) fn at_once(job: &Job, setup: &Setup) -> Option<[WorkerEvent; 2]> {
    let Job { id, game, limits, started, plan: Some(plan), node_rate: None, .. } = job else {
        return None;
    };
    if !plan.budget.hard.is_zero() || limits.multi_pv > 1 {
        return None;
    }
    let tables = setup.memory.tables();
    if tables.is_some_and(|tables| tables.covers(game.position())) {
        return None;
    }
    let table = setup.memory.table(setup);
    let (mv, score) = first_choice(game, &limits.root_moves, &setup.evaluation, Some(&table))?;
    let (id, at) = (*id, *started);
    let hashfull = table.permille_full();
    let report = Report { hashfull, ..Report::without_search(score, Some(mv)) };
    let line = report.line.clone();
    let outcome = Outcome { line, score, ..Outcome::default() };
    let (reason, silence) = (Some(Reason::HardLimit), Duration::ZERO);
    let done = WorkerEvent::Done { id, at, outcome, reason, extended: None, silence };
    Some([WorkerEvent::Report { id, at, report }, done])
}

/// Runs an errand; how long it takes is for people, so the clock on the wall counts.
fn run(errand: Errand, setup: &Setup) -> Find {
    let (wall, params, evaluation) = (Wall::start(), &setup.params, &setup.evaluation);
    match errand {
        Errand::Perft(position, depth, stop) => {
            match divide_unless(&position, depth.max(1), &|| stop.is_stopped()) {
                Some(paths) => Find::Paths { position, paths, elapsed: wall.now() },
                None => Find::NoPaths,
            }
        }
        Errand::Bench(depth) => {
            let counts = bench::nodes(depth.unwrap_or(bench::DEPTH), params, evaluation);
            let nodes = counts.map(|(_, nodes)| nodes).sum();
            Find::Bench { nodes, elapsed: wall.now() }
        }
        Errand::Hint(game) => {
            let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
            let table = Arc::new(Table::new(1));
            let mut searcher = Searcher::new(table, 1, params.clone(), evaluation);
            let outcome = searcher.run(&game, &limits, &mut Unhurried, &StopToken::default());
            Find::Move { position: Box::new(game.position().clone()), mv: outcome.best() }
        }
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}
