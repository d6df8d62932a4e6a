//! Where bytes, terminals and people are: the ways zeitnot is started and talked to.

pub mod archive;
pub mod args;
mod at_path;
mod chronicle;
pub mod clerk;
pub mod commands;
pub mod console;
pub mod detect;
pub mod ics;
mod input;
pub mod logging;
mod openings;
mod outlet;
pub mod practice;
mod prompt;
pub mod report;
pub mod settings;
pub mod stdio;
pub mod terminal;
mod version;
pub mod watch;
pub mod words;
