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

/// A man on a square, as the input of White's view of a board that is not turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man(u16);

impl Man {
    /// A man.
    #[inline]
    pub fn new(color: Color, piece: Piece, square: Square) -> Man {
        let kind = 6 * color.to_index() + piece.to_index();
        Man((64 * kind + (square.to_index() & 63)) as u16)
    }

    /// Its input as `view` sees it.
    #[inline]
    pub fn input(self, view: Color, mirrored: bool) -> usize {
        let (white, turned) = (usize::from(self.0), if mirrored { 7 } else { 0 });
        let other = if white < INPUTS / 2 { white + INPUTS / 2 } else { white - INPUTS / 2 };
        if view == Color::White { white ^ turned } else { other ^ 56 ^ turned }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn both_sides_see_their_own_men_below_and_their_king_to_the_left() {
        let input =
            |view, mirrored| Man::new(White, Piece::Knight, Square::G1).input(view, mirrored);
        assert_eq!(input(White, false), 64 + 6);
        assert_eq!(input(White, true), 64 + 1);
        assert_eq!(input(Black, false), 7 * 64 + 62);
        assert_eq!(input(Black, true), 7 * 64 + 57);
        assert_eq!(Man::new(Black, Piece::King, Square::E8).input(Black, false), 5 * 64 + 4);
        assert_eq!([Square::D4, Square::E4].map(mirrored), [false, true]);
    }
}
