//! What a node does, seen from inside the search.

use std::sync::{Arc, atomic::AtomicU64};

use crossbeam::utils::CachePadded;

use super::{
    Iteration, Limits, Pacer, Params, Searcher, Slip, StopToken, Table, Unhurried,
    correction::CorrectionHistory,
    deepest::DeepestIteration,
    history::piece_to,
    node::{Node, Null, Root},
    params::Reductions,
    score::{INFINITE, mate_distance},
    table::Bound,
    thread::{SearchThread, Shared, ThreadData},
};
use crate::{
    eval::Evaluation,
    position::{ChessMove, Color, Game, Piece, Position, piece_value},
};

/// An opening, and an endgame of rooks.
const OPENING: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const ENDGAME: &str = "8/5pk1/4p1p1/7p/r6P/4R1P1/5PK1/8 w - - 0 1";
/// A middlegame in which much is possible.
const MIDDLEGAME: &str = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 12";

/// Remembers what was told last of each of three lines.
#[derive(Default)]
struct Board([Option<ChessMove>; 3]);

impl Pacer for Board {
    fn expired(&mut self, _nodes: u64) -> bool {
        false
    }
    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        self.0[iteration.rank as usize - 1] = iteration.line.first().copied();
        true
    }
}

#[test]
fn of_several_lines_told_last_no_two_begin_with_the_same_move() {
    for fen in ["7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", ENDGAME, MIDDLEGAME] {
        let game = Game::new(Position::from_fen(fen).unwrap());
        for nodes in (500..3_000).step_by(100) {
            let table = Arc::new(Table::new(1));
            let mut searcher = Searcher::new(table, 1, Params::default(), &Evaluation::best());
            let limits = Limits { nodes: Some(nodes), multi_pv: 3, ..Limits::default() };
            let mut board = Board::default();
            let outcome = searcher.run(&game, &limits, &mut board, &StopToken::default());
            let told: Vec<ChessMove> = board.0.into_iter().flatten().collect();
            assert_eq!(told.first().copied(), outcome.best(), "{fen} {nodes}");
            let twice = (1..told.len()).any(|i| told[..i].contains(&told[i]));
            assert!(told.len() == 3 && !twice, "{fen} {nodes}: {told:?}");
        }
    }
}

#[test]
fn a_search_broken_off_tells_a_line_that_is_as_long_as_the_mate() {
    let fen = "6k1/5p2/p5np/4B1Q1/1P1P4/2q5/P3r2P/6RK b - - 1 2";
    let game = Game::new(Position::from_fen(fen).unwrap());
    for nodes in (50_000..62_000).step_by(131) {
        let table = Arc::new(Table::new(16));
        let mut searcher = Searcher::new(table, 1, Params::default(), &Evaluation::best());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = searcher.run(&game, &limits, &mut Unhurried, &StopToken::default());
        let plies = mate_distance(outcome.score).map(|moves| 2 * moves - 1);
        assert!(
            plies.is_none_or(|plies| plies == outcome.line.len() as i32),
            "{nodes}: {outcome:?}"
        );
    }
}

#[test]
fn a_slip_is_one_of_the_lines_and_is_told_last() {
    /// Hears the moves that are told.
    struct Ear(Vec<ChessMove>);
    impl Pacer for Ear {
        fn expired(&mut self, _nodes: u64) -> bool {
            false
        }
        fn report(&mut self, iteration: &Iteration<'_>) -> bool {
            self.0.extend(iteration.line.first().filter(|_| iteration.rank == 1));
            true
        }
    }
    let game = Game::new(Position::from_fen(MIDDLEGAME).unwrap());
    let searched = |chance| {
        let table = Arc::new(Table::new(1));
        let mut searcher = Searcher::new(table, 1, Params::default(), &Evaluation::best());
        let slip = Some(Slip { spread: 1_000.0, dearest: 10_000, chance });
        let limits = Limits { nodes: Some(2_000), multi_pv: 5, slip, ..Limits::default() };
        let mut ear = Ear(Vec::new());
        let outcome = searcher.run(&game, &limits, &mut ear, &StopToken::default());
        assert_eq!(ear.0.last().copied(), outcome.best());
        outcome
    };
    let (best, worst) = (searched(0.0), searched(0.999));
    assert_eq!(best.best_moves, worst.best_moves);
    assert_eq!(best.best_moves.len(), 5);
    assert_eq!(best.best(), best.best_moves.first().map(|it| it.0));
    assert_eq!(worst.best(), worst.best_moves.last().map(|it| it.0));
    assert_eq!(worst.score, worst.best_moves[4].1);
}

