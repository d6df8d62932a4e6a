//! Sums of columns of weights, and what the output makes of them: the loops that cost the time.

use super::simd::Kernel;

/// Numbers in a lane.
pub(super) const WIDTH: usize = 32;

/// Numbers that stand together in memory, as many as a cache line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lane(pub [i16; WIDTH]);

impl Lane {
    pub const ZERO: Lane = Lane([0; WIDTH]);

    #[inline(always)]
    fn add(&mut self, other: &Lane) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, number)| *sum = sum.wrapping_add(number));
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Lane) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, number)| *sum = sum.wrapping_sub(number));
    }
}

/// `sums` becomes `before` with some columns added and some taken away, in one pass.
pub(super) struct Step<'a, const ADDED: usize, const REMOVED: usize> {
    pub sums: &'a mut [Lane],
    pub before: &'a [Lane],
    pub added: [&'a [Lane]; ADDED],
    pub removed: [&'a [Lane]; REMOVED],
}

impl<const ADDED: usize, const REMOVED: usize> Kernel for Step<'_, ADDED, REMOVED> {
    type Output = ();

    #[inline(always)]
    fn run<const PAIRS: usize>(self) {
        let length = self.sums.len();
        let before = &self.before[..length];
        let added = self.added.map(|column| &column[..length]);
        let removed = self.removed.map(|column| &column[..length]);
        for i in 0..length {
            let mut lane = before[i];
            added.iter().for_each(|column| lane.add(&column[i]));
            removed.iter().for_each(|column| lane.subtract(&column[i]));
            self.sums[i] = lane;
        }
    }
}

/// Adds any number of columns to `sums`, and takes any number away.
pub(super) struct Change<'a> {
    pub sums: &'a mut [Lane],
    pub added: &'a [&'a [Lane]],
    pub removed: &'a [&'a [Lane]],
}

impl Kernel for Change<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const PAIRS: usize>(self) {
        for (i, sum) in self.sums.iter_mut().enumerate() {
            let mut lane = *sum;
            self.added.iter().for_each(|column| lane.add(&column[i]));
            self.removed.iter().for_each(|column| lane.subtract(&column[i]));
            *sum = lane;
        }
    }
}

/// The sums, each cut to 0 to `most` and squared, times the weights of the output: the total.
pub(super) struct Output<'a> {
    pub sums: &'a [Lane],
    pub weights: &'a [Lane],
    pub most: i16,
}

impl Kernel for Output<'_> {
    type Output = i64;

    /// A sum times its weight stays within 16 bits (255 times 127), so that two products of 16-bit
    /// numbers are added up by one instruction; the loop is written in such pairs. Each part takes a
    /// quarter of the terms of the widest layer at most, 256, which stay within 32 bits.
    #[inline(always)]
    fn run<const PAIRS: usize>(self) -> i64 {
        let mut parts = [0_i32; PAIRS];
        for (sums, weights) in self.sums.iter().zip(self.weights) {
            let registers = sums.0.chunks_exact(2 * PAIRS).zip(weights.0.chunks_exact(2 * PAIRS));
            for (sums, weights) in registers {
                for i in 0..PAIRS {
                    let inputs = [sums[2 * i], sums[2 * i + 1]].map(|sum| sum.clamp(0, self.most));
                    let first = inputs[0].wrapping_mul(weights[2 * i]);
                    let second = inputs[1].wrapping_mul(weights[2 * i + 1]);
                    parts[i] += i32::from(inputs[0]) * i32::from(first)
                        + i32::from(inputs[1]) * i32::from(second);
                }
            }
        }
        parts.iter().map(|&part| i64::from(part)).sum()
    }
}
