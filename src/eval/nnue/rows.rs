//! Bytes times bytes, the loop of layers that costs the most: each processor has instructions of its own for it,
//! which no compiler finds in a plain loop. The widest does with it what else an output sees of the sums.

use super::lanes::Output;

/// Inputs that stand together, as many as a register holds.
pub(super) const BLOCK: usize = 64;

/// A number for each of some inputs that stand together: their squares, 0 to 127, or what a row weighs them with.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Block<T>(pub [T; BLOCK]);

/// What an output sees of both sides' sums: by weights of its own, and by rows.
pub(super) struct Sight<'a> {
    pub output: Output<'a>,
    /// For each block of squares the weights of the first row, then those of the next.
    pub rows: &'a [Block<i8>],
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
        __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16,
        _mm256_setzero_si256, _mm512_add_epi64, _mm512_castsi512_si256, _mm512_cvtepi32_epi64,
        _mm512_dpbusd_epi32, _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64, _mm512_max_epi16,
        _mm512_min_epi16, _mm512_mulhrs_epi16, _mm512_mullo_epi16, _mm512_packus_epi16,
        _mm512_permutexvar_epi64, _mm512_reduce_add_epi32, _mm512_reduce_add_epi64,
        _mm512_set1_epi16, _mm512_setr_epi64, _mm512_setzero_si512, _mm512_slli_epi16,
        _mm512_srli_epi16,
    };

    use zerocopy::transmute;

    use super::{Rows, Sight};
    use crate::eval::nnue::{lanes, layers};

    /// Binary places by which a sum is moved up, so that its square without the last 15 places, as one instruction rounds it, is the byte.
    const UP: u32 = (15 - layers::LOST) / 2;

    /// What an output's weights and the rows add up to, in one pass: sums are cut once and squares need no room. Each side
    /// must have an even number of lanes, as two make a block.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn see_vnni<const N: usize>(Sight { output, rows, .. }: Sight) -> (i64, [i32; N]) {
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
        let mut totals = [0; N];
        for (total, sum) in totals.iter_mut().zip(sums) {
            let parts: [i32; 8] = transmute!(sum);
            *total = parts.iter().sum();
        }
        totals
    }
}
