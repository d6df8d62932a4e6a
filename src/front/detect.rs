//! Who is there? The first line of a program tells its protocol, and a person may ask for one.

use crate::{
    message::{Action, Adapter, Command, Event},
    options::Options,
    protocol::{
        cecp::Cecp,
        uci::{self, Uci},
    },
};

/// An adapter that becomes the one for whoever talks to it.
pub struct Detect {
    options: Options,
    /// The language spoken so far.
    adapter: Box<dyn Adapter + Send>,
    /// What may still change it.
    awaited: Awaited,
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
        let adapter = Box::new(Cecp::new(options.clone()));
        Detect { options, adapter, awaited: Awaited::FirstLine }
    }

    /// For a person at `console`, until a line is `uci` or `xboard`.
    pub fn person(options: Options, console: Box<dyn Adapter + Send>) -> Detect {
        Detect { options, adapter: console, awaited: Awaited::Name }
    }

    /// Changes the language if the line says so; what there is to do before the line itself.
    fn listen(&mut self, line: &str) -> Vec<Action> {
        match (self.awaited, line.trim()) {
            (Awaited::FirstLine, "") => Vec::new(),
            (Awaited::FirstLine, first) => {
                self.awaited = Awaited::Nothing;
                if uci::tells_protocol(first) { self.speak(self.uci()) } else { Vec::new() }
            }
            (Awaited::Name, "uci") => self.leave_console(self.uci()),
            (Awaited::Name, "xboard") => self.leave_console(self.xboard()),
            _ => Vec::new(),
        }
    }

    /// The game at the console ends as with `new`, but the board of the next one is not drawn.
    fn leave_console(&mut self, adapter: Box<dyn Adapter + Send>) -> Vec<Action> {
        self.awaited = Awaited::Nothing;
        let mut actions = vec![Action::Command(Command::Force)];
        actions.extend(self.adapter.line("new"));
        actions.retain(|action| !matches!(action, Action::Command(Command::Show)));
        actions.extend(self.speak(adapter));
        actions
    }

    /// From now on everything goes through this adapter.
    fn speak(&mut self, adapter: Box<dyn Adapter + Send>) -> Vec<Action> {
        self.adapter = adapter;
        self.adapter.start()
    }

    fn uci(&self) -> Box<dyn Adapter + Send> {
        Box::new(Uci::new(self.options.clone()))
    }

    fn xboard(&self) -> Box<dyn Adapter + Send> {
        Box::new(Cecp::new(self.options.clone()))
    }
}

impl Adapter for Detect {
    fn start(&mut self) -> Vec<Action> {
        self.adapter.start()
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        let mut actions = self.listen(line);
        actions.extend(self.adapter.line(line));
        actions
    }

    fn overlong(&mut self, beginning: &str) -> Vec<Action> {
        self.adapter.overlong(beginning)
    }

    fn event(&mut self, event: &Event) -> Vec<String> {
        self.adapter.event(event)
    }

    fn requests(&mut self) -> Vec<Command> {
        self.adapter.requests()
    }
}

#[cfg(test)]
mod tests;
