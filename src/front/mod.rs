//! Where bytes, terminals and people are: the ways zeitnot is started and talked to.

pub mod archive;
pub mod args;
pub mod clock_command;
pub mod commands;
pub mod console;
pub mod detect;
mod fit_command;
pub mod ics;
pub mod logging;
pub mod match_command;
pub mod practice;
mod progress;
pub mod scaling_command;
pub mod settings;
pub mod stdio;
pub mod suite_command;
pub mod terminal;
pub mod timeseal_command;
pub mod train_command;
pub mod tune_command;
pub mod words;
