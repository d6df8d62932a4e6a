//! `zeitnot perft`: counts move paths.

use std::io::{self, Write};

use super::now;
use crate::position::{self, Position};

/// Counts the move paths of `depth` half-moves and prints count and speed, with `divide` also the
/// count below each first move.
///
/// # Errors
/// If the position cannot be read or the output fails.
pub fn perft(fen: Option<&str>, depth: u32, divide: bool) -> io::Result<()> {
    let position = fen.map_or(Ok(Position::startpos()), Position::from_fen);
    let position = position.map_err(|error| {
        io::Error::other(format!("the position `{}`: {error}", fen.unwrap_or_default()))
    })?;
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
