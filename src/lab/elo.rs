//! What a match says about strength: the pentanomial model, in which the two games of an opening
//! with colours reversed count as one observation.

use std::fmt;

/// Results of pairs: how many scored 0, 1/2, 1, 1 1/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

/// A difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Points, positive if the first side is stronger; infinite if it won or lost everything.
    pub difference: f64,
    /// Half the width of the interval that holds the true difference in 95 of 100 matches.
    pub error: f64,
}

/// Standard deviations that 95 % of a normal distribution lie within.
const WITHIN_95: f64 = 1.959_964;

impl Pairs {
    /// Counts a pair that scored so many half-points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Pairs in all.
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Share of the points, 0 to 1; one half if nothing was played.
    pub fn score(&self) -> f64 {
        let count = f64::from(self.count());
        if count == 0.0 { 0.5 } else { self.half_points() / (4.0 * count) }
    }

    fn half_points(&self) -> f64 {
        self.0.iter().zip(0..).map(|(&n, points): (_, u32)| f64::from(n) * f64::from(points)).sum()
    }

    /// Whether they tell anything of their spread: not before two of them differ.
    pub fn vary(&self) -> bool {
        self.0.iter().filter(|&&count| count > 0).count() > 1
    }

    /// Standard error of the score.
    fn standard_error(&self) -> f64 {
        let (count, mean) = (f64::from(self.count()), self.score());
        let spread: f64 = (self.0.iter().zip(0..))
            .map(|(&n, points): (_, u32)| f64::from(n) * (f64::from(points) / 4.0 - mean).powi(2))
            .sum();
        (spread / count.max(1.0) / count.max(1.0)).sqrt()
    }

    /// The likelihood of superiority: how probable it is, 0 to 1, that the first side is the stronger one,
    /// by the normal distribution; one half if nothing was played or all pairs were even.
    pub fn superiority(&self) -> f64 {
        match (self.score() - 0.5, self.standard_error()) {
            (lead, error) if error > 0.0 => normal(lead / error),
            (0.0, _) => 0.5,
            (lead, _) => f64::from(u8::from(lead > 0.0)),
        }
    }

    /// The difference in strength that the score speaks for.
    pub fn elo(&self) -> Elo {
        let (score, error) = (self.score(), WITHIN_95 * self.standard_error());
        let (low, high) = (elo(score - error), elo(score + error));
        Elo { difference: elo(score), error: (high - low) / 2.0 }
    }
}

/// The share of the points that an Elo difference lets expect.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The share of a normal distribution below so many standard deviations. Source: Abramowitz and Stegun,
/// formula 26.2.17, with an error below 1e-7.
fn normal(deviations: f64) -> f64 {
    const TERMS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let x = deviations.abs();
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let series = TERMS.iter().rev().fold(0.0, |sum, term| t * (term + sum));
    let beyond = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * series;
    if deviations > 0.0 { 1.0 - beyond } else { beyond }
}

/// The Elo difference at which a share of the points is expected.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

impl fmt::Display for Elo {
    /// The difference and its error; where all or nothing was won, or no pair differs from another, there is
    /// no telling the error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1}", self.difference)?;
        let is_known = self.error.is_finite() && self.error > 0.0;
        if is_known { write!(f, " +- {:.1}", self.error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_match_says_nothing() {
        let elo = Pairs([10, 20, 40, 20, 10]).elo();
        assert!(elo.difference.abs() < 1e-9);
        assert!((elo.error - 37.6).abs() < 0.5, "{elo}");
    }

    #[test]
    fn pairs_that_are_all_alike_claim_no_certainty() {
        for (pairs, told) in [
            (Pairs([0; 5]), "+0.0"),
            (Pairs([0, 0, 1, 0, 0]), "+0.0"),
            (Pairs([0, 0, 0, 2, 0]), "+190.8"),
            (Pairs([0, 0, 0, 0, 2]), "+inf"),
        ] {
            assert_eq!((pairs.elo().to_string().as_str(), pairs.vary()), (told, false));
        }
        let different = Pairs([0, 1, 2, 1, 0]);
        assert!(different.vary());
        assert_eq!(different.elo().to_string(), "+0.0 +- 125.6");
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        let elo = Pairs([0, 0, 0, 100, 0]).elo();
        assert!((elo.difference - 190.85).abs() < 0.01 && elo.error < 1e-9);
        assert!(Pairs([0, 0, 0, 0, 3]).elo().difference.is_infinite());
    }

    #[test]
    fn superiority_is_the_share_of_a_normal_distribution() {
        for (deviations, below) in [(0.0, 0.5), (1.0, 0.841_345), (-1.96, 0.024_998), (5.0, 1.0)] {
            assert!((normal(deviations) - below).abs() < 1e-6, "{deviations}");
        }
        let better = Pairs([0, 1, 2, 3, 0]);
        let worse = Pairs([0, 3, 2, 1, 0]);
        assert!(better.superiority() > 0.8 && better.superiority() < 0.95);
        assert!((better.superiority() + worse.superiority() - 1.0).abs() < 1e-9);
        for (pairs, certain) in [([0; 5], 0.5), ([0, 0, 9, 0, 0], 0.5), ([0, 0, 0, 0, 2], 1.0)] {
            assert!((Pairs(pairs).superiority() - certain).abs() < 1e-9, "{pairs:?}");
        }
    }

    #[test]
    fn more_games_make_surer() {
        let small = Pairs([1, 2, 4, 3, 1]).elo();
        let great = Pairs([100, 200, 400, 300, 100]).elo();
        assert!((small.difference - great.difference).abs() < 1e-9);
        assert!(great.error < small.error / 9.0);
    }
}
