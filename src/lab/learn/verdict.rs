//! How good a forecast is on games that it was not learned from.

use super::{
    fit::{Link, fit},
    moments::Moment,
};
use crate::timing::forecast::Terms;

/// Parts that the games are dealt into; each is forecast by what the others teach.
const PARTS: usize = 10;
/// Groups of moments, by what is forecast of them, whose means are compared.
const BINS: usize = 10;

const N: usize = Terms::COUNT;

/// What is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Chances of a change (odds), or gains (exponential).
    pub link: Link,
    /// Whether the second-best move is used; then only moments where it is known teach.
    pub gap: bool,
}

impl Lesson {
    /// The moments that teach, as terms and values.
    fn examples(self, moments: &[Moment]) -> Vec<(usize, [f64; N], f64)> {
        let used = moments.iter().filter(|moment| moment.gap_known || !self.gap);
        used.map(|moment| (moment.game, self.row(moment), self.value(moment))).collect()
    }

    fn row(self, moment: &Moment) -> [f64; N] {
        let gap = if self.gap { moment.terms.gap } else { 0.0 };
        Terms { gap, ..moment.terms }.row()
    }

    /// What is to be forecast.
    pub fn value(self, moment: &Moment) -> f64 {
        match self.link {
            Link::Odds => f64::from(u8::from(moment.changed)),
            Link::Exponential => moment.gain,
        }
    }

    /// The weights that all moments teach.
    pub fn weights(self, moments: &[Moment]) -> Terms {
        let examples = self.examples(moments).into_iter();
        Terms::from_row(fit(self.link, &examples.map(|(_, row, y)| (row, y)).collect::<Vec<_>>()))
    }
}

/// Moments that are forecast alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// The mean of what was forecast.
    pub forecast: f64,
    /// The mean of what came.
    pub came: f64,
    /// Its standard error.
    pub error: f64,
}

/// Forecasts of games that were held out.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Moments forecast.
    pub moments: usize,
    /// The mean of what came.
    pub mean: f64,
    /// Mean loss of a forecast: of a chance the negative logarithm of what it gave to what came, of a gain
    /// the square of the error.
    pub loss: f64,
    /// The same if the mean is forecast for every moment.
    pub base: f64,
    /// The same if only the stability of the best move is known.
    pub by_stability: f64,
    /// Share of all that came which is in the fifth with the greatest forecasts, 0 to 1.
    pub in_top_fifth: f64,
    /// Moments from the least forecast to the greatest, in groups of equal size.
    pub bins: Vec<Bin>,
}

/// Forecasts each part of the games by the others.
pub fn held_out(lesson: Lesson, moments: &[Moment]) -> Held {
    let examples = lesson.examples(moments);
    let by = |columns: &[usize]| forecasts(lesson.link, &examples, columns);
    let all: Vec<usize> = (0..N).collect();
    let told = by(&all);
    let loss = |forecasts: &[f64]| {
        let losses = forecasts.iter().zip(&examples).map(|(f, (_, _, y))| match lesson.link {
            Link::Odds => -(y * f.max(1e-9).ln() + (1.0 - y) * (1.0 - f).max(1e-9).ln()),
            Link::Exponential => (y - f) * (y - f),
        });
        losses.sum::<f64>() / examples.len().max(1) as f64
    };
    let mut sorted: Vec<(f64, f64)> =
        told.iter().zip(&examples).map(|(forecast, (_, _, y))| (*forecast, *y)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let came = |part: &[(f64, f64)]| part.iter().map(|(_, y)| y).sum::<f64>();
    let top = sorted.len() - sorted.len() / 5;
    Held {
        moments: examples.len(),
        mean: came(&sorted) / sorted.len().max(1) as f64,
        loss: loss(&told),
        base: loss(&by(&[0])),
        by_stability: loss(&by(&[0, 1])),
        in_top_fifth: came(&sorted[top..]) / came(&sorted).max(f64::MIN_POSITIVE),
        bins: bins(&sorted),
    }
}

/// What each moment is forecast by the games of the other parts, with these terms alone.
fn forecasts(link: Link, examples: &[(usize, [f64; N], f64)], columns: &[usize]) -> Vec<f64> {
    let only =
        |row: &[f64; N]| std::array::from_fn(|i| if columns.contains(&i) { row[i] } else { 0.0 });
    let learned: Vec<[f64; N]> = (0..PARTS)
        .map(|part| {
            let others = examples.iter().filter(|(game, ..)| game % PARTS != part);
            fit(link, &others.map(|(_, row, y)| (only(row), *y)).collect::<Vec<_>>())
        })
        .collect();
    let forecast = |(game, row, _): &(usize, [f64; N], f64)| {
        let row: [f64; N] = only(row);
        link.forecast(row.iter().zip(&learned[game % PARTS]).map(|(x, w)| x * w).sum())
    };
    examples.iter().map(forecast).collect()
}

fn bins(sorted: &[(f64, f64)]) -> Vec<Bin> {
    let bounds: Vec<usize> = (0..=BINS).map(|i| sorted.len() * i / BINS).collect();
    bounds
        .windows(2)
        .filter(|ends| ends[0] < ends[1])
        .map(|ends| bin(&sorted[ends[0]..ends[1]]))
        .collect()
}

fn bin(part: &[(f64, f64)]) -> Bin {
    let count = part.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| part.iter().map(of).sum::<f64>() / count;
    let came = mean(&|pair| pair.1);
    let variance = mean(&|pair| (pair.1 - came).powi(2));
    Bin { forecast: mean(&|pair| pair.0), came, error: (variance / count).sqrt() }
}
