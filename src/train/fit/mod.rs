//! Fits a network to the positions of self-play: what the search thought of them and what became of
//! them. The same positions, settings and number of threads give the same network.

mod checkpoint;
mod curve;
mod data;
mod harvest;
mod head;
mod model;
mod optimizer;
#[cfg(test)]
mod tests;
mod tiles;

use std::{fmt, ops::Range, thread};

pub use checkpoint::CheckpointError;
pub use curve::{CurveError, curve};
pub use data::{Data, ENTRY_BYTES, Entry};
pub use harvest::{Harvest, is_held_back};

use crate::eval::nnue::{INPUTS, Network, NetworkError, Shape, Simd};
use head::Head;
use model::{Learn, Lesson, lengths, parts, parts_mut, stride};
use optimizer::Pace;

/// How much faster what is behind the squares learns where there are layers, which begin with nothing.
const BEHIND: f64 = 2.5;

/// How a network is fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Its architecture.
    pub shape: Shape,
    /// How many times all positions are gone through.
    pub epochs: u32,
    /// Positions for each step.
    pub batch: usize,
    /// How much of the target is the game's result, 0 to 1; the rest is the score.
    pub result: f32,
    /// The learning rate of the first step; it falls to a hundredth of it along a cosine.
    pub rate: f64,
    /// Names the first weights and the order of the positions.
    pub seed: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { shape, epochs, batch, result, rate, seed, threads } = self;
        let Shape { hidden, buckets, king_buckets, rows } = shape;
        write!(
            f,
            "hidden={hidden} buckets={buckets} kings={king_buckets} rows={rows} epochs={epochs} batch={batch} result={result} \
             rate={rate} seed={seed} threads={threads}"
        )
    }
}

/// The mean squared error of the chance to win after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Over the positions learned from, as it was while they were learned.
    pub train: f64,
    /// Over those held back.
    pub held_back: f64,
}

/// A network being fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    settings: Settings,
    /// The hash of the network it began with, if it did not begin by chance.
    first: Option<u64>,
    weights: Vec<f32>,
    /// The mean slopes and the mean squared slopes of the weights, and after them those of what the king
    /// buckets have in common.
    means: [Vec<f32>; 2],
    losses: Vec<Loss>,
}

impl Fit {
    /// A network that has learned nothing.
    ///
    /// # Errors
    /// If there is no such architecture.
    pub fn new(settings: Settings) -> Result<Fit, NetworkError> {
        let shape = settings.shape.checked()?;
        let mut random = fastrand::Rng::with_seed(settings.seed);
        let mut weights = vec![0.0; lengths(shape).iter().sum()];
        let [inputs, hidden, outputs, rows, heads, _] = parts_mut(shape, &mut weights);
        // Small for the inputs: many of them are hardly ever met, and keep what they begin with.
        let columns = inputs.chunks_mut(stride(shape)).map(|column| &mut column[..shape.hidden]);
        let bound = (2.0 * shape.hidden as f32).sqrt().recip();
        let bounds = columns.map(|column| (column, 0.03));
        let bounds = bounds.chain([(hidden, 0.1), (outputs, bound), (rows, 2.0 * bound)]);
        for (part, bound) in bounds {
            part.fill_with(|| (2.0 * random.f32() - 1.0) * bound);
        }
        let head: usize = shape.head().iter().sum();
        heads.chunks_mut(head.max(1)).for_each(|head| Head::begin(shape, &mut random, head));
        // All king buckets begin alike.
        let (one, others) = inputs.split_at_mut(INPUTS * stride(shape));
        others.chunks_mut(one.len()).for_each(|other| other.copy_from_slice(one));
        let zeros = vec![0.0; weights.len() + common(shape)];
        let means = [zeros.clone(), zeros];
        Ok(Fit { settings, first: None, weights, means, losses: Vec::new() })
    }

