//! Judges many steps of the search at once. In every pair of games the two sides share the steps between them, each
//! time differently, and over a whole round of pairs every step has stood as often with as against every
//! other one. So each game says something of each step, and a match tells of all as much as it would of one.
//!
//! The shares are the signs of a Hadamard matrix, as in the designs of Plackett and Burman ("The design of optimum
//! multifactorial experiments", 1946). What two steps are worth only together cancels out: it would be the same
//! for the side without both.

use crossbeam::channel::Receiver;

use super::{
    elo::Pairs,
    matches::{Match, Pair, Setup, Side, half_points, in_parallel},
};
use crate::search::{ParamError, Params};

/// A step: numbers of the search and what they are set to together.
pub type Step = Vec<(String, i32)>;

/// Why steps cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScreeningError {
    /// A number cannot be set so.
    #[error(transparent)]
    Number(#[from] ParamError),
    /// Two steps set the same number, or one sets it twice.
    #[error("`{0}` is set twice")]
    Twice(String),
    /// A step changes nothing.
    #[error("`{0}` is {1} already")]
    Nothing(String, i32),
}

/// A match in which the sides share the steps.
#[derive(Clone, Debug)]
pub struct Screening {
    /// The matches of a round, a pair of each.
    rows: Vec<Match>,
    /// What pairs have brought the side that had a step, for each of them.
    results: Vec<Pairs>,
}

/// A pair of games, and which of a round's it was.
type Numbered = (usize, Pair);

impl Screening {
    /// Deals out the steps.
    ///
    /// # Errors
    /// If a number is unknown, out of its bounds, named twice, or has the value already.
    pub fn new(steps: &[Step], setup: &Setup) -> Result<Self, ScreeningError> {
        check(steps)?;
        let rows = (steps.len() + 1).next_power_of_two();
        let pairs = setup.games.div_ceil(2).next_multiple_of(rows as u64);
        let Setup { nodes, seed, threads, ref evaluation, .. } = *setup;
        let row = |row| {
            let sides = [true, false].map(|first| Side {
                params: params(steps, |step| on_first(row, step) == first),
                evaluation: evaluation.clone(),
                strength: None,
            });
            Match { sides, nodes, pairs, seed, threads }
        };
        let rows = (0..rows).map(row).collect();
        Ok(Screening { rows, results: vec![Pairs::default(); steps.len()] })
    }

    /// Pairs in all.
    pub fn pairs(&self) -> u64 {
        self.rows.first().map_or(0, |row| row.pairs)
    }

    /// Plays and hands over each pair when it is done; dropping the receiver ends the games early.
    pub fn start(&self) -> Receiver<Numbered> {
        let threads = self.rows.first().map_or(1, |row| row.threads);
        in_parallel(self.pairs(), threads, || {
            let rows = self.rows.clone();
            move |number| {
                let row = (number % rows.len() as u64) as usize;
                (row, rows[row].pair(number, &mut rows[row].players()))
            }
        })
    }

    /// Counts a pair for every step.
    pub fn learn(&mut self, (row, pair): &Numbered) {
        self.count(*row, half_points(pair));
    }

    /// Counts a pair in which the first side had so many half-points.
    fn count(&mut self, row: usize, points: usize) {
        for (step, result) in self.results.iter_mut().enumerate() {
            result.add(if on_first(row, step) { points } else { 4 - points });
        }
    }

    /// How the pairs have gone for the side that had a step, in the order of the steps.
    pub fn results(&self) -> &[Pairs] {
        &self.results
    }
}

/// Whether the first side has this step in this pair of a round.
fn on_first(row: usize, step: usize) -> bool {
    (row & (step + 1)).count_ones().is_multiple_of(2)
}

