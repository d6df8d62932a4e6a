//! Where a search's time comes from: the wall, or its own node count.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use crate::lock::{kept, lock};

/// Tells a search how old it is, and hears when searches begin and end.
pub trait TimeSource: Send + Sync {
    /// The age of a search that began at `started` (session time) and has counted `nodes`.
    fn elapsed(&self, started: Duration, nodes: u64) -> Duration;
    /// Session time stands still from now on, if it goes by itself.
    fn pause(&self) {}
    /// Session time goes on.
    fn resume(&self) {}
    /// A search has been handed to a worker.
    fn job_begins(&self) {}
    /// That worker has said its last word about it.
    fn job_ends(&self) {}
}

/// The wall clock, counted from the session's start, pauses left out. Its copies are one clock.
#[derive(Clone, Debug)]
pub struct Wall {
    start: Instant,
    pauses: Arc<Mutex<Pauses>>,
}

/// The time that does not count.
#[derive(Debug, Default)]
struct Pauses {
    /// What the pauses have lasted that are over.
    over: Duration,
    /// When the present one began.
    since: Option<Duration>,
}

impl Wall {
    /// A session begins.
    #[expect(clippy::disallowed_methods, reason = "the one clock of the session")]
    pub fn start() -> Wall {
        Wall { start: Instant::now(), pauses: Arc::default() }
    }

    /// Session time; it stands in a pause.
    pub fn now(&self) -> Duration {
        let pauses = self.pauses();
        pauses.since.unwrap_or_else(|| self.start.elapsed()).saturating_sub(pauses.over)
    }

    fn pauses(&self) -> MutexGuard<'_, Pauses> {
        lock(&self.pauses)
    }
}

impl TimeSource for Wall {
    fn elapsed(&self, started: Duration, _nodes: u64) -> Duration {
        self.now().saturating_sub(started)
    }

    fn pause(&self) {
        self.pauses().since.get_or_insert(self.start.elapsed());
    }

    fn resume(&self) {
        let mut pauses = self.pauses();
        if let Some(since) = pauses.since.take() {
            pauses.over += self.start.elapsed().saturating_sub(since);
        }
    }
}

/// A clock made of nodes, which makes every search repeatable. A search runs only as far as the
/// driver's clock allows and waits there, so that commands meet it at exact times.
#[derive(Debug)]
pub struct NodeClock {
    nodes_per_ms: u64,
    gate: Mutex<Gate>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Gate {
    /// Searches may run up to here.
    allowed: Duration,
    /// Searches handed out and not yet ended.
    running: usize,
    /// Those that wait for a later time.
    waiting: Option<Duration>,
}

impl NodeClock {
    /// A clock on which a search makes so many nodes in a millisecond (at least 1).
    pub fn new(nodes_per_ms: u64) -> NodeClock {
        let nodes_per_ms = nodes_per_ms.max(1);
        NodeClock { nodes_per_ms, gate: Mutex::default(), changed: Condvar::new() }
    }

    fn gate(&self) -> MutexGuard<'_, Gate> {
        lock(&self.gate)
    }

    fn wait<'a>(&self, gate: MutexGuard<'a, Gate>) -> MutexGuard<'a, Gate> {
        kept(self.changed.wait(gate))
    }

    /// Lets searches run up to `time` and returns when they have got there or ended.
    pub fn run_until(&self, time: Duration) {
        let mut gate = self.gate();
        gate.allowed = time;
        self.changed.notify_all();
        while gate.running > 0 && gate.waiting.is_none_or(|at| at <= gate.allowed) {
            gate = self.wait(gate);
        }
    }

    /// From now on no search waits: nobody drives the clock any more.
    pub fn open(&self) {
        self.gate().allowed = Duration::MAX;
        self.changed.notify_all();
    }

    /// When the search that waits will go on; `None` if none does.
    pub fn waiting_at(&self) -> Option<Duration> {
        self.gate().waiting
    }
}

impl TimeSource for NodeClock {
    fn elapsed(&self, started: Duration, nodes: u64) -> Duration {
        let elapsed = Duration::from_micros(nodes.saturating_mul(1_000) / self.nodes_per_ms);
        let mut gate = self.gate();
        while started + elapsed > gate.allowed {
            gate.waiting = Some(started + elapsed);
            self.changed.notify_all();
            gate = self.wait(gate);
        }
        gate.waiting = None;
        elapsed
    }

    fn job_begins(&self) {
        self.gate().running += 1;
    }

    fn job_ends(&self) {
        let mut gate = self.gate();
        gate.running = gate.running.saturating_sub(1);
        gate.waiting = None;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wall_clock_stands_in_a_pause() {
        let wall = Wall::start();
        let copy = wall.clone();
        wall.pause();
        let paused = copy.now();
        wall.pause();
        assert_eq!(wall.now(), paused);
        wall.resume();
        wall.resume();
        assert!(copy.now() >= paused);
    }
}
