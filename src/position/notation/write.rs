//! From a legal move to text.

use chess::EMPTY;

use super::Wing;
use crate::position::{ChessMove, Color, File, Piece, Position, Square, bit, squares};

impl Position {
    /// A legal move in standard algebraic notation, with `+` or `#`.
    pub fn san(&self, m: ChessMove) -> String {
        self.san_without_check(m) + self.check_mark(m)
    }

    /// A legal move in coordinates: `e2e4`, `e7e8q`; castling is `e1g1` (from the e-file onto the c-
    /// or g-file with a rook on the a- or h-file) or `O-O`/`O-O-O` where that would be ambiguous
    /// (Chess960).
    pub fn coordinate(&self, m: ChessMove) -> String {
        if !self.is_castling(m) {
            return m.to_string();
        }
        let (king, rook) = (m.get_source(), m.get_dest());
        let usual = king.get_file() == File::E && matches!(rook.get_file(), File::A | File::H);
        if usual { format!("{king}{}", Self::castled(king, rook).0) } else { castling_text(m) }
    }

    /// As [`Position::coordinate`], but castling is always `O-O` or `O-O-O`: in Chess960 no pair of
    /// squares says it for all positions.
    pub fn coordinate_chess960(&self, m: ChessMove) -> String {
        if self.is_castling(m) { castling_text(m) } else { m.to_string() }
    }

    /// The moves of a line as `write` writes each in its position, as far as they are legal one after
    /// another.
    pub fn write_line(
        &self,
        line: &[ChessMove],
        write: impl Fn(&Position, ChessMove) -> String,
    ) -> Vec<String> {
        let mut position = self.clone();
        let mut words = Vec::new();
        for &mv in line {
            if !position.is_legal(mv) {
                break;
            }
            words.push(write(&position, mv));
            position.play(mv);
        }
        words
    }

    /// A legal move as [`Position::san`] writes it, with its number: `12. Nf3`, `12... Nc6`.
    pub fn numbered(&self, m: ChessMove) -> String {
        format!("{} {}", numeral(self.fullmoves, self.side), self.san(m))
    }

    /// The moves of a line as far as they are legal, with the numbers that a reader needs: `12. Nf3`, `Nc6`, or
    /// `12... Nc6`, `13. Bb5`.
    pub fn numbered_line(&self, line: &[ChessMove]) -> Vec<String> {
        let mut words = self.write_line(line, |before, m| match before.side {
            Color::White => before.numbered(m),
            Color::Black => before.san(m),
        });
        if let (Color::Black, Some(first)) = (self.side, words.first_mut()) {
            *first = format!("{} {first}", numeral(self.fullmoves, self.side));
        }
        words
    }

    fn san_without_check(&self, m: ChessMove) -> String {
        let (from, to) = (m.get_source(), m.get_dest());
        let Some(piece) = self.piece_on(from) else { return m.to_string() };
        if self.is_castling(m) {
            return castling_text(m);
        }
        let takes = if self.is_capture(m) { "x" } else { "" };
        let promotion =
            m.get_promotion().map_or(String::new(), |piece| format!("={}", sign(piece)));
        let mover = match piece {
            Piece::Pawn if takes.is_empty() => String::new(),
            Piece::Pawn => file_of(from),
            _ => sign(piece) + &self.told_apart(m, piece),
        };
        format!("{mover}{takes}{to}{promotion}")
    }

    /// As much of the origin as tells a piece from others of its kind that may go to the same
    /// square: the file if that is enough, or else the rank, or else both.
    fn told_apart(&self, m: ChessMove, piece: Piece) -> String {
        let (from, to) = (m.get_source(), m.get_dest());
        let others = self.men(self.side, piece) & !bit(from);
        let rivals: Vec<Square> =
            squares(others).filter(|&sq| self.is_legal(ChessMove::new(sq, to, None))).collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|sq| sq.get_file() != from.get_file()) {
            file_of(from)
        } else if rivals.iter().all(|sq| sq.get_rank() != from.get_rank()) {
            (from.get_rank().to_index() + 1).to_string()
        } else {
            from.to_string()
        }
    }

    fn check_mark(&self, m: ChessMove) -> &'static str {
        let mut next = self.clone();
        next.play(m);
        match (next.checkers != EMPTY, next.legal_moves().is_empty()) {
            (false, _) => "",
            (true, false) => "+",
            (true, true) => "#",
        }
    }
}

/// The number of a move as it stands in front of it: `12.`, and `12...` for Black's.
pub fn numeral(number: u16, side: Color) -> String {
    match side {
        Color::White => format!("{number}."),
        Color::Black => format!("{number}..."),
    }
}

fn castling_text(m: ChessMove) -> String {
    let wing = if m.get_dest() > m.get_source() { Wing::King } else { Wing::Queen };
    match wing {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
    .to_owned()
}

/// The capital letter of a piece.
fn sign(piece: Piece) -> String {
    piece.to_string(chess::Color::White)
}

/// The letter of a square's file.
fn file_of(square: Square) -> String {
    square.to_string().chars().take(1).collect()
}
