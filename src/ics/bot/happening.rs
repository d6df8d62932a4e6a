//! What the machine takes in and gives out.

use std::time::Duration;

use super::Wish;
use crate::{
    message::{Command, Event},
    pgn::Record,
};

/// What happens to the bot.
#[derive(Debug)]
pub enum Happening {
    /// The link is there.
    Up,
    /// A whole line came.
    Line(String),
    /// A line has begun and the server waits; a question perhaps.
    Begun(String),
    /// The link is gone, and why.
    Down(String),
    /// The engine says something.
    Engine(Box<Event>),
    /// The time that [`Bot::deadline`](super::Bot::deadline) named has come.
    Tick,
    /// What the operator wants.
    Wish(Wish),
    /// The operator interrupts the bot by Ctrl-C: to leave after the game, later at once.
    Interrupted,
    /// What an order has come to.
    Done {
        /// Whose it was.
        owner: String,
        /// In words.
        answer: String,
    },
    /// Whether the bot could begin anew as an owner wants it to.
    Checked {
        /// Who wants it.
        owner: String,
        /// Why it could not.
        fault: Option<String>,
    },
    /// The calendar says this, from the beginning of 1970 in UTC: the clocks of machines are set.
    Calendar(Duration),
    /// A file cannot be written, and why; or all can be written again.
    Disk(Option<String>),
    /// So many megabytes are free where this file is written, which is less than anywhere else.
    Room {
        /// The file.
        file: String,
        /// Megabytes.
        free: u64,
    },
}

/// What the bot wants done.
#[derive(Debug)]
pub enum Demand {
    /// Open the link.
    Call,
    /// Close it.
    HangUp,
    /// Send a line.
    Send(String),
    /// Send the password, and write it nowhere.
    Password,
    /// Tell the engine.
    Engine(Command),
    /// Set an option of the engine for an owner, who hears what came of it by [`Happening::Done`].
    Set {
        /// Who wants it.
        owner: String,
        /// The option.
        name: String,
        /// Its value.
        value: String,
    },
    /// From now on the engine goes by these options besides the operator's, in place of those named so before.
    ForGame(Vec<(&'static str, String)>),
    /// Read the operator's file again, for [`Bot::configure`](super::Bot::configure); [`Happening::Done`] says what came of it.
    Reload {
        /// Who wants it.
        owner: String,
    },
    /// See whether a start by the operator's file would lead anywhere; [`Happening::Checked`] says so.
    Check {
        /// Who wants to begin anew.
        owner: String,
    },
    /// Keep a game.
    Save(Box<Record>),
    /// Keep the bot's [`State`](super::State).
    Remember,
    /// Run this command of the operator's, and do not wait for it.
    Run(Vec<String>),
    /// For the one who looks on.
    Note(String),
    /// To begin anew, with the program as it is now.
    Restart,
    /// The end; with a reason if something is wrong that trying again would not mend.
    End(Option<String>),
}
