//! The worker that searches on a thread of its own, and what that thread is ordered to do.

use std::{sync::Arc, thread, time::Duration};

use crossbeam::channel::{Receiver, SendError, Sender, bounded};

use super::{
    cluster::Cluster,
    control::{Control, Progress},
    engine::{Memory, Setup, at_once, spawn},
    time_source::TimeSource,
    worker::{Errand, Job, Plan, Worker, WorkerEvent},
};
use crate::{
    eval::Evaluation,
    options::Settings,
    position::{ChessMove, Position},
    search::{Belief, Params},
};

/// Who has to move at once waits no longer than this for endgame tables, which may be on a slow disk.
const LOOK_UP: Duration = Duration::from_millis(10);

pub(super) enum Order {
    Search(Box<Job>, Arc<Control>),
    Threads(usize),
    Hash(usize),
    Believe(u64, Belief),
    NewGame,
    Evaluation(Evaluation),
    Params(Box<Params>),
    Tables(String),
    Settle(u64),
    Run(Errand),
}

/// The search's numbers with some of them changed; what is no number of the search changes nothing.
pub fn params(numbers: &[(String, i64)]) -> Params {
    let mut params = Params::default();
    for (name, value) in numbers {
        let set = i32::try_from(*value).ok().map(|value| params.set(name, value));
        if !matches!(set, Some(Ok(()))) {
            log::warn!("the search has no number {name} that could be {value}");
        }
    }
    params
}

/// A worker on a thread of its own.
pub struct ThreadWorker {
    orders: Sender<Order>,
    /// What the thread has not begun with.
    queued: Receiver<Order>,
    current: (u64, Arc<Control>),
    setup: Setup,
}

impl ThreadWorker {
    /// A worker that reports to `events`, takes its time from `time` and scores positions by `evaluation`.
    pub fn new(
        threads: usize,
        megabytes: usize,
        evaluation: Evaluation,
        time: Arc<dyn TimeSource>,
        events: Sender<WorkerEvent>,
    ) -> ThreadWorker {
        let memory = Arc::<Memory>::default();
        let cluster = Arc::new(Cluster::new(memory.clone(), events.clone()));
        let params = Params::default();
        let setup = Setup { threads, megabytes, time, events, memory, evaluation, params, cluster };
        let (orders, queued) = spawn(setup.clone());
        ThreadWorker { orders, queued, current: Default::default(), setup }
    }

    /// The thread ends only when this worker is dropped, so its ear is always open, unless the system had
    /// no thread to give.
    fn order(&self, order: Order) {
        if let Err(SendError(order)) = self.orders.send(order) {
            log::error!("there is no search thread");
            if let Order::Settle(orders) = order {
                // Nothing will come of the orders, so nobody has to wait for them.
                let _ = self.setup.events.send(WorkerEvent::Settled(orders));
            }
        }
    }
}

/// Nobody will hear of the search under way, so it ends.
impl Drop for ThreadWorker {
    fn drop(&mut self) {
        self.current.1.stop.stop();
        self.setup.cluster.quit();
    }
}

impl Worker for ThreadWorker {
    /// Where there is no time at all, nobody is woken for it: on a busy machine that alone takes
    /// milliseconds.
    fn start(&mut self, job: Job) {
        let control = Arc::new(Control::default());
        self.current = (job.id, control.clone());
        if let Some(events) = at_once(&job, &self.setup) {
            events.into_iter().for_each(|event| _ = self.setup.events.send(event));
            return;
        }
        self.setup.time.job_begins();
        self.order(Order::Search(Box::new(job), control));
    }

    fn stop(&mut self, id: u64) {
        if self.current.0 == id {
            self.current.1.stop.stop();
        }
    }

    fn hit(&mut self, id: u64, plan: Plan) {
        if self.current.0 == id {
            self.current.1.hit(plan);
            self.setup.cluster.hit(id);
        }
    }

    fn pause(&mut self) {
        self.setup.time.pause();
        self.current.1.stop.pause();
    }

    fn resume(&mut self) {
        self.setup.time.resume();
        self.current.1.stop.resume();
    }

    fn progress(&self) -> Progress {
        self.current.1.progress()
    }

    /// Looked up on a thread of its own, so that no disk that hangs can keep a move from being made.
    fn advice(&self, position: &Position) -> Option<Vec<ChessMove>> {
        let tables = self.setup.memory.tables().filter(|tables| tables.covers(position))?;
        let (say, answer) = bounded(1);
        let position = position.clone();
        let look = move || {
            let found = tables.advice(&position);
            // Others can be opened only when nobody has these any more.
            drop(tables);
            let _ = say.send(found);
        };
        thread::Builder::new().name("tables".to_owned()).spawn(look).ok()?;
        Some(answer.recv_timeout(LOOK_UP).ok()??.moves)
    }

