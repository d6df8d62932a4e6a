//! Who is there? The first line of a program tells its protocol, and a person may ask for one.

use super::stdio::INTERRUPT;
use crate::{
    message::{Action, Adapter, Again, Command, Event},
    options::Options,
    protocol::{
        cecp::Cecp,
        settings,
        uci::{self, Uci},
    },
};

/// Begins a conversation.
type NewAdapter = fn(Options) -> Box<dyn Adapter + Send>;

/// A language of programs.
pub struct Protocol {
    /// What a person types to have it spoken.
    pub name: &'static str,
    /// What that does, for the help.
    pub help: &'static str,
    /// Its adapter.
    adapter: NewAdapter,
}

/// The languages that a person may ask for.
pub const PROTOCOLS: [Protocol; 2] = [
    Protocol { name: "uci", help: "speak UCI from now on, as with a program", adapter: uci },
    Protocol {
        name: "xboard",
        help: "speak the XBoard protocol from now on, as with a program",
        adapter: xboard,
    },
];

/// An adapter that becomes the one for whoever talks to it.
pub struct Detect {
    options: Options,
    /// The language spoken so far.
    adapter: Box<dyn Adapter + Send>,
    /// Whether a person has asked for that language, who may want to leave it by Ctrl-C.
    asked_for: bool,
    /// What may still change it.
    awaited: Awaited,
    /// What happened before the first line, when nobody knew how to tell it.
    untold: Vec<Event>,
}

/// What may still change the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// The first line of a program.
    FirstLine,
    /// The name of a protocol, typed at the terminal.
    Name,
    /// Nothing.
    Nothing,
}

impl Detect {
    /// For a program that has not yet told its protocol: XBoard's unless its first line is UCI.
    pub fn program(options: Options) -> Detect {
        let adapter = xboard(options.clone());
        Detect {
            options,
            adapter,
            asked_for: false,
            awaited: Awaited::FirstLine,
            untold: Vec::new(),
        }
    }

    /// For a person at `console`, until a line is the name of a protocol, which begins with these options.
    pub fn person(options: Options, console: Box<dyn Adapter + Send>) -> Detect {
        Detect {
            options,
            adapter: console,
            asked_for: false,
            awaited: Awaited::Name,
            untold: Vec::new(),
        }
    }

    /// Changes the language if the line says so; what there is to do before the line itself.
    fn listen(&mut self, line: &str) -> Vec<Action> {
        let line = line.trim();
        match self.awaited {
            Awaited::FirstLine if !line.is_empty() => {
                self.awaited = Awaited::Nothing;
                let mut actions =
                    if uci::tells_protocol(line) { self.speak(uci) } else { Vec::new() };
                let untold = std::mem::take(&mut self.untold);
                let lines = untold.iter().flat_map(|event| self.adapter.event(event));
                actions.extend(lines.map(Action::Print));
                actions
            }
            Awaited::Name => {
                let named = PROTOCOLS.iter().find(|protocol| protocol.name == line);
                named.map_or(Vec::new(), |protocol| self.leave_console(protocol.adapter))
            }
            Awaited::FirstLine | Awaited::Nothing => Vec::new(),
        }
    }

    /// The game at the console ends as with `new`, but the board of the next one is not drawn. What was set at the
    /// console ends with it: what the protocol announces is in force.
    fn leave_console(&mut self, adapter: NewAdapter) -> Vec<Action> {
        (self.asked_for, self.awaited) = (true, Awaited::Nothing);
        let mut actions = vec![Action::Command(Command::Force)];
        actions.extend(self.adapter.line("new"));
        actions.retain(|action| !matches!(action, Action::Command(Command::Show)));
        actions.push(Action::Command(settings::all(&self.options, Again::Nothing)));
        actions.extend(self.speak(adapter));
        actions
    }

    /// From now on everything goes through this adapter.
    fn speak(&mut self, adapter: NewAdapter) -> Vec<Action> {
        self.adapter = adapter(self.options.clone());
        self.adapter.start()
    }
}

fn uci(options: Options) -> Box<dyn Adapter + Send> {
    Box::new(Uci::new(options))
}

fn xboard(options: Options) -> Box<dyn Adapter + Send> {
    Box::new(Cecp::new(options))
}

impl Adapter for Detect {
    fn start(&mut self) -> Vec<Action> {
        self.adapter.start()
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        if line == INTERRUPT && self.asked_for {
            return vec![Action::Quit];
        }
        let mut actions = self.listen(line);
        actions.extend(self.adapter.line(line));
        actions
    }

    fn overlong(&mut self, beginning: &str) -> Vec<Action> {
        self.adapter.overlong(beginning)
    }

    fn end(&mut self) -> Vec<Action> {
        self.adapter.end()
    }

    fn event(&mut self, event: &Event) -> Vec<String> {
        if self.awaited == Awaited::FirstLine {
            self.untold.push(event.clone());
            return Vec::new();
        }
        self.adapter.event(event)
    }

    fn requests(&mut self) -> Vec<Command> {
        self.adapter.requests()
    }

    fn opponent(&self) -> Option<String> {
        self.adapter.opponent()
    }
}

#[cfg(test)]
mod tests;
