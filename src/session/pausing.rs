//! The pause: session time stands, so that no clock runs and no deadline comes, and the search sleeps.

use super::core::{Core, Effect, Input};
use crate::message::{Command, Event};

impl Core {
    /// Whether the session's time stands.
    pub(super) fn is_paused(&self) -> bool {
        self.postponed.is_some()
    }

    /// What is to be done now because of an input. In a pause that is nothing until its end, and
    /// then everything that came meanwhile, in order; pings alone need no time and are answered.
    pub(super) fn admitted(&mut self, input: Input) -> Vec<Input> {
        match (input, &mut self.postponed) {
            (Input::Command(Command::Pause), waiting @ None) => {
                *waiting = Some(Vec::new());
                self.effects.push(Effect::Pause);
                Vec::new()
            }
            (Input::Command(Command::Resume), waiting @ Some(_)) => {
                self.effects.push(Effect::Resume);
                waiting.take().unwrap_or_default()
            }
            (Input::Command(Command::Ping(text)), Some(_)) => {
                self.emit(Event::Pong(text));
                Vec::new()
            }
            (Input::Command(Command::Pause) | Input::Tick, Some(_)) => Vec::new(),
            (input, Some(waiting)) => {
                waiting.push(input);
                Vec::new()
            }
            (input, None) => vec![input],
        }
    }
}
