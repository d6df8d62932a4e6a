//! Moves in writing: coordinates and standard algebraic notation (SAN), read and written.
//!
//! Reading takes two steps: [`read`] turns text into a [`Wish`] without looking at a position, and
//! [`resolve`] finds the one legal move that fulfils it, or says why there is none.

mod read;
mod resolve;
#[cfg(test)]
mod tests;
mod write;

pub use write::numeral;

use super::{ChessMove, Piece, Position, Square};

/// The direction of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wing {
    /// Short: the king goes to the g-file.
    King,
    /// Long: the king goes to the c-file.
    Queen,
}

/// Why a text is no move here, in words for the one who typed it.
///
/// The words are chosen with care: xboard takes some (such as the usual one for the thing the game
/// is played on) as signs of another message and would not show the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is in no notation of moves.
    #[error("neither coordinates nor algebraic notation")]
    Unreadable,
    /// Nothing stands where the move begins.
    #[error("there is no piece on {0}")]
    EmptySquare(Square),
    /// The piece is not of the side to move.
    #[error("the piece on {0} is not yours")]
    NotYours(Square),
    /// Another kind of piece stands where the move begins.
    #[error("the piece on {square} is no {}", word(*.piece))]
    WrongPiece {
        /// Where the move begins.
        square: Square,
        /// The kind the text says.
        piece: Piece,
    },
    /// There is no such piece to be moved.
    #[error("you have no such {}", word(*.0))]
    NoSuchPiece(Piece),
    /// No piece of that kind can go there.
    #[error("no {} of yours can go to {to}", word(*.piece))]
    CannotReach {
        /// The kind of piece.
        piece: Piece,
        /// The target.
        to: Square,
    },
    /// Several pieces of that kind can go there.
    #[error("more than one {} can go to {to}", word(*.piece))]
    Ambiguous {
        /// The kind of piece.
        piece: Piece,
        /// The target.
        to: Square,
    },
    /// The target is taken by a piece of the same side.
    #[error("your own piece stands on {0}")]
    OwnPiece(Square),
    /// That kind of piece moves otherwise.
    #[error("a {} does not move from {from} to {to}", word(*.piece))]
    NotItsMove {
        /// The kind of piece.
        piece: Piece,
        /// Where the move begins.
        from: Square,
        /// The target.
        to: Square,
    },
    /// Another piece is in the way.
    #[error("the way from {from} to {to} is blocked")]
    Blocked {
        /// Where the move begins.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The king is in check and would be so still.
    #[error("your king is in check")]
    InCheck,
    /// The king would be in check after the move.
    #[error("this leaves your king in check")]
    LeavesKingInCheck,
    /// A pawn on its last rank must become another piece, and the text does not say which.
    #[error("a letter for the new piece is missing: q, r, b or n")]
    MissingPromotion,
    /// The text says promotion, but the move is none.
    #[error("only a pawn on its last rank is promoted")]
    NoPromotion,
    /// King or rook have moved, or there is no such rook.
    #[error("you have no right to castle on this side")]
    NoCastlingRight,
    /// Something stands between.
    #[error("castling is blocked")]
    CastlingBlocked,
    /// Castling out of check.
    #[error("castling is not allowed in check")]
    CastlingInCheck,
    /// Castling through or into check.
    #[error("your king would castle through or into check")]
    CastlingIntoCheck,
}

impl Position {
    /// Reads a legal move in coordinates (`e2e4`, `e2-e4`, `e7e8q`, `e7e8=Q`; castling `e1g1`, or
    /// `e1h1` onto the rook) or in SAN with more or fewer signs than the standard asks for (`Nf3`,
    /// `Nbd7+`, `Qh4e1`, `exd6 e.p.`, `e8Q`, `0-0-0`).
    ///
    /// Where a king's move in coordinates may be meant in two ways, as in Chess960, it is the
    /// ordinary move rather than castling. A `b` that could be a pawn's file is no bishop.
    ///
    /// # Errors
    /// The reason why it is none, in words for a player.
    pub fn parse_move(&self, text: &str) -> Result<ChessMove, MoveError> {
        self.resolve(&read::wish(text).ok_or(MoveError::Unreadable)?)
    }
}

/// The name of a kind of man.
fn word(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}
