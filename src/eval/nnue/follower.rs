//! The sums of the hidden layers along a line of moves: computed when a score is wanted, from the
//! nearest position of the line whose sums are known.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::{
    features::{Man, Outlook},
    lanes::{Change, Lane, Step},
    layers::Squares,
    network::Network,
};
use crate::position::{BitBoard, Color, Delta, Piece, Position, squares};

/// Centipawns that no score passes, well below any score of a mate.
const MOST: i32 = 19_999;
/// The most men of a position.
const MEN: usize = 32;

/// A network that follows the moves of a search.
#[derive(Clone, Debug)]
pub struct Follower {
    network: Arc<Network>,
    /// The positions of the line; the last one is the present.
    frames: Vec<Frame>,
    /// The sums of each frame, White's and Black's.
    sums: Vec<Lane>,
    /// For each side, the board last computed anew with each of its outlooks.
    boards: [Vec<Board>; 2],
    /// Where the squares of the present sums are put for a while.
    squares: Squares,
}

/// A position of the line, and the men that left and appeared with the move that led to it.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    men: [[Man; 2]; 2],
    /// How many of these count: who left, who appeared.
    counts: [usize; 2],
    /// How each side sees the board.
    outlooks: [Outlook; 2],
    /// Whether each side's sums are computed.
    known: [bool; 2],
}

impl Frame {
    /// Notes what changed on the way to this position; no move changes more than two men either way.
    fn note(&mut self, delta: &Delta, king_buckets: usize) {
        let [mut gone, mut come] = [0, 0];
        for change in &delta.0 {
            let man = Man::new(change.color, change.piece, change.square);
            if change.appears {
                self.men[1][come & 1] = man;
                come += 1;
            } else {
                self.men[0][gone & 1] = man;
                gone += 1;
            }
            if change.piece == Piece::King {
                self.outlooks[change.color.to_index()] =
                    Outlook::new(change.color, change.square, king_buckets);
            }
        }
        self.counts = [gone, come];
    }
}

/// A board that was computed anew, for one side with one outlook: the next one is mostly the same.
#[derive(Clone, Debug)]
struct Board {
    men: [[BitBoard; 6]; 2],
    sums: Vec<Lane>,
}

impl Follower {
    /// A line that begins with `position`.
    pub fn new(network: Arc<Network>, position: &Position) -> Follower {
        let empty = Board { men: [[BitBoard(0); 6]; 2], sums: network.biases().to_vec() };
        let all = vec![empty; 2 * network.shape().king_buckets];
        let boards = [all.clone(), all];
        let squares = Squares::new(network.shape());
        let mut follower =
            Follower { network, frames: Vec::new(), sums: Vec::new(), boards, squares };
        follower.reset(position);
        follower
    }

    /// Begins a new line.
    pub fn reset(&mut self, position: &Position) {
        self.frames.clear();
        let king_buckets = self.network.shape().king_buckets;
        let outlooks =
            chess::ALL_COLORS.map(|color| Outlook::new(color, position.king(color), king_buckets));
        self.add(Frame { outlooks, ..Frame::default() });
    }

    /// Follows a move that changed `delta`.
    pub fn push(&mut self, delta: &Delta) {
        let outlooks = self.frames.last().map(|frame| frame.outlooks).unwrap_or_default();
        // Written where it stays: what is copied at once has to wait for what was just written.
        self.add(Frame { outlooks, ..Frame::default() });
        let king_buckets = self.network.shape().king_buckets;
        self.frames.last_mut().into_iter().for_each(|frame| frame.note(delta, king_buckets));
    }

