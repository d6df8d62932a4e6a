//! What a position is worth without a search, man by man.

use crate::position::{Color, Edit, Piece, Position, Rights, Square, squares};

/// A score and what each man has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appraisal {
    /// What was scored.
    pub position: Position,
    /// What scored it.
    pub judge: String,
    /// Centipawns for White.
    pub total: i32,
    /// The worth of men on their squares: the total less what it would be without them. Kings are
    /// left out, and men whose absence would leave a position that no game leads to.
    pub worths: Vec<(Square, i32)>,
}

impl Appraisal {
    /// Asks `score`, which gives centipawns for the side to move, once for the position and once for
    /// each man.
    pub fn new(
        position: &Position,
        judge: String,
        mut score: impl FnMut(&Position) -> i32,
    ) -> Appraisal {
        let mut for_white = |position: &Position| match position.side() {
            Color::White => score(position),
            Color::Black => -score(position),
        };
        let total = for_white(position);
        let men = position.occupied() & !position.pieces(Piece::King);
        let worth = |square| {
            let without = position.edited(&[Edit::Remove(square)], Rights::Usual).ok()?;
            Some((square, total - for_white(&without)))
        };
        let worths = squares(men).filter_map(worth).collect();
        Appraisal { position: position.clone(), judge, total, worths }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine for each queen, one for any other man, a half for being to move.
    fn score(position: &Position) -> i32 {
        let of = |color| {
            let queens = position.men(color, Piece::Queen).popcnt() as i32;
            800 * queens + 100 * position.color(color).popcnt() as i32
        };
        of(position.side()) - of(!position.side()) + 50
    }

    #[test]
    fn every_man_but_the_kings_has_a_worth_for_white() {
        let position = Position::from_fen("3qk3/8/8/8/8/8/4P3/4K3 b - - 5 40").unwrap();
        let appraisal = Appraisal::new(&position, "test".to_owned(), score);
        assert_eq!(appraisal.total, -850);
        assert_eq!(appraisal.worths, [(Square::E2, 100), (Square::D8, -900)]);
    }

    #[test]
    fn a_man_that_cannot_be_missing_has_none() {
        let position = Position::from_fen("4k3/8/8/8/8/4n3/4R3/4K3 w - - 0 1").unwrap();
        let appraisal = Appraisal::new(&position, "test".to_owned(), score);
        assert_eq!(appraisal.worths, [(Square::E2, 100)]);
    }
}
