//! A move that is accepted in any notation is legal, and its own SAN gives it back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::position::Position;

/// Openings, castling of both kinds, en passant, promotions, three queens for one square.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "7k/8/8/1Q6/8/1Q2Q3/8/K7 w - - 0 1",
    "1r1k3r/8/8/8/8/8/8/1R1K3R w HBhb - 0 1",
];

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let fen = POSITIONS[usize::from(choice) % POSITIONS.len()];
    let position = Position::from_fen(fen).expect("a legal position");
    if let Ok(mv) = position.parse_move(text) {
        assert!(position.is_legal(mv), "{text} gives {mv}");
        let san = position.san(mv);
        assert_eq!(position.parse_move(&san), Ok(mv), "{text} is written {san}");
    }
});
