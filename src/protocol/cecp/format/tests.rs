use proptest::prelude::*;

use super::*;
use crate::position::{Color, Square};

fn report() -> Thinking {
    Thinking {
        root: Position::startpos(),
        depth: 9,
        seldepth: 14,
        side: Color::White,
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

/// The line of a game of chess.
fn written(report: &Thinking) -> String {
    thinking(report)
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
    assert_eq!(written(&report()), "9 -31 123 2478000 14 2000000 0\t");
    let with_tables = Thinking { tbhits: 534, ..report() };
    assert_eq!(written(&with_tables), "9 -31 123 2478000 14 2000000 534\t");
}

#[test]
fn no_time_at_all_is_no_speed() {
    let report = Thinking { elapsed: Duration::ZERO, ..report() };
    assert_eq!(written(&report), "9 -31 0 2478000 14 0 0\t");
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
    let of = |bound| written(&Thinking { bound, line: vec![mv("e2e4")], ..report() });
    assert!(of(Bound::Upper).ends_with("\te4 ?"));
    assert!(of(Bound::Lower).ends_with("\te4 !"));
    assert!(of(Bound::Exact).ends_with("\te4"));
}

#[test]
fn the_line_is_written_for_people_and_ends_where_it_would_be_illegal() {
    let line = ["e2e4", "e7e5", "g1f3", "e2e4", "d2d4"].map(mv).to_vec();
    let text = written(&Thinking { line, ..report() });
    assert!(text.ends_with("\te4 e5 Nf3"), "{text}");
}

#[test]
fn castling_is_sent_as_the_variant_wants_it() {
    let root = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    let [short, long] = ["e1h1", "e1a1"].map(mv);
    assert_eq!(own_move(&root, short, Variant::Normal), "move e1g1");
    assert_eq!(hint(&root, long, Variant::Normal), "Hint: e1c1");
    let chess960 = Variant::FischeRandom;
    assert_eq!(own_move(&root, short, chess960), "move O-O");
    assert_eq!(hint(&root, long, chess960), "Hint: O-O-O");
    let line = [short, mv("e8e7"), mv("g1g2")].to_vec();
    let thought = thinking(&Thinking { root: root.clone(), line, ..report() });
    assert!(thought.ends_with("\tO-O Ke7 Kg2"), "{thought}");
    let at = Status { root, current: Some(long), ..analysis() };
    assert_eq!(status(&at, chess960), "stat01: 250 12345 7 4 20 O-O-O");
}

fn analysis() -> Status {
    Status {
        root: Position::startpos(),
        elapsed: Duration::from_millis(2500),
        nodes: 12_345,
        depth: 7,
        moves_left: 4,
        moves_total: 20,
        current: None,
    }
}

#[test]
fn status_names_the_move_being_searched_if_there_is_one() {
    assert_eq!(status(&analysis(), Variant::Normal), "stat01: 250 12345 7 4 20");
    let at = Status { current: Some(mv("g1f3")), ..analysis() };
    assert_eq!(status(&at, Variant::Normal), "stat01: 250 12345 7 4 20 g1f3");
}

#[test]
fn results_are_claimed_with_their_reason() {
    let white = Some(Color::White);
    assert_eq!(result(&ended(white, "White mates")).unwrap(), "1-0 {White mates}");
    assert_eq!(result(&ended(None, "Draw {by} rule\n")).unwrap(), "1/2-1/2 {Draw by rule}");
    assert_eq!(result(&ended(white, "king not found")).unwrap(), "1-0 {king n'ot found}");
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
fn an_illegal_move_is_heard_whatever_the_reason() {
    let refused = illegal_move("no piece on the board", "e2e4?");
    assert_eq!(refused, "Illegal move (no piece on the b'oard): e2e4'");
}

#[test]
fn a_complaint_is_never_taken_for_something_else() {
    let unknown = |command| error("unknown command", command);
    assert_eq!(unknown("offer a draw"), "Error (unknown command): o'ffer a d'raw");
    assert_eq!(unknown("Draw"), "Error (unknown command): D'raw");
    assert_eq!(error("no legal position", "analyze"), "Error (no legal position): a'nalyze");
    assert_eq!(error("an illegal position", "go"), "Error (an il'legal position): go");
    let nowhere = illegal_position("king not found");
    assert_eq!(nowhere, "tellusererror Illegal position: king n'ot found");
}

#[test]
fn commands_are_repeated_with_their_parameters() {
    assert_eq!(received("level 40 5 0"), "# received level: 40 5 0");
    assert_eq!(received("  new "), "# received new");
    assert_eq!(received("telluser  offer Draw "), "# received telluser: o'ffer D'raw");
}

#[test]
fn a_remark_is_one_line_after_a_hash() {
    assert_eq!(remark("planned\nmove e2e4"), "# planned move e2e4");
}

#[test]
fn features_are_what_xboard_knows_and_done_comes_last() {
    const KNOWN: &str = "ping setboard playother san usermove time draw sigint sigterm reuse \
        analyze myname variants colors ics name pause nps debug memory smp egt exclude setscore option \
        done";
    let lines = features(&Options::new().unwrap());
    for line in &lines {
        let given = line.strip_prefix("feature ").unwrap();
        assert!(is_harmless(line, Place::Result), "{line}");
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

/// Whether a line has no word in it that means something else there.
fn is_harmless(line: &str, place: Place) -> bool {
    mask(line, place) == line
}

#[test]
fn no_fixed_line_is_misread() {
    let start = Position::startpos();
    let known = vec![(start.parse_move("Nf3").unwrap(), 3), (start.parse_move("e4").unwrap(), 1)];
    for moves in [None, Some(Vec::new()), Some(known)] {
        let lines = book(&start, moves.as_deref());
        assert_eq!(lines.last().map(String::as_str), Some(""), "the end of the answer");
        assert_eq!(lines.iter().filter(|line| line.is_empty()).count(), 1);
        for line in &lines {
            assert!(line.is_empty() || line.starts_with(' '), "{line}");
            assert!(is_harmless(line, Place::Comment), "{line}");
        }
    }
    assert!(is_harmless(&pong("1"), Place::Comment));
    for line in [RESIGNATION, DRAW_OFFER] {
        assert!(is_harmless(line, Place::Result), "{line}");
    }
}

proptest! {
    #[test]
    fn no_foreign_text_breaks_a_line_or_changes_its_meaning(
        before in any::<String>(),
        phrase in prop::sample::select(vec![
            "not found", "offer draw", "Draw", "Permission denied", "\nmove e2e4\n", "?", "board",
            "Illegal", "analyze", "...",
        ]),
        after in any::<String>(),
    ) {
        let text = format!("{before}{phrase}{after}");
        let error = [error("bad number", &text), error(&text, "go")];
        let illegal_move = [illegal_move("no such move", &text), illegal_move(&text, "e2e4")];
        let comments = [remark(&text), received(&text), illegal_position(&text)];
        let result = [result(&ended(None, &text)).unwrap()];
        let places = [
            (Place::Error, "Error (", &error[..]),
            (Place::IllegalMove, "Illegal move (", &illegal_move[..]),
            (Place::Comment, "# ", &comments[..2]),
            (Place::Comment, "tellusererror Illegal position", &comments[2..]),
            (Place::Result, "1/2-1/2 {", &result[..]),
        ];
        for (place, head, lines) in places {
            for line in lines {
                prop_assert!(line.starts_with(head) && !line.contains('\n'), "{}", line);
                prop_assert!(is_harmless(line, place), "{}", line);
            }
        }
    }
}
