//! Suites of test positions: which moves are right in each, and how many the search finds.

mod blind;
mod exercise;
mod tally;
#[cfg(test)]
mod tests;

pub use blind::{CHANCE, TECHNIQUES, Technique};
pub use exercise::{Exercise, Problem, SuiteError, read};
pub use tally::{Tally, by_theme};

use crate::{
    position::{ChessMove, Game},
    search::{Limits, Pacer, Searcher, StopToken},
};

/// What the search made of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move chosen; `None` only where there is no legal one.
    pub found: Option<ChessMove>,
    /// Whether it is right.
    pub solved: bool,
    /// What it is worth, up to [`Exercise::worth`].
    pub points: u32,
}

impl Exercise {
    /// Lets the search choose, with nothing remembered of other exercises.
    pub fn attempt(&self, by: &mut Searcher, limits: &Limits, pacer: &mut dyn Pacer) -> Answer {
        by.new_game();
        let game = Game::new(self.position.clone());
        let outcome = by.run(&game, limits, pacer, &StopToken::default());
        self.mark(outcome.best(), outcome.score)
    }
}
