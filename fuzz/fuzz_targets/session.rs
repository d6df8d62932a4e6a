//! Any bytes as a whole game under XBoard, or under a UCI program if the first is odd: protocol,
//! session and search together, on a clock of nodes, a few milliseconds after each line.
#![no_main]

use std::{sync::LazyLock, time::Duration};

use libfuzzer_sys::fuzz_target;
use zeitnot::{
    clock::TimeControl,
    message::{Adapter, Line},
    options::{Options, Settings},
    protocol::{cecp::Cecp, line::Splitter, uci::Uci},
    session::simulated::Simulation,
};

static OPTIONS: LazyLock<Options> = LazyLock::new(options);
/// Nodes a search makes in a simulated millisecond.
const NODES_PER_MS: u64 = 20;
/// How long each line is left to work, in simulated time.
const PAUSE: Duration = Duration::from_millis(3);
/// Lines that ask for memory or threads would only slow the search for faults down.
const COSTLY: [&str; 4] = ["memory", "cores", "hash", "threads"];

fuzz_target!(|bytes: &[u8]| {
    let uci = bytes.first().is_some_and(|byte| byte % 2 == 1);
    let adapter: Box<dyn Adapter + Send> = match uci {
        true => Box::new(Uci::new(OPTIONS.clone())),
        false => Box::new(Cecp::new(OPTIONS.clone())),
    };
    let settings = Settings { level: TimeControl::Unlimited, ..OPTIONS.settings().clone() };
    let mut simulation =
        Simulation::new(&settings, adapter, NODES_PER_MS).expect("the settings exist");
    let mut splitter = Splitter::default();
    let mut lines = splitter.feed(bytes);
    lines.extend(splitter.finish());
    for line in lines.into_iter().take(40) {
        let (Line::Text(line) | Line::TooLong(line)) = line else { continue };
        if simulation.has_quit() {
            break;
        }
        if !COSTLY.iter().any(|word| line.contains(word)) {
            simulation.send(&line);
            simulation.run_until(simulation.now() + PAUSE);
        }
    }
});

/// A small table, pondering, and draws from the first move on.
fn options() -> Options {
    let mut options = Options::new().expect("a valid table");
    for (id, value) in [("hash", "1"), ("ponder", "true"), ("draw_move", "1")] {
        options.set(id, value).expect("in range");
    }
    options
}
