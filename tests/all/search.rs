//! What the search must find, and when it must end.

use std::{
    sync::{Arc, mpsc},
    thread,
};

use zeitnot::{
    eval::{
        Evaluation,
        nnue::{Network, Shape, Simd},
    },
    position::{ChessMove, Game, Position},
    search::{
        Bound, Iteration, Limits, Outcome, Pacer, Params, STACK_BYTES, Searcher, StopToken, Table,
        Unhurried, bench, score::mate_distance,
    },
};

fn searcher(threads: usize) -> Searcher {
    Searcher::new(Arc::new(Table::new(16)), threads, Params::default(), &Evaluation::best())
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap())
}

fn search(game: &Game, limits: Limits) -> Outcome {
    searcher(1).run(game, &limits, &mut Unhurried, &StopToken::default())
}

fn to_depth(fen: &str, depth: u32) -> Outcome {
    search(&game(fen), Limits { depth: Some(depth), ..Limits::default() })
}

fn best(fen: &str, outcome: &Outcome) -> String {
    Position::from_fen(fen).unwrap().san(outcome.best().unwrap())
}

#[test]
fn mates_are_found_and_counted() {
    for (fen, depth, moves) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 3, 1),
        ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", 3, 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 8, 2),
        // Here Black would rather pass, which hides the mate from a search that lets him.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 36, 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 9, 3),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 5, -1),
    ] {
        assert_eq!(mate_distance(to_depth(fen, depth).score), Some(moves), "{fen}");
    }
}

