//! Playing moves.

use arrayvec::ArrayVec;
use chess::EMPTY;

use super::{
    ChessMove, Color, File, MAX_FULLMOVES, MAX_HALFMOVES, Piece, Position, Square, bit, index,
    squares,
};

/// One man leaving or appearing on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whose man.
    pub color: Color,
    /// Which man.
    pub piece: Piece,
    /// Where.
    pub square: Square,
    /// `true` when it appears, `false` when it leaves.
    pub appears: bool,
}

/// What a move changed on the board: at most four men (castling moves two).
#[derive(Clone, Debug, Default)]
pub struct Delta(pub ArrayVec<Change, 4>);

impl Position {
    /// Plays a legal move, in place: returning the new position by value would copy it twice.
    /// The `Delta` names the men that left and appeared, for whoever keeps a running evaluation.
    ///
    /// A move from an empty square changes nothing; any other illegal move leaves a position that
    /// is wrong: ask [`Position::is_legal`] first where the move is not known to be legal.
    #[inline(never)]
    pub fn play(&mut self, m: ChessMove) -> Delta {
        let mut delta = Delta::default();
        let (us, from, to) = (self.side, m.get_source(), m.get_dest());
        let Some(piece) = self.piece_on(from) else { return delta };
        let (own, target, old_ep) = (self.color(us), self.piece_on(to), self.ep);
        if self.castling != EMPTY {
            let king_left = if piece == Piece::King { own } else { EMPTY };
            let lost = self.castling & (bit(from) | bit(to) | king_left);
            squares(lost).for_each(|rook| self.toggle_castling(rook));
        }
        if old_ep.is_some() {
            self.set_ep(None);
        }
        let mut ep = None;
        if piece == Piece::King && own & bit(to) != EMPTY {
            self.tick(true);
            let (king_to, rook_to) = Self::castled(from, to);
            self.lift(us, Piece::King, from, &mut delta);
            self.lift(us, Piece::Rook, to, &mut delta);
            self.put(us, Piece::King, king_to, &mut delta);
            self.put(us, Piece::Rook, rook_to, &mut delta);
        } else {
            self.tick(target.is_none() && piece != Piece::Pawn);
            self.lift(us, piece, from, &mut delta);
            if let Some(captured) = target {
                self.lift(!us, captured, to, &mut delta);
            }
            self.put(us, m.get_promotion().unwrap_or(piece), to, &mut delta);
            if piece == Piece::Pawn {
                let sideways = from.get_file() != to.get_file();
                if let Some(file) = old_ep.filter(|_| sideways && target.is_none()) {
                    self.lift(!us, Piece::Pawn, self.ep_squares(file).1, &mut delta);
                } else if from.to_int().abs_diff(to.to_int()) == 16 {
                    ep = Some(to.get_file());
                }
            }
        }
        self.pass_turn();
        self.refresh_checks();
        if let Some(file) = ep
            && self.ep_captors(file) != EMPTY
        {
            self.set_ep(Some(file));
        }
        delta
    }

    /// Passes; the side to move must not be in check.
    pub fn play_null(&mut self) {
        self.set_ep(None);
        self.tick(true);
        self.pass_turn();
        self.refresh_checks();
    }

    /// Counts the move about to be made.
    fn tick(&mut self, reversible: bool) {
        self.halfmoves = if reversible { MAX_HALFMOVES.min(self.halfmoves + 1) } else { 0 };
        let finished = u16::from(self.side == Color::Black);
        self.fullmoves = MAX_FULLMOVES.min(self.fullmoves + finished);
    }

    fn lift(&mut self, color: Color, piece: Piece, square: Square, delta: &mut Delta) {
        self.toggle(color, piece, square);
        self.board[index(square)] = None;
        delta.0.push(Change { color, piece, square, appears: false });
    }

    pub(super) fn put(&mut self, color: Color, piece: Piece, square: Square, delta: &mut Delta) {
        self.toggle(color, piece, square);
        self.board[index(square)] = Some(piece);
        delta.0.push(Change { color, piece, square, appears: true });
    }

    fn toggle(&mut self, color: Color, piece: Piece, sq: Square) {
        self.pieces[piece.to_index()] ^= bit(sq);
        self.colors[color.to_index()] ^= bit(sq);
        self.keys.toggle_man(color, piece, sq);
    }

    pub(super) fn toggle_castling(&mut self, rook: Square) {
        self.castling ^= bit(rook);
        self.keys.toggle_castling(rook);
    }

