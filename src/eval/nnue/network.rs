//! A network's weights, and the score they make of a position.

use std::{fmt, io};

use super::{
    features::{INPUTS, KING_BUCKETS},
    file::MAGIC,
    lanes::{Lane, ONE, Output, WIDTH},
    simd::Simd,
};
use crate::position::{Color, Position};

/// What 1 is in the weights of the outputs. (With 64, rounding took away most of what a fit had gained.)
const OUTPUT_ONE: i16 = 1024;
/// Centipawns for an output of 1, where the chance to win is 73 %.
const SCALE: i64 = 400;
/// No weight is greater, either way: that is what keeps all sums within 16 bits.
pub const CLIP: f32 = 1.98;
/// The widest hidden layer.
pub const WIDEST: usize = 1024;
/// The most outputs.
pub(super) const MOST_BUCKETS: usize = 32;
/// No bias of an output is greater, either way.
const MOST_BIAS: i32 = ONE as i32 * OUTPUT_ONE as i32 * 100;

/// Why something is no network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is something else.
    #[error("this is no network (the first line must begin with `{MAGIC}`)")]
    Foreign,
    /// It has an architecture that cannot be.
    #[error(
        "a hidden layer of {}, {} outputs and {} king buckets cannot be: the layer must be a multiple of {WIDTH} up to {WIDEST}, the outputs 1 to {MOST_BUCKETS}, the king buckets 1 or {KING_BUCKETS}",
        .0.hidden, .0.buckets, .0.king_buckets
    )]
    Shape(Shape),
    /// Another one cannot take over its weights.
    #[error(
        "a network {there} cannot become {wanted}: the outputs must be as many, the layer as wide or wider, the king buckets as many or more"
    )]
    Room {
        /// What it is.
        there: Shape,
        /// What it was to become.
        wanted: Shape,
    },
    /// It is too short or too long.
    #[error("it has {there} weights instead of {wanted}")]
    Length {
        /// How many there are.
        there: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// It was changed after it was written.
    #[error("its weights have the check sum {there:016x} instead of {wanted:016x}")]
    Damaged {
        /// The check sum of what is there.
        there: u64,
        /// The one it is said to have.
        wanted: u64,
    },
    /// A weight is out of its bounds.
    #[error("a weight is out of its bounds")]
    Weight,
}

/// What makes two networks alike in all but their weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Width of the hidden layer, for each side.
    pub hidden: usize,
    /// How many outputs; the number of men on the board says which counts.
    pub buckets: usize,
    /// How many sets of inputs; where the own king stands says which counts.
    pub king_buckets: usize,
}

impl Shape {
    /// The same, if there can be such a network.
    ///
    /// # Errors
    /// If there cannot.
    pub fn checked(self) -> Result<Shape, NetworkError> {
        let Shape { hidden, buckets, king_buckets } = self;
        let good = hidden.is_multiple_of(WIDTH)
            && (WIDTH..=WIDEST).contains(&hidden)
            && (1..=MOST_BUCKETS).contains(&buckets)
            && [1, KING_BUCKETS].contains(&king_buckets);
        if good { Ok(self) } else { Err(NetworkError::Shape(self)) }
    }

    /// How many king buckets, if there are several: files and names speak of them only then, as there was one at first.
    pub fn several_kings(self) -> Option<usize> {
        (self.king_buckets > 1).then_some(self.king_buckets)
    }

    /// Weights and biases of the parts: inputs, hidden layer, outputs and their biases.
    pub fn parts(self) -> [usize; 4] {
        let Shape { hidden, buckets, king_buckets } = self;
        [king_buckets * INPUTS * hidden, hidden, 2 * hidden * buckets, buckets]
    }

    /// How many weights and biases there are in all.
    pub(super) fn weights(self) -> usize {
        self.parts().iter().sum()
    }

    /// The output that counts with so many men on the board.
    #[inline]
    pub fn bucket(self, men: usize) -> usize {
        (men.saturating_sub(2) * self.buckets / 31).min(self.buckets - 1)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kings = self.several_kings().map_or(String::new(), |kings| format!("{kings} x "));
        write!(f, "({kings}{INPUTS} -> {})x2 -> {}", self.hidden, self.buckets)
    }
}

/// What becomes of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputChange {
    /// What it says is multiplied by so many thousandths,
    pub thousandths: i32,
    /// and then so many centipawns are added for the side to move.
    pub centipawns: i32,
}

