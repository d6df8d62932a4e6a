//! Whole games on simulated clocks, one for each time policy: each of its stop reasons occurs, and
//! no clock runs out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_macros)]

use std::{collections::BTreeSet, time::Duration};

use zeitnot::{
    clock::parse_level,
    options::Options,
    protocol::cecp::Cecp,
    session::{Defaults, runtime::Settings, simulated::Simulation},
    timing::Parameters,
};

/// Nodes a search makes in a simulated millisecond.
const NODES_PER_MS: u64 = 60;

/// One side of a game.
struct Side {
    simulation: Simulation,
    /// What it said of each move: planned, used, why.
    remarks: Vec<String>,
}

impl Side {
    fn new(policy: &str, setup: &[String]) -> Side {
        let defaults = Defaults {
            policy: policy.to_owned(),
            move_overhead: Duration::from_millis(30),
            ponder: false,
            control: parse_level("0 1 0").unwrap(),
            parameters: Parameters::default(),
            clock: None,
        };
        let settings = Settings { threads: 1, hash: 4, defaults };
        let adapter = Box::new(Cecp::new(Options::new().unwrap()));
        let mut simulation = Simulation::new(&settings, adapter, NODES_PER_MS).unwrap();
        for line in ["xboard", "protover 2", "accepted debug", "new", "force"] {
            simulation.send(line);
        }
        setup.iter().for_each(|line| simulation.send(line));
        Side { simulation, remarks: Vec::new() }
    }

    /// Sends a line and waits for the move that follows; `None` at the end of the game.
    fn answer(&mut self, line: &str) -> Option<String> {
        self.simulation.send(line);
        let latest = self.simulation.now() + Duration::from_secs(300);
        let mut mv = None;
        while let Some((_, line)) = self.simulation.wait_line(latest) {
            if let Some(text) = line.strip_prefix("move ") {
                mv = Some(text.to_owned());
            } else if let Some(remark) = line.strip_prefix("# time: ") {
                self.remarks.push(remark.to_owned());
                return mv;
            } else if line.contains('{') {
                return mv;
            }
        }
        None
    }
}

/// The reason of a remark without its numbers.
fn rule(remark: &str) -> String {
    let reason = remark.split_once("depth ").map_or(remark, |(_, rest)| rest);
    let reason = reason.split_once(": ").map_or(reason, |(_, reason)| reason);
    reason.chars().filter(|c| !c.is_ascii_digit() && *c != '.').collect()
}

/// Plays up to `moves` moves of each side from a position; the remarks of the policy's side.
fn game(policy: &str, control: &str, fen: &str, moves: usize) -> Vec<String> {
    let setup = [format!("setboard {fen}"), control.to_owned()];
    let mut ours = Side::new(policy, &setup);
    let mut theirs = Side::new("rival", &[setup[0].clone(), "sd 4".to_owned()]);
    let mut reply = ours.answer("go");
    for _ in 1..moves {
        let Some(mv) = reply else { break };
        let line = format!("usermove {mv}");
        let Some(mv) = (if ours.remarks.len() == 1 {
            theirs.simulation.send(&line);
            theirs.answer("go")
        } else {
            theirs.answer(&line)
        }) else {
            break;
        };
        reply = ours.answer(&format!("usermove {mv}"));
    }
    ours.remarks
}

#[test]
fn explore() {
    let policies = std::env::var("POLICIES").unwrap();
    let control = std::env::var("CONTROL").unwrap_or("level 0 0:30 0".to_owned());
    for policy in policies.split(',') {
        for fen in std::fs::read_to_string(std::env::var("FENS").unwrap()).unwrap().lines() {
            let remarks = game(policy, &control, fen, 30);
            let rules: BTreeSet<String> = remarks.iter().map(|remark| rule(remark)).collect();
            println!("{policy} | {} | {} | {rules:?} | {fen}", remarks.len(), rules.len());
        }
    }
}
