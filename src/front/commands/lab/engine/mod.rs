//! Engines behind pipes, whose searches are put on record.

mod pipe;
mod uci;
mod xboard;

pub use uci::UciPlayer;
pub use xboard::XboardPlayer;

use std::io;

use crate::{lab::record::SearchError, lab::searchlog::Unit};

/// How long an engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many nodes.
    Nodes(u64),
    /// So many plies.
    Depth(u32),
    /// So many milliseconds.
    Milliseconds(u64),
}

impl Effort {
    /// What the age of a search is counted in.
    pub fn unit(self) -> Unit {
        match self {
            Effort::Nodes(_) | Effort::Depth(_) => Unit::Nodes,
            Effort::Milliseconds(_) => Unit::Milliseconds,
        }
    }
}

/// Why an engine cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no command.
    #[error("--engine: the command is empty")]
    NoCommand,
    /// It cannot be started.
    #[error("{command}: {source}")]
    Start {
        /// The command.
        command: String,
        /// Why not.
        source: io::Error,
    },
    /// An option is not `NAME=VALUE`.
    #[error("--option {0}: write NAME=VALUE")]
    Option(String),
    /// Its protocol knows no limit by nodes.
    #[error("an XBoard engine cannot be told to search so many nodes; use --movetime or --depth")]
    NoNodes,
    /// The pipe fails.
    #[error("the engine cannot be talked to: {0}")]
    Pipe(#[from] io::Error),
    /// It has ended, whether that is noticed by what it says or by what it is told.
    #[error("the engine `{0}` has ended without a word")]
    Gone(String),
    /// It does not speak UCI.
    #[error(
        "`{0}` does not answer `uci`; is it a UCI engine? (`zeitnot lab record --protocol xboard` is for the others)"
    )]
    NotUci(String),
    /// It says nothing when it should.
    #[error("the engine does not answer `{0}`")]
    NoAnswer(String),
    /// It can play games from the usual start position alone, and another one is needed.
    #[error(
        "{engine} cannot be given the position `{fen}`: it does not know `setboard`, so it plays from the usual \
         start position alone"
    )]
    NoSetboard {
        /// What it calls itself, or its command.
        engine: String,
        /// The position.
        fen: String,
    },
    /// It does not take what it was sent.
    #[error("the engine says: {0}")]
    Refused(String),
    /// What it says is no search.
    #[error(transparent)]
    Search(#[from] SearchError),
}
