//! What is read as a move, what is refused and why, and that reading undoes writing.

use std::str::FromStr;

use proptest::prelude::*;

use super::super::play::random_games;
use super::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// All texts mean the same move, which is `coordinates` (of king and rook for castling).
fn assert_reads(fen: &str, coordinates: &str, texts: &[&str]) {
    for text in texts {
        let read = position(fen).parse_move(text).map(|m| m.to_string());
        assert_eq!(read.as_deref(), Ok(coordinates), "{text} in {fen}");
    }
}

fn refusal(fen: &str, text: &str) -> MoveError {
    position(fen).parse_move(text).expect_err(text)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn reading_undoes_writing_in_both_notations() {
    for position in random_games(60) {
        for m in position.legal_moves() {
            let (san, coordinate) = (position.san(m), position.coordinate(m));
            assert_eq!(position.parse_move(&san), Ok(m), "{san} in {position:?}");
            assert_eq!(position.parse_move(&coordinate), Ok(m), "{coordinate} in {position:?}");
        }
    }
}

#[test]
fn ordinary_moves_are_read_in_every_usual_form() {
    assert_reads(START, "e2e4", &["e4", "e2e4", "E2E4", "e2-e4", "E4", " e4 ", "Pe4", "e4!?"]);
    assert_reads(START, "g1f3", &["Nf3", "Ng1f3", "Ng1-f3", "nf3", "NF3", "Ngf3", "N1f3", "g1f3"]);
    let takes = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_reads(takes, "e4d5", &["exd5", "ed5", "e4xd5", "e4d5", "e:d5", "EXD5", "exd5!"]);
    let check = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_reads(check, "a1a8", &["Ra8+", "Ra8", "Ra8++", "Ra8#", "Ra8+!", "a1a8+"]);
}

#[test]
fn promotions_are_read_in_every_usual_form() {
    let fen = "3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1";
    let queen = ["e8=Q", "e8Q", "e7e8q", "e7e8Q", "E7E8Q", "e7e8=Q", "e8=q", "e8(Q)", "e8/Q"];
    assert_reads(fen, "e7e8q", &queen);
    assert_reads(fen, "e7d8n", &["exd8=N", "exd8N", "ed8n", "e7d8n", "e7xd8=N+"]);
    assert_reads(fen, "e7d8b", &["exd8=B", "exd8b", "e7d8b"]);
}

#[test]
fn en_passant_is_read_with_and_without_its_mark() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_reads(fen, "e5d6", &["exd6", "exd6 e.p.", "exd6ep", "exd6e.p.+", "e5d6", "ed6"]);
}

#[test]
fn castling_is_read_in_every_usual_form() {
    assert_reads(ROOKS, "e1h1", &["O-O", "0-0", "o-o", "O-O+", "e1g1", "e1h1", "E1G1", "0-0!"]);
    assert_reads(ROOKS, "e1a1", &["O-O-O", "0-0-0", "o-o-o", "O-O-O#", "e1c1", "e1a1"]);
}

#[test]
fn in_chess960_a_step_of_the_king_is_no_castling() {
    let fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
    assert_reads(fen, "f1g1", &["f1g1", "Kg1"]);
    assert_reads(fen, "f1h1", &["f1h1", "O-O"]);
    let next_to_it = "4k3/8/8/8/8/8/8/5KR1 w K - 0 1";
    assert_reads(next_to_it, "f1g1", &["O-O", "f1g1"]);
    assert!(position(next_to_it).parse_move("Kg1").is_err());
}

#[test]
fn a_small_b_is_a_pawn_where_it_can_be_one() {
    let both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    assert_reads(both, "b2c3", &["bxc3", "bc3", "b2c3"]);
    assert_reads(both, "d2c3", &["Bxc3", "BXC3", "Bc3", "Bdc3", "d2c3"]);
    assert_reads(both, "d2g5", &["Bg5", "bg5"]);
    assert_reads(both, "b2b4", &["b4", "b2b4", "B2B4"]);
    let rank = "4k3/8/3B4/8/8/8/3B4/4K3 w - - 0 1";
    assert_reads(rank, "d2b4", &["B2b4"]);
}

#[test]
fn san_says_as_much_as_needed_and_no_more() {
    for (fen, coordinates, san) in [
        (START, "g1f3", "Nf3"),
        ("3k4/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1+"),
        ("7k/R7/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"),
        ("6k1/8/8/8/4Q2Q/8/2K5/7Q w - - 0 1", "h4e1", "Qh4e1"),
        // The other knight is pinned.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7d8n", "exd8=N"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"),
        (ROOKS, "e1a1", "O-O-O"),
    ] {
        let position = position(fen);
        let m = position.parse_move(coordinates).unwrap();
        assert_eq!(position.san(m), san, "{fen}");
    }
}

#[test]
fn castling_in_coordinates_is_the_kings_way_only_from_the_usual_squares() {
    for (fen, text, coordinate) in [
        (ROOKS, "O-O", "e1g1"),
        (ROOKS, "O-O-O", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "e8c8"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "O-O", "O-O"),
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "O-O-O", "O-O-O"),
        ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "e1d1"),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=R", "e7e8r"),
    ] {
        let position = position(fen);
        assert_eq!(position.coordinate(position.parse_move(text).unwrap()), coordinate);
    }
}

