//! The hand-written evaluation: sums kept from move to move, and terms read off the board.

use super::{
    endings, king,
    pawn_table::PawnTable,
    pawns, pieces,
    score::{S, Score},
    tables,
    view::{Reach, Turned, View},
};
use crate::position::{BitBoard, Change, Color, Delta, Position, squares};

/// Being to move is worth a little.
const TEMPO: Score = S(13, 7);
/// A bound that no evaluation passes, well below any score of a mate.
const MOST: i32 = 19_999;

/// What a move changes little by little: the men on their squares, White's less Black's, and the
/// phase of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Accumulator {
    men: Score,
    phase: i32,
}

impl Accumulator {
    /// The sums of a position, from nothing.
    fn new(position: &Position) -> Accumulator {
        let mut sums = Accumulator::default();
        for color in chess::ALL_COLORS {
            for piece in chess::ALL_PIECES {
                for square in squares(position.men(color, piece)) {
                    sums.apply(&Change { color, piece, square, appears: true });
                }
            }
        }
        sums
    }

    /// The sums after a move that changed `delta`.
    fn after(mut self, delta: &Delta) -> Accumulator {
        delta.0.iter().for_each(|change| self.apply(change));
        self
    }

    fn apply(&mut self, change: &Change) {
        let value = tables::man(change.color, change.piece, change.square);
        if change.appears {
            self.men += value;
            self.phase += tables::phase(change.piece);
        } else {
            self.men -= value;
            self.phase -= tables::phase(change.piece);
        }
    }
}

/// Plies of a line that are kept without allocating.
const PLIES: usize = 512;

/// The evaluation as it follows the moves of a search.
#[derive(Clone, Debug)]
pub struct Follower {
    now: Accumulator,
    before: Vec<Accumulator>,
    pawns: PawnTable,
}

impl Follower {
    /// A line that begins with `position`.
    pub fn new(position: &Position) -> Follower {
        let (now, before) = (Accumulator::new(position), Vec::with_capacity(PLIES));
        Follower { now, before, pawns: PawnTable::default() }
    }

    /// Begins a new line.
    pub fn reset(&mut self, position: &Position) {
        self.now = Accumulator::new(position);
        self.before.clear();
    }

    /// Follows a move that changed `delta`.
    pub fn push(&mut self, delta: &Delta) {
        self.before.push(self.now);
        self.now = self.now.after(delta);
    }

    /// Takes the last `push` back; at the beginning of the line it does nothing.
    pub fn pop(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }

    /// Centipawns for the side to move; `position` is the present one.
    pub fn score(&mut self, position: &Position) -> i32 {
        score(position, self.now, &mut self.pawns)
    }
}

/// Centipawns for the side to move, at most 19999 either way.
fn score(position: &Position, sums: Accumulator, pawns: &mut PawnTable) -> i32 {
    let (white, black) = (View::new(position, Color::White), View::new(position, Color::Black));
    let pawns = pawns.look_up(position, &white, &black);
    let (white_reach, black_reach) = (pieces::survey(&white), pieces::survey(&black));
    let total = sums.men + pawns.score + white_reach.worth - black_reach.worth
        + terms(&white, pawns.passed[0], &white_reach, Turned(&black_reach))
        - terms(&black, pawns.passed[1], &black_reach, Turned(&white_reach));
    let score = total.taper(sums.phase);
    let score =
        if score >= 0 { endings::judge(&white, score) } else { -endings::judge(&black, -score) };
    let score = if position.side() == Color::White { score } else { -score };
    score.clamp(-MOST, MOST)
}

/// The terms of one side that need to know what both sides attack.
fn terms(view: &View, passed: BitBoard, own: &Reach, their: Turned) -> Score {
    let tempo = if view.to_move { TEMPO } else { S(0, 0) };
    tempo
        + pawns::blocked(view)
        + pawns::prospects(view, passed, their)
        + king::attack(view, own, their)
        + pieces::threats(view, own, their)
}
