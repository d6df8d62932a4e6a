//! Who attacks what: checks, pins, and the rules that hang on them (en passant, castling).

use chess::{
    EMPTY, between, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::{
    BitBoard, Color, File, Piece, Position, Rank, Square, bit,
    movegen::{NOT_A, NOT_H, shift},
    squares,
};

impl Position {
    /// Whether one of the men `by`, all of the side not to move, attacks `sq`.
    #[inline]
    pub(super) fn attacked(&self, sq: Square, by: BitBoard, occupied: BitBoard) -> bool {
        let near = (get_knight_moves(sq) & self.pieces(Piece::Knight))
            | (get_king_moves(sq) & self.pieces(Piece::King))
            | get_pawn_attacks(sq, self.side, self.pieces(Piece::Pawn));
        let (orthogonals, diagonals) = (self.orthogonals() & by, self.diagonals() & by);
        near & by != EMPTY
            || get_rook_rays(sq) & orthogonals != EMPTY
                && get_rook_moves(sq, occupied) & orthogonals != EMPTY
            || get_bishop_rays(sq) & diagonals != EMPTY
                && get_bishop_moves(sq, occupied) & diagonals != EMPTY
    }

    /// The squares that pawns of the side not to move attack.
    pub fn pawn_threats(&self) -> BitBoard {
        let them = !self.side;
        let pawns = self.men(them, Piece::Pawn);
        let ahead = if them == Color::White { 8 } else { -8 };
        shift(pawns & NOT_A, ahead - 1) | shift(pawns & NOT_H, ahead + 1)
    }

    /// The squares that men of the side not to move attack.
    pub fn threats(&self) -> BitBoard {
        let (them, occupied) = (!self.side, self.occupied());
        let mut all = self.pawn_threats() | get_king_moves(self.king(them));
        for knight in squares(self.men(them, Piece::Knight)) {
            all |= get_knight_moves(knight);
        }
        for rook in squares(self.orthogonals() & self.color(them)) {
            all |= get_rook_moves(rook, occupied);
        }
        for bishop in squares(self.diagonals() & self.color(them)) {
            all |= get_bishop_moves(bishop, occupied);
        }
        all
    }

    /// Whether the king of the side to move would be attacked on `sq`, seen through its own square.
    pub(super) fn unsafe_for_king(&self, sq: Square) -> bool {
        let without_king = self.occupied() ^ bit(self.king(self.side));
        self.attacked(sq, self.color(!self.side), without_king)
    }

    /// The other side's rooks, bishops and queens that would attack this side's king on an empty board.
    #[inline]
    pub(super) fn snipers(&self, side: Color) -> BitBoard {
        let king = self.king(side);
        ((get_rook_rays(king) & self.orthogonals()) | (get_bishop_rays(king) & self.diagonals()))
            & self.color(!side)
    }

    /// Finds the checkers and the pinned men anew.
    pub(super) fn refresh_checks(&mut self) {
        let (us, them) = (self.color(self.side), self.color(!self.side));
        let (king, occupied) = (self.king(self.side), us | them);
        self.checkers = (get_pawn_attacks(king, self.side, self.pieces(Piece::Pawn))
            | (get_knight_moves(king) & self.pieces(Piece::Knight)))
            & them;
        self.pinned = EMPTY;
        for sniper in squares(self.snipers(self.side)) {
            let blockers = between(king, sniper) & occupied;
            if blockers == EMPTY {
                self.checkers |= bit(sniper);
            } else if !several(blockers) {
                self.pinned |= blockers & us;
            }
        }
    }

    /// Where a move may go to without leaving the king in the check it is in: anywhere without
    /// one, onto the checker or between, nowhere against two.
    pub(super) fn answers(&self) -> BitBoard {
        if self.checkers == EMPTY {
            !EMPTY
        } else if several(self.checkers) {
            EMPTY
        } else {
            self.checkers | between(self.king(self.side), self.checkers.to_square())
        }
    }

    /// Target square and captured pawn of an en passant capture onto `file`.
    pub(super) fn ep_squares(&self, file: File) -> (Square, Square) {
        let (to, pawn) = match self.side {
            Color::White => (Rank::Sixth, Rank::Fifth),
            Color::Black => (Rank::Third, Rank::Fourth),
        };
        (Square::make_square(to, file), Square::make_square(pawn, file))
    }

    /// Whether the king is safe after the pawn on `from` captured en passant onto `file`.
    pub(super) fn ep_legal(&self, from: Square, file: File) -> bool {
        let (to, captured) = self.ep_squares(file);
        let occupied = self.occupied() ^ bit(from) ^ bit(to) ^ bit(captured);
        !self.attacked(self.king(self.side), self.color(!self.side) ^ bit(captured), occupied)
    }

    /// The pawns that may capture en passant onto `file`.
    pub(super) fn ep_captors(&self, file: File) -> BitBoard {
        let pawns = self.men(self.side, Piece::Pawn);
        let near = get_pawn_attacks(self.ep_squares(file).0, !self.side, pawns);
        squares(near).filter(|&from| self.ep_legal(from, file)).fold(EMPTY, |set, sq| set | bit(sq))
    }

    /// Where king and rook stand after castling with the rook on `rook`.
    pub(super) fn castled(king: Square, rook: Square) -> (Square, Square) {
        let (king_file, rook_file) =
            if rook > king { (File::G, File::F) } else { (File::C, File::D) };
        let rank = king.get_rank();
        (Square::make_square(rank, king_file), Square::make_square(rank, rook_file))
    }

    /// The squares that the king passes or arrives on when castling, and those of king and rook.
    fn castling_paths(king: Square, rook: Square) -> (BitBoard, BitBoard) {
        let (king_to, rook_to) = Self::castled(king, rook);
        let king_path = between(king, king_to) | bit(king_to);
        (king_path, king_path | between(rook, rook_to) | bit(rook_to))
    }

    /// Whether nothing else stands where king or rook pass or arrive.
    pub(super) fn castling_path_clear(&self, king: Square, rook: Square) -> bool {
        let others = self.occupied() ^ bit(king) ^ bit(rook);
        Self::castling_paths(king, rook).1 & others == EMPTY
    }

    /// Whether castling with `rook`, which has the right to, is legal now.
    pub(super) fn castling_legal(&self, king: Square, rook: Square) -> bool {
        let (king_path, path) = Self::castling_paths(king, rook);
        let others = self.occupied() ^ bit(king) ^ bit(rook);
        let them = self.color(!self.side);
        self.checkers == EMPTY
            && path & others == EMPTY
            && squares(king_path).all(|sq| !self.attacked(sq, them, others))
    }
}

/// Whether a set has two squares or more; cheaper than counting them.
pub(super) fn several(set: BitBoard) -> bool {
    set.0 & set.0.wrapping_sub(1) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_what_the_opponent_attacks() {
        let position = Position::from_fen("4k3/8/8/3p4/8/8/8/R3K3 w - - 0 1").unwrap();
        let threats = position.threats();
        for (square, attacked) in
            [("e4", true), ("c4", true), ("d4", false), ("d8", true), ("a5", false)]
        {
            let square = square.parse().unwrap();
            assert_eq!(threats & bit(square) != EMPTY, attacked, "{square}");
        }
    }
}
