//! Which of several threads is believed when a search is over.

use super::score::is_mate;
use crate::position::ChessMove;

/// What a thread has found, or a searcher elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadResult {
    /// The principal variation; empty only if there is no legal move.
    pub line: Vec<ChessMove>,
    /// The score last found to be exact, in centipawns of the evaluation.
    pub score: i32,
    /// Depth of the last completed iteration, in plies; 0 if there is none.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: usize,
}

/// Scores are comparable with those of a search that is so many plies deeper, at most.
const COMPARABLE: u32 = 3;
/// What the vote of a thread is worth, in centipawns, if no other thread has a lower score.
const BASE: i32 = 14;

impl ThreadResult {
    /// Whether it is nearly as deep as a search of this depth, in plies, or deeper: else its score says little beside
    /// that one's.
    pub fn is_comparable(&self, depth: u32) -> bool {
        self.depth + COMPARABLE >= depth
    }

    fn best(&self) -> Option<ChessMove> {
        self.line.first().copied()
    }

    /// Deep searches and good news weigh more: who has a better score has mostly seen something
    /// that the others have not come to yet.
    fn weight(&self, lowest: i32) -> i64 {
        i64::from(self.score - lowest + BASE) * i64::from(self.depth)
    }
}

/// The result to believe: a mate if anybody has seen one, and else that of the threads which vote
/// for the same move with the greatest weight. Between equals it is the first; threads without a
/// completed iteration have nothing to say.
pub(super) fn elect(results: &[ThreadResult]) -> Option<&ThreadResult> {
    let voters: Vec<&ThreadResult> = results.iter().filter(|result| result.depth > 0).collect();
    let lowest = voters.iter().map(|voter| voter.score).min()?;
    let votes = |mv| -> i64 {
        let same = voters.iter().filter(|voter| voter.best() == mv);
        same.map(|voter| voter.weight(lowest)).sum()
    };
    // Of equal ones the iterator gives the last, so the first has to come last.
    let backwards = || voters.iter().rev().copied();
    let mates = backwards().filter(|voter| is_mate(voter.score));
    let mate = mates.max_by_key(|voter| voter.score);
    mate.or_else(|| backwards().max_by_key(|voter| (votes(voter.best()), voter.weight(lowest))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{position::Position, search::score::MATE};

    fn result(mv: &str, score: i32, depth: u32) -> ThreadResult {
        let mv = Position::startpos().parse_move(mv).unwrap();
        ThreadResult { line: vec![mv], score, depth, seldepth: 0 }
    }

    /// The place of the thread that is believed.
    fn elected(results: &[(&str, i32, u32)]) -> Option<usize> {
        let results: Vec<ThreadResult> =
            results.iter().map(|&(mv, score, depth)| result(mv, score, depth)).collect();
        let elected = elect(&results)?;
        results.iter().position(|result| std::ptr::eq(result, elected))
    }

    #[test]
    fn a_thread_alone_is_believed() {
        assert_eq!(elected(&[("e4", -300, 5)]), Some(0));
        assert_eq!(elected(&[("e4", 0, 0)]), None);
    }

    #[test]
    fn between_equals_the_first_is_believed() {
        assert_eq!(elected(&[("e4", 20, 9), ("e4", 20, 9)]), Some(0));
        assert_eq!(elected(&[("e4", 20, 9), ("d4", 20, 9)]), Some(0));
    }

    #[test]
    fn depth_and_score_and_numbers_count() {
        assert_eq!(elected(&[("e4", 20, 9), ("d4", 20, 10)]), Some(1));
        assert_eq!(elected(&[("e4", 20, 9), ("d4", 40, 9)]), Some(1));
        assert_eq!(elected(&[("e4", 25, 9), ("d4", 20, 9), ("d4", 22, 9)]), Some(2));
    }

    #[test]
    fn who_has_completed_nothing_is_not_asked() {
        assert_eq!(elected(&[("e4", 20, 9), ("d4", 900, 0)]), Some(0));
        assert_eq!(elected(&[("e4", 0, 0), ("d4", -50, 1)]), Some(1));
    }

    #[test]
    fn a_mate_outweighs_any_number_of_threads_and_the_shorter_one_wins() {
        let open = ("e4", 500, 20);
        assert_eq!(elected(&[open, open, ("d4", MATE - 9, 4), open]), Some(2));
        assert_eq!(elected(&[("e4", MATE - 9, 20), ("d4", MATE - 5, 12)]), Some(1));
    }

    #[test]
    fn who_is_mated_anyway_holds_out_longest() {
        let results = [("e4", -50, 12), ("d4", 4 - MATE, 14), ("c4", 8 - MATE, 13)];
        assert_eq!(elected(&results), Some(2));
    }
}
