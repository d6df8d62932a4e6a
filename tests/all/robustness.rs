//! Many fast games with all kinds of searches, endings that are drawn for ever, and tables that change
//! under way: nothing may panic, hang or play an illegal move.
//!
//! The long run plays 2,000 games and is left out unless asked for; `GAMES` plays a part of them:
//!
//! ```text
//! GAMES=0..250 cargo test --test all robustness -- --ignored --nocapture
//! ```

use std::{
    env,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    sync::Arc,
    thread,
};

use zeitnot::{
    eval::Evaluation,
    position::{Game, Position},
    search::{
        Iteration, Limits, MAX_DEPTH, Outcome, Pacer, Params, STACK_BYTES, Searcher, StopToken,
        Table, score::MAX_PLY,
    },
};

/// MiB of the tables that games are played with, the big ones seldom.
const TABLES: [usize; 12] = [1, 16, 2, 64, 1, 128, 4, 16, 1, 256, 8, 1024];
/// No game is longer, in half-moves.
const LONGEST: usize = 300;

/// Ends a search after so many questions.
struct Interrupts(u32);

impl Pacer for Interrupts {
    fn expired(&mut self, _nodes: u64) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

/// A random way to limit a search.
fn limits(random: &mut fastrand::Rng) -> Limits {
    let nodes = random.bool().then(|| random.u64(0..2_000));
    let depth = random.bool().then(|| random.u32(0..9));
    let (multi_pv, second_best) = (random.usize(0..4) / 2, random.bool());
    Limits { nodes, depth, multi_pv, second_best, ..Limits::default() }
}

/// Panics unless the line can be played.
fn check(game: &Game, outcome: &Outcome) {
    let mut position = game.position().clone();
    for &mv in &outcome.line {
        assert!(position.is_legal(mv), "{} in {}", position.coordinate(mv), position.fen());
        position.play(mv);
    }
}

/// Plays the game with this number, of a mixed kind; how many half-moves it took.
fn play(number: usize) -> usize {
    let mut random = fastrand::Rng::with_seed(number as u64);
    let threads = 1 + number % 4;
    let table = Arc::new(Table::new(TABLES[number / 4 % TABLES.len()]));
    let mut searcher = Searcher::new(table, threads, Params::default(), &Evaluation::best());
    let mut game = Game::new(Position::startpos());
    while game.ending().is_none() && game.moves().len() < LONGEST {
        let moves = game.position().legal_moves();
        let mut mv = *random.choice(moves.iter()).expect("the game is not over");
        // Random moves at first, and now and then, lead where no good player comes.
        if game.moves().len() >= 6 && random.u32(0..12) > 0 {
            let mut interrupts = Interrupts(random.u32(1..8));
            let stop = StopToken::default();
            let outcome = searcher.run(&game, &limits(&mut random), &mut interrupts, &stop);
            check(&game, &outcome);
            mv = outcome.best().expect("there is a move");
        }
        assert!(game.position().is_legal(mv));
        game.play(mv);
    }
    game.moves().len()
}

#[test]
fn games_of_every_kind_are_played_to_their_end() {
    let half_moves: usize = (0..16).map(play).sum();
    assert!(half_moves > 16 * 20, "hardly games: {half_moves} half-moves");
}

#[test]
#[ignore = "plays 2,000 games; GAMES=0..250 plays a part of them"]
#[expect(clippy::disallowed_macros, reason = "a result for the one who asked")]
fn two_thousand_games_of_every_kind_are_played_to_their_end() {
    let games = env::var("GAMES").unwrap_or("0..2000".to_owned());
    let (first, end) = games.split_once("..").expect("GAMES is written as in 0..250");
    let numbers = first.parse().unwrap()..end.parse().unwrap();
    let (count, moves): (usize, usize) =
        numbers.map(play).fold((0, 0), |(count, moves), more| (count + 1, moves + more));
    println!("{count} games, {moves} half-moves");
}

/// Notes the deepest ply.
#[derive(Default)]
struct Depths(u32);

impl Pacer for Depths {
    fn expired(&mut self, _nodes: u64) -> bool {
        false
    }
    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        self.0 = self.0.max(iteration.seldepth);
        true
    }
}

