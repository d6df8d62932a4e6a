//! The evaluation published for Baguette: material, the tables of Michniewski's Simplified Evaluation
//! Function, blocked pawns and men around the king. Its malus for repeated positions has no place
//! here: the search takes a position that comes again on its path for a draw and looks no further.

use chess::get_king_moves;

use crate::position::{BitBoard, Color, Piece, Position, Square, squares};

/// Material, in the order of the pieces: pawn, knight, bishop, rook, queen, king.
const WORTH: [i32; 6] = [100, 300, 300, 500, 900, 0];
/// A pawn that can neither go on nor take anything.
const BLOCKED: i32 = -50;
/// An own man on one of the squares around the king.
const GUARD: i32 = 50;

/// A table by squares as one sees them with White below: a8 first.
type Table = [i32; 64];

#[rustfmt::skip]
const PAWN: Table = [
      0,   0,   0,   0,   0,   0,   0,   0,
     50,  50,  50,  50,  50,  50,  50,  50,
     10,  10,  20,  30,  30,  20,  10,  10,
      5,   5,  10,  25,  25,  10,   5,   5,
      0,   0,   0,  20,  20,   0,   0,   0,
      5,  -5, -10,   0,   0, -10,  -5,   5,
      5,  10,  10, -20, -20,  10,  10,   5,
      0,   0,   0,   0,   0,   0,   0,   0,
];
#[rustfmt::skip]
const KNIGHT: Table = [
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
];
#[rustfmt::skip]
const BISHOP: Table = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
];
#[rustfmt::skip]
const ROOK: Table = [
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  10,  10,  10,  10,  10,   5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
      0,   0,   0,   5,   5,   0,   0,   0,
];
#[rustfmt::skip]
const QUEEN: Table = [
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
];
#[rustfmt::skip]
const KING: Table = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];
#[rustfmt::skip]
const KING_IN_ENDGAMES: Table = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];

/// Centipawns for the side to move.
pub(super) fn score(position: &Position) -> i32 {
    let us = position.side();
    side(position, us) - side(position, !us)
}

/// What one side has.
fn side(position: &Position, color: Color) -> i32 {
    let king = position.king(color);
    let guards = get_king_moves(king) & position.color(color);
    let men: i32 = chess::ALL_PIECES
        .into_iter()
        .flat_map(|piece| squares(position.men(color, piece)).map(move |square| (piece, square)))
        .map(|(piece, square)| {
            WORTH[piece.to_index()] + table(position, piece)[seen(square, color)]
        })
        .sum();
    men + GUARD * guards.popcnt() as i32 + BLOCKED * blocked(position, color)
}

/// The table of a piece.
fn table(position: &Position, piece: Piece) -> &'static Table {
    match piece {
        Piece::Pawn => &PAWN,
        Piece::Knight => &KNIGHT,
        Piece::Bishop => &BISHOP,
        Piece::Rook => &ROOK,
        Piece::Queen => &QUEEN,
        Piece::King if is_endgame(position) => &KING_IN_ENDGAMES,
        Piece::King => &KING,
    }
}

/// Where a square stands in a table.
fn seen(square: Square, color: Color) -> usize {
    square.to_index() ^ if color == Color::White { 56 } else { 0 }
}

/// Whether no side has a queen, or whoever has one has at most one minor piece beside it.
fn is_endgame(position: &Position) -> bool {
    chess::ALL_COLORS.into_iter().all(|color| {
        let count = |piece| position.men(color, piece).popcnt();
        let minors = count(Piece::Knight) + count(Piece::Bishop);
        count(Piece::Queen) == 0 || (count(Piece::Rook) == 0 && minors <= 1)
    })
}

/// Pawns that can neither go on nor take anything.
fn blocked(position: &Position, color: Color) -> i32 {
    let (taken, theirs) = (position.occupied(), position.color(!color));
    let stuck = |pawn: &Square| {
        let ahead = pawn.forward(color).is_none_or(|square| on(taken, square));
        ahead && (chess::get_pawn_attacks(*pawn, color, theirs).0 == 0)
    };
    squares(position.men(color, Piece::Pawn)).filter(stuck).count() as i32
}

fn on(board: BitBoard, square: Square) -> bool {
    board & BitBoard::from_square(square) != chess::EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> i32 {
        score(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn published_numbers_add_up() {
        assert_eq!(score(&Position::startpos()), 0);
        // A pawn on e4 that may go on: 100 and 20; kings in the endgame's corners.
        assert_eq!(value("k7/8/8/8/4P3/8/8/K7 w - - 0 1"), 120);
        assert_eq!(value("k7/8/8/8/4P3/8/8/K7 b - - 0 1"), -120);
        // Blocked: e4 and e5 both lose 50, White's pawn stands on 20, Black's (rank 5 of its own) on 20.
        assert_eq!(value("k7/8/8/4p3/4P3/8/8/K7 w - - 0 1"), 0);
        // On the fourth rank blocked by a knight: 120 - 50, less 300 and the knight's 20.
        assert_eq!(value("k7/8/8/4n3/4P3/8/8/K7 w - - 0 1"), 120 - 50 - 300 - 20);
        // A rook beside its king guards it.
        assert_eq!(value("k7/8/8/8/8/8/8/KR6 w - - 0 1"), 500 + 50);
    }

    #[test]
    fn kings_come_out_when_the_queens_are_gone() {
        let middlegame = "q2nk1n1/8/8/8/8/8/8/Q2NK1N1 w - - 0 1";
        let other = "q2nk1n1/8/8/8/4K3/8/8/Q2N2N1 w - - 0 1";
        assert!(value(middlegame) > value(other));
        assert!(value("4k3/8/8/8/4K3/8/8/8 w - - 0 1") > value("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    }
}
