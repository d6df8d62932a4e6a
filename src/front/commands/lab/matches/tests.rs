//! What the command asks for, and how a match goes on.

use std::fs;

use clap::Parser;

use super::*;
use crate::{
    front::{
        args::{Args, Task, settings},
        commands::lab::Lab,
    },
    lab::elo::Pairs,
    pgn::{Outcome, Ply, Record},
    position::Position,
};

/// The match that a command line asks for, and the options that it sets.
fn asked(line: &str) -> (Match, Options) {
    let words = ["zeitnot", "lab", "match"].into_iter().chain(line.split_whitespace());
    let args = Args::try_parse_from(words).expect(line);
    let options = settings(&args, None, false).expect(line);
    match args.command {
        Some(Task::Lab(Lab::Match(asked))) => (*asked, options),
        other => panic!("{other:?}"),
    }
}

fn planned(line: &str) -> Result<ClockedMatch, String> {
    let (asked, options) = asked(line);
    plan(&asked, &options).map_err(|it| it.to_string())
}

const USUAL: &str = "--a ethereal-like --b rival --clock 10+0.1";

#[test]
fn the_terms_tell_who_plays_how() {
    for (more, told) in [
        ("", "ethereal-like - rival, 10+0.1, 30 nodes a millisecond, 8 MiB, seed 1"),
        (
            "--b-nodes-per-ms 15 --seed 7 --hash 16 --play-out",
            "ethereal-like - rival, 10+0.1, 30 and 15 nodes a ms, 16 MiB, seed 7, played out",
        ),
        ("--table 32", "ethereal-like - rival, 10+0.1, 30 nodes a millisecond, 32 MiB, seed 1"),
        (
            "--set hash=4 --a-set hash=2",
            "ethereal-like hash=2 - rival, 10+0.1, 30 nodes a millisecond, 4 MiB, seed 1",
        ),
        (
            "--a-set trap=true --real",
            "ethereal-like trap=true - rival, 10+0.1, real clocks, threads 1, 8 MiB, seed 1",
        ),
    ] {
        let line = format!("{USUAL} {more}");
        let plan = planned(&line).expect(&line);
        let (asked, options) = asked(&line);
        assert_eq!(terms(&asked, options.settings().hash, &plan), told);
    }
}

#[test]
fn each_side_has_its_own_policy_and_settings() {
    let line = "--a fixed --a-set fixed_time=200 --b fixed --clock 60+0 --games 6";
    let plan = planned(line).expect(line);
    let [a, b] = &plan.sides;
    assert_eq!((&*a.name, &*b.name), ("fixed fixed_time=200", "fixed"));
    assert_ne!(a.settings.parameters, b.settings.parameters);
    assert_eq!((a.settings.hash, plan.games), (8, 6));
    let same = planned("--a rival --b rival --clock 60+0").expect("two of a kind");
    assert_eq!(same.sides[1].name, "rival again");
    let other = "--a adaptive --a-number change=0.3 --b adaptive --clock 60+0";
    let [a, b] = planned(other).expect("two settings").sides;
    assert_eq!((&*a.name, &*b.name), ("adaptive change=0.3", "adaptive"));
    assert_eq!(a.settings.parameters.numbers.change, 0.3);
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    for (line, reason) in [
        ("--a hurry --b rival --clock 60+0", "side a: "),
        ("--a rival --b rival --b-set fixed_time=0 --clock 60+0", "side b: "),
        (
            "--a rival --a-number change=1 --b rival --clock 60+0",
            "side a: only `adaptive` has numbers, not `rival`",
        ),
        (
            "--a rival --b adaptive --b-number chance=1 --clock 60+0",
            "side b: `adaptive` has no number `chance`; it has moves_at_start, ",
        ),
        ("--a rival --b rival --clock soon", "--clock: "),
        ("--a rival --b rival --clock -", "--clock: under the time control `-` there is no clock"),
        ("--a rival --b rival --clock 0+1", "--clock: the time control `0+1` gives the first"),
        ("--a rival --b rival --clock 60+0 --openings /nowhere/book.epd", "/nowhere/book.epd: "),
    ] {
        let refusal = planned(line).expect_err(line);
        assert!(refusal.starts_with(reason), "{refusal}");
    }
}

/// A game of a match as it is in the file.
fn game(round: &str, terms: &str) -> String {
    let mut record = Record::new(Position::startpos());
    let mv = record.start.parse_move("e4").expect("a move");
    record.moves.push(Ply::new(mv));
    record.result = Outcome::Draw;
    record.tags.round = round.to_owned();
    record.tags.set(TERMS, terms);
    record.to_string()
}

