//! Which two keys are one reversible move apart: so a search sees that a position can be repeated
//! without trying the move.
//!
//! The table is a cuckoo hash of all such moves (M. N. J. van Kervinck, "The design and
//! implementation of the Rookie 2.0 chess playing program", 2002): each stands in one of two places.

use std::sync::LazyLock;

use chess::{ALL_COLORS, ALL_SQUARES, between, get_bishop_rays, get_king_moves, get_knight_moves};
use chess::{EMPTY, get_rook_rays};

use super::{BitBoard, Color, Piece, Position, Square, bit, keys::Keys};

/// Places of the table; a power of two, with room to spare for the 3668 moves.
const PLACES: usize = 8192;

/// A move of one man between two squares, either way, under the key it changes.
#[derive(Clone, Copy)]
struct Shuttle {
    key: u64,
    ends: (Square, Square),
}

static SHUTTLES: LazyLock<Box<[Option<Shuttle>]>> = LazyLock::new(|| {
    let mut table = vec![None; PLACES].into_boxed_slice();
    for shuttle in shuttles() {
        insert(&mut table, shuttle);
    }
    table
});

/// The two places of a key.
fn places(key: u64) -> [usize; 2] {
    [key as usize % PLACES, (key >> 16) as usize % PLACES]
}

/// Puts a move in one of its places; who stood there goes to his other one.
fn insert(table: &mut [Option<Shuttle>], shuttle: Shuttle) {
    let mut homeless = shuttle;
    let mut place = places(homeless.key)[0];
    while let Some(evicted) = table[place].replace(homeless) {
        let [first, second] = places(evicted.key);
        place = if place == first { second } else { first };
        homeless = evicted;
    }
}

/// Every move of every man but pawns on an empty board.
fn shuttles() -> impl Iterator<Item = Shuttle> {
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    let men = ALL_COLORS.into_iter().flat_map(move |color| pieces.map(|piece| (color, piece)));
    men.flat_map(|(color, piece)| {
        let ends = ALL_SQUARES.into_iter().flat_map(move |from| {
            let onwards = move |to: &Square| *to > from && reach(piece, from) & bit(*to) != EMPTY;
            ALL_SQUARES.into_iter().filter(onwards).map(move |to| (from, to))
        });
        ends.map(move |ends| Shuttle { key: key(color, piece, ends), ends })
    })
}

/// Where a man goes on an empty board.
fn reach(piece: Piece, from: Square) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_rays(from),
        Piece::Rook => get_rook_rays(from),
        Piece::Queen => get_bishop_rays(from) | get_rook_rays(from),
        Piece::King => get_king_moves(from),
        Piece::Pawn => EMPTY,
    }
}

/// What a move between two squares changes in the key of a position.
fn key(color: Color, piece: Piece, (from, to): (Square, Square)) -> u64 {
    let mut keys = Keys::default();
    keys.toggle_man(color, piece, from);
    keys.toggle_man(color, piece, to);
    keys.toggle_side();
    keys.whole()
}

impl Position {
    /// Whether one move of a piece leads from here to the position with the key `earlier`, which has
    /// stood on the board before, an odd number of plies ago.
    pub fn leads_back_to(&self, earlier: u64) -> bool {
        let difference = self.key() ^ earlier;
        let found = places(difference).into_iter().find_map(|place| {
            SHUTTLES.get(place).copied().flatten().filter(|shuttle| shuttle.key == difference)
        });
        found.is_some_and(|Shuttle { ends: (from, to), .. }| {
            between(from, to) & self.occupied() == EMPTY
                && (bit(from) | bit(to)) & self.color(self.side) != EMPTY
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_has_its_place() {
        assert_eq!(SHUTTLES.iter().flatten().count(), 3668);
    }

    /// Whether the moves lead to where one more goes back to their beginning.
    fn leads_back(fen: &str, moves: &str) -> bool {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start.clone();
        for text in moves.split(' ') {
            position.play(position.parse_move(text).unwrap());
        }
        position.leads_back_to(start.key())
    }

    #[test]
    fn a_piece_that_can_go_home_leads_back() {
        let rook_and_king = "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1";
        assert!(leads_back(rook_and_king, "Rd1 Kf8 Ra1"));
        assert!(!leads_back(rook_and_king, "Rd1 Kf8 Rb1"));
        assert!(!leads_back(rook_and_king, "a3 Kf8 Kd1"));
    }

    #[test]
    fn who_is_not_to_move_leads_nobody_back() {
        // The bishop alone is away from home, and Black is to move.
        assert!(!leads_back("1n2k3/8/8/8/8/8/8/4KB2 w - - 0 1", "Be2 Nc6 Bd3 Nb8 Bc4"));
    }

    #[test]
    fn no_way_leads_back_through_another_man() {
        let (free, barred) = ("4k3/8/8/7P/8/8/8/R3K3 b - - 0 1", "4k3/8/8/8/P7/8/8/R3K3 b - - 0 1");
        let around = "Kf8 Rb1 Ke8 Rb7 Kf8 Ra7 Ke8";
        assert!(leads_back(free, around) && !leads_back(barred, around));
    }
}
