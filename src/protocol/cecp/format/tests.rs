use proptest::prelude::*;

use super::*;
use crate::position::{Color, Square};

fn report() -> Thinking {
    Thinking {
        root: Position::startpos(),
        depth: 9,
        seldepth: 14,
        score: Score::Centipawns(-31),
        bound: Bound::Exact,
        elapsed: Duration::from_millis(1239),
        nodes: 2_478_000,
        rank: None,
        chances: [300, 400, 300],
        hashfull: 0,
        tbhits: 0,
        line: Vec::new(),
    }
}

fn mv(text: &str) -> ChessMove {
    let square = |name: &str| name.parse::<Square>().unwrap();
    let (from, to) = text.split_at(2);
    ChessMove::new(square(from), square(to), None)
}

fn ended(winner: Option<Color>, reason: &str) -> GameResult {
    GameResult { winner, decided: true, reason: reason.to_owned() }
}

#[test]
fn thinking_has_its_fields_and_a_tab_before_the_line() {
    assert_eq!(thinking(&report()), "9 -31 123 2478000 14 2000000 0\t");
}

#[test]
fn no_time_at_all_is_no_speed() {
    let report = Thinking { elapsed: Duration::ZERO, ..report() };
    assert_eq!(thinking(&report), "9 -31 0 2478000 14 0 0\t");
}

#[test]
fn mates_are_counted_in_moves_from_100000() {
    let of = |value| score(value).to_string();
    assert_eq!(of(Score::Mate(3)), "100003");
    assert_eq!(of(Score::Mate(-3)), "-100003");
    assert_eq!(of(Score::Mate(0)), "-100000");
    assert_eq!(of(Score::Centipawns(250)), "250");
    assert_eq!(of(Score::Centipawns(i32::MAX)), "99999");
    assert_eq!(of(Score::Centipawns(i32::MIN)), "-99999");
}

#[test]
fn failing_low_and_high_is_marked_after_the_line() {
    let of = |bound| thinking(&Thinking { bound, line: vec![mv("e2e4")], ..report() });
    assert!(of(Bound::Upper).ends_with("\te2e4 ?"));
    assert!(of(Bound::Lower).ends_with("\te2e4 !"));
    assert!(of(Bound::Exact).ends_with("\te2e4"));
}

#[test]
fn the_line_is_in_coordinates_and_ends_where_it_would_be_illegal() {
    let line = ["e2e4", "e7e5", "g1f3", "e2e4", "d2d4"].map(mv).to_vec();
    let text = thinking(&Thinking {
        rank: None,
        chances: [300, 400, 300],
        hashfull: 0,
        tbhits: 0,
        line,
        ..report()
    });
    assert!(text.ends_with("\te2e4 e7e5 g1f3"), "{text}");
}

#[test]
fn castling_is_sent_as_the_kings_two_steps() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    assert_eq!(own_move(&position, mv("e1h1")), "move e1g1");
    assert_eq!(hint(&position, mv("e1a1")), "Hint: e1c1");
}

#[test]
fn status_names_the_move_being_searched_if_there_is_one() {
    let mut at = Status {
        root: Position::startpos(),
        elapsed: Duration::from_millis(2500),
        nodes: 12_345,
        depth: 7,
        moves_left: 4,
        moves_total: 20,
        current: None,
    };
    assert_eq!(status(&at), "stat01: 250 12345 7 4 20");
    at.current = Some(mv("g1f3"));
    assert_eq!(status(&at), "stat01: 250 12345 7 4 20 g1f3");
}

#[test]
fn results_are_claimed_with_their_reason() {
    let white = Some(Color::White);
    assert_eq!(result(&ended(white, "White mates")).unwrap(), "1-0 {White mates}");
    assert_eq!(result(&ended(None, "Draw {by} rule\n")).unwrap(), "1/2-1/2 {Draw by rule}");
    assert_eq!(result(&ended(white, "king not found")).unwrap(), "1-0");
}

#[test]
fn a_game_without_result_is_not_claimed() {
    assert_eq!(result(&GameResult { decided: false, ..ended(None, "adjourned") }), None);
}

#[test]
fn complaints_repeat_what_they_are_about() {
    assert_eq!(illegal_move("no such move", "e2e5"), "Illegal move (no such move): e2e5");
    assert_eq!(error("unknown command", "xyzzy 1 2"), "Error (unknown command): xyzzy 1 2");
    assert_eq!(illegal_position("no white king"), "tellusererror Illegal position: no white king");
}

