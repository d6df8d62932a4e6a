//! Optimism: whoever stands better at the root has something to lose by exchanges and clear positions, and whoever
//! stands worse by complicated ones. So every evaluation below is a little better for that side, the more so the
//! less clear the position is. Source: Stockfish 15.1.

use super::thread::SearchThread;
use crate::position::{Piece, Position, piece_value};

/// What all pieces of the start position are worth, in pawns.
const ALL_PIECES: i32 = 62;
/// A greater difference between evaluation and material, in centipawns, makes nothing less clear.
const UNCLEAR: i32 = 1_000;
/// A difference of so many centipawns doubles what a hope is worth.
const DOUBLED: i32 = 240;
/// A score of so many centipawns makes half as much hope as one far from zero.
const HALF_HOPE: i32 = 59;
/// Hundredths of a hope that count without pieces.
const BARE: i32 = 30;
/// Hundredths that count besides with all of them.
const FULL: i32 = 34;

impl SearchThread<'_> {
    /// Sets how much the side to move at the root hopes for, given how it stands.
    pub(super) fn hope(&mut self, score: i32) {
        self.optimism = self.shared.params.optimism * score / (score.abs() + HALF_HOPE);
    }

    /// What the side to move at `ply` hopes for beyond the evaluation, in centipawns.
    pub(super) fn hoped(&self, position: &Position, eval: i32, ply: usize) -> i32 {
        let hope = if ply.is_multiple_of(2) { self.optimism } else { -self.optimism };
        if hope == 0 { 0 } else { hoped(position, eval, hope) }
    }
}

/// How much of a hope counts here: more where the evaluation differs from what the men are worth, and the more pieces
/// there are.
fn hoped(position: &Position, eval: i32, hope: i32) -> i32 {
    let side = position.side();
    let [own, their] = [side, !side].map(|color| position.material(color));
    let pieces = own + their - position.pieces(Piece::Pawn).popcnt() as i32;
    let unclear = ((own - their) * piece_value(Piece::Pawn) - eval).abs().min(UNCLEAR);
    let fullness = BARE + FULL * pieces / ALL_PIECES;
    hope * (DOUBLED + unclear) / DOUBLED * fullness / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_stands_better_seeks_pieces_and_what_material_does_not_tell() {
        let start = Position::startpos();
        let endgame = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").unwrap();
        let plain = hoped(&start, 0, 40);
        assert!(plain > 0 && hoped(&start, 150, 40) > plain && hoped(&start, -150, 40) > plain);
        assert!((1..plain).contains(&hoped(&endgame, 0, 40)));
        assert_eq!(hoped(&start, 0, -40), -plain);
    }
}
