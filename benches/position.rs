//! The speed of the rules beside that of `chess` and `cozy-chess`: bulk perft, all three in turn in
//! every round, so that whatever else the machine does hits them alike. Run it with
//! `cargo bench --bench position`.
#![allow(clippy::disallowed_methods)] // measuring time is what a bench is for
#![allow(clippy::disallowed_macros)] // and printing it
#![allow(clippy::unwrap_used)] // the FENs are known

use std::{hint::black_box, time::Instant};

use zeitnot::position::{Position, perft};

const ROUNDS: usize = 5;

/// Name, FEN, depth and the count all must reach: 4 to 16 million paths each.
const POSITIONS: [(&str, &str, u32, u64); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4_085_603,
    ),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("tactics", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    (
        "middle",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
        3_894_594,
    ),
    ("promotion", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3_605_103),
];

fn perft_chess(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|m| perft_chess(&board.make_move_new(m), depth - 1)).sum()
}

fn perft_cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut paths = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            paths += moves.len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                paths += perft_cozy(&next, depth - 1);
            }
        }
        false
    });
    paths
}

/// Seconds that a count takes; a wrong count ends the bench.
fn seconds(expected: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    assert_eq!(black_box(count()), expected);
    start.elapsed().as_secs_f64()
}

fn median(mut values: [f64; ROUNDS]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[ROUNDS / 2]
}

fn main() {
    println!("bulk perft, million paths a second, median of {ROUNDS} rounds");
    println!("{:<10} {:>8} {:>8} {:>8}  ours/chess ours/cozy", "", "ours", "chess", "cozy");
    let mut products = [1.0, 1.0];
    for (name, fen, depth, paths) in POSITIONS {
        let ours = Position::from_fen(fen).unwrap();
        let chess: chess::Board = fen.parse().unwrap();
        let cozy: cozy_chess::Board = fen.parse().unwrap();
        let mut times = [[0.0; ROUNDS]; 3];
        let [by_ours, by_chess, by_cozy] = &mut times;
        for ((a, b), c) in by_ours.iter_mut().zip(by_chess).zip(by_cozy) {
            *a = seconds(paths, || perft(&ours, depth));
            *b = seconds(paths, || perft_chess(&chess, depth));
            *c = seconds(paths, || perft_cozy(&cozy, depth));
        }
        let speeds = times.map(|times| paths as f64 / median(times) / 1e6);
        let ratios = [speeds[0] / speeds[1], speeds[0] / speeds[2]];
        products = [products[0] * ratios[0], products[1] * ratios[1]];
        println!(
            "{name:<10} {:8.1} {:8.1} {:8.1}  {:10.2} {:9.2}",
            speeds[0], speeds[1], speeds[2], ratios[0], ratios[1]
        );
    }
    let means = products.map(|product: f64| product.powf(1.0 / POSITIONS.len() as f64));
    println!("{:<38} {:9.2} {:9.2}", "geometric mean", means[0], means[1]);
}
