//! AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019), with the weights kept
//! within the bounds of the network of whole numbers.

use std::f64::consts::PI;

use crate::eval::nnue::{CLIP, Kernel};

/// How much of the mean slope, and of the mean squared slope, lasts from step to step.
const LASTS: [f64; 2] = [0.9, 0.999];
/// Keeps the step finite where there is no slope.
const TINY: f32 = 1e-8;
/// What weights lose of themselves, times the learning rate.
const DECAY: f32 = 0.01;
/// The learning rate falls to this share of what it begins with.
const LEFT: f64 = 0.01;

/// The learning rate at a step of so many: it falls from the first one along a cosine.
pub(super) fn rate(first: f64, step: u64, steps: u64) -> f64 {
    let way = step as f64 / steps.max(1) as f64;
    first * (LEFT + (1.0 - LEFT) * 0.5 * (1.0 + (PI * way).cos()))
}

/// How far a step goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// How many positions the slopes are sums over.
    pub positions: usize,
    /// The step, from 0, and the learning rate.
    pub step: u64,
    pub rate: f64,
}

impl Pace {
    /// How far one weight goes down a slope (the sum of all positions), given the mean slope and the mean squared
    /// slope so far.
    #[inline(always)]
    fn way(self) -> impl Fn(f32, &mut f32, &mut f32) -> f32 {
        let times = self.step.min(1 << 30) as i32 + 1;
        let grown = LASTS.map(|lasts| (1.0 / (1.0 - lasts.powi(times))) as f32);
        let [lasts, lasts_squared] = LASTS.map(|lasts| lasts as f32);
        let (rate, share) = (self.rate as f32, 1.0 / self.positions.max(1) as f32);
        #[inline(always)]
        move |slope, first, second| {
            let now = slope * share;
            *first = lasts * *first + (1.0 - lasts) * now;
            *second = lasts_squared * *second + (1.0 - lasts_squared) * now * now;
            rate * *first * grown[0] / ((*second * grown[1]).sqrt() + TINY)
        }
    }
}

/// One step for some of the weights.
pub(super) struct Step<'a> {
    pub weights: &'a mut [f32],
    /// The mean slopes and the mean squared slopes so far.
    pub means: [&'a mut [f32]; 2],
    /// The slopes that each thread has found; they are used up.
    pub slopes: Vec<&'a mut [f32]>,
    pub pace: Pace,
}

impl Kernel for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { weights, means: [first, second], mut slopes, pace } = self;
        let Some((slope, others)) = slopes.split_first_mut() else { return };
        for other in others {
            for (sum, more) in slope.iter_mut().zip(other.iter_mut()) {
                *sum += std::mem::take(more);
            }
        }
        let (way, decay) = (pace.way(), pace.rate as f32 * DECAY);
        let means = first.iter_mut().zip(second);
        for ((weight, slope), (first, second)) in
            weights.iter_mut().zip(slope.iter_mut()).zip(means)
        {
            let step = way(std::mem::take(slope), first, second) + decay * *weight;
            *weight = (*weight - step).clamp(-CLIP, CLIP);
        }
    }
}

/// One step that weights of all king buckets take together, along the sum of their slopes.
pub(super) struct Common<'a> {
    /// The same weights of each bucket.
    pub weights: Vec<&'a mut [f32]>,
    /// The means of the sums, as those of [`Step`].
    pub means: [&'a mut [f32]; 2],
    /// The slopes of these weights, of each bucket and thread.
    pub slopes: Vec<&'a [f32]>,
    pub pace: Pace,
}

impl Kernel for Common<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Common { weights, means: [first, second], slopes, pace } = self;
        let mut sums = vec![0.0; first.len()];
        for slopes in slopes {
            for (sum, more) in sums.iter_mut().zip(slopes) {
                *sum += more;
            }
        }
        let way = pace.way();
        for (sum, (first, second)) in sums.iter_mut().zip(first.iter_mut().zip(second)) {
            *sum = way(*sum, first, second);
        }
        for weights in weights {
            for (weight, step) in weights.iter_mut().zip(&sums) {
                *weight = (*weight - step).clamp(-CLIP, CLIP);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_from_first_to_last() {
        let rate = |step| rate(1e-3, step, 100);
        assert!((rate(0) - 1e-3).abs() < 1e-12 && (rate(100) - 1e-5).abs() < 1e-12);
        assert!((0..100).all(|step| rate(step) > rate(step + 1)));
    }

    #[test]
    fn steps_lead_down_the_slope_and_stay_within_bounds() {
        let (mut weights, mut first, mut second) = ([0.5_f32, -0.5, 1.98], [0.0; 3], [0.0; 3]);
        for step in 0..2_000 {
            // The slopes of (w - 1)^2, (w - 0)^2 and -w, from two threads.
            let mut slopes = [[weights[0] - 1.0, weights[1], -0.5]; 2];
            Step {
                weights: &mut weights,
                means: [&mut first, &mut second],
                slopes: slopes.iter_mut().map(|part| &mut part[..]).collect(),
                pace: Pace { positions: 1, step, rate: 1e-3 },
            }
            .run();
            assert_eq!(slopes, [[0.0; 3]; 2]);
        }
        let near = |weight: f32, wanted: f32| (weight - wanted).abs() < 0.02;
        assert!(near(weights[0], 1.0) && near(weights[1], 0.0), "{weights:?}");
        assert!((1.97..=CLIP).contains(&weights[2]), "{weights:?}");
    }
    #[test]
    fn weights_in_common_go_down_the_sum_of_their_slopes() {
        let (mut one, mut other) = ([0.5_f32, 0.1], [-0.5_f32, 0.1]);
        let (mut first, mut second) = ([0.0; 2], [0.0; 2]);
        for step in 0..2_000 {
            // The sums are as steep as ((one + other) / 2 - 0.3)^2, and flat.
            let slopes = [[one[0] - 0.3, 0.5], [other[0] - 0.3, -0.5]];
            Common {
                weights: vec![&mut one, &mut other],
                means: [&mut first, &mut second],
                slopes: slopes.iter().map(|part| &part[..]).collect(),
                pace: Pace { positions: 1, step, rate: 1e-3 },
            }
            .run();
        }
        let apart = one[0] - other[0];
        assert!((apart - 1.0).abs() < 1e-3, "they go together: {one:?} {other:?}");
        assert!((one[0] + other[0] - 0.6).abs() < 0.04, "{one:?} {other:?}");
        assert_eq!([one[1], other[1]], [0.1; 2]);
    }
}
