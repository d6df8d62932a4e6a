//! The pause: session time stands, so that no clock runs and no deadline comes, and the search sleeps.

use super::core::{Core, Effect, Input};
use crate::message::{Command, Event};

impl Core {
    /// Whether the session's time stands.
    pub(super) fn is_paused(&self) -> bool {
        self.postponed.is_some()
    }

    /// What is to be done now because of an input. In a pause that is nothing until its end, and
    /// then everything that came meanwhile, in order; pings alone need no time and are answered, behind those
    /// that wait. Some programs leave a pause without a word, so what has no meaning in one ends it.
    pub(super) fn admitted(&mut self, input: Input) -> Vec<Input> {
        match (input, &mut self.postponed) {
            (Input::Command(Command::Pause), waiting @ None) => {
                *waiting = Some(Vec::new());
                self.effects.push(Effect::Pause);
                Vec::new()
            }
            (Input::Command(command), waiting @ Some(_)) if ends_pause(&command) => {
                self.effects.push(Effect::Resume);
                let mut inputs = waiting.take().unwrap_or_default();
                inputs.push(Input::Command(command));
                inputs
            }
            (Input::Command(Command::Ping(text)), Some(_)) => {
                match &mut self.readiness.pings {
                    earlier if earlier.is_empty() => self.emit(Event::Pong(text)),
                    earlier => earlier.push(text),
                }
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

/// Whether a command is the end of a pause: it says so, or begins something else.
fn ends_pause(command: &Command) -> bool {
    use Command::{
        Analyze, Edit, ExitAnalyze, Force, GameOver, Go, GoFor, NewGame, PlayOther, Resume,
        SetGame, SideToMove, Undo,
    };
    matches!(
        command,
        Resume
            | NewGame
            | SetGame(_)
            | Edit { .. }
            | SideToMove(_)
            | Undo { .. }
            | Force
            | Go
            | GoFor(_)
            | PlayOther
            | Analyze
            | ExitAnalyze
            | GameOver(_)
    )
}
