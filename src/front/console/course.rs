//! The game that is stepped through: all its moves, and how many of them are on the board.

use crate::position::Game;

/// A game and a place in it.
#[derive(Clone, Debug)]
pub(super) struct Course {
    game: Game,
    /// Moves on the board.
    at: usize,
    /// Whether the moves behind that place are kept although they are not on the board.
    stepping: bool,
}

impl Course {
    /// A game, seen from its end.
    pub fn new(game: Game) -> Course {
        let at = game.moves().len();
        Course { game, at, stepping: false }
    }

    /// The moves that are on the board, and all there are.
    pub fn place(&self) -> (usize, usize) {
        (self.at, self.game.moves().len())
    }

    /// Whether there are moves behind the board's that are kept.
    pub fn is_stepping(&self) -> bool {
        self.stepping
    }

    /// Follows the game on the board: one that was stepped to is a place in this game, any other takes its
    /// place.
    pub fn follow(&mut self, shown: &Game) {
        let known =
            shown.start() == self.game.start() && self.game.moves().starts_with(shown.moves());
        if !(self.stepping && known) {
            self.game = shown.clone();
        }
        self.at = shown.moves().len();
        self.stepping = self.at < self.game.moves().len();
    }

    /// Goes to the place after so many moves, or to the nearest there is; the game up to there.
    pub fn go_to(&mut self, moves: usize) -> Game {
        self.at = moves.min(self.game.moves().len());
        self.stepping = true;
        let mut game = Game::new(self.game.start().clone());
        for &mv in self.game.moves().iter().take(self.at) {
            game.play(mv);
        }
        game
    }

    /// How many moves were made before the move with this number of White, or of Black.
    pub fn before_move(&self, number: usize, black: bool) -> usize {
        let start = self.game.start();
        let first = 2 * usize::from(start.fullmoves()) + start.side().to_index();
        number.saturating_mul(2).saturating_add(usize::from(black)).saturating_sub(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{front::console::tests::game, position::Position};

    #[test]
    fn moves_behind_a_place_that_was_stepped_to_are_kept_until_another_is_made() {
        let moves = ["e4", "e5", "Nf3", "Nc6"];
        let mut course = Course::new(game(&moves));
        assert_eq!(course.place(), (4, 4));
        let back = course.go_to(1);
        assert_eq!(back.moves(), game(&["e4"]).moves());
        course.follow(&back);
        assert_eq!((course.place(), course.is_stepping()), ((1, 4), true));
        course.follow(&game(&["e4", "e5"]));
        assert_eq!(course.place(), (2, 4), "the same move as in the game");
        course.follow(&game(&["e4", "c5"]));
        assert_eq!((course.place(), course.is_stepping()), ((2, 2), false));
        course.follow(&game(&["e4"]));
        assert_eq!(course.place(), (1, 1), "taken back is not stepped back");
    }

    #[test]
    fn places_are_named_by_the_number_of_the_move_to_come() {
        let course = Course::new(game(&["e4", "e5"]));
        assert_eq!((course.before_move(1, false), course.before_move(23, true)), (0, 45));
        let start = Position::from_fen("4k3/p7/8/8/8/8/8/4K2R b K - 0 7").expect("a position");
        let course = Course::new(Game::new(start));
        assert_eq!((course.before_move(7, true), course.before_move(9, false)), (0, 3));
        assert_eq!(course.before_move(1, false), 0);
    }
}
