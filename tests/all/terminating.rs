//! SIGTERM ends the program at once, whatever it still has to say.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail the test")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{RecvTimeoutError::Timeout, channel},
    thread,
    time::Duration,
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

/// A program that is still there after so long does not end.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, spoken to in UCI.
fn zeitnot() -> Child {
    Command::new(env!("CARGO_BIN_EXE_zeitnot"))
        .args(["--uci", "--hash", "1", "--set", "own_book=false"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Says these lines, hangs up, sends SIGTERM after this has come, and returns what came afterwards.
fn terminated(lines: &str, awaited: &str) -> String {
    let mut child = zeitnot();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let mut line = String::new();
    while !line.starts_with(awaited) {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0, "{awaited} never came");
    }
    let process = Pid::from_raw(child.id() as i32);
    let (ended, end) = channel::<()>();
    let watch = thread::spawn(move || {
        if end.recv_timeout(PATIENCE) == Err(Timeout) {
            let _ = kill(process, Signal::SIGKILL);
        }
    });
    kill(process, Signal::SIGTERM).unwrap();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    let status = child.wait().unwrap();
    drop(ended);
    watch.join().unwrap();
    assert!(status.success(), "{status}: it did not end by itself");
    rest
}

#[test]
fn after_the_end_of_input_sigterm_ends_a_search_that_owes_its_move() {
    let rest = terminated("uci\nposition startpos\ngo depth 60\n", "info depth 8 ");
    assert!(!rest.contains("bestmove"), "{rest}");
}

#[test]
fn sigterm_ends_a_count_that_quit_waits_for() {
    let rest = terminated("go perft 12\nquit\nuci\n", "uciok");
    assert!(!rest.contains("Nodes searched"), "{rest}");
}
