//! Scores: centipawns for the side to move, with mates at the far ends.

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
/// The score in centipawns at which half of the games are won, and how fast that changes with it:
/// fitted to 16,000 positions of games at 8,000 nodes a move (`zeitnot match` prints the fit).
const WIN_EVEN: f64 = 84.0;
const WIN_SPREAD: f64 = 130.0;
/// The score of a position that endgame tables call won: more than any evaluation, less than a mate.
pub const TABLE_WIN: i32 = 25_000;
/// The score of a drawn position.
pub const DRAW: i32 = 0;

/// The score of being mated `ply` plies from the root.
pub fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether the score is a mate for either side.
pub fn is_mate(score: i32) -> bool {
    score.abs() > MATE_BOUND
}

/// Moves (not plies) to the mate, negative if the side to move is mated; `None` if it is no mate.
pub fn mate_distance(score: i32) -> Option<i32> {
    match score {
        s if s > MATE_BOUND => Some((MATE - s + 1) / 2),
        s if s < -MATE_BOUND => Some(-(MATE + s) / 2),
        _ => None,
    }
}

/// Chances of the side to move to win, draw and lose, in thousandths that add up to 1000: logistic
/// curves through the results of this engine's own games.
pub fn chances(score: i32) -> [u32; 3] {
    let win = |score: i32| match mate_distance(score) {
        Some(moves) => f64::from(u8::from(moves > 0)),
        None => 1.0 / (1.0 + ((WIN_EVEN - f64::from(score)) / WIN_SPREAD).exp()),
    };
    let [won, lost] = [score, -score].map(|score| (1000.0 * win(score)).round() as u32);
    [won, 1000 - won - lost, lost]
}

/// A table is shared by plies, so a mate stored there counts from its own node.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s > MATE_BOUND => s + ply as i32,
        s if s < -MATE_BOUND => s - ply as i32,
        s => s,
    }
}

/// The inverse of [`to_table`].
pub(super) fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s > MATE_BOUND => s - ply as i32,
        s if s < -MATE_BOUND => s + ply as i32,
        s => s,
    }
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
            let [won, drawn, lost] = chances(score);
            assert_eq!(won + drawn + lost, 1000);
            assert_eq!(chances(-score), [lost, drawn, won]);
            assert!(won >= before);
            before = won;
        }
        assert_eq!((chances(MATE - 5), before), ([1000, 0, 0], 1000));
    }

    #[test]
    fn table_scores_are_relative_to_their_node() {
        for score in [0, 57, -300, MATE - 7, -(MATE - 8)] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(from_table(to_table(MATE - 7, 5), 1), MATE - 3);
    }
}