#[test]
fn without_a_legal_move_there_is_none_to_play() {
    assert_eq!(to_depth("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 5).best(), None);
}

#[test]
fn stalemate_is_a_draw_and_the_winner_avoids_it() {
    assert_eq!(to_depth("k7/P7/2K5/8/8/8/8/8 w - - 0 1", 8).score, 0);
    let fen = "7k/8/8/8/8/8/4q3/7K b - - 0 1";
    let outcome = to_depth(fen, 4);
    assert!(outcome.score > 500 && best(fen, &outcome) != "Qf2", "{}", best(fen, &outcome));
}

#[test]
fn a_lost_side_checks_for_ever() {
    assert_eq!(to_depth("3Q4/5pkp/8/8/8/7P/qr3PP1/6K1 w - - 0 1", 9).score, 0);
}

#[test]
fn a_pawn_becomes_what_the_position_wants() {
    for (fen, depth, wanted) in [
        ("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", 16, "c8=R"), // a queen would stalemate
        ("8/2P1k3/3q4/8/8/8/PP6/7K w - - 0 1", 8, "c8=N+"), // king and queen forked
        ("8/P1k5/8/8/8/8/6K1/8 w - - 0 1", 6, "a8=Q"),    // now or never
    ] {
        assert_eq!(best(fen, &to_depth(fen, depth)), wanted, "{fen}");
    }
}

#[test]
fn a_lost_side_repeats_a_position_of_the_game() {
    let mut game = game("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv);
    }
    let deep = Limits { depth: Some(6), ..Limits::default() };
    let nothing = Limits { nodes: Some(0), ..Limits::default() };
    for outcome in [deep, nothing].map(|limits| search(&game, limits)) {
        assert_eq!(game.position().san(outcome.best().unwrap()), "Ng8");
        assert_eq!(outcome.score, 0);
    }
}

#[test]
fn with_the_fifty_moves_nearly_over_the_winner_moves_a_pawn() {
    let fen = "8/8/8/k7/8/7R/1P6/1K6 w - - 99 120";
    let outcome = to_depth(fen, 8);
    assert!(outcome.score > 300, "{}", outcome.score);
    assert!(best(fen, &outcome).starts_with('b'), "{}", best(fen, &outcome));
}

#[test]
fn limits_end_a_search() {
    let start = Game::new(Position::startpos());
    let nodes = search(&start, Limits { nodes: Some(20_000), ..Limits::default() }).nodes;
    assert!((20_000..21_000).contains(&nodes), "{nodes}");
    let outcome = search(&start, Limits { depth: Some(4), ..Limits::default() });
    assert_eq!(outcome.depth, 4);
    let e3 = start.position().parse_move("e3").unwrap();
    let only = Limits { depth: Some(4), root_moves: vec![e3], ..Limits::default() };
    assert_eq!(search(&start, only).best(), Some(e3));
}

/// All ways to end a search before it has begun, with the pacer and the token they take.
fn cut_short(fen: &str, limits: &Limits) -> Vec<(Outcome, Impatient)> {
    let run = |nodes, questions, stopped| {
        let (mut pacer, stop) = (Impatient::new(fen, questions), StopToken::default());
        if stopped {
            stop.stop();
        }
        let limits = Limits { nodes, ..limits.clone() };
        let outcome = searcher(1).run(&game(fen), &limits, &mut pacer, &stop);
        (outcome, pacer)
    };
    vec![
        run(Some(0), u32::MAX, false),
        run(Some(1), u32::MAX, false),
        run(None, 1, false),
        run(None, u32::MAX, true),
    ]
}

#[test]
fn however_soon_a_search_ends_its_move_is_sensible() {
    for (fen, wanted) in [
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "exd5"), // a queen hangs
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#"), // mate in one
        ("r1bqkb1r/pppp1ppp/2n5/4p3/4n3/2N2N2/PPPPBPPP/R1BQK2R w KQkq - 0 5", "Nxe4"),
        ("7k/8/8/8/8/8/1r5P/K7 w - - 0 1", "Kxb2"),
        ("8/P1k5/8/8/8/8/6K1/8 w - - 0 1", "a8=Q"), // now or never
        ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2"),  // the only move
    ] {
        for multi_pv in [1, 3] {
            let limits = Limits { multi_pv, ..Limits::default() };
            for (outcome, pacer) in cut_short(fen, &limits) {
                assert_eq!(best(fen, &outcome), wanted, "{fen}");
                assert!(outcome.nodes < 2_000 && (outcome.nodes > 0) == (outcome.depth > 0));
                let (line, score) = pacer.best.expect("the move was told");
                assert_eq!(line.first(), outcome.line.first(), "{fen}");
                // What is told last may be a bound, where the next iteration has begun.
                assert!(score.is_none_or(|score| score == outcome.score), "{fen}");
            }
        }
    }
}

#[test]
fn a_search_cut_short_neither_walks_into_a_capture_nor_leaves_a_man_there() {
    for (fen, least) in [
        ("4k3/4p3/3p4/8/8/8/3Q4/4K3 w - - 0 1", 500), // the pawn is guarded
        ("6k1/2p5/3p4/4Q3/8/8/8/4K3 w - - 0 1", 500), // the queen is attacked
    ] {
        for (outcome, _) in cut_short(fen, &Limits::default()) {
            assert!(outcome.score > least, "{fen}: {}", best(fen, &outcome));
        }
    }
}

#[test]
fn a_search_cut_short_keeps_to_the_root_moves_it_was_given() {
    let fen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    let root_moves: Vec<ChessMove> =
        ["e5", "Kf1"].map(|mv| Position::from_fen(fen).unwrap().parse_move(mv).unwrap()).into();
    let limits = Limits { root_moves: root_moves.clone(), ..Limits::default() };
    for (outcome, _) in cut_short(fen, &limits) {
        assert!(root_moves.contains(&outcome.best().unwrap()));
    }
}

#[test]
fn a_search_cut_short_plays_what_an_earlier_one_found() {
    let fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let mut searcher = searcher(1);
    let mut run = |limits| {
        let outcome = searcher.run(&game(fen), &limits, &mut Unhurried, &StopToken::default());
        (best(fen, &outcome), mate_distance(outcome.score))
    };
    run(Limits { mate: Some(3), ..Limits::default() });
    let nothing = Limits { nodes: Some(0), ..Limits::default() };
    assert_eq!(run(nothing), ("Ra6+".to_owned(), Some(3)));
}

/// Queens that hang wherever one looks: one ply and the captures after it are many thousands of nodes.
const WILD: &str = "k1q1q1q1/1q1q1q1q/q1q4n/8/8/N4Q1Q/Q1Q1Q1Q1/1Q1Q1Q1K w - - 0 1";

#[test]
fn a_search_cut_short_does_not_wait_for_captures_that_never_end() {
    for (outcome, pacer) in cut_short(WILD, &Limits::default()) {
        assert!(outcome.nodes < 10_000 && outcome.depth == 0, "{}", outcome.nodes);
        let (line, score) = pacer.best.expect("the move was told");
        assert_eq!((&line, score), (&outcome.line, Some(outcome.score)));
    }
}

/// Ends the search after so many questions, and keeps an eye on the reports.
struct Impatient {
    questions: u32,
    root: Position,
    reports: u32,
    /// The best line told last, and its score if it was exact.
    best: Option<(Vec<ChessMove>, Option<i32>)>,
}

impl Impatient {
    fn new(fen: &str, questions: u32) -> Impatient {
        let root = Position::from_fen(fen).unwrap();
        Impatient { questions, root, reports: 0, best: None }
    }
}

impl Pacer for Impatient {
    fn expired(&mut self, _nodes: u64) -> bool {
        self.questions = self.questions.saturating_sub(1);
        self.questions == 0
    }
    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        self.reports += 1;
        let mut position = self.root.clone();
        for &mv in iteration.line {
            assert!(position.is_legal(mv), "the line is playable");
            position.play(mv);
        }
        if iteration.rank == 1 {
            let exact = (iteration.bound == Bound::Exact).then_some(iteration.score);
            self.best = Some((iteration.line.to_vec(), exact));
        }
        true
    }
    fn root_move(&mut self, _depth: u32, number: u32, total: u32, mv: ChessMove) {
        assert!(number >= 1 && number <= total && self.root.is_legal(mv));
    }
}

