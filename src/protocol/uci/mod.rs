//! The Universal Chess Interface.
//!
//! `parse` reads the GUI's lines (`go` the longest of them), `format` writes the engine's, `option`
//! describes the engine's own options, and `adapter` joins them to the session's vocabulary.

mod adapter;
pub mod format;
pub mod go;
mod option;
pub mod parse;

pub use adapter::Uci;
pub use parse::tells_protocol;
