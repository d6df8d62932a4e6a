//! Stands between a search and its overseer: counts its age, passes its reports on, and ends it.

use std::time::Duration;

use crossbeam::channel::Sender;

use super::{
    control::Control,
    overseer::Overseer,
    signals::{Heard, Listener},
    time_source::TimeSource,
    worker::{Plan, Report, WorkerEvent},
};
use crate::{
    cluster::{Exchange, Scope},
    position::{ChessMove, Game},
    search::{Bound, Iteration, Outcome, Pacer, ThreadResult},
    timing::Reason,
};

/// After so long it is worth knowing which root move is being searched.
const LONG: Duration = Duration::from_secs(3);

/// The pacer of one search.
pub(super) struct PolicyPacer<'a> {
    id: u64,
    clock: Age<'a>,
    overseer: Overseer,
    /// Whether the search has lasted long enough to tell of each root move.
    long: bool,
    /// When the search was last heard of, in session time, and the longest time that it was not: a
    /// search on a machine that lets it run is heard of every millisecond or so.
    heard: Duration,
    silence: Duration,
    control: &'a Control,
    events: &'a Sender<WorkerEvent>,
    /// Searchers on other machines that work on the same position.
    others: Option<&'a Exchange>,
    /// What was told last of the best line.
    told: Option<Report>,
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
        others: Option<&'a Exchange>,
    ) -> PolicyPacer<'a> {
        let overseer = Overseer::new(Listener::new(game), plan);
        let (heard, silence) = (clock.started, Duration::ZERO);
        let (long, told) = (false, None);
        PolicyPacer { id, clock, overseer, long, heard, silence, control, events, others, told }
    }

    /// Why the search ended if this pacer ended it, and why it went beyond its planned time if it did.
    pub fn verdict(self) -> (Option<Reason>, Option<Reason>) {
        self.overseer.verdict()
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
        if let Some(plan) = self.control.take_hit() {
            self.overseer.follow(plan);
        }
    }

    fn send(&mut self, iteration: &Iteration<'_>, (at, elapsed): (Duration, Duration)) {
        let report = Report {
            rank: iteration.rank,
            tb_hits: iteration.tb_hits,
            hashfull: iteration.table.permille_full(),
            depth: iteration.depth,
            seldepth: iteration.seldepth,
            score: iteration.score,
            bound: iteration.bound,
            elapsed,
            nodes: self.with_others(iteration.nodes),
            line: iteration.line.to_vec(),
        };
        if report.rank == 1 {
            self.told = Some(report.clone());
        }
        // With nobody left to hear it, the search is about to be stopped anyway.
        let _ = self.events.send(WorkerEvent::Report { id: self.id, at, report });
    }

    /// So many nodes here, and those of the others.
    fn with_others(&self, nodes: u64) -> u64 {
        nodes + self.others.map_or(0, Exchange::nodes_elsewhere)
    }

    /// The search is over: tells with what it has come to, if that is more than was told last.
    pub fn sum_up(&mut self, outcome: &Outcome) {
        let (at, elapsed) = self.clock.at(outcome.nodes);
        let (nodes, line) = (self.with_others(outcome.nodes), outcome.line.clone());
        if let Some(told) = self.told.take_if(|told| told.nodes < nodes) {
            let seldepth = told.seldepth.max(outcome.seldepth);
            // What was told last may have been of another line.
            let (score, bound) = if line == told.line {
                (told.score, told.bound)
            } else {
                (outcome.score, Bound::Exact)
            };
            let report = Report { seldepth, score, bound, elapsed, nodes, line, ..told };
            let _ = self.events.send(WorkerEvent::Summary { id: self.id, at, report });
        }
    }
}

impl PolicyPacer<'_> {
    /// Passes on what the others have found about root moves but the best, before that: who shows one line
    /// shows the last one.
    fn send_lines(&mut self, others: &Exchange, best: &Iteration<'_>, told: (Duration, Duration)) {
        let lines = others.lines(best.depth).into_iter().map(|line| line.result);
        let lines = lines.filter(|result| result.line.first() != best.line.first());
        for (rank, result) in (2..).zip(lines) {
            let ThreadResult { line, score, depth, seldepth } = &result;
            let (depth, seldepth, score) = (*depth, *seldepth as u32, *score);
            let (bound, completed) = (Bound::Exact, true);
            let line =
                Iteration { rank, depth, seldepth, score, bound, completed, line, ..best.clone() };
            self.send(&line, told);
        }
    }
}

impl Pacer for PolicyPacer<'_> {
    fn expired(&mut self, nodes: u64) -> bool {
        self.control.count(nodes);
        let (at, elapsed) = self.clock.at(nodes);
        self.hear(at);
        self.long = elapsed >= LONG;
        self.notice_hit();
        self.overseer.enough(elapsed)
    }

    fn advised(&mut self, moves: &[ChessMove]) {
        let _ = self.events.send(WorkerEvent::Advised { id: self.id, moves: moves.to_vec() });
    }

    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        self.control.count(iteration.nodes);
        let (at, elapsed) = self.clock.at(iteration.nodes);
        self.hear(at);
        self.notice_hit();
        let first = iteration.rank == 1;
        if let Some(others) = self.others.filter(|_| first && iteration.completed) {
            others.tell(self.id, Scope::Whole, iteration);
            self.send_lines(others, iteration, (at, elapsed));
        }
        self.send(iteration, (at, elapsed));
        if !first {
            return true;
        }
        Heard::of(iteration).is_none_or(|heard| !self.overseer.hear(&heard, elapsed))
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
