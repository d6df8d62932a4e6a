//! Thinking on the opponent's time, and against an opponent who does the same to us.

use std::time::Duration;

use super::{
    core::{Core, Effect, Mode},
    searches::planned_event,
    searching::Purpose,
    timekeeper::Planned,
    worker::Plan,
};
use crate::{
    clock::TimeControl,
    position::ChessMove,
    search::{Outcome, score::shown},
    timing::parameters::{COUNTERMEASURE, COUNTERMEASURE_COST, TRAP},
};

/// An opponent who answers within this time had the answer ready.
const AT_ONCE: Duration = Duration::from_millis(200);
/// So many answers in a row that were ready are no accident.
const NO_ACCIDENT: usize = 2;

impl Core {
    /// Gives up thinking on the opponent's time.
    pub(super) fn drop_pondering(&mut self) {
        if self.searching.purpose().is_some_and(Purpose::is_pondering) {
            self.drop_search();
        }
    }

    /// Whether the opponent's move was the one pondered on, for the record of the game.
    pub(super) fn count_prediction(&mut self, hit: bool) {
        if let Some(Purpose::Ponder(_)) = self.searching.purpose() {
            self.experience.predicted(hit);
        }
    }

    /// Thinks on the opponent's time, if that is wanted: about the position after the expected move,
    /// or about the opponent's own if no move is expected or the time trap is set.
    pub(super) fn start_pondering(&mut self, now: Duration) {
        let waiting = self.mode == Mode::Play(!self.board.side());
        // Below full strength all is found out in a moment anyway.
        let at_once = self.timekeeper.node_rate().is_some() || self.settings.limit_strength;
        if !self.settings.ponder || !waiting || self.board.said_over().is_some() || at_once {
            return;
        }
        match self.searching.expected.filter(|_| !self.settings.parameters.is_on(TRAP)) {
            Some(mv) => self.ponder_on(mv, now),
            None => self.guess(now),
        }
    }

    /// Looks for the opponent's move, for a slice of time once the search begins.
    fn guess(&mut self, now: Duration) {
        if self.board.game().ending().is_some() {
            return;
        }
        self.start(Purpose::Guess, self.board.game().clone(), now);
    }

    /// Thinks about the answer to a move that is expected of the opponent.
    fn ponder_on(&mut self, mv: ChessMove, now: Duration) {
        let mut ahead = self.board.game().clone();
        if ahead.play(mv) && ahead.ending().is_none() {
            self.start(Purpose::Ponder(mv), ahead, now);
        }
    }

    /// The expected move came: the search goes on as the engine's own, or has its answer already.
    pub(super) fn ponder_hit(&mut self, now: Duration) {
        if let Some(outcome) = self.put_on_clock(Purpose::Move, now) {
            self.decide(&outcome, &outcome.line, "answer found while pondering".into(), now);
        }
    }

    /// The search under way goes on for this purpose, on the clock from now on; if it has ended
    /// already, its result comes back instead.
    pub(super) fn put_on_clock(&mut self, purpose: Purpose, now: Duration) -> Option<Outcome> {
        self.timekeeper.start(self.board.side(), now);
        let Planned { budget, judge, deadline, grounds } = self.plan(now);
        let on_clock = self.timekeeper.control() != TimeControl::Unlimited;
        let may_settle = purpose == Purpose::Move || self.timekeeper.may_settle();
        let search = self.searching.current_mut()?;
        search.ends_by_itself |= on_clock;
        search.purpose = purpose;
        search.on_clock = Some(now);
        (search.deadline, search.budget) = (deadline, Some(budget));
        search.planned_from = Some(grounds);
        if let Some(task) = &mut search.waiting {
            task.timed = Some(may_settle);
            return None;
        }
        let finished = search.finished.take();
        if finished.is_none() {
            self.effects.push(Effect::Emit(planned_event(&budget)));
            self.effects.push(Effect::Hit(search.id, Plan { judge, budget, may_settle }));
        }
        finished
    }

    /// The opponent's move has been guessed: the thinking goes on behind it.
    pub(super) fn guessed(&mut self, mv: Option<ChessMove>, now: Duration) {
        self.searching.take();
        self.searching.expected = mv.or(self.searching.expected);
        if let Some(mv) = self.searching.expected {
            self.ponder_on(mv, now);
        }
    }

    /// Notes how fast the opponent has answered.
    pub(super) fn time_reply(&mut self, now: Duration) {
        if let Some(at) = self.moved_at.take() {
            self.experience.replies.push(now.saturating_sub(at));
        }
    }

    /// The line to play: the best one, or against an opponent who has our moves foreseen a second
    /// choice that is almost as good (the counter-measure of Vuckovic and Solak).
    pub(super) fn chosen_line(&self, outcome: &Outcome) -> Vec<ChessMove> {
        let replies = self.experience.replies.iter().rev();
        let quick = replies.take_while(|&&reply| reply <= AT_ONCE).count();
        let wanted = self.settings.parameters.is_on(COUNTERMEASURE)
            && !self.settings.analyse_mode
            && quick >= NO_ACCIDENT;
        let cost = self.settings.parameters.get(COUNTERMEASURE_COST);
        let lost_by = |best, second| i64::from(shown(best)) - i64::from(shown(second));
        match outcome.second {
            Some((mv, score)) if wanted && lost_by(outcome.score, score) <= cost => vec![mv],
            _ => outcome.line.clone(),
        }
    }
}
