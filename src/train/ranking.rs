//! The legal moves of a position in a fixed order, likely ones first: a move is kept as its place in
//! it. **Part of the file format**: another order makes every file unreadable, so it stands on
//! nothing that is tuned.

use chess::{EMPTY, get_pawn_attacks};

use crate::position::{ChessMove, MoveList, Piece, Position, Square};

/// The worth of the men for this order, from pawn to king.
const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 20];
/// Where men like to go: more for ranks and files nearer to the centre.
const CENTRE: [i32; 8] = [0, 1, 2, 3, 3, 2, 1, 0];

/// The legal moves, likely ones first; `last` is where the opponent's last move went.
pub(super) fn ranked(position: &Position, last: Option<Square>) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|&mv| (-likelihood(position, mv, last), name(mv)));
    moves
}

/// How likely a move is, by what it takes, where it goes and what it leaves.
fn likelihood(position: &Position, mv: ChessMove, last: Option<Square>) -> i32 {
    let (from, to) = (mv.get_source(), mv.get_dest());
    let worth = |piece: Option<Piece>| piece.map_or(0, |piece| WORTH[piece.to_index()]);
    let piece = position.piece_on(from);
    if position.is_castling(mv) {
        return 30;
    }
    let mut score = match mv.get_promotion() {
        Some(Piece::Queen) => 100,
        Some(_) => -100,
        None => 0,
    };
    if position.is_capture(mv) {
        let (victim, attacker) = (worth(position.piece_on(to)).max(1), worth(piece));
        score += 20 + 10 * victim - attacker;
        score += if last == Some(to) { 60 } else { 0 };
        score -= if position.see_at_least(mv, 0) { 0 } else { 100 };
    } else if !position.see_at_least(mv, 0) {
        score -= 60;
    }
    let pawns = position.men(!position.side(), Piece::Pawn);
    // A pawn of one's own would attack from here the pawns that attack this square.
    let attacked = get_pawn_attacks(from, position.side(), pawns) != EMPTY;
    if piece != Some(Piece::Pawn) && attacked {
        score += 5 * worth(piece);
    }
    let place = |square: Square| {
        CENTRE[square.get_rank().to_index()] + CENTRE[square.get_file().to_index()]
    };
    score + 2 * (place(to) - place(from))
}

/// Tells moves apart that are equally likely.
fn name(mv: ChessMove) -> usize {
    let promotion = mv.get_promotion().map_or(0, |piece| piece.to_index());
    (mv.get_source().to_index() * 64 + mv.get_dest().to_index()) * 8 + promotion
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_moves_never_changes() {
        let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(position).unwrap();
        let moves: Vec<String> =
            ranked(&position, None).iter().map(|&mv| position.coordinate(mv).to_string()).collect();
        assert_eq!(
            moves.join(" "),
            "e2a6 e1c1 e1g1 g2h3 d5e6 c3b5 c3d1 c3b1 a1d1 a1c1 h1f1 a2a4 g2g4 a1b1 h1g1 a2a3 b2b3 \
             d2e3 d2f4 e2d3 g2g3 f3e3 f3f4 e1d1 d2g5 e2b5 e1f1 e2d1 f3g3 e5d3 d2c1 e2f1 e5g4 c3a4 \
             e2c4 f3d3 f3f5 f3f6 f3g4 f3h5 d5d6 e5c4 d2h6 e5c6 e5d7 e5g6 e5f7 f3h3"
        );
    }
}