    pub(super) fn set_ep(&mut self, ep: Option<File>) {
        for file in [self.ep, ep].into_iter().flatten() {
            self.keys.toggle_ep(file);
        }
        self.ep = ep;
    }

    pub(super) fn pass_turn(&mut self) {
        self.side = !self.side;
        self.keys.toggle_side();
    }
}

/// The positions of random games, chess and Chess960 by turns, with a fixed seed: material for
/// the tests of this room.
#[cfg(test)]
pub(super) fn random_games(games: u64) -> Vec<Position> {
    const STARTS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w KQkq - 0 1",
    ];
    let mut positions = Vec::new();
    for game in 0..games {
        let mut random = fastrand::Rng::with_seed(game);
        let mut position = Position::from_fen(STARTS[game as usize % STARTS.len()]).unwrap();
        for _ in 0..120 {
            positions.push(position.clone());
            let Some(m) = random.choice(position.legal_moves()) else { break };
            position.play(m);
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &[&str]) -> Position {
        let mut position = Position::from_fen(fen).unwrap();
        for text in moves {
            position.play(position.parse_move(text).unwrap());
        }
        position
    }

    #[test]
    fn counters_follow_the_moves() {
        let start = Position::startpos().fen();
        let position = after(&start, &["Nf3", "Nf6", "Ng1"]);
        assert_eq!((position.halfmoves(), position.fullmoves()), (3, 2));
        let position = after(&start, &["Nf3", "e5", "Nxe5"]);
        assert_eq!((position.halfmoves(), position.fullmoves()), (0, 2));
    }

    #[test]
    fn counters_stop_at_their_limits() {
        let position = after("4k3/8/8/8/8/8/8/4K2R b - - 150 9999", &["Kd8"]);
        assert_eq!((position.halfmoves(), position.fullmoves()), (150, 9999));
    }

    #[test]
    fn castling_puts_both_men_where_they_belong() {
        for (fen, text, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
            ("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", "O-O", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
            ("4k3/8/8/8/8/8/8/2KR4 w K - 0 1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ] {
            assert_eq!(after(fen, &[text]).fen(), expected);
        }
    }

    #[test]
    fn the_right_to_castle_goes_with_king_or_rook() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert!(after(fen, &["Ke2"]).fen().contains(" kq "));
        assert!(after(fen, &["Rb1"]).fen().contains(" Kkq "));
        assert!(after(fen, &["Rxh8+"]).fen().contains(" Qq "));
    }

    #[test]
    fn en_passant_stands_only_while_a_capture_is_legal() {
        let start = Position::startpos().fen();
        assert_eq!(after(&start, &["e4"]).en_passant(), None);
        let moves = ["e4", "a6", "e5", "d5"];
        assert_eq!(after(&start, &moves).en_passant(), Some(Square::D6));
        assert_eq!(after(&start, &["e4", "a6", "e5", "d5", "a3", "a5"]).en_passant(), None);
        let pinned = "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1";
        assert_eq!(after(pinned, &["d4"]).en_passant(), None, "both pawns leave the rank");
        let taken = after(&start, &["e4", "a6", "e5", "d5", "exd6"]);
        assert_eq!(taken.piece_on(Square::D5), None);
    }

    #[test]
    fn a_delta_names_what_left_and_what_appeared() {
        let mut position = Position::from_fen("3r4/4P3/8/8/8/8/8/k1K5 w - - 0 1").unwrap();
        let delta = position.play(position.parse_move("exd8=N").unwrap());
        let man = |color, piece, square, appears| Change { color, piece, square, appears };
        assert_eq!(
            delta.0.as_slice(),
            [
                man(Color::White, Piece::Pawn, Square::E7, false),
                man(Color::Black, Piece::Rook, Square::D8, false),
                man(Color::White, Piece::Knight, Square::D8, true),
            ]
        );
    }

    #[test]
    fn passing_twice_comes_back_to_the_same_men_and_key() {
        let start = Position::startpos();
        let mut position = start.clone();
        position.play_null();
        assert_eq!(position.side(), Color::Black);
        assert_ne!(position.key(), start.key());
        position.play_null();
        assert_eq!(position.key(), start.key());
        assert_eq!(position.halfmoves(), 2);
    }

    #[test]
    fn a_move_from_an_empty_square_changes_nothing() {
        let mut position = Position::startpos();
        let delta = position.play(ChessMove::new(Square::E4, Square::E5, None));
        assert!(delta.0.is_empty());
        assert_eq!(position, Position::startpos());
    }
}
