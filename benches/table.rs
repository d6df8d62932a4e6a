//! What it costs to make a large transposition table ready and to clear it, on one thread and on more,
//! all in turn in every round. Run it with `cargo bench --bench table`, or with `-- MIB` for another size.
#![allow(clippy::disallowed_methods)] // measuring time is what a bench is for
#![allow(clippy::disallowed_macros)] // and printing it

use std::{env, thread, time::Instant};

use zeitnot::search::Table;

const ROUNDS: usize = 5;

/// Milliseconds that a piece of work takes, and what came of it.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed().as_secs_f64() * 1e3, done)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let megabytes = env::args().find_map(|word| word.parse().ok()).unwrap_or(1_024);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut rows: Vec<_> = (1..=cores).map(|threads| (threads, vec![], vec![])).collect();
    for _ in 0..ROUNDS {
        for (threads, ready, cleared) in &mut rows {
            let (made, table) = timed(|| Table::with_threads(megabytes, *threads));
            ready.push(made);
            cleared.push(timed(|| table.clear(*threads)).0);
        }
    }
    println!("a table of {megabytes} MiB, milliseconds");
    for (threads, ready, cleared) in &mut rows {
        let (ready, cleared) = (median(ready), median(cleared));
        println!("{threads:3} threads: ready in {ready:8.1}, cleared in {cleared:8.1}");
    }
}
