//! Positions to learn from, small enough that a hundred million of them fit into memory.

use crate::{
    eval::nnue::{Man, Outlook},
    position::{BitBoard, Color, Piece, Square, squares},
    train::{SURE, Sample},
};

/// The most men of a position.
const MEN: usize = 32;

/// A position with what is to be learned of it, seen by the side to move as if that were White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    occupied: BitBoard,
    /// The men, lowest square first, two in a byte: 6 times the colour and the kind.
    men: [u8; MEN / 2],
    /// Where the kings stand, that of the side to move first.
    kings: [Square; 2],
    chance: u8,
    half_points: u8,
}

/// How a position stands in a file of positions, in bytes: the occupied squares (8, the lowest first), the
/// men (16), bits for the own board turned (1), the other side's (2) and held back (4), the chance in
/// 250ths, the half-points, the number of men, and 4 of zero.
pub const ENTRY_BYTES: usize = 32;

/// The inputs of a position that count, for the side to move and for the other side.
pub(super) struct Inputs {
    places: [[u16; MEN]; 2],
    pub count: usize,
}

impl Inputs {
    pub const NONE: Inputs = Inputs { places: [[0; MEN]; 2], count: 0 };

    /// Those of one side.
    #[inline(always)]
    pub fn of(&self, side: usize) -> &[u16] {
        &self.places[side][..self.count.min(MEN)]
    }
}

impl Entry {
    /// The position of a sample, and what it teaches.
    pub fn new(sample: &Sample) -> Entry {
        let position = &sample.position;
        let us = position.side();
        let turned = |square: Square| match us {
            Color::White => square,
            Color::Black => Square::make_square(
                chess::ALL_RANKS[7 - square.get_rank().to_index()],
                square.get_file(),
            ),
        };
        let occupied = match us {
            Color::White => position.occupied(),
            Color::Black => position.occupied().reverse_colors(),
        };
        let mut men = [0; MEN / 2];
        for (i, square) in squares(occupied).enumerate() {
            let Some((color, piece)) = position.man_on(turned(square)) else { continue };
            let man = 6 * u8::from(color != us) + piece.to_index() as u8;
            men[i / 2] |= man << (4 * (i % 2));
        }
        let kings = [us, !us].map(|color| turned(position.king(color)));
        let (chance, half_points) = (sample.chance, sample.half_points);
        Entry { occupied, men, kings, chance, half_points }
    }

    /// Reads what `to_bytes` wrote, and whether the position is held back; `None` of anything else.
    pub fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Option<(Entry, bool)> {
        let occupied = BitBoard(u64::from_le_bytes(*bytes.first_chunk()?));
        let mut men = [0; MEN / 2];
        men.copy_from_slice(&bytes[8..24]);
        let [bits, chance, half_points, count, rest @ ..]: [u8; 8] = *bytes.last_chunk()?;
        let kings = [Color::White, Color::Black].map(|color| king(occupied, &men, color));
        let [Some(own), Some(their)] = kings else { return None };
        let entry = Entry { occupied, men, kings: [own, their], chance, half_points };
        let sound = usize::from(count) == entry.men()
            && entry.men() <= MEN
            && bits & 3 == entry.mirrored()
            && men.iter().all(|pair| pair & 15 < 12 && pair >> 4 < 12)
            && bits < 8
            && chance <= SURE
            && half_points <= 2
            && rest == [0; 4];
        sound.then_some((entry, bits & 4 != 0))
    }

    /// A number that stands for the position, whatever is to be learned of it.
    pub(super) fn key(&self) -> u64 {
        let (pairs, _) = self.men.as_chunks();
        pairs.iter().fold(self.occupied.0, |key, &men| {
            (key ^ u64::from_le_bytes(men)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        })
    }

    /// The bytes of a file of positions, for programs that fit networks elsewhere.
    pub fn to_bytes(&self, held_back: bool) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&self.occupied.0.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        let bits = self.mirrored() | u8::from(held_back) << 2;
        bytes[24..28].copy_from_slice(&[bits, self.chance, self.half_points, self.men() as u8]);
        bytes
    }

    /// How both sides see the board, the side to move first.
    #[inline(always)]
    fn outlooks(&self, king_buckets: usize) -> [Outlook; 2] {
        let [own, their] = self.kings;
        [(Color::White, own), (Color::Black, their)]
            .map(|(color, king)| Outlook::new(color, king, king_buckets))
    }

    /// The king buckets that both sides' kings choose among so many.
    pub(super) fn king_buckets(&self, of: usize) -> [usize; 2] {
        self.outlooks(of).map(Outlook::bucket)
    }

    /// Bits for the own board turned (1) and the other side's (2).
    fn mirrored(&self) -> u8 {
        let [own, their] = self.outlooks(1).map(|outlook| u8::from(outlook.is_mirrored()));
        own | their << 1
    }

