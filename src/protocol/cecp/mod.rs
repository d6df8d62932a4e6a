//! The Chess Engine Communication Protocol, version 2, as XBoard and WinBoard speak it.
//!
//! `parse` reads the GUI's lines and `draft` those of an edit, `fault` says what is wrong with them, `format` writes the engine's with
//! `mask` taking care that none is misread, `variant` knows how the variants differ, `option` describes
//! the engine's own options, and `adapter` joins them to the session's vocabulary.

mod adapter;
mod draft;
mod fault;
pub mod format;
mod mask;
mod option;
pub mod parse;
mod variant;

pub use adapter::Cecp;
pub use variant::Variant;