    /// A network that knows what another one has learned. It may be wider: what is added begins by
    /// chance. It may have more king buckets: all begin alike.
    ///
    /// # Errors
    /// If the architecture cannot be, or has no room for the other one.
    pub fn from(settings: Settings, network: &Network) -> Result<Fit, NetworkError> {
        let mut fit = Fit::new(settings)?;
        let (there, wanted) = (network.shape(), settings.shape);
        if there.buckets != wanted.buckets
            || there.hidden > wanted.hidden
            || there.king_buckets > wanted.king_buckets
            || ![0, wanted.rows].contains(&there.rows)
        {
            return Err(NetworkError::Room { there, wanted });
        }
        let numbers = network.numbers();
        let mut rest = &numbers[..];
        let [inputs, hidden, outputs, rows, heads, last] = there.parts().map(|length| {
            let (part, others) = rest.split_at(length);
            rest = others;
            part
        });
        let all = parts_mut(wanted, &mut fit.weights);
        let [columns, all_hidden, all_outputs, all_rows, all_heads, all_last] = all;
        let copy = |(row, known): (&mut [f32], &[f32])| row[..known.len()].copy_from_slice(known);
        columns.chunks_mut(stride(wanted)).zip(inputs.chunks(there.hidden).cycle()).for_each(copy);
        // These are rows as long as the hidden layer is wide.
        for (all, known) in [(all_hidden, hidden), (all_outputs, outputs), (all_rows, rows)] {
            all.chunks_mut(wanted.hidden).zip(known.chunks(there.hidden)).for_each(copy);
        }
        [(all_heads, heads), (all_last, last)].into_iter().for_each(copy);
        Ok(Fit { first: Some(network.hash()), ..fit })
    }