    /// Lists the inputs that count in a network of so many king buckets.
    #[inline(always)]
    pub(super) fn list(&self, king_buckets: usize, inputs: &mut Inputs) {
        inputs.count = 0;
        let [own, their] = self.outlooks(king_buckets);
        for (i, square) in squares(self.occupied).take(MEN).enumerate() {
            let (color, piece) = man(&self.men, i);
            let man = Man::new(color, piece, square);
            inputs.places[0][i] = man.input(Color::White, own) as u16;
            inputs.places[1][i] = man.input(Color::Black, their) as u16;
            inputs.count = i + 1;
        }
    }

    /// What the network should say, from 0 to 1: so much of the result, the rest of the score.
    #[inline(always)]
    pub(super) fn target(&self, result: f32) -> f32 {
        let chance = f32::from(self.chance) / f32::from(SURE);
        result * f32::from(self.half_points) / 2.0 + (1.0 - result) * chance
    }

    /// How many men there are.
    #[inline(always)]
    pub(super) fn men(&self) -> usize {
        self.occupied.popcnt() as usize
    }
}

/// The man with this number, seen by the side to move as if that were White.
#[inline(always)]
fn man(men: &[u8; MEN / 2], number: usize) -> (Color, Piece) {
    let man = usize::from(men[number / 2] >> (4 * (number % 2)) & 15);
    let color = if man < 6 { Color::White } else { Color::Black };
    (color, chess::ALL_PIECES[man % 6])
}

/// Where a king stands.
fn king(occupied: BitBoard, men: &[u8; MEN / 2], color: Color) -> Option<Square> {
    let mut places = squares(occupied).take(MEN).enumerate();
    let place = places.find(|&(i, _)| man(men, i) == (color, Piece::King));
    place.map(|(_, square)| square)
}

/// Positions to learn from and positions to test with, of different games.
#[derive(Debug, Default)]
pub struct Data {
    /// To learn from.
    pub train: Vec<Entry>,
    /// To test with.
    pub held_back: Vec<Entry>,
}

impl Data {
    /// One of the two parts.
    pub(super) fn part(&mut self, held_back: bool) -> &mut Vec<Entry> {
        if held_back { &mut self.held_back } else { &mut self.train }
    }

    /// A check sum of the positions: the same files in the same order have the same.
    pub fn check_sum(&self) -> u64 {
        self.train.iter().chain(&self.held_back).fold(0, |sum: u64, entry| {
            let word = entry.occupied.0 ^ u64::from(entry.chance) << 3 ^ u64::from(entry.men[0]);
            (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{eval::nnue::KING_BUCKETS, position::Position};

    /// A position with a target of its score alone.
    pub fn entry(fen: &str, chance: u8) -> Entry {
        let position = Position::from_fen(fen).unwrap();
        Entry::new(&Sample { position, chance, half_points: 1 })
    }

    #[test]
    fn an_entry_lists_the_inputs_of_both_sides() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "1k6/5q2/8/8/8/8/6PP/6K1 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut inputs = Inputs::NONE;
            entry(fen, 100).list(KING_BUCKETS, &mut inputs);
            for (side, view) in [position.side(), !position.side()].into_iter().enumerate() {
                let mut listed = inputs.of(side).to_vec();
                let outlook = Outlook::new(view, position.king(view), KING_BUCKETS);
                let mut expected: Vec<u16> = squares(position.occupied())
                    .map(|square| {
                        let (color, piece) = position.man_on(square).unwrap();
                        Man::new(color, piece, square).input(view, outlook) as u16
                    })
                    .collect();
                listed.sort_unstable();
                expected.sort_unstable();
                assert_eq!(listed, expected, "{fen}");
            }
        }
    }

    #[test]
    fn an_entry_is_written_as_other_programs_read_it() {
        // White's king on g1 (its board is turned) and pawn on a2, Black's king on b8: seen by Black.
        let bytes = entry("1k6/8/8/8/8/8/P7/6K1 b - - 0 1", 100).to_bytes(true);
        let occupied = 1_u64 << 1 | 1 << 48 | 1 << 62;
        assert_eq!(bytes[..8], occupied.to_le_bytes());
        // The own king, his pawn, his king.
        assert_eq!(bytes[8..10], [5 | 6 << 4, 11]);
        assert_eq!(bytes[24..28], [2 | 4, 100, 1, 3]);
        assert!(bytes[10..24].iter().chain(&bytes[28..]).all(|&byte| byte == 0));
        let read = Entry::from_bytes(&bytes).unwrap();
        assert_eq!(read, (entry("1k6/8/8/8/8/8/P7/6K1 b - - 0 1", 100), true));
        // A man that is none, a king too few, a bit too many, a board wrongly turned, a chance beyond certainty, half-points, a
        // man too many, and bytes that are none.
        for (place, wrong) in
            [(8, 12), (8, 4 | 6 << 4), (24, 8 | 2), (24, 1), (25, 251), (26, 3), (27, 4), (31, 1)]
        {
            let mut bytes = bytes;
            bytes[place] = wrong;
            assert_eq!(Entry::from_bytes(&bytes), None, "byte {place}");
        }
    }

    #[test]
    fn an_entry_is_small() {
        assert!(size_of::<Entry>() <= 32, "{} bytes", size_of::<Entry>());
    }
}
