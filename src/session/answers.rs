//! Questions of the front end that change nothing.

use std::time::Duration;

use super::{
    core::{Core, Effect, Mode, result_by_rule},
    worker::Errand,
};
use crate::{
    eval::Stack,
    message::{Appraisal, Event, Status, View},
    position::{Color, Position},
    search::score::shown,
};

impl Core {
    /// A ping during the engine's own move waits for it, and one after settings that take a while
    /// waits for them, unless a search is under way that they wait for themselves.
    pub(super) fn ping(&mut self, text: String) {
        if self.thinking() {
            self.pings.push(text);
        } else if self.unsettled && self.search.is_none() {
            self.pings.push(text);
            self.effects.push(Effect::Settle);
        } else {
            self.emit(Event::Pong(text));
        }
    }

    /// All settings are in force.
    pub(super) fn settled(&mut self) {
        self.unsettled = false;
        if !self.thinking() {
            self.answer_pings();
        }
    }

    pub(super) fn tell_status(&mut self, now: Duration) {
        let Some(search) = self.search.as_ref().filter(|_| self.mode == Mode::Analyze) else {
            return;
        };
        let depth = search.last.as_ref().map_or(0, |report| report.depth);
        let status = Status {
            root: self.game.position().clone(),
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
        let position = Box::new(self.game.position().clone());
        self.effects.push(Effect::Run(Errand::Perft(position, depth)));
    }

    pub(super) fn hint(&mut self) {
        let known = self.expected.or_else(|| {
            let last = self.search.as_ref()?.last.as_ref()?;
            last.line.first().copied()
        });
        if let Some(mv) = known.filter(|&mv| self.game.position().is_legal(mv)) {
            let position = Box::new(self.game.position().clone());
            self.emit(Event::Hint { position, mv });
        }
    }

    pub(super) fn show(&mut self, now: Duration) {
        let left = |color| self.ledger.remaining(color, now);
        let engine = match self.mode {
            Mode::Play(color) => Some(color),
            Mode::Force | Mode::Analyze => None,
        };
        let view = View {
            game: self.game.clone(),
            clocks: [left(Color::White), left(Color::Black)],
            control: self.ledger.control(),
            engine,
            result: self.over.clone().or_else(|| result_by_rule(&self.game)),
        };
        self.emit(Event::Shown(Box::new(view)));
    }

    /// Says what the position is worth without a search.
    pub(super) fn evaluate(&mut self) {
        let score =
            |position: &Position| shown(Stack::new(position, &self.evaluation).score(position));
        let judge = self.evaluation.to_string();
        let appraisal = Appraisal::new(self.game.position(), judge, score);
        self.emit(Event::Evaluated(Box::new(appraisal)));
    }
}
