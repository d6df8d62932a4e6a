//! What the reader takes, what it refuses and why, and that the writer is its inverse.

use proptest::prelude::*;

use super::super::play::random_games;
use super::*;

fn refused(fen: &str) -> FenError {
    Position::from_fen(fen).expect_err(fen)
}

/// Refused, with words in its reason that name the field and the fault.
fn assert_refused(fen: &str, words: &[&str]) {
    let reason = refused(fen).to_string();
    for word in words {
        assert!(reason.contains(word), "{fen}: {reason}");
    }
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

#[test]
fn reading_undoes_writing() {
    for position in random_games(400) {
        assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    }
}

#[test]
fn writing_undoes_reading() {
    for fen in [
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 150 9999",
        // The inner rook castles: its file tells it from the outer one.
        "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1",
        "rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1",
        "1r2k3/8/8/8/8/8/8/1R2KR2 w KQq - 0 1",
    ] {
        assert_eq!(Position::from_fen(fen).unwrap().fen(), fen);
    }
}

#[test]
fn four_fields_do_without_the_counters() {
    let position: Position = "4k3/8/8/8/8/8/8/4K2R w K -".parse().unwrap();
    assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn every_other_number_of_fields_is_refused() {
    for (tail, count) in [("", 1), (" w", 2), (" w -", 3), (" w - - 0", 5), (" w - - 0 1 x", 7)] {
        assert_eq!(refused(&format!("{KINGS}{tail}")), FenError::FieldCount(count));
    }
    assert_eq!(refused(""), FenError::FieldCount(0));
}

#[test]
fn the_placement_must_fill_eight_ranks_of_eight() {
    assert_refused("4k3/8/8/8/8/8/4K3 w - - 0 1", &["placement", "7 ranks"]);
    assert_refused("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", &["placement", "9 ranks"]);
    assert_refused("4k3/8/8/7/8/8/8/4K3 w - - 0 1", &["rank 5 has 7 squares"]);
    assert_refused("4k3/8/8/ppppppppp/8/8/8/4K3 w - - 0 1", &["rank 5 has 9 squares"]);
    assert_refused("4k3/8/8/8p/8/8/8/4K3 w - - 0 1", &["rank 5 has 9 squares"]);
    for letter in ['x', '0', '9', '-', 'é'] {
        let fen = format!("4k3/8/8/7{letter}/8/8/8/4K3 w - - 0 1");
        assert_eq!(refused(&fen), FenError::UnknownLetter(letter));
    }
}

#[test]
fn men_beyond_those_of_a_game_are_refused() {
    let crowd = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_refused(crowd, &["placement", "White has 17 men"]);
    assert_refused("4k3/p7/pppppppp/8/8/8/8/4K3 w - - 0 1", &["Black has 9 pawns"]);
    let third_knight = "4k3/8/8/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1";
    assert_refused(third_knight, &["1 promoted", "only 0 pawns"]);
    let bishops_of_one_color = "4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1";
    assert_refused(bishops_of_one_color, &["1 promoted", "only 0 pawns"]);
    assert!(Position::from_fen("4k3/8/8/8/8/8/1PPPPPPP/NNN1K3 w - - 0 1").is_ok());
    assert!(Position::from_fen("4k3/8/8/8/8/8/QQQQQQQQ/Q3K3 w - - 0 1").is_err(), "check");
}

#[test]
fn each_side_has_one_king() {
    assert_eq!(refused("8/8/8/8/8/8/8/4K3 w - - 0 1"), FenError::KingCount(Color::Black, 0));
    assert_eq!(refused("4k3/8/8/8/8/8/8/3KK3 w - - 0 1"), FenError::KingCount(Color::White, 2));
    assert_eq!(refused("8/8/8/8/8/8/8/8 w - - 0 1"), FenError::KingCount(Color::White, 0));
}

#[test]
fn pawns_never_stand_on_the_first_or_last_rank() {
    assert_eq!(refused("4k2P/8/8/8/8/8/8/4K3 w - - 0 1"), FenError::PawnOnBackRank(Square::H8));
    assert_eq!(refused("4k3/8/8/8/8/8/8/p3K3 w - - 0 1"), FenError::PawnOnBackRank(Square::A1));
}

#[test]
fn the_side_that_moved_last_is_not_in_check() {
    assert_refused("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", &["side to move", "Black is in check"]);
    assert!(Position::from_fen("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1").is_ok());
    let adjacent_kings = "8/8/8/3kK3/8/8/8/8 w - - 0 1";
    assert_eq!(refused(adjacent_kings), FenError::OpponentInCheck(Color::Black));
    assert_refused("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", &["Black is in check"]);
}

#[test]
fn checks_that_no_move_gives_are_refused() {
    let three = "4k3/8/3N4/4R2B/8/8/8/4K3 b - - 0 1";
    assert_refused(three, &["side to move", "Black", "3 men"]);
    let two_knights = "4k3/6N1/3N4/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(refused(two_knights), FenError::ImpossibleCheck(Color::Black, 2));
    assert!(Position::from_fen("4k3/8/3N4/4R3/8/8/8/4K3 b - - 0 1").is_ok());
}

#[test]
fn the_side_is_a_small_w_or_b() {
    for side in ["W", "white", "-", "x"] {
        assert_eq!(refused(&format!("{KINGS} {side} - - 0 1")), FenError::Side(side.to_owned()));
    }
}

#[test]
fn castling_rights_need_king_and_rook_at_home() {
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R";
    for field in ["KQkq", "kqKQ", "HAha", "Kq", "AHq", "-"] {
        assert!(Position::from_fen(&format!("{rooks} w {field} - 0 1")).is_ok(), "{field}");
    }
    let castling = |men: &str, field: &str| refused(&format!("{men} w {field} - 0 1"));
    assert_eq!(castling(rooks, "KK"), FenError::CastlingTwice('K'));
    assert_eq!(castling(rooks, "KQH"), FenError::CastlingTwice('H'));
    assert_eq!(castling(rooks, "K-"), FenError::CastlingLetter('-'));
    assert_eq!(castling(rooks, "--"), FenError::CastlingLetter('-'));
    assert_eq!(castling(rooks, "X"), FenError::CastlingLetter('X'));
    assert_eq!(castling(rooks, "B"), FenError::CastlingRook('B'));
    assert_eq!(castling(rooks, "E"), FenError::CastlingRook('E'));
    assert_eq!(castling("4k3/8/8/8/8/8/8/R3K3", "K"), FenError::CastlingRook('K'));
    assert_eq!(castling("r3k3/8/8/8/8/8/8/R3K2R", "k"), FenError::CastlingRook('k'));
    assert_eq!(castling("4k3/8/8/8/8/8/8/4KRR1", "FG"), FenError::CastlingTwice('G'));
    let moved = FenError::CastlingKing { letter: 'Q', king: Square::E2 };
    assert_eq!(castling("4k3/8/8/8/8/8/4K3/R7", "Q"), moved);
    let corner = FenError::CastlingKing { letter: 'K', king: Square::A1 };
    assert_eq!(castling("4k3/8/8/8/8/8/8/K6R", "K"), corner);
}

#[test]
fn castling_letters_name_the_outermost_rook_or_a_file() {
    let rook = |field: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/R1R1KR1R w {field} - 0 1");
        Position::from_fen(&fen).unwrap().castling_rooks()
    };
    assert_eq!(rook("K"), bit(Square::H1));
    assert_eq!(rook("Q"), bit(Square::A1));
    assert_eq!(rook("F"), bit(Square::F1));
    assert_eq!(rook("CH"), bit(Square::C1) | bit(Square::H1));
}

#[test]
fn en_passant_needs_a_pawn_that_has_just_passed() {
    let refused_at = |men: &str, side: char, ep: &str| refused(&format!("{men} {side} - {ep} 0 1"));
    let both = "4k3/8/8/3pP3/8/8/8/4K3";
    assert_eq!(refused_at(both, 'w', "d3"), FenError::EnPassantRank(Square::D3));
    assert_eq!(refused_at(both, 'w', "d5"), FenError::EnPassantRank(Square::D5));
    assert_eq!(refused_at(both, 'b', "e6"), FenError::EnPassantRank(Square::E6));
    assert_eq!(refused_at(both, 'w', "c6"), FenError::EnPassantPawn(Square::C6));
    assert_eq!(refused_at(both, 'w', "e6"), FenError::EnPassantPawn(Square::E6));
    let on_target = "4k3/8/3n4/3pP3/8/8/8/4K3";
    assert_eq!(refused_at(on_target, 'w', "d6"), FenError::EnPassantBlocked(Square::D6));
    let behind = "4k3/3n4/8/3pP3/8/8/8/4K3";
    assert_eq!(refused_at(behind, 'w', "d6"), FenError::EnPassantBlocked(Square::D6));
    let checked_before = "4r1k1/8/8/3p4/8/8/8/4K3";
    assert_eq!(refused_at(checked_before, 'w', "d6"), FenError::EnPassantInCheck(Square::D6));
    let uncovered = "4b1k1/8/8/1K1p4/8/8/8/8 w - d6 0 1";
    assert!(Position::from_fen(uncovered).is_ok(), "the bishop looked at d7 until now");
    for ep in ["d", "d66", "i6", "d9", "dd", "é", "--", "66"] {
        assert_eq!(refused_at(both, 'w', ep), FenError::EnPassantSquare(ep.to_owned()));
    }
}

#[test]
fn an_en_passant_square_of_no_use_is_dropped() {
    let useless = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    assert_eq!(Position::from_fen(useless).unwrap().fen(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    let pinned = "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1";
    assert_eq!(Position::from_fen(pinned).unwrap().en_passant(), None);
    let useful = "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1";
    assert_eq!(Position::from_fen(useful).unwrap().en_passant(), Some(Square::D3));
}

#[test]
fn counters_are_kept_and_stay_in_range() {
    let with = |counters: &str| Position::from_fen(&format!("{KINGS} w - - {counters}"));
    let position = with("150 9999").unwrap();
    assert_eq!((position.halfmoves(), position.fullmoves()), (150, 9999));
    assert_eq!(with("0 0").unwrap().fullmoves(), 1, "as many programs write it");
    for clock in ["151", "9999", "-1", "+1", "x", "1.5", "99999999999999999999"] {
        assert_eq!(with(&format!("{clock} 1")), Err(FenError::HalfmoveClock(clock.to_owned())));
    }
    for number in ["10000", "-1", "+1", "x", "99999999999999999999"] {
        assert_eq!(with(&format!("0 {number}")), Err(FenError::FullmoveNumber(number.to_owned())));
    }
    assert_refused(&format!("{KINGS} w - - 9999 1"), &["half-move clock", "9999", "0 to 150"]);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*") {
        let _ = Position::from_fen(&text);
    }

    /// Texts that are nearly FENs reach every field's examination.
    #[test]
    fn whatever_is_read_is_written_and_read_again(
        rows in proptest::collection::vec("[1-8kKpPrRqQnNbB]{1,4}", 8),
        side in "[wb]", castling in "[KQkqAaHh-]{1,3}", ep in "([a-h][36])|-",
    ) {
        let fen = format!("{} {side} {castling} {ep} 3 7", rows.join("/"));
        if let Ok(position) = Position::from_fen(&fen) {
            prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        }
    }

    /// One letter changed in a good FEN: refused, or good again.
    #[test]
    fn damaged_fens_are_refused_or_still_legal(at in 0usize..60, letter in "\\PC") {
        let good = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut letters: Vec<String> = good.chars().map(String::from).collect();
        if let Some(old) = letters.get_mut(at) {
            *old = letter;
        }
        if let Ok(position) = Position::from_fen(&letters.concat()) {
            prop_assert!(position.legal_moves().len() <= 218);
            prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        }
    }
}
