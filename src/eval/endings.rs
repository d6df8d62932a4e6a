//! Endings that material misjudges: those that are drawn, and those won by driving the king.

use chess::EMPTY;

use super::{
    bits::{DARK, FILE_A, FILE_H, bit, count, distance, file_of, rank_of, several},
    view::View,
};
use crate::position::{BitBoard, File, Piece, Position, Rank, Square};

/// The share of a score that is left, in sixty-fourths.
const ALL: i32 = 64;
const LITTLE: i32 = 8;
const NOTHING: i32 = 0;
/// Only kings, pawns and one bishop each, on different colours.
const BARE_OPPOSITE_BISHOPS: i32 = 26;
/// Bishops on different colours beside other pieces, no queens.
const OPPOSITE_BISHOPS: i32 = 54;
/// A side ahead by less than a rook with so few pawns may run out of them.
const FEW_PAWNS: [i32; 3] = [40, 48, 59];

/// Points of the pieces of a side in the usual count, pawns left out.
fn points(piece: impl Fn(Piece) -> BitBoard) -> i32 {
    3 * count(piece(Piece::Knight) | piece(Piece::Bishop))
        + 5 * count(piece(Piece::Rook))
        + 9 * count(piece(Piece::Queen))
}

/// What a point of the usual count is worth in centipawns.
const POINT: i32 = 100;
/// What it is worth beside all men that a king stands alone against pieces that can mate it: more than anything that leads
/// to it, so that pawns are promoted and men exchanged.
pub const WON: i32 = 5_000;

/// Centipawns for the side to move where a king stands alone against pieces that can mate it, or that cannot and have no
/// pawns: a rule drives it to its mate, while the games that networks learn from end before.
pub fn lone_king(position: &Position) -> Option<i32> {
    let lone = position.bare_king()?;
    let strong = View::new(position, !lone);
    if helpless(&strong) {
        return (strong.own(Piece::Pawn) == EMPTY).then_some(0);
    }
    if !strong.to_move && !position.in_check() && position.legal_moves().is_empty() {
        return Some(0);
    }
    let score = WON + POINT * position.material(!lone) + drive(&strong);
    Some(if strong.to_move { score } else { -score })
}

/// Centipawns for the side to move, no better for either side than its material allows: a lone knight or bishop
/// wins nothing, whatever a network thinks of its squares.
pub fn within_material(position: &Position, score: i32) -> i32 {
    let minors = position.pieces(Piece::Knight) | position.pieces(Piece::Bishop);
    let lone_minor = |color| {
        let men = position.color(color);
        count(men) == 2 && men & minors != EMPTY
    };
    let side = position.side();
    let most = if lone_minor(side) { 0 } else { i32::MAX };
    let least = if lone_minor(!side) { 0 } else { i32::MIN };
    score.clamp(least, most)
}

/// The score of the side that is ahead, corrected for what its material can achieve.
pub fn judge(strong: &View, score: i32) -> i32 {
    let own = points(|piece| strong.own(piece));
    let their = points(|piece| strong.their(piece));
    let scaled = score * share(strong, own, their) / ALL;
    if strong.their(Piece::Pawn) == EMPTY && their <= 5 && own - their > 3 && !helpless(strong) {
        return scaled + drive(strong);
    }
    scaled
}

/// How much of its score the side ahead can hope to turn into a win.
fn share(strong: &View, own: i32, their: i32) -> i32 {
    let pawns = count(strong.own(Piece::Pawn));
    if pawns == 0 && helpless(strong) || holds_corner(strong) {
        return NOTHING;
    }
    if pawns == 0 && own - their <= 3 {
        return LITTLE;
    }
    if let Some(share) = opposite_bishops(strong, own, their) {
        return share;
    }
    match FEW_PAWNS.get(pawns as usize) {
        Some(&share) if own - their <= 3 && their > 0 => share,
        _ => ALL,
    }
}

/// Whether the pieces alone cannot force mate: one minor, knights only up to two, bishops of a colour.
fn helpless(strong: &View) -> bool {
    let (knights, bishops) = (strong.own(Piece::Knight), strong.own(Piece::Bishop));
    let minors = knights | bishops;
    let one_color = bishops & DARK == EMPTY || bishops & !DARK == EMPTY;
    strong.own(Piece::Rook) | strong.own(Piece::Queen) == EMPTY
        && (!several(minors)
            || bishops == EMPTY && count(knights) == 2
            || knights == EMPTY && one_color)
}

/// Rook pawns of one file, alone or with bishops of the wrong colour, against a king in the corner.
fn holds_corner(strong: &View) -> bool {
    let (pawns, bishops) = (strong.own(Piece::Pawn), strong.own(Piece::Bishop));
    if pawns == EMPTY || pawns & !FILE_A != EMPTY && pawns & !FILE_H != EMPTY {
        return false;
    }
    let file = if pawns & FILE_A != EMPTY { File::A } else { File::H };
    let corner = Square::make_square(Rank::Eighth, file);
    let corner_color = if bit(corner) & DARK == EMPTY { !DARK } else { DARK };
    strong.mine == pawns | bishops | strong.own(Piece::King)
        && bishops & corner_color == EMPTY
        && distance(strong.their_king, corner) <= 1
}

/// Bishops that never meet let the defender build a wall.
fn opposite_bishops(strong: &View, own: i32, their: i32) -> Option<i32> {
    let (mine, theirs) = (strong.own(Piece::Bishop), strong.their(Piece::Bishop));
    if count(mine) != 1 || count(theirs) != 1 || count((mine | theirs) & DARK) != 1 {
        return None;
    }
    match (own, their) {
        (3, 3) => Some(BARE_OPPOSITE_BISHOPS),
        _ if strong.own(Piece::Queen) | strong.their(Piece::Queen) == EMPTY && own == their => {
            Some(OPPOSITE_BISHOPS)
        }
        _ => None,
    }
}

/// What a step of the beaten king towards the edge, or of the other king towards it, is worth.
const EDGE: i32 = 16;
const APPROACH: i32 = 10;
/// What a step towards the corner of the bishop's colour is worth with bishop and knight.
const CORNER: i32 = 45;

/// The way to mate a king without pawns: to the edge, or to the right corner, the own king near.
fn drive(strong: &View) -> i32 {
    let king = strong.their_king;
    let outward = |coordinate: i32| (3 - coordinate).max(coordinate - 4);
    let edge = outward(file_of(king)) + outward(rank_of(king));
    let steps =
        (file_of(king) - file_of(strong.king)).abs() + (rank_of(king) - rank_of(strong.king)).abs();
    let bishops = strong.own(Piece::Bishop);
    let needs_corner = strong.mine == strong.own(Piece::Knight) | bishops | strong.own(Piece::King)
        && count(bishops) == 1;
    let corner = if needs_corner { CORNER * towards_corner(king, bishops) } else { 0 };
    EDGE * edge + APPROACH * (14 - steps) + corner
}

/// How near a king is to a corner of the bishop's colour: 7 in one, 0 in the wrong corners.
fn towards_corner(king: Square, bishop: BitBoard) -> i32 {
    let dark = bishop & DARK != EMPTY;
    let file = if dark { file_of(king) } else { 7 - file_of(king) };
    (7 - rank_of(king) - file).abs()
}
