//! Moves made: the opponent's as they are sent, the engine's as they are decided on.

use std::time::Duration;

use super::{
    core::{Core, Mode},
    reports::account,
    searching::{Purpose, Search},
    situation::situation,
    timekeeper::Planned,
};
use crate::{
    clock::TimeControl,
    message::{Clocked, Event, Explanation, GameResult, Party},
    position::ChessMove,
    search::{Outcome, score},
    timing::MoveTime,
};

impl Core {
    /// A move was sent as text.
    pub(super) fn opponent_types(&mut self, text: &str, now: Duration) {
        let read =
            |core: &Core| core.board.position().parse_move(text).map_err(|it| it.to_string());
        match self.may_move(now).and_then(|()| read(self)) {
            Ok(mv) => self.make_move(mv, now),
            Err(reason) => self.emit(Event::Illegal { text: text.to_owned(), reason }),
        }
    }

    /// A move was sent as such.
    pub(super) fn opponent_moves(&mut self, mv: ChessMove, now: Duration) {
        let legal = |core: &Core| match core.board.position().is_legal(mv) {
            true => Ok(()),
            false => Err("it is not legal here".to_owned()),
        };
        match self.may_move(now).and_then(|()| legal(self)) {
            Ok(()) => self.make_move(mv, now),
            Err(reason) => {
                let text = self.board.position().coordinate(mv);
                self.emit(Event::Illegal { text, reason });
            }
        }
    }

    /// Makes a legal move that was sent: a bare record in force mode, the opponent's in play.
    fn make_move(&mut self, mv: ChessMove, now: Duration) {
        let (before, since) = (Box::new(self.board.position().clone()), self.moved_at);
        let hit = self.searching.purpose() == Some(Purpose::Ponder(mv));
        self.count_prediction(hit);
        self.time_reply(now);
        if !hit {
            self.drop_search();
        }
        self.board.play(mv);
        self.searching.expected = None;
        self.emit(Event::Moved { by: Party::Opponent, before, mv });
        match self.mode {
            Mode::Force => {}
            Mode::Analyze => self.resume_analysis(now),
            Mode::Play(_) => {
                self.press(since, now);
                if !self.ended_by_rule(now) {
                    if hit && !self.is_in_book() {
                        self.ponder_hit(now);
                    } else {
                        self.think(now);
                    }
                }
            }
        }
    }

    /// Whether a move may be sent now; the turn changes first, if it was given away.
    fn may_move(&mut self, now: Duration) -> Result<(), String> {
        self.turn_board(now)?;
        if self.board.said_over().is_some() {
            return Err("the game is over".to_owned());
        }
        if self.mode == Mode::Play(self.board.side()) {
            return Err("it is not your turn".to_owned());
        }
        Ok(())
    }

    /// Claims a game that is over by rule with the position on the board.
    pub(super) fn ended_by_rule(&mut self, now: Duration) -> bool {
        let Some(result) = self.board.result_by_rule() else { return false };
        self.drop_search();
        self.timekeeper.stop(now);
        self.board.end(result.clone());
        self.emit(Event::GameOver(result));
        true
    }

    /// The side that has just moved presses its clock, which has run since a time if it did.
    fn press(&mut self, since: Option<Duration>, now: Duration) {
        let mover = !self.board.side();
        let ran = self.timekeeper.running() == Some(mover);
        self.timekeeper.press(now, self.board.made(mover));
        let spent = since.filter(|_| ran).map(|since| now.saturating_sub(since));
        let left = match self.timekeeper.control() {
            TimeControl::Unlimited | TimeControl::PerMove(_) => None,
            _ => Some(self.timekeeper.remaining(mover, now)),
        };
        self.emit(Event::Clocked(Clocked { left, spent }));
    }

    /// Plays a move of the book, or thinks about the engine's move, on its clock.
    pub(super) fn think(&mut self, now: Duration) {
        self.timekeeper.start(self.board.side(), now);
        if self.board.nothing_to_search() {
            return;
        }
        match self.by_heart().filter(|_| !self.timekeeper.wants_search()) {
            Some(choice) => self.recite(choice, now),
            None => self.start(Purpose::Move, self.board.game().clone(), now),
        }
    }

    /// Plans the move to come.
    pub(super) fn plan(&self, now: Duration) -> Planned {
        let side = self.board.side();
        let situation = situation(self.board.game(), self.settings.ponder, &self.experience);
        self.timekeeper.plan(side, self.board.made(side), &situation, now)
    }

    /// The thinking has led to this: the move is played, or the game given up.
    pub(super) fn decide(
        &mut self,
        outcome: &Outcome,
        line: &[ChessMove],
        reason: Explanation,
        now: Duration,
    ) {
        self.experience.last_score = Some(score::shown(outcome.score));
        if !self.gives_up(outcome.score, now) {
            self.play(line, reason, now);
        }
    }

    /// Plays the first move of a line and expects the second.
    pub(super) fn play(&mut self, line: &[ChessMove], reason: Explanation, now: Duration) {
        let Some(search) = self.searching.take() else { return };
        let Some(&mv) = line.first().filter(|&&mv| self.board.position().is_legal(mv)) else {
            return self.remark("the search found no legal move".to_owned());
        };
        let before = Box::new(self.board.position().clone());
        self.board.play(mv);
        let result = self.board.result_by_rule();
        let draws = matches!(&result, Some(GameResult { winner: None, .. }));
        if self.agreements.settle(&self.settings, u32::from(before.fullmoves())) || draws {
            self.emit(Event::DrawOffer);
        }
        self.emit(Event::Moved { by: Party::Engine, before, mv });
        self.moved_at = Some(now);
        self.press(search.on_clock, now);
        self.timekeeper.told_one_move(None);
        self.remember(&search, now);
        self.emit(Event::Accounted(account(&search, reason, now)));
        let expected = line.get(1).copied();
        self.searching.expected = expected.filter(|&mv| self.board.position().is_legal(mv));
        if !self.ended_by_rule(now) {
            self.start_pondering(now);
        }
        self.answer_pings();
    }

    /// Notes what a move was given and has taken.
    pub(super) fn remember(&mut self, search: &Search, now: Duration) {
        if let Some((budget, since)) = search.budget.zip(search.on_clock) {
            let (planned, used) = (budget.soft, now.saturating_sub(since));
            self.experience.moves.push(MoveTime { planned, used });
        }
    }
}
