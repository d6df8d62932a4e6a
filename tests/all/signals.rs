//! The signals that policies are told, proved through the real search.

use std::{sync::Arc, time::Duration};

use crossbeam::channel::{Sender, unbounded};
use zeitnot::{
    eval::Evaluation,
    position::{Game, Position},
    search::{Limits, Params, Searcher, StopToken, Table, Unhurried},
    session::{Job, NodeClock, Plan, ThreadWorker, TimeSource, Worker, WorkerEvent},
    timing::{Budget, Judge, Signals, Verdict},
};

/// The hand-written one: the positions below were picked for the doubts it has about them, and a network
/// knows at once what to play in most of them.
const EVALUATION: Evaluation = Evaluation::Classical;

/// A judge that lets every search run and passes on what it is told.
struct Recorder(Sender<Signals>);

impl Judge for Recorder {
    fn review(&mut self, signals: &Signals, _elapsed: Duration) -> Verdict {
        let _ = self.0.send(signals.clone());
        let reason = zeitnot::timing::Reason::Unlimited;
        Verdict::Continue { next_check: Duration::MAX, reason }
    }
}

/// What a policy is told of a search of `depth` plies, after these moves from this position.
fn signals(fen: &str, moves: &[&str], depth: u32) -> Vec<Signals> {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for text in moves {
        let mv = game.position().parse_move(text).expect(fen);
        game.play(mv);
    }
    let clock = Arc::new(NodeClock::new(1));
    clock.run_until(Duration::from_secs(1_000_000));
    let (events, heard) = unbounded();
    let mut worker = ThreadWorker::new(1, 16, EVALUATION, clock as Arc<dyn TimeSource>, events);
    let (sender, told) = unbounded();
    let forever = Duration::from_secs(900_000);
    let budget = Budget { soft: forever, hard: forever, next_check: forever };
    let plan = Some(Plan { judge: Box::new(Recorder(sender)), budget, may_settle: true });
    let limits = Limits { depth: Some(depth), second_best: true, ..Limits::default() };
    worker.start(Job { plan, ..Job::new(1, game, limits) });
    while !matches!(heard.recv().unwrap(), WorkerEvent::Done { .. }) {}
    told.try_iter().collect()
}

