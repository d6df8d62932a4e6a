//! Forsyth-Edwards notation: a strict reader and a writer.
//!
//! Castling rights may be written `KQkq` (the outermost rook of that wing, as in X-FEN) or by the
//! rook's file (Shredder-FEN); the writer prefers the former and names the file where it must.

use std::{ops::RangeInclusive, str::FromStr};

use chess::{ALL_COLORS, EMPTY, get_rank};

use super::{
    Color, Delta, File, Piece, Position, Rank, Square, bit, piece_of, square_at, square_of, squares,
};

/// The greatest half-move clock: at 150 a game is over by the 75-move rule, and counting stops.
pub const MAX_HALFMOVES: u8 = 150;

/// The greatest move number; counting stops there.
pub const MAX_FULLMOVES: u16 = 9999;

/// So many of a thing, as a person would say it.
fn count(number: &impl ToString, thing: &str) -> String {
    let number = number.to_string();
    format!("{number} {thing}{}", if number == "1" { "" } else { "s" })
}

/// Why a text is not the FEN of a legal position: the field, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// There are fields missing or left over.
    #[error("{} instead of 6 (or 4, without the counters)", count(.0, "field"))]
    FieldCount(usize),
    /// The placement has not eight ranks.
    #[error("placement: {} instead of 8", count(.0, "rank"))]
    RankCount(usize),
    /// A rank has not eight squares.
    #[error("placement: rank {rank} has {} instead of 8", count(.width, "square"))]
    RankWidth {
        /// 1 to 8.
        rank: u32,
        /// How many it has.
        width: u32,
    },
    /// A letter that is no man and no number of empty squares.
    #[error("placement: {0:?} is neither a man nor a number of empty squares from 1 to 8")]
    UnknownLetter(char),
    /// A side has more than sixteen men.
    #[error("placement: {0:?} has {1} men, more than 16")]
    TooManyMen(Color, u32),
    /// A side has more than eight pawns.
    #[error("placement: {0:?} has {1} pawns, more than 8")]
    TooManyPawns(Color, u32),
    /// A side has more promoted pieces than pawns are gone.
    #[error(
        "placement: {color:?} has {promoted} promoted pieces but only {missing} pawns are gone"
    )]
    TooManyPromoted {
        /// The side.
        color: Color,
        /// Pieces beyond those of the start position, at the least.
        promoted: u32,
        /// Pawns that could have become them.
        missing: u32,
    },
    /// A side has no king or several.
    #[error("placement: {0:?} has {1} kings instead of 1")]
    KingCount(Color, u32),
    /// A pawn stands on the first or last rank.
    #[error("placement: a pawn stands on {0}, where none can be")]
    PawnOnBackRank(Square),
    /// The side field is not `w` or `b`.
    #[error("side to move: {0:?} is neither w nor b")]
    Side(String),
    /// The side that is not to move is in check.
    #[error("side to move: {0:?} is in check but not to move")]
    OpponentInCheck(Color),
    /// No move can give check with these men at once.
    #[error("side to move: {0:?} is in check from {1} men, which no move can bring about")]
    ImpossibleCheck(Color, u32),
    /// A letter of the castling field is none of those allowed.
    #[error("castling: {0:?} is none of KQkq, a file from A to H or a to h, or a single -")]
    CastlingLetter(char),
    /// The king does not stand where it may castle.
    #[error("castling: {letter}, but the king on {king} has moved")]
    CastlingKing {
        /// The right that is claimed.
        letter: char,
        /// Where the king stands.
        king: Square,
    },
    /// There is no rook to castle with.
    #[error("castling: {0}, but no rook stands there")]
    CastlingRook(char),
    /// A second right on the same wing.
    #[error("castling: {0} claims a right on that wing for the second time")]
    CastlingTwice(char),
    /// The en passant field is no square.
    #[error("en passant: {0:?} is neither a square nor -")]
    EnPassantSquare(String),
    /// The side not to move cannot have passed that square.
    #[error("en passant: no pawn can just have passed {0} on that rank")]
    EnPassantRank(Square),
    /// There is no pawn before the square.
    #[error("en passant: no pawn stands where one that passed {0} would")]
    EnPassantPawn(Square),
    /// A man stands on the square or behind it.
    #[error("en passant: the way of the pawn that passed {0} is not empty")]
    EnPassantBlocked(Square),
    /// The side to move was in check before the pawn passed.
    #[error("en passant: the king was in check before a pawn passed {0}")]
    EnPassantInCheck(Square),
    /// The half-move clock is no number in range.
    #[error("half-move clock: {0:?} is no number from 0 to {MAX_HALFMOVES}")]
    HalfmoveClock(String),
    /// The full-move number is no number in range.
    #[error("full-move number: {0:?} is no number from 0 to {MAX_FULLMOVES}")]
    FullmoveNumber(String),
}

