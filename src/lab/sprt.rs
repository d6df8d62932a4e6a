//! When a match may end: the sequential probability ratio test, for pairs of games.
//!
//! The ratio is the generalized one of a multinomial model, as Fishtest reckons it: the likeliest
//! distribution of pairs whose mean is that of one hypothesis against the likeliest with that of the
//! other. Source: Van den Bergh, "A practical introduction to the GSPRT"; "Comments on normalized Elo".

use std::{fmt, str::FromStr};

use super::elo::{Pairs, expected_score};

/// The logarithm of the ratio at which a hypothesis is accepted: each is wrongly rejected in one match
/// of twenty at most, ln(0.95 / 0.05).
pub const BOUND: f64 = 2.944_439;
/// What counts for a kind of pair that has not been seen, so that the model can have some of it.
const UNSEEN: f64 = 1e-3;
/// Halvings of the interval in which a distribution is looked for: as many as a number has bits.
const HALVINGS: usize = 60;
/// Greater differences than this, in Elo, are no hypothesis worth a test.
const GREATEST: f64 = 1_000.0;

/// Two hypotheses about a difference in strength, in (logistic) Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first side is so much stronger, or less.
    pub elo0: f64,
    /// The first side is so much stronger, or more; greater than `elo0`.
    pub elo1: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The lower hypothesis.
    Lower,
    /// The upper hypothesis.
    Upper,
}

impl Sprt {
    /// The logarithm of the likelihood ratio of the upper to the lower hypothesis; 0 without games.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { f64::from(count) });
        let all: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / all);
        let [lower, upper] =
            [self.elo0, self.elo1].map(|elo| likeliest(&shares, expected_score(elo)));
        let each = counts.iter().zip(upper.iter().zip(&lower));
        each.map(|(count, (upper, lower))| count * (upper / lower).ln()).sum()
    }

    /// The hypothesis accepted, if it has come to that.
    pub fn decision(&self, pairs: &Pairs) -> Option<Decision> {
        match self.llr(pairs) {
            llr if llr >= BOUND => Some(Decision::Upper),
            llr if llr <= -BOUND => Some(Decision::Lower),
            _ => None,
        }
    }
}

/// The distribution of pairs with this mean (of the share of the points) that is likeliest to have shown
/// these shares: `share / (1 + x * (points - mean))`, with the one `x` for which the mean is right.
fn likeliest(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let beyond = [0.0, 0.25, 0.5, 0.75, 1.0].map(|points| points - mean);
    let error = |x: f64| -> f64 {
        shares.iter().zip(beyond).map(|(share, beyond)| share * beyond / (1.0 + x * beyond)).sum()
    };
    let (mut low, mut high) = (-1.0 / beyond[4], -1.0 / beyond[0]);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        *(if error(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| shares[i] / (1.0 + x * beyond[i]))
}

/// Why a text names no two hypotheses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no test: write two differences in Elo, the lower first, such as 0,5")]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `0,5`.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let number = |text: &str| text.trim().parse().ok().filter(|n: &f64| n.abs() <= GREATEST);
        let numbers = text.split_once(',').and_then(|(a, b)| number(a).zip(number(b)));
        let ordered = numbers.filter(|(elo0, elo1)| elo0 < elo1);
        let (elo0, elo1) = ordered.ok_or_else(|| SprtError(text.to_owned()))?;
        Ok(Sprt { elo0, elo1 })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAIN: Sprt = Sprt { elo0: 0.0, elo1: 5.0 };
    const EVEN: Sprt = Sprt { elo0: -5.0, elo1: 5.0 };

    /// The figures are those of Fishtest's formula in another implementation.
    #[test]
    fn the_ratio_is_that_of_fishtest() {
        for (pairs, gain, even) in [
            ([10, 20, 40, 20, 10], -0.034_507, 0.0),
            ([100, 900, 3000, 1200, 150], 16.051_325, 39.504_503),
            ([0, 0, 0, 0, 50], 0.714_409, 1.439_173),
            ([14, 44, 93, 40, 8], -0.630_955, -1.071_658),
            ([0, 0, 0, 0, 0], 0.0, 0.0),
        ] {
            let pairs = Pairs(pairs);
            let close = |llr: f64, known: f64| (llr - known).abs() < 2e-6;
            assert!(close(GAIN.llr(&pairs), gain), "{pairs:?}: {}", GAIN.llr(&pairs));
            assert!(close(EVEN.llr(&pairs), even), "{pairs:?}: {}", EVEN.llr(&pairs));
        }
    }

    #[test]
    fn sides_exchanged_turn_the_ratio_around() {
        let (pairs, exchanged) = (Pairs([3, 10, 40, 25, 9]), Pairs([9, 25, 40, 10, 3]));
        assert!((EVEN.llr(&pairs) + EVEN.llr(&exchanged)).abs() < 1e-9);
    }

    #[test]
    fn a_clear_match_is_decided_and_a_short_one_is_not() {
        assert_eq!(GAIN.decision(&Pairs([100, 900, 3000, 1200, 150])), Some(Decision::Upper));
        assert_eq!(GAIN.decision(&Pairs([150, 1200, 3000, 900, 100])), Some(Decision::Lower));
        assert_eq!(GAIN.decision(&Pairs([1, 2, 10, 3, 1])), None);
        assert_eq!(GAIN.decision(&Pairs::default()), None);
    }

    #[test]
    fn hypotheses_are_read_lower_first() {
        assert_eq!("0,5".parse(), Ok(GAIN));
        assert_eq!("-5, 5".parse(), Ok(EVEN));
        assert_eq!(GAIN.to_string(), "[0, 5]");
        for text in ["", "5", "5,0", "0,0", "0,nan", "0,inf", "0,5,9", "a,b", "0,1e9"] {
            let error = text.parse::<Sprt>().expect_err(text).to_string();
            assert!(error.starts_with(&format!("`{text}` is no test")), "{error}");
        }
    }
}
