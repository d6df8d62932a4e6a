//! What the bot wants done, in order.

use super::Demand;
use crate::message::Command;

/// What the bot wants done, until it is taken.
#[derive(Debug, Default)]
pub(super) struct Outbox(Vec<Demand>);

impl Outbox {
    pub fn push(&mut self, demand: Demand) {
        self.0.push(demand);
    }

    pub fn extend(&mut self, demands: impl IntoIterator<Item = Demand>) {
        self.0.extend(demands);
    }

    /// A line for the server.
    pub fn send(&mut self, line: impl Into<String>) {
        self.push(Demand::Send(line.into()));
    }

    /// A word for the one who looks on.
    pub fn note(&mut self, text: impl Into<String>) {
        self.push(Demand::Note(text.into()));
    }

    /// A command for the engine.
    pub fn tell(&mut self, command: Command) {
        self.push(Demand::Engine(command));
    }

    /// Whether the server is sent anything.
    pub fn sends(&self) -> bool {
        self.0.iter().any(|demand| matches!(demand, Demand::Send(_)))
    }

    /// All there is to be done since the last call.
    pub fn take(&mut self) -> Vec<Demand> {
        std::mem::take(&mut self.0)
    }
}
