//! Questions of the front end that change nothing.

use std::time::Duration;

use super::{
    core::{Core, Effect, Mode},
    worker::Errand,
};
use crate::{
    eval::Stack,
    message::{Appraisal, Event, Status, View},
    position::{Color, Position},
    search::{StopToken, first_choice, score::shown},
};

impl Core {
    pub(super) fn tell_status(&mut self, now: Duration) {
        let Some(search) = self.searching.current().filter(|_| self.mode == Mode::Analyze) else {
            return;
        };
        let depth = search.last.as_ref().map_or(0, |report| report.depth);
        let status = Status {
            root: self.board.position().clone(),
            elapsed: now.saturating_sub(search.started),
            nodes: 0,
            depth,
            moves_left: 0,
            moves_total: 0,
            current: None,
        };
        self.effects.push(Effect::TellStatus(status));
    }

    /// Has the move paths from the position on the board counted.
    pub(super) fn perft(&mut self, depth: u32) {
        let (position, stop) = (Box::new(self.board.position().clone()), StopToken::default());
        self.readiness.counting = stop.clone();
        self.send_on(Errand::Perft(position, depth, stop));
    }

    /// Tells the move that is known to be good; where none is, one is looked for. Behind a search under way that
    /// would come too late, so then it is the move that looks best.
    pub(super) fn hint(&mut self) {
        let reported = || self.searching.last_report()?.line.first().copied();
        let busy = self.searching.current().is_some();
        let choices = self.board.choices();
        let seems = || Some(first_choice(self.board.game(), &choices, &self.evaluation, None)?.0);
        let known = self.searching.expected.or_else(reported);
        let known = known.or_else(|| if busy { seems() } else { None });
        if let Some(mv) = known.filter(|&mv| self.board.position().is_legal(mv)) {
            let position = Box::new(self.board.position().clone());
            self.emit(Event::Hint { position, mv });
        } else {
            self.send_on(Errand::Hint(Box::new(self.board.game().clone())));
        }
    }

    pub(super) fn show(&mut self, now: Duration) {
        let left = |color| self.timekeeper.remaining(color, now);
        let engine = match self.mode {
            Mode::Play(color) => Some(color),
            Mode::Force | Mode::Analyze => None,
        };
        let view = View {
            game: self.board.game().clone(),
            clocks: [left(Color::White), left(Color::Black)],
            control: self.timekeeper.control(),
            engine,
            result: self.board.result(),
        };
        self.emit(Event::Shown(Box::new(view)));
    }

    /// Says what the position is worth without a search.
    pub(super) fn evaluate(&mut self) {
        let score =
            |position: &Position| shown(Stack::new(position, &self.evaluation).score(position));
        let judge = self.evaluation.to_string();
        let appraisal = Appraisal::new(self.board.position(), judge, score);
        self.emit(Event::Evaluated(Box::new(appraisal)));
    }
}
