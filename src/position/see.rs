//! Static exchange evaluation: what a series of captures on one square wins or loses.

use chess::{
    EMPTY, between, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::{BitBoard, ChessMove, Color, Piece, Position, Square, attacks::several, bit, squares};

/// What the men are worth in an exchange, in centipawns, from pawn to king.
pub const PIECE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

/// What a man is worth in an exchange, in centipawns.
pub fn piece_value(piece: Piece) -> i32 {
    PIECE_VALUES[piece.to_index()]
}

impl Position {
    /// Whether exchanges on the target square of a legal move, best play by both, gain at least
    /// `threshold` centipawns.
    ///
    /// Either side captures with its least valuable man and may stop at any time. Men behind others
    /// on the same line take part, those pinned to their king do not while what pins them stands; promotions after the first
    /// move are not looked at.
    pub fn see_at_least(&self, m: ChessMove, threshold: i32) -> bool {
        let (from, to) = (m.get_source(), m.get_dest());
        let Some(piece) = self.piece_on(from).filter(|_| !self.is_castling(m)) else {
            return threshold <= 0;
        };
        let standing = m.get_promotion().unwrap_or(piece);
        let mut balance = self.gain(m, piece, standing) - threshold;
        if balance < 0 {
            return false; // not even if the exchange ends here
        }
        balance -= piece_value(standing);
        if balance >= 0 {
            return true; // even if the man is lost for nothing
        }
        let mut occupied = self.occupied() & !bit(from) | bit(to);
        if self.is_en_passant(from, to) && piece == Piece::Pawn {
            occupied ^= bit(self.ep_squares(to.get_file()).1);
        }
        self.last_to_capture(to, occupied, balance) == self.side
    }

    /// What the move itself wins: the man it takes and the worth a pawn gains by promotion.
    fn gain(&self, m: ChessMove, piece: Piece, standing: Piece) -> i32 {
        let captured = match self.piece_on(m.get_dest()) {
            Some(captured) => piece_value(captured),
            None if self.is_capture(m) => piece_value(Piece::Pawn),
            None => 0,
        };
        captured + piece_value(standing) - piece_value(piece)
    }

    /// Plays the exchange out after the first move and says for whom it ends well. `balance`, below
    /// zero, is what the side that moved last has if the man on `to` is taken and nothing else.
    fn last_to_capture(&self, to: Square, mut occupied: BitBoard, mut balance: i32) -> Color {
        let mut attackers = self.attackers(to, occupied);
        let mut side = self.side;
        loop {
            // The side to capture now is the one that is content only if the balance turns.
            side = !side;
            attackers &= occupied;
            let own = self.unpinned(attackers & self.color(side), side, occupied & !bit(to));
            let Some((piece, from)) = self.least_valuable(own) else { return !side };
            occupied ^= from;
            attackers |= self.uncovered(piece, to, occupied);
            if piece == Piece::King && attackers & occupied & self.color(!side) != EMPTY {
                return !side; // a king cannot capture a guarded man
            }
            balance = -balance - 1 - piece_value(piece);
            if balance >= 0 {
                return side;
            }
        }
    }

    /// Those of a side's men that are not pinned by men that stand on `occupied`.
    fn unpinned(&self, men: BitBoard, side: Color, occupied: BitBoard) -> BitBoard {
        if men == EMPTY {
            return men;
        }
        let king = self.king(side);
        let blocked = |sniper| between(king, sniper) & self.occupied();
        squares(self.snipers(side) & occupied)
            .map(blocked)
            .filter(|&men| !several(men))
            .fold(men, |free, men| free & !men)
    }

    fn least_valuable(&self, men: BitBoard) -> Option<(Piece, BitBoard)> {
        chess::ALL_PIECES.into_iter().find_map(|piece| {
            let those = men & self.pieces(piece);
            (those != EMPTY).then(|| (piece, bit(those.to_square())))
        })
    }

    /// All men that attack a square, of both sides.
    fn attackers(&self, to: Square, occupied: BitBoard) -> BitBoard {
        let pawns = self.pieces(Piece::Pawn);
        get_pawn_attacks(to, Color::Black, pawns & self.color(Color::White))
            | get_pawn_attacks(to, Color::White, pawns & self.color(Color::Black))
            | (get_knight_moves(to) & self.pieces(Piece::Knight))
            | (get_king_moves(to) & self.pieces(Piece::King))
            | (get_bishop_moves(to, occupied) & self.diagonals())
            | (get_rook_moves(to, occupied) & self.orthogonals())
    }

    /// The sliders that may attack `to` now that a man of this kind has left its line.
    fn uncovered(&self, piece: Piece, to: Square, occupied: BitBoard) -> BitBoard {
        let mut sliders = EMPTY;
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen | Piece::King) {
            sliders |= get_bishop_moves(to, occupied) & self.diagonals();
        }
        if matches!(piece, Piece::Rook | Piece::Queen | Piece::King) {
            sliders |= get_rook_moves(to, occupied) & self.orthogonals();
        }
        sliders
    }
}

