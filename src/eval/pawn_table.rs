//! What the pawns decide by themselves, remembered: few moves of a search change them.

use super::{
    king, pawns,
    score::{S, Score},
    view::View,
};
use crate::position::{BitBoard, Position, Square};

/// Entries of the table; a power of two.
const SIZE: usize = 1 << 12;

/// What is known of the pawns of both sides, two to a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Pawns {
    key: u64,
    /// Their structure and the kings' shelter, White's less Black's.
    pub score: Score,
    /// The passed pawns of White and of Black, each as their own side sees them.
    pub passed: [BitBoard; 2],
    /// Where the kings stand, each as its own side sees it.
    kings: [Square; 2],
}

/// The pawns met last, found by their key and by the squares of the kings that they shelter.
#[derive(Clone, Debug)]
pub struct PawnTable(Box<[Pawns]>);

impl Default for PawnTable {
    fn default() -> PawnTable {
        // What an empty entry says is true of all that it fits: kings on a1 and a8, no pawns.
        let (score, passed, kings) = (S(0, 0), [chess::EMPTY; 2], [Square::A1; 2]);
        PawnTable(vec![Pawns { key: 0, score, passed, kings }; SIZE].into_boxed_slice())
    }
}

impl PawnTable {
    /// The pawns of a position that both sides see so.
    pub fn look_up(&mut self, position: &Position, white: &View, black: &View) -> Pawns {
        let (key, kings) = (position.pawn_key(), [white.king, black.king]);
        let squares = 8 * white.king.to_index() + black.king.to_index();
        let known = &mut self.0[(key as usize ^ squares) & (SIZE - 1)];
        if known.key != key || known.kings != kings {
            let passed = [white, black].map(pawns::passed_pawns);
            let score = structure(white, passed[0]) - structure(black, passed[1]);
            *known = Pawns { key, score, passed, kings };
        }
        *known
    }
}

/// What one side's pawns are worth wherever the pieces stand.
fn structure(view: &View, passed: BitBoard) -> Score {
    pawns::structure(view) + pawns::advanced(passed) + king::shelter(view)
}
