//! The legal moves of a position, handed out in sets and in stages.

use arrayvec::ArrayVec;
use chess::{
    EMPTY, PROMOTION_PIECES, get_bishop_moves, get_king_moves, get_knight_moves, get_rank,
    get_rook_moves, line,
};

use super::{BitBoard, ChessMove, Color, File, Piece, Position, Rank, Square, bit, squares};

/// What the generator hands its moves to, in sets.
pub trait Sink {
    /// A single move.
    fn one(&mut self, mv: ChessMove);
    /// Moves of the piece on `from`.
    #[inline]
    fn moves(&mut self, from: Square, to: BitBoard) {
        for to in squares(to) {
            self.one(ChessMove::new(from, to, None));
        }
    }
    /// Pawn moves, each from the square `step` below its target.
    #[inline]
    fn pawns(&mut self, to: BitBoard, step: i8) {
        for to in squares(to) {
            self.one(ChessMove::new(behind(to, step), to, None));
        }
    }
    /// As `pawns`, for promotions.
    #[inline]
    fn promotions(&mut self, to: BitBoard, step: i8) {
        for to in squares(to) {
            for piece in PROMOTION_PIECES {
                self.one(ChessMove::new(behind(to, step), to, Some(piece)));
            }
        }
    }
}

/// Counts moves without writing them down.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub u64);

impl Sink for Count {
    fn one(&mut self, _: ChessMove) {
        self.0 += 1;
    }
    fn moves(&mut self, _: Square, to: BitBoard) {
        self.0 += u64::from(to.popcnt());
    }
    fn pawns(&mut self, to: BitBoard, _: i8) {
        self.0 += u64::from(to.popcnt());
    }
    fn promotions(&mut self, to: BitBoard, _: i8) {
        self.0 += 4 * u64::from(to.popcnt());
    }
}

/// Room for the moves of a position; no legal one has more than 218.
pub const MOST_MOVES: usize = 224;

/// A list of moves.
pub type MoveList = ArrayVec<ChessMove, MOST_MOVES>;

impl Sink for MoveList {
    fn one(&mut self, mv: ChessMove) {
        self.push(mv);
    }
}

/// The square `step` below `sq`.
fn behind(sq: Square, step: i8) -> Square {
    let index = sq.to_int().wrapping_sub(step as u8) & 63;
    let (rank, file) = (usize::from(index >> 3), usize::from(index & 7));
    Square::make_square(Rank::from_index(rank), File::from_index(file))
}

/// All squares but those of the a-file.
pub(super) const NOT_A: BitBoard = BitBoard(0xFEFE_FEFE_FEFE_FEFE);
/// All squares but those of the h-file.
pub(super) const NOT_H: BitBoard = BitBoard(0x7F7F_7F7F_7F7F_7F7F);

/// Moves a set by `step` squares; the caller keeps it from wrapping around the edges.
pub(super) fn shift(set: BitBoard, step: i8) -> BitBoard {
    BitBoard(if step > 0 { set.0 << step } else { set.0 >> -step })
}

