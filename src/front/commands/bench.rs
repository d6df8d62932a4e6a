//! `zeitnot bench`: nodes and speed of the search at a fixed depth.

use std::io::{self, Write};

use super::now;
use crate::{
    eval::Evaluation,
    protocol::text,
    search::{Params, bench},
};

/// Searches the bench positions by these numbers of the search and prints nodes and speed, all together in the last line.
///
/// OpenBench (Client/bench.py) starts one `./ENGINE bench` for each of its threads, takes both output
/// streams together and reads them from the last line up: the first `(\d+) nodes` and the first
/// `(\d+) nps` that it finds, both whole numbers. The nodes must be the same every time, and all of it
/// must end within a minute; it does not look at the exit status.
///
/// # Errors
/// If the output fails.
pub fn bench(depth: Option<u32>, params: &Params, evaluation: &Evaluation) -> io::Result<()> {
    let depth = depth.unwrap_or(bench::DEPTH);
    let mut out = io::stdout().lock();
    let (mut total, start) = (0, now());
    for (fen, nodes) in bench::nodes(depth, params, evaluation) {
        writeln!(out, "{nodes:>10}  {fen}")?;
        total += nodes;
    }
    writeln!(out, "{}", text::bench(total, start.elapsed()))
}
