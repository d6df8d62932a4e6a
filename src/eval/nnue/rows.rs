//! Bytes times bytes, the loop of an evaluation that costs the most: each processor has instructions of its own for it,
//! which no compiler finds in a plain loop.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// Inputs whose products are added up at once.
pub(super) const GROUP: usize = 4;
/// Rows whose weights for the same inputs stand together.
pub(super) const TOGETHER: usize = 8;

/// Weights of a few rows for a few inputs, as many as a register holds.
#[derive(Clone, Copy, FromBytes, Immutable, IntoBytes)]
#[repr(C, align(32))]
pub(super) struct Group(pub [[i8; GROUP]; TOGETHER]);

impl Group {
    pub const ZERO: Group = Group([[0; GROUP]; TOGETHER]);
}

/// Squares, 0 to 127, and the weights that rows have for them.
pub(super) struct Rows<'a> {
    pub squares: &'a [u8],
    /// For each four squares, those of the first eight rows, then those of the others.
    pub groups: &'a [Group],
}

impl Rows<'_> {
    /// What each row adds up to, for so many times eight rows.
    pub fn add_plain<const N: usize>(self) -> [[i32; TOGETHER]; N] {
        let mut totals = [[0; TOGETHER]; N];
        let squares = self.squares.as_chunks::<GROUP>().0;
        for (squares, groups) in squares.iter().zip(self.groups.as_chunks::<N>().0) {
            for (totals, group) in totals.iter_mut().zip(groups) {
                for (total, weights) in totals.iter_mut().zip(&group.0) {
                    for (&square, &weight) in squares.iter().zip(weights) {
                        *total += i32::from(square) * i32::from(weight);
                    }
                }
            }
        }
        totals
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_dpbusd_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
    };

    use zerocopy::transmute;

    use super::{GROUP, Group, TOGETHER};

    /// Sums that do not wait for each other.
    const CHAINS: usize = 4;

    #[target_feature(enable = "avx512vnni,avx512vl")]
    pub fn add_vnni<const N: usize>(squares: &[u8], groups: &[Group]) -> [[i32; TOGETHER]; N] {
        let mut totals = [[_mm256_setzero_si256(); N]; CHAINS];
        let fours = squares.as_chunks::<GROUP>().0.as_chunks::<CHAINS>().0;
        let groups = groups.as_chunks::<N>().0.as_chunks::<CHAINS>().0;
        for (fours, groups) in fours.iter().zip(groups) {
            for i in 0..CHAINS {
                let squares = _mm256_set1_epi32(i32::from_le_bytes(fours[i]));
                for n in 0..N {
                    let weights: __m256i = transmute!(groups[i][n]);
                    totals[i][n] = _mm256_dpbusd_epi32(totals[i][n], squares, weights);
                }
            }
        }
        added(totals)
    }

    #[target_feature(enable = "avx2")]
    pub fn add_avx2<const N: usize>(squares: &[u8], groups: &[Group]) -> [[i32; TOGETHER]; N] {
        let mut totals = [[_mm256_setzero_si256(); N]; CHAINS];
        let fours = squares.as_chunks::<GROUP>().0.as_chunks::<CHAINS>().0;
        let groups = groups.as_chunks::<N>().0.as_chunks::<CHAINS>().0;
        let ones = _mm256_set1_epi16(1);
        for (fours, groups) in fours.iter().zip(groups) {
            for i in 0..CHAINS {
                let squares = _mm256_set1_epi32(i32::from_le_bytes(fours[i]));
                for n in 0..N {
                    let weights: __m256i = transmute!(groups[i][n]);
                    // At most 2 times 127 times 127: two products stay within 16 bits.
                    let pairs = _mm256_maddubs_epi16(squares, weights);
                    let fours = _mm256_madd_epi16(pairs, ones);
                    totals[i][n] = _mm256_add_epi32(totals[i][n], fours);
                }
            }
        }
        added(totals)
    }

    /// The sums of all chains.
    #[target_feature(enable = "avx2")]
    fn added<const N: usize>(chains: [[__m256i; N]; CHAINS]) -> [[i32; TOGETHER]; N] {
        let [first, others @ ..] = chains;
        let mut totals = first;
        for chain in others {
            for (total, part) in totals.iter_mut().zip(chain) {
                *total = _mm256_add_epi32(*total, part);
            }
        }
        totals.map(|total| transmute!(total))
    }
}
