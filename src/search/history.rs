//! What the search learns of moves while it searches: which quiet moves, captures and replies
//! have refuted positions before.

use crate::position::{ChessMove, Color, Piece, Position};

/// Counters stay within plus or minus this.
const LIMIT: i32 = 16_384;
/// A man and the square it went to, as an index below this.
pub const MAN_TO: usize = 12 * 64;

/// The counters of one thread.
pub struct History {
    quiet: Box<[[i16; 64 * 64]; 2]>,
    capture: Box<[[i16; 6]; MAN_TO]>,
    continuation: Box<[[i16; MAN_TO]]>,
}

/// The index of `piece` of `color` going to `mv`'s target.
pub fn man_to(color: Color, piece: Piece, mv: ChessMove) -> usize {
    (color.to_index() * 6 + piece.to_index()) * 64 + mv.get_dest().to_index()
}

fn from_to(mv: ChessMove) -> usize {
    mv.get_source().to_index() * 64 + mv.get_dest().to_index()
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
            capture: Box::new([[0; 6]; MAN_TO]),
            continuation: vec![[0; MAN_TO]; MAN_TO].into_boxed_slice(),
        }
    }
}

/// The moves that led to a node: one, two and four plies back, as [`man_to`] indices.
pub type Trail = [Option<usize>; 3];

impl History {
    /// How well a quiet move has done, also as a reply to the moves before.
    pub fn quiet(&self, position: &Position, piece: Piece, mv: ChessMove, trail: Trail) -> i32 {
        let man = man_to(position.side(), piece, mv);
        let replies = trail.into_iter().flatten();
        i32::from(self.quiet[position.side().to_index()][from_to(mv)])
            + replies.map(|earlier| i32::from(self.continuation[earlier][man])).sum::<i32>()
    }

    /// How well a capture of `victim` has done.
    pub fn capture(&self, color: Color, piece: Piece, mv: ChessMove, victim: Piece) -> i32 {
        i32::from(self.capture[man_to(color, piece, mv)][victim.to_index()])
    }

    /// A quiet move has refuted a position; those tried before it have not.
    pub fn reward_quiet(
        &mut self,
        position: &Position,
        best: ChessMove,
        tried: &[ChessMove],
        trail: Trail,
        bonus: i32,
    ) {
        self.update_quiet(position, best, trail, bonus);
        for &mv in tried {
            self.update_quiet(position, mv, trail, -bonus);
        }
    }

    fn update_quiet(&mut self, position: &Position, mv: ChessMove, trail: Trail, bonus: i32) {
        let Some(piece) = position.piece_on(mv.get_source()) else { return };
        let man = man_to(position.side(), piece, mv);
        bump(&mut self.quiet[position.side().to_index()][from_to(mv)], bonus);
        for earlier in trail.into_iter().flatten() {
            bump(&mut self.continuation[earlier][man], bonus);
        }
    }

    /// A capture has refuted a position, or (a negative bonus) been tried in vain before the move
    /// that did.
    pub fn update_capture(&mut self, position: &Position, mv: ChessMove, bonus: i32) {
        let Some(piece) = position.piece_on(mv.get_source()) else { return };
        let victim = position.piece_on(mv.get_dest()).unwrap_or(Piece::Pawn);
        let man = man_to(position.side(), piece, mv);
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
            history.reward_quiet(&position, best, &[other], [Some(5), None, None], 1_600);
        }
        let of = |mv: ChessMove| {
            let piece = position.piece_on(mv.get_source()).unwrap();
            history.quiet(&position, piece, mv, [Some(5), None, None])
        };
        assert!(of(best) > 20_000 && of(best) <= 2 * LIMIT);
        assert!(of(other) < -20_000 && of(other) >= -2 * LIMIT);
    }
}
