//! The tasks apart from playing: they print and end.

pub mod lab;

use std::{
    io::{self, Write},
    thread,
    time::Instant,
};

use crate::{
    eval::Evaluation,
    position::{self, Position},
    protocol::text,
    search::bench,
    timing::{Entry, POLICIES},
};

/// Prints a text that ends with a line.
///
/// # Errors
/// If the output fails.
pub fn print(text: &str) -> io::Result<()> {
    io::stdout().lock().write_all(text.as_bytes())
}

/// Prints the time policies, one a line: name, source and what they do, in columns.
///
/// # Errors
/// If the output fails.
pub fn policies() -> io::Result<()> {
    let width = |of: fn(&Entry) -> &'static str| POLICIES.iter().map(of).map(str::len).max();
    let name = width(|entry| entry.name).unwrap_or_default();
    let source = width(|entry| entry.source).unwrap_or_default();
    let mut out = io::stdout().lock();
    for Entry { name: text, source: from, description, .. } in POLICIES {
        writeln!(out, "{text:name$}  {from:source$}  {description}")?;
    }
    Ok(())
}

/// Searches the bench positions and prints nodes and speed, all together in the last line.
///
/// OpenBench (Client/bench.py) starts one `./ENGINE bench` for each of its threads, takes both output
/// streams together and reads them from the last line up: the first `(\d+) nodes` and the first
/// `(\d+) nps` that it finds, both whole numbers. The nodes must be the same every time, and all of it
/// must end within a minute; it does not look at the exit status.
///
/// # Errors
/// If the output fails.
pub fn bench(depth: Option<u32>, evaluation: &Evaluation) -> io::Result<()> {
    let depth = depth.unwrap_or(bench::DEPTH);
    let mut out = io::stdout().lock();
    let (mut total, start) = (0, now());
    for (fen, nodes) in bench::nodes(depth, evaluation) {
        writeln!(out, "{nodes:>10}  {fen}")?;
        total += nodes;
    }
    writeln!(out, "{}", text::bench(total, start.elapsed()))
}

/// Counts the move paths of `depth` half-moves and prints count and speed, with `divide` also the
/// count below each first move.
///
/// # Errors
/// If the position cannot be read or the output fails.
pub fn perft(fen: Option<&str>, depth: u32, divide: bool) -> io::Result<()> {
    let position = fen.map_or(Ok(Position::startpos()), Position::from_fen);
    let position = position.map_err(io::Error::other)?;
    let mut out = io::stdout().lock();
    let start = now();
    if divide && depth > 0 {
        for (mv, count) in position::divide(&position, depth) {
            writeln!(out, "{:<6} {count}", position.coordinate(mv))?;
        }
    }
    let total = position::perft(&position, depth);
    let seconds = start.elapsed().as_secs_f64().max(0.001);
    writeln!(
        out,
        "{total} paths, {:.2} s, {:.0} million a second",
        seconds,
        total as f64 / seconds / 1e6
    )
}

/// Threads for a task that is left to choose: as many as the processor has cores.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// These tasks are about speed or time on the wall, so they may look at a clock.
#[expect(clippy::disallowed_methods, reason = "a measurement for the one who asked")]
pub(super) fn now() -> Instant {
    Instant::now()
}
