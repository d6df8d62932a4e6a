//! Bytes times bytes, the loop of layers that costs the most: each processor has instructions of its own for it,
//! which no compiler finds in a plain loop.

/// Inputs that stand together, as many as a register holds.
pub(super) const BLOCK: usize = 64;

/// A number for each of some inputs that stand together: their squares, 0 to 127, or what a row weighs them with.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Block<T>(pub [T; BLOCK]);

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
        __m256i, __m512i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_set1_epi16, _mm256_setzero_si256, _mm512_dpbusd_epi32, _mm512_reduce_add_epi32,
        _mm512_setzero_si512,
    };

    use zerocopy::transmute;

    use super::Rows;

    #[target_feature(enable = "avx512f,avx512vnni")]
    pub fn add_vnni<const N: usize>(Rows { squares, weights }: Rows) -> [i32; N] {
        let mut sums = [_mm512_setzero_si512(); N];
        for (squares, rows) in squares.iter().zip(weights.as_chunks::<N>().0) {
            let squares: __m512i = transmute!(squares.0);
            for (sum, weights) in sums.iter_mut().zip(rows) {
                *sum = _mm512_dpbusd_epi32(*sum, squares, transmute!(weights.0));
            }
        }
        let mut totals = [0; N];
        for (total, sum) in totals.iter_mut().zip(sums) {
            *total = _mm512_reduce_add_epi32(sum);
        }
        totals
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
