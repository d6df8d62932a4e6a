//! What tables know of the moves at the root, and which of them are worth searching.

use pyrrhic_rs::WdlProbeResult;

use crate::position::ChessMove;

/// Half-moves without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;

/// A move at the root.
pub(super) struct Choice {
    pub(super) mv: ChessMove,
    /// From -2, lost, to 2, won; a win or a loss that the fifty-move rule spoils is worth 1 or -1, for the
    /// opponent has to know how.
    pub(super) worth: i8,
    /// Half-moves to the next capture or pawn move, or to mate; the same for all moves if it is unknown.
    pub(super) distance: u16,
}

/// The worth of a result to the side that has it.
pub(super) fn worth(result: WdlProbeResult) -> i8 {
    match result {
        WdlProbeResult::Loss => -2,
        WdlProbeResult::BlessedLoss => -1,
        WdlProbeResult::Draw => 0,
        WdlProbeResult::CursedWin => 1,
        WdlProbeResult::Win => 2,
    }
}

/// The moves with the best result, and that. Of those that win, the nearest are kept, so that the win makes
/// progress; they are compared with each other alone, as the distance of the root may be one less than
/// that of its best move.
pub(super) fn best(choices: &[Choice], halfmoves: u8) -> (Vec<ChessMove>, Option<i8>) {
    let best = choices.iter().map(|choice| choice.worth).max();
    let alike = || choices.iter().filter(|choice| Some(choice.worth) == best);
    let distances = alike().map(|choice| choice.distance);
    let wanted = match best {
        Some(..0) => distances.max().filter(|&longest| may_be_saved(longest, halfmoves)),
        _ => distances.min(),
    };
    let kept = alike().filter(|choice| wanted.is_none_or(|distance| choice.distance == distance));
    (kept.map(|choice| choice.mv).collect(), best)
}

/// Whether the fifty-move rule is in sight of a loss, as in Stockfish. Where it is not, the longest way
/// is no aim: whoever never moves a pawn makes it easy for the opponent.
fn may_be_saved(longest: u16, halfmoves: u8) -> bool {
    2 * longest + u16::from(halfmoves) >= FIFTY_MOVES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{ALL_SQUARES, Square};

    /// The places of the moves that are kept, of moves with these worths and distances.
    fn kept(halfmoves: u8, moves: &[(i8, u16)]) -> Vec<usize> {
        let choice = |(to, &(worth, distance)): (usize, &(i8, u16))| Choice {
            mv: ChessMove::new(Square::H8, ALL_SQUARES[to], None),
            worth,
            distance,
        };
        let choices: Vec<Choice> = moves.iter().enumerate().map(choice).collect();
        best(&choices, halfmoves).0.iter().map(|mv| mv.get_dest().to_index()).collect()
    }

    #[test]
    fn the_nearest_of_the_wins_are_kept() {
        assert_eq!(kept(0, &[(2, 5), (0, 0), (2, 3), (2, 3), (-2, 1), (1, 101)]), [2, 3]);
        assert_eq!(kept(60, &[(1, 52), (0, 0), (1, 44)]), [2]);
    }

    #[test]
    fn a_spoilt_win_is_better_than_a_draw_and_a_draw_than_a_spoilt_loss() {
        assert_eq!(kept(0, &[(0, 0), (1, 101), (-1, 110)]), [1]);
        assert_eq!(kept(0, &[(-1, 110), (0, 0), (-2, 9), (0, 0)]), [1, 3]);
        assert_eq!(kept(0, &[(-2, 9), (-1, 110), (-1, 101)]), [1]);
    }

    #[test]
    fn a_loss_is_drawn_out_only_where_the_fifty_move_rule_may_save_it() {
        assert_eq!(kept(0, &[(-2, 1), (-2, 20), (-2, 8)]), [0, 1, 2]);
        assert_eq!(kept(59, &[(-2, 1), (-2, 20), (-2, 8)]), [0, 1, 2]);
        assert_eq!(kept(60, &[(-2, 1), (-2, 20), (-2, 8)]), [1]);
    }

    #[test]
    fn without_distances_all_moves_with_the_best_result_are_kept() {
        for halfmoves in [0, 100] {
            assert_eq!(kept(halfmoves, &[(2, 0), (0, 0), (2, 0)]), [0, 2]);
            assert_eq!(kept(halfmoves, &[(-2, 0), (-2, 0)]), [0, 1]);
        }
    }

    #[test]
    fn of_no_moves_none_is_kept() {
        assert_eq!(best(&[], 0), (Vec::new(), None));
    }
}
