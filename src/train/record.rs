//! A game of self-play as it is kept.

use crate::{
    position::{ChessMove, Color, Position, chess960::USUAL},
    search::score::is_mate,
};

/// Centipawns on the scale of the logistic curve that turns scores into chances here.
const SCALE: f64 = 400.0;

/// A chance in 250ths, from a loss that is sure (0) to a win that is (`SURE`): a mate. Finer steps
/// would only keep more of the noise of shallow searches.
pub type Chance = u8;

/// A sure win.
pub const SURE: Chance = 250;

/// A game from a start position of Chess960: random opening moves, then moves with their scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the start position.
    pub start: u16,
    /// All the moves.
    pub moves: Vec<ChessMove>,
    /// The chance, for the side to move, before each move after the opening.
    pub chances: Vec<Chance>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
}

impl Default for Record {
    fn default() -> Record {
        Record { start: USUAL, moves: Vec::new(), chances: Vec::new(), winner: None }
    }
}

impl Record {
    /// The position it begins with.
    pub fn first(&self) -> Position {
        Position::chess960(self.start)
    }

    /// How many moves were played by chance.
    pub fn opening(&self) -> usize {
        self.moves.len().saturating_sub(self.chances.len())
    }

    /// Half-points of a side.
    pub fn half_points(&self, side: Color) -> u8 {
        self.winner.map_or(1, |winner| 2 * u8::from(winner == side))
    }
}

/// A score in centipawns as a chance; only mates are sure.
pub fn chance(score: i32) -> Chance {
    if is_mate(score) {
        return if score > 0 { SURE } else { 0 };
    }
    let chance = 1.0 / (1.0 + (-f64::from(score) / SCALE).exp());
    (f64::from(SURE) * chance).round().clamp(1.0, f64::from(SURE - 1)) as Chance
}

/// The score in centipawns that has this chance; a sure one counts like one that is almost.
pub fn centipawns(chance: Chance) -> f64 {
    let chance = f64::from(chance.clamp(1, SURE - 1)) / f64::from(SURE);
    SCALE * (chance / (1.0 - chance)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::MATE;

    #[test]
    fn chances_tell_scores_and_mates() {
        assert_eq!([0, MATE - 5, 5 - MATE].map(chance), [SURE / 2, SURE, 0]);
        assert_eq!([19_000, -19_000].map(chance), [SURE - 1, 1]);
        for score in (-600..=600).step_by(10) {
            assert!((centipawns(chance(score)) - f64::from(score)).abs() < 6.0, "{score}");
        }
    }
}
