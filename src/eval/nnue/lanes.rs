//! Sums of columns of weights, and what the output makes of them: the loops that cost the time.

use super::simd::Kernel;

/// What 1 is in the sums. (The loops below want to know it when they are compiled.)
pub(super) const ONE: i16 = 255;
/// Numbers in a lane.
pub(super) const WIDTH: usize = 32;

/// Numbers that stand together in memory, as many as a cache line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lane(pub [i16; WIDTH]);

impl Lane {
    pub const ZERO: Lane = Lane([0; WIDTH]);

    #[inline(always)]
    fn add(&mut self, other: Lane) {
        for (sum, number) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_add(*number);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, other: Lane) {
        for (sum, number) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_sub(*number);
        }
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
            for column in &added {
                lane.add(column[i]);
            }
            for column in &removed {
                lane.subtract(column[i]);
            }
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
            for column in self.added {
                lane.add(column[i]);
            }
            for column in self.removed {
                lane.subtract(column[i]);
            }
            *sum = lane;
        }
    }
}

/// The sums of both sides, each cut to 0 to [`ONE`] and squared, times the weights of the output: the total.
pub(super) struct Output<'a> {
    pub sums: [&'a [Lane]; 2],
    pub weights: [&'a [Lane]; 2],
}

impl Kernel for Output<'_> {
    type Output = i64;

    #[inline(always)]
    fn run<const PAIRS: usize>(self) -> i64 {
        weigh::<PAIRS>(self.sums[0], self.weights[0])
            + weigh::<PAIRS>(self.sums[1], self.weights[1])
    }
}

/// The part of one side. A sum times its weight stays within 16 bits (255 times 127), so that two
/// products of 16-bit numbers are added up by one instruction; the loop is written in such pairs. Each
/// part takes an eighth of the terms of the widest layer at most, 128, which stay within 32 bits.
#[inline(always)]
fn weigh<const PAIRS: usize>(sums: &[Lane], weights: &[Lane]) -> i64 {
    let mut parts = [0_i32; PAIRS];
    for (sums, weights) in sums.iter().zip(weights) {
        let registers = sums.0.chunks_exact(2 * PAIRS).zip(weights.0.chunks_exact(2 * PAIRS));
        for (sums, weights) in registers {
            for i in 0..PAIRS {
                let one = sums[2 * i].clamp(0, ONE);
                let other = sums[2 * i + 1].clamp(0, ONE);
                let one_weighed = one.wrapping_mul(weights[2 * i]);
                let other_weighed = other.wrapping_mul(weights[2 * i + 1]);
                parts[i] += i32::from(one) * i32::from(one_weighed)
                    + i32::from(other) * i32::from(other_weighed);
            }
        }
    }
    let mut total = 0;
    for part in parts {
        total += i64::from(part);
    }
    total
}
