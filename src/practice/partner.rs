//! Somebody to play with, as configured, and how it finds its moves.

use std::time::Duration;

use crate::position::{ChessMove, Position};

/// How it finds games; challenges it accepts in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeking {
    /// Waits to be challenged.
    Waits,
    /// Answers advertisements.
    Answers,
    /// Challenges everybody who comes in.
    Challenges {
        /// Initial minutes and increment in seconds.
        control: [u32; 2],
        /// Whether ratings are at stake.
        rated: bool,
    },
}

/// What it does once in a game, before one of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trick {
    /// Sends a line: `draw`, `takeback 2`, `abort`, `adjourn`, `say hello` ...
    Say(String),
    /// Makes no further move, so that its flag falls.
    Stall,
    /// Drops its link and comes back after a while.
    Leave(Duration),
}

/// A partner as configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner {
    /// Its name; it must be registered if there is a password.
    pub name: String,
    /// Its password; none for a guest.
    pub password: Option<String>,
    /// How it finds games.
    pub seeking: Seeking,
    /// Nodes that it searches for a move.
    pub nodes: u64,
    /// What it takes for a move.
    pub thinking: Duration,
    /// Whether it accepts what is offered to it in a game.
    pub agreeable: bool,
    /// Whether it resigns when it is lost.
    pub resigns: bool,
    /// What it does before which of its moves, by the move's number.
    pub tricks: Vec<(u16, Trick)>,
}

impl Partner {
    /// A guest that plays on quietly.
    pub fn guest(name: &str) -> Partner {
        Partner {
            name: name.to_owned(),
            password: None,
            seeking: Seeking::Answers,
            nodes: 2_000,
            thinking: Duration::from_millis(500),
            agreeable: false,
            resigns: false,
            tricks: vec![],
        }
    }

    /// The same with an account.
    pub fn registered(name: &str, password: &str) -> Partner {
        Partner { password: Some(password.to_owned()), ..Partner::guest(name) }
    }
}

/// What finds a partner's moves.
pub trait Engine: Send {
    /// The best move that so many nodes find, and its score in centipawns for the side to move; none if
    /// there is no legal move.
    fn best(&mut self, position: &Position, nodes: u64) -> Option<(ChessMove, i32)>;
}
