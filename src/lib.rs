//! Zeitnot, a chess engine that never gets into time trouble.
//!
//! `ARCHITECTURE.md` is the map of the rooms below and of the arrows between them.

pub mod book;
pub mod clock;
pub mod cluster;
pub mod eval;
pub mod front;
pub mod ics;
pub mod lab;
pub mod lock;
pub mod message;
pub mod options;
pub mod pgn;
pub mod position;
pub mod practice;
pub mod program;
pub mod protocol;
pub mod search;
pub mod session;
pub mod tablebase;
pub mod timing;
pub mod train;
