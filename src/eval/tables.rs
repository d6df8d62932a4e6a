//! What a man is worth on each square.
//!
//! The values are made by formulas from plain chess knowledge: how central a square is, how far a
//! man has come, and a few squares of their own. They were then fitted, like the weights of the
//! terms, to the results of some thousand games of the engine against itself.

use super::score::{S, Score};
use crate::position::{Color, Piece, Square};

/// Material, indexed by `Piece`. The king is never taken, so it counts nothing.
const MATERIAL: [Score; 6] =
    [S(62, 122), S(312, 308), S(324, 345), S(405, 610), S(930, 1150), S(0, 0)];

/// How much of the middlegame each piece carries; all the pieces of the start make a full phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Pawns, by how far they have come.
const PAWN_ADVANCE: [Score; 8] =
    [S(0, 0), S(0, 2), S(0, 2), S(1, 5), S(8, 12), S(22, 31), S(33, 46), S(0, 0)];
/// What a step towards the middle files is worth to a pawn on each rank.
const PAWN_CENTRE: [i32; 8] = [0, 0, 2, 12, 8, 6, 3, 0];

/// King in the middlegame, by file on its first rank: castled squares are good, the middle is not.
const KING_HOME: [i32; 8] = [19, 27, 15, -8, 1, -13, 25, 17];
/// What each further rank costs the king in the middlegame.
const KING_WALK: [i32; 8] = [0, -15, -41, -50, -59, -64, -66, -68];

/// Steps from the nearer edge, 0 to 3.
const fn inward(coordinate: i32) -> i32 {
    if coordinate < 4 { coordinate } else { 7 - coordinate }
}

const fn pawn(rank: i32, file: i32) -> Score {
    let advance = PAWN_ADVANCE[rank as usize];
    S(advance.mg() + (inward(file) - 1) * PAWN_CENTRE[rank as usize], advance.eg())
}

const fn knight(rank: i32, file: i32) -> Score {
    let centre = inward(rank) + inward(file);
    let posted = if rank >= 3 && rank <= 5 { 4 * inward(file) } else { 0 };
    S(-36 + 7 * centre + posted, -32 + 11 * centre)
}

const fn bishop(rank: i32, file: i32) -> Score {
    let centre = inward(rank) + inward(file);
    let fianchetto = if rank == 1 && inward(file) == 1 { 9 } else { 0 };
    let undeveloped = if rank == 0 { -10 } else { 0 };
    S(-8 + 4 * centre + fianchetto + undeveloped, -10 + 4 * centre)
}

const fn rook(rank: i32, file: i32) -> Score {
    let forward = if rank >= 5 { 6 } else { 0 };
    S(-8 + 6 * inward(file) + forward, forward - 2)
}

const fn queen(rank: i32, file: i32) -> Score {
    let centre = inward(rank) + inward(file);
    let early = if rank >= 2 && rank <= 4 { -6 } else { 0 };
    S(early - 4, -22 + 9 * centre)
}

const fn king(rank: i32, file: i32) -> Score {
    let centre = inward(rank) + inward(file);
    let stepped_up = if rank >= 2 { 8 } else { 0 };
    S(KING_HOME[file as usize] + KING_WALK[rank as usize], -38 + 10 * centre + stepped_up)
}

/// A white man of kind `piece`, an index of `Piece`, on a square.
const fn white_man(piece: usize, rank: i32, file: i32) -> Score {
    let place = match piece {
        0 => pawn(rank, file),
        1 => knight(rank, file),
        2 => bishop(rank, file),
        3 => rook(rank, file),
        4 => queen(rank, file),
        _ => king(rank, file),
    };
    S(MATERIAL[piece].mg() + place.mg(), MATERIAL[piece].eg() + place.eg())
}

/// By colour, piece and square; what is good for White is positive.
static MEN: [[[Score; 64]; 6]; 2] = {
    let mut men = [[[S(0, 0); 64]; 6]; 2];
    let mut index = 0;
    while index < 6 * 64 {
        let (piece, square) = (index / 64, index % 64);
        let value = white_man(piece, (square / 8) as i32, (square % 8) as i32);
        men[0][piece][square] = value;
        men[1][piece][square ^ 56] = S(-value.mg(), -value.eg());
        index += 1;
    }
    men
};

/// Material and place of a man; what is good for White is positive.
pub fn man(color: Color, piece: Piece, square: Square) -> Score {
    MEN[color.to_index()][piece.to_index()][square.to_index() & 63]
}

/// What a man adds to the phase of the game.
pub fn phase(piece: Piece) -> i32 {
    PHASE[piece.to_index()]
}
