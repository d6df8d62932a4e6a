//! Simultaneous perturbation stochastic approximation (SPSA): climbs towards better values when all
//! that can be had is a noisy comparison of two settings. Every round moves all values at once, each
//! by chance up or down, and goes a little way towards the setting that did better. Source: J. C.
//! Spall, "Implementation of the simultaneous perturbation algorithm", 1998, whose exponents and
//! whose tenth of the rounds are taken over.

use std::collections::HashSet;

use fastrand::Rng;

/// How fast the steps towards the better side shrink.
const ALPHA: f64 = 0.602;
/// How fast the steps that are tried shrink.
const GAMMA: f64 = 0.101;
/// This part of the rounds holds the first steps back.
const HELD_BACK: f64 = 0.1;
/// Luck alone would carry a value about so many of its steps away over the whole climb.
const WANDERING: f64 = 0.6;

/// A number is named more than once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is named twice")]
pub struct NamedTwice(String);

/// Refuses a number that is named twice: a climb would pull it both ways at once.
pub(super) fn named_once(numbers: &[(String, Option<f64>)]) -> Result<(), NamedTwice> {
    let mut names = HashSet::new();
    let again = numbers.iter().find(|(name, _)| !names.insert(name));
    again.map_or(Ok(()), |(name, _)| Err(NamedTwice(name.clone())))
}

/// A value to be tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaParameter {
    /// The best value known.
    pub value: f64,
    /// How far from it the last rounds try, above 0; the first ones try somewhat further.
    pub step: f64,
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
}

impl SpsaParameter {
    /// The value as a whole number.
    pub fn rounded(&self) -> i32 {
        (self.value.round() as i32).clamp(self.min, self.max)
    }
}

/// A climb.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<SpsaParameter>,
    rounds: u32,
    done: u32,
    /// What a point gained or lost moves a value in the last round, in steps.
    gain: f64,
    random: Rng,
    /// The directions of the round under way: 1 or -1 for each parameter.
    signs: Vec<f64>,
}

impl Spsa {
    /// A climb of so many rounds (at least 1) from the parameters' values, each round with so many games
    /// (at least 1).
    pub fn new(parameters: Vec<SpsaParameter>, rounds: u32, games: u32, seed: u64) -> Spsa {
        let gain = WANDERING / (f64::from(rounds.max(1)) * f64::from(games.max(1))).sqrt();
        let signs = vec![0.0; parameters.len()];
        Spsa { parameters, rounds, done: 0, gain, random: Rng::with_seed(seed), signs }
    }

    /// The parameters as they stand.
    pub fn parameters(&self) -> &[SpsaParameter] {
        &self.parameters
    }

    /// Rounds in all.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Rounds done so far.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// Begins a round: the two settings to compare, whole and within their bounds. Halves are
    /// rounded by chance, and alike in both, so that steps below 1 are tried as well.
    pub fn sides(&mut self) -> [Vec<i32>; 2] {
        let stretch = self.stretch();
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for (parameter, sign) in self.parameters.iter().zip(&mut self.signs) {
            *sign = if self.random.bool() { 1.0 } else { -1.0 };
            let (away, luck) = (parameter.step * stretch * *sign, self.random.f64());
            let whole =
                |value: f64| ((value + luck).floor() as i32).clamp(parameter.min, parameter.max);
            plus.push(whole(parameter.value + away));
            minus.push(whole(parameter.value - away));
        }
        [plus, minus]
    }

    /// Ends the round: the first setting has won so many games more than the second.
    pub fn learn(&mut self, lead: f64) {
        let moved = self.gain * self.eagerness() / self.stretch() * lead;
        for (parameter, sign) in self.parameters.iter_mut().zip(&self.signs) {
            let value = parameter.value + parameter.step * moved * sign;
            parameter.value = value.clamp(f64::from(parameter.min), f64::from(parameter.max));
        }
        self.done += 1;
    }

    /// How much further than its step this round tries; 1 at the end.
    fn stretch(&self) -> f64 {
        (f64::from(self.rounds) / f64::from(self.done + 1)).powf(GAMMA)
    }

    /// How much more than at the end this round's result counts.
    fn eagerness(&self) -> f64 {
        let held_back = HELD_BACK * f64::from(self.rounds);
        let (last, now) = (f64::from(self.rounds), f64::from(self.done + 1));
        ((held_back + last) / (held_back + now)).powf(ALPHA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(value: f64, step: f64) -> SpsaParameter {
        SpsaParameter { value, step, min: 0, max: 200 }
    }

    /// Games of a side whose strength falls with the square of its distance from a summit.
    fn lead(sides: &[Vec<i32>; 2], summit: [f64; 2], games: u32, random: &mut Rng) -> f64 {
        let loss = |side: &[i32]| -> f64 {
            side.iter().zip(summit).map(|(&v, top)| ((f64::from(v) - top) / 40.0).powi(2)).sum()
        };
        let edge = (loss(&sides[1]) - loss(&sides[0])) / 4.0;
        let won = 0.5 + edge.clamp(-0.5, 0.5);
        (0..games).map(|_| if random.f64() < won { 1.0 } else { -1.0 }).sum()
    }

    fn climb(seed: u64) -> Spsa {
        let mut random = Rng::with_seed(99);
        let mut climb =
            Spsa::new(vec![parameter(60.0, 8.0), parameter(150.0, 8.0)], 2_000, 8, seed);
        for _ in 0..2_000 {
            let sides = climb.sides();
            climb.learn(lead(&sides, [100.0, 90.0], 8, &mut random));
        }
        climb
    }

    #[test]
    fn a_summit_is_found_by_games_full_of_luck() {
        let climb = climb(1);
        let found: Vec<i32> = climb.parameters().iter().map(SpsaParameter::rounded).collect();
        assert!(found[0].abs_diff(100) <= 8 && found[1].abs_diff(90) <= 8, "{found:?}");
        assert_eq!(climb.done(), 2_000);
    }

    #[test]
    fn the_same_seed_climbs_the_same_way() {
        assert_eq!(climb(7).parameters(), climb(7).parameters());
        assert_ne!(climb(7).parameters(), climb(8).parameters());
    }

    #[test]
    fn nothing_leaves_its_bounds() {
        let mut climb = Spsa::new(vec![parameter(199.0, 30.0), parameter(0.0, 30.0)], 10, 2, 3);
        for lead in [2.0, -2.0, 1e9, -1e9, 0.0] {
            let sides = climb.sides();
            assert!(sides.iter().flatten().all(|value| (0..=200).contains(value)), "{sides:?}");
            climb.learn(lead);
            assert!(
                climb.parameters().iter().all(|parameter| (0..=200).contains(&parameter.rounded()))
            );
        }
    }

    #[test]
    fn small_steps_are_tried_by_chance() {
        let mut climb = Spsa::new(vec![parameter(3.0, 0.5)], 1, 1, 5);
        let differing = (0..100).filter(|_| {
            let [plus, minus] = climb.sides();
            plus != minus
        });
        assert!(differing.count() > 50);
    }
}
