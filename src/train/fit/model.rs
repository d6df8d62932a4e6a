//! The network in floating point: what it says of positions, and how its weights would have to
//! change for it to be nearer to the truth.

use std::ops::Range;

use super::{
    data::{Entry, Inputs},
    head::Head,
    tiles::{TILE, add, products, tile_at, tiles, tiles_mut},
};
use crate::eval::nnue::{INPUTS, Kernel, Shape, WIDEST};

/// Rows whose products are found at once.
const TOGETHER: usize = 4;

/// Weights from the beginning of one column of the inputs to that of the next, an odd number of tiles, the last of no use if
/// need be: columns that lie a power of two apart drive each other out of a processor's cache.
pub(super) fn stride(shape: Shape) -> usize {
    ((shape.hidden / TILE) | 1) * TILE
}

/// Weights of the parts ([`Shape::parts`]), as they are kept here.
pub(super) fn lengths(shape: Shape) -> [usize; 6] {
    let [_, others @ ..] = shape.parts();
    let [hidden, outputs, rows, heads, last] = others;
    [shape.king_buckets * INPUTS * stride(shape), hidden, outputs, rows, heads, last]
}

/// The parts of all weights.
pub(super) fn parts(shape: Shape, mut weights: &[f32]) -> [&[f32]; 6] {
    lengths(shape).map(|length| {
        let (part, rest) = weights.split_at(length);
        weights = rest;
        part
    })
}

pub(super) fn parts_mut(shape: Shape, mut weights: &mut [f32]) -> [&mut [f32]; 6] {
    lengths(shape).map(|length| {
        let (part, rest) = std::mem::take(&mut weights).split_at_mut(length);
        weights = rest;
        part
    })
}

/// Where the weights of one output stand in a part: outputs, rows or layers behind them.
#[inline(always)]
fn of(bucket: usize, part: usize, shape: Shape) -> Range<usize> {
    let length = part / shape.buckets;
    length * bucket..length * (bucket + 1)
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
    /// What the columns of each side add up to.
    sums: [[f32; WIDEST]; 2],
    /// The squares of these, cut to 0 to 1, those of the side to move first.
    squares: [f32; 2 * WIDEST],
    head: Head,
    /// The chance to win.
    chance: f32,
}

impl Lesson<'_> {
    #[inline(always)]
    fn answer(&self, entry: &Entry, answer: &mut Answer) {
        let shape = self.shape;
        let [inputs, biases, outputs, rows, heads, last] = parts(shape, self.weights);
        let (hidden, stride) = (shape.hidden, stride(shape));
        let bucket = shape.bucket(entry.men());
        entry.list(shape.king_buckets, &mut answer.inputs);
        let squares = &mut answer.squares[..2 * hidden];
        let (own, their) = squares.split_at_mut(hidden);
        for (side, squares) in [own, their].into_iter().enumerate() {
            let sums = tiles_mut(&mut answer.sums[side][..hidden]);
            let tiles = sums.iter_mut().zip(tiles(biases)).zip(tiles_mut(squares));
            for (i, ((sum, bias), square)) in tiles.enumerate() {
                let mut tile = *bias;
                for &place in answer.inputs.of(side) {
                    let column = tile_at(inputs, usize::from(place) * stride + i * TILE);
                    for k in 0..TILE {
                        tile[k] += column[k];
                    }
                }
                for k in 0..TILE {
                    let cut = tile[k].clamp(0.0, 1.0);
                    square[k] = cut * cut;
                }
                *sum = tile;
            }
        }
        let [direct] = products(squares, &outputs[of(bucket, outputs.len(), shape)]);
        let mut output = last[bucket] + direct;
        if shape.rows > 0 {
            let rows = &rows[of(bucket, rows.len(), shape)];
            let rows = rows.chunks_exact(TOGETHER * squares.len());
            for (totals, rows) in answer.head.totals.as_chunks_mut().0.iter_mut().zip(rows) {
                *totals = products::<TOGETHER>(squares, rows);
            }
            output += answer.head.answer(shape, &heads[of(bucket, heads.len(), shape)]);
        }
        answer.chance = 1.0 / (1.0 + (-output).exp());
    }

    fn empty() -> Answer {
        Answer {
            inputs: Inputs::NONE,
            sums: [[0.0; WIDEST]; 2],
            squares: [0.0; 2 * WIDEST],
            head: Head::EMPTY,
            chance: 0.0,
        }
    }
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
        let [_, _, outputs, rows, heads, _] = parts(shape, lesson.weights);
        let [by_input, by_bias, by_output, by_row, by_head, by_last] = parts_mut(shape, gradient);
        let (hidden, stride) = (shape.hidden, stride(shape));
        let mut by_squares = [0.0; 2 * WIDEST];
        let by_squares = &mut by_squares[..2 * hidden];
        for entry in lesson.entries {
            lesson.answer(entry, &mut answer);
            let Answer { inputs, sums, squares, head, chance } = &mut answer;
            let (squares, chance) = (&squares[..2 * hidden], *chance);
            let error = chance - entry.target(lesson.result);
            errors += f64::from(error).powi(2);
            let slope = 2.0 * error * chance * (1.0 - chance);
            let bucket = shape.bucket(entry.men());
            by_last[bucket] += slope;
            let direct = of(bucket, outputs.len(), shape);
            add(&mut by_output[direct.clone()], slope, squares);
            by_squares.fill(0.0);
            add(by_squares, slope, &outputs[direct]);
            if shape.rows > 0 {
                let place = of(bucket, heads.len(), shape);
                head.learn(shape, slope, &heads[place.clone()], &mut by_head[place]);
                let place = of(bucket, rows.len(), shape);
                let rows = rows[place.clone()].chunks_exact(2 * hidden);
                let by_rows = by_row[place].chunks_exact_mut(2 * hidden);
                for ((&slope, row), by_row) in head.totals.iter().zip(rows).zip(by_rows) {
                    // Rows that are cut off are many, and change nothing.
                    if slope != 0.0 {
                        add(by_row, slope, squares);
                        add(by_squares, slope, row);
                    }
                }
            }
            for (side, (sums, by_squares)) in
                sums.iter().zip(by_squares.chunks_exact(hidden)).enumerate()
            {
                let tiles = tiles_mut(by_bias).iter_mut().zip(tiles(sums)).zip(tiles(by_squares));
                for (i, ((by_bias, sum), by_square)) in tiles.enumerate() {
                    let mut change = [0.0; TILE];
                    for k in 0..TILE {
                        let cut = sum[k].clamp(0.0, 1.0);
                        // Where the sum is cut off it changes nothing.
                        let inside = if cut == sum[k] { 2.0 * cut } else { 0.0 };
                        change[k] = by_square[k] * inside;
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
