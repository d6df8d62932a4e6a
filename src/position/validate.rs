//! What no game can lead to: the part of a FEN's examination that looks at the men.

use chess::{ALL_COLORS, EMPTY, get_rank};

use super::{BitBoard, Color, FenError, Piece, Position, Rank, squares};

const DARK_SQUARES: BitBoard = BitBoard(0xAA55_AA55_AA55_AA55);

/// Whether all squares of a set have the same colour.
pub(super) fn one_colored(set: BitBoard) -> bool {
    set & DARK_SQUARES == EMPTY || set & !DARK_SQUARES == EMPTY
}

impl Position {
    /// Whether a game can have left these men on these squares.
    pub(super) fn check_men(&self) -> Result<(), FenError> {
        for color in ALL_COLORS {
            let count = |piece| self.men(color, piece).popcnt();
            let (men, kings, pawns) =
                (self.color(color).popcnt(), count(Piece::King), count(Piece::Pawn));
            if men > 16 {
                return Err(FenError::TooManyMen(color, men));
            }
            if kings != 1 {
                return Err(FenError::KingCount(color, kings));
            }
            let missing = 8u32.checked_sub(pawns).ok_or(FenError::TooManyPawns(color, pawns))?;
            let promoted = self.promoted(color);
            if promoted > missing {
                return Err(FenError::TooManyPromoted { color, promoted, missing });
            }
        }
        let back_ranks = get_rank(Rank::First) | get_rank(Rank::Eighth);
        match squares(self.pieces(Piece::Pawn) & back_ranks).next() {
            Some(square) => Err(FenError::PawnOnBackRank(square)),
            None => Ok(()),
        }
    }

    /// How many of a side's pieces must have been pawns; a game starts with two bishops on squares
    /// of different colours.
    fn promoted(&self, color: Color) -> u32 {
        let beyond = |set: BitBoard, first: u32| set.popcnt().saturating_sub(first);
        let bishops = self.men(color, Piece::Bishop);
        beyond(self.men(color, Piece::Knight), 2)
            + beyond(bishops & DARK_SQUARES, 1)
            + beyond(bishops & !DARK_SQUARES, 1)
            + beyond(self.men(color, Piece::Rook), 2)
            + beyond(self.men(color, Piece::Queen), 1)
    }

    /// Whether a move can have led to the checks on the board: none of the side not to move, and
    /// of two checkers one was uncovered, so it is a rook, bishop or queen.
    pub(super) fn check_checks(&self) -> Result<(), FenError> {
        let mut opponent = self.clone();
        opponent.pass_turn();
        if opponent.unsafe_for_king(opponent.king(opponent.side)) {
            return Err(FenError::OpponentInCheck(opponent.side));
        }
        let sliders = self.orthogonals() | self.diagonals();
        match self.checkers.popcnt() {
            0 | 1 => Ok(()),
            2 if self.checkers & sliders != EMPTY => Ok(()),
            count => Err(FenError::ImpossibleCheck(self.side, count)),
        }
    }
}
