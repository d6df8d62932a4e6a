//! Moves in the 16 bits that a book has for them.
//!
//! From the lowest bit: file and rank of the target, file and rank of the origin, three bits each, and
//! what a pawn becomes. Castling is written king takes own rook, as everywhere inside zeitnot.

use crate::position::{ChessMove, Piece, Position};

/// What a pawn may become, in the order of the format; 0 is none.
const PROMOTIONS: [Option<Piece>; 5] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)];

/// Castling as some books write it, the king's two squares, and as the format has it: for White and Black,
/// short and long.
const KINGS_STEPS: [(u16, u16); 4] =
    [(0o0406, 0o0407), (0o0402, 0o0400), (0o7476, 0o7477), (0o7472, 0o7470)];

/// A move as a book writes it.
pub(super) fn encode(mv: ChessMove) -> u16 {
    let becomes = mv.get_promotion();
    let promotion = PROMOTIONS.iter().position(|&piece| piece == becomes).unwrap_or_default();
    let (from, to) = (mv.get_source().to_index(), mv.get_dest().to_index());
    (promotion << 12 | from << 6 | to) as u16
}

/// The move of `position` that a book writes so, if it is legal there.
pub(super) fn decode(code: u16, position: &Position) -> Option<ChessMove> {
    let legal = |code| position.legal_moves().iter().copied().find(|&mv| encode(mv) == code);
    legal(code).or_else(|| {
        let (_, castling) = KINGS_STEPS.into_iter().find(|&(steps, _)| steps == code)?;
        let takes_own_rook =
            |mv: &ChessMove| position.color_on(mv.get_dest()) == Some(position.side());
        legal(castling).filter(takes_own_rook)
    })
}

/// Why a code is no move in any position, if it is none.
pub(super) fn fault(code: u16) -> Option<&'static str> {
    let (from, to) = (code >> 6 & 63, code & 63);
    if from == to {
        Some("it goes nowhere")
    } else if usize::from(code >> 12) >= PROMOTIONS.len() {
        Some("no pawn becomes that")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(fen: &str, text: &str) -> u16 {
        let position = Position::from_fen(fen).unwrap();
        let code = encode(position.parse_move(text).unwrap());
        assert_eq!(decode(code, &position), position.parse_move(text).ok(), "{text}");
        code
    }

    #[test]
    fn moves_are_written_as_the_format_has_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        for (fen, text, bits) in [
            (start, "e2e4", 0o1434),
            (castling, "O-O", 0o0407),
            (castling, "O-O-O", 0o0400),
            (promotion, "a8=N", 0o16070),
            (promotion, "a8=Q", 0o46070),
        ] {
            assert_eq!(code(fen, text), bits, "{text}");
        }
    }

    #[test]
    fn castling_may_be_written_as_the_king_goes() {
        for (side, codes) in [("w", [0o0406, 0o0402]), ("b", [0o7476, 0o7472])] {
            let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R {side} KQkq - 0 1");
            let position = Position::from_fen(&fen).unwrap();
            let written = codes.map(|code| position.san(decode(code, &position).unwrap()));
            assert_eq!(written, ["O-O", "O-O-O"], "{side}");
        }
        let queen = Position::from_fen("k7/8/8/8/8/8/7K/4Q2b w - - 0 1").unwrap();
        assert_eq!(queen.san(decode(0o0406, &queen).unwrap()), "Qg1", "a move of another man");
    }

    #[test]
    fn what_is_not_legal_is_no_move() {
        assert_eq!(decode(0o1444, &Position::startpos()), None);
    }

    #[test]
    fn codes_without_sense_are_told() {
        assert_eq!(fault(0o1434), None);
        assert_eq!(fault(0o1414), Some("it goes nowhere"));
        assert_eq!(fault(0o51434), Some("no pawn becomes that"));
        assert_eq!(fault(0o101434), Some("no pawn becomes that"));
    }
}
