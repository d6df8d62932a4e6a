//! What stands between the session and lines of text.

use super::{Command, Event};

/// What ends the conversation in every language.
pub const QUIT: &str = "quit";

/// One line of input, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A whole line.
    Text(String),
    /// The beginning of a line that was too long to be kept.
    TooLong(String),
    /// There is none any more: the other side has hung up.
    End,
    /// From the operator: the program is to end at once, whatever it owes.
    Terminate,
}

/// What an adapter makes of a line.
#[derive(Debug)]
pub enum Action {
    /// For the session.
    Command(Command),
    /// For the one who typed it, at once and without the session.
    Print(String),
    /// The end.
    Quit,
    /// The end as if the other side had hung up: what was asked for is still told before it.
    HangUp,
}

/// A front end's language: pure, both ways, with a memory of its own.
pub trait Adapter {
    /// What there is to say and do before the first line.
    fn start(&mut self) -> Vec<Action> {
        Vec::new()
    }
    /// What one line of input asks for.
    fn line(&mut self, line: &str) -> Vec<Action>;
    /// What to say to a line too long to be read whole, of which this is the beginning: half of a
    /// command is none, so it is not obeyed.
    fn overlong(&mut self, beginning: &str) -> Vec<Action>;
    /// What there is to do when the other side has hung up and everything that ends by itself is told: what
    /// only its word could end is ended here.
    fn end(&mut self) -> Vec<Action> {
        Vec::new()
    }
    /// The lines of output an event becomes.
    fn event(&mut self, event: &Event) -> Vec<String>;
    /// What the adapter itself wants of the session because of the events so far; asked for, and
    /// sent, after each event.
    fn requests(&mut self) -> Vec<Command> {
        Vec::new()
    }
    /// The name of whom the engine plays, if it was told.
    fn opponent(&self) -> Option<String> {
        None
    }
}