impl Position {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<true, true>(&mut list);
        list
    }

    /// Hands all legal moves to `out`: captures and promotions if `NOISY`, the rest if `QUIET`.
    pub fn generate<const NOISY: bool, const QUIET: bool>(&self, out: &mut impl Sink) {
        let (us, them) = (self.color(self.side), self.color(!self.side));
        let (king, occupied) = (self.king(self.side), us | them);
        let kinds = match (NOISY, QUIET) {
            (true, true) => !us,
            (true, false) => them,
            _ => !occupied,
        };
        let without_king = occupied ^ bit(king);
        let mut flights = EMPTY;
        for to in squares(get_king_moves(king) & kinds) {
            if !self.attacked(to, them, without_king) {
                flights |= bit(to);
            }
        }
        out.moves(king, flights);
        let answers = self.answers();
        if answers == EMPTY {
            return; // only the king escapes a double check
        }
        match self.side {
            Color::White => self.pawn_moves::<NOISY, QUIET, true>(king, answers, out),
            Color::Black => self.pawn_moves::<NOISY, QUIET, false>(king, answers, out),
        }
        if NOISY && let Some(file) = self.ep {
            let to = bit(self.ep_squares(file).0);
            squares(self.ep_captors(file)).for_each(|from| out.moves(from, to));
        }
        self.piece_moves(king, kinds & answers, out);
        if QUIET && !self.in_check() {
            let rooks = squares(self.castling & us).filter(|&rook| self.castling_legal(king, rook));
            out.moves(king, rooks.fold(EMPTY, |set, rook| set | bit(rook)));
        }
    }

    /// Moves of knights, bishops, rooks and queens, the pinned ones along their pin.
    fn piece_moves(&self, king: Square, targets: BitBoard, out: &mut impl Sink) {
        let (us, occupied) = (self.color(self.side), self.occupied());
        let free = us & !self.pinned;
        for from in squares(self.pieces(Piece::Knight) & free) {
            out.moves(from, get_knight_moves(from) & targets);
        }
        for from in squares(self.diagonals() & free) {
            out.moves(from, get_bishop_moves(from, occupied) & targets);
        }
        for from in squares(self.orthogonals() & free) {
            out.moves(from, get_rook_moves(from, occupied) & targets);
        }
        if self.in_check() {
            return; // a pinned piece answers no check
        }
        for from in squares(self.diagonals() & self.pinned) {
            out.moves(from, get_bishop_moves(from, occupied) & targets & line(king, from));
        }
        for from in squares(self.orthogonals() & self.pinned) {
            out.moves(from, get_rook_moves(from, occupied) & targets & line(king, from));
        }
    }

    /// Moves of the pawns, en passant apart: the free ones in sets, the pinned one by one.
    fn pawn_moves<const NOISY: bool, const QUIET: bool, const WHITE: bool>(
        &self,
        king: Square,
        answers: BitBoard,
        out: &mut impl Sink,
    ) {
        let forward: i8 = if WHITE { 8 } else { -8 };
        let (third, last) =
            if WHITE { (Rank::Third, Rank::Eighth) } else { (Rank::Sixth, Rank::First) };
        let (third, last) = (get_rank(third), get_rank(last));
        let (empty, them) = (!self.occupied(), self.color(!self.side));
        let pawns = self.men(self.side, Piece::Pawn);
        let mut each = |pawns: BitBoard, mask: BitBoard| {
            let single = shift(pawns, forward) & empty;
            if NOISY {
                let west = shift(pawns & NOT_A, forward - 1) & them & mask;
                let east = shift(pawns & NOT_H, forward + 1) & them & mask;
                out.pawns(west & !last, forward - 1);
                out.pawns(east & !last, forward + 1);
                if (west | east | single) & last != EMPTY {
                    out.promotions(west & last, forward - 1);
                    out.promotions(east & last, forward + 1);
                    out.promotions(single & last & mask, forward);
                }
            }
            if QUIET {
                out.pawns(single & mask & !last, forward);
                out.pawns(shift(single & third, forward) & empty & mask, 2 * forward);
            }
        };
        each(pawns & !self.pinned, answers);
        if !self.in_check() {
            squares(pawns & self.pinned).for_each(|from| each(bit(from), line(king, from)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::play::random_games;
    use super::*;

    #[test]
    fn the_two_stages_share_the_moves_among_them() {
        for position in random_games(100) {
            let (mut noisy, mut quiet, mut count) =
                (MoveList::new(), MoveList::new(), Count::default());
            position.generate::<true, false>(&mut noisy);
            position.generate::<false, true>(&mut quiet);
            position.generate::<true, true>(&mut count);
            let all = position.legal_moves();
            assert_eq!(all.len(), noisy.len() + quiet.len(), "{position:?}");
            assert_eq!(all.len() as u64, count.0);
            let loud = |m: &ChessMove| position.is_capture(*m) || m.get_promotion().is_some();
            assert!(noisy.iter().all(|m| all.contains(m) && loud(m)), "{position:?}");
            assert!(quiet.iter().all(|m| all.contains(m) && !loud(m)), "{position:?}");
        }
    }

    #[test]
    fn the_position_with_most_moves_fits_the_list() {
        let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
        assert_eq!(Position::from_fen(fen).unwrap().legal_moves().len(), 218);
    }
}
