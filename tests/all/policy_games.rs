//! Whole games on simulated clocks, one for each time policy: each of its stop reasons occurs, and
//! no clock runs out.

use std::{
    io::{self, Write},
    iter,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use zeitnot::{
    options::Options,
    position::{Game, Position},
    protocol::cecp::Cecp,
    session::simulated::Simulation,
    timing::NAMES,
};

/// Nodes a search makes in a simulated millisecond: few, so that thirty moves take a moment. `achilles`
/// looks for clearer choices than so short searches find.
fn nodes_per_ms(policy: &str) -> u64 {
    if policy == "achilles" { 20 } else { 10 }
}

/// One side of a game.
struct Side {
    simulation: Simulation,
    /// What it said of each move: planned, used, why.
    remarks: Vec<String>,
}

impl Side {
    fn at_speed(policy: &str, setup: &[String], nodes_per_ms: u64) -> Side {
        let mut options = Options::new().unwrap();
        for (id, value) in [("policy", policy), ("hash", "4")] {
            options.set(id, value).unwrap();
        }
        let settings = options.settings().clone();
        let adapter = Box::new(Cecp::new(options));
        let mut simulation = Simulation::new(&settings, adapter, nodes_per_ms).unwrap();
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

/// Plays up to 30 moves of each side from a position, the policy's side under each control from the
/// move named with it; the remarks of that side.
fn game(policy: &str, fen: &str, controls: &[(usize, &str)]) -> Vec<String> {
    let position = format!("setboard {fen}");
    let setup = [position.clone(), controls[0].1.to_owned()];
    let mut ours = Side::at_speed(policy, &setup, nodes_per_ms(policy));
    let mut theirs = Side::at_speed("rival", &[position, "sd 5".to_owned()], nodes_per_ms(policy));
    let mut reply = ours.answer("go");
    for number in 2..=30 {
        let Some(mv) = reply else { break };
        let line = format!("usermove {mv}");
        let answer = if number == 2 {
            theirs.simulation.send(&line);
            theirs.answer("go")
        } else {
            theirs.answer(&line)
        };
        let Some(mv) = answer else { break };
        if let Some((_, control)) = controls.iter().find(|(from, _)| *from == number) {
            ours.simulation.send(control);
        }
        reply = ours.answer(&format!("usermove {mv}"));
    }
    ours.remarks
}

/// What a policy can say at the end of a move, without its numbers; rules that only let a search go
/// on are not among them.
fn rules(policy: &str) -> &'static [&'static str] {
    match policy {
        "rival" => &["planned", "score recovered", "extension over", "no time to spend"],
        "achilles" => &[
            "no other sensible reply",
            "best move settled",
            "achilles: planned",
            "extension over",
            "points better than any other move",
        ],
        "cray-blitz" => &[
            "easy move at half the time",
            "score unchanged, planned",
            "twice the time used, and not clearly worse",
            "the most for a move",
        ],
        "stockfish-like" => &[
            "of the optimum is enough",
            "no new iteration",
            "of the nodes on the best move",
            "the most for a move",
        ],
        "ethereal-like" => &["of the optimum is enough", "the most for a move"],
        "crafty-like" => &["of the optimum is enough", "the most for a move"],
        "adaptive" => &["would change it in 1 of", "the most for a move"],
        "fixed" => &["used"],
        _ => &["planned"],
    }
}

/// The time controls of a policy's game, each from a move on: what it takes for all its rules.
fn controls(policy: &str) -> &'static [(usize, &'static str)] {
    match policy {
        // Two moves a control, so that an extension is soon over; then longer ones; then no time.
        "rival" => &[(1, "level 2 0:01 0"), (20, "level 40 0:10 0"), (27, "level 0 0:05 0")],
        "achilles" => &[(1, "level 40 0:40 0"), (21, "level 30 0:08 0")],
        "adaptive" | "stockfish-like" | "ethereal-like" | "crafty-like" => {
            &[(1, "level 40 0:30 0"), (21, "level 5 0:01 0")]
        }
        _ => &[(1, "level 40 0:30 0")],
    }
}

/// The number of an opening whose game shows all rules of a policy. When the search changes, another one
/// may have to be found, which takes a while; the test says then which to write down here.
fn known_opening(policy: &str) -> u64 {
    match policy {
        "rival" => 85,
        "ethereal-like" => 9,
        "achilles" => 54,
        "vs-length" => 3,
        "stockfish-like" => 21,
        "cray-blitz" => 5,
        "vs-average" | "vs-material-continuous" | "vs-percentile" | "baguette" => 1,
        _ => 0,
    }
}

/// How many openings are tried in the end.
const OPENINGS: u64 = 600;

/// A position that a game begins with, by random moves. Most policies need few of them until a game has
/// asked for every rule, `rival` and `achilles` some dozens.
fn opening(number: u64) -> String {
    let mut random = fastrand::Rng::with_seed(number);
    let mut game = Game::new(Position::startpos());
    for _ in 0..20 {
        let moves = game.position().legal_moves();
        if let Some(&mv) = random.choice(moves.iter()) {
            game.play(mv);
        }
    }
    game.position().fen()
}

/// Looks for an opening whose game shows all rules of a policy, the known one first. Another one is told
/// on standard error, past what the test harness holds back.
fn find_opening(policy: &str) -> Option<u64> {
    let shows_all = |&number: &u64| {
        missing(policy, &game(policy, &opening(number), controls(policy))).is_empty()
    };
    let known = known_opening(policy);
    let found = iter::once(known).chain(0..OPENINGS).find(shows_all)?;
    if found != known {
        let advice = format!("write {found} down in tests/all/policy_games.rs, known_opening");
        let text = format!("{policy}: opening {known} does not show all rules: {advice}\n");
        io::stderr().write_all(text.as_bytes()).unwrap();
    }
    Some(found)
}

/// The rules of a policy that a game has not shown; a game that ended early has shown none.
fn missing<'a>(policy: &'a str, remarks: &[String]) -> Vec<&'a str> {
    let shown = |rule: &str| remarks.iter().any(|remark| remark.contains(rule));
    rules(policy).iter().copied().filter(|rule| remarks.len() < 30 || !shown(rule)).collect()
}

#[test]
fn one_game_of_thirty_moves_shows_every_rule_of_a_policy() {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(&policy) = NAMES.get(next.fetch_add(1, Relaxed)) {
            if find_opening(policy).is_none() {
                failures.lock().unwrap().push(format!("{policy}: no game shows all its rules"));
            }
        }
    };
    thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_policy_moves_before_the_flag_falls_however_long_an_iteration_takes() {
    let fen = "r1bqk2r/1p2ppbp/p2p1np1/2pPn3/2P1P3/2N1B2P/PP2NPP1/R2QKB1R w KQkq - 0 1";
    for &policy in NAMES {
        for (control, told, left) in [
            ("level 0 0:01 0", 100, 1_000),
            ("level 40 0:02 0", 200, 2_000),
            ("level 1 0:01 0", 100, 1_000),
            ("level 0 0:01 12", 50, 500),
            ("level 0 1 0", 10, 100),
            ("st 0.2", 20, 200),
        ] {
            let setup = [format!("setboard {fen}"), control.to_owned(), format!("time {told}")];
            // At so few nodes a millisecond no iteration worth the name ends within the time.
            let mut side = Side::at_speed(policy, &setup, 10);
            let began = side.simulation.now();
            assert!(side.answer("go").is_some(), "{policy} under {control} moves");
            let took = side.simulation.now() - began;
            assert!(took < Duration::from_millis(left), "{policy} under {control}: {took:?}");
        }
    }
}
