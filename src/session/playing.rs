//! Moves made and searches begun, heard and ended: the session's part that plays.

use std::time::Duration;

use super::{
    core::{Core, Effect, Mode, Purpose, Search, result_by_rule},
    pacer::node_time,
    worker::{Find, Job, Plan, Report, WorkerEvent},
};
use crate::{
    clock::ClockView,
    message::{Account, Bound, Event, GameResult, Held, Party, RootMove, Score, Thinking},
    position::{ChessMove, Color, Game},
    search::{self, Limits, Outcome, score},
    timing::{self, Budget, Reason, Situation, parameters::COUNTERMEASURE},
};

/// How long after its deadline a search may still answer before the session does it for it: on a
/// busy machine even an honest search can be late, so there is more where the clock has plenty.
const LEAST_GRACE: Duration = Duration::from_millis(10);
pub(super) const GREATEST_GRACE: Duration = Duration::from_millis(100);
/// The part of the clock's surplus that may go into it.
const GRACE_SHARE: u32 = 10;

impl Core {
    /// Whether the engine thinks about its own move.
    pub(super) fn thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// Gives up the search under way; pings that waited for its move are answered.
    pub(super) fn drop_search(&mut self) {
        let requested = self.search.as_ref().map(|search| search.purpose);
        if let Some(Purpose::Answer(_)) = requested {
            // Whoever asked counts on an answer.
            self.tell_best(&self.best_known());
        }
        if let Some(search) = self.search.take() {
            self.effects.push(Effect::Stop(search.id));
        }
        self.answer_pings();
    }

