//! The rules of chess and Chess960, on the types and attack tables of the crate `chess`.
//!
//! A [`Position`] is always legal: it comes from [`Position::startpos`], from the strict reader of
//! [`Position::from_fen`] or from playing legal moves. The crate's own `Board` is not used: it
//! accepts positions it cannot hold and forgets the counters of the draw rules.
//!
//! Castling moves are written "king takes own rook", so that Chess960 needs no second encoding.

mod attacks;
mod checks;
pub mod chess960;
mod cycle;
mod diagram;
mod edit;
pub mod epd;
mod fen;
mod game;
mod keys;
mod legality;
mod movegen;
mod notation;
mod perft;
mod play;
mod see;
mod validate;

pub use checks::Checks;
pub use chess::{ALL_SQUARES, BitBoard, ChessMove, Color, File, Piece, Rank, Square};
pub use diagram::Diagram;
pub use edit::{Edit, Rights};
pub use fen::{FenError, MAX_FULLMOVES, MAX_HALFMOVES};
pub use game::{Ending, Game};
pub use movegen::{Count, MOST_MOVES, MoveList, Sink};
pub use notation::{MoveError, numeral};
pub use perft::{MAX_PERFT, divide, divide_unless, perft};
pub use play::{Change, Delta};
pub use see::{PIECE_VALUES, piece_value};

use chess::EMPTY;
use keys::Keys;

/// A legal position of chess or Chess960, with the counters of the draw rules.
///
/// Two positions are equal if their FENs are.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pieces: [BitBoard; 6],
    colors: [BitBoard; 2],
    board: [Option<Piece>; 64],
    /// The rooks that may still castle, of both sides.
    castling: BitBoard,
    /// Pieces that give check to the side to move.
    checkers: BitBoard,
    /// Pieces of the side to move that are pinned to its king.
    pinned: BitBoard,
    keys: Keys,
    /// Set only if an en passant capture is legal.
    ep: Option<File>,
    halfmoves: u8,
    fullmoves: u16,
    side: Color,
}

impl Position {
    /// The position every game of chess begins with.
    pub fn startpos() -> Position {
        use Piece::{Bishop, King, Knight, Queen, Rook};
        const BACK_RANK: [Piece; 8] = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut position = Position::empty();
        for (file, piece) in BACK_RANK.into_iter().enumerate() {
            for color in chess::ALL_COLORS {
                let back = Square::make_square(color.to_my_backrank(), File::from_index(file));
                let front = Square::make_square(color.to_second_rank(), File::from_index(file));
                position.put(color, piece, back, &mut Delta::default());
                position.put(color, Piece::Pawn, front, &mut Delta::default());
                if piece == Rook {
                    position.toggle_castling(back);
                }
            }
        }
        position
    }

    /// A board without men, White to move: no legal position, the readers fill it.
    fn empty() -> Position {
        Position {
            pieces: [EMPTY; 6],
            colors: [EMPTY; 2],
            board: [None; 64],
            castling: EMPTY,
            checkers: EMPTY,
            pinned: EMPTY,
            keys: Keys::default(),
            ep: None,
            halfmoves: 0,
            fullmoves: 1,
            side: Color::White,
        }
    }

