//! Positions with one right answer, each found within a fixed number of nodes on one thread: mates,
//! stalemates, promotions, zugzwang, perpetual checks and the fifty-move rule. Composed for this test
//! or common knowledge; mates have been proved by exhaustive search, the rest by a strong engine.

use std::sync::Arc;

use zeitnot::{
    eval::Evaluation,
    position::{Color, Game, Position},
    search::{
        Limits, Outcome, Params, Searcher, StopToken, Table, Unhurried, score::mate_distance,
    },
};

/// A score that is won, and its opposite one that is lost, in centipawns.
const WON: i32 = 250;
/// A score that is a draw lies within this.
const EVEN: i32 = 20;

fn search(fen: &str, nodes: u64) -> (String, Outcome) {
    let position = Position::from_fen(fen).expect(fen);
    let game = Game::new(position.clone());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut searcher =
        Searcher::new(Arc::new(Table::new(16)), 1, Params::default(), &Evaluation::best());
    let outcome = searcher.run(&game, &limits, &mut Unhurried, &StopToken::default());
    (position.san(outcome.best().expect("a move")), outcome)
}

/// The failures of a list, all together: what is wanted of the move (any, if it is empty) and of
/// the score.
fn check(positions: &[(&str, &str, u64)], is_right: impl Fn(i32) -> bool) {
    let mut failures = Vec::new();
    for &(fen, wanted, nodes) in positions {
        let (found, outcome) = search(fen, nodes);
        if !wanted.is_empty() && found != wanted || !is_right(outcome.score) {
            failures.push(format!("{fen}: {found}, score {}", outcome.score));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check_mates(moves: i32, positions: &[(&str, &str, u64)]) {
    check(positions, |score| mate_distance(score) == Some(moves));
}

#[test]
fn mates_in_one() {
    check_mates(
        1,
        &[
            ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "Nf7#", 10_000), // smothered
            ("6br/5Ppk/6pp/8/8/8/8/K7 w - - 0 1", "f8=N#", 10_000), // a queen would not do
            ("1r4k1/5ppp/8/8/8/8/Q4PPP/1R4K1 w - - 0 1", "Rxb8#", 10_000),
            ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 120", "Rd8#", 10_000), // mate goes before the draw
        ],
    );
}

#[test]
fn mates_in_two() {
    check_mates(
        2,
        &[
            ("3r3k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1", "Qg8+", 20_000), // Philidor's legacy
            ("4r2k/4Nppp/8/7Q/8/3R4/6PP/6K1 w - - 0 1", "Qxh7+", 100_000), // Anastasia's mate
            ("2kr4/pp1n4/2p5/8/5B2/5Q2/4B3/6K1 w - - 0 1", "Qxc6+", 20_000), // Boden's mate
            ("2r3k1/1q3ppp/8/8/8/8/2R2PPP/2R3K1 w - - 0 1", "Rxc8+", 10_000),
            ("5rk1/5p1p/5p2/8/8/7K/1B6/5R2 w - - 0 1", "Rg1+", 10_000), // Morphy's mate
            ("6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1", "", 20_000),
            ("7k/8/5K2/8/8/8/8/6R1 w - - 97 120", "Kf7", 20_000), // at the last moment
            ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "f8=R", 40_000),   // a queen would stalemate
        ],
    );
}

#[test]
fn mates_in_three_and_four() {
    check_mates(
        3,
        &[
            ("5rk1/5pp1/6P1/8/8/8/8/K3Q2R w - - 0 1", "Rh8+", 100_000), // Damiano's mate
            ("8/8/8/8/4N3/7p/5K1k/8 w - - 0 1", "Nd2", 20_000),         // the pawn has to move
            ("8/8/8/8/8/4N2p/5K1k/8 w - - 0 1", "Ng4+", 20_000),
            ("3k4/8/8/3K4/8/8/1Q6/8 w - - 0 1", "", 50_000),
        ],
    );
    check_mates(
        4,
        &[
            ("3r3k/6pp/8/6N1/2Q5/8/6PP/6K1 w - - 0 1", "Nf7+", 40_000), // Philidor's legacy
            ("8/8/8/8/4N3/p7/2K5/k7 w - - 0 1", "Nc5", 60_000),         // the pawn has to move
            ("kb6/8/1K6/8/8/8/8/6R1 w - - 0 1", "Ra1+", 20_000),
            ("3k4/8/8/8/3K4/8/1Q6/8 w - - 0 1", "", 100_000),
        ],
    );
}

#[test]
fn mates_in_five_and_six() {
    check_mates(
        5,
        &[
            ("8/8/8/8/8/3N3p/5K1k/8 w - - 0 1", "Nc5", 60_000), // the knight takes its time
            ("8/8/8/8/8/4K3/7R/3k4 w - - 0 1", "", 80_000),
            ("8/8/8/8/8/3B1K2/8/5N1k w - - 0 1", "Nd2", 80_000), // bishop and knight
        ],
    );
    check_mates(6, &[("8/8/8/8/8/5K2/7R/2k5 w - - 0 1", "", 200_000)]);
}

#[test]
fn being_mated_is_seen() {
    check_mates(
        -2,
        &[
            ("7k/8/5K2/8/8/8/8/1R6 b - - 0 1", "", 10_000),
            ("8/8/8/8/1N6/p7/k1K5/8 b - - 0 1", "Ka1", 10_000),
        ],
    );
}

#[test]
fn draws_are_found_by_the_lost_side() {
    let positions = [
        ("6k1/R7/1q6/2b5/8/7p/7P/7K w - - 0 1", "", 100_000), // the rook wants to be taken
        ("6k1/6p1/8/7Q/8/8/rr4PP/7K w - - 0 1", "", 40_000),  // perpetual check
        ("7k/5Q2/8/8/8/q7/7P/7K b - - 0 1", "", 20_000),      // perpetual check
        ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "Kg7", 200_000),   // Réti: two aims at once
        ("8/3k4/3p4/3P4/3K4/8/8/8 w - - 0 1", "", 20_000),    // the opposition holds
        ("8/8/8/3k4/3P4/3K4/8/8 w - - 0 1", "", 150_000),     // the opposition holds
    ];
    check(&positions, |score| score.abs() <= EVEN);
}

