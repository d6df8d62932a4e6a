//! The Chess Engine Communication Protocol, version 2, as XBoard and WinBoard speak it.
//!
//! `parse` reads the GUI's lines, `format` writes the engine's, `option` describes the engine's own
//! options, and `adapter` joins them to the session's vocabulary.

mod adapter;
pub mod format;
mod option;
pub mod parse;

pub use adapter::{Cecp, Opponent};
