//! Scores: centipawns for the side to move, with mates at the far ends.
//!
//! The search has centipawns of its own, those of the evaluation; what people and programs are
//! shown is normalised with [`shown`].

use super::win_rate::USUAL;

/// Beyond every score.
pub const INFINITE: i32 = 31_000;
/// Being mated at once is `-MATE`; a mate in `n` plies is `MATE - n`.
pub const MATE: i32 = 30_000;
/// The deepest ply a search may reach.
pub const MAX_PLY: usize = 240;
/// Scores beyond this (either way) are mates.
pub const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// Scores of evaluations stay below this.
pub const EVAL_BOUND: i32 = 20_000;
/// The score of a position at the root that endgame tables call won, a point less for each ply to it: more
/// than any evaluation, less than a mate.
pub const TB_WIN: i32 = 25_000;
/// Shown scores mean the same as always at this move of the game.
const NORMAL_MOVE: u16 = 32;
/// The score of a drawn position.
pub const DRAW: i32 = 0;
/// Half-moves without progress after which the game is a draw.
pub(super) const FIFTY_MOVES: u8 = 100;

/// The score of being mated `ply` plies from the root.
pub fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether the score is a mate for either side.
pub fn is_mate(score: i32) -> bool {
    score.abs() > MATE_BOUND
}

/// Whether the score is a mate or an endgame that tables call won, for either side.
pub fn is_decided(score: i32) -> bool {
    score.abs() > EVAL_BOUND
}

/// Moves (not plies) to the mate, negative if the side to move is mated; `None` if it is no mate.
pub fn mate_distance(score: i32) -> Option<i32> {
    match score {
        s if s > MATE_BOUND => Some((MATE - s + 1) / 2),
        s if s < -MATE_BOUND => Some(-(MATE + s) / 2),
        _ => None,
    }
}

/// A score of the search as it is shown: 100 centipawns win half of the games at move 32. Mates and
/// wins by endgame tables stay what they are.
pub fn shown(score: i32) -> i32 {
    scaled(score, 100.0 / USUAL.even(NORMAL_MOVE))
}

/// The score of the search that is shown as this one.
pub fn meant(shown: i32) -> i32 {
    scaled(shown, USUAL.even(NORMAL_MOVE) / 100.0)
}

fn scaled(score: i32, factor: f64) -> i32 {
    if score.abs() >= EVAL_BOUND {
        return score;
    }
    let most = f64::from(EVAL_BOUND - 1);
    (f64::from(score) * factor).round().clamp(-most, most) as i32
}

/// Chances of the side to move to win, draw and lose with a score of the search at a move of the
/// game, in thousandths that add up to 1000: curves through the results of this engine's own games.
pub fn chances(score: i32, number: u16) -> [u32; 3] {
    let win = |score: i32| match mate_distance(score) {
        Some(moves) => f64::from(u8::from(moves > 0)),
        None => USUAL.won(score, number),
    };
    let [won, lost] = [score, -score].map(|score| (1000.0 * win(score)).round() as u32);
    [won, 1000 - won - lost, lost]
}

/// A table is shared by plies, so a mate or a won endgame stored there counts from its own node.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s > EVAL_BOUND => s + ply as i32,
        s if s < -EVAL_BOUND => s - ply as i32,
        s => s,
    }
}

/// The inverse of [`to_table`].
pub(super) fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s > EVAL_BOUND => s - ply as i32,
        s if s < -EVAL_BOUND => s + ply as i32,
        s => s,
    }
}

/// Whether a mate in the table comes after the fifty-move draw, unless there is progress on the way, where
/// so many half-moves without any have gone before: mate itself goes before the draw.
pub(super) fn too_late(stored: i32, halfmoves: u8) -> bool {
    is_mate(stored) && i32::from(halfmoves) + MATE - stored.abs() > i32::from(FIFTY_MOVES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(mate_distance(MATE - 1), Some(1));
        assert_eq!(mate_distance(MATE - 3), Some(2));
        assert_eq!(mate_distance(-MATE), Some(0));
        assert_eq!(mate_distance(-MATE + 2), Some(-1));
        assert_eq!(mate_distance(1234), None);
    }

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let mut before = 0;
        for score in (-20_000..20_000).step_by(25).chain([MATE - 5]) {
            let [won, drawn, lost] = chances(score, 20);
            assert_eq!(won + drawn + lost, 1000);
            assert_eq!(chances(-score, 20), [lost, drawn, won]);
            assert!(won >= before);
            before = won;
        }
        assert_eq!((chances(MATE - 5, 20), before), ([1000, 0, 0], 1000));
    }

    #[test]
    fn a_pawn_shown_wins_half_of_the_games_at_move_32() {
        let [won, drawn, lost] = chances(meant(100), 32);
        assert!((490..=510).contains(&won) && drawn > lost, "{won} {drawn} {lost}");
    }

    #[test]
    fn shown_scores_keep_order_sign_mates_and_bounds() {
        for score in (-1_500..1_500).step_by(7) {
            assert!(shown(score + 7) > shown(score));
            assert_eq!(shown(-score), -shown(score));
            assert!((meant(shown(score)) - score).abs() <= 1, "{score}");
        }
        for score in [MATE - 3, 5 - MATE, TB_WIN - 9] {
            assert_eq!((shown(score), meant(score)), (score, score));
        }
        assert!(shown(EVAL_BOUND - 1) < EVAL_BOUND && meant(EVAL_BOUND - 1) < EVAL_BOUND);
    }

    #[test]
    fn a_mate_is_too_late_if_the_fifty_move_draw_comes_before_it() {
        assert!(!too_late(MATE - 15, 85) && too_late(MATE - 15, 86));
        assert!(!too_late(14 - MATE, 86) && too_late(14 - MATE, 87));
        assert!(!too_late(TB_WIN - 3, 99) && !too_late(-500, 99));
    }

    #[test]
    fn table_scores_are_relative_to_their_node() {
        for score in [0, 57, -300, MATE - 7, -(MATE - 8)] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(from_table(to_table(MATE - 7, 5), 1), MATE - 3);
        assert_eq!(from_table(to_table(TB_WIN - 9, 9), 3), TB_WIN - 3);
        assert_eq!(from_table(to_table(9 - TB_WIN, 9), 3), 3 - TB_WIN);
    }
}
