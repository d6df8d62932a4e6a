//! The session in simulated time: the same core and search on a clock made of nodes, so that a
//! conversation can be replayed to the millisecond.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use crossbeam::channel::{Receiver, unbounded};

use super::{
    conversation::{Conversation, Reply, Session},
    core::Core,
    evaluation,
    thread_worker::ThreadWorker,
    time_source::NodeClock,
    worker::WorkerEvent,
};
use crate::{message::Adapter, options::Settings};

/// A conversation on a node clock, one search thread.
pub struct Simulation {
    conversation: Conversation<ThreadWorker>,
    workers: Receiver<WorkerEvent>,
    clock: Arc<NodeClock>,
    /// Said by the worker and not yet heard, each with its time.
    unheard: VecDeque<(Duration, WorkerEvent)>,
    /// Pauses included; `paused` of it were pauses, in which session time stands.
    now: Duration,
    paused: Duration,
    output: VecDeque<(Duration, String)>,
    quit: bool,
}

impl Simulation {
    /// Sets a session up in which a search makes `nodes_per_ms` nodes a millisecond.
    ///
    /// # Errors
    /// If a setting names something that does not exist.
    pub fn new(
        settings: &Settings,
        adapter: Box<dyn Adapter + Send>,
        nodes_per_ms: u64,
    ) -> Result<Simulation, String> {
        let (events, workers) = unbounded();
        let clock = Arc::new(NodeClock::new(nodes_per_ms));
        let evaluation = evaluation(&settings.evaluation, &settings.eval_file)?;
        let core = Core::new(settings.clone(), evaluation.clone())?.seeded(0);
        let worker = ThreadWorker::new(1, settings.hash, evaluation, clock.clone(), events);
        let session = Session::new(core, worker);
        Ok(Simulation {
            conversation: Conversation::new(session, adapter),
            workers,
            clock,
            unheard: VecDeque::new(),
            now: Duration::ZERO,
            paused: Duration::ZERO,
            output: VecDeque::new(),
            quit: false,
        })
    }

    /// The time of the simulation.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// Session time.
    fn session_now(&self) -> Duration {
        self.now - self.paused
    }

    /// Whether the session has ended.
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// Sends a line at the present time.
    pub fn send(&mut self, line: &str) {
        let reply = self.conversation.line(line, self.session_now());
        self.take(reply);
    }

    /// The next line of output so far, with its time.
    pub fn next_line(&mut self) -> Option<(Duration, String)> {
        self.output.pop_front()
    }

    /// The next line of output, waiting for it until `latest`.
    pub fn wait_line(&mut self, latest: Duration) -> Option<(Duration, String)> {
        while self.output.is_empty() && self.step(latest) {}
        self.next_line()
    }

    /// Lets the time pass until `time`.
    pub fn run_until(&mut self, time: Duration) {
        while self.step(time) {}
        self.now = self.now.max(time);
    }

    /// The next thing that happens before `latest`; `false` if nothing does.
    fn step(&mut self, latest: Duration) -> bool {
        if self.conversation.is_paused() {
            self.paused += latest.saturating_sub(self.now);
            self.now = self.now.max(latest);
            return false;
        }
        let deadline = self.conversation.deadline().map(|deadline| deadline + self.paused);
        let deadline = deadline.filter(|&deadline| deadline <= latest);
        let target = deadline.unwrap_or(latest);
        self.listen(target);
        if let Some((at, event)) = self.unheard.pop_front() {
            self.now = self.now.max(at + self.paused);
            let reply = self.conversation.heard(event, self.session_now());
            self.take(reply);
            return true;
        }
        if deadline.is_none() {
            return false;
        }
        self.now = self.now.max(target);
        let reply = self.conversation.tick(self.session_now());
        self.take(reply);
        true
    }

    /// Lets the search run until it says something, at most until `target` (pauses included): step by step, so that it
    /// is never ahead of what it hears.
    fn listen(&mut self, target: Duration) {
        let target = target.saturating_sub(self.paused);
        let mut next = Some(self.session_now());
        while let Some(time) = next.filter(|&time| time <= target && self.unheard.is_empty()) {
            self.clock.run_until(time);
            self.collect();
            next = self.clock.waiting_at();
        }
    }

    /// Notes what the search has said.
    fn collect(&mut self) {
        while let Ok(event) = self.workers.try_recv() {
            let at = match &event {
                WorkerEvent::Report { at, .. }
                | WorkerEvent::Summary { at, .. }
                | WorkerEvent::RootMove { at, .. }
                | WorkerEvent::Done { at, .. } => *at,
                _ => self.session_now(),
            };
            self.unheard.push_back((at, event));
        }
    }

    fn take(&mut self, reply: Reply) {
        self.output.extend(reply.lines.into_iter().map(|line| (self.now, line)));
        self.quit |= reply.quit;
    }
}

/// A search that waits for the time to pass would wait for ever.
impl Drop for Simulation {
    fn drop(&mut self) {
        self.clock.open();
    }
}
