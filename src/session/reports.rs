//! What workers say of their searches, and what becomes of it.

use std::time::Duration;

use super::{
    core::Core,
    pacer::node_time,
    searching::{Decided, Purpose, Search},
    worker::{ClusterNews, Find, Report, WorkerEvent},
};
use crate::{
    message::{Account, Event, Explanation, Held, RootMove, Score, Thinking},
    position::Position,
    search::score,
    timing::Reason,
};

impl Core {
    /// A worker has something to say; what it says of searches given up is not heard.
    pub(super) fn heard(&mut self, event: WorkerEvent, now: Duration) {
        let id = match event {
            WorkerEvent::NoHash(reason) => {
                self.unmet.hash = true;
                return self.refuse("hash", &reason);
            }
            WorkerEvent::NoTables(reason) => {
                self.unmet.tables = true;
                return self.refuse("syzygy_path", &reason);
            }
            WorkerEvent::Cluster(news) => return self.cluster_news(news),
            WorkerEvent::Settled(orders) => return self.settled(orders, now),
            WorkerEvent::Returned(find) => {
                self.came_back(matches!(find, Find::Move { .. }));
                self.returned(find);
                return self.answer_waiting();
            }
            WorkerEvent::Report { id, .. }
            | WorkerEvent::Advised { id, .. }
            | WorkerEvent::Summary { id, .. }
            | WorkerEvent::RootMove { id, .. }
            | WorkerEvent::Done { id, .. }
            | WorkerEvent::Failed { id, .. } => id,
        };
        let current = self.searching.current_mut();
        let Some(search) = current.filter(|search| search.id == id) else { return };
        match event {
            WorkerEvent::Advised { moves, .. } => search.keep_to(moves),
            WorkerEvent::Report { report, .. } => {
                if report.rank == 1 {
                    search.last = Some(report.clone());
                }
                // A search below full strength looks at more lines than are asked for, and those are its own affair.
                let purpose = search.purpose;
                let asked_for = report.rank as usize <= self.settings.multi_pv.max(1);
                if asked_for || self.strength(purpose).is_none() {
                    self.tell_thinking(&report);
                }
            }
            // Who asks for a move reads what it cost; a game goes on with the move.
            WorkerEvent::Summary { report, .. } if matches!(search.purpose, Purpose::Answer(_)) => {
                self.tell_thinking(&report);
            }
            WorkerEvent::RootMove { depth, mv, number, .. } if search.purpose != Purpose::Guess => {
                let root = self.board.position().clone();
                self.emit(Event::RootMove(Box::new(RootMove { root, depth, mv, number })));
            }
            WorkerEvent::Done { outcome, reason, extended, silence, at, .. } => {
                self.timekeeper.waited(silence.max(now.saturating_sub(at)));
                let decided = Decided { outcome, reason: explanation(extended, reason) };
                match self.due(&decided.outcome, now) {
                    Some(due) => self.put_off(decided, due),
                    None => self.carry_out(decided, now),
                }
            }
            WorkerEvent::Failed { message, .. } => self.search_failed(&message, now),
            _ => {}
        }
    }

    /// Tells what becomes of searchers on other machines: troubles to everybody, what went to and fro to
    /// who wants to know everything.
    fn cluster_news(&mut self, news: ClusterNews) {
        match news {
            ClusterNews::Ready(text) => self.remark(text),
            ClusterNews::Trouble(reason) => self.refuse("cluster", &reason),
            ClusterNews::Account(text) if self.settings.debug => self.remark(text),
            ClusterNews::Account(text) => log::info!("{text}"),
        }
    }

    /// Tells what an errand found. A hint for a position that is no longer on the board is none.
    fn returned(&mut self, find: Find) {
        self.emit(match find {
            Find::Paths { position, paths, elapsed } => Event::Counted { position, paths, elapsed },
            Find::NoPaths => {
                return self.refuse("perft", "it was stopped before all was counted");
            }
            Find::Bench { nodes, elapsed } => Event::Benched { nodes, elapsed },
            Find::Move { position, mv: Some(mv) } if *position == *self.board.position() => {
                Event::Hint { position, mv }
            }
            Find::Move { .. } => return,
        });
    }

