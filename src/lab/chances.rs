//! How likely a score is to win: the curves of `search::win_rate`, fitted to games.

use super::Played;
use crate::{
    position::Color,
    search::{score::is_mate, win_rate::WinRateModel},
};

/// Scores further from zero say nothing about the curve.
const WIDEST: i32 = 1_500;
/// Steps of the fit; it has settled long before.
const STEPS: usize = 60;
/// A step that would make the results less likely is halved so many times at most.
const HALVINGS: usize = 40;
/// How strongly the numbers are held to zero, so that there is a best fit to any games.
const RIDGE: f64 = 1e-3;

/// A score of a side at a move of a game, and whether that side won.
#[derive(Clone, Copy, Debug)]
struct Case {
    score: i32,
    number: u16,
    won: bool,
}

/// Scores of positions, with what became of the game, each seen from both sides.
#[derive(Clone, Debug, Default)]
pub struct Sample(Vec<Case>);

impl Sample {
    /// Adds the positions of a game.
    pub fn add(&mut self, played: &Played) {
        for (position, &score) in played.game.positions().iter().zip(&played.scores) {
            if !is_mate(score) && score.abs() <= WIDEST {
                self.put(score, position.fullmoves(), position.side(), played.winner);
            }
        }
    }

    fn put(&mut self, score: i32, number: u16, side: Color, winner: Option<Color>) {
        self.0.push(Case { score, number, won: winner == Some(side) });
        self.0.push(Case { score: -score, number, won: winner == Some(!side) });
    }

    /// Positions so far.
    pub fn len(&self) -> usize {
        self.0.len() / 2
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The model that makes the results most likely: logistic regression by Newton's method, with
    /// steps cut short where they lead down.
    pub fn model(&self) -> WinRateModel {
        let mut model = WinRateModel::default();
        let mut height = self.likelihood(&model);
        for _ in 0..STEPS {
            let step = self.step(&model);
            let shorter = (0..HALVINGS).map(|halvings| 0.5_f64.powi(halvings as i32));
            let tries = shorter.map(|part| {
                let next: [f64; 4] = std::array::from_fn(|i| model.0[i] + part * step[i]);
                (WinRateModel(next), self.likelihood(&WinRateModel(next)))
            });
            let Some((next, higher)) = tries.into_iter().find(|(_, next)| *next > height) else {
                break;
            };
            (model, height) = (next, higher);
        }
        model
    }

    /// The logarithm of how likely the results are, less what the ridge takes.
    fn likelihood(&self, model: &WinRateModel) -> f64 {
        let of = |case: &Case| {
            let sum = log_odds(model, &WinRateModel::terms(case.score, case.number));
            -(if case.won { -sum } else { sum }).exp().ln_1p()
        };
        let held = model.0.iter().map(|number| number * number).sum::<f64>();
        self.0.iter().map(of).sum::<f64>() - 0.5 * RIDGE * held
    }

    /// The whole step of Newton's method.
    fn step(&self, model: &WinRateModel) -> [f64; 4] {
        let mut slope = model.0.map(|number| -RIDGE * number);
        let mut curvature = [[0.0; 4]; 4];
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] = RIDGE;
        }
        for case in &self.0 {
            let terms = WinRateModel::terms(case.score, case.number);
            let chance = 1.0 / (1.0 + (-log_odds(model, &terms)).exp());
            let (error, weight) = (f64::from(u8::from(case.won)) - chance, chance * (1.0 - chance));
            for i in 0..4 {
                slope[i] += error * terms[i];
                for j in 0..4 {
                    curvature[i][j] += weight * terms[i] * terms[j];
                }
            }
        }
        solved(curvature, slope)
    }
}

fn log_odds(model: &WinRateModel, terms: &[f64; 4]) -> f64 {
    model.0.iter().zip(terms).map(|(number, term)| number * term).sum()
}

/// The x of m x = y, for an m with a dominant diagonal or a positive definite one, by elimination.
pub(super) fn solved(mut m: [[f64; 4]; 4], mut y: [f64; 4]) -> [f64; 4] {
    for i in 0..4 {
        for j in 0..4 {
            if j != i {
                let times = m[j][i] / m[i][i];
                let row = m[i];
                m[j].iter_mut().zip(row).for_each(|(number, above)| *number -= times * above);
                y[j] -= times * y[i];
            }
        }
    }
    std::array::from_fn(|i| y[i] / m[i][i])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose results follow this model, by chance.
    fn sample(model: WinRateModel, positions: usize) -> Sample {
        let mut random = fastrand::Rng::with_seed(5);
        let mut sample = Sample::default();
        for _ in 0..positions {
            let (score, number) = (random.i32(-400..400), random.u16(10..80));
            let luck = random.f64();
            let winner = match () {
                () if luck < model.won(score, number) => Some(Color::White),
                () if luck > 1.0 - model.won(-score, number) => Some(Color::Black),
                () => None,
            };
            sample.put(score, number, Color::White, winner);
        }
        sample
    }

    #[test]
    fn the_fit_finds_the_odds_that_made_the_results() {
        let model = WinRateModel([-2.0, -0.3, 1.5, 0.4]);
        let found = sample(model, 60_000).model();
        for (one, other) in model.0.iter().zip(found.0) {
            assert!((one - other).abs() < 0.06, "{found:?}");
        }
        assert!((found.even(32) - 133.0).abs() < 5.0, "{found:?}");
    }

    #[test]
    fn few_or_lopsided_games_give_numbers_all_the_same() {
        let mut lopsided = Sample::default();
        (0..100).for_each(|n| lopsided.put(1_000 + n, 30, Color::White, Some(Color::White)));
        for sample in [Sample::default(), sample(WinRateModel([-2.0, 0.0, 1.5, 0.0]), 3), lopsided]
        {
            let model = sample.model();
            assert!(model.0.iter().all(|number| number.is_finite()), "{model:?}");
        }
    }
}
