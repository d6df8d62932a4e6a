//! Where too little and where too much time was spent, as far as the scores tell.

use std::time::Duration;

use super::Step;

/// A think that was shorter than usual, and the score at the side's next move was lower.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Haste {
    /// Place of the move.
    pub at: usize,
    /// The score in centipawns at this move and at the next.
    pub score: i32,
    /// See `score`.
    pub next: i32,
    /// What that is in parts of a game, 0 to 1.
    pub cost: f64,
}

/// A think of twice the usual time or more, with the same score before, at and after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waste {
    /// Place of the move.
    pub at: usize,
    /// The score in centipawns.
    pub score: i32,
    /// Time beyond the usual.
    pub cost: Duration,
}

/// A smaller cost, in parts of a game, is not worth a word.
const LEAST: f64 = 0.02;
/// Scores that are no further apart, in centipawns, are the same.
const SAME: u32 = 10;
/// Centipawns that make ten to one of even chances, as in the Elo formula.
const TEN_TO_ONE: f64 = 400.0;

/// The part of the point that a score is worth.
fn expected(score: i32) -> f64 {
    1.0 / (1.0 + 10f64.powf(-f64::from(score) / TEN_TO_ONE))
}

/// The costliest haste among a side's moves.
pub(super) fn haste(steps: &[Step], own: &[usize], usual: Duration) -> Option<Haste> {
    let hastes = own.windows(2).filter_map(|pair| {
        let (step, after) = (&steps[pair[0]], &steps[pair[1]]);
        let (score, next) = (step.score?, after.score?);
        let cost = expected(score) - expected(next);
        let hasty = step.used? <= usual && cost >= LEAST;
        hasty.then_some(Haste { at: pair[0], score, next, cost })
    });
    hastes.max_by(|a, b| a.cost.total_cmp(&b.cost))
}

/// The costliest waste among a side's moves.
pub(super) fn waste(steps: &[Step], own: &[usize], usual: Duration) -> Option<Waste> {
    let wastes = own.windows(3).filter_map(|three| {
        let [before, at, after] = [0, 1, 2].map(|i| &steps[three[i]]);
        let (score, used) = (at.score?, at.used?);
        let same = |other: &Step| other.score.is_some_and(|other| other.abs_diff(score) <= SAME);
        let wasted = used >= usual * 2 && same(before) && same(after);
        wasted.then(|| Waste { at: three[1], score, cost: used.saturating_sub(usual) })
    });
    wastes.max_by_key(|waste| waste.cost)
}
