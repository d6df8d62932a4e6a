//! What the operator sees: on a terminal a picture that is kept up to date, elsewhere a line with its
//! time for each thing that happens. Both are written on threads of their own: nothing that a terminal or
//! a reader does, or fails to do, delays a game.

mod board;
mod picture;
mod scene;
mod screen;

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use self::{scene::Source, screen::Screen};
use crate::{
    front::{
        archive::{calendar, moment},
        logging,
        outlet::Outlet,
        terminal::Terminal,
    },
    ics::bot::Status,
    session::Wall,
};

/// A state lasts so long, if nothing happens.
const LASTS: Duration = Duration::from_secs(1);
/// And at least so long, however much happens.
const LEAST: Duration = Duration::from_millis(100);
/// What waits to be written is given so long at the end.
const PATIENCE: Duration = Duration::from_secs(1);

/// How a picture may look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// In colours, or with marks beside the men.
    pub colors: bool,
    /// Signs beyond ASCII.
    pub unicode: bool,
}

/// What the operator sees.
pub(super) struct View {
    output: Output,
    shown: Option<Duration>,
}

enum Output {
    /// A picture on the whole terminal.
    Screen(Screen),
    /// A line for each thing.
    Lines(Outlet),
}

impl View {
    /// A view on standard output, which is `terminal`, in colours if they are wanted; `interrupt` is what
    /// Ctrl-C does. The picture needs a terminal to listen to as well, and a program in the background has none.
    ///
    /// # Errors
    /// If there can be no thread that writes.
    pub fn new(
        terminal: Terminal,
        colors: bool,
        wall: Wall,
        interrupt: impl Fn() + Send + 'static,
    ) -> io::Result<View> {
        let look = Look { colors, unicode: terminal.unicode };
        let screen = match terminal.redraws && is_listened_to() {
            true => Screen::open(look, wall, interrupt).ok(),
            false => None,
        };
        let output = match screen {
            Some(screen) => Output::Screen(screen),
            None => Output::Lines(Outlet::new(io::stdout())?),
        };
        if let Output::Screen(screen) = &output
            && io::stderr().is_terminal()
        {
            let scene = screen.scene();
            logging::divert_warnings(move |line| scene.note(Source::Happened, line));
        }
        Ok(View { output, shown: None })
    }

    /// Something has happened.
    pub fn note(&mut self, text: &str) {
        log::info!("{text}");
        match &self.output {
            Output::Screen(screen) => screen.scene().note(Source::Happened, text),
            Output::Lines(outlet) => outlet.line(format!("{} {text}", moment(calendar()))),
        }
    }

    /// The server has sent this line.
    pub fn line_in(&mut self, text: &str) {
        logging::line_in(text);
        self.wire(Source::Server, text);
    }

    /// The server is sent this line.
    pub fn line_out(&mut self, text: &str) {
        logging::line_out(text);
        self.wire(Source::Bot, text);
    }

    fn wire(&self, source: Source, text: &str) {
        if let Output::Screen(screen) = &self.output {
            screen.scene().note(source, text);
        }
    }

    /// When to show the state again, if nothing happens.
    pub fn deadline(&self) -> Option<Duration> {
        let screen = matches!(self.output, Output::Screen(_));
        self.shown.filter(|_| screen).map(|shown| shown + LASTS)
    }

    /// Whether it is time to show the state.
    pub fn is_due(&self, now: Duration) -> bool {
        let screen = matches!(self.output, Output::Screen(_));
        screen && self.shown.is_none_or(|shown| now >= shown + LEAST)
    }

    /// Shows where the bot stands now.
    pub fn show(&mut self, status: Status, now: Duration) {
        self.shown = Some(now);
        if let Output::Screen(screen) = &self.output {
            screen.scene().show(status);
        }
    }
}

impl Drop for View {
    /// The terminal is as it was, and what has happened is written as far as somebody reads it.
    fn drop(&mut self) {
        logging::divert_no_longer();
        match &mut self.output {
            Output::Screen(screen) => screen.close(PATIENCE),
            Output::Lines(outlet) => outlet.finish(PATIENCE),
        }
        logging::finish(PATIENCE);
    }
}

/// Whether somebody can type to this program: it has a terminal, and is not in its background.
fn is_listened_to() -> bool {
    let is_terminal = io::stdin().is_terminal();
    #[cfg(unix)]
    {
        use nix::unistd::{getpgrp, tcgetpgrp};
        is_terminal && tcgetpgrp(io::stdin()) == Ok(getpgrp())
    }
    #[cfg(not(unix))]
    is_terminal
}
