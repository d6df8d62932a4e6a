//! What a single move is: legal, a capture, castling.

use chess::{
    EMPTY, PROMOTION_PIECES, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rank, get_rook_moves, line,
};

use super::{BitBoard, ChessMove, Color, Piece, Position, Rank, Square, bit, movegen::shift};

impl Position {
    /// Whether a move from elsewhere, such as a hash table, is legal here; any move may be asked.
    pub fn is_legal(&self, m: ChessMove) -> bool {
        let (from, to) = (m.get_source(), m.get_dest());
        let us = self.color(self.side);
        let Some(piece) = self.piece_on(from).filter(|_| us & bit(from) != EMPTY) else {
            return false;
        };
        let promotes = self.promotes(piece, to);
        let promotion = m.get_promotion();
        if promotes != promotion.is_some_and(|p| PROMOTION_PIECES.contains(&p))
            || promotes != promotion.is_some()
        {
            return false;
        }
        if us & bit(to) != EMPTY {
            return piece == Piece::King
                && self.castling & bit(to) != EMPTY
                && self.castling_legal(from, to);
        }
        match piece {
            Piece::King => get_king_moves(from) & bit(to) != EMPTY && !self.unsafe_for_king(to),
            Piece::Pawn if self.is_en_passant(from, to) => self.ep_legal(from, to.get_file()),
            _ => self.reach(piece, from) & bit(to) != EMPTY && self.keeps_king_safe(from, to),
        }
    }

    /// Where the man on `from` may go by its way of moving, own men, en passant and the safety of
    /// the king left aside.
    pub(super) fn reach(&self, piece: Piece, from: Square) -> BitBoard {
        let occupied = self.occupied();
        match piece {
            Piece::Pawn => self.pawn_reach(from),
            Piece::Knight => get_knight_moves(from),
            Piece::Bishop => get_bishop_moves(from, occupied),
            Piece::Rook => get_rook_moves(from, occupied),
            Piece::Queen => get_rook_moves(from, occupied) | get_bishop_moves(from, occupied),
            Piece::King => get_king_moves(from),
        }
    }

    fn pawn_reach(&self, from: Square) -> BitBoard {
        let (step, third) = match self.side {
            Color::White => (8, Rank::Third),
            Color::Black => (-8, Rank::Sixth),
        };
        let empty = !self.occupied();
        let single = shift(bit(from), step) & empty;
        let double = shift(single & get_rank(third), step) & empty;
        single | double | get_pawn_attacks(from, self.side, self.color(!self.side))
    }

    /// Whether the king is safe after a man other than itself went from `from` to `to`, en passant
    /// aside: it answers the check, if there is one, and does not break out of a pin.
    pub(super) fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        self.answers() & bit(to) != EMPTY
            && (self.pinned & bit(from) == EMPTY
                || line(self.king(self.side), from) & bit(to) != EMPTY)
    }

    /// Whether a pawn going from `from` to `to` would take the one that just passed it.
    pub(super) fn is_en_passant(&self, from: Square, to: Square) -> bool {
        self.en_passant() == Some(to) && get_pawn_attacks(from, self.side, bit(to)) != EMPTY
    }

    /// Whether a man going to `to` becomes another.
    pub(super) fn promotes(&self, piece: Piece, to: Square) -> bool {
        piece == Piece::Pawn && to.get_rank() == self.side.to_their_backrank()
    }

    /// Whether a legal move takes something, en passant included.
    pub fn is_capture(&self, m: ChessMove) -> bool {
        let (from, to) = (m.get_source(), m.get_dest());
        self.color(!self.side) & bit(to) != EMPTY
            || self.piece_on(from) == Some(Piece::Pawn) && self.is_en_passant(from, to)
    }

    /// Whether a legal move is castling: the king takes its own rook.
    pub fn is_castling(&self, m: ChessMove) -> bool {
        self.color(self.side) & bit(m.get_dest()) != EMPTY
    }

    /// Whether the move takes or promotes.
    pub fn is_noisy(&self, m: ChessMove) -> bool {
        m.get_promotion().is_some() || self.is_capture(m)
    }
}

#[cfg(test)]
mod tests {
    use super::super::play::random_games;
    use super::*;

    #[test]
    fn a_move_is_legal_exactly_if_it_is_generated() {
        let promotions = [None, Some(Piece::Queen), Some(Piece::Knight), Some(Piece::King)];
        for position in random_games(12) {
            let legal = position.legal_moves();
            for from in chess::ALL_SQUARES {
                for to in chess::ALL_SQUARES {
                    for promotion in promotions {
                        let m = ChessMove::new(from, to, promotion);
                        assert_eq!(position.is_legal(m), legal.contains(&m), "{position:?} {m}");
                    }
                }
            }
        }
    }

    #[test]
    fn captures_and_castling_are_told_from_other_moves() {
        let position = Position::from_fen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1").unwrap();
        let [castling, en_passant, rook_takes, push] =
            ["O-O", "exd6", "Rxh8+", "e6"].map(|text| position.parse_move(text).unwrap());
        assert!(position.is_castling(castling) && !position.is_capture(castling));
        assert!(position.is_capture(en_passant) && !position.is_castling(en_passant));
        assert!(position.is_capture(rook_takes) && !position.is_castling(rook_takes));
        assert!(!position.is_capture(push) && !position.is_castling(push));
    }
}
