//! Searches that are asked for by themselves: the best move is told, not made.

use std::time::Duration;

use super::{
    core::{Core, Effect, Mode, Purpose},
    worker::Plan,
};
use crate::{
    clock::{TimeControl, UNLIMITED},
    message::{Event, Held, Request},
    position::{ChessMove, Game},
    search::Limits,
};

impl Core {
    /// Searches the position on the board and tells the best move when it is found, or when it is
    /// asked for if it is held back.
    pub(super) fn search(&mut self, request: Request, now: Duration) {
        self.drop_search();
        self.mode = Mode::Force;
        self.hear_times(&request, now);
        if self.game.position().legal_moves().is_empty() {
            return self.tell_best(&[]);
        }
        let limits = Limits {
            depth: request.depth,
            nodes: request.nodes,
            mate: request.mate,
            root_moves: request.root_moves,
            ..self.limits(Purpose::Answer(request.held))
        };
        let timed = self.ledger.control() != TimeControl::Unlimited && request.held == Held::No;
        let (plan, deadline) = if timed { self.timed_plan(now) } else { (None, None) };
        self.begin(Purpose::Answer(request.held), self.game.clone(), limits, plan, now);
        if let Some(search) = &mut self.search {
            search.deadline = deadline;
        }
    }

    /// Puts the clocks that a request names in force, unless the operator's control overrules them;
    /// what they differ from our own reckoning is lag.
    fn hear_times(&mut self, request: &Request, now: Duration) {
        if self.overruled {
            return;
        }
        let (side, times) = (self.game.position().side(), &request.times);
        if let Some(left) = times.left[side.to_index()].filter(|_| self.clock_told) {
            self.lag.learn(self.ledger.remaining(side, now), left.min(UNLIMITED));
        }
        times.apply(&mut self.ledger, side, self.game.moves_made(), now);
        self.clock_told = times.left[side.to_index()].is_some();
    }

    /// Starts the clock of the side to move and plans its search. Time given for this move alone is
    /// used up even where a search could end before.
    fn timed_plan(&mut self, now: Duration) -> (Option<Plan>, Option<Duration>) {
        self.ledger.start(self.game.position().side(), now);
        let (budget, deadline) = self.plan(now);
        let may_settle = !matches!(self.ledger.control(), TimeControl::PerMove(_));
        (Some(Plan { policy: self.policy.boxed_clone(), budget, may_settle }), Some(deadline))
    }

    /// The expected move is on the board: what was held back goes on as a search on the clock, or is
    /// told at once if it is found.
    pub(super) fn request_hit(&mut self, now: Duration) {
        let held = |purpose| purpose == Purpose::Answer(Held::UntilHit);
        if !self.search.as_ref().is_some_and(|search| held(search.purpose)) {
            return;
        }
        self.record.ponder_hits += 1;
        if let Some(outcome) = self.put_on_clock(Purpose::Answer(Held::No), now) {
            self.answer(&outcome.line, "answer found while pondering", now);
        }
    }

    /// The best move is asked for now; `false` if no request is under way.
    pub(super) fn stop_request(&mut self, now: Duration) -> bool {
        let Some(search) = &mut self.search else { return false };
        let Purpose::Answer(held) = search.purpose else { return false };
        if held == Held::UntilHit {
            self.record.ponder_misses += 1;
        }
        search.purpose = Purpose::Answer(Held::No);
        if let Some(outcome) = search.finished.take() {
            self.answer(&outcome.line, "told to move", now);
            return true;
        }
        search.deadline = Some(now + super::playing::GREATEST_GRACE);
        self.effects.push(Effect::Stop(search.id));
        true
    }

    /// Ends a request with the line found, and says what the time went into.
    pub(super) fn answer(&mut self, line: &[ChessMove], reason: &str, now: Duration) {
        let Some(search) = self.search.take() else { return };
        let side = self.game.position().side();
        if self.ledger.running() == Some(side) {
            self.ledger.press(now, self.game.moves_made()[side.to_index()] + 1);
        }
        self.emit(Event::Accounted(super::playing::account(&search, reason, now)));
        self.tell_best(line);
    }

    /// Tells the first move of a line and the answer it expects.
    pub(super) fn tell_best(&mut self, line: &[ChessMove]) {
        let position = self.game.position().clone();
        let best = line.first().copied().filter(|&mv| position.is_legal(mv));
        let expected = best.and_then(|mv| {
            let mut after = position.clone();
            after.play(mv);
            line.get(1).copied().filter(|&answer| after.is_legal(answer))
        });
        self.emit(Event::BestMove { position: Box::new(position), best, expected });
    }

    /// Whether a game goes on with the one on the board.
    pub(super) fn goes_on_with(&self, game: &Game) -> bool {
        game.start() == self.game.start() && game.moves().starts_with(self.game.moves())
    }
}
