//! Whom the program talks to.

use super::{Args, Task};

/// Who is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A person at a terminal.
    Console,
    /// A program, whose first line will tell what it speaks.
    Program,
    /// A program that speaks the XBoard protocol.
    Xboard,
    /// A program that speaks UCI.
    Uci,
}

impl Args {
    /// Whom to expect at the other end; `is_terminal` says whether the input comes from a terminal.
    pub fn language(&self, is_terminal: bool) -> Language {
        match self {
            Args { xboard: true, .. } => Language::Xboard,
            Args { uci: true, .. } => Language::Uci,
            Args { console: true, .. } => Language::Console,
            _ if is_terminal => Language::Console,
            _ => Language::Program,
        }
    }

    /// The same where a person at the terminal lets a program speak: it is expected from the beginning.
    pub fn for_programs(&self) -> Args {
        Args { console: false, ..self.clone() }
    }

    /// Whether games are played in which nobody else cares for different openings: with people and on
    /// servers. GUIs and matches have books of their own.
    pub(super) fn wants_variety(&self, is_terminal: bool) -> bool {
        match &self.command {
            None => self.language(is_terminal) == Language::Console,
            Some(command) => matches!(command, Task::Ics { .. }),
        }
    }
}
