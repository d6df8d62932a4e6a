//! Positions set up by hand: men put on the board and taken off, rights and the turn given away.

use chess::{ALL_COLORS, ALL_SQUARES, EMPTY, get_rank};

use super::{Color, Delta, FenError, File, Piece, Position, Square, bit, index, squares};

/// A change to the men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Takes all men off.
    Clear,
    /// Puts a man on a square, instead of whatever stands there.
    Put(Color, Piece, Square),
    /// Empties a square.
    Remove(Square),
}

/// Which kings and rooks may castle after an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// None.
    None,
    /// Those on their squares of the start position.
    Usual,
    /// Those on the back rank, as in Chess960: a king with the outermost rooks on either side of it.
    Shuffled,
}

impl Position {
    /// The position after changes to its men, made one after another: the side to move stays, nothing can be taken en
    /// passant and both counters begin anew.
    ///
    /// # Errors
    /// As for a FEN, if no game can lead to the result.
    pub fn edited(&self, edits: &[Edit], rights: Rights) -> Result<Position, FenError> {
        let mut men = ALL_SQUARES.map(|square| self.man_on(square));
        for &edit in edits {
            match edit {
                Edit::Clear => men = [None; 64],
                Edit::Put(color, piece, square) => men[index(square)] = Some((color, piece)),
                Edit::Remove(square) => men[index(square)] = None,
            }
        }
        let mut position = Position::empty();
        for (square, man) in ALL_SQUARES.into_iter().zip(men) {
            if let Some((color, piece)) = man {
                position.put(color, piece, square, &mut Delta::default());
            }
        }
        position.check_men()?;
        position.grant_castling(rights);
        if position.side != self.side {
            position.pass_turn();
        }
        position.refresh_checks();
        position.check_checks()?;
        Ok(position)
    }

    /// The same men with this side to move and the half-move clock at zero; nothing can be taken en
    /// passant.
    ///
    /// # Errors
    /// If the other side is in check then.
    pub fn with_side_to_move(mut self, side: Color) -> Result<Position, FenError> {
        self.set_ep(None);
        self.halfmoves = 0;
        if self.side != side {
            self.pass_turn();
        }
        self.refresh_checks();
        self.check_checks()?;
        Ok(self)
    }

    /// The same position with the half-move clock at zero.
    pub fn without_halfmoves(self) -> Position {
        Position { halfmoves: 0, ..self }
    }

    /// The same position without any right to castle.
    pub fn without_castling(mut self) -> Position {
        for rook in squares(self.castling) {
            self.toggle_castling(rook);
        }
        self
    }

