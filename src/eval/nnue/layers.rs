//! The layers behind an output: rows of weights that see the squares of the sums, and neurons that see what these add up
//! to. So a thing may be worth more or less for what else is on the board.
//!
//! All of it is whole numbers: squares are bytes, of which 127 is 1; weights of rows are 64ths, so that 8,128 is 1 in their
//! sums; weights behind these are 1,024ths.

use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::{
    lanes::{Lane, ONE, WIDTH},
    neurons::{HEAD_ONE, Head},
    rows::{GROUP, Group, Rows, TOGETHER},
    shape::{OUTPUT_ONE, Shape},
    simd::{Kernel, Simd},
};

/// How many rows an output may have.
pub(super) const ROWS: [usize; 3] = [0, TOGETHER, MOST_ROWS];
/// The most rows.
pub const MOST_ROWS: usize = 2 * TOGETHER;
/// What 1 is in the squares.
const SQUARE_ONE: i16 = 127;
/// What 1 is in the weights of rows.
pub(super) const ROW_ONE: i16 = 64;
/// What 1 is in what the rows add up to, and in what the neurons say.
pub(super) const SUM_ONE: i16 = SQUARE_ONE * ROW_ONE;

/// The layers behind all outputs; nothing where there are none.
#[derive(Clone)]
pub(super) struct Layers {
    shape: Shape,
    /// The rows of each output.
    rows: Vec<Group>,
    /// What is behind them.
    heads: Vec<Head>,
}

impl Layers {
    /// The layers of a network of this shape, of their weights: the rows of all outputs, one after another, and the heads.
    pub fn new(shape: Shape, weights: &[i16]) -> Layers {
        let [_, _, _, rows, ..] = shape.parts();
        let (rows, heads) = weights.split_at(rows);
        let mut groups = vec![Group::ZERO; rows.len() / size_of::<Group>()];
        for (place, &weight) in rows.iter().enumerate() {
            let (group, row, input) = place_of(shape, place);
            groups[group].0[row][input] = weight as i8;
        }
        let head: usize = shape.head().iter().sum();
        let heads = heads.chunks(head.max(1)).map(|weights| Head::new(shape.rows, weights));
        Layers { shape, rows: groups, heads: heads.collect() }
    }

    /// Their weights, as `new` was given them.
    pub fn narrow(&self) -> impl Iterator<Item = i16> {
        let rows = (0..self.rows.len() * size_of::<Group>()).map(|place| {
            let (group, row, input) = place_of(self.shape, place);
            i16::from(self.rows[group].0[row][input])
        });
        rows.chain(self.heads.iter().flat_map(Head::weights))
    }

    /// The weights of each output's neurons in what it says.
    pub fn last(&mut self) -> impl Iterator<Item = &mut [i32]> {
        self.heads.iter_mut().map(Head::last)
    }

    /// What they add to an output, given the sums of the side to move and of the other.
    #[inline]
    pub fn output(
        &self,
        simd: Simd,
        bucket: usize,
        sums: [&[Lane]; 2],
        squares: &mut Squares,
    ) -> i64 {
        let Some(head) = self.heads.get(bucket) else { return 0 };
        let groups = self.rows.len() / self.heads.len();
        let groups = &self.rows[groups * bucket..][..groups];
        simd.run(Square { sums, squares: &mut squares.0 });
        let rows = Rows { squares: squares.0.as_bytes(), groups };
        let output = match self.shape.rows {
            TOGETHER => head.output(simd, simd.add_rows::<1>(rows).as_flattened()),
            _ => head.output(simd, simd.add_rows::<2>(rows).as_flattened()),
        };
        let output_one = i64::from(ONE) * i64::from(OUTPUT_ONE);
        i64::from(output) * output_one / (i64::from(SUM_ONE) * i64::from(HEAD_ONE))
    }
}

/// Where a weight of the rows is kept: which group, which row of it, and which input.
fn place_of(shape: Shape, place: usize) -> (usize, usize, usize) {
    let inputs = 2 * shape.hidden;
    let (output, row) = (place / inputs / shape.rows, place / inputs % shape.rows);
    let (four, input) = (place % inputs / GROUP, place % GROUP);
    let together = shape.rows / TOGETHER;
    let group = (output * inputs / GROUP + four) * together + row / TOGETHER;
    (group, row % TOGETHER, input)
}

/// Room for the squares of all sums.
#[derive(Clone, Debug)]
pub(super) struct Squares(Vec<Bytes>);

/// As many bytes as a lane has numbers.
#[derive(Clone, Copy, Debug, FromBytes, Immutable, IntoBytes)]
#[repr(C, align(32))]
struct Bytes([u8; WIDTH]);

impl Squares {
    /// As much as a network of this shape needs.
    pub fn new(shape: Shape) -> Squares {
        let needed = shape.some_rows().map_or(0, |_| 2 * shape.hidden / WIDTH);
        Squares(vec![Bytes([0; WIDTH]); needed])
    }
}

/// The sums of both sides, each cut to 0 to [`ONE`], squared, and rounded to a byte.
struct Square<'a> {
    sums: [&'a [Lane]; 2],
    squares: &'a mut [Bytes],
}

/// Binary places that squares lose on the way to a byte.
const LOST: u32 = 9;

impl Kernel for Square<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let [own, their] = self.sums;
        let (first, second) = self.squares.split_at_mut(own.len());
        for (lanes, squares) in [(own, first), (their, second)] {
            for (lane, bytes) in lanes.iter().zip(squares) {
                for i in 0..WIDTH {
                    let cut = lane.0[i].clamp(0, ONE) as u16;
                    let square = cut.wrapping_mul(cut).wrapping_add(1 << (LOST - 1));
                    bytes.0[i] = (square >> LOST) as u8;
                }
            }
        }
    }
}