/// A file with a name of its own, which goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("zeitnot-{}-{name}", std::process::id()));
        fs::write(&path, text).expect("a scratch file");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_match_goes_on_with_the_games_of_its_file() {
    let torn = "[Event \"zeitnot lab match\"]\n[Site \"?\"]\n[Ro";
    let text = game("1.1", "ours") + &game("2.2", "ours") + torn;
    let scratch = Scratch::new("resume.pgn", &text);
    let mut books = Books::default();
    read_games(Some(&scratch.0), "ours", &mut books).expect("our match");
    assert_eq!(books.numbers().collect::<Vec<_>>(), [0, 3]);
    Paper::open(&scratch.0, true)
        .and_then(|mut paper| paper.add(&game("1.2", "ours")))
        .expect("room");
    let mut again = Books::default();
    read_games(Some(&scratch.0), "ours", &mut again).expect("our match");
    assert_eq!(again.numbers().collect::<Vec<_>>(), [0, 1, 3]);
}

#[test]
fn another_match_is_neither_gone_on_with_nor_written_over() {
    let scratch = Scratch::new("other.pgn", &game("1.1", "theirs"));
    let path = scratch.0.display().to_string();
    let refusal = read_games(Some(&scratch.0), "ours", &mut Books::default()).expect_err("another");
    assert_eq!(
        refusal.to_string(),
        format!("{path} has another match: \"theirs\" instead of \"ours\"")
    );
    let refusal = Paper::open(&scratch.0, false).err().expect("a refusal");
    assert_eq!(
        refusal.to_string(),
        format!("{path} exists; --resume goes on with the match in it")
    );
}

#[test]
fn too_few_openings_are_refused() {
    let scratch =
        Scratch::new("one.epd", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -");
    let path = scratch.0.display();
    assert!(planned(&format!("{USUAL} --games 2 --openings {path}")).is_ok());
    let refusal = planned(&format!("{USUAL} --games 4 --openings {path}")).expect_err("too few");
    assert_eq!(
        refusal,
        format!("{path} has 1 openings, enough for 2 games; ask for no more with --games")
    );
}

#[test]
fn a_match_broken_off_says_which_games_its_elo_is_of() {
    let plan = planned(USUAL).expect(USUAL);
    let text = ["1.1", "1.2", "2.1"].map(|round| game(round, "ours")).concat();
    let scratch = Scratch::new("broken.pgn", &text);
    let mut books = Books::default();
    read_games(Some(&scratch.0), "ours", &mut books).expect("our match");
    let told = summary(None, &plan, &books);
    let line =
        "3 games: 1.5 points (50.0 %), +0 =3 -0, Elo +0.0 (of 2 games in pairs), pairs 0 0 1 0 0\n";
    assert!(told.starts_with(line), "{told}");
}

#[test]
fn the_example_of_the_page_adds_up() {
    let page = include_str!("../../../../../docs/time-lab-match.md");
    let pairs = Pairs([1, 18, 38, 77, 78]);
    let sprt = Sprt { elo0: 0.0, elo1: 5.0 };
    for line in [
        format!("{} games: 318.5 points", 2 * pairs.count()),
        format!("({:.1} %), +254 =129 -41, {}", 100.0 * pairs.score(), standing::strength(&pairs)),
        format!("LOS 100.0 %, pairs 1 18 38 77 78\n    {}\n", standing::test(&sprt, &pairs)),
    ] {
        assert!(page.contains(&line), "{line}");
    }
    assert_eq!(pairs.score() * f64::from(2 * pairs.count()), 254.0 + 129.0 / 2.0);
}

#[test]
fn the_summary_tells_points_and_clocks() {
    let plan = planned(USUAL).expect(USUAL);
    let text = summary(Some(&Sprt { elo0: 0.0, elo1: 5.0 }), &plan, &Books::default());
    assert_eq!(
        text,
        "0 games: 0.0 points (50.0 %), +0 =0 -0, Elo +0.0, pairs 0 0 0 0 0\n\
         SPRT [0, 5]: LLR +0.00 of 2.94, not decided\n\
         ethereal-like: 0 lost on time, - of the clock used by move 60 or the end (median)\n\
         rival: 0 lost on time, - of the clock used by move 60 or the end (median)\n"
    );
}
