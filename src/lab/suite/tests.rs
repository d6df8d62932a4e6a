use std::sync::Arc;

use super::*;
use crate::{
    eval::Evaluation,
    search::{Params, Table, Unhurried},
};

/// Back-rank mate, a queen to be won, a stalemate to be avoided.
const SUITE: &str = "# own positions

6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"mates.1\";\r
4k3/8/8/3q4/8/8/8/3RK3 w - - bm Rxd5; c0 \"from https://example.org/?game=12\"; id \"wins.1\";
7k/8/8/8/8/8/4q3/7K b - - 0 1 am Qf2; id \"mates.2\"
6k1/5ppp/8/8/8/8/8/K2R4 w - - dm 1; id \"mates.3\";
";

fn searcher() -> Searcher {
    Searcher::new(Arc::new(Table::new(1)), 1, Params::default(), &Evaluation::Classical)
}

fn one(line: &str) -> Exercise {
    read(line).expect("a good line").remove(0)
}

fn mark(exercise: &Exercise, mv: &str) -> (bool, u32) {
    let found = exercise.position.parse_move(mv).expect("a legal move");
    let answer = exercise.mark(Some(found), 0);
    (answer.solved, answer.points)
}

#[test]
fn the_search_solves_a_suite() {
    let exercises = read(SUITE).expect("a good suite");
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let mut searcher = searcher();
    let results: Vec<(Exercise, Answer)> = exercises
        .into_iter()
        .map(|exercise| {
            let answer = exercise.attempt(&mut searcher, &limits, &mut Unhurried);
            (exercise, answer)
        })
        .collect();
    assert!(results.iter().all(|(_, answer)| answer.solved), "{results:?}");
    let themes = by_theme(&results);
    let mates = Tally { exercises: 3, solved: 3, points: 3, worth: 3 };
    let wins = Tally { exercises: 1, solved: 1, points: 1, worth: 1 };
    assert_eq!(themes, [("mates", mates), ("wins", wins)]);
}

#[test]
fn any_of_several_moves_is_right_and_those_to_avoid_are_not() {
    let exercise = one("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; am Kd1;");
    assert_eq!((exercise.name.as_str(), exercise.wanted()), ("line 1", "e4 or e3".to_owned()));
    assert_eq!((mark(&exercise, "e3"), mark(&exercise, "Kd1")), ((true, 1), (false, 0)));
    let avoiding = one("4k3/8/8/8/8/8/4P3/4K3 w - - am Kd1;");
    assert_eq!(avoiding.wanted(), "anything but Kd1");
    assert_eq!((mark(&avoiding, "e3"), mark(&avoiding, "Kd1")), ((true, 1), (false, 0)));
}

#[test]
fn grades_are_read_in_both_forms() {
    for line in [
        r#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 "e4=10, e3=4";"#,
        r#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 "e4 wins"; c8 "10 4"; c9 "e2e4 e2e3";"#,
        r#"4k3/8/8/8/8/8/4P3/4K3 w - - c8 "10 4"; c9 "e2e4 e2e3";"#,
    ] {
        let exercise = one(line);
        assert!(exercise.is_graded() && exercise.worth() == 10 && exercise.wanted() == "e4");
        let marks = ["e4", "e3", "Kd1"].map(|mv| mark(&exercise, mv));
        assert_eq!(marks, [(true, 10), (false, 4), (false, 0)], "{line}");
    }
    let promotion = one(r#"8/4P3/8/8/8/k7/8/4K3 w - - c0 "e8=Q=10, e8=R=9";"#);
    assert_eq!(mark(&promotion, "e8=R"), (false, 9));
}

#[test]
fn themes_are_names_without_numbers() {
    for (name, theme) in
        [("STS(v1.0) Undermine.001", "STS(v1.0) Undermine"), ("BK 24", "BK"), ("x", "x")]
    {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"{name}\";");
        assert_eq!(one(&line).theme(), theme);
    }
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (operations, complaint) in [
        ("bm e4; id \"x", "line 2: the quotation of `id` never ends"),
        ("bm Qe4;", "line 2: `bm`: Qe4 cannot be played: you have no such queen"),
        ("am e5;", "line 2: `am`: e5 cannot be played"),
        ("bm e4; c8 \"10\"; c9 \"e2e4 e2e3\";", "line 2: `c9` has 2 moves, but `c8` has 1 grades"),
        ("bm e4; c8 \"ten\"; c9 \"e2e4\";", "line 2: `c8`: \"ten\" is no whole number"),
        ("c0 \"e5=10\";", "line 2: `c0`: e5 cannot be played"),
        ("dm soon;", "line 2: `dm`: \"soon\" is no whole number"),
        ("id \"x\";", "line 2: nothing says which move is right"),
    ] {
        let error = read(&format!("\n4k3/8/8/8/8/8/4P3/4K3 w - - {operations}"));
        let error = error.expect_err("a refusal").to_string();
        assert!(error.starts_with(complaint), "{error}");
    }
    assert_eq!(read(""), Ok(vec![]));
}
