//! From a wish to the one legal move that fulfils it, or to the reason why there is none.

use chess::{EMPTY, get_bishop_rays, get_rook_rays};

use super::{
    MoveError, Wing,
    read::{Origin, Wanted, Wish},
};
use crate::position::{BitBoard, ChessMove, File, MoveList, Piece, Position, Square, bit, squares};

impl Position {
    pub(super) fn resolve(&self, wish: &Wish) -> Result<ChessMove, MoveError> {
        match wish {
            Wish::Castle(wing) => self.castle(*wing),
            Wish::Move(wanted) => self.find(wanted),
        }
    }

    /// The legal move that fits; failing that, castling written as the king's coordinates.
    fn find(&self, wanted: &Wanted) -> Result<ChessMove, MoveError> {
        let fitting: MoveList =
            self.legal_moves().into_iter().filter(|&m| self.fits(m, wanted)).collect();
        match (fitting.as_slice(), wanted.piece) {
            ([m], _) => Ok(*m),
            ([], _) => match self.castling_wing(wanted) {
                Some(wing) => self.castle(wing),
                None => Err(self.why_none(wanted)),
            },
            (_, piece) => {
                Err(MoveError::Ambiguous { piece: piece.unwrap_or(Piece::Pawn), to: wanted.to })
            }
        }
    }

    /// Whether a legal move is what is wanted; castling onto the rook only if no piece is told, for
    /// `Kh1` is a step of the king.
    fn fits(&self, m: ChessMove, wanted: &Wanted) -> bool {
        m.get_dest() == wanted.to
            && m.get_promotion() == wanted.promotion
            && self.movers(wanted) & bit(m.get_source()) != EMPTY
            && (wanted.piece.is_none() || !self.is_castling(m))
    }

    /// The men of the side to move that are of the kind and at the origin told.
    fn movers(&self, wanted: &Wanted) -> BitBoard {
        let men = wanted.piece.map_or(!EMPTY, |piece| self.pieces(piece));
        let origin = match wanted.origin {
            // A pawn that captures is called by its file.
            Origin::Anywhere if wanted.piece == Some(Piece::Pawn) => {
                chess::get_file(wanted.to.get_file())
            }
            Origin::Anywhere => !EMPTY,
            Origin::File(file) => chess::get_file(file),
            Origin::Rank(rank) => chess::get_rank(rank),
            Origin::Square(square) => bit(square),
        };
        self.color(self.side) & men & origin
    }

    /// The wing, if the wish can be read as castling: the king goes onto its own rook, or two files
    /// or more to where castling takes it.
    fn castling_wing(&self, wanted: &Wanted) -> Option<Wing> {
        let king = self.king(self.side);
        if wanted.piece.is_some() || wanted.origin != Origin::Square(king) {
            return None;
        }
        let own_rook = self.men(self.side, Piece::Rook) & bit(wanted.to) != EMPTY;
        let distance = king.get_file().to_index().abs_diff(wanted.to.get_file().to_index());
        let arrives = distance > 1 && matches!(wanted.to.get_file(), File::C | File::G);
        let sideways = wanted.to.get_rank() == king.get_rank();
        let wing = if wanted.to > king { Wing::King } else { Wing::Queen };
        (sideways && (own_rook || arrives)).then_some(wing)
    }

    fn castle(&self, wing: Wing) -> Result<ChessMove, MoveError> {
        let king = self.king(self.side);
        let rook = squares(self.castling & self.color(self.side))
            .find(|&rook| (rook > king) == (wing == Wing::King))
            .ok_or(MoveError::NoCastlingRight)?;
        if self.in_check() {
            Err(MoveError::CastlingInCheck)
        } else if !self.castling_path_clear(king, rook) {
            Err(MoveError::CastlingBlocked)
        } else if !self.castling_legal(king, rook) {
            Err(MoveError::CastlingIntoCheck)
        } else {
            Ok(ChessMove::new(king, rook, None))
        }
    }

    /// Why no legal move is what is wanted: the reason of the one man it can mean, or of one that
    /// could go there but for its king.
    fn why_none(&self, wanted: &Wanted) -> MoveError {
        let movers: Vec<Square> = squares(self.movers(wanted)).collect();
        match (movers.as_slice(), wanted.origin, wanted.piece) {
            ([], Origin::Square(square), piece) => self.why_not_there(square, piece),
            ([], _, piece) => MoveError::NoSuchPiece(piece.unwrap_or(Piece::Pawn)),
            ([from], ..) => self.why_not(*from, wanted),
            (_, _, piece) => {
                let mut reasons = movers.iter().map(|&from| self.why_not(from, wanted));
                let piece = piece.unwrap_or(Piece::Pawn);
                let out_of_reach = MoveError::CannotReach { piece, to: wanted.to };
                reasons
                    .find(|reason| {
                        use MoveError::{Blocked, NotItsMove, OwnPiece};
                        !matches!(reason, Blocked { .. } | NotItsMove { .. } | OwnPiece(_))
                    })
                    .unwrap_or(out_of_reach)
            }
        }
    }

    /// Why the man told to move is not on `square`.
    fn why_not_there(&self, square: Square, piece: Option<Piece>) -> MoveError {
        match (self.color_on(square), piece) {
            (None, _) => MoveError::EmptySquare(square),
            (Some(color), Some(piece)) if color == self.side => {
                MoveError::WrongPiece { square, piece }
            }
            _ => MoveError::NotYours(square),
        }
    }

    /// Why the own man on `from` cannot go where it is wanted.
    fn why_not(&self, from: Square, wanted: &Wanted) -> MoveError {
        let to = wanted.to;
        let Some(piece) = self.piece_on(from) else { return MoveError::EmptySquare(from) };
        if self.color(self.side) & bit(to) != EMPTY {
            return MoveError::OwnPiece(to);
        }
        if self.reach(piece, from) & bit(to) == EMPTY && !self.is_en_passant(from, to) {
            return if self.reach_when_free(piece, from) & bit(to) != EMPTY {
                MoveError::Blocked { from, to }
            } else {
                MoveError::NotItsMove { piece, from, to }
            };
        }
        match (self.promotes(piece, to), wanted.promotion) {
            (true, None) => MoveError::MissingPromotion,
            (false, Some(_)) => MoveError::NoPromotion,
            _ if self.in_check() => MoveError::InCheck,
            _ => MoveError::LeavesKingInCheck,
        }
    }

    /// Where a man could go if nothing were in its way.
    fn reach_when_free(&self, piece: Piece, from: Square) -> BitBoard {
        match piece {
            Piece::Bishop => get_bishop_rays(from),
            Piece::Rook => get_rook_rays(from),
            Piece::Queen => get_bishop_rays(from) | get_rook_rays(from),
            Piece::Pawn => {
                let one = from.uforward(self.side);
                let starts = from.get_rank() == self.side.to_second_rank();
                bit(one) | if starts { bit(one.uforward(self.side)) } else { EMPTY }
            }
            Piece::Knight | Piece::King => self.reach(piece, from),
        }
    }
}
