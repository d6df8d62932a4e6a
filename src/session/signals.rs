//! What a policy is told of a search: the search's reports, joined with what the board says. Scores
//! are those that people are shown: a policy's thresholds are meant so, and its reasons can be followed.

use crate::{
    position::{ChessMove, Game, Position, Square},
    search::{
        Bound, Iteration,
        score::{mate_distance, shown},
    },
    timing::{Reason, Signals},
};

/// Depth that an only move is searched to, so that there is a move to ponder on.
const ONLY_MOVE_DEPTH: u32 = 6;
/// A recapture counts as settled once the search has preferred it up to this depth, in plies.
const SETTLED: u32 = 5;
/// A capture elsewhere that gains this much, in centipawns, is worth a thought.
const WORTH_A_THOUGHT: i32 = 100;

/// What a report of a search says to those who judge it. Scores are as people are shown them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Nodes searched so far; 0 if nobody counts them.
    pub nodes: u64,
    /// Whether the iteration is complete.
    pub completed: bool,
    /// The best move.
    pub best: ChessMove,
    /// Its score for the side to move, in centipawns (mates are beyond +-20000).
    pub score: i32,
    /// What the score means.
    pub bound: Bound,
    /// Share of the nodes spent on the best root move, 0 to 1000.
    pub best_share: u32,
    /// Legal moves at the root.
    pub legal_moves: u32,
    /// The second-best root move and its score, if they are known.
    pub second: Option<(ChessMove, i32)>,
}

impl Heard {
    /// What a report of our own search says; `None` if it has no line.
    pub fn of(iteration: &Iteration<'_>) -> Option<Heard> {
        Some(Heard {
            depth: iteration.depth,
            nodes: iteration.nodes,
            completed: iteration.completed,
            best: *iteration.line.first()?,
            score: shown(iteration.score),
            bound: iteration.bound,
            best_share: iteration.best_share,
            legal_moves: iteration.legal_moves,
            second: iteration.second.map(|(mv, score)| (mv, shown(score))),
        })
    }

    /// Why further search could change nothing, if that is so: on the engine's own clock it ends here.
    pub fn settled(&self) -> Option<Reason> {
        if !self.completed {
            return None;
        }
        if self.legal_moves == 1 && self.depth >= ONLY_MOVE_DEPTH {
            return Some(Reason::OnlyMove);
        }
        let mate = mate_distance(self.score);
        let deep = mate.is_some_and(|moves| 2 * moves.unsigned_abs() < self.depth);
        deep.then_some(Reason::MateFound)
    }
}

/// Makes signals of one search's reports.
#[derive(Clone, Debug)]
pub struct Listener {
    signals: Signals,
    /// Where the opponent has just captured.
    taken_on: Option<Square>,
    /// The one sensible recapture, if nothing else on the board asks for thought.
    only_recapture: Option<ChessMove>,
    /// The best move of the first iteration and the latest one; before that, whichever root move
    /// happens to come first is the best so far.
    first: Option<ChessMove>,
    latest: Option<ChessMove>,
    /// The last completed iteration's best move and score.
    completed: Option<(ChessMove, i32)>,
}

impl Listener {
    /// Listens to a search of the game's present position.
    pub fn new(game: &Game) -> Listener {
        let taken_on = captured_on(game);
        Listener {
            signals: Signals::default(),
            taken_on,
            only_recapture: taken_on.and_then(|square| only_recapture(game.position(), square)),
            first: None,
            latest: None,
            completed: None,
        }
    }

    /// The signals as they stand.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// Takes a report in.
    pub fn hear(&mut self, heard: &Heard) {
        let best = heard.best;
        let signals = &mut self.signals;
        if self.latest.is_some_and(|latest| latest != best) {
            signals.best_changes += 1;
        }
        if heard.completed || self.first.is_some() {
            self.first.get_or_insert(best);
            self.latest = Some(best);
        }
        signals.depth = heard.depth;
        signals.nodes = heard.nodes;
        signals.completed = heard.completed;
        signals.score = heard.score;
        signals.previous_score = self.completed.map(|(_, score)| score);
        signals.best_share = heard.best_share;
        signals.legal_moves = heard.legal_moves;
        signals.failing_low = heard.bound == Bound::Upper;
        signals.second_best = heard.second.map(|(_, score)| score);
        let takes_back = self.taken_on == Some(best.get_dest());
        signals.easy = takes_back || best.get_promotion().is_some();
        signals.recapture = self.only_recapture == Some(best)
            && self.first == Some(best)
            && signals.best_changes == 0
            && heard.depth >= SETTLED;
        if heard.completed {
            let same = self.completed.is_some_and(|(mv, _)| mv == best);
            signals.stable_iterations = if same { signals.stable_iterations + 1 } else { 0 };
            self.completed = Some((best, signals.score));
        }
    }
}

/// The square of the game's last move, if it was a capture.
fn captured_on(game: &Game) -> Option<Square> {
    let last = *game.moves().last()?;
    let before = game.positions().iter().rev().nth(1)?;
    before.is_capture(last).then(|| last.get_dest())
}

/// The one recapture on `square` that does not lose, if there is exactly one and no other move asks
/// to be thought about: no check, no gain elsewhere, no promotion. An in-between move (zwischenzug)
/// is one of these, so where one could matter nothing is taken for granted.
fn only_recapture(position: &Position, square: Square) -> Option<ChessMove> {
    if position.in_check() {
        return None;
    }
    let mut sensible = None;
    for mv in position.legal_moves() {
        let takes_back = mv.get_dest() == square && position.is_capture(mv);
        if takes_back && position.see_at_least(mv, 0) {
            if sensible.replace(mv).is_some() {
                return None;
            }
        } else if asks_for_thought(position, mv) {
            return None;
        }
    }
    sensible
}

/// Whether a move promotes, gains material or gives check.
fn asks_for_thought(position: &Position, mv: ChessMove) -> bool {
    let mut after = position.clone();
    after.play(mv);
    mv.get_promotion().is_some()
        || after.in_check()
        || position.is_capture(mv) && position.see_at_least(mv, WORTH_A_THOUGHT)
}
