//! Searches begun, ended early and given up.

use std::time::Duration;

use super::{
    core::{Core, Effect, Input},
    searching::{Decided, Purpose, Search, Task},
    worker::{Job, Plan, Report},
};
use crate::{
    clock::TimeControl,
    message::{Command, Event, Explanation, Held},
    position::{ChessMove, Game, Position},
    search::{Limits, first_choice},
    timing::{
        Budget, Reason,
        parameters::{COUNTERMEASURE, TRAP_SLICE},
    },
};

/// How long a search that was told to end may take for it.
const TO_END: Duration = Duration::from_secs(1);
/// Why a move that was found at once comes only now, behind why it was found.
const AT_A_PACE: &str = ", then took its time as a person does";

/// What there is to tell of a plan.
pub(super) fn planned_event(budget: &Budget) -> Event {
    Event::Planned { planned: budget.soft, most: budget.hard }
}

impl Core {
    /// Whether the engine thinks about its own move.
    pub(super) fn thinking(&self) -> bool {
        self.searching.purpose() == Some(Purpose::Move)
    }

    /// Whether an answer is still to come that was asked for by itself: a best move, or what was counted.
    /// A search that nothing limits owes none, and neither does a game whose other side has gone.
    pub(super) fn owes_an_answer(&self) -> bool {
        let due =
            |search: &Search| search.purpose == Purpose::Answer(Held::No) && search.ends_by_itself;
        let pings = !self.readiness.pings.is_empty() && !self.thinking();
        pings || self.readiness.errands > 0 || self.searching.current().is_some_and(due)
    }

    /// Begins a search of `game`'s present position.
    pub(super) fn start(&mut self, purpose: Purpose, game: Game, now: Duration) {
        let timed = purpose.is_on_clock().then_some(true);
        let limits = self.limits(purpose);
        self.begin(purpose, Task { game, limits, timed }, now);
    }

    /// What holds for every search of a kind.
    pub(super) fn limits(&self, purpose: Purpose) -> Limits {
        let analysis = purpose == Purpose::Analysis;
        let tricks = self.settings.parameters.is_on(COUNTERMEASURE) && !self.settings.analyse_mode;
        Limits {
            depth: self.timekeeper.depth_limit().filter(|_| !analysis),
            nodes: self.timekeeper.node_limit().filter(|_| purpose == Purpose::Move),
            second_best: !analysis && (tricks || self.timekeeper.needs().second_best),
            multi_pv: self.settings.multi_pv,
            root_moves: self.root_moves(purpose),
            ..Limits::default()
        }
    }

    /// Begins a search as soon as the worker is ready for it. Should it never be, a move is played all
    /// the same.
    pub(super) fn begin(&mut self, purpose: Purpose, task: Task, now: Duration) {
        let timed = task.timed.is_some();
        let Limits { depth, nodes, mate, .. } = &task.limits;
        let limited = depth.is_some() || nodes.is_some() || mate.is_some();
        let limited = limited || self.strength(purpose).is_some();
        let clock = timed && self.timekeeper.control() != TimeControl::Unlimited;
        self.searching.begin(purpose, task, now).ends_by_itself = limited || clock;
        if self.readiness.is_ready() {
            return self.launch(now);
        }
        let deadline = timed.then(|| self.plan(now).deadline).flatten();
        if let Some(search) = self.searching.current_mut() {
            search.deadline = deadline;
        }
        self.await_readiness();
    }

    /// Hands the search that waits for it to the worker, planned with what the clock has now.
    pub(super) fn launch(&mut self, now: Duration) {
        let Some(search) = self.searching.current_mut() else { return };
        let Some(task) = search.waiting.take() else { return };
        let Task { game, mut limits, timed } = *task;
        let planned = timed.map(|may_settle| (self.plan(now), may_settle));
        let (node_rate, handicap) = (self.timekeeper.node_rate(), self.handicap());
        let Some(search) = self.searching.current_mut() else { return };
        search.started = now;
        if search.purpose == Purpose::Guess {
            search.deadline = Some(now + self.settings.parameters.time(TRAP_SLICE));
        }
        let plan = planned.map(|(planned, may_settle)| {
            (search.deadline, search.budget) = (planned.deadline, Some(planned.budget));
            search.planned_from = Some(planned.grounds);
            if search.purpose.is_on_clock() {
                self.effects.push(Effect::Emit(planned_event(&planned.budget)));
            }
            Plan { judge: planned.judge, budget: planned.budget, may_settle }
        });
        if let Some((rate, budget)) = node_rate.zip(search.budget) {
            limits.nodes = Some((budget.hard.as_secs_f64() * rate as f64) as u64);
        }
        let id = search.id;
        let expected =
            matches!(search.purpose, Purpose::Ponder(_) | Purpose::Answer(Held::UntilHit));
        let job = Job::new(id, game, limits);
        let job = Job { started: now, plan, expected, node_rate, handicap, ..job };
        self.effects.push(Effect::Start(job));
    }

