//! Counting move paths: the proof of a move generator.

use super::{ChessMove, Count, Position};

/// So many plies are counted before it is asked again whether to go on: milliseconds.
const A_MOMENT: u32 = 3;

/// The deepest that is asked for, in plies: nobody lives to see the end of that, and much deeper the stack would not last.
pub const MAX_PERFT: u32 = 30;

/// The number of paths of `depth` legal moves from a position; 1 at depth 0.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        let mut count = Count::default();
        position.generate::<true, true>(&mut count);
        return count.0;
    }
    after_each(position).map(|(_, next)| perft(&next, depth - 1)).sum()
}

/// The paths of `depth` moves that begin with each legal move; empty at depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(ChessMove, u64)> {
    divide_unless(position, depth, &|| false).unwrap_or_default()
}

/// The same; `None` if it was `stopped` before the end.
pub fn divide_unless(
    position: &Position,
    depth: u32,
    stopped: &impl Fn() -> bool,
) -> Option<Vec<(ChessMove, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    after_each(position).map(|(mv, next)| Some((mv, count(&next, rest, stopped)?))).collect()
}

/// As [`perft`]; whoever waits for many plies may want it no more.
fn count(position: &Position, depth: u32, stopped: &impl Fn() -> bool) -> Option<u64> {
    if depth <= A_MOMENT {
        return (!stopped()).then(|| perft(position, depth));
    }
    after_each(position).map(|(_, next)| count(&next, depth - 1, stopped)).sum()
}

/// Each legal move with the position behind it.
fn after_each(position: &Position) -> impl Iterator<Item = (ChessMove, Position)> {
    position.legal_moves().into_iter().map(move |mv| {
        let mut next = position.clone();
        next.play(mv);
        (mv, next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts published in several collections of test positions.
    const COUNTS: [(&str, u32, u64); 12] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
        // En passant with both pawns on the king's rank.
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
        // Promotions by and into everything.
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4, 182_838),
        // Castling through and out of check.
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4, 314_346),
        // Double checks.
        ("8/5kpp/8/8/1p3P2/6PP/r3KP2/1R1q4 w - - 0 1", 4, 23_441),
        ("3qN3/1pp2pkp/1p4p1/3PQ3/r6P/8/PP4P1/R4RK1 b - - 0 1", 4, 181_136),
        // Chess960.
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273_318),
    ];

    #[test]
    fn the_counts_of_known_positions() {
        for (fen, depth, paths) in COUNTS {
            assert_eq!(perft(&Position::from_fen(fen).unwrap(), depth), paths, "{fen}");
        }
    }

    #[test]
    fn the_parts_add_up() {
        let start = Position::startpos();
        let parts = divide(&start, 3);
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.iter().map(|(_, paths)| paths).sum::<u64>(), 8902);
        assert_eq!(divide(&start, 1).iter().map(|(_, paths)| paths).sum::<u64>(), 20);
        assert_eq!((divide(&start, 0), perft(&start, 0)), (vec![], 1));
    }

    #[test]
    fn counting_ends_when_it_is_told_to() {
        let start = Position::startpos();
        assert_eq!(divide_unless(&start, 4, &|| false), Some(divide(&start, 4)));
        assert_eq!(divide_unless(&start, 60, &|| true), None);
    }
}
