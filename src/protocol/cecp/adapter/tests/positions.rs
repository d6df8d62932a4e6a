//! Positions that the GUI sets up: FENs, edits and variants.

use super::*;
use crate::position::{ChessMove, Piece, Rights, Square};

#[test]
fn after_a_bad_position_no_move_is_legal_until_a_good_one() {
    let mut cecp = greeted();
    let refused = said(&mut cecp, "setboard 8/8/8/8 w - - 0 1").concat();
    assert!(refused.starts_with("< tellusererror Illegal position"), "{refused}");
    check(
        &mut cecp,
        &[
            ("usermove e2e4", &["< Illegal move (no legal position): e2e4"]),
            ("go", &["< Error (no legal position): go"]),
            ("playother", &["< Error (no legal position): playother"]),
            ("analyze", &["< Error (no legal position): a'nalyze"]),
            ("exclude e2e4", &["< Error (no legal position): exclude e2e4"]),
            ("setscore 9 9", &["< Error (no legal position): setscore 9 9"]),
            ("black", &["< Error (no legal position): black"]),
            ("ping 1", &["Ping(\"1\")"]),
            (&format!("setboard {MATE_IN_ONE}"), &[&format!("SetGame {MATE_IN_ONE}")]),
            ("usermove d1d8", &["Move(\"d1d8\")"]),
        ],
    );
    let refused = said(&mut cecp, "setboard").concat();
    assert!(refused.starts_with("< tellusererror Illegal position"), "{refused}");
    check(
        &mut cecp,
        &[
            ("d1d8", &["< Illegal move (no legal position): d1d8"]),
            ("new", &["NewGame"]),
            ("go", &["Go"]),
        ],
    );
}

#[test]
fn an_edit_is_gathered_and_sent_whole() {
    let king = |color, square| Edit::Put(color, Piece::King, square);
    let edits = vec![
        Edit::Clear,
        king(Color::White, Square::E1),
        king(Color::Black, Square::E8),
        Edit::Remove(Square::A4),
    ];
    let whole = format!("{:?}", Command::Edit { edits, rights: Rights::Usual });
    check(
        &mut greeted(),
        &[
            ("edit", &["Abandon"]),
            ("#", &[]),
            ("Ke1", &[]),
            ("c", &[]),
            ("Ke8", &[]),
            ("zz", &["< Error (no edit command, such as Pe4, xe4, #, c or .): zz"]),
            (
                "usermove e2e4",
                &["< Error (no edit command, such as Pe4, xe4, #, c or .): usermove e2e4"],
            ),
            ("ping 1", &["Ping(\"1\")"]),
            ("", &[]),
            ("xa4", &[]),
            (".", &[&whole]),
            (".", &[]),
            ("usermove e2e4", &["Move(\"e2e4\")"]),
        ],
    );
}

#[test]
fn new_and_quit_leave_an_edit() {
    check(
        &mut greeted(),
        &[
            ("edit", &["Abandon"]),
            ("#", &[]),
            ("new", &["NewGame"]),
            ("c", &["< Error (unknown command): c"]),
        ],
    );
    check(&mut greeted(), &[("edit", &["Abandon"]), ("quit", &["Quit"])]);
}

#[test]
fn an_edit_ends_the_lack_of_a_position_unless_it_leaves_none_itself() {
    let mut cecp = greeted();
    cecp.line("setboard nonsense");
    for line in ["edit", "#", "."] {
        cecp.line(line);
    }
    check(&mut cecp, &[("go", &["Go"])]);
    let refused = cecp.event(&Event::BadPosition { reason: "no king".to_owned() });
    assert_eq!(refused, ["tellusererror Illegal position: no king"]);
    check(&mut cecp, &[("e2e4", &["< Illegal move (no legal position): e2e4"])]);
}

/// The castling of White's king with the rook on the h-file.
fn castling() -> (Box<Position>, ChessMove) {
    let before = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    let mv = before.parse_move("O-O").unwrap();
    (Box::new(before), mv)
}

#[test]
fn a_variant_begins_at_its_own_start_and_new_ends_it() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    let (castles, never) =
        (format!("SetGame {START} KQkq - 0 1"), format!("SetGame {START} - - 0 1"));
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w";
    let edit = "Edit { edits: [], rights: None }";
    check(
        &mut greeted(),
        &[
            ("new", &["NewGame"]),
            ("variant nocastle", &[&never]),
            (&format!("setboard {rooks} KQkq - 0 1"), &[&format!("SetGame {rooks} - - 0 1")]),
            ("edit", &["Abandon"]),
            (".", &[edit]),
            ("variant fischerandom", &[&castles]),
            ("variant fischerandom", &[]),
            (
                "variant shogi",
                &[
                    "< Error (unsupported variant; there are normal, nocastle, fischerandom): variant shogi",
                ],
            ),
            ("new", &["NewGame"]),
            ("variant normal", &[]),
            (&format!("setboard {rooks} KQkq - 0 1"), &[&format!("SetGame {rooks} KQkq - 0 1")]),
        ],
    );
}

#[test]
fn castling_is_sent_as_the_variant_has_it() {
    let mut cecp = greeted();
    let (before, mv) = castling();
    let moved = Event::Moved { by: Party::Engine, before: before.clone(), mv };
    assert_eq!(cecp.event(&moved), ["move e1g1"]);
    cecp.line("variant fischerandom");
    assert_eq!(cecp.event(&moved), ["move O-O"]);
    assert_eq!(cecp.event(&Event::Hint { position: before, mv }), ["Hint: O-O"]);
    check(&mut cecp, &[("O-O-O", &["Move(\"O-O-O\")"])]);
    cecp.line("new");
    assert_eq!(cecp.event(&moved), ["move e1g1"]);
}
