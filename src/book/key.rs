//! The key under which a position is found in a book.

use super::random::RANDOM;
use crate::position::{ALL_SQUARES, Color, Piece, Position, Square, squares};

/// Where the numbers of castling, en passant and the turn begin, behind those of the men.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

/// The position's key in Polyglot's books: of men, rights to castle, en passant and turn.
///
/// Polyglot counts en passant where a pawn stands beside the one that has just come two squares; here it
/// counts where the capture is legal. The two differ only where that pawn is pinned.
pub fn key(position: &Position) -> u64 {
    let men = ALL_SQUARES.into_iter().map(|square| man(position, square));
    let castling = squares(position.castling_rooks()).map(|rook| castling(position, rook));
    let en_passant = position.en_passant().map(|to| number(EN_PASSANT + to.get_file().to_index()));
    let turn = (position.side() == Color::White).then(|| number(TURN));
    let state = castling.chain(en_passant).chain(turn);
    men.chain(state).fold(0, |key, number| key ^ number)
}

/// The number of the man on a square; 0 if it is empty.
fn man(position: &Position, square: Square) -> u64 {
    position.man_on(square).map_or(0, |(color, piece)| {
        let kind = match piece {
            Piece::Pawn => 0,
            Piece::Knight => 1,
            Piece::Bishop => 2,
            Piece::Rook => 3,
            Piece::Queen => 4,
            Piece::King => 5,
        };
        let kind = 2 * kind + usize::from(color == Color::White);
        number(64 * kind + square.to_index())
    })
}

/// The number of a rook's right to castle: White's short and long, then Black's.
fn castling(position: &Position, rook: Square) -> u64 {
    position.color_on(rook).map_or(0, |color| {
        let long = rook.get_file().to_index() < position.king(color).get_file().to_index();
        number(CASTLING + 2 * color.to_index() + usize::from(long))
    })
}

fn number(index: usize) -> u64 {
    RANDOM.get(index).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that the description of the format publishes to test with.
    #[test]
    fn the_published_keys_come_out() {
        for (moves, published) in [
            ("", 0x463b96181691fc9c),
            ("e2e4", 0x823c9b50fd114196),
            ("e2e4 d7d5", 0x0756b94461c50fb0),
            ("e2e4 d7d5 e4e5", 0x662fafb965db29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560),
        ] {
            let mut position = Position::startpos();
            for text in moves.split_whitespace() {
                let mv = position.parse_move(text).unwrap();
                position.play(mv);
            }
            assert_eq!(key(&position), published, "{moves}");
        }
    }

    #[test]
    fn no_number_is_there_twice() {
        let mut numbers = RANDOM.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), RANDOM.len());
    }
}
