//! The sums of the hidden layers along a line of moves: computed when a score is wanted, from the
//! nearest position of the line whose sums are known.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::{
    features::{Man, mirrored},
    lanes::{Change, Lane, Step},
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
    boards: Box<[[Board; 2]; 2]>,
}

/// A position of the line, and the men that left and appeared with the move that led to it.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    men: [[Man; 2]; 2],
    /// How many of these count: who left, who appeared.
    counts: [usize; 2],
    /// Whether each side's board is turned.
    mirrored: [bool; 2],
    /// Whether each side's sums are computed.
    known: [bool; 2],
}

impl Frame {
    /// The one after a move that changed `delta`; no move changes more than two men either way.
    fn after(&self, delta: &Delta) -> Frame {
        let mut frame = Frame { mirrored: self.mirrored, ..Frame::default() };
        for change in &delta.0 {
            let way = usize::from(change.appears);
            let man = Man::new(change.color, change.piece, change.square);
            frame.men[way][frame.counts[way] & 1] = man;
            frame.counts[way] += 1;
            if change.piece == Piece::King {
                frame.mirrored[change.color.to_index()] = mirrored(change.square);
            }
        }
        frame
    }
}

/// The board that was last computed anew, for one side and one wing of its king: the next one is
/// mostly the same.
#[derive(Clone, Debug)]
struct Board {
    men: [[BitBoard; 6]; 2],
    sums: Vec<Lane>,
}

impl Follower {
    /// A line that begins with `position`.
    pub fn new(network: Arc<Network>, position: &Position) -> Follower {
        let empty = Board { men: [[BitBoard(0); 6]; 2], sums: network.biases().to_vec() };
        let boards = Box::new([[empty.clone(), empty.clone()], [empty.clone(), empty]]);
        let mut follower = Follower { network, frames: Vec::new(), sums: Vec::new(), boards };
        follower.reset(position);
        follower
    }

    /// Begins a new line.
    pub fn reset(&mut self, position: &Position) {
        self.frames.clear();
        let mirrored = chess::ALL_COLORS.map(|color| mirrored(position.king(color)));
        self.add(Frame { mirrored, ..Frame::default() });
    }

    /// Follows a move that changed `delta`.
    pub fn push(&mut self, delta: &Delta) {
        let frame = self.frames.last().map(|frame| frame.after(delta)).unwrap_or_default();
        self.add(frame);
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
        self.network.output(position, [white, black]).clamp(-MOST, MOST)
    }

    fn add(&mut self, frame: Frame) {
        self.frames.push(frame);
        let wanted = 2 * self.network.lanes() * self.frames.len();
        if self.sums.len() < wanted {
            self.sums.resize(wanted, Lane::ZERO);
        }
    }

    /// Computes the sums of one side for the last position of the line, `now`.
    fn compute(&mut self, view: Color, now: usize, position: &Position) {
        let side = view.to_index();
        let mut known = now;
        while !self.frames[known].known[side] {
            let turned = |ply: usize| self.frames[ply].mirrored[side];
            if known == 0 || turned(known) != turned(known - 1) {
                return self.refresh(view, now, position);
            }
            known -= 1;
        }
        for ply in known + 1..=now {
            self.advance(view, ply);
        }
    }

    /// Computes the sums after a move from those before it.
    fn advance(&mut self, view: Color, ply: usize) {
        let (network, lanes, side) = (&*self.network, self.network.lanes(), view.to_index());
        let frame = &mut self.frames[ply];
        frame.known[side] = true;
        let turned = frame.mirrored[side];
        let column = |man: Man| network.column(man.input(view, turned));
        let [[gone, taken], [come, second]] = frame.men;
        let place = lanes * (2 * ply + side);
        let (earlier, rest) = self.sums.split_at_mut(place);
        let (before, sums) = (&earlier[place - 2 * lanes..][..lanes], &mut rest[..lanes]);
        let simd = network.simd;
        match frame.counts {
            [0, _] | [_, 0] => sums.copy_from_slice(before),
            [1, _] => {
                let (added, removed) = ([column(come)], [column(gone)]);
                simd.run(Step { sums, before, added, removed });
            }
            [_, 1] => {
                let (added, removed) = ([column(come)], [column(gone), column(taken)]);
                simd.run(Step { sums, before, added, removed });
            }
            _ => {
                let (added, removed) = ([come, second].map(column), [gone, taken].map(column));
                simd.run(Step { sums, before, added, removed });
            }
        }
    }

    /// Computes the sums from the board that was last seen with the king on the same wing.
    fn refresh(&mut self, view: Color, now: usize, position: &Position) {
        let (lanes, side) = (self.network.lanes(), view.to_index());
        let frame = &mut self.frames[now];
        frame.known[side] = true;
        let turned = frame.mirrored[side];
        let board = &mut self.boards[side][usize::from(turned)];
        let (mut added, mut removed) = (ArrayVec::<_, MEN>::new(), ArrayVec::<_, MEN>::new());
        for color in chess::ALL_COLORS {
            for piece in chess::ALL_PIECES {
                let men = position.men(color, piece);
                let seen = &mut board.men[color.to_index()][piece.to_index()];
                let column = |square| {
                    self.network.column(Man::new(color, piece, square).input(view, turned))
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
