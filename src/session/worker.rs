//! The thread that searches, behind a trait so that tests can put a scripted one in its place.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Duration,
};

use crossbeam::channel::{Receiver, Sender, unbounded};

use super::{
    control::{Control, Progress, Replan},
    pacer::{Age, PolicyPacer},
    time_source::{TimeSource, Wall},
};
use crate::{
    position::{ChessMove, Game, Position, divide},
    search::{Bound, Limits, Outcome, Params, Searcher, Table, bench},
    timing::{Budget, Policy, Reason},
};

/// How a move on the engine's own clock is timed.
pub struct Plan {
    /// The policy, its plan made.
    pub policy: Box<dyn Policy>,
    /// That plan, capped.
    pub budget: Budget,
    /// Whether the search may end before its time where more of it could change nothing.
    pub may_settle: bool,
}

/// A search to be done.
pub struct Job {
    /// Its number; later ones are greater.
    pub id: u64,
    /// The game; its present position is searched.
    pub game: Game,
    /// How far to search, time apart.
    pub limits: Limits,
    /// When it began, in session time.
    pub started: Duration,
    /// Its clock; `None` while pondering or analysing.
    pub plan: Option<Plan>,
    /// Nodes a second that its age is counted by; `None` for the clock on the wall.
    pub node_rate: Option<u64>,
}

/// A report of a search under way.
#[derive(Clone, Debug)]
pub struct Report {
    /// Place of its line among the best ones, from 1.
    pub rank: u32,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// The score for the side to move, as the search counts (mates at the far ends).
    pub score: i32,
    /// What the score means.
    pub bound: Bound,
    /// Age of the search.
    pub elapsed: Duration,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The principal variation; never empty.
    pub line: Vec<ChessMove>,
}

/// What a worker says of its search.
pub enum WorkerEvent {
    /// How far it has got.
    Report {
        /// The search.
        id: u64,
        /// When, in session time.
        at: Duration,
        /// How far.
        report: Report,
    },
    /// A long search is about to search this root move.
    RootMove {
        /// The search.
        id: u64,
        /// When, in session time.
        at: Duration,
        /// Depth of the iteration, in plies.
        depth: u32,
        /// The move.
        mv: ChessMove,
        /// Its place in the order of searching, from 1.
        number: u32,
    },
    /// It is over.
    Done {
        /// The search.
        id: u64,
        /// Its result.
        outcome: Outcome,
        /// When it ended, in session time.
        at: Duration,
        /// The policy, given back, if it had one.
        policy: Option<Box<dyn Policy>>,
        /// Why it ended; `None` if it ran out of depth or was told to.
        reason: Option<Reason>,
        /// Why it went beyond its planned time, if it did.
        extended: Option<Reason>,
    },
    /// Everything ordered before `Worker::settle` is done.
    Settled,
    /// The answer to an errand.
    Returned(Find),
    /// It broke down; the worker has recovered.
    Failed {
        /// The search.
        id: u64,
        /// What the panic said.
        message: String,
    },
}

/// Work that is no search for a move.
pub enum Errand {
    /// Counts the move paths so many plies deep.
    Perft(Box<Position>, u32),
    /// Takes the search's signature and speed, at a depth if one is given.
    Bench(Option<u32>),
}

/// What came of an errand.
pub enum Find {
    /// The paths behind each first move.
    Paths {
        /// The position counted from.
        position: Box<Position>,
        /// The paths.
        paths: Vec<(ChessMove, u64)>,
        /// How long it took.
        elapsed: Duration,
    },
    /// The bench.
    Bench {
        /// Nodes of all positions.
        nodes: u64,
        /// How long it took.
        elapsed: Duration,
    },
}

/// Does one search at a time, in the background.
pub trait Worker {
    /// Begins a search as soon as the one before has ended.
    fn start(&mut self, job: Job);
    /// Ends a search early; its `Done` still comes.
    fn stop(&mut self, id: u64);
    /// The expected move came: the search goes on, on the engine's clock.
    fn hit(&mut self, id: u64, replan: Replan);
    /// Where the latest search stands.
    fn progress(&self) -> Progress;
    /// From the next search on, so many threads.
    fn set_threads(&mut self, threads: usize);
    /// From the next search on, a table of so many MiB.
    fn set_hash(&mut self, megabytes: usize);
    /// Forgets what was learned, before the next search.
    fn new_game(&mut self);
    /// Says `WorkerEvent::Settled` once everything ordered so far is done.
    fn settle(&mut self);
    /// Runs an errand, between searches.
    fn run(&mut self, errand: Errand);
    /// Gives a search up that does not end: whatever it still says is dropped, and the next search
    /// runs elsewhere.
    fn abandon(&mut self, id: u64);
}

/// The largest table, in MiB.
const MAX_HASH: usize = 65_536;
/// The most threads of one search.
const MAX_THREADS: usize = 256;

enum Order {
    Search(Box<Job>, Arc<Control>),
    Threads(usize),
    Hash(usize),
    NewGame,
    Settle,
    Run(Errand),
}

/// A worker on a thread of its own.
pub struct ThreadWorker {
    orders: Sender<Order>,
    events: Sender<WorkerEvent>,
    time: Arc<dyn TimeSource>,
    current: (u64, Arc<Control>),
    threads: usize,
    megabytes: usize,
}

impl ThreadWorker {
    /// A worker that reports to `events` and takes its time from `time`.
    pub fn new(
        threads: usize,
        megabytes: usize,
        time: Arc<dyn TimeSource>,
        events: Sender<WorkerEvent>,
    ) -> ThreadWorker {
        let orders = spawn(threads, megabytes, time.clone(), events.clone());
        ThreadWorker { orders, events, time, current: Default::default(), threads, megabytes }
    }

