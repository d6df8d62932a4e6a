//! What a network sees: which man stands on which square, from the point of view of either side. The
//! board is turned so that the own king stands on the files a to d: what is learned on one wing
//! holds for the other. Where that king stands may choose among several sets of weights.

use crate::position::{Color, Piece, Square};

/// Inputs for each side and each king bucket: colour, kind and square of a man.
pub const INPUTS: usize = 2 * 6 * 64;
/// King buckets of a network that has several.
pub const KING_BUCKETS: usize = 8;
/// The bucket of a king on each rank and file, counted from the edge: where kings stand most, at home, each square has one.
const BUCKETS: [[u8; 4]; 8] = [
    [0, 1, 2, 3],
    [4, 4, 5, 5],
    [6, 6, 6, 6],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
];

/// How a side sees the board, as its king stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// Whether the board is turned left to right.
    mirrored: bool,
    /// Whose weights count.
    bucket: u8,
}

impl Outlook {
    /// That of a side with its king on this square, in a network of so many king buckets.
    pub fn new(side: Color, king: Square, king_buckets: usize) -> Outlook {
        let (rank, file) = (king.get_rank().to_index(), king.get_file().to_index());
        let rank = if side == Color::White { rank } else { 7 - rank };
        let bucket = if king_buckets > 1 { BUCKETS[rank][file.min(7 - file)] } else { 0 };
        Outlook { mirrored: file >= 4, bucket }
    }

    /// Whether the board is turned left to right.
    pub fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Whose weights count, less than the king buckets.
    pub fn bucket(self) -> usize {
        usize::from(self.bucket)
    }

    /// A number for it, less than twice the king buckets.
    pub fn index(self) -> usize {
        2 * self.bucket() + usize::from(self.mirrored)
    }
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
    pub fn input(self, view: Color, outlook: Outlook) -> usize {
        let (white, turned) = (usize::from(self.0), if outlook.mirrored { 7 } else { 0 });
        let other = if white < INPUTS / 2 { white + INPUTS / 2 } else { white - INPUTS / 2 };
        let seen = if view == Color::White { white ^ turned } else { other ^ 56 ^ turned };
        INPUTS * outlook.bucket() + seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn both_sides_see_their_own_men_below_and_their_king_to_the_left() {
        let input = |view, king| {
            Man::new(White, Piece::Knight, Square::G1).input(view, Outlook::new(view, king, 1))
        };
        assert_eq!(input(White, Square::D4), 64 + 6);
        assert_eq!(input(White, Square::E4), 64 + 1);
        assert_eq!(input(Black, Square::D4), 7 * 64 + 62);
        assert_eq!(input(Black, Square::E4), 7 * 64 + 57);
        let home = Outlook::new(Black, Square::D8, 1);
        assert_eq!(Man::new(Black, Piece::King, Square::D8).input(Black, home), 5 * 64 + 3);
    }

    #[test]
    fn a_king_chooses_the_weights_from_where_it_stands() {
        let index = |side, king| Outlook::new(side, king, KING_BUCKETS).index();
        let bucket = |side, king| Outlook::new(side, king, KING_BUCKETS).bucket();
        let squares = [Square::A1, Square::G1, Square::C1, Square::E1, Square::E2, Square::H3];
        assert_eq!(squares.map(|king| bucket(White, king)), [0, 1, 2, 3, 5, 6]);
        let squares = [Square::A8, Square::G8, Square::F8, Square::D8, Square::A7, Square::E5];
        assert_eq!(squares.map(|king| bucket(Black, king)), [0, 1, 2, 3, 4, 7]);
        // Every outlook has a number of its own, and every man there an input of its own.
        let all: Vec<usize> = chess::ALL_SQUARES.iter().map(|&king| index(White, king)).collect();
        let numbers = 0..2 * KING_BUCKETS;
        assert!(numbers.clone().all(|wanted| all.contains(&wanted)));
        assert!(all.iter().all(|there| numbers.contains(there)));
        let knight = Man::new(White, Piece::Knight, Square::G1);
        let up = Outlook::new(White, Square::D4, KING_BUCKETS);
        assert_eq!(knight.input(White, up), 7 * INPUTS + 64 + 6);
    }
}
