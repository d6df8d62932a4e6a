//! Bytes times bytes, the loop of layers that costs the most: each processor has instructions of its own for it,
//! which no compiler finds in a plain loop. Where it has, it does in the same pass what else an output sees of the sums.

use super::{lanes::Output, layers::SQUARE_ONE, shape::Shape};

/// Inputs that stand together, as many as the widest register holds.
pub(super) const BLOCK: usize = 64;
/// Bytes that a register of AVX2 holds.
const REGISTER: usize = 32;
/// Inputs whose products with mild weights are added up before they are made wider: two blocks.
const TOGETHER: usize = 2 * BLOCK;

/// A number for each of some inputs that stand together: their squares, 0 to 127, or what a row weighs them with.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Block<T>(pub [T; BLOCK]);

/// Whether the rows of a network of this shape have mild weights: what they make of [`TOGETHER`] inputs, in pairs that lie
/// a register apart, adds up within 16 bits whatever the squares are.
pub(super) fn mild(shape: Shape, weights: &[Block<i8>]) -> bool {
    let Shape { hidden, rows, .. } = shape;
    let fits = |blocks: &[Block<i8>], row: usize, pair: usize| {
        let places = (2 * pair..TOGETHER).step_by(REGISTER).flat_map(|place| [place, place + 1]);
        let weights =
            places.map(|place| i32::from(blocks[place / BLOCK * rows + row].0[place % BLOCK]));
        let [above, below] = weights.fold([0, 0], |[above, below], weight: i32| {
            [above + weight.max(0), below + weight.min(0)]
        });
        [above, below].iter().all(|sum| i16::try_from(i32::from(SQUARE_ONE) * sum).is_ok())
    };
    let all = |blocks: &[Block<i8>]| {
        (0..rows).all(|row| (0..REGISTER / 2).all(|pair| fits(blocks, row, pair)))
    };
    rows > 0
        && hidden.is_multiple_of(TOGETHER)
        && weights.chunks_exact(TOGETHER / BLOCK * rows).all(all)
}

/// What an output makes its score of: both sides' sums, weights of its own for them, and rows of weights for their squares.
pub(super) struct LayerInput<'a> {
    pub output: Output<'a>,
    /// For each block of squares the weights of the first row, then those of the next.
    pub rows: &'a [Block<i8>],
    /// Whether these are [mild](mild).
    pub mild: bool,
    /// Room for the squares.
    pub squares: &'a mut [Block<u8>],
}

/// What the squares come to in so many rows.
pub(super) struct Rows<'a> {
    pub squares: &'a [Block<u8>],
    /// For each block of squares the weights of the first row, then those of the next.
    pub weights: &'a [Block<i8>],
}