/// A network: two hidden layers with the same weights, one for each side's view of the board, and
/// outputs that see the squares of their sums, cut to 0 to 1.
pub struct Network {
    shape: Shape,
    inputs: Vec<Lane>,
    biases: Vec<Lane>,
    outputs: Vec<Lane>,
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
        if there != wanted {
            return Err(NetworkError::Length { there, wanted });
        }
        let [inputs, hidden, _, _] = shape.parts();
        let (inputs, rest) = narrow.split_at(inputs);
        let (biases, outputs) = rest.split_at(hidden);
        let within = |numbers: &[i16], one: i16| {
            let most = most(one);
            numbers.iter().all(|number| (-most..=most).contains(number))
        };
        let fair = output_biases.iter().all(|bias| (-MOST_BIAS..=MOST_BIAS).contains(bias));
        if !(within(inputs, ONE) && within(biases, ONE) && within(outputs, OUTPUT_ONE) && fair) {
            return Err(NetworkError::Weight);
        }
        let lanes =
            |numbers: &[i16]| numbers.as_chunks().0.iter().map(|&lane| Lane(lane)).collect();
        let mut network = Network {
            shape,
            inputs: lanes(inputs),
            biases: lanes(biases),
            outputs: lanes(outputs),
            output_biases,
            hash: 0,
            simd: Simd::widest(),
        };
        network.hash = network.check_sum();
        Ok(network)
    }

    /// The network that comes nearest to these weights; the parts are those of [`Shape::parts`], the
    /// weights of each output one after another.
    ///
    /// # Errors
    /// If the parts do not fit the shape, or a weight is beyond [`CLIP`].
    pub fn quantised(shape: Shape, parts: [&[f32]; 4]) -> Result<Network, NetworkError> {
        let shape = shape.checked()?;
        let [inputs, biases, outputs, output_biases] = parts;
        if parts.map(<[f32]>::len) != shape.parts() {
            let there = parts.map(<[f32]>::len).iter().sum();
            return Err(NetworkError::Length { there, wanted: shape.weights() });
        }
        let whole = |number: &f32, one: i16| rounded(*number, one) as i16;
        let first = inputs.iter().chain(biases).map(|number| whole(number, ONE));
        let narrow: Vec<i16> =
            first.chain(outputs.iter().map(|number| whole(number, OUTPUT_ONE))).collect();
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        let wide = output_biases.iter().map(|bias| (bias * one).round() as i32).collect();
        Network::new(shape, &narrow, wide)
    }

    /// All its weights, one part after another: what [`Network::quantised`] was made from, as nearly as
    /// whole numbers say.
    pub fn numbers(&self) -> Vec<f32> {
        let of = |lanes: &[Lane], one: i16| -> Vec<f32> {
            lanes.iter().flat_map(|lane| lane.0).map(|n| f32::from(n) / f32::from(one)).collect()
        };
        let (inputs, biases) = (of(&self.inputs, ONE), of(&self.biases, ONE));
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        let last = self.output_biases.iter().map(|&bias| bias as f32 / one).collect();
        [inputs, biases, of(&self.outputs, OUTPUT_ONE), last].concat()
    }

    /// All weights of 16 bits, one part after another.
    pub(super) fn narrow(&self) -> impl Iterator<Item = i16> {
        [&self.inputs, &self.biases, &self.outputs].into_iter().flatten().flat_map(|lane| lane.0)
    }

    /// The biases of the outputs.
    pub(super) fn output_biases(&self) -> &[i32] {
        &self.output_biases
    }

    /// A check sum of architecture and weights (FNV-1a).
    fn check_sum(&self) -> u64 {
        let Shape { hidden, buckets, .. } = self.shape;
        let shape = [hidden, buckets].into_iter().chain(self.shape.several_kings());
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
        let centipawn = f64::from(ONE) * f64::from(OUTPUT_ONE) / SCALE as f64;
        let most = most(OUTPUT_ONE);
        let weights = outputs.chunks_mut(2 * self.lanes());
        for ((weights, bias), change) in weights.zip(&mut output_biases).zip(changes) {
            let factor = f64::from(change.thousandths) / 1_000.0;
            for weight in weights.iter_mut().flat_map(|lane| &mut lane.0) {
                *weight = ((f64::from(*weight) * factor).round() as i16).clamp(-most, most);
            }
            let sum = f64::from(*bias) * factor + f64::from(change.centipawns) * centipawn;
            *bias = (sum.round() as i32).clamp(-MOST_BIAS, MOST_BIAS);
        }
        let (inputs, biases) = (self.inputs.clone(), self.biases.clone());
        let mut network = Network { inputs, biases, outputs, output_biases, ..*self };
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

    /// Centipawns for the side to move, given the sums of White and of Black.
    #[inline]
    pub(super) fn output(&self, position: &Position, sums: [&[Lane]; 2]) -> i32 {
        let lanes = self.lanes();
        let bucket = self.shape.bucket(position.occupied().popcnt() as usize);
        let (own, their) = self.outputs[2 * lanes * bucket..][..2 * lanes].split_at(lanes);
        let [white, black] = sums;
        let sums = if position.side() == Color::White { [white, black] } else { [black, white] };
        let total = self.simd.run(Output { sums, weights: [own, their] });
        let total = total / i64::from(ONE) + i64::from(self.output_biases[bucket]);
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