#[cfg(test)]
mod tests {
    use super::super::play::random_games;
    use super::*;

    #[test]
    fn exchanges_gain_what_counting_by_hand_says() {
        const GAINS: [(&str, &str, i32); 27] = [
            // A free pawn, a guarded pawn, a pawn guarded by more than attack it.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
            ("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "Rxe5", -400),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -200),
            // Quiet moves, safe and unsafe.
            ("k7/8/8/8/8/8/8/4R1K1 w - - 0 1", "Re5", 0),
            ("k7/8/3p4/8/8/8/8/4R1K1 w - - 0 1", "Re5", -500),
            // A rook or a queen behind a rook, a bishop behind a pawn.
            ("3rk3/3r4/8/8/3p4/8/3R4/3RK3 w - - 0 1", "Rxd4", -400),
            ("4k3/3r4/8/8/3p4/8/3R4/3RK3 w - - 0 1", "Rxd4", 100),
            ("3rk3/8/8/3p4/8/3R4/3Q4/3K4 w - - 0 1", "Rxd5", 100),
            ("4k3/8/4p3/3n4/4P3/5B2/8/4K3 w - - 0 1", "exd5", 300),
            ("4k3/8/2p1p3/3p4/4P3/5B2/8/4K3 w - - 0 1", "exd5", 0),
            // A trade, even and uneven.
            ("4k3/8/2p5/3n4/8/2N5/8/4K3 w - - 0 1", "Nxd5", 0),
            ("4k3/8/2p5/3r4/8/2N5/8/4K3 w - - 0 1", "Nxd5", 200),
            ("4k3/8/2p5/3q4/8/3Q4/8/4K3 w - - 0 1", "Qxd5", 0),
            // En passant, free and guarded, and with a rook that looks through both pawns' file.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100),
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0),
            ("3rk3/8/8/3pP3/8/8/3R4/4K3 w - d6 0 1", "exd6", 100),
            // Promotions: free, onto an attacked square, with capture, to a knight.
            ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=Q", 800),
            ("7r/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=Q", -100),
            ("3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1", "exd8=Q", 1300),
            ("3r1r2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "exd8=N", 400),
            // The king captures what is free, and never what is guarded.
            ("8/8/8/3k4/3p4/4K3/8/8 w - - 0 1", "Ke2", 0),
            ("8/8/3k4/3p4/3RK3/8/8/8 w - - 0 1", "Rxd5", 100),
            ("8/8/3k4/3p4/3R4/8/8/4K3 w - - 0 1", "Rxd5", -400),
            // A pinned guard guards nothing, until what pins it is taken or takes.
            ("3rk3/4n3/8/3p4/8/8/3R4/3RR1K1 w - - 0 1", "Rxd5", 100),
            ("4k3/4n3/8/3p4/8/8/3R4/4R1K1 w - - 0 1", "Rxd5", 100),
            ("4k3/8/4n3/8/3pR3/8/8/6K1 w - - 0 1", "Rxd4", -400),
            // Castling risks nothing.
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0),
        ];
        for (fen, text, gain) in GAINS {
            let position = Position::from_fen(fen).unwrap();
            let m = position.parse_move(text).unwrap();
            assert!(position.see_at_least(m, gain), "{fen} {text} gains {gain}");
            assert!(!position.see_at_least(m, gain + 1), "{fen} {text} gains no more than {gain}");
        }
    }

    /// The same by full recursion: what the side to capture gains with its least valuable man, or
    /// nothing if it stops.
    fn best(position: &Position, to: Square, occupied: BitBoard, side: Color, target: i32) -> i32 {
        let attackers = position.attackers(to, occupied) & occupied;
        let own = attackers & position.color(side);
        let own = position.unpinned(own, side, occupied & !bit(to));
        let Some((piece, from)) = position.least_valuable(own) else { return 0 };
        let occupied = occupied ^ from;
        let guards = position.attackers(to, occupied) & occupied & position.color(!side);
        if piece == Piece::King && guards != EMPTY {
            return 0;
        }
        let reply = best(position, to, occupied, !side, piece_value(piece));
        (target - reply).max(0)
    }

    #[test]
    fn the_early_exits_change_nothing() {
        for position in random_games(100) {
            for m in position.legal_moves() {
                if position.is_castling(m) {
                    continue;
                }
                let (from, to) = (m.get_source(), m.get_dest());
                let piece = position.piece_on(from).unwrap();
                let standing = m.get_promotion().unwrap_or(piece);
                let mut occupied = position.occupied() & !bit(from) | bit(to);
                if piece == Piece::Pawn && position.is_en_passant(from, to) {
                    occupied ^= bit(position.ep_squares(to.get_file()).1);
                }
                let reply = best(&position, to, occupied, !position.side(), piece_value(standing));
                let gain = position.gain(m, piece, standing) - reply;
                assert!(position.see_at_least(m, gain), "{position:?} {m} {gain}");
                assert!(!position.see_at_least(m, gain + 1), "{position:?} {m} {gain}");
            }
        }
    }
}
