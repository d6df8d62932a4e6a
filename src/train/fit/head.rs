//! The layers behind an output in floating point: what they make of what its rows add up to, and how their weights would
//! have to change.

use super::tiles::{TILE, Tile, times, total, with};
use crate::eval::nnue::{MOST_ROWS, NEURONS, Shape};

/// As many numbers as there are neurons.
const _: () = assert!(NEURONS == TILE);

/// What the layers made of a position.
pub(super) struct Head {
    /// What the rows add up to; with their biases once an answer was found.
    pub totals: [f32; MOST_ROWS],
    /// The same cut to 0 to 1, and these squared.
    cuts: [[f32; MOST_ROWS]; 2],
    /// What each neuron adds up to.
    sums: Tile,
}

impl Head {
    pub const EMPTY: Head =
        Head { totals: [0.0; MOST_ROWS], cuts: [[0.0; MOST_ROWS]; 2], sums: [0.0; NEURONS] };

    /// Layers that have learned nothing. Biases are where nothing is cut off, and no weight is nothing: what is would
    /// begin with slopes of nothing behind it, and then with far too long steps.
    pub fn begin(shape: Shape, random: &mut fastrand::Rng, weights: &mut [f32]) {
        let parts = PartsMut::new(shape, weights);
        let mut fill = |tile: &mut Tile, bound: f32| {
            tile.fill_with(|| (2.0 * random.f32() - 1.0) * bound);
        };
        parts.plain.iter_mut().chain(parts.squared).for_each(|tile| fill(tile, 0.25));
        fill(parts.last, 0.1);
        parts.biases.fill(0.3);
        parts.neuron_biases.fill(0.3);
    }

    /// What they add to the output, given the totals without their biases; `weights` are those of [`Shape::head`].
    #[inline(always)]
    pub fn answer(&mut self, shape: Shape, weights: &[f32]) -> f32 {
        let Parts { biases, plain, squared, neuron_biases, last } = Parts::new(shape, weights);
        let mut sums = *neuron_biases;
        for (row, (plain, squared)) in plain.iter().zip(squared).enumerate() {
            self.totals[row] += biases[row];
            let cut = self.totals[row].clamp(0.0, 1.0);
            self.cuts[0][row] = cut;
            self.cuts[1][row] = cut * cut;
            sums = with(with(sums, cut, plain), cut * cut, squared);
        }
        self.sums = sums;
        total(times(cut(sums), last))
    }

    /// Adds to `gradient` how the error changes with each weight, given how it does with the output; the totals become
    /// how it changes with each of them.
    #[inline(always)]
    pub fn learn(&mut self, shape: Shape, slope: f32, weights: &[f32], gradient: &mut [f32]) {
        let Parts { plain, squared, last, .. } = Parts::new(shape, weights);
        let by = PartsMut::new(shape, gradient);
        *by.last = with(*by.last, slope, &cut(self.sums));
        let by_sums = with([0.0; TILE], slope, &times(inside(self.sums), last));
        *by.neuron_biases = with(*by.neuron_biases, 1.0, &by_sums);
        for row in 0..plain.len() {
            let [one, square] = self.cuts.map(|cuts| cuts[row]);
            by.plain[row] = with(by.plain[row], one, &by_sums);
            by.squared[row] = with(by.squared[row], square, &by_sums);
            let by_one = total(times(plain[row], &by_sums));
            let by_square = total(times(squared[row], &by_sums));
            let inside = if self.totals[row] == one { 1.0 } else { 0.0 };
            self.totals[row] = (by_one + 2.0 * one * by_square) * inside;
            by.biases[row] += self.totals[row];
        }
    }
}

/// Sums cut to 0 to 1.
#[inline(always)]
fn cut(mut sums: Tile) -> Tile {
    for sum in &mut sums {
        *sum = sum.clamp(0.0, 1.0);
    }
    sums
}

/// 1 where a sum is not cut off; where it is it changes nothing.
#[inline(always)]
fn inside(sums: Tile) -> Tile {
    let mut inside = cut(sums);
    for k in 0..TILE {
        inside[k] = if inside[k] == sums[k] { 1.0 } else { 0.0 };
    }
    inside
}

/// The weights of the layers behind one output, by [`Shape::head`].
struct Parts<'a> {
    biases: &'a [f32],
    /// What the neurons make of each row as it is,
    plain: &'a [Tile],
    /// and of each row squared.
    squared: &'a [Tile],
    neuron_biases: &'a Tile,
    last: &'a Tile,
}

impl<'a> Parts<'a> {
    #[inline(always)]
    fn new(shape: Shape, weights: &'a [f32]) -> Parts<'a> {
        let (biases, rest) = weights.split_at(shape.rows);
        let (neurons, rest) = rest.as_chunks().0.split_at(2 * shape.rows);
        let (plain, squared) = neurons.split_at(shape.rows);
        Parts { biases, plain, squared, neuron_biases: &rest[0], last: &rest[1] }
    }
}

/// The same, to be changed.
struct PartsMut<'a> {
    biases: &'a mut [f32],
    plain: &'a mut [Tile],
    squared: &'a mut [Tile],
    neuron_biases: &'a mut Tile,
    last: &'a mut Tile,
}

impl<'a> PartsMut<'a> {
    #[inline(always)]
    fn new(shape: Shape, weights: &'a mut [f32]) -> PartsMut<'a> {
        let (biases, rest) = weights.split_at_mut(shape.rows);
        let (neurons, rest) = rest.as_chunks_mut().0.split_at_mut(2 * shape.rows);
        let (plain, squared) = neurons.split_at_mut(shape.rows);
        let (neuron_biases, last) = rest.split_at_mut(1);
        PartsMut {
            biases,
            plain,
            squared,
            neuron_biases: &mut neuron_biases[0],
            last: &mut last[0],
        }
    }
}
