//! Steps and fills of whole sets of squares.

use crate::position::{BitBoard, Square};

pub const FILE_A: BitBoard = BitBoard(0x0101_0101_0101_0101);
pub const FILE_H: BitBoard = BitBoard(0x8080_8080_8080_8080);
/// The squares of the colour of a1.
pub const DARK: BitBoard = BitBoard(0xAA55_AA55_AA55_AA55);

/// The rank `index`, 0 to 7.
pub const fn rank(index: u32) -> BitBoard {
    BitBoard(0xFF << (8 * index))
}

/// The set of one square.
pub fn bit(square: Square) -> BitBoard {
    BitBoard(1 << (square.to_int() & 63))
}

/// The number of squares in a set.
pub fn count(set: BitBoard) -> i32 {
    set.0.count_ones() as i32
}

/// Whether the set has two squares or more.
pub fn several(set: BitBoard) -> bool {
    set.0 & set.0.wrapping_sub(1) != 0
}

pub fn north(set: BitBoard) -> BitBoard {
    BitBoard(set.0 << 8)
}

pub fn south(set: BitBoard) -> BitBoard {
    BitBoard(set.0 >> 8)
}

/// The neighbours on both sides.
pub fn beside(set: BitBoard) -> BitBoard {
    BitBoard((set & !FILE_H).0 << 1 | (set & !FILE_A).0 >> 1)
}

/// The set and all that lies north of it.
pub fn fill_north(set: BitBoard) -> BitBoard {
    let mut set = set.0;
    set |= set << 8;
    set |= set << 16;
    BitBoard(set | set << 32)
}

/// The set and all that lies south of it.
pub fn fill_south(set: BitBoard) -> BitBoard {
    let mut set = set.0;
    set |= set >> 8;
    set |= set >> 16;
    BitBoard(set | set >> 32)
}

/// The whole files that the set touches.
pub fn files(set: BitBoard) -> BitBoard {
    fill_north(fill_south(set))
}

/// The file of a square, 0 to 7.
pub fn file_of(square: Square) -> i32 {
    i32::from(square.to_int() & 7)
}

/// The rank of a square, 0 to 7.
pub fn rank_of(square: Square) -> i32 {
    i32::from(square.to_int() >> 3 & 7)
}

/// King moves between two squares.
pub fn distance(a: Square, b: Square) -> i32 {
    (file_of(a) - file_of(b)).abs().max((rank_of(a) - rank_of(b)).abs())
}
