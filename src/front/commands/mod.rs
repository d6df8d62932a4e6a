//! The commands that run once and end, one a file: they print what was asked for.

mod accuracy;
mod average;
mod bench;
pub mod book;
mod clock;
mod fit;
pub mod genfens;
pub mod lab;
mod label;
mod manual;
pub mod matches;
mod output;
mod part;
mod perft;
mod policies;
mod positions;
mod progress;
pub mod rank;
pub mod scaling;
pub mod screen;
mod standing;
pub mod stats;
pub mod suite;
pub mod timeseal;
pub mod train;
pub mod tune;

use std::{
    io::{self, Write},
    thread,
    time::Instant,
};

pub use self::{
    bench::bench,
    book::book,
    clock::clock,
    genfens::genfens,
    manual::{completions, manual},
    perft::perft,
    policies::policies,
    rank::rank,
    scaling::scaling,
    screen::screen,
    stats::stats,
    timeseal::timeseal,
    train::train,
    tune::tune,
};

use crate::front::input;

/// Prints a text that ends with a line.
///
/// # Errors
/// If the output fails.
pub fn print(text: &str) -> io::Result<()> {
    io::stdout().lock().write_all(text.as_bytes())
}

/// Threads for a task: as many as were asked for, within reason.
fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(cores).clamp(1, 256)
}

/// Threads for a task that is left to choose: as many as the processor has cores.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// These tasks are about speed or time on the wall, so they may look at a clock.
#[expect(clippy::disallowed_methods, reason = "a measurement for the one who asked")]
fn now() -> Instant {
    Instant::now()
}
