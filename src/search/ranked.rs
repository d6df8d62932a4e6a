//! Moves with their scores, handed out best first.

use arrayvec::ArrayVec;

use crate::position::{ChessMove, MOST_MOVES, MoveList, Piece, Position, Sink};

/// So many keys are compared at once.
const LANES: usize = 8;
/// The bits of a key that tell an index.
const INDEX: i64 = 0xff;
/// Less than the key of any move.
const NONE: i64 = i64::MIN;

/// Moves that are still to be tried.
pub(super) struct Ranked {
    /// All that there were, those already taken as well.
    moves: MoveList,
    /// For each one left its score, then its place among these keys (the earlier, the more), then which of the
    /// moves it is, so that the greatest key says all of that; then nothing, up to a whole number of lanes.
    keys: ArrayVec<i64, MOST_MOVES>,
    /// So many are left.
    left: usize,
}

/// The key of a move that is still at its first place.
fn key(score: i32, index: usize) -> i64 {
    moved((i64::from(score) << 16) | index as i64, index)
}

/// The score that a key tells.
fn score(key: i64) -> i32 {
    (key >> 16) as i32
}

/// A key at another place.
fn moved(key: i64, place: usize) -> i64 {
    (key & !(INDEX << 8)) | ((INDEX - place as i64) << 8)
}

impl Ranked {
    /// No moves.
    #[inline(always)]
    pub(super) fn new() -> Ranked {
        Ranked { moves: MoveList::new(), keys: ArrayVec::new(), left: 0 }
    }

    /// Forgets what there was and takes the moves of a position, captures and promotions if `NOISY`, the rest
    /// if `QUIET`, but for one that is left out.
    #[inline]
    pub(super) fn fill<const NOISY: bool, const QUIET: bool>(
        &mut self,
        position: &Position,
        left_out: Option<ChessMove>,
        score: impl Fn(Piece, ChessMove) -> i32,
    ) {
        self.moves.clear();
        self.keys.clear();
        let mut filling = Filling { ranked: self, position, left_out, score };
        position.generate::<NOISY, QUIET>(&mut filling);
        self.left = self.keys.len();
        while !self.keys.len().is_multiple_of(LANES) {
            self.keys.push(NONE);
        }
    }

    /// Takes the best move out, of equals the one at the earlier place, if its score is no less than `least`.
    #[inline]
    pub(super) fn take_best(&mut self, least: i32) -> Option<ChessMove> {
        let last = self.left.checked_sub(1)?;
        let best = self.greatest();
        if score(best) < least {
            return None;
        }
        let place = (INDEX - ((best >> 8) & INDEX)) as usize;
        self.keys[place] = moved(self.keys[last], place);
        self.keys[last] = NONE;
        self.left = last;
        self.moves.get((best & INDEX) as usize).copied()
    }

    /// Keeps those moves alone of which `wanted` says so.
    pub(super) fn retain(&mut self, mut wanted: impl FnMut(ChessMove) -> bool) {
        let mut kept = 0;
        for place in 0..self.left {
            let key = self.keys[place];
            if wanted(self.moves[(key & INDEX) as usize]) {
                self.keys[kept] = moved(key, kept);
                kept += 1;
            }
        }
        self.keys[kept..].fill(NONE);
        self.left = kept;
    }

    /// The greatest key; [`NONE`] of no moves. Loops of this form become instructions on many numbers at once.
    fn greatest(&self) -> i64 {
        let mut most = [NONE; LANES];
        for keys in self.keys.as_chunks::<LANES>().0.iter().take(self.left.div_ceil(LANES)) {
            for (most, key) in most.iter_mut().zip(keys) {
                *most = (*most).max(*key);
            }
        }
        most.into_iter().fold(NONE, i64::max)
    }
}

/// Scores moves as they are generated.
struct Filling<'a, F> {
    ranked: &'a mut Ranked,
    position: &'a Position,
    left_out: Option<ChessMove>,
    score: F,
}

impl<F: Fn(Piece, ChessMove) -> i32> Sink for Filling<'_, F> {
    #[inline(always)]
    fn one(&mut self, mv: ChessMove) {
        let piece = self.position.piece_on(mv.get_source()).unwrap_or(Piece::Pawn);
        if Some(mv) != self.left_out {
            self.ranked.keys.push(key((self.score)(piece, mv), self.ranked.moves.len()));
            self.ranked.moves.push(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of the start position with these scores.
    fn ranked(score: impl Fn(usize) -> i32) -> (Ranked, MoveList) {
        let position = Position::startpos();
        let moves = position.legal_moves();
        let mut ranked = Ranked::new();
        let number = |mv| moves.iter().position(|&there| there == mv).unwrap();
        ranked.fill::<true, true>(&position, None, |_, mv| score(number(mv)));
        (ranked, moves)
    }

    #[test]
    fn the_best_comes_first_and_of_equals_the_earlier_one() {
        let score = |number| [-120_000, 0, 31_000, 0][number % 4];
        let (mut ranked, moves) = ranked(score);
        assert_eq!(ranked.take_best(i32::MIN), Some(moves[2]));
        let mut rest = Vec::new();
        while let Some(mv) = ranked.take_best(i32::MIN) {
            rest.push(score(moves.iter().position(|&there| there == mv).unwrap()));
        }
        assert!(rest.is_sorted_by(|a, b| a >= b) && rest.len() == 19, "{rest:?}");
    }

    #[test]
    fn moves_below_what_is_asked_for_stay() {
        let (mut ranked, moves) = ranked(|number| -(number as i32));
        assert_eq!(ranked.take_best(1), None);
        assert_eq!(ranked.take_best(-1), Some(moves[0]));
        assert_eq!(ranked.take_best(-1), Some(moves[1]));
        assert_eq!(ranked.take_best(-1), None);
        assert_eq!(ranked.take_best(-2), Some(moves[2]));
    }

    #[test]
    fn those_not_wanted_are_gone() {
        let (mut ranked, moves) = ranked(|number| number as i32);
        ranked.retain(|mv| mv == moves[3] || mv == moves[17]);
        let left = [(); 3].map(|()| ranked.take_best(i32::MIN));
        assert_eq!(left, [Some(moves[17]), Some(moves[3]), None]);
    }
}