/// A middlegame in which much is going on.
const SHARP: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn several_threads_report_playable_lines_and_end_with_the_first() {
    for threads in 1..=4 {
        let mut pacer = Impatient::new(SHARP, 100);
        let (game, stop) = (game(SHARP), StopToken::default());
        let outcome = searcher(threads).run(&game, &Limits::default(), &mut pacer, &stop);
        assert!(outcome.best().is_some() && pacer.reports > 3);
        assert!(outcome.nodes >= 50_000, "{}", outcome.nodes);
    }
}

#[test]
fn the_move_told_last_is_the_one_played_whichever_thread_found_it() {
    for (threads, second_best) in [(1, false), (2, true), (3, false), (4, true)] {
        let mut searcher = searcher(threads);
        let limits = Limits { second_best, ..Limits::default() };
        for questions in (1..=12).map(|count| 4 * count) {
            let mut pacer = Impatient::new(SHARP, questions);
            searcher.new_game();
            let outcome = searcher.run(&game(SHARP), &limits, &mut pacer, &StopToken::default());
            let (line, score) = pacer.best.unwrap();
            assert_eq!(line.first(), outcome.line.first());
            assert_eq!(score.unwrap_or(outcome.score), outcome.score);
            assert!(outcome.depth > 0);
            assert!(outcome.second.is_none_or(|(mv, _)| Some(mv) != outcome.best()));
        }
    }
}

#[test]
fn limits_hold_for_several_threads() {
    let start = Game::new(Position::startpos());
    let run = |threads, limits| {
        searcher(threads).run(&start, &limits, &mut Unhurried, &StopToken::default())
    };
    for threads in 2..=4 {
        for limit in [1, 700, 20_000] {
            let nodes = run(threads, Limits { nodes: Some(limit), ..Limits::default() }).nodes;
            assert!((limit..limit + 600).contains(&nodes), "{nodes} of {limit}");
        }
        let limits = Limits { depth: Some(6), multi_pv: 3, ..Limits::default() };
        assert_eq!(run(threads, limits).depth, 6);
        let e3 = start.position().parse_move("e3").unwrap();
        let only = Limits { nodes: Some(5_000), root_moves: vec![e3], ..Limits::default() };
        assert_eq!(run(threads, only).best(), Some(e3));
    }
}

