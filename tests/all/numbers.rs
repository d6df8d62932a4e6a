//! Numbers of the search that were set are what the program searches by, whoever asks.

use std::{
    io::Write,
    process::{Command, Stdio},
};

/// The nodes of the bench that the program takes with these arguments and this input.
fn nodes(arguments: &[&str], input: &str) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(input.as_bytes()).expect("it listens");
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let total = told.lines().find_map(|line| line.split_once(" nodes "));
    let words = total.expect("a total").0.split_whitespace();
    words.last().unwrap().parse().unwrap()
}

#[test]
fn bench_counts_the_nodes_of_the_numbers_that_were_set() {
    let usual = nodes(&["bench", "4"], "");
    let set = ["--tunable", "--set", "null_move_depth=100", "--set", "delta=0"];
    let changed = nodes(&[&set[..], &["bench", "4"]].concat(), "");
    assert_ne!(usual, changed);
    assert_eq!(nodes(&["--tunable", "bench", "4"], ""), usual);
    let asked = "setoption name null_move_depth value 100\nsetoption name delta value 0\nbench 4\n";
    assert_eq!(nodes(&["--tunable", "--uci", "--hash", "1"], asked), changed);
    assert_eq!(nodes(&["--uci", "--hash", "1"], "bench 4\n"), usual);
}