    /// The thread ends only when this worker is dropped, so its ear is always open.
    fn order(&self, order: Order) {
        if self.orders.send(order).is_err() {
            log::error!("the search thread has ended");
        }
    }
}

impl Worker for ThreadWorker {
    fn start(&mut self, job: Job) {
        let control = Arc::new(Control::default());
        self.current = (job.id, control.clone());
        self.time.job_begins();
        self.order(Order::Search(Box::new(job), control));
    }

    fn stop(&mut self, id: u64) {
        if self.current.0 == id {
            self.current.1.stop.stop();
        }
    }

    fn hit(&mut self, id: u64, replan: Replan) {
        if self.current.0 == id {
            self.current.1.hit(replan);
        }
    }

    fn progress(&self) -> Progress {
        self.current.1.progress()
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.order(Order::Threads(threads));
    }

    fn set_hash(&mut self, megabytes: usize) {
        self.megabytes = megabytes;
        self.order(Order::Hash(megabytes));
    }

    fn new_game(&mut self) {
        self.order(Order::NewGame);
    }

    fn settle(&mut self) {
        self.time.job_begins();
        self.order(Order::Settle);
    }

    fn run(&mut self, errand: Errand) {
        self.time.job_begins();
        self.order(Order::Run(errand));
    }

    fn abandon(&mut self, id: u64) {
        self.stop(id);
        self.orders = spawn(self.threads, self.megabytes, self.time.clone(), self.events.clone());
    }
}

/// Starts the thread that obeys orders until nobody can give any more.
fn spawn(
    threads: usize,
    megabytes: usize,
    time: Arc<dyn TimeSource>,
    events: Sender<WorkerEvent>,
) -> Sender<Order> {
    let (sender, orders) = unbounded();
    let builder = thread::Builder::new().name("search 1".to_owned()).stack_size(32 << 20);
    let obey = move || obey(&orders, threads, megabytes, &*time, &events);
    if let Err(error) = builder.spawn(obey) {
        log::error!("no thread to search on: {error}");
    }
    sender
}

fn obey(
    orders: &Receiver<Order>,
    mut threads: usize,
    megabytes: usize,
    time: &dyn TimeSource,
    events: &Sender<WorkerEvent>,
) {
    let mut table = Arc::new(Table::new(affordable(megabytes)));
    let searcher =
        |table: &Arc<Table>, threads| Searcher::new(table.clone(), threads, Params::default());
    let mut mind = searcher(&table, threads);
    for order in orders {
        match order {
            Order::Search(job, control) => {
                let id = job.id;
                let work = || search(&mut mind, *job, &control, time, events);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                    mind = searcher(&table, threads);
                    let message = panic_text(&*panic);
                    let _ = events.send(WorkerEvent::Failed { id, message });
                }
                time.job_ends();
            }
            Order::Threads(count) => {
                threads = count.clamp(1, MAX_THREADS);
                mind = searcher(&table, threads);
            }
            Order::Hash(megabytes) if megabytes != table.megabytes() => {
                // The old table goes first: both at once might not fit.
                drop(mind);
                drop(table);
                table = Arc::new(Table::new(affordable(megabytes)));
                mind = searcher(&table, threads);
            }
            Order::Hash(_) => {}
            Order::NewGame => mind.new_game(),
            Order::Settle => {
                let _ = events.send(WorkerEvent::Settled);
                time.job_ends();
            }
            Order::Run(errand) => {
                let _ = events.send(WorkerEvent::Returned(run(errand)));
                time.job_ends();
            }
        }
    }
}

/// Does one search and says so.
fn search(
    mind: &mut Searcher,
    job: Job,
    control: &Control,
    time: &dyn TimeSource,
    events: &Sender<WorkerEvent>,
) {
    let Job { id, game, limits, started, plan, node_rate } = job;
    let clock = Age { started, node_rate, time };
    let mut pacer = PolicyPacer::new(id, clock, &game, plan, control, events);
    let outcome = mind.run(&game, &limits, &mut pacer, &control.stop);
    let (policy, reason, extended) = pacer.verdict();
    let at = started + time.elapsed(started, outcome.nodes);
    let _ = events.send(WorkerEvent::Done { id, at, outcome, policy, reason, extended });
}

/// Runs an errand; how long it takes is for people, so the clock on the wall counts.
fn run(errand: Errand) -> Find {
    let wall = Wall::start();
    match errand {
        Errand::Perft(position, depth) => {
            let paths = divide(&position, depth.max(1));
            Find::Paths { position, paths, elapsed: wall.now() }
        }
        Errand::Bench(depth) => {
            let counts = bench::nodes(depth.unwrap_or(bench::DEPTH));
            let nodes = counts.map(|(_, nodes)| nodes).sum();
            Find::Bench { nodes, elapsed: wall.now() }
        }
    }
}

/// A table that does not fit would end the program in the middle of a game, so it gets three
/// quarters of the free memory at most, as far as the system tells.
fn affordable(megabytes: usize) -> usize {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix(" kB")?.parse::<usize>().ok()
    });
    let most = free.map_or(MAX_HASH, |kilobytes| kilobytes / 1024 / 4 * 3).min(MAX_HASH);
    if megabytes > most {
        log::warn!("a table of {megabytes} MiB does not fit; it gets {most} MiB");
    }
    megabytes.clamp(1, most.max(1))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}