/// Shows a thread about to search a position to `look`.
fn with_thread<R>(fen: &str, look: impl FnOnce(&mut SearchThread<'_>, &Position) -> R) -> R {
    with_evaluation(&Evaluation::best(), fen, look)
}

/// The same with an evaluation of one's own choice.
fn with_evaluation<R>(
    evaluation: &Evaluation,
    fen: &str,
    look: impl FnOnce(&mut SearchThread<'_>, &Position) -> R,
) -> R {
    let table = Arc::new(Table::new(4));
    let params = Params::default();
    let reductions = Reductions::new(&params);
    let nodes = [CachePadded::default()];
    let tb_hits = CachePadded::new(AtomicU64::new(0));
    let (stop, deepest, limits) =
        (StopToken::default(), DeepestIteration::default(), Limits::default());
    let shared = Shared {
        table: &table,
        corrections: &CorrectionHistory::default(),
        tables: None,
        verdict: None,
        tb_hits: &tb_hits,
        params: &params,
        reductions: &reductions,
        limits: &limits,
        stop: &stop,
        nodes: &nodes,
        deepest: &deepest,
        partner: None,
        seat: 0,
    };
    let game = Game::new(Position::from_fen(fen).unwrap());
    let mut data = ThreadData::new(evaluation);
    let mut pacer = Unhurried;
    let mut thread = SearchThread::new(0, &game, &shared, &mut data, &mut pacer);
    look(&mut thread, game.position())
}

#[test]
fn nodes_that_should_fail_low_are_as_common_as_those_that_should_fail_high() {
    // One position alone may be a mere string of refutations; how many there are depends on what is refuted, so
    // the evaluation is the one that does not change with each network.
    let mut kinds = [0; 3];
    for fen in [MIDDLEGAME, OPENING, ENDGAME] {
        let seen = with_evaluation(&Evaluation::Classical, fen, |thread, position| {
            thread.search::<Root>(position, Node::root(-INFINITE, INFINITE, 10));
            thread.kinds
        });
        kinds.iter_mut().zip(seen).for_each(|(all, seen)| *all += seen);
    }
    let [open, cut, all] = kinds;
    assert!(open > 0 && open < cut / 10, "{kinds:?}");
    assert!(all > cut / 4 && cut > all / 4, "{kinds:?}");
}

#[test]
fn a_search_without_a_move_knows_the_evaluation_and_is_as_deep_as_it_was_told() {
    with_thread(MIDDLEGAME, |thread, position| {
        let mv = position.legal_moves()[0];
        let node = Node::after(-1, 0, 6, 2, true);
        thread.data.stack[2].raw_eval = Some(77);
        thread.data.stack[2].eval = Some(88);
        thread.data.stack[2].excluded = Some(mv);
        assert_eq!(thread.without_table_move::<Null>(None, node), 0);
        thread.search::<Null>(position, node);
        let entry = thread.data.stack[2];
        assert_eq!((entry.raw_eval, entry.eval), (Some(77), Some(88)));
        thread.data.stack[2].excluded = None;
        assert_eq!(thread.without_table_move::<Null>(None, node), 1);
    });
}

#[test]
fn a_move_that_is_refuted_was_a_bad_reply_if_it_came_early() {
    with_thread(MIDDLEGAME, |thread, position| {
        let quiet = position.parse_move("h2h3").unwrap();
        let man = piece_to(Color::White, Piece::Pawn, quiet);
        thread.data.stack[0].piece_to = Some(5);
        thread.data.stack[1].piece_to = Some(man);
        thread.data.stack[1].quiet = Some(quiet);
        let said = |thread: &mut SearchThread<'_>, move_count| {
            thread.data.stack[1].move_count = move_count;
            thread.blame_refuted(Node::after(-1, 0, 6, 2, true));
            let scene = thread.scene(position, 1);
            thread.data.history.quiet(&scene, Piece::Pawn, quiet)
        };
        assert_eq!(said(thread, 3), 0);
        assert!(said(thread, 2) < 0);
    });
}

#[test]
fn a_position_that_needs_no_capture_is_evaluated_once() {
    with_thread(MIDDLEGAME, |thread, position| {
        let low = -2_000;
        thread.quiescence::<Null>(position, low - 1, low, 1);
        let entry = thread.shared.table.probe(position.key()).expect("an entry");
        assert_eq!((entry.bound, entry.depth, entry.mv), (Bound::Lower, 0, None));
        assert_eq!(entry.eval, Some(thread.evaluate(position)));
    });
}

#[test]
fn a_capture_left_out_may_still_be_worth_what_it_takes() {
    // White can take a pawn, which is far too little for this window.
    with_thread("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", |thread, position| {
        let eval = thread.evaluate(position);
        let score = thread.quiescence::<Null>(position, 2_000, 2_001, 1);
        assert_eq!(score, eval + thread.shared.params.delta + piece_value(Piece::Pawn));
    });
}

#[test]
fn an_evaluation_that_is_mostly_correction_takes_no_node_for_won() {
    with_thread(MIDDLEGAME, |thread, _| {
        let node = Node::after(-1, 0, 3, 2, true);
        let eval = Some(200);
        let mut taken = |raw_eval| {
            thread.data.stack[2].raw_eval = raw_eval;
            thread.data.stack[2].eval = eval;
            thread.reverse_futility(node, 200).is_some()
        };
        assert!(taken(eval) && taken(Some(190)) && !taken(Some(90)) && !taken(Some(310)));
    });
}

#[test]
fn passing_is_no_way_to_repeat_a_position() {
    // White goes to and fro; Black moves as well, or passes.
    with_thread("4k3/8/8/8/8/8/8/R3K3 w - - 20 60", |thread, position| {
        let line = |thread: &mut SearchThread<'_>, position: &Position, moves: &[&str]| {
            moves.iter().fold(position.clone(), |at, text| {
                thread.make(&at, at.parse_move(text).unwrap(), 0)
            })
        };
        let there = line(thread, position, &["Ra2"]);
        let mut repeats = true;
        thread.pass(&there, 1, |thread, next| {
            let back = line(thread, next, &["Ra1"]);
            thread.pass(&back, 3, |thread, next| {
                let there_again = line(thread, next, &["Ra2"]);
                repeats = thread.repeats(&there_again);
                thread.unmake();
                0
            });
            thread.unmake();
            0
        });
        assert!(!repeats);
        let again = line(thread, &there, &["Ke7", "Ra1", "Ke8", "Ra2"]);
        assert!(thread.repeats(&again));
    });
}

#[test]
fn who_takes_after_a_searcher_goes_on_as_it_would() {
    let searcher = || {
        let table = Arc::new(Table::new(1));
        Searcher::new(table, 1, Params::default(), &Evaluation::default())
    };
    let mut game = Game::new(Position::from_fen(MIDDLEGAME).unwrap());
    let search = |searcher: &mut Searcher, game: &Game| {
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let outcome = searcher.run(game, &limits, &mut Unhurried, &StopToken::default());
        (outcome.score, outcome.nodes, outcome.line)
    };
    let (mut one, mut heir, mut newcomer) = (searcher(), searcher(), searcher());
    let line = search(&mut one, &game).2;
    for mv in line.into_iter().take(2) {
        game.play(mv);
    }
    heir.take_after(&one);
    let goes_on = search(&mut one, &game);
    assert_eq!(search(&mut heir, &game), goes_on);
    assert_ne!(search(&mut newcomer, &game).1, goes_on.1);
}
