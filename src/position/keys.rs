//! Zobrist keys: random numbers whose xor identifies a position, or a part of one.

use super::{Color, File, Piece, Square, index};

/// One random number for everything a key must tell apart.
struct Numbers {
    men: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    ep: [u64; 8],
    black: u64,
}

/// SplitMix64 by Sebastiano Vigna (public domain): the next state and number.
const fn next_random(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

static NUMBERS: Numbers = {
    let mut numbers = Numbers { men: [[[0; 64]; 6]; 2], castling: [0; 64], ep: [0; 8], black: 0 };
    let mut state = 0x0123_4567_89AB_CDEF;
    (state, numbers.black) = next_random(state);
    let mut sq = 0;
    while sq < 64 {
        let mut man = 0;
        while man < 12 {
            (state, numbers.men[man / 6][man % 6][sq]) = next_random(state);
            man += 1;
        }
        (state, numbers.castling[sq]) = next_random(state);
        if sq < 8 {
            (state, numbers.ep[sq]) = next_random(state);
        }
        sq += 1;
    }
    numbers
};

/// The keys of a position's parts; together they make the key of the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    /// White's men other than pawns, Black's, and the pawns of both.
    men: [u64; 3],
    /// Side to move, castling rights and en passant.
    state: u64,
}

impl Keys {
    const PAWNS: usize = 2;

    pub(super) fn whole(&self) -> u64 {
        self.men[0] ^ self.men[1] ^ self.men[2] ^ self.state
    }
    pub(super) fn pawns(&self) -> u64 {
        self.men[Self::PAWNS]
    }
    pub(super) fn non_pawns(&self, color: Color) -> u64 {
        self.men[color.to_index()]
    }

    /// The key of the whole after the other side has got the turn and a man has gone from one square
    /// to another, where it takes `captured`.
    pub(super) fn whole_after(
        &self,
        (color, piece): (Color, Piece),
        from: Square,
        to: Square,
        captured: Option<Piece>,
    ) -> u64 {
        let own = &NUMBERS.men[color.to_index()][piece.to_index()];
        let their = &NUMBERS.men[(!color).to_index()];
        let taken = captured.map_or(0, |captured| their[captured.to_index()][index(to)]);
        self.whole() ^ NUMBERS.black ^ own[index(from)] ^ own[index(to)] ^ taken
    }

    /// A man appears or leaves.
    pub(super) fn toggle_man(&mut self, color: Color, piece: Piece, sq: Square) {
        let part = if piece == Piece::Pawn { Self::PAWNS } else { color.to_index() };
        self.men[part] ^= NUMBERS.men[color.to_index()][piece.to_index()][index(sq)];
    }
    /// A rook gains or loses its right to castle.
    pub(super) fn toggle_castling(&mut self, rook: Square) {
        self.state ^= NUMBERS.castling[index(rook)];
    }
    /// An en passant capture becomes possible or lapses.
    pub(super) fn toggle_ep(&mut self, file: File) {
        self.state ^= NUMBERS.ep[file.to_index()];
    }
    /// The other side is to move.
    pub(super) fn toggle_side(&mut self) {
        self.state ^= NUMBERS.black;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Position, play::random_games, squares};
    use super::*;

    /// The keys computed from nothing but what the accessors show.
    fn from_scratch(position: &Position) -> Keys {
        let mut keys = Keys::default();
        for sq in chess::ALL_SQUARES {
            if let Some((color, piece)) = position.man_on(sq) {
                keys.toggle_man(color, piece, sq);
            }
        }
        squares(position.castling_rooks()).for_each(|rook| keys.toggle_castling(rook));
        if let Some(target) = position.en_passant() {
            keys.toggle_ep(target.get_file());
        }
        if position.side() == Color::Black {
            keys.toggle_side();
        }
        keys
    }

    #[test]
    fn keys_kept_while_playing_are_those_of_the_position() {
        for position in random_games(200) {
            assert_eq!(position.keys, from_scratch(&position), "{position:?}");
        }
    }

    #[test]
    fn keys_tell_the_parts_apart() {
        let start = Position::startpos();
        let after = |text: &str| {
            let mut position = Position::startpos();
            position.play(position.parse_move(text).unwrap());
            position
        };
        let (pawn, knight) = (after("e4"), after("Nf3"));
        assert_ne!(pawn.pawn_key(), start.pawn_key());
        assert_eq!(pawn.non_pawn_key(Color::White), start.non_pawn_key(Color::White));
        assert_eq!(knight.pawn_key(), start.pawn_key());
        assert_ne!(knight.non_pawn_key(Color::White), start.non_pawn_key(Color::White));
        assert_eq!(knight.non_pawn_key(Color::Black), start.non_pawn_key(Color::Black));
    }

    #[test]
    fn the_key_after_a_plain_move_is_known_beforehand() {
        for position in random_games(20) {
            for m in position.legal_moves() {
                let mut next = position.clone();
                next.play(m);
                let special = m.get_promotion().is_some()
                    || position.is_castling(m)
                    || position.is_capture(m) && position.piece_on(m.get_dest()).is_none()
                    || position.castling_rooks() != next.castling_rooks()
                    || position.en_passant().or(next.en_passant()).is_some();
                assert!(special || position.likely_key_after(m) == next.key(), "{position:?} {m}");
            }
        }
    }

    #[test]
    fn one_difference_makes_another_key() {
        let keys = ["w KQkq -", "b KQkq -", "w Qkq -", "w KQk -", "w kq -", "w - -"].map(|state| {
            Position::from_fen(&format!("r3k2r/8/8/8/8/8/8/R3K2R {state}")).unwrap().key()
        });
        for (i, key) in keys.iter().enumerate() {
            assert!(!keys[..i].contains(key));
        }
    }
}
