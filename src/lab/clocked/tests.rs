//! Matches on a clock made of nodes, and one on the clock on the wall.

use super::*;
use crate::{clock::parse_any, eval::Evaluation, options::Options, pgn::Outcome};

fn side(policy: &str, nodes_per_ms: u64) -> Side {
    let mut options = Options::new().expect("a valid table");
    for (id, value) in [("policy", policy), ("hash", "1"), ("ponder", "true")] {
        options.set(id, value).expect("a good value");
    }
    let (name, settings) = (policy.to_owned(), options.settings().clone());
    Side { name, settings, evaluation: Evaluation::Classical, nodes_per_ms }
}

fn plan(control: &str, sides: [Side; 2]) -> ClockedMatch {
    ClockedMatch {
        sides,
        control: parse_any(control).expect("a control"),
        real: false,
        openings: Openings::Random(5),
        games: 4,
        play_out: false,
        reasons: true,
        threads: 2,
    }
}

/// All games that are not done, by their numbers.
fn games(plan: &ClockedMatch, done: &[u64]) -> Vec<Finished> {
    let games: Result<Vec<Finished>, String> =
        plan.start(done.iter().copied().collect()).iter().collect();
    let mut games = games.expect("sessions that play");
    games.sort_by_key(|(number, _)| *number);
    games
}

#[test]
fn a_match_on_a_node_clock_is_the_same_whenever_it_is_played() {
    let plan = plan("5+0.05", [side("ethereal-like", 4), side("rival", 4)]);
    let first = games(&plan, &[]);
    assert_eq!(first, games(&ClockedMatch { threads: 1, ..plan.clone() }, &[]));
    let [(_, one), (_, two), ..] = &first[..] else { panic!("{} games", first.len()) };
    assert_eq!(one.start, two.start, "an opening is played with both colours");
    assert_eq!((&*one.tags.white, &*two.tags.white), ("ethereal-like", "rival"));
    assert_eq!((&*one.tags.round, &*two.tags.round), ("1.1", "1.2"));
    assert_ne!(one.result, Outcome::Open);
    let ply = &one.moves[0];
    assert!(ply.clock.is_some() && ply.elapsed.is_some() && ply.eval.is_some());
    assert!(ply.planned.is_some() && !ply.why.is_empty(), "{ply:?}");
    let mut books = Books::default();
    assert!(first.iter().all(|(_, record)| books.enter(record)));
    assert_eq!(books.pairs().count(), 2);
}

#[test]
fn a_match_goes_on_with_the_games_that_are_missing() {
    let plan = plan("2+0.02", [side("rival", 2), side("vs-length", 2)]);
    let rest = games(&plan, &[0, 3]);
    let numbers: Vec<u64> = rest.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!([&*rest[0].1.tags.round, &*rest[1].1.tags.round], ["1.2", "2.1"]);
}

#[test]
fn more_nodes_a_millisecond_are_a_handicap_for_the_other_side() {
    let plan = plan("2+0.02", [side("rival", 40), side("rival", 1)]);
    let mut books = Books::default();
    games(&plan, &[]).iter().for_each(|(_, record)| assert!(books.enter(record)));
    let [won, _, lost] = books.results();
    assert!(won > lost, "{:?}", books.results());
}

#[test]
fn a_policy_that_does_not_exist_ends_the_match_with_the_reason() {
    let mut wrong = side("rival", 1);
    wrong.settings.policy = "hurry".to_owned();
    let plan = plan("2+0.02", [side("rival", 1), wrong]);
    let first = plan.start(BTreeSet::new()).recv().expect("an answer");
    assert_eq!(first.expect_err("no such policy"), "there is no time policy \"hurry\"");
}

/// Both think on the other's time; how long that takes is not looked at.
#[test]
fn a_game_on_the_clock_on_the_wall_comes_to_an_end() {
    let plan = plan("0.3+0", [side("rival", 1), side("ethereal-like", 1)]);
    let plan = ClockedMatch { real: true, games: 1, threads: 1, ..plan };
    let [(0, record)] = &games(&plan, &[])[..] else { panic!("one game") };
    assert_ne!(record.result, Outcome::Open);
    assert!(record.moves.iter().all(|ply| ply.elapsed.is_some()));
}
