//! The network in floating point: what it says of positions, and how its weights would have to
//! change for it to be nearer to the truth. The loops that cost the time go over tiles of fixed length,
//! which the compiler turns into a few wide registers.

use super::data::{Entry, Inputs};
use crate::eval::nnue::{INPUTS, Kernel, Shape, WIDEST};

/// Weights that are handled together; every hidden layer is a multiple of it.
const TILE: usize = 32;

type Tile = [f32; TILE];

/// Weights from the beginning of one column of the inputs to that of the next, an odd number of tiles, the last of no use if
/// need be: columns that lie a power of two apart drive each other out of a processor's cache.
pub(super) fn stride(shape: Shape) -> usize {
    ((shape.hidden / TILE) | 1) * TILE
}

/// Weights of the parts, as they are kept here.
pub(super) fn lengths(shape: Shape) -> [usize; 4] {
    let [_, hidden, outputs, last] = shape.parts();
    [shape.king_buckets * INPUTS * stride(shape), hidden, outputs, last]
}

/// The parts of all weights: inputs, biases, outputs, biases of the outputs.
pub(super) fn parts(shape: Shape, weights: &[f32]) -> [&[f32]; 4] {
    let [inputs, hidden, outputs, _] = lengths(shape);
    let (inputs, rest) = weights.split_at(inputs);
    let (hidden, rest) = rest.split_at(hidden);
    let (outputs, last) = rest.split_at(outputs);
    [inputs, hidden, outputs, last]
}

pub(super) fn parts_mut(shape: Shape, weights: &mut [f32]) -> [&mut [f32]; 4] {
    let [inputs, hidden, outputs, _] = lengths(shape);
    let (inputs, rest) = weights.split_at_mut(inputs);
    let (hidden, rest) = rest.split_at_mut(hidden);
    let (outputs, last) = rest.split_at_mut(outputs);
    [inputs, hidden, outputs, last]
}

/// Some positions to learn from or to test with.
#[derive(Clone, Copy)]
pub(super) struct Lesson<'a> {
    pub shape: Shape,
    pub weights: &'a [f32],
    pub entries: &'a [Entry],
    /// How much the result counts in the target.
    pub result: f32,
}

/// What the network made of a position.
struct Answer {
    inputs: Inputs,
    sums: [[f32; WIDEST]; 2],
    /// The chance to win.
    chance: f32,
}

impl Lesson<'_> {
    #[inline(always)]
    fn answer(&self, entry: &Entry, answer: &mut Answer) {
        let [inputs, biases, outputs, last] = parts(self.shape, self.weights);
        let (hidden, stride) = (self.shape.hidden, stride(self.shape));
        let bucket = self.shape.bucket(entry.men());
        entry.list(self.shape.king_buckets, &mut answer.inputs);
        let mut parts = [0.0; TILE];
        for side in 0..2 {
            let outputs = &outputs[(2 * bucket + side) * hidden..][..hidden];
            let sums = answer.sums[side][..hidden].as_chunks_mut::<TILE>().0;
            let tiles = sums.iter_mut().zip(tiles(biases)).zip(tiles(outputs));
            for (i, ((sum, bias), output)) in tiles.enumerate() {
                let mut tile = *bias;
                for &place in answer.inputs.of(side) {
                    let column = tile_at(inputs, usize::from(place) * stride + i * TILE);
                    for k in 0..TILE {
                        tile[k] += column[k];
                    }
                }
                for k in 0..TILE {
                    let cut = tile[k].clamp(0.0, 1.0);
                    parts[k] += cut * cut * output[k];
                }
                *sum = tile;
            }
        }
        let mut output = last[bucket];
        for part in parts {
            output += part;
        }
        answer.chance = 1.0 / (1.0 + (-output).exp());
    }

    fn empty() -> Answer {
        Answer { inputs: Inputs::NONE, sums: [[0.0; WIDEST]; 2], chance: 0.0 }
    }
}

/// The tiles of a part.
#[inline(always)]
fn tiles(part: &[f32]) -> &[Tile] {
    part.as_chunks().0
}

/// The tile that begins at a place; the last one if that is not there.
#[inline(always)]
fn tile_at(part: &[f32], place: usize) -> &Tile {
    part[place..].first_chunk().unwrap_or(&[0.0; TILE])
}

/// The sum of the squared errors over some positions.
impl Kernel for Lesson<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let (mut answer, mut errors) = (Lesson::empty(), 0.0);
        for entry in self.entries {
            self.answer(entry, &mut answer);
            errors += f64::from(answer.chance - entry.target(self.result)).powi(2);
        }
        errors
    }
}

/// Adds up how the squared errors change with each weight, and the errors themselves.
pub(super) struct Learn<'a> {
    pub lesson: Lesson<'a>,
    pub gradient: &'a mut [f32],
}

impl Kernel for Learn<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let Learn { lesson, gradient } = self;
        let (shape, mut answer, mut errors) = (lesson.shape, Lesson::empty(), 0.0);
        let (outputs, stride) = (parts(shape, lesson.weights)[2], stride(shape));
        let [by_input, by_bias, by_output, by_last] = parts_mut(shape, gradient);
        for entry in lesson.entries {
            lesson.answer(entry, &mut answer);
            let Answer { inputs, sums, chance } = &answer;
            let error = chance - entry.target(lesson.result);
            errors += f64::from(error).powi(2);
            let slope = 2.0 * error * chance * (1.0 - chance);
            let (hidden, bucket) = (shape.hidden, shape.bucket(entry.men()));
            by_last[bucket] += slope;
            for (side, sums) in sums.iter().enumerate() {
                let first = (2 * bucket + side) * hidden;
                let outputs = tiles(&outputs[first..][..hidden]);
                let by_output = by_output[first..][..hidden].as_chunks_mut::<TILE>().0;
                let by_bias = by_bias.as_chunks_mut::<TILE>().0;
                let tiles = outputs.iter().zip(by_output).zip(by_bias).zip(tiles(sums));
                for (i, (((output, by_output), by_bias), sum)) in tiles.enumerate() {
                    let mut change = [0.0; TILE];
                    for k in 0..TILE {
                        let cut = sum[k].clamp(0.0, 1.0);
                        by_output[k] += slope * cut * cut;
                        // Where the sum is cut off it changes nothing.
                        let inside = if cut == sum[k] { 2.0 * cut } else { 0.0 };
                        change[k] = slope * output[k] * inside;
                        by_bias[k] += change[k];
                    }
                    for &place in inputs.of(side) {
                        let begin = usize::from(place) * stride + i * TILE;
                        let column = &mut by_input[begin..begin + TILE];
                        for k in 0..TILE {
                            column[k] += change[k];
                        }
                    }
                }
            }
        }
        errors
    }
}