    /// Gives up the search under way; pings that waited for its move are answered.
    pub(super) fn drop_search(&mut self) {
        if let Some(Purpose::Answer(_)) = self.searching.purpose() {
            // Whoever asked counts on an answer.
            let line = self.best_known();
            self.tell_best(&line);
        }
        if let Some(search) = self.searching.take().filter(|search| search.waiting.is_none()) {
            self.effects.push(Effect::Stop(search.id));
        }
        self.answer_when_clear();
    }

    /// Ends the thinking with the best move known, and the counting of move paths.
    pub(super) fn move_now(&mut self, now: Duration) {
        self.readiness.counting.stop();
        if !self.stop_request(now) && self.thinking() {
            self.stop_thinking(now);
        }
    }

    /// Has the search under way end; one that has not begun ends here.
    pub(super) fn stop_thinking(&mut self, now: Duration) {
        let Some(search) = self.searching.current_mut() else { return };
        if search.waiting.is_some() {
            return self.play_best_known(Reason::MoveNow.into(), now);
        }
        if let Some(decided) = search.decided.take() {
            return self.carry_out(Decided { reason: Reason::MoveNow.into(), ..decided }, now);
        }
        search.deadline = Some(now + TO_END);
        self.effects.push(Effect::Stop(search.id));
    }

    /// The deadline has passed: of a guess, which ends there, or of a move, and the worker has not
    /// answered.
    pub(super) fn tick(&mut self, now: Duration) {
        let Some(search) = self.searching.current_mut() else { return };
        if search.deadline.is_none_or(|deadline| now < deadline) {
            return;
        }
        if let Some(mut decided) = search.decided.take() {
            decided.reason.ended += AT_A_PACE;
            return self.carry_out(decided, now);
        }
        let id = search.id;
        if search.purpose == Purpose::Guess {
            search.deadline = None;
            self.effects.push(Effect::Stop(id));
        } else {
            let limit =
                search.on_clock.zip(search.budget).map(|(since, budget)| since + budget.hard);
            self.timekeeper.waited(limit.map_or(Duration::ZERO, |limit| now.saturating_sub(limit)));
            let reason = if search.last.is_some() { Reason::Watchdog } else { Reason::NotBegun };
            self.effects.push(Effect::Abandon(id));
            self.readiness.forget_errands();
            self.play_best_known(reason.into(), now);
        }
    }

    /// The position whose move this input has chosen without any search, if it does: endgame tables may know better.
    pub(super) fn unsearched(&self, input: &Input, now: Duration) -> Option<&Position> {
        let search = self.searching.current()?;
        let due = match input {
            Input::Tick => search.deadline.is_some_and(|deadline| deadline <= now),
            Input::Command(Command::MoveNow) => search.waiting.is_some(),
            _ => false,
        };
        let moves = matches!(search.purpose, Purpose::Move | Purpose::Answer(_));
        let weakened = self.strength(search.purpose).is_some();
        let unknown = moves && !weakened && !search.knows_a_move();
        (due && unknown).then(|| self.board.position())
    }

    /// The move that has to be made is one of these, which endgame tables have left.
    pub(super) fn keep_to(&mut self, moves: Vec<ChessMove>) {
        if let Some(search) = self.searching.current_mut() {
            search.keep_to(moves);
        }
    }

    /// Plays or tells what the search reported last.
    pub(super) fn play_best_known(&mut self, reason: Explanation, now: Duration) {
        let line = self.best_known();
        match self.searching.purpose() {
            Some(Purpose::Answer(_)) => self.answer(&line, reason, now),
            _ => self.play(&line, reason, now),
        }
    }

    /// The line the search reported last, or the move that looks best if it has said nothing yet: then that is told.
    fn best_known(&mut self) -> Vec<ChessMove> {
        if let Some(report) = self.searching.last_report() {
            return report.line.clone();
        }
        let allowed = self.searching.current().map(|search| search.root_moves.as_slice());
        let allowed = allowed.unwrap_or_default();
        let choice = first_choice(self.board.game(), allowed, &self.evaluation, None);
        let Some((mv, score)) = choice else { return Vec::new() };
        self.tell_thinking(&Report::without_search(score, Some(mv)));
        vec![mv]
    }
}