#[test]
fn an_echo_is_short_and_plain() {
    let line = error("unknown command", &format!("a\0b\r\nc\u{e9}d {}", "x".repeat(5000)));
    assert!(line.starts_with("Error (unknown command): a b  c d xxx"), "{line}");
    assert!(line.len() <= 25 + MAX_ECHO, "{line}");
}

#[test]
fn a_reason_that_would_hide_an_illegal_move_is_left_out() {
    for reason in ["no piece on the board", "what?", "No result"] {
        assert_eq!(illegal_move(reason, "e2e4"), "Illegal move: e2e4");
    }
    assert_eq!(illegal_move("no", "e2e4?"), "Illegal move");
}

#[test]
fn a_complaint_is_never_taken_for_something_else() {
    assert_eq!(error("unknown command", "offer a draw"), "Error (unknown command)");
    assert_eq!(error("unknown command", "Draw"), "Error (unknown command)");
    assert_eq!(error("book not found", "book"), "Error");
    assert_eq!(illegal_position("king not found"), "tellusererror Illegal position");
}

#[test]
fn a_remark_is_one_line_after_a_hash() {
    assert_eq!(remark("planned\nmove e2e4"), "# planned move e2e4");
}

#[test]
fn features_are_what_xboard_knows_and_done_comes_last() {
    const KNOWN: &str = "ping setboard playother san usermove time draw sigint sigterm reuse \
        analyze myname variants colors ics name pause nps debug memory smp option done";
    let lines = features(&Options::new().unwrap());
    for line in &lines {
        let given = line.strip_prefix("feature ").unwrap();
        assert!(is_harmless(line), "{line}");
        // Outside quotes, every word is a known name, `=`, and 0, 1 or the start of a string.
        for (index, outside) in given.split('"').enumerate().filter(|(index, _)| index % 2 == 0) {
            for feature in outside.split_whitespace() {
                let (name, value) = feature.split_once('=').unwrap();
                assert!(KNOWN.split_whitespace().any(|known| known == name), "{name}");
                assert!(matches!(value, "0" | "1" | ""), "{index}: {feature}");
            }
        }
    }
    assert_eq!(lines.last().unwrap(), "feature done=1");
    let all = lines.join("\n");
    for needed in ["ping=1", "setboard=1", "usermove=1", "colors=0", "sigint=0", "-spin 30 0 10000"]
    {
        assert!(all.contains(needed), "{needed}");
    }
}

#[test]
fn no_fixed_line_is_misread() {
    for line in NO_BOOK {
        assert!(is_harmless(line) && (line.is_empty() || line.starts_with(' ')), "{line}");
    }
    assert!(is_harmless(&pong("1")));
    assert!(!is_read_as_failed_start(DRAW_OFFER));
}

proptest! {
    #[test]
    fn no_foreign_text_breaks_a_line_or_changes_its_meaning(
        before in any::<String>(),
        phrase in prop::sample::select(vec![
            "not found", "offer draw", "Draw", "Permission denied", "\nmove e2e4\n", "?", "board",
        ]),
        after in any::<String>(),
    ) {
        let text = format!("{before}{phrase}{after}");
        for line in [error("bad number", &text), error("bad number", &before)] {
            prop_assert!(line.starts_with("Error (bad number)"), "{}", line);
            prop_assert!(is_harmless(&line) && !line.contains('\n'), "{}", line);
        }
        let line = illegal_move("no such move", &text);
        prop_assert!(line.starts_with("Illegal move"), "{}", line);
        prop_assert!(is_heard(&line) && !line.contains('\n'), "{}", line);
        for line in [error(&text, "go"), illegal_position(&text)] {
            prop_assert!(is_harmless(&line) && !line.contains('\n'), "{}", line);
        }
        let line = illegal_move(&text, "e2e4");
        prop_assert!(line.ends_with(": e2e4") && is_heard(&line), "{}", line);
        let line = remark(&text);
        prop_assert!(line.starts_with("# ") && !line.contains('\n'), "{}", line);
        let line = result(&ended(None, &text)).unwrap();
        prop_assert!(!is_read_as_failed_start(&line) && !line.contains('\n'), "{}", line);
    }
}