    pub(super) fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.pings) {
            self.emit(Event::Pong(text));
        }
    }

    /// A move was sent: a bare record in force mode, the opponent's in play.
    pub(super) fn opponent_moves(&mut self, text: &str, now: Duration) {
        let mv = match self.turn_board(now).and_then(|()| self.acceptable(text)) {
            Ok(mv) => mv,
            Err(reason) => {
                return self.emit(Event::Illegal { text: text.to_owned(), reason });
            }
        };
        let before = Box::new(self.game.position().clone());
        let hit = self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Ponder(mv));
        self.count_prediction(hit);
        self.time_reply(now);
        if !hit {
            self.drop_search();
        }
        self.game.play(mv);
        self.expected = None;
        self.leave_position();
        self.emit(Event::Moved { by: Party::Opponent, before, mv });
        match self.mode {
            Mode::Force => {}
            Mode::Analyze => self.resume_analysis(now),
            Mode::Play(_) => {
                self.press(now);
                if !self.ended_by_rule(now) {
                    if hit {
                        self.ponder_hit(now);
                    } else {
                        self.think(now);
                    }
                }
            }
        }
    }

    /// The move that a text stands for, if it may be made now.
    fn acceptable(&self, text: &str) -> Result<ChessMove, String> {
        if self.over.is_some() {
            return Err("the game is over".to_owned());
        }
        if self.mode == Mode::Play(self.game.position().side()) {
            return Err("it is not your turn".to_owned());
        }
        self.game.position().parse_move(text).map_err(|error| error.to_string())
    }

    /// Claims a game that is over by rule with the position on the board.
    pub(super) fn ended_by_rule(&mut self, now: Duration) -> bool {
        let Some(result) = result_by_rule(&self.game) else { return false };
        self.drop_search();
        self.ledger.stop(now);
        self.over = Some(result.clone());
        self.emit(Event::GameOver(result));
        true
    }

    /// The side that has just moved presses its clock.
    fn press(&mut self, now: Duration) {
        let mover = !self.game.position().side();
        self.ledger.press(now, self.game.moves_made()[mover.to_index()]);
    }

    /// What the clock of the side to move allows now.
    fn view(&self, now: Duration) -> ClockView {
        let side = self.game.position().side();
        let made = self.game.moves_made()[side.to_index()];
        let mut view = self.ledger.view(side, made, now);
        view.lag = self.move_overhead.max(self.lag.high());
        view.depth_limit = self.depth_limit;
        view
    }

    /// What a policy may know of the game before the search.
    fn situation(&self) -> Situation {
        let position = self.game.position();
        let [white, black] = [Color::White, Color::Black].map(|color| position.material(color));
        let advantage = if position.side() == Color::White { white - black } else { black - white };
        let last = self.game.positions().iter().rev().nth(1).zip(self.game.moves().last());
        let first = self.game.start();
        let before = 2 * u32::from(first.fullmoves() - 1) + first.side().to_index() as u32;
        Situation {
            ply: before + self.game.moves().len() as u32,
            material: (white + black) as u32,
            advantage,
            legal_moves: position.legal_moves().len() as u32,
            captured: last.is_some_and(|(before, &mv)| before.is_capture(mv)),
            pondering: self.ponder,
            ..self.record.clone()
        }
    }

    /// Plans the move to come within what the clock allows, and names the time at which the session
    /// itself will move.
    pub(super) fn plan(&mut self, now: Duration) -> (Budget, Duration) {
        let view = self.view(now);
        let budget = timing::cap(self.policy.plan(&view, &self.situation()), &view);
        let surplus = view.remaining.saturating_sub(view.lag).saturating_sub(budget.hard);
        let grace = (surplus / GRACE_SHARE).clamp(LEAST_GRACE, GREATEST_GRACE);
        (budget, now.saturating_add(budget.hard).saturating_add(grace))
    }

    /// Thinks about the engine's move, on its clock.
    pub(super) fn think(&mut self, now: Duration) {
        self.ledger.start(self.game.position().side(), now);
        if self.nothing_to_search() {
            return;
        }
        let (budget, deadline) = self.plan(now);
        self.start(Purpose::Move, self.game.clone(), Some(budget), now);
        if let Some(search) = &mut self.search {
            search.deadline = Some(deadline).filter(|_| self.node_rate.is_none());
        }
    }

    /// Begins a search of `game`'s present position.
    pub(super) fn start(
        &mut self,
        purpose: Purpose,
        game: Game,
        budget: Option<Budget>,
        now: Duration,
    ) {
        let policy = || self.policy.boxed_clone();
        let plan = budget.map(|budget| Plan { policy: policy(), budget, may_settle: true });
        let mut limits = self.limits(purpose);
        if let Some((rate, budget)) = self.node_rate.zip(budget) {
            limits.nodes = Some((budget.hard.as_secs_f64() * rate as f64) as u64);
        }
        self.begin(purpose, game, limits, plan, now);
    }

    /// What holds for every search of a kind.
    pub(super) fn limits(&self, purpose: Purpose) -> Limits {
        let analysis = purpose == Purpose::Analysis;
        let tricks = self.parameters.is_on(COUNTERMEASURE) && !self.analyse_mode;
        Limits {
            depth: self.depth_limit.filter(|_| !analysis),
            second_best: !analysis && (tricks || self.policy.needs().second_best),
            multi_pv: self.multi_pv,
            root_moves: self.root_moves(purpose),
            ..Limits::default()
        }
    }

    /// Hands a search to the worker.
    pub(super) fn begin(
        &mut self,
        purpose: Purpose,
        game: Game,
        limits: Limits,
        plan: Option<Plan>,
        now: Duration,
    ) {
        let id = self.next_id;
        self.next_id += 1;
        self.search = Some(Search {
            id,
            purpose,
            started: now,
            deadline: None,
            last: None,
            finished: None,
            budget: plan.as_ref().map(|plan| plan.budget),
        });
        let node_rate = self.node_rate;
        self.effects.push(Effect::Start(Job { id, game, limits, started: now, plan, node_rate }));
    }

    /// A worker has something to say; what it says of searches given up is not heard.
    pub(super) fn heard(&mut self, event: WorkerEvent, now: Duration) {
        let id = match event {
            WorkerEvent::NoTables(reason) => return self.refuse("syzygy_path", &reason),
            WorkerEvent::Settled => return self.settled(),
            WorkerEvent::Returned(find) => return self.emit(found(find)),
            WorkerEvent::Report { id, .. }
            | WorkerEvent::RootMove { id, .. }
            | WorkerEvent::Done { id, .. }
            | WorkerEvent::Failed { id, .. } => id,
        };
        let Some(search) = self.search.as_mut().filter(|search| search.id == id) else { return };
        match event {
            WorkerEvent::Report { report, .. } => {
                if report.rank == 1 {
                    search.last = Some(report.clone());
                }
                self.tell_thinking(&report);
            }
            WorkerEvent::RootMove { depth, mv, number, .. } if search.purpose != Purpose::Guess => {
                let root = self.game.position().clone();
                self.emit(Event::RootMove(Box::new(RootMove { root, depth, mv, number })));
            }
            WorkerEvent::Done { outcome, policy, reason, extended, .. } => {
                if let Some(policy) = policy.filter(|_| id >= self.policy_since) {
                    self.policy = policy;
                }
                self.search_done(outcome, words(extended, reason), now);
            }
            WorkerEvent::Failed { message, .. } => self.search_failed(&message, now),
            _ => {}
        }
    }

    fn search_done(&mut self, outcome: Outcome, reason: String, now: Duration) {
        let Some(search) = &mut self.search else { return };
        match search.purpose {
            Purpose::Move => {}
            Purpose::Guess => return self.guessed(outcome.best(), now),
            Purpose::Answer(Held::No) => {
                self.record.last_score = Some(score::shown(outcome.score));
                return self.answer(&self.chosen_line(&outcome), &reason, now);
            }
            Purpose::Ponder(_) | Purpose::Analysis | Purpose::Answer(_) => {
                search.finished = Some(outcome);
                return;
            }
        }
        self.record.last_score = Some(score::shown(outcome.score));
        if self.gives_up(outcome.score, now) {
            return;
        }
        let line = self.chosen_line(&outcome);
        self.play(&line, &reason, self.moved_when(outcome.nodes, now));
    }

    /// The worker broke down: the best move known so far is played.
    fn search_failed(&mut self, message: &str, now: Duration) {
        self.remark(format!("the search failed ({message}); going on without it"));
        let purpose = self.search.as_ref().map(|search| search.purpose);
        if let Some(Purpose::Move | Purpose::Answer(_)) = purpose {
            self.play_best_known("search failed", now);
        } else {
            self.search = None;
        }
    }

    /// The deadline has passed: of a guess, which ends there, or of a move, and the worker has not
    /// answered.
    pub(super) fn tick(&mut self, now: Duration) {
        let due = |search: &&mut Search| search.deadline.is_some_and(|deadline| now >= deadline);
        let Some(search) = self.search.as_mut().filter(due) else { return };
        let id = search.id;
        if search.purpose == Purpose::Guess {
            search.deadline = None;
            self.effects.push(Effect::Stop(id));
        } else {
            self.effects.push(Effect::Abandon(id));
            self.play_best_known(&Reason::Watchdog.to_string(), now);
        }
    }

    /// Ends the thinking with the best move known.
    pub(super) fn move_now(&mut self, now: Duration) {
        if self.stop_request(now) {
            return;
        }
        if let Some(search) = self.search.as_mut().filter(|search| search.purpose == Purpose::Move)
        {
            search.deadline = Some(now + GREATEST_GRACE);
            self.effects.push(Effect::Stop(search.id));
        }
    }

    /// Plays or tells what the search reported last.
    fn play_best_known(&mut self, reason: &str, now: Duration) {
        let line = self.best_known();
        match self.search.as_ref().map(|search| search.purpose) {
            Some(Purpose::Answer(_)) => self.answer(&line, reason, now),
            _ => self.play(&line, reason, now),
        }
    }

    /// The line the search reported last, or any legal move if it has said nothing yet.
    fn best_known(&self) -> Vec<ChessMove> {
        let last = self.search.as_ref().and_then(|search| search.last.as_ref());
        let line = last.map(|report| report.line.clone());
        line.unwrap_or_else(|| self.choices().into_iter().take(1).collect())
    }

    /// When a move was made by the clock that counts: `now`, or if nodes are the time when so many
    /// of them have passed.
    fn moved_when(&self, nodes: u64, now: Duration) -> Duration {
        let started = self.search.as_ref().map(|search| search.started);
        let by_nodes = self.node_rate.zip(started);
        by_nodes.map_or(now, |(rate, started)| started.saturating_add(node_time(nodes, rate)))
    }

    /// Plays the first move of a line and expects the second.
    pub(super) fn play(&mut self, line: &[ChessMove], reason: &str, now: Duration) {
        let Some(search) = self.search.take() else { return };
        let Some(&mv) = line.first().filter(|&&mv| self.game.position().is_legal(mv)) else {
            return self.remark("the search found no legal move".to_owned());
        };
        let before = Box::new(self.game.position().clone());
        self.game.play(mv);
        self.leave_position();
        let result = result_by_rule(&self.game);
        let draws = matches!(&result, Some(GameResult { winner: None, .. }));
        if self.agreements.settle(u32::from(before.fullmoves())) || draws {
            self.emit(Event::DrawOffer);
        }
        self.emit(Event::Moved { by: Party::Engine, before, mv });
        self.moved_at = Some(now);
        self.press(now);
        self.emit(Event::Accounted(account(&search, reason, now)));
        self.expected = line.get(1).copied().filter(|&mv| self.game.position().is_legal(mv));
        if !self.ended_by_rule(now) {
            self.start_pondering(now);
        }
        self.answer_pings();
    }

    /// Passes a report on, as seen from the position of the game.
    fn tell_thinking(&mut self, report: &Report) {
        let Some(search) = &self.search else { return };
        let expected = match search.purpose {
            Purpose::Ponder(mv) => Some(mv),
            Purpose::Move | Purpose::Analysis | Purpose::Answer(_) => None,
            Purpose::Guess => return,
        };
        let bound = match report.bound {
            search::Bound::Exact => Bound::Exact,
            search::Bound::Lower => Bound::Lower,
            search::Bound::Upper => Bound::Upper,
        };
        let centipawns = || Score::Centipawns(score::shown(report.score));
        let score = score::mate_distance(report.score).map_or_else(centipawns, Score::Mate);
        let thinking = Thinking {
            root: self.game.position().clone(),
            depth: report.depth,
            seldepth: report.seldepth,
            rank: (self.multi_pv > 1).then_some(report.rank),
            score,
            bound,
            elapsed: report.elapsed,
            nodes: report.nodes,
            chances: score::chances(report.score, self.game.position().fullmoves()),
            hashfull: report.hashfull,
            tbhits: report.tb_hits,
            line: expected.into_iter().chain(report.line.iter().copied()).collect(),
        };
        self.emit(Event::Thinking(Box::new(thinking)));
    }
}

/// What an errand found, for the front end.
fn found(find: Find) -> Event {
    match find {
        Find::Paths { position, paths, elapsed } => Event::Counted { position, paths, elapsed },
        Find::Bench { nodes, elapsed } => Event::Benched { nodes, elapsed },
    }
}

/// Why a search went beyond its planned time, if it did, and why it ended.
fn words(extended: Option<Reason>, end: Option<Reason>) -> String {
    let end = end.map_or("told to move".to_owned(), |reason| reason.to_string());
    match extended {
        Some(reason) => format!("{reason}; {end}"),
        None => end,
    }
}

/// What was planned, what was used, and which rule ended it.
pub(super) fn account(search: &Search, reason: &str, now: Duration) -> Account {
    /// So much stands for no plan at all.
    const UNPLANNED: Duration = Duration::from_secs(86_400);
    let planned = search.budget.map(|budget| budget.soft).filter(|&soft| soft < UNPLANNED);
    let planned = planned.map(|soft| Duration::from_millis(soft.as_millis() as u64));
    let used = now.saturating_sub(search.started);
    let depth = search.last.as_ref().map_or(0, |report| report.depth);
    Account { planned, used, depth, reason: reason.to_owned() }
}