/// A position, the moves made from it, and nothing else to remember.
type Case = (&'static str, &'static [&'static str]);

/// One recapture, and nothing else to think about.
const PLAIN_RECAPTURES: [Case; 6] = [
    ("3r1rk1/5ppp/8/8/8/8/3R1PPP/3R2K1 b - - 0 1", &["Rxd2"]),
    ("2r3k1/5ppp/8/8/8/8/2R2PPP/2R3K1 b - - 0 1", &["Rxc2"]),
    ("rnbq1rk1/pppp1ppp/4pn2/8/1bPP4/2N1PN2/PP3PPP/R1BQ1RK1 b - - 0 1", &["Bxc3"]),
    ("3q2k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 b - - 0 1", &["Qxd2"]),
    ("6k1/5ppp/8/3p4/4P3/5P2/6PP/6K1 b - - 0 1", &["dxe4"]),
    ("4b1k1/5ppp/8/8/B7/1P6/5PPP/6K1 b - - 0 1", &["Bxa4"]),
];

/// Two ways to take back, a check to answer, nothing taken, or nothing to take back with.
const NO_RECAPTURES: [Case; 5] = [
    ("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", &["Bxc6"]),
    ("rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4", &["cxd5"]),
    ("rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR b KQkq - 0 1", &["Bxc3+"]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["e4"]),
    ("6k1/5ppp/8/3p4/4P3/8/6PP/6K1 b - - 0 1", &["dxe4"]),
];

/// An in-between move is there: mate, a check, a promotion or more to be taken than given.
const ZWISCHENZUG: [Case; 10] = [
    ("3r1rk1/5ppp/8/8/8/8/3R1QPP/3R2K1 b - - 0 1", &["Rxd2"]),
    ("6k1/5ppp/8/3p4/4P3/5P2/R5PP/6K1 b - - 0 1", &["dxe4"]),
    ("1r4k1/5ppp/8/3p4/4P3/5P2/7B/6K1 b - - 0 1", &["dxe4"]),
    ("6k1/3P1ppp/8/3p4/4P3/5P2/6PP/6K1 b - - 0 1", &["dxe4"]),
    ("6k1/1q3ppp/8/3p4/4P3/5P2/6PP/1R4K1 b - - 0 1", &["dxe4"]),
    ("r5k1/5ppp/8/3p4/4P1N1/5P2/6PP/6K1 b - - 0 1", &["dxe4"]),
    ("3q2k1/5pp1/7p/8/8/6B1/3Q1PPP/1R1R2K1 b - - 0 1", &["Qxd2"]),
    ("r5k1/1P3ppp/8/3p4/4P3/5P2/6PP/6K1 b - - 0 1", &["dxe4"]),
    ("6k1/5ppp/8/3p4/4P3/5P2/1Q4PP/6K1 b - - 0 1", &["dxe4"]),
    ("2r3k1/5ppp/8/3p4/4P3/5P1B/6PP/6K1 b - - 0 1", &["dxe4"]),
];

/// What looks won or safe at first and is not.
const DROPS: [Case; 5] = [
    ("4N2k/5rpp/1Q6/p3q3/8/P5P1/1P3P1P/5K2 w - - 0 1", &[]),
    ("3r2k1/p1rn1p1p/1p2pp2/6q1/3PQNP1/5P2/P1P4R/R5K1 w - - 0 1", &[]),
    ("r4kr1/ppp5/4bq1b/7B/2PR1Q1p/2N3P1/PP3P1P/2K1R3 w - - 0 1", &[]),
    ("3r1rk1/q4ppp/p1Rnp3/8/1p6/1N3P2/PP3QPP/3R2K1 b - - 0 1", &[]),
    ("2b2r1k/4q2p/3p2pQ/2pBp3/8/6P1/1PP2P1P/R5K1 w - - 0 1", &[]),
];

/// Endings in which nothing happens.
const CALM: [Case; 5] = [
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &[]),
    ("8/pp2k3/2p1p3/3pP1p1/3P1pP1/2P2P2/PP1K4/8 w - - 0 1", &[]),
    ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", &[]),
    ("8/5k2/5p2/5P2/5K2/8/8/8 w - - 0 1", &[]),
    ("8/8/4k3/3p1p2/3P1P2/4K3/8/8 w - - 0 1", &[]),
];

/// Several moves that are about as good, so that the best one changes.
const UNDECIDED: [Case; 10] = [
    ("r2q1rk1/pb1nbppp/1pp1pn2/3p4/2PP4/1P1BPN2/PB1N1PPP/R2Q1RK1 w - - 0 11", &[]),
    ("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7", &[]),
    ("3r4/2R1np1p/1p1rpk2/p2b1p2/8/PP2P3/4BPPP/2R1NK2 w - - 0 1", &[]),
    ("2kr3r/pp1q1ppp/5n2/1Nb5/2Pp1B2/7Q/P4PPP/1R3RK1 w - - 0 1", &[]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["e4"]),
    ("1rbqkbnr/p1pppppp/8/np6/3P2P1/2P2P2/PP2P2P/RNBQKBNR w KQk - 1 5", &[]),
    ("rnbqk1nr/1ppp1pp1/4p3/p6p/1b5P/P2BP3/1PPPKPP1/RNBQ2NR b kq - 0 5", &[]),
    ("rnbqkbnr/pp2p1pp/8/2pp1p2/5PP1/PP6/2PPP2P/RNBQKBNR w KQkq - 0 5", &[]),
    ("rnbqkbnr/p1ppp1pp/5p2/1p6/5P2/2PP3N/PP2P1PP/RNBQKB1R b KQkq - 0 5", &[]),
    ("1nbqkb1r/rpp1pppp/3p3n/p7/1P2P3/PQP5/3P1PPP/RNB1KBNR b KQk - 1 5", &[]),
];

/// Openings and quiet endings, where many moves are about as good.
const MANY_WAYS: [Case; 8] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["d4"]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["c4", "e5"]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["Nf3", "d5", "g3"]),
    ("r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1B3/PPP1BPPP/R2QK2R w KQ - 0 9", &["O-O"]),
    ("r2q1rk1/pb1nbppp/1pp1pn2/3p4/2PP4/1P1BPN2/PB1N1PPP/R2Q1RK1 w - - 0 11", &[]),
    ("8/8/4p3/N3kb2/Pn6/2N5/3K4/8 w - - 1 48", &[]),
    ("R7/8/5k2/6R1/8/6P1/4PK1P/8 w - - 1 49", &[]),
];

/// Whether a policy is told so at any time of the search.
fn ever((fen, moves): Case, told: impl Fn(&Signals) -> bool) -> bool {
    signals(fen, moves, 12).iter().any(told)
}

/// What a policy is told last.
fn at_the_end((fen, moves): Case) -> Signals {
    signals(fen, moves, 12).pop().expect("at least one signal")
}

