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
    pacer::PolicyPacer,
    time_source::TimeSource,
};
use crate::{
    position::{ChessMove, Game},
    search::{Belief, Bound, Limits, Outcome, Params, Searcher, Table},
    timing::{Budget, Policy, Reason},
};

/// How a move on the engine's own clock is timed.
pub struct Plan {
    /// The policy, its plan made.
    pub policy: Box<dyn Policy>,
    /// That plan, capped.
    pub budget: Budget,
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
}

/// A report of a search under way.
#[derive(Clone, Debug)]
pub struct Report {
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
    /// It broke down; the worker has recovered.
    Failed {
        /// The search.
        id: u64,
        /// What the panic said.
        message: String,
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
    /// Stops the session's time and holds the latest search.
    fn pause(&mut self);
    /// Ends the pause.
    fn resume(&mut self);
    /// Where the latest search stands.
    fn progress(&self) -> Progress;
    /// From the next search on, so many threads.
    fn set_threads(&mut self, threads: usize);
    /// From the next search on, a table of so many MiB.
    fn set_hash(&mut self, megabytes: usize);
    /// Believes this of the position with this key, from the next search on.
    fn believe(&mut self, key: u64, belief: Belief);
    /// Forgets what was learned, before the next search.
    fn new_game(&mut self);
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
    Believe(u64, Belief),
    NewGame,
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

    fn pause(&mut self) {
        self.time.pause();
        self.current.1.stop.pause();
    }

    fn resume(&mut self) {
        self.time.resume();
        self.current.1.stop.resume();
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

    fn believe(&mut self, key: u64, belief: Belief) {
        self.order(Order::Believe(key, belief));
    }

    fn new_game(&mut self) {
        self.order(Order::NewGame);
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
            Order::Believe(key, belief) => table.believe(key, belief),
            Order::NewGame => mind.new_game(),
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
    let Job { id, game, limits, started, plan } = job;
    let mut pacer = PolicyPacer::new((id, started), &game, plan, control, time, events);
    let outcome = mind.run(&game, &limits, &mut pacer, &control.stop);
    let (policy, reason, extended) = pacer.verdict();
    let at = started + time.elapsed(started, outcome.nodes);
    let _ = events.send(WorkerEvent::Done { id, at, outcome, policy, reason, extended });
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
