//! Weights that fit best: Newton's method for logistic and exponential regression, a little drawn towards
//! zero so that terms that never differ do no harm.

use crate::timing::forecast::Terms;

/// How a weighted sum becomes a forecast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// It is the logarithm of the odds.
    Odds,
    /// It is the logarithm of the value.
    Exponential,
}

/// How strongly weights other than the base are drawn towards zero.
const RIDGE: f64 = 1.0;
/// Steps at most, and a step that is small enough to be the last.
const STEPS: usize = 60;
const ENOUGH: f64 = 1e-9;
/// A weight changes by so much in a step at most, so that no exponential runs away.
const LONGEST: f64 = 1.0;
/// Sums are kept within this.
const BOUND: f64 = 30.0;

const N: usize = Terms::COUNT;

impl Link {
    /// The forecast of a weighted sum.
    pub fn forecast(self, sum: f64) -> f64 {
        match self {
            Link::Odds => 1.0 / (1.0 + (-sum).exp()),
            Link::Exponential => sum.clamp(-BOUND, BOUND).exp(),
        }
    }

    /// How fast the forecast grows with the sum.
    fn slope(self, forecast: f64) -> f64 {
        match self {
            Link::Odds => forecast * (1.0 - forecast),
            Link::Exponential => forecast,
        }
    }

    /// The sum that forecasts this mean.
    fn sum(self, mean: f64) -> f64 {
        match self {
            Link::Odds => {
                let mean = mean.clamp(1e-6, 1.0 - 1e-6);
                (mean / (1.0 - mean)).ln()
            }
            Link::Exponential => mean.max(1e-6).ln(),
        }
    }
}

/// The weights that make these values most likely; all zero if there are none.
pub fn fit(link: Link, examples: &[([f64; N], f64)]) -> [f64; N] {
    let mut weights = [0.0; N];
    if examples.is_empty() {
        return weights;
    }
    let mean = examples.iter().map(|(_, value)| value).sum::<f64>() / examples.len() as f64;
    weights[0] = link.sum(mean);
    for _ in 0..STEPS {
        let (gradient, curvature) = derivatives(link, examples, &weights);
        let Some(step) = solve(curvature, gradient) else { break };
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let factor = (LONGEST / longest.max(f64::MIN_POSITIVE)).min(1.0);
        weights.iter_mut().zip(step).for_each(|(weight, part)| *weight += factor * part);
        if longest < ENOUGH {
            break;
        }
    }
    weights
}

/// First and negative second derivatives of the likelihood.
fn derivatives(
    link: Link,
    examples: &[([f64; N], f64)],
    weights: &[f64; N],
) -> ([f64; N], [[f64; N]; N]) {
    let mut gradient = [0.0; N];
    let mut curvature = [[0.0; N]; N];
    for (row, value) in examples {
        let forecast = link.forecast(row.iter().zip(weights).map(|(x, w)| x * w).sum());
        let slope = link.slope(forecast);
        for i in 0..N {
            gradient[i] += row[i] * (value - forecast);
            for j in 0..=i {
                curvature[i][j] += slope * row[i] * row[j];
            }
        }
    }
    for i in 1..N {
        gradient[i] -= RIDGE * weights[i];
        curvature[i][i] += RIDGE;
    }
    (gradient, curvature)
}

/// Solves a symmetric system of which the lower half is given, by Cholesky's decomposition; `None` if it is
/// not positive.
fn solve(mut a: [[f64; N]; N], mut b: [f64; N]) -> Option<[f64; N]> {
    for i in 0..N {
        for j in 0..=i {
            let sum = a[i][j] - (0..j).map(|k| a[i][k] * a[j][k]).sum::<f64>();
            a[i][j] = if i > j { sum / a[j][j] } else { Some(sum.sqrt()).filter(|d| *d > 0.0)? };
        }
    }
    for i in 0..N {
        b[i] = (b[i] - (0..i).map(|k| a[i][k] * b[k]).sum::<f64>()) / a[i][i];
    }
    for i in (0..N).rev() {
        b[i] = (b[i] - (i + 1..N).map(|k| a[k][i] * b[k]).sum::<f64>()) / a[i][i];
    }
    Some(b)
}
