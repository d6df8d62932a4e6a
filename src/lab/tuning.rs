//! Tunes numbers of the search by matches of two settings against each other.

use super::{
    matches::{Match, Setup, Side},
    spsa::{Spsa, SpsaParameter},
};
use crate::search::{ParamError, Params, TUNABLES, Tunable};

/// Pairs of games in a round.
pub const PAIRS: u64 = 4;
/// The usual step is this part of a number's range,
const OF_RANGE: f64 = 1.0 / 20.0;
/// but no more than this part of its default: some ranges reach far, to where a number switches off.
const OF_DEFAULT: f64 = 1.0 / 4.0;
/// No usual step is smaller, or whole numbers would hardly ever differ.
const LEAST: f64 = 0.5;

/// Why numbers cannot be tuned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TuningError {
    /// The search has no such number.
    #[error(transparent)]
    Number(#[from] ParamError),
    /// A number is named more than once.
    #[error("`{0}` is named twice")]
    Twice(&'static str),
}

/// A tuning under way.
#[derive(Clone, Debug)]
pub struct Tuning {
    names: Vec<&'static str>,
    climb: Spsa,
    setup: Setup,
}

impl Tuning {
    /// Starts from the defaults of the numbers named, each with its step or the usual one.
    ///
    /// # Errors
    /// If there is no number of a name, or a name is there twice.
    pub fn new(numbers: &[(String, Option<f64>)], setup: Setup) -> Result<Tuning, TuningError> {
        let (mut parameters, mut names) = (Vec::new(), Vec::new());
        for (name, step) in numbers {
            let tunable = TUNABLES.iter().find(|tunable| tunable.name == name);
            let tunable = tunable.ok_or_else(|| ParamError::Unknown(name.clone()))?;
            if names.contains(&tunable.name) {
                return Err(TuningError::Twice(tunable.name));
            }
            names.push(tunable.name);
            parameters.push(parameter(tunable, *step));
        }
        let rounds = u32::try_from(setup.games.div_ceil(2 * PAIRS)).unwrap_or(u32::MAX).max(1);
        let climb = Spsa::new(parameters, rounds, 2 * PAIRS as u32, setup.seed);
        Ok(Tuning { names, climb, setup })
    }

    /// Rounds in all.
    pub fn rounds(&self) -> u32 {
        self.climb.rounds()
    }

    /// The match that the next round plays.
    ///
    /// # Errors
    /// Never, as long as values stay within their bounds.
    pub fn round(&mut self) -> Result<Match, ParamError> {
        let [plus, minus] = self.climb.sides();
        let Setup { nodes, seed, threads, ref evaluation, .. } = self.setup;
        let sides = [self.params(&plus)?, self.params(&minus)?].map(|params| Side {
            params,
            evaluation: evaluation.clone(),
            strength: None,
        });
        // Every round has openings of its own.
        let seed = seed.wrapping_add(u64::from(self.climb.done()) << 32);
        Ok(Match { sides, nodes, pairs: PAIRS, seed, threads })
    }

    /// The round is over, and its match's first side has so many half-points of all its pairs.
    pub fn learn(&mut self, half_points: usize) {
        self.climb.learn((half_points as f64) - 2.0 * PAIRS as f64);
    }

    /// The numbers' values as they stand, with their names.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, i32)> {
        self.names.iter().copied().zip(self.climb.parameters().iter().map(SpsaParameter::rounded))
    }

    fn params(&self, values: &[i32]) -> Result<Params, ParamError> {
        let mut params = Params::default();
        self.names.iter().zip(values).try_for_each(|(name, &value)| params.set(name, value))?;
        Ok(params)
    }
}

/// A number at its default.
fn parameter(tunable: &Tunable, step: Option<f64>) -> SpsaParameter {
    let &Tunable { default, min, max, .. } = tunable;
    let usual = (OF_RANGE * f64::from(max - min)).min(OF_DEFAULT * f64::from(default.abs()));
    SpsaParameter { value: f64::from(default), step: step.unwrap_or(usual.max(LEAST)), min, max }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{eval::Evaluation, lab::matches::half_points};

    const SETUP: Setup =
        Setup { games: 16, nodes: 200, seed: 3, threads: 2, evaluation: Evaluation::Classical };

    fn tuned(setup: Setup) -> Vec<(&'static str, i32)> {
        let numbers = [("delta".to_owned(), Some(60.0)), ("aspiration".to_owned(), None)];
        let mut tuning = Tuning::new(&numbers, setup).expect("good names");
        for _ in 0..tuning.rounds() {
            let pairs = tuning.round().expect("good values").start();
            tuning.learn(pairs.iter().map(|pair| half_points(&pair)).sum());
        }
        tuning.values().collect()
    }

    #[test]
    fn the_result_does_not_depend_on_the_games_at_once() {
        let result = tuned(SETUP);
        assert_eq!(
            result.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            ["delta", "aspiration"]
        );
        assert_eq!(result, tuned(Setup { threads: 1, ..SETUP }));
    }

    #[test]
    fn steps_are_sensible_for_every_number() {
        for tunable in TUNABLES {
            let SpsaParameter { step, .. } = parameter(tunable, None);
            let range = f64::from(tunable.max - tunable.min);
            assert!(step >= LEAST && step <= range / 2.0, "{} by {step}", tunable.name);
        }
    }

    #[test]
    fn unknown_numbers_and_those_named_twice_are_refused() {
        let error = |names: &[&str]| {
            let numbers: Vec<_> = names.iter().map(|name| ((*name).to_owned(), None)).collect();
            Tuning::new(&numbers, SETUP).expect_err("a refusal").to_string()
        };
        assert_eq!(error(&["dleta"]), "the search has no number `dleta`");
        assert_eq!(error(&["delta", "delta"]), "`delta` is named twice");
    }
}
