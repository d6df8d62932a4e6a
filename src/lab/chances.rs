//! How likely a score is to win: the two curves of `search::score::chances`, fitted to games.

use super::Played;
use crate::{position::Color, search::score::is_mate};

/// Scores further from zero say nothing about the curve.
const WIDEST: i32 = 1_500;
/// Steps of the fit; it has settled long before.
const STEPS: usize = 400;

/// Scores of positions, with what became of the game for the side to move: 1, 1/2 or 0.
#[derive(Clone, Debug, Default)]
pub struct Sample(Vec<(f64, f64)>);

/// The score in centipawns that wins half of the games, and how fast that changes with the score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score.
    pub even: f64,
    /// The change.
    pub spread: f64,
}

impl Sample {
    /// Adds the positions of a game.
    pub fn add(&mut self, played: &Played) {
        let first = played.game.start().side();
        for (ply, &score) in played.scores.iter().enumerate() {
            let mover = if ply % 2 == 0 { first } else { !first };
            if !is_mate(score) && score.abs() <= WIDEST {
                self.0.push((f64::from(score), points(played.winner, mover)));
            }
        }
    }

    /// Positions so far.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The curve that makes the results most likely: logistic regression by Newton's method on
    /// whether a position was won, each seen from both sides.
    pub fn curve(&self) -> Curve {
        // won(score) = 1 / (1 + exp(-(a + b score)))
        let (mut a, mut b) = (-2.0_f64, 0.01_f64);
        for _ in 0..STEPS {
            let (mut ga, mut gb, mut haa, mut hab, mut hbb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
            for &(score, result) in &self.0 {
                for (score, won) in [(score, result == 1.0), (-score, result == 0.0)] {
                    let p = 1.0 / (1.0 + (-(a + b * score)).exp());
                    let (error, weight) = (f64::from(u8::from(won)) - p, p * (1.0 - p));
                    ga += error;
                    gb += error * score;
                    haa += weight;
                    hab += weight * score;
                    hbb += weight * score * score;
                }
            }
            let determinant = haa * hbb - hab * hab;
            let (da, db) =
                ((hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant);
            a += da;
            b += db;
            if da.abs() + db.abs() < 1e-10 {
                break;
            }
        }
        Curve { even: -a / b, spread: 1.0 / b }
    }
}

fn points(winner: Option<Color>, side: Color) -> f64 {
    winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_finds_the_curve_that_made_the_results() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut sample = Sample::default();
        let won = |score: f64| 1.0 / (1.0 + ((140.0 - score) / 70.0).exp());
        for _ in 0..60_000 {
            let score = f64::from(random.i32(-400..400));
            let luck = random.f64();
            let result = match () {
                () if luck < won(score) => 1.0,
                () if luck > 1.0 - won(-score) => 0.0,
                () => 0.5,
            };
            sample.0.push((score, result));
        }
        let curve = sample.curve();
        assert!((curve.even - 140.0).abs() < 4.0 && (curve.spread - 70.0).abs() < 3.0, "{curve:?}");
    }
}