#[test]
fn what_is_no_move_is_unreadable() {
    for text in [
        "",
        " ",
        "hello",
        "e",
        "e9",
        "i4",
        "e2e9",
        "xd5",
        "-e4",
        "e8=K",
        "e8=P",
        "e8=",
        "0000",
        "--",
        "@@@@",
        "O-O-O-O",
        "O",
        "Nf",
        "Zf3",
        "e2e4e5",
        "N12f3",
        "P@h3",
        "é4",
        "e.p.",
        "+",
        "e2e4 and a long comment after it",
    ] {
        assert_eq!(refusal(START, text), MoveError::Unreadable, "{text:?}");
    }
}

#[test]
fn a_refusal_says_what_is_wrong() {
    use MoveError::*;
    use Piece::{Bishop, Knight, Pawn, Queen, Rook};
    let s = |text: &str| {
        let letters: Vec<char> = text.chars().collect();
        crate::position::square_of(letters[0], letters[1]).unwrap()
    };
    let cases = [
        (START, "e4e5", EmptySquare(s("e4"))),
        (START, "e7e5", NotYours(s("e7"))),
        (START, "Bg1f3", WrongPiece { square: s("g1"), piece: Bishop }),
        (START, "Nd2", CannotReach { piece: Knight, to: s("d2") }),
        (START, "Rhg5", NotItsMove { piece: Rook, from: s("h1"), to: s("g5") }),
        (START, "a1a2", OwnPiece(s("a2"))),
        (START, "Ra3", CannotReach { piece: Rook, to: s("a3") }),
        (START, "a1a3", Blocked { from: s("a1"), to: s("a3") }),
        (START, "Qd3", Blocked { from: s("d1"), to: s("d3") }),
        (START, "e5", NotItsMove { piece: Pawn, from: s("e2"), to: s("e5") }),
        (START, "exd3", NotItsMove { piece: Pawn, from: s("e2"), to: s("d3") }),
        (START, "e2e4q", NoPromotion),
        (START, "O-O", CastlingBlocked),
        (START, "e1g1", CastlingBlocked),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd1", NoSuchPiece(Queen)),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", NoCastlingRight),
        ("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", "O-O-O", CastlingInCheck),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", CastlingIntoCheck),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "Kf1", LeavesKingInCheck),
        ("k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", LeavesKingInCheck),
        ("k3r3/8/8/8/8/8/3N4/4K3 w - - 0 1", "Nf3", InCheck),
        ("4k3/4p3/8/8/4P3/4p3/8/4K3 b - - 0 1", "e2e1", EmptySquare(s("e2"))),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8", MissingPromotion),
        ("8/4P3/8/8/8/8/k3P3/4K3 w - - 0 1", "e8", MissingPromotion),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8", MissingPromotion),
        ("4k3/4p3/8/8/4P3/4p3/8/4K3 w - - 0 1", "e5e6", EmptySquare(s("e5"))),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", Blocked { from: s("e4"), to: s("e5") }),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", Ambiguous { piece: Knight, to: s("d2") }),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Ne5", CannotReach { piece: Knight, to: s("e5") }),
        ("k3r3/8/8/8/8/8/4N3/N3K3 w - - 0 1", "Nd4", LeavesKingInCheck),
    ];
    for (fen, text, reason) in cases {
        assert_eq!(refusal(fen, text), reason, "{text} in {fen}");
    }
}

/// xboard takes an answer with one of these words, or one that begins so, for something else.
#[test]
fn no_reason_holds_words_that_xboard_takes_for_others() {
    use MoveError::*;
    const TAKEN: [&str; 14] = [
        "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
        "depth", "accepted", "offer", "draw",
    ];
    let square = Square::E4;
    for piece in chess::ALL_PIECES {
        let (from, to) = (square, square);
        for reason in [
            Unreadable,
            EmptySquare(square),
            NotYours(square),
            WrongPiece { square, piece },
            NoSuchPiece(piece),
            CannotReach { piece, to },
            Ambiguous { piece, to },
            OwnPiece(square),
            NotItsMove { piece, from, to },
            Blocked { from, to },
            InCheck,
            LeavesKingInCheck,
            MissingPromotion,
            NoPromotion,
            NoCastlingRight,
            CastlingBlocked,
            CastlingInCheck,
            CastlingIntoCheck,
        ] {
            let words = reason.to_string().to_lowercase();
            assert!(TAKEN.iter().all(|taken| !words.contains(taken)), "{words}");
            assert!(!words.starts_with("white") && !words.starts_with("black"), "{words}");
        }
    }
}

#[test]
fn moves_are_numbered_as_a_reader_needs_it() {
    let start = Position::startpos();
    let line = ["e2e4", "e7e5", "g1f3"].map(|text| ChessMove::from_str(text).unwrap());
    assert_eq!(start.numbered_line(&line), ["1. e4", "e5", "2. Nf3"]);
    let mut after = start;
    after.play(line[0]);
    assert_eq!(after.numbered(line[1]), "1... e5");
    assert_eq!(after.numbered_line(&line[1..]), ["1... e5", "2. Nf3"]);
    assert_eq!(after.numbered_line(&line), [""; 0], "White's move is none of Black's");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,12}") {
        let _ = Position::startpos().parse_move(&text);
    }

    /// Texts made of the signs of moves: whatever is read is legal.
    #[test]
    fn what_is_read_is_legal(text in "[KQRBNPkqrbn]?[a-hA-H]?[1-8]?[x:-]?[a-h][1-8](=?[qrbnQRBN])?") {
        for fen in [START, ROOKS, "4k3/P6P/8/3pP3/8/8/1B6/RN2KN1R w KQ d6 0 1"] {
            let position = position(fen);
            if let Ok(m) = position.parse_move(&text) {
                prop_assert!(position.is_legal(m), "{}", text);
            }
        }
    }
}
