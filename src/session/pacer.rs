//! Tells a search when to end: by its judge, and by the few rules that hold for every policy.

use std::time::Duration;

use crossbeam::channel::Sender;

use super::{
    control::Control,
    signals::Listener,
    time_source::TimeSource,
    worker::{Plan, Report, WorkerEvent},
};
use crate::{
    position::{ChessMove, Game},
    search::{Bound, Iteration, Pacer, score},
    timing::{Reason, Verdict},
};

/// After so long it is worth knowing which root move is being searched.
const LONG: Duration = Duration::from_secs(3);

/// Depth that an only move is searched to, so that there is a move to ponder on.
const ONLY_MOVE_DEPTH: u32 = 6;

/// The pacer of one search.
pub(super) struct PolicyPacer<'a> {
    id: u64,
    clock: Age<'a>,
    plan: Option<Plan>,
    /// Age at which the judge wants to be asked.
    next_check: Duration,
    listener: Listener,
    reason: Option<Reason>,
    /// Why the judge has let the search go beyond its planned time.
    extended: Option<Reason>,
    /// Whether the search has lasted long enough to tell of each root move.
    long: bool,
    /// When the search was last heard of, in session time, and the longest time that it was not: a
    /// search on a machine that lets it run is heard of every millisecond or so.
    heard: Duration,
    silence: Duration,
    control: &'a Control,
    events: &'a Sender<WorkerEvent>,
}

/// How a search counts its age.
pub(super) struct Age<'a> {
    /// When it began, in session time.
    pub started: Duration,
    /// Nodes a second, if nodes are its time.
    pub node_rate: Option<u64>,
    /// The clock that counts otherwise.
    pub time: &'a dyn TimeSource,
}

impl Age<'_> {
    /// The session's time, and the age that the search is judged by.
    fn at(&self, nodes: u64) -> (Duration, Duration) {
        let lasted = self.time.elapsed(self.started, nodes);
        let age = self.node_rate.map_or(lasted, |rate| node_time(nodes, rate));
        (self.started.saturating_add(lasted), age)
    }
}

/// The time that so many nodes stand for at so many nodes a second.
pub(super) fn node_time(nodes: u64, rate: u64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / rate.max(1) as f64)
}

impl<'a> PolicyPacer<'a> {
    pub fn new(
        id: u64,
        clock: Age<'a>,
        game: &Game,
        plan: Option<Plan>,
        control: &'a Control,
        events: &'a Sender<WorkerEvent>,
    ) -> PolicyPacer<'a> {
        let budget = plan.as_ref().map(|plan| plan.budget);
        let heard = clock.started;
        PolicyPacer {
            id,
            clock,
            plan,
            next_check: budget.map_or(Duration::MAX, |budget| budget.next_check),
            listener: Listener::new(game),
            reason: None,
            extended: None,
            long: false,
            heard,
            silence: Duration::ZERO,
            control,
            events,
        }
    }

    /// Why the search ended if this pacer ended it, and why it went beyond its planned time if it did.
    pub fn verdict(self) -> (Option<Reason>, Option<Reason>) {
        (self.reason, self.extended)
    }

    /// For how long at worst the machine did not let the search run.
    pub fn silence(&self) -> Duration {
        self.silence
    }

    /// The search is running at this session time.
    fn hear(&mut self, at: Duration) {
        self.silence = self.silence.max(at.saturating_sub(self.heard));
        self.heard = at;
    }

    /// On a ponder hit the clock starts now, and the time already searched counts as thought.
    fn notice_hit(&mut self) {
        if let Some(hit) = self.control.take_hit() {
            self.next_check = hit.budget.next_check;
            self.plan = Some(Plan { judge: hit.judge, budget: hit.budget, may_settle: true });
        }
    }

    fn end(&mut self, reason: Reason) -> bool {
        self.reason = self.reason.or(Some(reason));
        true
    }

    /// Asks the judge; `true` if it is enough.
    fn review(&mut self, elapsed: Duration) -> bool {
        let Some(plan) = &mut self.plan else { return false };
        match plan.judge.review(self.listener.signals(), elapsed) {
            Verdict::Stop(reason) => self.end(reason),
            Verdict::Continue { next_check, reason } => {
                self.next_check = next_check;
                // Where nothing was planned, nothing is extended.
                if !plan.budget.soft.is_zero() && elapsed >= plan.budget.soft {
                    self.extended = Some(reason);
                }
                false
            }
        }
    }

    /// Whether the search must end at this age: it asks the judge when that is due, at the hard limit at
    /// the latest.
    fn enough(&mut self, elapsed: Duration) -> bool {
        self.notice_hit();
        elapsed >= self.next_check && self.review(elapsed)
    }

    /// Whether further search could change nothing, on the engine's own clock.
    fn settled(&mut self, iteration: &Iteration<'_>) -> bool {
        if !self.plan.as_ref().is_some_and(|plan| plan.may_settle) || !iteration.completed {
            return false;
        }
        if iteration.legal_moves == 1 && iteration.depth >= ONLY_MOVE_DEPTH {
            return self.end(Reason::OnlyMove);
        }
        let mate = score::mate_distance(iteration.score);
        if mate.is_some_and(|moves| 2 * moves.unsigned_abs() < iteration.depth) {
            return self.end(Reason::MateFound);
        }
        false
    }

    fn send(&self, iteration: &Iteration<'_>, (at, elapsed): (Duration, Duration)) {
        let report = Report {
            rank: iteration.rank,
            tb_hits: iteration.tb_hits,
            hashfull: iteration.table.permille_full(),
            depth: iteration.depth,
            seldepth: iteration.seldepth,
            score: iteration.score,
            bound: iteration.bound,
            elapsed,
            nodes: iteration.nodes,
            line: iteration.line.to_vec(),
        };
        // With nobody left to hear it, the search is about to be stopped anyway.
        let _ = self.events.send(WorkerEvent::Report { id: self.id, at, report });
    }
}

impl Pacer for PolicyPacer<'_> {
    fn expired(&mut self, nodes: u64) -> bool {
        self.control.count(nodes);
        let (at, elapsed) = self.clock.at(nodes);
        self.hear(at);
        self.long = elapsed >= LONG;
        self.enough(elapsed)
    }

    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        self.control.count(iteration.nodes);
        let (at, elapsed) = self.clock.at(iteration.nodes);
        self.hear(at);
        self.notice_hit();
        self.send(iteration, (at, elapsed));
        if iteration.rank > 1 {
            return true;
        }
        self.listener.hear(iteration);
        let worth_asking = iteration.completed || iteration.bound == Bound::Upper;
        let due = worth_asking || elapsed >= self.next_check;
        !(self.settled(iteration) || due && self.review(elapsed))
    }

    fn conclude(&mut self, iteration: &Iteration<'_>) {
        let told = self.clock.at(iteration.nodes);
        self.send(iteration, told);
    }

    fn root_move(&mut self, depth: u32, number: u32, total: u32, mv: ChessMove) {
        self.control.root_move(depth, number, total, mv);
        if self.long {
            let at = self.clock.at(self.control.progress().nodes).0;
            let _ = self.events.send(WorkerEvent::RootMove { id: self.id, at, depth, mv, number });
        }
    }
}
