//! What a network sees: which man stands on which square, from the point of view of either side. The
//! board is turned so that the own king stands on the files a to d: what is learned on one wing
//! holds for the other.

use crate::position::{Color, Piece, Square};

/// Inputs for each side: colour, kind and square of a man.
pub const INPUTS: usize = 2 * 6 * 64;

/// Whether a king on this square has its side's board turned left to right.
pub fn mirrored(king: Square) -> bool {
    king.get_file().to_index() >= 4
}

/// The input of a man as `view` sees it.
#[inline]
pub fn input(view: Color, mirrored: bool, (color, piece, square): (Color, Piece, Square)) -> usize {
    let turned = if view == Color::White { 0 } else { 56 } ^ if mirrored { 7 } else { 0 };
    let square = (square.to_index() & 63) ^ turned;
    (6 * usize::from(color != view) + piece.to_index()) * 64 + square
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn both_sides_see_their_own_men_below_and_their_king_to_the_left() {
        let man = (White, Piece::Knight, Square::G1);
        assert_eq!(input(White, false, man), 64 + 6);
        assert_eq!(input(White, true, man), 64 + 1);
        assert_eq!(input(Black, false, man), 7 * 64 + 62);
        assert_eq!(input(Black, true, man), 7 * 64 + 57);
        assert_eq!([Square::D4, Square::E4].map(mirrored), [false, true]);
    }
}
