//! Looks for better numbers of the policy `adaptive` by games of it against itself, on clocks made of nodes.

use super::{
    clocked::{ClockedMatch, Side},
    openings::Openings,
    spsa::{NamedTwice, Spsa, SpsaParameter, named_once},
};
use crate::{
    clock::TimeControl,
    timing::adaptive::{Numbers, UnknownNumber},
};

/// The climb is made in thousandths, as whole numbers are compared.
const THOUSANDTHS: f64 = 1_000.0;
/// The usual step is this part of a number,
const OF_NUMBER: f64 = 0.2;
/// and none becomes more than so many times what it was.
const MOST: f64 = 5.0;

/// Why there is no climb.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClimbError {
    /// `adaptive` has no such number.
    #[error(transparent)]
    Unknown(#[from] UnknownNumber),
    /// A number is named more than once.
    #[error(transparent)]
    Twice(#[from] NamedTwice),
}

/// How the games are played.
#[derive(Clone, Debug)]
pub struct ClimbSetup {
    /// Games in all.
    pub games: u64,
    /// Pairs of games in a round, at least 1.
    pub pairs: u64,
    /// One side, but for its numbers.
    pub side: Side,
    /// The controls, one after the other round by round; at least one.
    pub controls: Vec<TimeControl>,
    /// Names the openings and the directions tried.
    pub seed: u64,
    /// Games at once, at least 1. The result does not depend on it.
    pub threads: usize,
}

/// A climb under way.
#[derive(Clone, Debug)]
pub struct Climbing {
    /// Where in their row the numbers stand.
    places: Vec<usize>,
    spsa: Spsa,
    setup: ClimbSetup,
}

impl Climbing {
    /// Starts from the present values of the numbers named, each with its step or the usual one.
    ///
    /// # Errors
    /// If there is no number of a name, or a name is there twice.
    pub fn new(
        numbers: &[(String, Option<f64>)],
        setup: ClimbSetup,
    ) -> Result<Climbing, ClimbError> {
        named_once(numbers)?;
        let (mut places, mut parameters) = (Vec::new(), Vec::new());
        let present = setup.side.settings.parameters.numbers.row();
        for (name, step) in numbers {
            let place = Numbers::place(name)?;
            places.push(place);
            parameters.push(parameter(present[place], *step));
        }
        let whole = |number: u64| u32::try_from(number).unwrap_or(u32::MAX).max(1);
        let games = 2 * setup.pairs.max(1);
        let rounds = whole(setup.games.div_ceil(games));
        let spsa = Spsa::new(parameters, rounds, whole(games), setup.seed);
        Ok(Climbing { places, spsa, setup })
    }

    /// Rounds in all.
    pub fn rounds(&self) -> u32 {
        self.spsa.rounds()
    }

    /// The match that the next round plays.
    pub fn round(&mut self) -> ClockedMatch {
        let sides = self.spsa.sides().map(|values| self.side(&values));
        let ClimbSetup { seed, threads, pairs, ref controls, .. } = self.setup;
        let done = self.spsa.done();
        // Every round has openings of its own.
        let seed = seed.wrapping_add(u64::from(done) << 32);
        ClockedMatch {
            sides,
            control: controls[done as usize % controls.len()],
            real: false,
            openings: Openings::Random(seed),
            games: 2 * pairs.max(1),
            play_out: false,
            reasons: false,
            threads,
        }
    }

    /// The round is over, and its match's first side has won so many games more than the second.
    pub fn learn(&mut self, lead: f64) {
        self.spsa.learn(lead);
    }

    /// The numbers' values as they stand, with their names.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let values = self.spsa.parameters().iter().map(|it| it.value / THOUSANDTHS);
        self.places.iter().map(|&place| Numbers::NAMES[place]).zip(values)
    }

    /// The side with these values.
    fn side(&self, values: &[i32]) -> Side {
        let mut side = self.setup.side.clone();
        let numbers = &mut side.settings.parameters.numbers;
        let mut row = numbers.row();
        for (&place, &value) in self.places.iter().zip(values) {
            row[place] = f64::from(value) / THOUSANDTHS;
        }
        *numbers = Numbers::from_row(row);
        side
    }
}

/// A number at its present value.
fn parameter(value: f64, step: Option<f64>) -> SpsaParameter {
    let step = THOUSANDTHS * step.unwrap_or(OF_NUMBER * value);
    let value = THOUSANDTHS * value;
    SpsaParameter { value, step, min: 0, max: (MOST * value.max(step)) as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clock::parse_any, eval::Evaluation, lab::clocked::Books, options::Options};

    fn setup(threads: usize) -> ClimbSetup {
        let options = Options::new().expect("the table");
        let side = Side {
            name: "adaptive".to_owned(),
            settings: options.settings().clone(),
            evaluation: Evaluation::Classical,
            nodes_per_ms: 1,
        };
        let controls = vec![parse_any("1+0").expect("a control")];
        ClimbSetup { games: 12, pairs: 3, side, controls, seed: 3, threads }
    }

    fn climbed(threads: usize) -> Vec<(&'static str, f64)> {
        let numbers = [("change".to_owned(), Some(0.4)), ("half_life".to_owned(), None)];
        let mut climbing = Climbing::new(&numbers, setup(threads)).expect("good names");
        for _ in 0..climbing.rounds() {
            let mut books = Books::default();
            for game in climbing.round().start(Default::default()) {
                books.enter(&game.expect("a game").1);
            }
            let [won, _, lost] = books.results();
            climbing.learn(won as f64 - lost as f64);
        }
        climbing.values().collect()
    }

    #[test]
    fn the_result_does_not_depend_on_the_games_at_once() {
        let result = climbed(2);
        let names: Vec<&str> = result.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["change", "half_life"]);
        assert_eq!(result, climbed(1));
    }

    #[test]
    fn both_sides_of_a_round_lie_a_step_from_the_present_numbers() {
        let numbers = [("change".to_owned(), Some(0.1))];
        let mut climbing = Climbing::new(&numbers, setup(1)).expect("a good name");
        let present = Numbers::default();
        let tried = climbing.round().sides.map(|side| side.settings.parameters.numbers);
        let [above, below] = tried.map(|numbers| numbers.change - present.change);
        assert!((above + below).abs() < 0.002 && above.abs() > 0.09, "{above} {below}");
        for numbers in tried {
            assert_eq!(Numbers { change: present.change, ..numbers }, present);
        }
    }

    #[test]
    fn unknown_numbers_and_those_named_twice_are_refused() {
        let error = |names: &[&str]| {
            let numbers: Vec<_> = names.iter().map(|name| ((*name).to_owned(), None)).collect();
            Climbing::new(&numbers, setup(1)).expect_err("a refusal").to_string()
        };
        let unknown = error(&["chance"]);
        assert!(unknown.starts_with("`adaptive` has no number `chance`; it has "), "{unknown}");
        assert_eq!(error(&["change", "change"]), "`change` is named twice");
    }
}
