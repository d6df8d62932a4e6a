//! Positions as others show them: the men for certain, the rest as far as it can be.

use super::{Color, Delta, FenError, File, MAX_FULLMOVES, MAX_HALFMOVES, Piece, Position, Square};

/// A board with what is said of the game on it.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The men and where they stand.
    pub men: Vec<(Square, Color, Piece)>,
    /// The side to move.
    pub side: Color,
    /// Who may castle: White short and long, Black short and long.
    pub castling: [bool; 4],
    /// The file of a pawn that has just gone two squares.
    pub double_push: Option<File>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u8,
    /// The number of the move to be made.
    pub fullmoves: u16,
}

impl Diagram {
    /// The position. What is said of castling and of a pawn that may be taken in passing is left out
    /// where it cannot be, and counters out of range stand at the end of it.
    ///
    /// # Errors
    /// As for a FEN, if no game can lead to these men with this side to move.
    pub fn position(&self) -> Result<Position, FenError> {
        let mut position = Position::empty();
        for &(square, color, piece) in &self.men {
            if position.piece_on(square).is_none() {
                position.put(color, piece, square, &mut Delta::default());
            }
        }
        position.check_men()?;
        if self.side == Color::Black {
            position.pass_turn();
        }
        for (letter, may) in "KQkq".chars().zip(self.castling) {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            match position.castling_rook(color, letter) {
                Ok(rook) if may => position.toggle_castling(rook),
                _ => {}
            }
        }
        position.refresh_checks();
        position.check_checks()?;
        if let Some(file) = self.double_push {
            let (passed, _) = position.ep_squares(file);
            // A push that cannot have been leaves the position as it is.
            let _ = position.pass_pawn(passed);
        }
        position.halfmoves = self.halfmoves.min(MAX_HALFMOVES);
        position.fullmoves = self.fullmoves.clamp(1, MAX_FULLMOVES);
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::squares;

    fn diagram(position: &Position) -> Diagram {
        let man = |square| position.man_on(square).map(|(color, piece)| (square, color, piece));
        let may_castle = |(color, letter)| {
            let rook = position.castling_rook(color, letter);
            squares(position.castling_rooks()).any(|square| rook == Ok(square))
        };
        Diagram {
            men: squares(position.occupied()).filter_map(man).collect(),
            side: position.side(),
            castling: [
                (Color::White, 'K'),
                (Color::White, 'Q'),
                (Color::Black, 'k'),
                (Color::Black, 'q'),
            ]
            .map(may_castle),
            double_push: position.en_passant().map(|square| square.get_file()),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
        }
    }

    #[test]
    fn positions_of_games_come_back_as_they_were() {
        let games = crate::position::play::random_games(8);
        for position in games.into_iter().filter(Position::castles_as_usual) {
            assert_eq!(diagram(&position).position(), Ok(position));
        }
    }

    #[test]
    fn what_cannot_be_is_left_out_right_by_right() {
        let read = |fen: &str| Position::from_fen(fen).unwrap();
        let shown = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 3 7");
        let claimed = Diagram {
            castling: [true; 4],
            double_push: Some(File::C),
            halfmoves: 255,
            fullmoves: 0,
            ..diagram(&shown)
        };
        let expected = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 150 1");
        assert_eq!(claimed.position(), Ok(expected));
    }

    #[test]
    fn men_that_no_game_leaves_are_refused() {
        let start = diagram(&Position::startpos());
        let kingless = start.men.iter().copied().filter(|man| man.0 != Square::E1).collect();
        let refusal = FenError::KingCount(Color::White, 0);
        assert_eq!(Diagram { men: kingless, ..start }.position(), Err(refusal));
    }
}
