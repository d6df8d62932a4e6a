//! The layers behind an output: rows of weights that see the squares of the sums, and neurons that see what these add up
//! to. So a thing may be worth more or less for what else is on the board.
//!
//! All of it is whole numbers: squares are bytes, of which 127 is 1; weights of rows are 64ths, so that 8,128 is 1 in their
//! sums; weights behind these are 1,024ths.

use super::{
    lanes::{Lane, ONE, Output, WIDTH},
    neurons::{HEAD_ONE, Head},
    rows::{self, BLOCK, Block, LayerInput},
    shape::{OUTPUT_ONE, Shape},
    simd::{Kernel, Simd},
};

/// How many rows an output may have.
pub(super) const ROWS: [usize; 3] = [0, FEW_ROWS, MOST_ROWS];
/// The fewest rows, if there are any.
const FEW_ROWS: usize = 8;
/// The most rows.
pub const MOST_ROWS: usize = 16;
/// What 1 is in the squares.
pub(super) const SQUARE_ONE: i16 = 127;
/// What 1 is in the weights of rows.
pub(super) const ROW_ONE: i16 = 64;
/// What 1 is in what the rows add up to, and in what the neurons say.
pub(super) const SUM_ONE: i16 = SQUARE_ONE * ROW_ONE;

/// The layers behind all outputs; nothing where there are none.
#[derive(Clone)]
pub(super) struct Layers {
    shape: Shape,
    /// The rows of each output: for each block of inputs the weights of the first row, then those of the next.
    rows: Vec<Block<i8>>,
    /// Whether their weights are [mild](rows::mild).
    mild: bool,
    /// What is behind them.
    heads: Vec<Head>,
}

impl Layers {
    /// The layers of a network of this shape, of their weights: the rows of all outputs, one after another, and the heads.
    pub fn new(shape: Shape, weights: &[i16]) -> Layers {
        let [_, _, _, rows, ..] = shape.parts();
        let (narrow, heads) = weights.split_at(rows);
        let mut blocks = vec![Block([0; BLOCK]); rows / BLOCK];
        for (place, &weight) in narrow.iter().enumerate() {
            let (block, input) = place_of(shape, place);
            blocks[block].0[input] = weight as i8;
        }
        let head: usize = shape.head().iter().sum();
        let heads = heads.chunks(head.max(1)).map(|weights| Head::new(shape.rows, weights));
        let mild = rows::mild(shape, &blocks);
        Layers { shape, rows: blocks, mild, heads: heads.collect() }
    }

    /// Their weights, as `new` was given them.
    pub fn narrow(&self) -> impl Iterator<Item = i16> {
        let rows = (0..self.rows.len() * BLOCK).map(|place| {
            let (block, input) = place_of(self.shape, place);
            i16::from(self.rows[block].0[input])
        });
        rows.chain(self.heads.iter().flat_map(Head::weights))
    }

    /// The weights of each output's neurons in what it says.
    pub fn last(&mut self) -> impl Iterator<Item = &mut [i32]> {
        self.heads.iter_mut().map(Head::last)
    }

    /// What an output's own weights add up to, and what these layers add to that.
    #[inline]
    pub fn output(
        &self,
        simd: Simd,
        bucket: usize,
        output: Output,
        squares: &mut Squares,
    ) -> (i64, i64) {
        let Some(head) = self.heads.get(bucket) else { return (simd.run(output), 0) };
        let blocks = self.rows.len() / self.heads.len();
        let rows = &self.rows[blocks * bucket..][..blocks];
        let input = LayerInput { output, rows, mild: self.mild, squares: &mut squares.0 };
        let (total, behind) = match self.shape.rows {
            FEW_ROWS => head.behind::<FEW_ROWS>(simd, input),
            _ => head.behind::<MOST_ROWS>(simd, input),
        };
        let output_one = i64::from(ONE) * i64::from(OUTPUT_ONE);
        let behind = i64::from(behind) * output_one;
        (total, behind / (i64::from(SUM_ONE) * i64::from(HEAD_ONE)))
    }
}

/// Where a weight of the rows is kept: in which block, and where in it.
fn place_of(shape: Shape, place: usize) -> (usize, usize) {
    let inputs = 2 * shape.hidden;
    let (row, input) = (place / inputs, place % inputs);
    let (output, row) = (row / shape.rows, row % shape.rows);
    let block = (output * inputs + input) / BLOCK * shape.rows + row;
    (block, input % BLOCK)
}

/// Room for the squares of all sums.
#[derive(Clone, Debug)]
pub(super) struct Squares(Vec<Block<u8>>);

impl Squares {
    /// As much as a network of this shape needs.
    pub fn new(shape: Shape) -> Squares {
        let needed = shape.some_rows().map_or(0, |_| 2 * shape.hidden / BLOCK);
        Squares(vec![Block([0; BLOCK]); needed])
    }
}

/// The sums of both sides, each cut to 0 to [`ONE`], squared (a "squared clipped rectified linear unit"), and rounded to a
/// byte.
pub(super) struct Screlu<'a> {
    pub sums: [&'a [Lane]; 2],
    pub squares: &'a mut [Block<u8>],
}

/// Binary places that squares lose on the way to a byte.
pub(super) const LOST: u32 = 9;
/// Lanes that a block is made of.
const PARTS: usize = BLOCK / WIDTH;

impl Kernel for Screlu<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        screlu(self.sums[0], self.squares, 0);
        screlu(self.sums[1], self.squares, self.sums[0].len());
    }
}

/// Those of one side, whose first lane is the one of this number. (A single loop over the lanes of both sides costs far
/// more.)
#[inline(always)]
fn screlu(sums: &[Lane], squares: &mut [Block<u8>], first: usize) {
    for (place, lane) in sums.iter().enumerate() {
        let (block, part) = ((first + place) / PARTS, (first + place) % PARTS);
        squares[block].0.as_chunks_mut().0[part] = bytes(lane);
    }
}

/// The squares of a lane.
#[inline(always)]
fn bytes(lane: &Lane) -> [u8; WIDTH] {
    let mut bytes = [0; WIDTH];
    for (byte, &sum) in bytes.iter_mut().zip(&lane.0) {
        let cut = sum.clamp(0, ONE) as u16;
        let square = cut.wrapping_mul(cut).wrapping_add(1 << (LOST - 1));
        *byte = (square >> LOST) as u8;
    }
    bytes
}
