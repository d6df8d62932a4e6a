//! What the search learns of moves while it searches: which quiet moves, captures and replies
//! have refuted positions before.

use crate::position::{ChessMove, Color, Piece, Position};

/// Counters stay within plus or minus this.
const LIMIT: i32 = 16_384;
/// A man and the square it went to, as an index below this.
pub const PIECE_TO: usize = 12 * 64;

/// The counters of one thread.
pub struct History {
    quiet: Box<[[i16; 64 * 64]; 2]>,
    capture: Box<[[i16; 6]; PIECE_TO]>,
    continuation: Box<[[i16; PIECE_TO]]>,
}

/// The index of `piece` of `color` going to `mv`'s target.
pub fn piece_to(color: Color, piece: Piece, mv: ChessMove) -> usize {
    (color.to_index() * 6 + piece.to_index()) * 64 + (mv.get_dest().to_index() & 63)
}

fn from_to(mv: ChessMove) -> usize {
    (mv.get_source().to_index() & 63) * 64 + (mv.get_dest().to_index() & 63)
}

/// Moves a counter towards its limit, the less the nearer it already is.
fn bump(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: Box::new([[0; 64 * 64]; 2]),
            capture: Box::new([[0; 6]; PIECE_TO]),
            continuation: vec![[0; PIECE_TO]; PIECE_TO].into_boxed_slice(),
        }
    }
}

/// The moves that led to a node: one, two and four plies back, as [`piece_to`] indices.
pub type PreviousMoves = [Option<usize>; 3];

/// What is known of replies to no move at all.
static NO_REPLIES: [i16; PIECE_TO] = [0; PIECE_TO];

/// What the histories say of the quiet moves of one node.
#[derive(Clone, Copy)]
pub struct QuietHistory<'a> {
    side: Color,
    quiet: &'a [i16; 64 * 64],
    continuations: [&'a [i16; PIECE_TO]; 3],
}

impl QuietHistory<'_> {
    /// How well a quiet move has done, also as a reply to the moves before.
    pub fn quiet(&self, piece: Piece, mv: ChessMove) -> i32 {
        let man = piece_to(self.side, piece, mv);
        let [last, own, earlier] = self.continuations.map(|replies| i32::from(replies[man]));
        i32::from(self.quiet[from_to(mv)]) + last + own + earlier
    }
}

impl History {
    /// The quiet moves of `side` after the moves before.
    pub fn quiet_history(&self, side: Color, previous: PreviousMoves) -> QuietHistory<'_> {
        let after = |moved: Option<usize>| moved.map_or(&NO_REPLIES, |man| &self.continuation[man]);
        QuietHistory {
            side,
            quiet: &self.quiet[side.to_index()],
            continuations: previous.map(after),
        }
    }

    /// How well a quiet move has done, also as a reply to the moves before.
    pub fn quiet(
        &self,
        position: &Position,
        piece: Piece,
        mv: ChessMove,
        previous: PreviousMoves,
    ) -> i32 {
        self.quiet_history(position.side(), previous).quiet(piece, mv)
    }

    /// How well a capture of `victim` has done.
    pub fn capture(&self, color: Color, piece: Piece, mv: ChessMove, victim: Piece) -> i32 {
        i32::from(self.capture[piece_to(color, piece, mv)][victim.to_index()])
    }

    /// A quiet move has refuted a position; those tried before it have not.
    pub fn update_quiets(
        &mut self,
        position: &Position,
        best: ChessMove,
        tried: &[ChessMove],
        previous: PreviousMoves,
        bonus: i32,
    ) {
        self.update_quiet(position, best, previous, bonus);
        for &mv in tried {
            self.update_quiet(position, mv, previous, -bonus);
        }
    }

    fn update_quiet(
        &mut self,
        position: &Position,
        mv: ChessMove,
        previous: PreviousMoves,
        bonus: i32,
    ) {
        let Some(piece) = position.piece_on(mv.get_source()) else { return };
        let man = piece_to(position.side(), piece, mv);
        bump(&mut self.quiet[position.side().to_index()][from_to(mv)], bonus);
        for earlier in previous.into_iter().flatten() {
            bump(&mut self.continuation[earlier][man], bonus);
        }
    }

    /// A capture has refuted a position, or (a negative bonus) been tried in vain before the move
    /// that did.
    pub fn update_capture(&mut self, position: &Position, mv: ChessMove, bonus: i32) {
        let Some(piece) = position.piece_on(mv.get_source()) else { return };
        let victim = position.piece_on(mv.get_dest()).unwrap_or(Piece::Pawn);
        let man = piece_to(position.side(), piece, mv);
        bump(&mut self.capture[man][victim.to_index()], bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refuting_move_rises_and_the_others_sink() {
        let position = Position::startpos();
        let moves = position.legal_moves();
        let (best, other) = (moves[0], moves[1]);
        let mut history = History::default();
        for _ in 0..1_000 {
            history.update_quiets(&position, best, &[other], [Some(5), None, None], 1_600);
        }
        let of = |mv: ChessMove| {
            let piece = position.piece_on(mv.get_source()).unwrap();
            history.quiet(&position, piece, mv, [Some(5), None, None])
        };
        assert!(of(best) > 20_000 && of(best) <= 2 * LIMIT);
        assert!(of(other) < -20_000 && of(other) >= -2 * LIMIT);
    }
}