    fn set_threads(&mut self, threads: usize) {
        self.setup.threads = threads;
        self.order(Order::Threads(threads));
    }

    fn set_hash(&mut self, megabytes: usize) {
        self.setup.megabytes = megabytes;
        self.order(Order::Hash(megabytes));
    }

    fn believe(&mut self, key: u64, belief: Belief) {
        self.order(Order::Believe(key, belief));
    }

    fn new_game(&mut self) {
        self.order(Order::NewGame);
    }

    fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.setup.evaluation = evaluation.clone();
        self.order(Order::Evaluation(evaluation));
    }

    fn set_numbers(&mut self, numbers: &[(String, i64)]) {
        let params = params(numbers);
        if params != self.setup.params {
            self.setup.params = params.clone();
            self.order(Order::Params(Box::new(params)));
        }
    }

    fn set_tables(&mut self, folders: String) {
        self.order(Order::Tables(folders));
    }

    fn set_cluster(&mut self, settings: &Settings) {
        self.setup.cluster.configure(settings, self.setup.evaluation.to_string());
    }

    fn settle(&mut self, orders: u64) {
        self.setup.time.job_begins();
        self.order(Order::Settle(orders));
    }

    fn run(&mut self, errand: Errand) {
        self.setup.time.job_begins();
        self.order(Order::Run(errand));
    }

    fn abandon(&mut self, id: u64) {
        self.stop(id);
        let left: Vec<Order> = self.queued.try_iter().collect();
        (self.orders, self.queued) = spawn(self.setup.clone());
        left.into_iter().for_each(|order| self.order(order));
    }
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::unbounded;

    use super::*;
    use crate::{
        position::Game,
        search::{Limits, MAX_DEPTH},
        session::time_source::Wall,
        tablebase,
        timing::Reason,
    };

    /// White wins with one of these moves and draws with the others.
    const WON_BY_TWO: &str = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";

    #[test]
    #[ignore = "needs tables; .ci/run names them where there are any"]
    fn a_tablebase_tells_which_moves_it_leaves_before_a_search_and_in_place_of_one() {
        let (folders, _lock) = tablebase::tests::folders();
        let position = Position::from_fen(WON_BY_TWO).unwrap();
        let won: Vec<ChessMove> =
            ["Kd6", "Kf6"].map(|text| position.parse_move(text).unwrap()).to_vec();
        let (events, heard) = unbounded();
        let (evaluation, time) = (Evaluation::best(), Arc::new(Wall::start()));
        let mut worker = ThreadWorker::new(1, 1, evaluation, time, events);
        assert_eq!(worker.advice(&position), None, "no tables are open");
        worker.set_tables(folders);
        worker.settle(1);
        while !matches!(heard.recv().unwrap(), WorkerEvent::Settled(1)) {}
        // The disk may be slow at first.
        let asked = || worker.advice(&position).map(|moves| sorted(&moves));
        let told = std::iter::repeat_with(asked).take(500).flatten().next();
        assert_eq!(told, Some(sorted(&won)));
        assert_eq!(worker.advice(&Position::startpos()), None);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        worker.start(Job::new(7, Game::new(position), limits));
        let first = heard.recv().unwrap();
        assert!(
            matches!(&first, WorkerEvent::Advised { id: 7, moves } if sorted(moves) == sorted(&won)),
            "{first:?}"
        );
        worker.set_tables(String::new());
        worker.settle(2);
        while !matches!(heard.recv().unwrap(), WorkerEvent::Settled(2)) {}
    }

    #[test]
    fn a_search_that_ends_by_itself_was_not_told_to() {
        let (nothing_to_do, mate) =
            ("k1K5/p1p5/P1P5/8/8/8/8/8 w - - 0 1", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
        let any = Limits::default();
        for (fen, limits, end) in [
            (nothing_to_do, any.clone(), Reason::DepthLimit(MAX_DEPTH)),
            (nothing_to_do, Limits { depth: Some(9), ..any.clone() }, Reason::DepthLimit(9)),
            (mate, Limits { mate: Some(1), ..any }, Reason::MateFound),
        ] {
            let (events, heard) = unbounded();
            let (evaluation, time) = (Evaluation::best(), Arc::new(Wall::start()));
            let mut worker = ThreadWorker::new(1, 4, evaluation, time, events);
            let game = Game::new(Position::from_fen(fen).unwrap());
            worker.start(Job::new(7, game, limits));
            let told = heard.iter().find_map(|event| match event {
                WorkerEvent::Done { reason, .. } => Some(reason),
                _ => None,
            });
            assert_eq!(told, Some(Some(end)), "{fen}");
        }
    }

    fn sorted(moves: &[ChessMove]) -> Vec<String> {
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }
}
