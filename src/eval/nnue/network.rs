//! A network's weights, and the score they make of a position.

use std::fmt;

use super::{
    lanes::{Lane, ONE, Output},
    layers::{Layers, Squares},
    shape::{NetworkError, OUTPUT_ONE, Shape},
    simd::Simd,
};
use crate::position::{Color, Position};

/// Centipawns for an output of 1, where the chance to win is 73 %.
const SCALE: i64 = 400;
/// No weight is greater, either way: that is what keeps all sums within 16 bits.
pub const CLIP: f32 = 1.98;
/// No bias of an output is greater, either way.
const MOST_BIAS: i32 = ONE as i32 * OUTPUT_ONE as i32 * 100;

/// What becomes of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputChange {
    /// What it says is multiplied by so many thousandths,
    pub thousandths: i32,
    /// and then so many centipawns are added for the side to move.
    pub centipawns: i32,
}

/// A network: two hidden layers with the same weights, one for each side's view of the board, and outputs that see the
/// squares of their sums, cut to 0 to 1: each by weights of its own and, if it has rows, through layers behind these.
pub struct Network {
    shape: Shape,
    inputs: Vec<Lane>,
    biases: Vec<Lane>,
    outputs: Vec<Lane>,
    layers: Layers,
    output_biases: Vec<i32>,
    hash: u64,
    pub(super) simd: Simd,
}

impl Network {
    /// A network of weights, one part after another: those of 16 bits, and the biases of the outputs.
    ///
    /// # Errors
    /// If they do not fit the shape, or one is out of its bounds.
    pub(super) fn new(
        shape: Shape,
        narrow: &[i16],
        output_biases: Vec<i32>,
    ) -> Result<Network, NetworkError> {
        let (there, wanted) = (narrow.len() + output_biases.len(), shape.weights());
        if there != wanted || output_biases.len() != shape.buckets {
            return Err(NetworkError::Length { there, wanted });
        }
        let within = |(numbers, one): (&[i16], i16)| {
            let most = most(one);
            numbers.iter().all(|number| (-most..=most).contains(number))
        };
        let fair = output_biases.iter().all(|bias| (-MOST_BIAS..=MOST_BIAS).contains(bias));
        if !(shape.pieces(narrow).into_iter().all(within) && fair) {
            return Err(NetworkError::Weight);
        }
        let [inputs, hidden, outputs, ..] = shape.parts();
        let (inputs, rest) = narrow.split_at(inputs);
        let (biases, rest) = rest.split_at(hidden);
        let (outputs, behind) = rest.split_at(outputs);
        let lanes =
            |numbers: &[i16]| numbers.as_chunks().0.iter().map(|&lane| Lane(lane)).collect();
        let mut network = Network {
            shape,
            inputs: lanes(inputs),
            biases: lanes(biases),
            outputs: lanes(outputs),
            layers: Layers::new(shape, behind),
            output_biases,
            hash: 0,
            simd: Simd::widest(),
        };
        network.hash = network.check_sum();
        Ok(network)
    }

    /// The network that comes nearest to these weights; the parts are those of [`Shape::parts`], the
    /// weights of each output, and of each of its rows, one after another.
    ///
    /// # Errors
    /// If the parts do not fit the shape, or a weight is beyond [`CLIP`].
    pub fn quantised(shape: Shape, parts: [&[f32]; 6]) -> Result<Network, NetworkError> {
        let shape = shape.checked()?;
        if parts.map(<[f32]>::len) != shape.parts() {
            let there = parts.map(<[f32]>::len).iter().sum();
            return Err(NetworkError::Length { there, wanted: shape.weights() });
        }
        let [first @ .., output_biases] = parts;
        let narrow = first.concat();
        let whole = |(numbers, one): (&[f32], i16)| -> Vec<i16> {
            numbers.iter().map(|&number| rounded(number, one) as i16).collect()
        };
        let narrow: Vec<i16> = shape.pieces(&narrow).into_iter().flat_map(whole).collect();
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        let wide = output_biases.iter().map(|bias| (bias * one).round() as i32).collect();
        Network::new(shape, &narrow, wide)
    }

    /// The network whose weights are the means of those of some networks, to the nearest whole number, halves to the even
    /// one. Networks that have learned from different positions, all beginning with the same one, err by accident in
    /// different ways.
    ///
    /// # Errors
    /// If they are not alike in all but their weights.
    pub fn mean(first: &Network, others: &[Network]) -> Result<Network, NetworkError> {
        let shape = first.shape;
        if let Some(other) = others.iter().find(|other| other.shape != shape) {
            return Err(NetworkError::Unlike { there: other.shape, wanted: shape });
        }
        let mut narrow = vec![0.0; shape.weights() - shape.buckets];
        let mut wide = vec![0.0; shape.buckets];
        for network in std::iter::once(first).chain(others) {
            narrow.iter_mut().zip(network.narrow()).for_each(|(sum, one)| *sum += f64::from(one));
            let biases = wide.iter_mut().zip(&network.output_biases);
            biases.for_each(|(sum, &one)| *sum += f64::from(one));
        }
        let count = (1 + others.len()) as f64;
        let mean = |sum: &f64| (sum / count).round_ties_even();
        let narrow: Vec<i16> = narrow.iter().map(|sum| mean(sum) as i16).collect();
        Network::new(shape, &narrow, wide.iter().map(|sum| mean(sum) as i32).collect())
    }

