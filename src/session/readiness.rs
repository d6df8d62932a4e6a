//! What waits until the worker has done what it was ordered: pings, and the next search, whose time is
//! not to be spent on tables that are being made.

use std::time::Duration;

use super::{
    core::{Core, Effect},
    worker::Errand,
};
use crate::{message::Event, search::StopToken};

/// Orders to the worker that take a while, and the pings behind them.
#[derive(Default)]
pub(super) struct Readiness {
    /// Orders given so far, and how many of them the worker has said are in force.
    ordered: u64,
    done: u64,
    /// The order whose end the worker was last asked to tell.
    asked: u64,
    /// Errands whose answers are still to come.
    pub errands: u32,
    /// Ends the counting of move paths, if there is any.
    pub counting: StopToken,
    /// How many of them are hints.
    pub hints: u32,
    /// Pings that wait for the move, or for the orders before them.
    pub pings: Vec<String>,
}

impl Readiness {
    /// Whether nothing is on its way into force.
    pub fn is_ready(&self) -> bool {
        self.done == self.ordered
    }

    /// The worker is given up that had the errands.
    pub fn forget_errands(&mut self) {
        (self.errands, self.hints) = (0, 0);
    }

    /// Whether nothing is on its way that a ping waits for.
    fn is_clear(&self) -> bool {
        self.is_ready() && self.hints == 0
    }
}

impl Core {
    /// Orders something of the worker that takes effect between searches.
    pub(super) fn order(&mut self, effect: Effect) {
        self.readiness.ordered += 1;
        self.effects.push(effect);
    }

    /// Sends the worker on an errand.
    pub(super) fn send_on(&mut self, errand: Errand) {
        self.readiness.errands += 1;
        self.readiness.hints += u32::from(matches!(errand, Errand::Hint(_)));
        self.effects.push(Effect::Run(errand));
    }

    /// The worker is still being set up; returns the number that it is to settle with.
    pub fn await_setup(&mut self) -> u64 {
        self.readiness.ordered += 1;
        self.readiness.asked = self.readiness.ordered;
        self.readiness.ordered
    }

    /// Has the worker say when all orders so far are in force.
    pub(super) fn await_readiness(&mut self) {
        if self.readiness.asked != self.readiness.ordered {
            self.readiness.asked = self.readiness.ordered;
            self.effects.push(Effect::Settle(self.readiness.ordered));
        }
    }

    /// A ping during the engine's own move waits for it, and one after a hint or orders that take a while waits
    /// for them, unless a search is under way that they wait for themselves.
    pub(super) fn ping(&mut self, text: String) {
        let idle = self.searching.current().is_none_or(|search| search.waiting.is_some());
        if self.thinking() {
            self.readiness.pings.push(text);
        } else if !self.readiness.is_clear() && idle {
            self.readiness.pings.push(text);
            self.await_readiness();
        } else {
            self.emit(Event::Pong(text));
        }
    }

    /// So many orders are in force: what has waited for them goes on.
    pub(super) fn settled(&mut self, orders: u64, now: Duration) {
        self.readiness.done = self.readiness.done.max(orders);
        self.answer_waiting();
        if self.readiness.is_ready() {
            self.launch(now);
        }
    }

    /// An errand is done.
    pub(super) fn came_back(&mut self, hint: bool) {
        let Readiness { errands, hints, .. } = &mut self.readiness;
        *errands = errands.saturating_sub(1);
        *hints = hints.saturating_sub(u32::from(hint));
    }

    /// Answers pings if nothing is left that they wait for.
    pub(super) fn answer_waiting(&mut self) {
        if self.readiness.is_clear() && !self.thinking() {
            self.answer_pings();
        }
    }

    /// No move is awaited any more: what else pings wait for is told when it is done.
    pub(super) fn answer_when_clear(&mut self) {
        if !self.readiness.pings.is_empty() {
            self.answer_waiting();
            self.await_readiness();
        }
    }

    pub(super) fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.readiness.pings) {
            self.emit(Event::Pong(text));
        }
    }
}