/// What a search of so many nodes finds on a sixteenth of the stack that a searching thread has, and
/// the deepest ply it came to.
fn deepest(fen: &str, nodes: u64) -> (Outcome, u32) {
    let game = Game::new(Position::from_fen(fen).unwrap());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let search = move || {
        let mut depths = Depths::default();
        let mut searcher =
            Searcher::new(Arc::new(Table::new(16)), 1, Params::default(), &Evaluation::best());
        let outcome = searcher.run(&game, &limits, &mut depths, &StopToken::default());
        (outcome, depths.0)
    };
    let thread = thread::Builder::new().stack_size(STACK_BYTES / 16).spawn(search);
    thread.unwrap().join().unwrap()
}

#[test]
fn dead_draws_are_searched_to_the_end_with_few_nodes() {
    for (fen, nodes) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", 10_000),
        ("8/8/4k3/8/8/3K1B2/8/8 w - - 0 1", 10_000),
        ("8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - - 0 1", 1_000_000),
        ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1", 10_000_000),
    ] {
        let (outcome, _) = deepest(fen, nodes);
        assert_eq!((outcome.depth, outcome.score), (MAX_DEPTH, 0), "{fen}: {}", outcome.nodes);
    }
}

/// An eighth of the deepest line on a sixteenth of the stack: the deepest takes half of it at most.
#[test]
fn a_pawn_that_only_draws_is_searched_deep_on_little_stack() {
    let (outcome, ply) = deepest("8/8/8/8/4k3/4p3/8/4K3 w - - 0 1", 1_000_000);
    assert!(outcome.depth >= 100 && outcome.score == 0, "{outcome:?}");
    assert!(ply as usize >= MAX_PLY / 8, "{ply}");
}

/// Whether a line is the one waited for: it starts so, or goes on with a number that is large enough.
fn fits(said: &str, wanted: &str) -> bool {
    let Some((start, least)) = wanted.split_once(" >= ") else { return said.starts_with(wanted) };
    let number = said.strip_prefix(start).and_then(|rest| rest.split_whitespace().next());
    number.and_then(|n| n.parse::<u32>().ok()) >= least.parse().ok()
}

/// A conversation with the program itself: what it is told, and what it must say in the end.
fn converse(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut heard = Vec::new();
    for line in lines {
        match line.strip_prefix("< ") {
            None => writeln!(input, "{line}").unwrap(),
            Some(wanted) => loop {
                let said = output.next().expect("an answer").unwrap();
                let found = fits(&said, wanted);
                heard.push(said);
                if found {
                    break;
                }
            },
        }
    }
    assert!(child.wait().unwrap().success(), "{heard:?}");
    heard
}

#[test]
fn tables_and_threads_may_change_while_all_threads_search() {
    let uci = [
        "go infinite",
        "< info depth >= 6",
        "setoption name Hash value 64",
        "setoption name Threads value 3",
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 2",
        "stop",
        "< bestmove",
        "go nodes 20000",
        "isready",
        "< bestmove",
        "quit",
    ];
    converse(&["--uci", "--threads", "4", "--hash", "1"], &uci);
    let xboard = [
        "new",
        "post",
        "analyze",
        "<  >= 6",
        "memory 32",
        "cores 3",
        "new",
        "memory 1",
        "ping 1",
        "< pong 1",
        "sd 5",
        "go",
        "memory 8",
        "new",
        "cores 2",
        "st 1",
        "go",
        "< move",
        "quit",
    ];
    converse(&["--xboard", "--threads", "4", "--hash", "1"], &xboard);
}
