//! Searches that are asked for by themselves: the best move is told, not made.

use std::time::Duration;

use super::{
    core::{Core, Mode},
    opening::reason,
    reports::account,
    searching::{Purpose, Task},
    worker::Report,
};
use crate::{
    clock::TimeControl,
    message::{Event, Explanation, Held, Request},
    position::ChessMove,
    search::{
        Limits, Outcome,
        score::{DRAW, mated_in},
    },
    timing::Reason,
};

impl Core {
    /// Searches the position on the board and tells the best move when it is found, or when it is
    /// asked for if it is held back; where nothing but a clock limits the search, a move of the book
    /// is told at once. Time given for this move alone is used up even where a search could end
    /// before.
    pub(super) fn search(&mut self, request: Request, now: Duration) {
        self.drop_search();
        self.mode = Mode::Force;
        let side = self.board.side();
        self.timekeeper.told_times(&request.times, side, self.board.game().moves_made(), now);
        if self.board.position().legal_moves().is_empty() {
            return self.tell_the_end(request.held, now);
        }
        let purpose = Purpose::Answer(request.held);
        let unlimited = request.root_moves.is_empty()
            && request.nodes.is_none()
            && request.depth.or(request.mate).is_none();
        let limits = Limits {
            depth: request.depth,
            nodes: request.nodes,
            mate: request.mate,
            root_moves: request.root_moves,
            ..self.limits(purpose)
        };
        let clock = self.timekeeper.control() != TimeControl::Unlimited && purpose.is_on_clock();
        if clock {
            self.timekeeper.start(side, now);
        }
        let timed = clock.then(|| self.timekeeper.may_settle());
        let task = Task { game: self.board.game().clone(), limits, timed };
        match self.by_heart().filter(|_| clock && unlimited) {
            Some(choice) => {
                self.searching.begin(purpose, task, now);
                self.emit(Event::FromBook);
                self.answer(&[choice.mv], reason(choice).into(), now);
            }
            None => {
                if request.held == Held::UntilStopped {
                    self.tell_book_line();
                }
                self.begin(purpose, task, now);
            }
        }
    }

    /// Mate and stalemate leave nothing to search: the score is told at once, and that there is no move
    /// when it may be, as after a search that has ended.
    fn tell_the_end(&mut self, held: Held, now: Duration) {
        let game = self.board.game().clone();
        let task = Task { game, limits: Limits::default(), timed: None };
        let search = self.searching.begin(Purpose::Answer(held), task, now);
        (search.waiting, search.finished) = (None, Some(Outcome::default()));
        let checked = self.board.position().in_check();
        let score = if checked { mated_in(0) } else { DRAW };
        self.tell_thinking(&Report::without_search(score, None));
        if held == Held::No {
            self.answer(&[], "no legal move".into(), now);
        }
    }

    /// The expected move is on the board: what was held back goes on as a search on the clock, or is
    /// told at once if it is found.
    pub(super) fn request_hit(&mut self, now: Duration) {
        let held = |purpose| purpose == Purpose::Answer(Held::UntilHit);
        if !self.searching.purpose().is_some_and(held) {
            return;
        }
        self.experience.predicted(true);
        if let Some(outcome) = self.put_on_clock(Purpose::Answer(Held::No), now) {
            self.answer(&outcome.line, "answer found while pondering".into(), now);
        }
    }

    /// The best move is asked for now; `false` if no request is under way.
    pub(super) fn stop_request(&mut self, now: Duration) -> bool {
        let Some(search) = self.searching.current_mut() else { return false };
        let Purpose::Answer(held) = search.purpose else { return false };
        if held == Held::UntilHit {
            self.experience.predicted(false);
        }
        (search.purpose, search.ends_by_itself) = (Purpose::Answer(Held::No), true);
        if let Some(outcome) = search.finished.take() {
            self.answer(&outcome.line, Reason::MoveNow.into(), now);
            return true;
        }
        self.stop_thinking(now);
        true
    }

    /// Ends a request with the line found, and says what the time went into.
    pub(super) fn answer(&mut self, line: &[ChessMove], reason: Explanation, now: Duration) {
        let Some(search) = self.searching.take() else { return };
        let side = self.board.side();
        if self.timekeeper.running() == Some(side) {
            self.timekeeper.press(now, self.board.made(side) + 1);
        }
        self.remember(&search, now);
        self.emit(Event::Accounted(account(&search, reason, now)));
        self.tell_best(line);
    }

    /// Tells the first move of a line and the answer it expects.
    pub(super) fn tell_best(&mut self, line: &[ChessMove]) {
        let position = self.board.position().clone();
        let best = line.first().copied().filter(|&mv| position.is_legal(mv));
        let expected = best.and_then(|mv| {
            let mut after = position.clone();
            after.play(mv);
            line.get(1).copied().filter(|&answer| after.is_legal(answer))
        });
        self.emit(Event::BestMove { position: Box::new(position), best, expected });
    }
}