    /// Takes the last `push` back; at the beginning of the line it does nothing.
    pub fn pop(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        }
    }

    /// Centipawns for the side to move; `position` is the present one.
    pub fn score(&mut self, position: &Position) -> i32 {
        let (lanes, now) = (self.network.lanes(), self.frames.len() - 1);
        chess::ALL_COLORS.into_iter().for_each(|view| self.compute(view, now, position));
        let (white, black) = self.sums[2 * lanes * now..][..2 * lanes].split_at(lanes);
        self.network.output(position, [white, black], &mut self.squares).clamp(-MOST, MOST)
    }

    fn add(&mut self, frame: Frame) {
        let wanted = 2 * self.network.lanes() * (self.frames.len() + 1);
        if self.sums.len() < wanted {
            self.sums.resize(wanted, Lane::ZERO);
        }
        self.frames.push(frame);
    }

    /// Computes the sums of one side for the last position of the line, `now`, and for those between
    /// it and the nearest known one: other lines will want to go on from them.
    fn compute(&mut self, view: Color, now: usize, position: &Position) {
        let side = view.to_index();
        let outlook = |ply: usize| self.frames[ply].outlooks[side];
        let mut first = now;
        while !self.frames[first].known[side] && first > 0 && outlook(first) == outlook(first - 1) {
            first -= 1;
        }
        if self.frames[first].known[side] {
            (first..now).for_each(|ply| self.step(view, ply, ply + 1));
        } else {
            self.refresh(view, now, position);
            (first..now).rev().for_each(|ply| self.step(view, ply + 1, ply));
        }
    }

    /// Computes the sums of a position from those of its neighbour: the one before the move or, with
    /// the move taken back, the one after it.
    fn step(&mut self, view: Color, from: usize, to: usize) {
        let (network, lanes, side) = (&*self.network, self.network.lanes(), view.to_index());
        self.frames[to].known[side] = true;
        let Frame { men, counts, outlooks, .. } = self.frames[from.max(to)];
        let place = |ply: usize| lanes * (2 * ply + side);
        let (earlier, later) = self.sums.split_at_mut(place(from.max(to)));
        let (earlier, later) = (&mut earlier[place(from.min(to))..][..lanes], &mut later[..lanes]);
        let (ways, before, sums) = match from < to {
            true => ([0, 1], earlier, later),
            false => ([1, 0], later, earlier),
        };
        let [gone, come] = ways.map(|way| men[way]);
        let column = |man: Man| network.column(man.input(view, outlooks[side]));
        let simd = network.simd;
        match ways.map(|way| counts[way]) {
            [0, _] | [_, 0] => sums.copy_from_slice(before),
            [1, 1] => {
                let (added, removed) = ([column(come[0])], [column(gone[0])]);
                simd.run(Step { sums, before, added, removed });
            }
            [_, 1] => {
                let (added, removed) = ([column(come[0])], gone.map(column));
                simd.run(Step { sums, before, added, removed });
            }
            [1, _] => {
                let (added, removed) = (come.map(column), [column(gone[0])]);
                simd.run(Step { sums, before, added, removed });
            }
            _ => {
                let (added, removed) = (come.map(column), gone.map(column));
                simd.run(Step { sums, before, added, removed });
            }
        }
    }

    /// Computes the sums from the board that was last computed anew with the same outlook.
    fn refresh(&mut self, view: Color, now: usize, position: &Position) {
        let (lanes, side) = (self.network.lanes(), view.to_index());
        let frame = &mut self.frames[now];
        frame.known[side] = true;
        let outlook = frame.outlooks[side];
        let board = &mut self.boards[side][outlook.index()];
        let (mut added, mut removed) = (ArrayVec::<_, MEN>::new(), ArrayVec::<_, MEN>::new());
        for color in chess::ALL_COLORS {
            for piece in chess::ALL_PIECES {
                let men = position.men(color, piece);
                let seen = &mut board.men[color.to_index()][piece.to_index()];
                let column = |square| {
                    self.network.column(Man::new(color, piece, square).input(view, outlook))
                };
                added.extend(squares(men & !*seen).map(column));
                removed.extend(squares(*seen & !men).map(column));
                *seen = men;
            }
        }
        let change = Change { sums: &mut board.sums, added: &added, removed: &removed };
        self.network.simd.run(change);
        self.sums[lanes * (2 * now + side)..][..lanes].copy_from_slice(&board.sums);
    }
}
