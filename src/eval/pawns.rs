//! Pawn structure and passed pawns.

use chess::EMPTY;

use super::{
    bits::{beside, bit, count, distance, file_of, files, fill_north, fill_south, north, rank},
    bits::{rank_of, south},
    score::{S, Score},
    view::{Turned, View},
};
use crate::position::{BitBoard, File, Piece, Rank, Square, squares};

const DOUBLED: Score = S(-6, -17);
const ISOLATED: Score = S(-9, -10);
const BACKWARD: Score = S(-7, -8);
/// A pawn with a man before it.
const BLOCKED: Score = S(-1, -4);
/// A middle pawn still at home with a man before it, which keeps the pieces in.
const CENTRE_BLOCKED: Score = S(-16, -4);
/// A pawn with a neighbour beside it or a defender, by rank.
const CONNECTED: [Score; 8] =
    [S(0, 0), S(5, 1), S(5, 4), S(10, 8), S(12, 12), S(30, 27), S(40, 37), S(0, 0)];

/// A passed pawn by rank, before anything is known about its way.
const PASSED: [Score; 8] =
    [S(0, 0), S(2, 9), S(4, 14), S(10, 30), S(30, 51), S(51, 105), S(90, 126), S(0, 0)];
/// These count once for each rank beyond the third.
const PASSED_NEXT_FREE: Score = S(2, 7);
const PASSED_WAY_SAFE: Score = S(4, 11);
const PASSED_DEFENDED: Score = S(4, 4);
/// For each step between the square before the pawn and a king.
const PASSED_FROM_THEIR_KING: Score = S(0, 10);
const PASSED_FROM_OWN_KING: Score = S(-1, -6);
const ROOK_BEHIND_PASSED: Score = S(2, 12);
/// A passed pawn that a lone king can no longer catch.
const UNSTOPPABLE: Score = S(0, 380);

/// The pawn structure of one side, pieces left aside.
pub fn structure(view: &View) -> Score {
    let pawns = view.own(Piece::Pawn);
    let isolated = pawns & !beside(files(pawns));
    let doubled = pawns & fill_south(south(pawns));
    let stops_lost = north(pawns) & view.their_cover & !fill_north(view.cover);
    let backward = south(stops_lost) & !isolated;
    let connected = pawns & (view.cover | beside(pawns));
    let mut score =
        ISOLATED * count(isolated) + DOUBLED * count(doubled) + BACKWARD * count(backward);
    for index in 1..7 {
        score += CONNECTED[index as usize] * count(connected & rank(index));
    }
    score
}

/// The pawns that have a man before them.
pub fn blocked(view: &View) -> Score {
    let blocked = view.own(Piece::Pawn) & south(view.occupied());
    let centre = BitBoard(0x1800); // d2 and e2
    BLOCKED * count(blocked) + CENTRE_BLOCKED * count(blocked & centre)
}

/// The pawns that no pawn can stop any more, only the foremost of each file.
pub fn passed_pawns(view: &View) -> BitBoard {
    let (pawns, their) = (view.own(Piece::Pawn), view.their(Piece::Pawn));
    let guarded = fill_south(south(their) | view.their_cover);
    pawns & !guarded & !fill_south(south(pawns))
}

/// How far these passed pawns have come.
pub fn advanced(passed: BitBoard) -> Score {
    let worth = |pawn| PASSED[rank_of(pawn) as usize & 7];
    squares(passed).fold(S(0, 0), |score, pawn| score + worth(pawn))
}

/// What the pieces make of one side's passed pawns; `their` is what the opponent attacks.
pub fn prospects(view: &View, passed: BitBoard, their: Turned) -> Score {
    let mut score = S(0, 0);
    for pawn in squares(passed) {
        let advance = rank_of(pawn);
        let (stop, way) = (north(bit(pawn)), fill_north(north(bit(pawn))));
        if fill_south(bit(pawn)) & view.own(Piece::Rook) != EMPTY {
            score += ROOK_BEHIND_PASSED;
        }
        if way & view.occupied() == EMPTY && outruns_king(view, pawn) {
            score += UNSTOPPABLE;
        }
        if advance > 2 && stop != EMPTY {
            score += way_ahead(view, their, stop, way) * (advance - 2);
        }
    }
    score
}

/// How far the next steps of an advanced passed pawn are secured.
fn way_ahead(view: &View, their: Turned, stop: BitBoard, way: BitBoard) -> Score {
    let square = stop.to_square();
    let mut score = PASSED_FROM_THEIR_KING * distance(square, view.their_king)
        + PASSED_FROM_OWN_KING * distance(square, view.king);
    if stop & view.occupied() == EMPTY {
        score += PASSED_NEXT_FREE;
    }
    if way & (view.theirs | their.all()) == EMPTY {
        score += PASSED_WAY_SAFE;
    }
    if view.cover & (stop | south(stop)) != EMPTY {
        score += PASSED_DEFENDED;
    }
    score
}

/// The rule of the square: whether a pawn with a free way promotes before a lone king arrives.
fn outruns_king(view: &View, pawn: Square) -> bool {
    let goal = Square::make_square(Rank::Eighth, File::from_index(file_of(pawn) as usize));
    let steps = 7 - rank_of(pawn).max(2); // the first step may be a double one
    let head_start = i32::from(!view.to_move);
    view.their_pieces() == EMPTY && distance(view.their_king, goal) - head_start > steps
}
