//! The neurons behind the rows of an output, and what they make of what the rows add up to.

use super::{
    layers::{MOST_ROWS, SUM_ONE},
    rows::LayerInput,
    simd::Simd,
};

/// Neurons of an output.
pub const NEURONS: usize = 32;
/// What 1 is in weights of neurons, and in those of what they say.
pub(super) const HEAD_ONE: i16 = 1024;
/// Binary places of that.
const PLACES: i32 = HEAD_ONE.ilog2() as i32;
/// Numbers that a register holds.
const WIDE: usize = 8;

/// A number for each neuron, as many together as a register holds.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Each<T>([[T; WIDE]; NEURONS / WIDE]);

/// The layers behind an output.
#[derive(Clone)]
pub(super) struct Head {
    row_biases: Vec<i16>,
    /// For each row the weights of what it comes to, and of the square of that.
    pairs: Vec<Each<[i16; 2]>>,
    /// The neurons' biases, as they are added to products.
    biases: Each<i32>,
    /// Their weights in the output.
    last: Each<i32>,
}

impl Head {
    /// The layers with these weights, in the order of [`Shape::head`](super::Shape::head).
    pub fn new(rows: usize, weights: &[i16]) -> Head {
        let (row_biases, weights) = weights.split_at(rows);
        let (neurons, weights) = weights.as_chunks::<NEURONS>().0.split_at(2 * rows);
        let (plain, squared) = neurons.split_at(rows);
        let pair =
            |(plain, squared): (&[i16; NEURONS], &[i16; NEURONS])| each(|n| [plain[n], squared[n]]);
        let [biases, last] =
            [0, 1].map(|place| weights.get(place).copied().unwrap_or([0; NEURONS]));
        Head {
            row_biases: row_biases.to_vec(),
            pairs: plain.iter().zip(squared).map(pair).collect(),
            biases: each(|n| i32::from(biases[n]) << PLACES),
            last: each(|n| i32::from(last[n])),
        }
    }

    /// The weights, as `new` was given them.
    pub fn weights(&self) -> Vec<i16> {
        let pairs = |place: usize| {
            let pairs = self.pairs.iter().flat_map(|pairs| pairs.0.as_flattened());
            pairs.map(move |pair| pair[place])
        };
        let biases = self.biases.0.as_flattened().iter().map(|bias| bias >> PLACES);
        let last = self.last.0.as_flattened().iter().copied();
        let behind = biases.chain(last).map(|weight| weight as i16);
        let rows = self.row_biases.iter().copied();
        rows.chain(pairs(0)).chain(pairs(1)).chain(behind).collect()
    }

    /// The weights of the neurons in the output.
    pub fn last(&mut self) -> &mut [i32] {
        self.last.0.as_flattened_mut()
    }

    /// What an output's own weights add up to, and what the neurons behind so many rows say to that.
    #[inline]
    pub fn behind<const N: usize>(&self, simd: Simd, input: LayerInput) -> (i64, i32) {
        let (total, rows) = simd.forward::<N>(input);
        (total, self.output(simd, &rows))
    }

    /// What the neurons say to the output, given what the rows add up to; [`SUM_ONE`] times [`HEAD_ONE`] is 1.
    #[inline]
    fn output(&self, simd: Simd, totals: &[i32]) -> i32 {
        let mut cuts = [[0; 2]; MOST_ROWS];
        let one = i32::from(SUM_ONE);
        for (cuts, (total, &bias)) in cuts.iter_mut().zip(totals.iter().zip(&self.row_biases)) {
            let cut = (total + i32::from(bias)).clamp(0, one);
            *cuts = [cut, cut * cut / one].map(|number| number as i16);
        }
        simd.said(self, &cuts)
    }

    /// What the neurons say to the output, given what they see of each row.
    pub fn said_plain(&self, cuts: &[[i16; 2]]) -> i32 {
        let mut sums = self.biases.0;
        for (&cuts, pairs) in cuts.iter().zip(&self.pairs) {
            let cuts = cuts.map(i32::from);
            for (sum, pair) in sums.as_flattened_mut().iter_mut().zip(pairs.0.as_flattened()) {
                *sum += cuts[0] * i32::from(pair[0]) + cuts[1] * i32::from(pair[1]);
            }
        }
        let said = |sum: i32| (sum >> PLACES).clamp(0, SUM_ONE.into());
        let last = self.last.0.as_flattened();
        sums.as_flattened().iter().zip(last).map(|(&sum, weight)| said(sum) * weight).sum()
    }

    /// The same: both products of a pair are added up by one instruction. (From a plain loop compilers make numbers one by one.)
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub fn said_avx2(&self, cuts: &[[i16; 2]]) -> i32 {
        use std::arch::x86_64::{
            __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_max_epi32, _mm256_min_epi32,
            _mm256_mullo_epi32, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srai_epi32,
        };
        use zerocopy::transmute;

        use super::rows::wide::added;

        let mut sums: [__m256i; NEURONS / WIDE] = transmute!(self.biases.0);
        for (&cuts, pairs) in cuts.iter().zip(&self.pairs) {
            let cuts = _mm256_set1_epi32(transmute!(cuts));
            let pairs: [__m256i; NEURONS / WIDE] = transmute!(pairs.0);
            for (sum, pairs) in sums.iter_mut().zip(pairs) {
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(cuts, pairs));
            }
        }
        let (none, one) = (_mm256_setzero_si256(), _mm256_set1_epi32(SUM_ONE.into()));
        let last: [__m256i; NEURONS / WIDE] = transmute!(self.last.0);
        let mut output = none;
        for (sum, last) in sums.into_iter().zip(last) {
            let said = _mm256_srai_epi32::<PLACES>(sum);
            let said = _mm256_min_epi32(_mm256_max_epi32(said, none), one);
            output = _mm256_add_epi32(output, _mm256_mullo_epi32(said, last));
        }
        added(output)
    }
}

/// A number for each neuron.
fn each<T: Copy + Default>(number: impl Fn(usize) -> T) -> Each<T> {
    let mut all = Each([[T::default(); WIDE]; NEURONS / WIDE]);
    for (n, place) in all.0.as_flattened_mut().iter_mut().enumerate() {
        *place = number(n);
    }
    all
}
