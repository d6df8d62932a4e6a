//! Thinking on the opponent's time, and against an opponent who does the same to us.

use std::time::Duration;

use super::{
    control::Replan,
    core::{Core, Effect, Mode, Purpose},
};
use crate::{
    position::ChessMove,
    search::{Outcome, score::shown},
    timing::parameters::{COUNTERMEASURE, COUNTERMEASURE_COST, TRAP, TRAP_SLICE},
};

/// An opponent who answers within this time had the answer ready.
const AT_ONCE: Duration = Duration::from_millis(200);
/// So many answers in a row that were ready are no accident.
const NO_ACCIDENT: u32 = 2;

impl Core {
    /// Gives up thinking on the opponent's time.
    pub(super) fn drop_pondering(&mut self) {
        let purpose = self.search.as_ref().map(|search| search.purpose);
        if matches!(purpose, Some(Purpose::Ponder(_) | Purpose::Guess)) {
            self.drop_search();
        }
    }

    /// Whether the opponent's move was the one pondered on, for the record of the game.
    pub(super) fn count_prediction(&mut self, hit: bool) {
        let purpose = self.search.as_ref().map(|search| search.purpose);
        match purpose {
            Some(Purpose::Ponder(_)) if hit => self.record.ponder_hits += 1,
            Some(Purpose::Ponder(_)) => self.record.ponder_misses += 1,
            _ => {}
        }
    }

    /// Thinks on the opponent's time, if that is wanted: about the position after the expected move,
    /// or about the opponent's own if no move is expected or the time trap is set.
    pub(super) fn start_pondering(&mut self, now: Duration) {
        let waiting = self.mode == Mode::Play(!self.game.position().side());
        if !self.ponder || !waiting || self.over.is_some() || self.node_rate.is_some() {
            return;
        }
        match self.expected.filter(|_| !self.parameters.is_on(TRAP)) {
            Some(mv) => self.ponder_on(mv, now),
            None => self.guess(now),
        }
    }

    /// Looks for the opponent's move for a slice of time.
    fn guess(&mut self, now: Duration) {
        if self.game.ending().is_some() {
            return;
        }
        self.start(Purpose::Guess, self.game.clone(), None, now);
        if let Some(search) = &mut self.search {
            search.deadline = Some(now + self.parameters.time(TRAP_SLICE));
        }
    }

    /// Thinks about the answer to a move that is expected of the opponent.
    fn ponder_on(&mut self, mv: ChessMove, now: Duration) {
        let mut ahead = self.game.clone();
        if ahead.play(mv) && ahead.ending().is_none() {
            self.start(Purpose::Ponder(mv), ahead, None, now);
        }
    }

    /// The expected move came: the search goes on as the engine's own, or has its answer already.
    pub(super) fn ponder_hit(&mut self, now: Duration) {
        if let Some(outcome) = self.put_on_clock(Purpose::Move, now) {
            self.record.last_score = Some(shown(outcome.score));
            if !self.gives_up(outcome.score, now) {
                self.play(&outcome.line, "answer found while pondering", now);
            }
        }
    }

    /// The search under way goes on for this purpose, on the clock from now on; if it has ended
    /// already, its result comes back instead.
    pub(super) fn put_on_clock(&mut self, purpose: Purpose, now: Duration) -> Option<Outcome> {
        self.ledger.start(self.game.position().side(), now);
        let (budget, deadline) = self.plan(now);
        let policy = self.policy.boxed_clone();
        let search = self.search.as_mut()?;
        search.purpose = purpose;
        (search.deadline, search.budget) = (Some(deadline), Some(budget));
        let finished = search.finished.take();
        if finished.is_none() {
            self.effects.push(Effect::Hit(search.id, Replan { policy, budget, at: now }));
        }
        finished
    }

    /// The opponent's move has been guessed: the thinking goes on behind it.
    pub(super) fn guessed(&mut self, mv: Option<ChessMove>, now: Duration) {
        self.search = None;
        self.expected = mv.or(self.expected);
        if let Some(mv) = self.expected {
            self.ponder_on(mv, now);
        }
    }

    /// Notes how fast the opponent has answered.
    pub(super) fn time_reply(&mut self, now: Duration) {
        let quick = self.moved_at.is_some_and(|at| now.saturating_sub(at) <= AT_ONCE);
        self.quick_replies = if quick { self.quick_replies + 1 } else { 0 };
    }

    /// The line to play: the best one, or against an opponent who has our moves foreseen a second
    /// choice that is almost as good (the counter-measure of Vuckovic and Solak).
    pub(super) fn chosen_line(&self, outcome: &Outcome) -> Vec<ChessMove> {
        let wanted = self.parameters.is_on(COUNTERMEASURE)
            && !self.analyse_mode
            && self.quick_replies >= NO_ACCIDENT;
        let cost = self.parameters.get(COUNTERMEASURE_COST);
        match outcome.second {
            Some((mv, score)) if wanted && i64::from(outcome.score - score) <= cost => vec![mv],
            _ => outcome.line.clone(),
        }
    }
}