#[test]
fn several_threads_find_the_mate_too() {
    let fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let limits = Limits { mate: Some(3), ..Limits::default() };
    for threads in 2..=4 {
        let (game, stop) = (game(fen), StopToken::default());
        let outcome = searcher(threads).run(&game, &limits, &mut Unhurried, &stop);
        assert_eq!(mate_distance(outcome.score), Some(3));
        assert_eq!(best(fen, &outcome), "Ra6+");
    }
}

/// Goes on until its token stops it, and tells when it is under way.
struct Hanging(Option<mpsc::Sender<()>>);

impl Pacer for Hanging {
    fn expired(&mut self, _nodes: u64) -> bool {
        self.0.take().is_some_and(|begun| begun.send(()).is_err())
    }
}

#[test]
fn a_searcher_goes_on_with_the_table_of_one_that_hangs() {
    // One depth alone may go either way by chance.
    let run = |table: &Arc<Table>, depth| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut fresh = Searcher::new(table.clone(), 1, Params::default(), &Evaluation::best());
        let outcome = fresh.run(&game(SHARP), &limits, &mut Unhurried, &StopToken::default());
        assert!(outcome.depth == depth && game(SHARP).position().is_legal(outcome.line[0]));
        outcome.nodes
    };
    let (mut alone, mut after, mut cleared) = (0, 0, 0);
    for depth in 5..=9 {
        let (table, stop) = (Arc::new(Table::new(16)), StopToken::default());
        alone += run(&table, depth);
        let (sender, begun) = mpsc::channel();
        thread::scope(|scope| {
            let (hanging, token) = (
                Searcher::new(table.clone(), 2, Params::default(), &Evaluation::best()),
                stop.clone(),
            );
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            let search = move || {
                let (mut hanging, mut pacer) = (hanging, Hanging(Some(sender)));
                let start = Game::new(Position::startpos());
                hanging.run(&start, &Limits::default(), &mut pacer, &token)
            };
            let hanging = builder.spawn_scoped(scope, search).unwrap();
            begun.recv().unwrap();
            // Two threads write to the table all the while; then it is cleared for a new game.
            after += run(&table, depth);
            table.clear(2);
            cleared += run(&table, depth);
            stop.stop();
            assert!(hanging.join().unwrap().best().is_some());
        });
    }
    assert!(after < alone / 2, "{after} of {alone} nodes");
    assert!(cleared > after, "{cleared} and {after} nodes");
}

/// A change of the search changes the number, and it is written down with it; anything else that changes
/// it is a fault.
#[test]
fn the_search_has_the_signature_that_is_written_down() {
    let written = include_str!("../bench-signature").trim();
    let nodes: u64 = bench::nodes(bench::DEPTH, &Params::default(), &Evaluation::best())
        .map(|(_, nodes)| nodes)
        .sum();
    assert_eq!(nodes.to_string(), written, "`zeitnot bench`, and tests/bench-signature");
}

/// A network of weights drawn by chance.
fn network(simd: Simd) -> Evaluation {
    let mut random = fastrand::Rng::with_seed(1);
    let shape = Shape { hidden: 64, buckets: 2, king_buckets: 1, rows: 8 };
    let parts = shape.parts().map(|n| (0..n).map(|_| random.f32() - 0.5).collect::<Vec<f32>>());
    let network = Network::quantised(shape, parts.each_ref().map(|part| &part[..])).unwrap();
    Evaluation::Network(Arc::new(network.with(simd)))
}

#[test]
fn every_processor_searches_the_same_tree_with_a_network() {
    let count = |simd| {
        bench::nodes(5, &Params::default(), &network(simd))
            .map(|(_, nodes)| nodes)
            .collect::<Vec<u64>>()
    };
    let plain = count(Simd::PLAIN);
    assert!(Simd::all().all(|simd| count(simd) == plain));
    let classical: Vec<u64> = bench::nodes(5, &Params::default(), &Evaluation::Classical)
        .map(|(_, nodes)| nodes)
        .collect();
    assert_ne!(plain, classical);
}