    /// A 64-bit key of men, side to move, castling rights and (if legal) en passant capture: what
    /// counts for a repetition.
    pub fn key(&self) -> u64 {
        self.keys.whole()
    }
    /// What the key will be after a move, as far as that can be told without playing it: en passant,
    /// castling, promotions and lost rights are left out. Good enough to load memory ahead of time.
    pub fn likely_key_after(&self, m: ChessMove) -> u64 {
        let (from, to) = (m.get_source(), m.get_dest());
        let moved = self.piece_on(from).unwrap_or(Piece::Pawn);
        self.keys.whole_after((self.side, moved), from, to, self.piece_on(to))
    }
    /// A key of the pawns alone.
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawns()
    }
    /// A key of `color`'s men other than pawns.
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.keys.non_pawns(color)
    }
    /// The side to move.
    pub fn side(&self) -> Color {
        self.side
    }
    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.checkers != EMPTY
    }
    /// The men that give check to the side to move.
    pub fn checkers(&self) -> BitBoard {
        self.checkers
    }
    /// The men of the side to move that are pinned to its king.
    pub fn pinned(&self) -> BitBoard {
        self.pinned
    }
    /// Half-moves since the last capture or pawn move, at most [`MAX_HALFMOVES`].
    pub fn halfmoves(&self) -> u8 {
        self.halfmoves
    }
    /// The number of the move to be made, from 1, at most [`MAX_FULLMOVES`].
    pub fn fullmoves(&self) -> u16 {
        self.fullmoves
    }
    /// The rooks of both sides that may still castle.
    pub fn castling_rooks(&self) -> BitBoard {
        self.castling
    }
    /// Whether kings and rooks that may still castle stand where they do in usual chess; in Chess960
    /// they may stand elsewhere.
    pub fn castles_as_usual(&self) -> bool {
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        let home = |rook: Square| {
            let rank = rook.get_rank();
            let color = if rank == Rank::First { Color::White } else { Color::Black };
            let king = Square::make_square(rank, File::E);
            corners.contains(&rook) && self.man_on(king) == Some((color, Piece::King))
        };
        squares(self.castling).all(home)
    }
    /// The square a legal en passant capture goes to, if there is one.
    pub fn en_passant(&self) -> Option<Square> {
        self.ep.map(|file| self.ep_squares(file).0)
    }
    /// The kind of man on a square.
    pub fn piece_on(&self, sq: Square) -> Option<Piece> {
        self.board[index(sq)]
    }
    /// Whose man stands on a square.
    pub fn color_on(&self, sq: Square) -> Option<Color> {
        chess::ALL_COLORS.into_iter().find(|&color| self.color(color) & bit(sq) != EMPTY)
    }
    /// Whose man of which kind stands on a square.
    pub fn man_on(&self, sq: Square) -> Option<(Color, Piece)> {
        self.color_on(sq).zip(self.piece_on(sq))
    }
    /// The men of one kind, of both sides.
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.pieces[piece.to_index()]
    }
    /// The men of one side.
    pub fn color(&self, color: Color) -> BitBoard {
        self.colors[color.to_index()]
    }
    /// All men.
    pub fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }
    /// Whether `color` has anything but pawns and the king.
    pub fn has_pieces(&self, color: Color) -> bool {
        self.color(color) & !(self.pieces(Piece::Pawn) | self.pieces(Piece::King)) != EMPTY
    }
    /// The side that has only its king.
    pub fn bare_king(&self) -> Option<Color> {
        chess::ALL_COLORS.into_iter().find(|&color| self.color(color).popcnt() == 1)
    }
    /// The side that has only its king, where there are no pawns.
    pub fn lone_king(&self) -> Option<Color> {
        if self.pieces(Piece::Pawn) != EMPTY {
            return None;
        }
        self.bare_king()
    }
    /// The men of one kind and side.
    pub fn men(&self, color: Color, piece: Piece) -> BitBoard {
        self.color(color) & self.pieces(piece)
    }
    /// A side's men without the king in pawns, as books count them: Q 9, R 5, B 3, N 3, P 1.
    pub fn material(&self, color: Color) -> i32 {
        [
            (Piece::Queen, 9),
            (Piece::Rook, 5),
            (Piece::Bishop, 3),
            (Piece::Knight, 3),
            (Piece::Pawn, 1),
        ]
        .map(|(piece, worth)| worth * self.men(color, piece).popcnt() as i32)
        .iter()
        .sum()
    }
    /// The square of a side's king.
    pub fn king(&self, color: Color) -> Square {
        self.men(color, Piece::King).to_square()
    }
    fn orthogonals(&self) -> BitBoard {
        self.pieces(Piece::Rook) | self.pieces(Piece::Queen)
    }
    fn diagonals(&self) -> BitBoard {
        self.pieces(Piece::Bishop) | self.pieces(Piece::Queen)
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.fen())
    }
}

/// The squares of a set, lowest first.
pub fn squares(set: BitBoard) -> impl Iterator<Item = Square> {
    let mut rest = set.0;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let sq = BitBoard(rest).to_square();
            rest &= rest - 1;
            sq
        })
    })
}

/// The set of one square.
fn bit(sq: Square) -> BitBoard {
    BitBoard(1 << (sq.to_int() & 63))
}

/// A square's index, which the compiler then knows to be below 64.
fn index(sq: Square) -> usize {
    sq.to_index() & 63
}

/// The square with the file letter and rank digit given, in either case.
fn square_of(file: char, rank: char) -> Option<Square> {
    let file = u32::from(file.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
    let rank = rank.to_digit(9)?.checked_sub(1)?;
    square_at(file, rank)
}

/// The square with the file and rank given, each from 0 to 7.
fn square_at(file: u32, rank: u32) -> Option<Square> {
    let (file, rank) = (file as usize, rank as usize);
    let square = || Square::make_square(Rank::from_index(rank), File::from_index(file));
    (file < 8 && rank < 8).then(square)
}

/// The kind of man an English letter stands for, in either case; `None` for other letters.
pub fn piece_of(letter: char) -> Option<Piece> {
    Some(match letter.to_ascii_lowercase() {
        'p' => Piece::Pawn,
        'n' => Piece::Knight,
        'b' => Piece::Bishop,
        'r' => Piece::Rook,
        'q' => Piece::Queen,
        'k' => Piece::King,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small_enough_to_be_copied_for_every_move() {
        assert!(size_of::<Position>() <= 200, "{} bytes", size_of::<Position>());
    }

    #[test]
    fn the_start_position_is_the_one_of_the_laws() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(Position::from_fen(START), Ok(Position::startpos()));
        assert_eq!(format!("{:?}", Position::startpos()), START);
    }

    #[test]
    fn accessors_describe_the_men() {
        let position = Position::startpos();
        assert_eq!(position.king(Color::Black), Square::E8);
        assert_eq!(position.piece_on(Square::D1), Some(Piece::Queen));
        assert_eq!(position.color_on(Square::D1), Some(Color::White));
        assert_eq!(position.color_on(Square::D4), None);
        assert_eq!(position.man_on(Square::D1), Some((Color::White, Piece::Queen)));
        assert_eq!(position.man_on(Square::D4), None);
        assert_eq!(position.men(Color::Black, Piece::Pawn).popcnt(), 8);
        assert_eq!(position.castling_rooks().popcnt(), 4);
        assert!(position.castles_as_usual());
        let shuffled = "1rkr4/8/8/8/8/8/8/4K2R w Kdb - 0 1";
        assert!(!Position::from_fen(shuffled).unwrap().castles_as_usual());
        let ranks = squares(position.occupied()).map(|sq| sq.get_rank().to_index());
        assert!(ranks.is_sorted_by(|a, b| a <= b));
    }
}
