//! Which moves give check, told without playing them.

use chess::{
    EMPTY, between, get_bishop_moves, get_bishop_rays, get_knight_moves, get_pawn_attacks,
    get_rook_moves, get_rook_rays, line,
};

use super::{BitBoard, ChessMove, Position, Square, bit, squares};

/// From where the men of the side to move check the other king.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    /// Squares by the kind of the man that goes there, from pawn to queen; kings only uncover.
    squares: [BitBoard; 5],
    /// Men that stand between the king and a slider of their own side.
    screens: BitBoard,
}

impl Position {
    /// From where the side to move would give check: what is dear once and cheap for every move.
    pub fn checks(&self) -> Checks {
        let (us, occupied) = (self.color(self.side()), self.occupied());
        let king = self.king(!self.side());
        let (straight, oblique) =
            (get_rook_moves(king, occupied), get_bishop_moves(king, occupied));
        let pawns = get_pawn_attacks(king, !self.side(), !EMPTY);
        let sliders =
            self.orthogonals() & get_rook_rays(king) | self.diagonals() & get_bishop_rays(king);
        let mut screens = EMPTY;
        for slider in squares(sliders & us) {
            let men = between(king, slider) & occupied;
            if men.popcnt() == 1 {
                screens |= men & us;
            }
        }
        let squares = [pawns, get_knight_moves(king), oblique, straight, straight | oblique];
        Checks { king, squares, screens }
    }
}

impl Checks {
    /// Whether a legal move gives check. Castling, promotion and en passant are looked at as if they
    /// were plain moves: so the rook's, the new piece's and some discovered checks are missed.
    pub fn given_by(&self, position: &Position, mv: ChessMove) -> bool {
        let (from, to) = (mv.get_source(), mv.get_dest());
        let Some(piece) = position.piece_on(from) else { return false };
        let directly = self.squares.get(piece.to_index()).is_some_and(|set| set & bit(to) != EMPTY);
        directly || self.screens & bit(from) != EMPTY && line(self.king, from) & bit(to) == EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves that are said to give check, and those after which the other side is in check.
    fn told_and_true(fen: &str) -> (Vec<String>, Vec<String>) {
        let position = Position::from_fen(fen).unwrap();
        let checks = position.checks();
        let true_check = |&mv: &ChessMove| {
            let mut next = position.clone();
            next.play(mv);
            next.in_check()
        };
        let named =
            |moves: Vec<ChessMove>| moves.iter().map(|&mv| position.coordinate(mv)).collect();
        let moves = position.legal_moves();
        let told = moves.iter().copied().filter(|&mv| checks.given_by(&position, mv)).collect();
        (named(told), named(moves.iter().copied().filter(true_check).collect()))
    }

    #[test]
    fn direct_and_discovered_checks_are_told_without_playing_them() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/8/4N3/2B5/8/4R3/4K3 w - - 0 1",
            "k2r3b/8/8/8/3n4/8/8/B2K4 b - - 0 1",
            "k7/8/2K5/8/8/8/8/7B w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let (told, played) = told_and_true(fen);
            assert_eq!(told, played, "{fen}");
        }
    }

    #[test]
    fn what_castling_and_promotion_reveal_is_missed() {
        let missed = |fen| told_and_true(fen).1.len() - told_and_true(fen).0.len();
        assert_eq!(missed("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), 1);
        assert_eq!(missed("k7/4P3/8/8/8/8/8/4K3 w - - 0 1"), 2);
    }
}