    /// All its weights, one part after another: what [`Network::quantised`] was made from, as nearly as
    /// whole numbers say.
    pub fn numbers(&self) -> Vec<f32> {
        let narrow: Vec<i16> = self.narrow().collect();
        let parts = self.shape.pieces(&narrow).into_iter().flat_map(|(numbers, one)| {
            numbers.iter().map(move |&number| f32::from(number) / f32::from(one))
        });
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        parts.chain(self.output_biases.iter().map(|&bias| bias as f32 / one)).collect()
    }

    /// All weights of 16 bits, one part after another.
    pub(super) fn narrow(&self) -> impl Iterator<Item = i16> {
        let lanes = [&self.inputs, &self.biases, &self.outputs].into_iter().flatten();
        lanes.flat_map(|lane| lane.0).chain(self.layers.narrow())
    }

    /// The biases of the outputs.
    pub(super) fn output_biases(&self) -> &[i32] {
        &self.output_biases
    }

    /// A check sum of architecture and weights (FNV-1a).
    fn check_sum(&self) -> u64 {
        let Shape { hidden, buckets, .. } = self.shape;
        let some = [self.shape.several_kings(), self.shape.some_rows()];
        let shape = [hidden, buckets].into_iter().chain(some.into_iter().flatten());
        let bytes = shape.flat_map(|number| (number as u64).to_le_bytes());
        let bytes = bytes.chain(self.narrow().flat_map(i16::to_le_bytes));
        let bytes = bytes.chain(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
    }

    /// Its architecture.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// A check sum of architecture and weights: its name.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The same network, computed with these instructions: nothing but its speed depends on them.
    pub fn with(self, simd: Simd) -> Network {
        Network { simd, ..self }
    }

    /// The same network with what its first outputs say changed, as nearly as weights within their bounds can.
    pub fn with_outputs(&self, changes: &[OutputChange]) -> Network {
        let (mut outputs, mut output_biases) = (self.outputs.clone(), self.output_biases.clone());
        let mut layers = self.layers.clone();
        let centipawn = f64::from(ONE) * f64::from(OUTPUT_ONE) / SCALE as f64;
        let most = most(OUTPUT_ONE);
        let factors = changes.iter().map(|change| f64::from(change.thousandths) / 1_000.0);
        let times = |weight: i16, factor: f64| {
            ((f64::from(weight) * factor).round() as i16).clamp(-most, most)
        };
        for (last, factor) in layers.last().zip(factors.clone()) {
            last.iter_mut().for_each(|weight| *weight = times(*weight as i16, factor).into());
        }
        let weights = outputs.chunks_mut(2 * self.lanes());
        let all = weights.zip(&mut output_biases).zip(changes.iter().zip(factors));
        for ((weights, bias), (change, factor)) in all {
            for weight in weights.iter_mut().flat_map(|lane| &mut lane.0) {
                *weight = times(*weight, factor);
            }
            let sum = f64::from(*bias) * factor + f64::from(change.centipawns) * centipawn;
            *bias = (sum.round() as i32).clamp(-MOST_BIAS, MOST_BIAS);
        }
        let (inputs, biases) = (self.inputs.clone(), self.biases.clone());
        let mut network = Network { inputs, biases, outputs, layers, output_biases, ..*self };
        network.hash = network.check_sum();
        network
    }

    /// Lanes of one side's sums.
    pub(super) fn lanes(&self) -> usize {
        self.biases.len()
    }

    /// The sums of an empty board.
    pub(super) fn biases(&self) -> &[Lane] {
        &self.biases
    }

    /// What an input adds to the sums.
    #[inline]
    pub(super) fn column(&self, input: usize) -> &[Lane] {
        let lanes = self.lanes();
        &self.inputs[input * lanes..][..lanes]
    }

    /// Centipawns for the side to move, given the sums of White and of Black; `room` is for what comes up on the way.
    #[inline]
    pub(super) fn output(
        &self,
        position: &Position,
        sums: [&[Lane]; 2],
        room: &mut Squares,
    ) -> i32 {
        let lanes = self.lanes();
        let bucket = self.shape.bucket(position.occupied().popcnt() as usize);
        let (own, their) = self.outputs[2 * lanes * bucket..][..2 * lanes].split_at(lanes);
        let [white, black] = sums;
        let sums = if position.side() == Color::White { [white, black] } else { [black, white] };
        let output = Output { sums, weights: [own, their] };
        let (total, behind) = self.layers.output(self.simd, bucket, output, room);
        let total = total / i64::from(ONE) + i64::from(self.output_biases[bucket]) + behind;
        (total * SCALE / (i64::from(ONE) * i64::from(OUTPUT_ONE))) as i32
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:016x}", self.shape, self.hash)
    }
}

/// The greatest weight there may be, where `one` stands for 1.
fn most(one: i16) -> i16 {
    rounded(CLIP, one) as i16
}

/// A number as the nearest whole one, where `one` stands for 1.
fn rounded(number: f32, one: i16) -> f32 {
    (number * f32::from(one)).round()
}