/// Whether something is so in two thirds of these positions: in a single one, it may change with every
/// change of the search.
fn mostly(cases: impl IntoIterator<Item = Case>, so: impl Fn(Case) -> bool) -> bool {
    let cases: Vec<Case> = cases.into_iter().collect();
    let so = cases.iter().filter(|&&case| so(case)).count();
    3 * so >= 2 * cases.len()
}

#[test]
fn a_plain_recapture_is_recognised() {
    for case in PLAIN_RECAPTURES {
        assert!(ever(case, |signals| signals.recapture), "{case:?}");
    }
    for case in NO_RECAPTURES {
        assert!(!ever(case, |signals| signals.recapture), "{case:?}");
    }
}

#[test]
fn where_a_zwischenzug_may_be_no_recapture_is_taken_for_granted() {
    for case in ZWISCHENZUG {
        assert!(!ever(case, |signals| signals.recapture), "{case:?}");
    }
}

#[test]
fn recaptures_and_promotions_are_easy() {
    let promotions: [Case; 3] = [
        ("8/2P1k3/3q4/8/8/8/PP6/7K w - - 0 1", &[]),
        ("8/5P2/1k6/8/8/8/6K1/8 w - - 0 1", &[]),
        ("8/1P6/3k4/8/8/8/8/4K3 w - - 0 1", &[]),
    ];
    assert!(mostly(PLAIN_RECAPTURES.into_iter().chain(promotions), |case| at_the_end(case).easy));
    for case in CALM.into_iter().chain([UNDECIDED[4]]) {
        assert!(!at_the_end(case).easy, "{case:?}");
    }
}

#[test]
fn a_drop_of_the_score_is_told() {
    let drops = |signals: &Signals| {
        signals.previous_score.is_some_and(|previous| previous - signals.score > 75)
    };
    assert!(mostly(DROPS, |case| ever(case, drops)));
    assert!(mostly(DROPS, |case| ever(case, |signals| signals.failing_low)));
    for case in CALM {
        assert!(!ever(case, drops), "{case:?}");
    }
}

#[test]
fn a_best_move_that_stays_is_told_from_one_that_changes() {
    assert!(mostly(PLAIN_RECAPTURES, |case| {
        let last = at_the_end(case);
        last.stable_iterations >= 5 && last.best_changes == 0
    }));
    assert!(mostly(UNDECIDED, |case| at_the_end(case).best_changes >= 3));
}

#[test]
fn the_share_of_the_best_move_is_told() {
    assert!(mostly(PLAIN_RECAPTURES, |case| at_the_end(case).best_share > 650));
    // What goes to the other moves, in the middle of the cases.
    let others = |cases: &[Case]| {
        let mut shares: Vec<u32> =
            cases.iter().map(|&case| 1_000 - at_the_end(case).best_share).collect();
        shares.sort_unstable();
        shares[shares.len() / 2]
    };
    assert!(others(&MANY_WAYS) > 2 * others(&PLAIN_RECAPTURES));
}

#[test]
fn the_second_best_move_is_close_or_far() {
    let gap = |case| {
        let last = at_the_end(case);
        last.score - last.second_best.expect("known by now")
    };
    let promotion: Case = ("8/1P6/3k4/8/8/8/8/4K3 w - - 0 1", &[]);
    let far = [0, 3, 5].map(|i| PLAIN_RECAPTURES[i]);
    let far = far.into_iter().chain([NO_RECAPTURES[2], promotion]);
    assert!(mostly(far, |case| gap(case) >= 150));
    let close = MANY_WAYS.into_iter().chain([CALM[1], CALM[4], UNDECIDED[4]]);
    assert!(mostly(close, |case| gap(case).abs() <= 50));
}

#[test]
fn legal_moves_are_counted() {
    for (fen, moves) in [
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 1),
        ("8/8/8/8/8/5k2/6q1/4K3 w - - 0 1", 1),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 6),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
    ] {
        assert_eq!(signals(fen, &[], 2).pop().expect("a signal").legal_moves, moves, "{fen}");
    }
}

#[test]
fn knowing_the_second_best_costs_a_tenth_of_the_nodes_at_most() {
    for (fen, _) in DROPS.into_iter().chain(CALM).chain(UNDECIDED) {
        let game = Game::new(Position::from_fen(fen).unwrap());
        let mut searcher =
            Searcher::new(Arc::new(Table::new(16)), 1, Params::default(), &Evaluation::Classical);
        let limits = Limits { depth: Some(11), second_best: true, ..Limits::default() };
        let outcome = searcher.run(&game, &limits, &mut Unhurried, &StopToken::default());
        assert!(outcome.second_nodes > 0 && outcome.second_nodes * 10 <= outcome.nodes, "{fen}");
    }
}
