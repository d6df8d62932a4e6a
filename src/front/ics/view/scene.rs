//! What there is to be drawn: handed over by the one who plays, drawn by the one who draws.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use crossbeam::channel::{Receiver, Sender, bounded};

use crate::{
    front::archive::{calendar, moment},
    ics::bot::Status,
    lock::lock,
};

/// So many things that happened, and lines to and from the server, are kept.
const KEPT: usize = 200;
/// Where a moment has its hours, minutes and seconds.
const TIME_OF_DAY: std::ops::Range<usize> = 11..19;

/// Whose line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Something has happened.
    Happened,
    /// The server has sent it.
    Server,
    /// The bot has.
    Bot,
}

/// A line with the time of day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    pub time: String,
    pub source: Source,
    pub text: String,
}

/// What is drawn.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Where the bot stands.
    pub status: Status,
    /// What has happened, the latest last.
    pub events: VecDeque<Noted>,
    /// Lines from and to the server, the latest last.
    pub wire: VecDeque<Noted>,
    /// Whether they are wanted.
    pub wants_wire: bool,
}

/// What is drawn, shared between the one who plays and the one who draws.
#[derive(Clone, Debug)]
pub struct Scene {
    shown: Arc<Mutex<Shown>>,
    changes: (Sender<()>, Receiver<()>),
}

impl Scene {
    /// Nothing yet.
    pub fn new() -> Scene {
        Scene { shown: Arc::default(), changes: bounded(1) }
    }

    /// From now on the bot stands here.
    pub fn show(&self, status: Status) {
        self.shown().status = status;
        self.changed();
    }

    /// One more line.
    pub fn note(&self, source: Source, text: &str) {
        let time = moment(calendar()).get(TIME_OF_DAY).unwrap_or_default().to_owned();
        let mut shown = self.shown();
        let lines = if source == Source::Happened { &mut shown.events } else { &mut shown.wire };
        if lines.len() >= KEPT {
            lines.pop_front();
        }
        // Control characters of a server's would be the terminal's.
        let text = text.chars().filter(|character| !character.is_control()).collect();
        lines.push_back(Noted { time, source, text });
        let hidden = source != Source::Happened && !shown.wants_wire;
        drop(shown);
        if !hidden {
            self.changed();
        }
    }

    /// The wire is wanted, or no longer.
    pub fn turn_wire(&self) {
        let mut shown = self.shown();
        shown.wants_wire = !shown.wants_wire;
        drop(shown);
        self.changed();
    }

    /// Something is to be drawn.
    pub fn changed(&self) {
        let _ = self.changes.0.try_send(());
    }

    /// Waits until something is to be drawn, so long at most.
    pub fn wait(&self, most: Duration) {
        let _ = self.changes.1.recv_timeout(most);
    }

    /// What is drawn now.
    pub fn now(&self) -> Shown {
        self.shown().clone()
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        lock(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_apart_by_source_and_lose_what_a_terminal_would_obey() {
        let scene = Scene::new();
        (0..300).for_each(|n| scene.note(Source::Happened, &format!("thing {n}")));
        scene.note(Source::Server, "\u{1b}[2Jfics%\u{7} <12>");
        scene.note(Source::Bot, "e2e4");
        let shown = scene.now();
        assert_eq!((shown.events.len(), shown.events[0].text.as_str()), (KEPT, "thing 100"));
        let wire: Vec<_> =
            shown.wire.iter().map(|line| (line.source, line.text.as_str())).collect();
        assert_eq!(wire, [(Source::Server, "[2Jfics% <12>"), (Source::Bot, "e2e4")]);
    }
}
