//! The board as one side sees it, so that every term is written once, for a side moving north.

use chess::{EMPTY, get_king_moves};

use super::{
    bits::{beside, north, south},
    score::{S, Score},
};
use crate::position::{BitBoard, Color, Piece, Position, Square};

/// The men from the point of view of one side, whose pawns move north.
pub struct View {
    own: [BitBoard; 6],
    their: [BitBoard; 6],
    /// All men of the side.
    pub mine: BitBoard,
    /// All men of its opponent.
    pub theirs: BitBoard,
    /// Where the side's king stands.
    pub king: Square,
    /// Where the opponent's king stands.
    pub their_king: Square,
    /// What the side's pawns attack.
    pub cover: BitBoard,
    /// What the opponent's pawns attack.
    pub their_cover: BitBoard,
    /// Whether the side is to move.
    pub to_move: bool,
}

impl View {
    /// The position as `color` sees it.
    pub fn new(position: &Position, color: Color) -> View {
        let seen = |set: BitBoard| match color {
            Color::White => set,
            Color::Black => set.reverse_colors(),
        };
        let (mine, theirs) = (seen(position.color(color)), seen(position.color(!color)));
        let all = chess::ALL_PIECES.map(|piece| seen(position.pieces(piece)));
        let (own, their) = (all.map(|set| set & mine), all.map(|set| set & theirs));
        View {
            own,
            their,
            mine,
            theirs,
            king: own[Piece::King.to_index()].to_square(),
            their_king: their[Piece::King.to_index()].to_square(),
            cover: north(beside(own[0])),
            their_cover: south(beside(their[0])),
            to_move: position.side() == color,
        }
    }

    /// The side's own men of one kind.
    pub fn own(&self, piece: Piece) -> BitBoard {
        self.own[piece.to_index()]
    }

    /// The opponent's men of one kind.
    pub fn their(&self, piece: Piece) -> BitBoard {
        self.their[piece.to_index()]
    }

    /// All men of both sides.
    pub fn occupied(&self) -> BitBoard {
        self.mine | self.theirs
    }

    /// The opponent's men but pawns and king.
    pub fn their_pieces(&self) -> BitBoard {
        self.theirs & !self.their(Piece::Pawn) & !self.their(Piece::King)
    }
}

/// The squares that the men of one side attack, and what bears down on the other king.
pub struct Reach {
    by: [BitBoard; 6],
    /// Attacked by anything.
    pub all: BitBoard,
    /// Attacked at least twice.
    pub twice: BitBoard,
    /// Pieces that reach the surroundings of the other king.
    pub attackers: i32,
    /// Their weights, and the squares next to that king they reach.
    pub pressure: i32,
    /// What the pieces are worth for what they reach and where they stand.
    pub worth: Score,
}

impl Reach {
    /// What the side's pawns and king attack; pieces are added one by one.
    pub fn of_pawns_and_king(view: &View) -> Reach {
        let mut by = [EMPTY; 6];
        let king = get_king_moves(view.king);
        by[Piece::Pawn.to_index()] = view.cover;
        by[Piece::King.to_index()] = king;
        let (all, twice) = (view.cover | king, view.cover & king);
        Reach { by, all, twice, attackers: 0, pressure: 0, worth: S(0, 0) }
    }

    /// Adds the squares that one more piece attacks.
    pub fn add(&mut self, piece: Piece, squares: BitBoard) {
        self.by[piece.to_index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }

    /// What men of one kind attack.
    pub fn by(&self, piece: Piece) -> BitBoard {
        self.by[piece.to_index()]
    }
}

/// The reach of the opponent as the side itself sees it, turned where it is looked at.
#[derive(Clone, Copy)]
pub struct Turned<'a>(pub &'a Reach);

impl Turned<'_> {
    /// Attacked by anything.
    pub fn all(self) -> BitBoard {
        self.0.all.reverse_colors()
    }

    /// Attacked at least twice.
    pub fn twice(self) -> BitBoard {
        self.0.twice.reverse_colors()
    }

    /// What men of any of these kinds attack.
    pub fn by(self, pieces: &[Piece]) -> BitBoard {
        pieces.iter().fold(EMPTY, |set, &piece| set | self.0.by(piece)).reverse_colors()
    }
}
