//! King safety: the pawns around a king and the pieces that bear down on it.

use chess::{EMPTY, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};

use super::{
    bits::{FILE_A, count, file_of, fill_north, rank, rank_of},
    score::{S, Score},
    view::{Reach, Turned, View},
};
use crate::position::{BitBoard, Piece};

/// What the nearest own pawn before the king costs on each file, by its rank; the first is none.
const SHELTER: [i32; 8] = [-29, 2, -7, -13, -19, -20, -23, -26];
/// What the nearest enemy pawn costs by its rank; the first is none.
const STORM: [i32; 8] = [-6, -16, -26, -14, -4, 0, 0, 0];
/// What remains of a storm that has run into a pawn.
const STORM_BLOCKED: i32 = 3;

/// The pawns before the king, and those that come at it; felt in the middlegame alone.
pub fn shelter(view: &View) -> Score {
    let ahead = fill_north(rank(rank_of(view.king) as u32));
    let own = view.own(Piece::Pawn) & ahead;
    let their = view.their(Piece::Pawn) & ahead;
    let middle = file_of(view.king).clamp(1, 6);
    let mut mg = 0;
    for file in middle - 1..=middle + 1 {
        let (shield, ram) = (lowest_rank(own, file), lowest_rank(their, file));
        let storm = STORM[ram];
        mg += SHELTER[shield];
        mg += if shield != 0 && ram == shield + 1 { storm / STORM_BLOCKED } else { storm };
    }
    S(mg, 0)
}

/// The rank of the southernmost pawn on a file, 0 if there is none.
fn lowest_rank(pawns: BitBoard, file: i32) -> usize {
    let pawns = pawns & BitBoard(FILE_A.0 << file);
    if pawns == EMPTY { 0 } else { pawns.0.trailing_zeros() as usize / 8 }
}

/// Weight of a square next to the king that only king or queen defends.
const WEAK_SQUARE: i32 = 2;
/// Weights of safe squares for a check, by the piece that gives it.
const KNIGHT_CHECK: i32 = 6;
const BISHOP_CHECK: i32 = 4;
const ROOK_CHECK: i32 = 7;
const QUEEN_CHECK: i32 = 5;
/// An attack without the queen rarely mates.
const NO_QUEEN: i32 = -12;
/// More danger than this cannot be told apart.
const MOST_DANGER: i32 = 52;

/// What danger costs: its square in the middlegame, itself in the endgame, in hundredths.
const DANGER: Score = S(22, 50);

/// The attack of a side on the other king, which grows with the square of what takes part.
pub fn attack(view: &View, own: &Reach, their: Turned) -> Score {
    let lone_queen = own.attackers == 1 && view.own(Piece::Queen) != EMPTY;
    if own.attackers < 2 && !lone_queen {
        return S(0, 0);
    }
    let officers = their.by(&[Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook]);
    let weak = get_king_moves(view.their_king) & own.all & !officers;
    let mut danger = own.pressure + WEAK_SQUARE * count(weak) + checks(view, own, their);
    if view.own(Piece::Queen) == EMPTY {
        danger += NO_QUEEN;
    }
    let danger = danger.clamp(0, MOST_DANGER);
    S(danger * danger * DANGER.mg() / 100, danger * DANGER.eg() / 100)
}

/// The safe checks a side can give: on squares the other side does not defend.
fn checks(view: &View, own: &Reach, their: Turned) -> i32 {
    let (king, occupied) = (view.their_king, view.occupied());
    let undefended = !(view.mine | their.all());
    let contact = own.twice & their.by(&[Piece::King]) & !their.twice() & !view.mine;
    let (rook, bishop) = (get_rook_moves(king, occupied), get_bishop_moves(king, occupied));
    let once = |weight: i32, squares: BitBoard| if squares == EMPTY { 0 } else { weight };
    once(KNIGHT_CHECK, get_knight_moves(king) & own.by(Piece::Knight) & undefended)
        + once(BISHOP_CHECK, bishop & own.by(Piece::Bishop) & undefended)
        + once(ROOK_CHECK, rook & own.by(Piece::Rook) & undefended)
        + once(QUEEN_CHECK, (rook | bishop) & own.by(Piece::Queen) & (undefended | contact))
}
