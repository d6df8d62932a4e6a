//! The file that a network is kept in.
//!
//! It is a line that says what it is, then the weights: a column for each input of each king bucket, the biases of the
//! hidden layer, the weights of each output (first for the sums of the side to move), its rows and the layers behind
//! them ([`Shape::parts`]) if it has any, and the biases of the outputs.
//! Most weights are small, so one byte is a weight; the byte 0x80 says that the weight is in the next two, the low one
//! first. The biases of the outputs have four bytes each.

use std::{fs::File, io::Read, path::Path};

use super::{
    features::KING_BUCKETS,
    layers::MOST_ROWS,
    network::Network,
    shape::{MOST_BUCKETS, NetworkError, Shape, WIDEST},
};

/// The first words of a file; the number is the version of the format.
pub(super) const MAGIC: &str = "zeitnot-network 3";
/// A first line is never longer, in bytes.
const LINE: usize = 200;
/// Bytes of a bias of the outputs.
const BIAS: usize = size_of::<i32>();
/// The largest of all networks.
const LARGEST: Shape =
    Shape { hidden: WIDEST, buckets: MOST_BUCKETS, king_buckets: KING_BUCKETS, rows: MOST_ROWS };
/// The byte that comes before a weight of two bytes.
const LARGE: i8 = i8::MIN;

impl Network {
    /// The network in a file.
    ///
    /// # Errors
    /// If it cannot be read or is no network.
    pub fn open(path: &Path) -> Result<Network, NetworkError> {
        // Others may have no end.
        if !path.metadata()?.is_file() {
            return Err(NetworkError::Foreign);
        }
        let mut bytes = Vec::new();
        // No file is larger: that has the largest network, with all weights large.
        let most = LINE + 3 * LARGEST.weights() + BIAS * LARGEST.buckets;
        File::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
        Network::parse(&bytes)
    }

    /// The network in a file's bytes.
    ///
    /// # Errors
    /// If they are no network.
    pub fn parse(bytes: &[u8]) -> Result<Network, NetworkError> {
        let end = bytes.iter().take(LINE).position(|&byte| byte == b'\n');
        let (line, weights) = bytes.split_at(end.ok_or(NetworkError::Foreign)?);
        let line = str::from_utf8(line).ok().and_then(first_line);
        let (shape, wanted) = line.ok_or(NetworkError::Foreign)?;
        let shape = shape.checked()?;
        let weights = weights.get(1..).unwrap_or_default();
        let (narrow, wide) = weights.split_at(weights.len().saturating_sub(BIAS * shape.buckets));
        let wide = wide.as_chunks().0.iter().map(|&bias| i32::from_le_bytes(bias)).collect();
        let network = Network::new(shape, &unpacked(narrow), wide)?;
        let there = network.hash();
        if there == wanted { Ok(network) } else { Err(NetworkError::Damaged { there, wanted }) }
    }

    /// The bytes of a file with this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (shape, hash) = (self.shape(), self.hash());
        let Shape { hidden, buckets, .. } = shape;
        let word = |name, value: Option<usize>| {
            value.map_or(String::new(), |value| format!(" {name}={value}"))
        };
        let kings = word("kings", shape.several_kings());
        let rows = word("rows", shape.some_rows());
        let line =
            format!("{MAGIC} hidden={hidden} buckets={buckets}{kings}{rows} hash={hash:016x}\n");
        let mut bytes = line.into_bytes();
        self.narrow().for_each(|weight| pack(weight, &mut bytes));
        bytes.extend(self.output_biases().iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }
}

/// Puts a weight behind others: in one byte if it has room there.
fn pack(weight: i16, bytes: &mut Vec<u8>) {
    match i8::try_from(weight) {
        Ok(small) if small != LARGE => bytes.extend(small.to_le_bytes()),
        _ => {
            bytes.extend(LARGE.to_le_bytes());
            bytes.extend(weight.to_le_bytes());
        }
    }
}

/// The weights in bytes. What is missing of one cut off at the end counts as 0: then their number is wrong, or the check sum.
fn unpacked(bytes: &[u8]) -> Vec<i16> {
    let mut bytes = bytes.iter().copied();
    let mut weights = Vec::with_capacity(bytes.len());
    while let Some(byte) = bytes.next() {
        weights.push(match byte.cast_signed() {
            LARGE => {
                i16::from_le_bytes([bytes.next(), bytes.next()].map(Option::unwrap_or_default))
            }
            small => small.into(),
        });
    }
    weights
}

/// What a first line says: the architecture and the check sum; `None` if it is none. Only where there are several
/// king buckets, or rows, does it say how many.
fn first_line(line: &str) -> Option<(Shape, u64)> {
    let mut words = line.strip_prefix(MAGIC)?.split_ascii_whitespace().peekable();
    let mut value = |name: &str| {
        let word = words.next_if(|word| word.split('=').next() == Some(name))?;
        word.split_once('=').map(|(_, value)| value)
    };
    let (hidden, buckets) = (value("hidden")?.parse().ok()?, value("buckets")?.parse().ok()?);
    let king_buckets = value("kings").map_or(Some(1), |kings| kings.parse().ok())?;
    let rows = value("rows").map_or(Some(0), |rows| rows.parse().ok())?;
    let hash = u64::from_str_radix(value("hash")?, 16).ok()?;
    words.next().is_none().then_some((Shape { hidden, buckets, king_buckets, rows }, hash))
}
