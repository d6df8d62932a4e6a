//! A worker without a thread of its own, for games on a clock made of nodes.

use std::sync::Arc;

use crossbeam::channel::Sender;

use super::{
    cluster::Cluster,
    control::{Control, Progress},
    engine::{Engine, Memory, Setup},
    thread_worker::{Order, params},
    time_source::NodeClock,
    worker::{Errand, Job, Plan, Worker, WorkerEvent},
};
use crate::{
    eval::Evaluation,
    search::{Belief, Params, STACK_BYTES},
};

/// Carries out every order on the thread that gives it, at once: when `start` returns, the search is over
/// and all that it says is waiting to be heard. The thread needs a stack of [`STACK_BYTES`].
pub struct InlineWorker {
    engine: Engine,
    control: Arc<Control>,
}

impl InlineWorker {
    /// The stack that a thread needs on which such a worker searches, in bytes.
    pub const STACK: usize = STACK_BYTES;

    /// A worker on one thread that reports to `events`, makes `nodes_per_ms` nodes in a millisecond of the
    /// session's time and scores positions by `evaluation`; its table has so many megabytes (MiB).
    pub fn new(
        megabytes: usize,
        evaluation: Evaluation,
        nodes_per_ms: u64,
        events: Sender<WorkerEvent>,
    ) -> InlineWorker {
        let clock = NodeClock::new(nodes_per_ms);
        clock.open();
        let (time, memory) = (Arc::new(clock), Arc::<Memory>::default());
        let (params, cluster) =
            (Params::default(), Arc::new(Cluster::new(memory.clone(), events.clone())));
        let threads = 1;
        let setup = Setup { threads, megabytes, time, events, memory, evaluation, params, cluster };
        InlineWorker { engine: Engine::new(setup), control: Arc::default() }
    }
}

/// Between two orders no search is under way, so there is none to stop, to hold or to give up.
impl Worker for InlineWorker {
    fn start(&mut self, job: Job) {
        self.control = Arc::default();
        self.engine.obey(Order::Search(Box::new(job), self.control.clone()));
    }

    fn stop(&mut self, _id: u64) {}

    fn hit(&mut self, _id: u64, _plan: Plan) {}

    fn progress(&self) -> Progress {
        self.control.progress()
    }

    fn set_threads(&mut self, threads: usize) {
        self.engine.obey(Order::Threads(threads));
    }

    fn set_hash(&mut self, megabytes: usize) {
        self.engine.obey(Order::Hash(megabytes));
    }

    fn believe(&mut self, key: u64, belief: Belief) {
        self.engine.obey(Order::Believe(key, belief));
    }

    fn new_game(&mut self) {
        self.engine.obey(Order::NewGame);
    }

    fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.engine.obey(Order::Evaluation(evaluation));
    }

    fn set_numbers(&mut self, numbers: &[(String, i64)]) {
        self.engine.obey(Order::Params(Box::new(params(numbers))));
    }

    fn set_tables(&mut self, folders: String) {
        self.engine.obey(Order::Tables(folders));
    }

    fn settle(&mut self, orders: u64) {
        self.engine.obey(Order::Settle(orders));
    }

    fn run(&mut self, errand: Errand) {
        self.engine.obey(Order::Run(errand));
    }

    fn abandon(&mut self, _id: u64) {}
}
