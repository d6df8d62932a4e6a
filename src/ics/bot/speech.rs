//! Words for people, which wait their turn: servers mute who says too much.

use std::time::Duration;

/// The pause between two things said.
const BREATH: Duration = Duration::from_secs(3);

/// What waits to be said, and when the next of it may be.
#[derive(Clone, Debug, Default)]
pub(super) struct Speech {
    next: Duration,
    waiting: Vec<String>,
}

impl Speech {
    /// Puts a line at the end. Behind a semicolon some servers would see a command.
    pub fn say(&mut self, line: &str) {
        self.waiting.push(line.replace(';', ","));
    }

    /// The same in place of what waits and begins with the same verb.
    pub fn say_instead(&mut self, verb: &str, line: &str) {
        self.waiting.retain(|line| !line.starts_with(verb));
        self.say(line);
    }

    /// When something can be said; `None` if nothing waits.
    pub fn deadline(&self) -> Option<Duration> {
        Some(self.next).filter(|_| !self.waiting.is_empty())
    }

    /// The next line, if it is time.
    pub fn next(&mut self, now: Duration) -> Option<String> {
        self.deadline().filter(|at| *at <= now)?;
        self.next = now + BREATH;
        Some(self.waiting.remove(0))
    }

    /// Everything that still waits, at once.
    pub fn last_words(&mut self) -> Vec<String> {
        std::mem::take(&mut self.waiting)
    }
}