impl Position {
    /// Reads a FEN of six fields, or of four without the counters.
    ///
    /// # Errors
    /// Refuses everything that no game of chess or Chess960 can reach as far as that is simple to
    /// say; see [`FenError`]. A square for en passant that no capture can use is accepted and
    /// dropped, and so is the full-move number 0, which is read as 1.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let (men, side, castling, ep, halfmoves, fullmoves) = match *fields.as_slice() {
            [men, side, castling, ep] => (men, side, castling, ep, "0", "1"),
            [men, side, castling, ep, halfmoves, fullmoves] => {
                (men, side, castling, ep, halfmoves, fullmoves)
            }
            _ => return Err(FenError::FieldCount(fields.len())),
        };
        let mut position = Position::empty();
        position.read_men(men)?;
        position.check_men()?;
        position.read_side(side)?;
        position.read_castling(castling)?;
        position.refresh_checks();
        position.check_checks()?;
        position.read_en_passant(ep)?;
        position.halfmoves = counter(halfmoves, 0..=MAX_HALFMOVES)
            .ok_or_else(|| FenError::HalfmoveClock(halfmoves.to_owned()))?;
        position.fullmoves = counter(fullmoves, 0..=MAX_FULLMOVES)
            .ok_or_else(|| FenError::FullmoveNumber(fullmoves.to_owned()))?
            .max(1);
        Ok(position)
    }

    fn read_men(&mut self, field: &str) -> Result<(), FenError> {
        let count = field.split('/').count();
        if count != 8 {
            return Err(FenError::RankCount(count));
        }
        for (rank, row) in (0..8).rev().zip(field.split('/')) {
            let mut width: u32 = 0;
            for letter in row.chars() {
                if let Some(empty @ 1..) = letter.to_digit(9) {
                    width = width.saturating_add(empty);
                    continue;
                }
                let piece = piece_of(letter).ok_or(FenError::UnknownLetter(letter))?;
                if let Some(square) = square_at(width, rank) {
                    self.put(color_of(letter), piece, square, &mut Delta::default());
                }
                width = width.saturating_add(1);
            }
            if width != 8 {
                return Err(FenError::RankWidth { rank: rank + 1, width });
            }
        }
        Ok(())
    }

    fn read_side(&mut self, field: &str) -> Result<(), FenError> {
        match field {
            "w" => {}
            "b" => self.pass_turn(),
            _ => return Err(FenError::Side(field.to_owned())),
        }
        Ok(())
    }

    fn read_castling(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        for letter in field.chars() {
            let color = color_of(letter);
            let (king, rook) = (self.king(color), self.castling_rook(color, letter)?);
            let rights = self.castling & self.color(color);
            if squares(rights).any(|other| (other > king) == (rook > king)) {
                return Err(FenError::CastlingTwice(letter));
            }
            self.toggle_castling(rook);
        }
        Ok(())
    }

    /// The rook that a letter of the castling field means.
    pub(super) fn castling_rook(&self, color: Color, letter: char) -> Result<Square, FenError> {
        let lower = letter.to_ascii_lowercase();
        if !matches!(lower, 'k' | 'q' | 'a'..='h') {
            return Err(FenError::CastlingLetter(letter));
        }
        let (king, home) = (self.king(color), color.to_my_backrank());
        if king.get_rank() != home || matches!(king.get_file(), File::A | File::H) {
            return Err(FenError::CastlingKing { letter, king });
        }
        let mut rooks = squares(self.men(color, Piece::Rook) & get_rank(home));
        match lower {
            'k' => rooks.last().filter(|&rook| rook > king),
            'q' => rooks.next().filter(|&rook| rook < king),
            file => rooks.find(|rook| letter_of(rook.get_file()) == file),
        }
        .ok_or(FenError::CastlingRook(letter))
    }

    fn read_en_passant(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let mut letters = field.chars();
        let target = match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(rank), None) => square_of(file, rank),
            _ => None,
        }
        .ok_or_else(|| FenError::EnPassantSquare(field.to_owned()))?;
        self.pass_pawn(target)
    }

    /// A pawn has just passed this square: it can be taken there if a man may.
    pub(super) fn pass_pawn(&mut self, target: Square) -> Result<(), FenError> {
        let (passed, pawn) = self.ep_squares(target.get_file());
        let origin = Square::make_square((!self.side).to_second_rank(), target.get_file());
        if target != passed {
            return Err(FenError::EnPassantRank(target));
        }
        if self.men(!self.side, Piece::Pawn) & bit(pawn) == EMPTY {
            return Err(FenError::EnPassantPawn(target));
        }
        if self.occupied() & (bit(target) | bit(origin)) != EMPTY {
            return Err(FenError::EnPassantBlocked(target));
        }
        let before = self.occupied() ^ bit(pawn) ^ bit(origin);
        if self.attacked(self.king(self.side), self.color(!self.side) ^ bit(pawn), before) {
            return Err(FenError::EnPassantInCheck(target));
        }
        if self.ep_captors(target.get_file()) != EMPTY {
            self.set_ep(Some(target.get_file()));
        }
        Ok(())
    }

    /// The position in Forsyth-Edwards notation; en passant is named only if a capture is legal.
    pub fn fen(&self) -> String {
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let ep = self.en_passant().map_or("-".to_owned(), |target| target.to_string());
        let (men, castling) = (self.men_field(), self.castling_field());
        format!("{men} {side} {castling} {ep} {} {}", self.halfmoves, self.fullmoves)
    }

    fn men_field(&self) -> String {
        let ranks: Vec<String> =
            chess::ALL_RANKS.iter().rev().map(|&rank| self.rank_of_men(rank)).collect();
        ranks.join("/")
    }

    fn rank_of_men(&self, rank: Rank) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in chess::ALL_FILES {
            let square = Square::make_square(rank, file);
            let Some((color, piece)) = self.man_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
            }
            text += &piece.to_string(color);
            empty = 0;
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    fn castling_field(&self) -> String {
        let mut text = String::new();
        for color in ALL_COLORS {
            let king = self.king(color);
            let back_rank = get_rank(color.to_my_backrank());
            let mut rooks = squares(self.men(color, Piece::Rook) & back_rank);
            let (queenside, kingside) = (rooks.next(), rooks.last());
            let rights: Vec<Square> = squares(self.castling & self.color(color)).collect();
            for &rook in rights.iter().rev() {
                let letter = match rook > king {
                    true if kingside.or(queenside) == Some(rook) => 'k',
                    false if queenside == Some(rook) => 'q',
                    _ => letter_of(rook.get_file()),
                };
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

/// Capital letters are White's.
fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// The letter of a file, `a` to `h`.
fn letter_of(file: File) -> char {
    char::from(b'a' + file.to_index() as u8)
}

/// A number written in digits alone, if it is in range.
fn counter<N: FromStr + PartialOrd>(text: &str, range: RangeInclusive<N>) -> Option<N> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|number| digits && range.contains(number))
}

#[cfg(test)]
mod tests;