    /// Lets kings castle with rooks.
    fn grant_castling(&mut self, rights: Rights) {
        for color in ALL_COLORS {
            let home = color.to_my_backrank();
            let (king, rooks) = (self.king(color), self.men(color, Piece::Rook) & get_rank(home));
            let granted = match rights {
                Rights::None => [None, None],
                Rights::Usual if king != Square::make_square(home, File::E) => [None, None],
                Rights::Usual => {
                    [File::A, File::H].map(|file| Some(Square::make_square(home, file)))
                }
                Rights::Shuffled if king.get_rank() != home => [None, None],
                Rights::Shuffled => [
                    squares(rooks).find(|&rook| rook < king),
                    squares(rooks).filter(|&rook| rook > king).last(),
                ],
            };
            for rook in granted.into_iter().flatten().filter(|&rook| rooks & bit(rook) != EMPTY) {
                self.toggle_castling(rook);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::position::play::random_games;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn men_come_and_go() {
        let without =
            Position::startpos().edited(&[Edit::Remove(Square::E2)], Rights::Usual).unwrap();
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(without.fen(), fen);
        let men = [
            Edit::Put(Color::White, Piece::Queen, Square::A1),
            Edit::Clear,
            Edit::Put(Color::White, Piece::King, Square::E1),
            Edit::Put(Color::White, Piece::Queen, Square::H1),
            Edit::Put(Color::White, Piece::Rook, Square::H1),
            Edit::Put(Color::Black, Piece::King, Square::D8),
            Edit::Put(Color::Black, Piece::Rook, Square::A8),
        ];
        let set_up = Position::startpos().edited(&men, Rights::Usual).unwrap();
        assert_eq!(set_up.fen(), "r2k4/8/8/8/8/8/8/4K2R w K - 0 1");
    }

    #[test]
    fn kings_castle_with_the_rooks_that_a_variant_lets_them() {
        let board = position("1k3r1r/1p6/8/8/8/8/1P6/RRK4R w - - 0 1");
        let after = |rights| board.edited(&[], rights).unwrap().fen();
        assert_eq!(after(Rights::Shuffled), "1k3r1r/1p6/8/8/8/8/1P6/RRK4R w KQk - 0 1");
        for rights in [Rights::Usual, Rights::None] {
            assert_eq!(after(rights), board.fen());
        }
    }

    #[test]
    fn the_side_to_move_stays_and_the_rest_begins_anew() {
        let before = position("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 40");
        assert_eq!(
            before.edited(&[], Rights::Usual).unwrap().fen(),
            "4k3/8/8/8/Pp6/8/8/4K3 b - - 0 1"
        );
    }

    #[test]
    fn a_result_that_no_game_leads_to_is_refused() {
        let start = Position::startpos();
        let king = FenError::KingCount(Color::White, 0);
        assert_eq!(start.edited(&[Edit::Remove(Square::E1)], Rights::Usual), Err(king));
        assert!(start.edited(&[Edit::Clear], Rights::Usual).is_err());
        let pawn = Edit::Put(Color::White, Piece::Pawn, Square::B1);
        let fewer = Edit::Remove(Square::A2);
        assert_eq!(
            start.edited(&[fewer, pawn], Rights::Usual),
            Err(FenError::PawnOnBackRank(Square::B1))
        );
        let knight = Edit::Put(Color::White, Piece::Knight, Square::F6);
        let remove = Edit::Remove(Square::B1);
        assert_eq!(
            start.edited(&[remove, knight], Rights::Usual),
            Err(FenError::OpponentInCheck(Color::Black))
        );
    }

    #[test]
    fn the_turn_passes_unless_a_king_stands_in_check() {
        let after_e4 = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 5 9");
        let turned = after_e4.clone().with_side_to_move(Color::White).unwrap();
        assert_eq!(turned.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9");
        let check = position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
        let refusal = FenError::OpponentInCheck(Color::Black);
        assert_eq!(check.with_side_to_move(Color::White), Err(refusal));
    }

    #[test]
    fn rights_to_castle_can_be_given_away() {
        let fen = Position::startpos().without_castling().fen();
        assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    }

    fn edit() -> impl Strategy<Value = Edit> {
        let square = prop::sample::select(ALL_SQUARES.to_vec());
        let color = prop::sample::select(ALL_COLORS.to_vec());
        let piece = prop::sample::select(chess::ALL_PIECES.to_vec());
        prop_oneof![
            1 => Just(Edit::Clear),
            20 => (color, piece, square.clone()).prop_map(|(c, p, s)| Edit::Put(c, p, s)),
            5 => square.prop_map(Edit::Remove),
        ]
    }

    proptest! {
        #[test]
        fn whatever_is_edited_is_legal_or_refused(edits in prop::collection::vec(edit(), 0..12)) {
            if let Ok(edited) = Position::startpos().edited(&edits, Rights::Usual) {
                prop_assert_eq!(Position::from_fen(&edited.fen()), Ok(edited));
            }
        }
    }

    #[test]
    fn every_position_of_a_game_can_be_put_up_man_by_man() {
        for position in random_games(8) {
            let men = squares(position.occupied())
                .filter_map(|square| {
                    let (color, piece) = position.man_on(square)?;
                    Some(Edit::Put(color, piece, square))
                })
                .collect::<Vec<_>>();
            let put_up = Position::startpos().with_side_to_move(position.side()).unwrap();
            let edits = [vec![Edit::Clear], men].concat();
            let put_up = put_up.edited(&edits, Rights::Usual).unwrap();
            for square in ALL_SQUARES {
                assert_eq!(put_up.piece_on(square), position.piece_on(square));
            }
            assert_eq!(put_up.side(), position.side());
        }
    }
}