impl Rows<'_> {
    /// What each row adds up to.
    pub fn add_plain<const N: usize>(self) -> [i32; N] {
        let mut totals = [0; N];
        for (squares, rows) in self.squares.iter().zip(self.weights.as_chunks::<N>().0) {
            for (total, weights) in totals.iter_mut().zip(rows) {
                for (&square, &weight) in squares.0.iter().zip(&weights.0) {
                    *total += i32::from(square) * i32::from(weight);
                }
            }
        }
        totals
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_mulhrs_epi16, _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64,
        _mm256_set1_epi16, _mm256_setzero_si256, _mm256_srli_epi16, _mm256_unpackhi_epi8,
        _mm256_unpacklo_epi8, _mm512_add_epi64, _mm512_castsi512_si256, _mm512_cvtepi32_epi64,
        _mm512_dpbusd_epi32, _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64, _mm512_max_epi16,
        _mm512_min_epi16, _mm512_mulhrs_epi16, _mm512_mullo_epi16, _mm512_packus_epi16,
        _mm512_permutexvar_epi64, _mm512_reduce_add_epi32, _mm512_reduce_add_epi64,
        _mm512_set1_epi16, _mm512_setr_epi64, _mm512_setzero_si512, _mm512_slli_epi16,
        _mm512_srli_epi16,
    };

    use zerocopy::transmute;

    use super::{BLOCK, LayerInput, Rows, TOGETHER};
    use crate::eval::nnue::{lanes, layers};

    /// Lanes whose squares are weighed together.
    const LANES: usize = TOGETHER / lanes::WIDTH;

    /// Binary places by which a sum is moved up, so that its square without the last 15 places, as one instruction rounds it, is the byte.
    const UP: u32 = (15 - layers::LOST) / 2;

    /// What an output's weights and the rows add up to, in one pass: sums are cut once and squares need no room. Each side
    /// must have an even number of lanes, as two make a block.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn forward_vnni<const N: usize>(
        LayerInput { output, rows, .. }: LayerInput,
    ) -> (i64, [i32; N]) {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(lanes::ONE));
        // Two registers are packed by turns of 64 bits; this puts them in order.
        let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
        let (mut total, mut totals) = (zero, [zero; N]);
        let rows = rows.as_chunks::<N>().0;
        let (own, their) = rows.split_at(rows.len() / 2);
        for (side, rows) in [own, their].into_iter().enumerate() {
            let sums = output.sums[side].as_chunks::<2>().0;
            let weights = output.weights[side].as_chunks::<2>().0;
            for ((sums, weights), rows) in sums.iter().zip(weights).zip(rows) {
                let mut squares = [zero; 2];
                for (square, (sum, weight)) in squares.iter_mut().zip(sums.iter().zip(weights)) {
                    let cut = _mm512_min_epi16(_mm512_max_epi16(transmute!(sum.0), zero), one);
                    let fine = _mm512_srli_epi16::<{ lanes::LOST }>(_mm512_mullo_epi16(cut, cut));
                    total = _mm512_dpwssd_epi32(total, fine, transmute!(weight.0));
                    let cut = _mm512_slli_epi16::<UP>(cut);
                    *square = _mm512_mulhrs_epi16(cut, cut);
                }
                let squares = _mm512_packus_epi16(squares[0], squares[1]);
                let squares = _mm512_permutexvar_epi64(order, squares);
                for (total, weights) in totals.iter_mut().zip(rows) {
                    *total = _mm512_dpbusd_epi32(*total, squares, transmute!(weights.0));
                }
            }
        }
        // At most 64 pairs of products, each at most 2 times 2,032 times 2,028, in every 32 bits.
        let [low, high] = [_mm512_castsi512_si256(total), _mm512_extracti64x4_epi64::<1>(total)]
            .map(|half| _mm512_cvtepi32_epi64(half));
        let total = _mm512_reduce_add_epi64(_mm512_add_epi64(low, high));
        (total << lanes::LOST, totals.map(|total| _mm512_reduce_add_epi32(total)))
    }

    /// The same for rows of [mild](super::mild) weights.
    #[target_feature(enable = "avx2")]
    pub fn forward_avx2<const N: usize>(
        LayerInput { output, rows, .. }: LayerInput,
    ) -> (i64, [i32; N]) {
        let (zero, ones) = (_mm256_setzero_si256(), _mm256_set1_epi16(1));
        let (mut total, mut totals) = (zero, [zero; N]);
        let rows = rows.as_chunks::<N>().0.as_chunks::<{ TOGETHER / BLOCK }>().0;
        let (own, their) = rows.split_at(rows.len() / 2);
        for (side, rows) in [own, their].into_iter().enumerate() {
            let sums = output.sums[side].as_chunks::<LANES>().0;
            let weights = output.weights[side].as_chunks::<LANES>().0;
            for ((sums, weights), rows) in sums.iter().zip(weights).zip(rows) {
                let mut squares = [zero; LANES];
                for (square, (sum, weight)) in squares.iter_mut().zip(sums.iter().zip(weights)) {
                    *square = weigh(transmute!(sum.0), transmute!(weight.0), &mut total);
                }
                for (row, total) in totals.iter_mut().enumerate() {
                    let weights: [__m256i; LANES] = transmute!([rows[0][row].0, rows[1][row].0]);
                    let mut pairs = zero;
                    for (square, weights) in squares.into_iter().zip(weights) {
                        pairs = _mm256_add_epi16(pairs, _mm256_maddubs_epi16(square, weights));
                    }
                    *total = _mm256_add_epi32(*total, _mm256_madd_epi16(pairs, ones));
                }
            }
        }
        // At most 128 pairs of products, each at most 2 times 2,032 times 2,028, in every 32 bits.
        let parts: [i32; 8] = transmute!(total);
        let total = parts.into_iter().map(i64::from).sum::<i64>();
        (total << lanes::LOST, totals.map(added))
    }

    /// The squares of a lane as bytes; what its weights make of the finer ones is added to `total`.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn weigh(sums: [__m256i; 2], weights: [__m256i; 2], total: &mut __m256i) -> __m256i {
        // To bytes, which go from 0 to 255, and back: a sum is cut at both ends at once.
        const { assert!(lanes::ONE == 255) };
        let zero = _mm256_setzero_si256();
        let cut = _mm256_packus_epi16(sums[0], sums[1]);
        let cuts = [_mm256_unpacklo_epi8(cut, zero), _mm256_unpackhi_epi8(cut, zero)];
        let fine = cuts
            .map(|cut| _mm256_srli_epi16::<{ lanes::LOST as i32 }>(_mm256_mullo_epi16(cut, cut)));
        for (fine, weights) in fine.into_iter().zip(weights) {
            *total = _mm256_add_epi32(*total, _mm256_madd_epi16(fine, weights));
        }
        // Times this without the last 15 places, as one instruction rounds it, the finer square is the byte.
        let down = _mm256_set1_epi16(1 << (15 + lanes::LOST - layers::LOST));
        let [low, high] = fine.map(|fine| _mm256_mulhrs_epi16(fine, down));
        // Two registers are packed by turns of 64 bits; this puts them in order.
        _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high))
    }

    /// What the parts of a register add up to.
    pub fn added(sum: __m256i) -> i32 {
        let parts: [i32; 8] = transmute!(sum);
        parts.iter().sum()
    }

    /// What each row adds up to, as [`Rows::add_plain`] does it, whatever the weights are.
    #[target_feature(enable = "avx2")]
    pub fn add_avx2<const N: usize>(Rows { squares, weights }: Rows) -> [i32; N] {
        let mut sums = [_mm256_setzero_si256(); N];
        let ones = _mm256_set1_epi16(1);
        for (squares, rows) in squares.iter().zip(weights.as_chunks::<N>().0) {
            let squares: [__m256i; 2] = transmute!(squares.0);
            for (sum, weights) in sums.iter_mut().zip(rows) {
                let weights: [__m256i; 2] = transmute!(weights.0);
                for (squares, weights) in squares.into_iter().zip(weights) {
                    // At most 2 times 127 times 127: two products stay within 16 bits.
                    let pairs = _mm256_maddubs_epi16(squares, weights);
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
                }
            }
        }
        sums.map(added)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_mild_if_the_products_of_eight_stay_within_16_bits() {
        let shape = Shape { hidden: 128, buckets: 1, king_buckets: 1, rows: 8 };
        let all = |weight: i8| vec![Block([weight; BLOCK]); 2 * 128 / BLOCK * 8];
        let is_mild = [32, -32, 33, -33].map(|weight| mild(shape, &all(weight)));
        assert_eq!(is_mild, [true, true, false, false]);
        // What is below nought does not make up for what is above: its squares may all be noughts.
        let mut weights = all(0);
        weights[9].0[..2].fill(127);
        weights[9].0[2..].fill(-32);
        assert!(mild(shape, &weights));
        weights[9].0[32] = 5;
        assert!(!mild(shape, &weights));
        assert!(!mild(Shape { hidden: 64, ..shape }, &all(0)));
    }
}