    /// Does what a search was for.
    pub(super) fn carry_out(&mut self, Decided { outcome, reason }: Decided, now: Duration) {
        let Some(search) = self.searching.current_mut() else { return };
        match search.purpose {
            Purpose::Move => {
                let moved = self.moved_when(outcome.nodes, now);
                self.decide(&outcome, &self.chosen_line(&outcome), reason, moved);
            }
            Purpose::Guess => self.guessed(outcome.best(), now),
            Purpose::Answer(Held::No) => {
                self.experience.last_score = Some(score::shown(outcome.score));
                self.answer(&self.chosen_line(&outcome), reason, now);
            }
            Purpose::Ponder(_) | Purpose::Analysis | Purpose::Answer(_) => {
                search.finished = Some(outcome);
            }
        }
    }

    /// When a move was made by the clock that counts: `now`, or if nodes are the time when so many
    /// of them have passed.
    fn moved_when(&self, nodes: u64, now: Duration) -> Duration {
        let started = self.searching.current().map(|search| search.started);
        let by_nodes = self.timekeeper.node_rate().zip(started);
        by_nodes.map_or(now, |(rate, started)| started.saturating_add(node_time(nodes, rate)))
    }

    /// The worker broke down: the best move known so far is played.
    fn search_failed(&mut self, message: &str, now: Duration) {
        self.remark(format!("the search failed ({message}); going on without it"));
        if let Some(Purpose::Move | Purpose::Answer(_)) = self.searching.purpose() {
            self.play_best_known("search failed".into(), now);
        } else {
            self.searching.take();
        }
    }

    /// Passes a report on, as seen from the position of the game.
    pub(super) fn tell_thinking(&mut self, report: &Report) {
        let Some(purpose) = self.searching.purpose() else { return };
        let expected = match purpose {
            Purpose::Ponder(mv) => Some(mv),
            Purpose::Move | Purpose::Analysis | Purpose::Answer(_) => None,
            Purpose::Guess => return,
        };
        let centipawns = || Score::Centipawns(score::shown(report.score));
        let score = score::mate_distance(report.score).map_or_else(centipawns, Score::Mate);
        let to_move = self.board.side();
        let thinking = Thinking {
            root: self.board.position().clone(),
            depth: report.depth,
            seldepth: report.seldepth,
            rank: (self.settings.multi_pv > 1 || report.rank > 1).then_some(report.rank),
            side: if expected.is_some() { !to_move } else { to_move },
            score,
            bound: report.bound,
            elapsed: report.elapsed,
            nodes: report.nodes,
            chances: chances(report.score, self.board.position()),
            hashfull: report.hashfull,
            tbhits: report.tb_hits,
            line: expected.into_iter().chain(report.line.iter().copied()).collect(),
        };
        self.emit(Event::Thinking(Box::new(thinking)));
    }
}

/// Chances to win, draw and lose with a score in a position; where nobody can ever mate, there are none to win.
fn chances(score: i32, position: &Position) -> [u32; 3] {
    if position.insufficient_material() {
        return [0, 1000, 0];
    }
    score::chances(score, position.fullmoves())
}

/// Why a search went beyond its planned time, if it did, and why it ended.
fn explanation(extended: Option<Reason>, end: Option<Reason>) -> Explanation {
    let end = Explanation::from(end.unwrap_or(Reason::MoveNow));
    Explanation { went_on: extended.map(|reason| reason.to_string()), ..end }
}

/// What was planned, what was used, and which rule ended it.
pub(super) fn account(search: &Search, reason: Explanation, now: Duration) -> Account {
    let planned = search.budget.and_then(|budget| budget.planned());
    let planned = planned.map(|soft| Duration::from_millis(soft.as_millis() as u64));
    let used = now.saturating_sub(search.started);
    let depth = search.last.as_ref().map_or(0, |report| report.depth);
    let on_clock = search.on_clock.map(|since| now.saturating_sub(since));
    let grounds = planned.and(search.planned_from.clone());
    Account { planned, used, on_clock, depth, reason, grounds }
}