#[test]
fn who_must_move_loses() {
    // Whoever moves gives the pawn away; passing would hold it.
    for fen in ["8/8/8/1Kp5/2Pk4/8/8/8 w - - 0 1", "8/8/8/1Kp5/2Pk4/8/8/8 b - - 0 1"] {
        check(&[(fen, "", 20_000)], |score| score <= -WON);
    }
    // The way into it: White comes from the side, in time.
    check(&[("8/1K6/8/2p5/2P5/4k3/8/8 w - - 0 1", "", 20_000)], |score| score >= WON);
}

#[test]
fn endings_are_won_by_the_right_move() {
    let positions = [
        ("4k3/8/3KP3/8/8/8/8/8 w - - 0 1", "e7", 20_000),
        ("8/3P4/8/2K5/8/8/6k1/8 w - - 0 1", "d8=Q", 5_000),
        ("8/3k4/3p4/3P4/2K5/8/8/8 w - - 0 1", "Kb5", 60_000), // round the back
        ("8/ppp5/8/PPP5/6k1/8/8/6K1 w - - 0 1", "b6", 200_000), // the breakthrough
        ("8/1k1P4/4q3/8/8/8/PP6/7K w - - 0 1", "d8=N+", 20_000), // king and queen forked
        ("8/8/8/8/1Q6/8/3pk3/7K w - - 0 1", "", 40_000), // queen against a pawn about to promote
    ];
    check(&positions, |score| score >= WON);
}

#[test]
fn a_bare_king_is_mated_by_all_that_can() {
    for fen in [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/6K1/8/3k4/8/8/7R w - - 0 1",
        "8/8/3k4/8/3K4/8/3P4/8 w - - 0 1",
        "8/8/8/3k4/8/8/2P5/K1N5 w - - 0 1",
        "8/8/8/3k4/8/8/2P5/K1B5 w - - 0 1",
        "8/8/8/3k4/8/8/PP6/K7 w - - 0 1",
    ] {
        let mut game = Game::new(Position::from_fen(fen).expect(fen));
        let mut searcher =
            Searcher::new(Arc::new(Table::new(16)), 1, Params::default(), &Evaluation::best());
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        while game.ending().is_none() {
            let outcome = searcher.run(&game, &limits, &mut Unhurried, &StopToken::default());
            game.play(outcome.best().expect("a move"));
        }
        let mated = game.ending().and_then(|ending| ending.winner(game.position().side()));
        assert_eq!(mated, Some(Color::White), "{fen}: {:?}", game.ending());
    }
}

#[test]
fn the_fifty_moves_are_counted() {
    let won = [
        ("8/8/8/8/3k4/1P6/8/KR6 w - - 99 120", "b4", 20_000),
        ("8/8/4k3/8/8/K7/P7/1R6 w - - 97 120", "", 20_000), // the king makes way just in time
    ];
    check(&won, |score| score >= WON);
    // One half-move earlier this is mate in two.
    check(&[("7k/8/5K2/8/8/8/8/6R1 w - - 98 120", "", 20_000)], |score| score == 0);
}
