//! What the search learns of the evaluation's mistakes: where positions of a kind have turned out
//! better or worse than they looked, the evaluation is corrected. All threads learn together: what one of
//! two writes at the same moment may be lost, which counts for nothing among so many.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use chess::ALL_COLORS;

use super::history::{PIECE_TO, PreviousMoves};
use crate::position::{Color, Position};

/// Entries of each table; a power of two.
const SIZE: usize = 1 << 14;
/// Counters stay within plus or minus this.
const LIMIT: i32 = 1_024;
/// Counters are worth one centipawn for each of this.
const GRAIN: i32 = 8;

/// How far one position has differed from its evaluation, in the kinds it belongs to: the same
/// pawns, the same other men of one colour.
pub struct CorrectionHistory {
    pawns: Table,
    non_pawns: [Table; 2],
    last_moves: Box<[[AtomicI16; PIECE_TO]]>,
}

/// Counters by side to move and a key's last bits.
type Table = Box<[[AtomicI16; SIZE]; 2]>;

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        let table = || Box::new([const { [const { AtomicI16::new(0) }; SIZE] }; 2]);
        let last_moves = (0..PIECE_TO).map(|_| [const { AtomicI16::new(0) }; PIECE_TO]).collect();
        CorrectionHistory { pawns: table(), non_pawns: [table(), table()], last_moves }
    }
}

/// Counters as they are at this moment.
fn copied<const N: usize>(counters: &[AtomicI16; N]) -> [AtomicI16; N] {
    std::array::from_fn(|i| AtomicI16::new(counters[i].load(Relaxed)))
}

impl Clone for CorrectionHistory {
    fn clone(&self) -> CorrectionHistory {
        let table = |table: &Table| Box::new([copied(&table[0]), copied(&table[1])]);
        CorrectionHistory {
            pawns: table(&self.pawns),
            non_pawns: [table(&self.non_pawns[0]), table(&self.non_pawns[1])],
            last_moves: self.last_moves.iter().map(copied).collect(),
        }
    }
}

fn slot(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

impl CorrectionHistory {
    /// Centipawns to add to the evaluation, for the side to move.
    pub fn get(&self, position: &Position) -> i32 {
        let side = position.side().to_index();
        let of = |table: &Table, key| i32::from(table[side][slot(key)].load(Relaxed));
        let men =
            |color: Color| of(&self.non_pawns[color.to_index()], position.non_pawn_key(color));
        (of(&self.pawns, position.pawn_key()) + ALL_COLORS.map(men).iter().sum::<i32>()) / GRAIN
    }

    /// Centipawns to add to the evaluation after the last two moves.
    pub fn of_last_moves(&self, previous: PreviousMoves) -> i32 {
        match previous {
            [Some(last), Some(before), _] => {
                i32::from(self.last_moves[before][last].load(Relaxed)) / GRAIN
            }
            _ => 0,
        }
    }

    /// A search of `depth` plies has found a score so many centipawns above the evaluation.
    pub fn update(&self, position: &Position, previous: PreviousMoves, depth: i32, surplus: i32) {
        let side = position.side().to_index();
        let bonus = (surplus * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        let learn = |counter: &AtomicI16| {
            let old = i32::from(counter.load(Relaxed));
            counter.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Relaxed);
        };
        learn(&self.pawns[side][slot(position.pawn_key())]);
        for color in ALL_COLORS {
            learn(&self.non_pawns[color.to_index()][side][slot(position.non_pawn_key(color))]);
        }
        if let [Some(last), Some(before), _] = previous {
            learn(&self.last_moves[before][last]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_that_was_too_low_is_raised_for_that_side_alone() {
        let white = Position::startpos();
        let mut black = white.clone();
        black.play_null();
        let corrections = CorrectionHistory::default();
        for _ in 0..200 {
            corrections.update(&white, [None; 3], 10, 60);
        }
        assert!(corrections.get(&white) > 100 && corrections.get(&black) == 0);
        for _ in 0..200 {
            corrections.update(&white, [None; 3], 10, -60);
        }
        assert!(corrections.get(&white) < -100);
    }

    #[test]
    fn what_one_thread_learns_the_others_know() {
        let (position, corrections) = (Position::startpos(), CorrectionHistory::default());
        let last = [Some(3), Some(5), None];
        std::thread::scope(|scope| {
            scope.spawn(|| corrections.update(&position, last, 10, 60));
        });
        assert!(corrections.get(&position) > 0 && corrections.of_last_moves(last) > 0);
    }
}