/// Refuses numbers that cannot be set, that are set twice, or that change nothing.
fn check(steps: &[Step]) -> Result<(), ScreeningError> {
    let usual = Params::default();
    let mut named: Vec<&String> = Vec::new();
    for (name, value) in steps.iter().flatten() {
        usual.clone().set(name, *value)?;
        if named.contains(&name) {
            return Err(ScreeningError::Twice(name.clone()));
        }
        if usual.get(name) == Some(*value) {
            return Err(ScreeningError::Nothing(name.clone(), *value));
        }
        named.push(name);
    }
    Ok(())
}

/// The numbers of a side with the steps that `has` names, all of which have been checked.
fn params(steps: &[Step], has: impl Fn(usize) -> bool) -> Params {
    let mut params = Params::default();
    let taken = steps.iter().enumerate().filter(|(step, _)| has(*step));
    for (name, value) in taken.flat_map(|(_, step)| step) {
        let set = params.set(name, *value);
        debug_assert_eq!(set, Ok(()));
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluation;

    const SETUP: Setup =
        Setup { games: 10, nodes: 200, seed: 3, threads: 2, evaluation: Evaluation::Classical };

    fn steps(numbers: &[(&str, i32)]) -> Vec<Step> {
        numbers.iter().map(|(name, value)| vec![((*name).to_owned(), *value)]).collect()
    }

    #[test]
    fn every_step_stands_as_often_with_as_against_every_other_one() {
        for rows in [2_usize, 4, 8, 16, 32] {
            for step in 0..rows - 1 {
                assert_eq!((0..rows).filter(|&row| on_first(row, step)).count(), rows / 2);
                for other in 0..step {
                    let together = |&row: &usize| on_first(row, step) == on_first(row, other);
                    assert_eq!((0..rows).filter(together).count(), rows / 2, "{step} {other}");
                }
            }
        }
    }

    #[test]
    fn the_sides_of_a_pair_have_each_step_once() {
        let steps = steps(&[("delta", 99), ("aspiration", 33), ("iir_depth", 7)]);
        let screening = Screening::new(&steps, &SETUP).expect("good steps");
        assert_eq!((screening.rows.len(), screening.pairs()), (4, 8));
        for row in &screening.rows {
            for (name, value) in steps.iter().flatten() {
                let has = |side: &Side| side.params.get(name) == Some(*value);
                assert_eq!(row.sides.iter().filter(|side| has(side)).count(), 1, "{name}");
            }
        }
    }

    #[test]
    fn a_step_that_wins_every_game_is_told_from_those_beside_it() {
        let steps = steps(&[("delta", 99), ("aspiration", 33), ("iir_depth", 7)]);
        let mut screening = Screening::new(&steps, &SETUP).expect("good steps");
        for row in 0..4 {
            screening.count(row, if on_first(row, 1) { 4 } else { 0 });
        }
        let scores: Vec<f64> = screening.results().iter().map(Pairs::score).collect();
        assert_eq!(scores, [0.5, 1.0, 0.5]);
    }

    #[test]
    fn the_result_does_not_depend_on_the_games_at_once() {
        let steps = steps(&[("delta", 9), ("reverse_futility_depth", 0)]);
        let judged = |threads| {
            let setup = Setup { threads, ..SETUP };
            let mut screening = Screening::new(&steps, &setup).expect("good steps");
            screening.start().iter().for_each(|result| screening.learn(&result));
            screening.results().to_vec()
        };
        let results = judged(2);
        assert!(results.iter().all(|pairs| pairs.count() == 8), "{results:?}");
        assert_eq!(results, judged(1));
    }

    #[test]
    fn numbers_that_cannot_be_judged_are_refused() {
        let error = |numbers: &[(&str, i32)]| {
            Screening::new(&steps(numbers), &SETUP).expect_err("a refusal").to_string()
        };
        assert_eq!(error(&[("dleta", 1)]), "the search has no number `dleta`");
        assert_eq!(error(&[("delta", 99), ("delta", 98)]), "`delta` is set twice");
        let delta = Params::default().get("delta").expect("a number");
        assert_eq!(error(&[("delta", delta)]), format!("`delta` is {delta} already"));
        assert!(error(&[("delta", -5)]).contains("between 0 and 1000"));
    }
}
