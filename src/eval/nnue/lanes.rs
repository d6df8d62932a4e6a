//! Sums of columns of weights, and what the output makes of them: the loops that cost the time.

use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::simd::Kernel;

/// What 1 is in the sums. (The loops below want to know it when they are compiled.)
pub(super) const ONE: i16 = 255;
/// Numbers in a lane.
pub(super) const WIDTH: usize = 32;

/// Numbers that stand together in memory, as many as a cache line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Immutable, IntoBytes)]
#[repr(C, align(64))]
pub(super) struct Lane(pub [i16; WIDTH]);

impl Lane {
    pub const ZERO: Lane = Lane([0; WIDTH]);

    #[inline(always)]
    fn add(&mut self, other: &Lane) {
        for i in 0..WIDTH {
            self.0[i] = self.0[i].wrapping_add(other.0[i]);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Lane) {
        for i in 0..WIDTH {
            self.0[i] = self.0[i].wrapping_sub(other.0[i]);
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
    fn run(self) {
        let length = self.sums.len();
        let before = &self.before[..length];
        let added = self.added.map(|column| &column[..length]);
        let removed = self.removed.map(|column| &column[..length]);
        for i in 0..length {
            let mut lane = before[i];
            for column in &added {
                lane.add(&column[i]);
            }
            for column in &removed {
                lane.subtract(&column[i]);
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
    fn run(self) {
        for (i, sum) in self.sums.iter_mut().enumerate() {
            let mut lane = *sum;
            for column in self.added {
                lane.add(&column[i]);
            }
            for column in self.removed {
                lane.subtract(&column[i]);
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
    fn run(self) -> i64 {
        (weigh(self.sums[0], self.weights[0]) + weigh(self.sums[1], self.weights[1])) << LOST
    }
}

/// Binary places that squares lose.
pub(super) const LOST: u32 = 5;
/// Lanes whose terms (at most 2,032 times 2,028) add up to less than 2^31 whatever they are.
const SAFE: usize = 512 / WIDTH;

/// The part of one side. Squares lose their last places, so that they and the weights are numbers of 16 bits, and
/// two of their products are added up by one instruction, which the compiler finds in a plain loop
/// over all numbers, but not in one over lanes.
#[inline(always)]
fn weigh(sums: &[Lane], weights: &[Lane]) -> i64 {
    let mut total = 0;
    for (sums, weights) in sums.chunks(SAFE).zip(weights.chunks(SAFE)) {
        let sums = numbers(sums);
        let weights = &numbers(weights)[..sums.len()];
        let mut part = 0_i32;
        for i in 0..sums.len() {
            let cut = sums[i].clamp(0, ONE) as u16;
            let square = (cut.wrapping_mul(cut) >> LOST) as i16;
            part += i32::from(square) * i32::from(weights[i]);
        }
        total += i64::from(part);
    }
    total
}

/// The numbers of lanes, one after another.
#[inline(always)]
fn numbers(lanes: &[Lane]) -> &[i16] {
    <[i16]>::ref_from_bytes(lanes.as_bytes()).unwrap_or_default()
}
