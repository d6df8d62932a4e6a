//! What a network is made of, and why something is none.

use std::{fmt, io};

use super::{
    features::{INPUTS, KING_BUCKETS},
    file::MAGIC,
    lanes::{ONE, WIDTH},
    layers::{ROW_ONE, ROWS, SUM_ONE},
    neurons::{HEAD_ONE, NEURONS},
};

/// What 1 is in the weights of the outputs. (With 64, rounding took away most of what a fit had gained.)
pub(super) const OUTPUT_ONE: i16 = 1024;
/// The widest hidden layer.
pub const WIDEST: usize = 1024;
/// The most outputs.
pub(super) const MOST_BUCKETS: usize = 32;

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
        "a hidden layer of {}, {} outputs, {} king buckets and {} rows cannot be: the layer must be a multiple of {WIDTH} up to {WIDEST}, the outputs 1 to {MOST_BUCKETS}, the king buckets 1 or {KING_BUCKETS}, the rows {ROWS:?}",
        .0.hidden, .0.buckets, .0.king_buckets, .0.rows
    )]
    Shape(Shape),
    /// Another one cannot take over its weights.
    #[error(
        "a network {there} cannot become {wanted}: the outputs must be as many, the layer as wide or wider, the king buckets as many or more, the rows as many unless it has none"
    )]
    Room {
        /// What it is.
        there: Shape,
        /// What it was to become.
        wanted: Shape,
    },
    /// Another one has no mean with it.
    #[error(
        "a network {there} has no mean with {wanted}: they must be alike in all but their weights"
    )]
    Unlike {
        /// What it is.
        there: Shape,
        /// What the other one is.
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
    /// How many rows of weights of each output lead to the layers behind it; none where there are no such layers.
    pub rows: usize,
}

impl Shape {
    /// The same, if there can be such a network.
    ///
    /// # Errors
    /// If there cannot.
    pub fn checked(self) -> Result<Shape, NetworkError> {
        let Shape { hidden, buckets, king_buckets, rows } = self;
        let good = hidden.is_multiple_of(WIDTH)
            && (WIDTH..=WIDEST).contains(&hidden)
            && (1..=MOST_BUCKETS).contains(&buckets)
            && [1, KING_BUCKETS].contains(&king_buckets)
            && ROWS.contains(&rows);
        if good { Ok(self) } else { Err(NetworkError::Shape(self)) }
    }

    /// How many king buckets, if there are several: files and names speak of them only then, as there was one at first.
    pub fn several_kings(self) -> Option<usize> {
        (self.king_buckets > 1).then_some(self.king_buckets)
    }

    /// How many rows, if there are any: files and names speak of them only then.
    pub fn some_rows(self) -> Option<usize> {
        (self.rows > 0).then_some(self.rows)
    }

    /// Weights and biases of the parts: inputs, hidden layer, outputs, rows that lead to the layers behind, these
    /// layers ([`Shape::head`] for each output), and the biases of the outputs.
    pub fn parts(self) -> [usize; 6] {
        let Shape { hidden, buckets, king_buckets, rows } = self;
        let [inputs, outputs] = [king_buckets * INPUTS * hidden, 2 * hidden * buckets];
        let head = self.head().iter().sum::<usize>();
        [inputs, hidden, outputs, outputs * rows, head * buckets, buckets]
    }

    /// Weights and biases of the layers behind one output: biases of its rows; what the neurons make of each row
    /// as it is, and of each one squared; their biases; and their weights in the output.
    pub fn head(self) -> [usize; 4] {
        self.some_rows().map_or([0; 4], |rows| [rows, 2 * rows * NEURONS, NEURONS, NEURONS])
    }

    /// How many weights and biases there are in all.
    pub(super) fn weights(self) -> usize {
        self.parts().iter().sum()
    }

    /// Weights of 16 bits, one after another, in pieces in which the same number stands for 1.
    pub(super) fn pieces<T>(self, mut weights: &[T]) -> Vec<(&[T], i16)> {
        let [inputs, hidden, outputs, rows, ..] = self.parts();
        let head = self.head().into_iter().zip([SUM_ONE, HEAD_ONE, SUM_ONE, HEAD_ONE]);
        let heads = (0..self.buckets).flat_map(|_| head.clone());
        let first = [(inputs + hidden, ONE), (outputs, OUTPUT_ONE), (rows, ROW_ONE)];
        let piece = |(length, one)| {
            let (piece, rest) = weights.split_at(weights.len().min(length));
            weights = rest;
            (piece, one)
        };
        first.into_iter().chain(heads).map(piece).collect()
    }

    /// The output that counts with so many men on the board.
    #[inline]
    pub fn bucket(self, men: usize) -> usize {
        (men.saturating_sub(2) * self.buckets / 31).min(self.buckets - 1)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { hidden, buckets, .. } = self;
        let kings = self.several_kings().map_or(String::new(), |kings| format!("{kings} x "));
        write!(f, "({kings}{INPUTS} -> {hidden})x2 -> ")?;
        match self.some_rows() {
            Some(rows) => write!(f, "({rows} -> {NEURONS} -> 1)x{buckets}"),
            None => write!(f, "{buckets}"),
        }
    }
}