    /// How it is fitted.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The losses after each epoch so far.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.losses.len() >= self.settings.epochs as usize
    }

    /// The network of whole numbers that it stands for.
    ///
    /// # Errors
    /// If a weight is out of its bounds.
    pub fn network(&self) -> Result<Network, NetworkError> {
        let shape = self.settings.shape;
        let [inputs, others @ ..] = parts(shape, &self.weights);
        let columns = inputs.chunks(stride(shape)).map(|column| &column[..shape.hidden]);
        let inputs = columns.collect::<Vec<_>>().concat();
        let [hidden, outputs, rows, heads, last] = others;
        Network::quantised(shape, [&inputs, hidden, outputs, rows, heads, last])
    }

    /// Goes through all positions once, in an order drawn by chance. `go_on` hears how many positions
    /// each step has taken; if it says no, the epoch is broken off (`None`) and can only be begun
    /// again from a checkpoint.
    pub fn epoch(&mut self, data: &Data, mut go_on: impl FnMut(usize) -> bool) -> Option<Loss> {
        let Settings { batch, seed, threads, epochs, rate, .. } = self.settings;
        let epoch = self.losses.len() as u64;
        let mut order: Vec<u32> = (0..data.train.len() as u32).collect();
        fastrand::Rng::with_seed(seed.rotate_left(32) ^ epoch ^ 0xE90C).shuffle(&mut order);
        let batches = order.chunks(batch.max(1));
        let (steps, before) =
            (u64::from(epochs) * batches.len() as u64, epoch * batches.len() as u64);
        let mut slopes = vec![vec![0.0; self.weights.len()]; threads.max(1)];
        let mut errors = 0.0;
        for (step, order) in (before..).zip(batches) {
            errors += self.learn(&data.train, order, &mut slopes);
            let rate = optimizer::rate(rate, step, steps);
            let pace = Pace { positions: order.len(), step, rate };
            self.step_in_common(&slopes, pace);
            self.step(&mut slopes, pace);
            if !go_on(order.len()) {
                return None;
            }
        }
        let train = errors / order.len().max(1) as f64;
        let loss = Loss { train, held_back: self.test(&data.held_back) };
        self.losses.push(loss);
        Some(loss)
    }

    /// The mean squared error over some positions.
    pub fn test(&self, entries: &[Entry]) -> f64 {
        let part = entries.len().div_ceil(self.settings.threads.max(1)).max(1);
        let work = |entries| move || Simd::widest().run(self.lesson(entries));
        let errors: f64 = side_by_side(entries.chunks(part).map(work)).into_iter().sum();
        errors / entries.len().max(1) as f64
    }

    fn lesson<'a>(&'a self, entries: &'a [Entry]) -> Lesson<'a> {
        let Settings { shape, result, .. } = self.settings;
        Lesson { shape, weights: &self.weights, entries, result }
    }

    /// Finds the slopes of some positions, each thread those of a part; the sum of the errors.
    fn learn(&self, entries: &[Entry], order: &[u32], slopes: &mut [Vec<f32>]) -> f64 {
        let Shape { king_buckets, .. } = self.settings.shape;
        let part = order.len().div_ceil(slopes.len()).max(1);
        let parts = order.chunks(part).zip(slopes);
        let work = parts.map(|(order, gradient)| {
            move || {
                // Fetched first and all at once: they lie anywhere, and memory answers many requests
                // as soon as one.
                let fetched = order.iter().map(|&n| entries[n as usize]);
                let mut entries: Vec<Entry> = fetched.collect();
                // Those with the same buckets need the same weights, which a processor still has at hand
                // if they come one after another.
                entries.sort_by_cached_key(|entry| entry.king_buckets(king_buckets));
                Simd::widest().run(Learn { lesson: self.lesson(&entries), gradient })
            }
        });
        side_by_side(work).into_iter().sum()
    }

    /// Changes the weights of all king buckets by what they have in common, each thread a part of them: what is
    /// learned with the king on one square holds, to begin with, wherever it stands. (A "factoriser": weights for all
    /// buckets beside those of each. As they are only ever added up, their sum is all that is kept.)
    fn step_in_common(&mut self, slopes: &[Vec<f32>], pace: Pace) {
        let (length, [inputs, ..]) = (common(self.settings.shape), lengths(self.settings.shape));
        if length == 0 {
            return;
        }
        let (part, [first, second]) = (length.div_ceil(slopes.len()), &mut self.means);
        let all = self.weights.len();
        let [first, second] = [first, second].map(|means| &mut means[all..]);
        let buckets = self.weights[..inputs].chunks_mut(length);
        let mut weights: Vec<_> = buckets.map(|bucket| bucket.chunks_mut(part)).collect();
        let buckets = slopes.iter().flat_map(|all| all[..inputs].chunks(length));
        let mut slopes: Vec<_> = buckets.map(|bucket| bucket.chunks(part)).collect();
        let means = first.chunks_mut(part).zip(second.chunks_mut(part));
        let work = means.map(|(first, second)| {
            let weights = weights.iter_mut().filter_map(Iterator::next).collect();
            let slopes = slopes.iter_mut().filter_map(Iterator::next).collect();
            let step = optimizer::Common { weights, means: [first, second], slopes, pace };
            move || Simd::widest().run(step)
        });
        side_by_side(work);
    }

    /// Changes the weights by the slopes found: what leads from the squares to the output learns faster if there are layers.
    fn step(&mut self, slopes: &mut [Vec<f32>], pace: Pace) {
        let [inputs, hidden, ..] = lengths(self.settings.shape);
        let fast = self.settings.shape.some_rows().map_or(1.0, |_| BEHIND);
        self.step_part(slopes, 0..inputs + hidden, pace);
        let pace = Pace { rate: pace.rate * fast, ..pace };
        self.step_part(slopes, inputs + hidden..self.weights.len(), pace);
    }

    /// Changes a part of the weights by the slopes found, each thread a part of it.
    fn step_part(&mut self, slopes: &mut [Vec<f32>], range: Range<usize>, pace: Pace) {
        let part = range.len().div_ceil(slopes.len()).max(1);
        let [first, second] = self.means.each_mut().map(|means| &mut means[range.clone()]);
        let slopes = slopes.iter_mut().map(|all| all[range.clone()].chunks_mut(part));
        let mut slopes: Vec<_> = slopes.collect();
        let weights = self.weights[range].chunks_mut(part);
        let means = first.chunks_mut(part).zip(second.chunks_mut(part));
        let work = weights.zip(means).map(|(weights, means)| {
            let slopes = slopes.iter_mut().filter_map(Iterator::next).collect();
            let step = optimizer::Step { weights, means: means.into(), slopes, pace };
            move || Simd::widest().run(step)
        });
        side_by_side(work);
    }
}

/// Weights that the king buckets have in common; none where there is one bucket.
fn common(shape: Shape) -> usize {
    shape.several_kings().map_or(0, |_| INPUTS * stride(shape))
}

/// Does pieces of work at once, the first of them on this thread: handing one over takes as long as
/// learning a hundred positions. If one breaks down, so does this one.
pub fn side_by_side<T: Send, W: FnOnce() -> T + Send>(work: impl Iterator<Item = W>) -> Vec<T> {
    let mut work = work.collect::<Vec<W>>().into_iter();
    let Some(first) = work.next() else { return Vec::new() };
    thread::scope(|scope| {
        let others: Vec<_> = work.map(|work| scope.spawn(work)).collect();
        [first()].into_iter().chain(others.into_iter().map(joined)).collect()
    })
}

/// What a thread has found; if it broke down, so does this one.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
