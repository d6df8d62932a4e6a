//! Tunes numbers of the search, or the outputs of a network, by matches of two settings against each other.

use std::sync::Arc;

use super::{
    matches::{Match, Setup, Side},
    spsa::{NamedTwice, Spsa, SpsaParameter, named_once},
};
use crate::{
    eval::{
        Evaluation,
        nnue::{Network, OutputChange},
    },
    search::{ParamError, Params, TUNABLES, Tunable},
};

/// Pairs of games in a round.
pub const PAIRS: u64 = 4;
/// The usual step is this part of a number's range,
const OF_RANGE: f64 = 1.0 / 20.0;
/// but no more than this part of its default: some ranges reach far, to where a number switches off.
const OF_DEFAULT: f64 = 1.0 / 4.0;
/// No usual step is smaller, or whole numbers would hardly ever differ.
const LEAST: f64 = 0.5;
/// What an output says is multiplied by thousandths, and centipawns are added to it.
const THOUSANDTHS: SpsaParameter =
    SpsaParameter { value: 1_000.0, step: 50.0, min: 500, max: 2_000 };
const CENTIPAWNS: SpsaParameter = SpsaParameter { value: 0.0, step: 6.0, min: -100, max: 100 };

/// Why numbers cannot be tuned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TuningError {
    /// The search has no such number.
    #[error(transparent)]
    Number(#[from] ParamError),
    /// A number is named more than once.
    #[error(transparent)]
    Twice(#[from] NamedTwice),
}

/// What the numbers are of.
#[derive(Clone, Debug)]
enum Subject {
    /// The search; these are their names.
    Search(Vec<&'static str>),
    /// The outputs of a network: two numbers for each.
    Outputs(Arc<Network>),
}

/// A tuning under way.
#[derive(Clone, Debug)]
pub struct Tuning {
    subject: Subject,
    climb: Spsa,
    setup: Setup,
}

impl Tuning {
    /// Starts from the defaults of the numbers named, each with its step or the usual one.
    ///
    /// # Errors
    /// If there is no number of a name, or a name is there twice.
    pub fn new(numbers: &[(String, Option<f64>)], setup: Setup) -> Result<Tuning, TuningError> {
        named_once(numbers)?;
        let (mut parameters, mut names) = (Vec::new(), Vec::new());
        for (name, step) in numbers {
            let tunable = TUNABLES.iter().find(|tunable| tunable.name == name);
            let tunable = tunable.ok_or_else(|| ParamError::Unknown(name.clone()))?;
            names.push(tunable.name);
            parameters.push(parameter(tunable, *step));
        }
        Ok(Tuning::of(Subject::Search(names), parameters, setup))
    }

    /// Starts from a network as it is, in place of the setup's evaluation: each of its outputs is multiplied by a number
    /// and has another one added. They are few, and no fit to scores knows what goes best with the margins of the search.
    pub fn outputs(network: Arc<Network>, setup: Setup) -> Tuning {
        let parameters = [THOUSANDTHS, CENTIPAWNS].repeat(network.shape().buckets);
        Tuning::of(Subject::Outputs(network), parameters, setup)
    }

    fn of(subject: Subject, parameters: Vec<SpsaParameter>, setup: Setup) -> Tuning {
        let rounds = u32::try_from(setup.games.div_ceil(2 * PAIRS)).unwrap_or(u32::MAX).max(1);
        let climb = Spsa::new(parameters, rounds, 2 * PAIRS as u32, setup.seed);
        Tuning { subject, climb, setup }
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
        let sides = [self.side(&plus)?, self.side(&minus)?];
        let Setup { nodes, seed, threads, .. } = self.setup;
        // Every round has openings of its own.
        let seed = seed.wrapping_add(u64::from(self.climb.done()) << 32);
        Ok(Match { sides, nodes, pairs: PAIRS, seed, threads })
    }

    /// The round is over, and its match's first side has so many half-points of all its pairs.
    pub fn learn(&mut self, half_points: usize) {
        self.climb.learn((half_points as f64) - 2.0 * PAIRS as f64);
    }

    /// The numbers' values as they stand, with their names.
    pub fn values(&self) -> Vec<(String, i32)> {
        let names = match &self.subject {
            Subject::Search(names) => names.iter().map(|name| (*name).to_owned()).collect(),
            Subject::Outputs(network) => output_names(network.shape().buckets),
        };
        names.into_iter().zip(self.rounded()).collect()
    }

    /// A side that plays with the numbers as they stand.
    ///
    /// # Errors
    /// Never, as long as values stay within their bounds.
    pub fn standing(&self) -> Result<Side, ParamError> {
        self.side(&self.rounded())
    }

    fn rounded(&self) -> Vec<i32> {
        self.climb.parameters().iter().map(SpsaParameter::rounded).collect()
    }

    fn side(&self, values: &[i32]) -> Result<Side, ParamError> {
        let (mut params, mut evaluation) = (Params::default(), self.setup.evaluation.clone());
        match &self.subject {
            Subject::Search(names) => {
                names.iter().zip(values).try_for_each(|(name, &value)| params.set(name, value))?;
            }
            Subject::Outputs(network) => {
                let network = network.with_outputs(&changes(values));
                evaluation = Evaluation::Network(Arc::new(network));
            }
        }
        Ok(Side { params, evaluation, strength: None })
    }
}

/// The names of the two numbers of each output.
fn output_names(outputs: usize) -> Vec<String> {
    (1..=outputs).flat_map(|n| [format!("thousandths_{n}"), format!("centipawns_{n}")]).collect()
}

/// What the two numbers of each output make of it.
fn changes(values: &[i32]) -> Vec<OutputChange> {
    let change = |&[thousandths, centipawns]: &[i32; 2]| OutputChange { thousandths, centipawns };
    values.as_chunks().0.iter().map(change).collect()
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

    fn tuned(setup: Setup) -> Vec<(String, i32)> {
        let numbers = [("delta".to_owned(), Some(60.0)), ("aspiration".to_owned(), None)];
        let mut tuning = Tuning::new(&numbers, setup).expect("good names");
        for _ in 0..tuning.rounds() {
            let pairs = tuning.round().expect("good values").start();
            tuning.learn(pairs.iter().map(|pair| half_points(&pair)).sum());
        }
        tuning.values()
    }

    #[test]
    fn the_result_does_not_depend_on_the_games_at_once() {
        let result = tuned(SETUP);
        assert_eq!(
            result.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["delta", "aspiration"]
        );
        assert_eq!(result, tuned(Setup { threads: 1, ..SETUP }));
    }

    #[test]
    fn the_outputs_of_a_network_are_tuned_with_all_else_as_it_was() {
        let network = Network::embedded().expect("a network built in");
        let mut tuning = Tuning::outputs(network.clone(), SETUP);
        let start = tuning.standing().expect("good values");
        assert_eq!(start.evaluation, Evaluation::Network(network.clone()), "nothing is tuned yet");
        let [plus, minus] = tuning.round().expect("good values").sides;
        assert_ne!(plus.evaluation, minus.evaluation);
        assert!(plus.params == start.params && minus.params == start.params);
        tuning.learn(4 * PAIRS as usize);
        let values = tuning.values();
        assert_eq!(values.len(), 2 * network.shape().buckets);
        assert!(values[0].0 == "thousandths_1" && values[0].1 != 1_000, "{values:?}");
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
