use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::position::{Color, MoveError, Square};

const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn report() -> Thinking {
    Thinking {
        root: Position::startpos(),
        depth: 9,
        seldepth: 14,
        rank: None,
        side: Color::White,
        score: Score::Centipawns(-31),
        bound: Bound::Exact,
        chances: [300, 400, 300],
        elapsed: Duration::from_millis(1239),
        nodes: 2_478_000,
        hashfull: 12,
        tbhits: 5,
        line: Vec::new(),
    }
}

fn mv(text: &str) -> ChessMove {
    let square = |name: &str| name.parse::<Square>().unwrap();
    let (from, to) = text.split_at(2);
    ChessMove::new(square(from), square(to), None)
}

fn moves(text: &str) -> Vec<ChessMove> {
    text.split_whitespace().map(mv).collect()
}

fn told(report: &Thinking) -> String {
    thinking(report, false, Castling::Steps)
}

#[test]
fn a_report_has_its_fields_and_the_line_comes_last() {
    let report = Thinking { line: moves("e2e4 e7e5"), ..report() };
    assert_eq!(
        told(&report),
        "info depth 9 seldepth 14 multipv 1 score cp -31 nodes 2478000 nps 2000000 hashfull 12 \
         tbhits 5 time 1239 pv e2e4 e7e5"
    );
}

#[test]
fn a_report_without_a_line_has_no_word_for_it() {
    assert!(told(&report()).ends_with(" time 1239"));
}

#[test]
fn several_lines_have_their_rank() {
    let report = Thinking { rank: Some(3), ..report() };
    assert!(told(&report).contains(" multipv 3 score "));
}

#[test]
fn chances_are_shown_if_wanted() {
    let shown = thinking(&report(), true, Castling::Steps);
    assert!(shown.contains(" score cp -31 wdl 300 400 300 nodes "), "{shown}");
}

#[test]
fn a_bound_follows_the_score() {
    let of = |bound| told(&Thinking { bound, ..report() });
    assert!(of(Bound::Lower).contains(" score cp -31 lowerbound nodes "));
    assert!(of(Bound::Upper).contains(" score cp -31 upperbound nodes "));
}

#[test]
fn mates_are_counted_in_moves_for_the_side_to_move() {
    let of = |moves| told(&Thinking { score: Score::Mate(moves), ..report() });
    assert!(of(3).contains(" score mate 3 "));
    assert!(of(-2).contains(" score mate -2 "));
    assert!(of(0).contains(" score mate 0 "));
}

#[test]
fn no_time_at_all_is_no_speed() {
    let report = Thinking { elapsed: Duration::ZERO, ..report() };
    assert!(told(&report).contains(" nps 0 ") && told(&report).ends_with(" time 0"));
}

#[test]
fn a_line_ends_where_it_would_be_illegal() {
    let report = Thinking { line: moves("e2e4 e7e5 g1f3 e2e4 d2d4"), ..report() };
    assert!(told(&report).ends_with(" pv e2e4 e7e5 g1f3"));
}

#[test]
fn castling_is_the_kings_two_steps_or_onto_the_rook() {
    let position = Position::from_fen(CASTLE).unwrap();
    let of = |text, castling| coordinates(&position, mv(text), castling);
    assert_eq!(of("e1h1", Castling::Steps), "e1g1");
    assert_eq!(of("e1a1", Castling::Steps), "e1c1");
    assert_eq!(of("e1h1", Castling::TakesRook), "e1h1");
    assert_eq!(of("e1d1", Castling::TakesRook), "e1d1");
}

#[test]
fn castling_that_two_steps_do_not_tell_is_onto_the_rook() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1").unwrap();
    assert_eq!(coordinates(&position, mv("f1g1"), Castling::Steps), "f1g1");
    assert_eq!(coordinates(&position, mv("f1b1"), Castling::Steps), "f1b1");
}

#[test]
fn castling_in_a_line_is_written_the_same_way() {
    let root = Position::from_fen(CASTLE).unwrap();
    let report = Thinking { root, line: moves("e1h1 e8a8"), ..report() };
    assert!(thinking(&report, false, Castling::Steps).ends_with(" pv e1g1 e8c8"));
    assert!(thinking(&report, false, Castling::TakesRook).ends_with(" pv e1h1 e8a8"));
}

#[test]
fn the_best_move_comes_with_the_answer_expected() {
    let of = |best: Option<&str>, expected: Option<&str>| {
        let position = Position::startpos();
        best_move(&position, best.map(mv), expected.map(mv), Castling::Steps)
    };
    assert_eq!(of(Some("e2e4"), Some("e7e5")), "bestmove e2e4 ponder e7e5");
    assert_eq!(of(Some("e2e4"), None), "bestmove e2e4");
    assert_eq!(of(Some("e2e4"), Some("d2d4")), "bestmove e2e4");
    assert_eq!(of(None, None), "bestmove (none)");
}

#[test]
fn a_long_search_says_where_it_is() {
    let root = Position::from_fen(CASTLE).unwrap();
    let at = RootMove { root, depth: 18, mv: mv("e1h1"), number: 4 };
    assert_eq!(root_move(&at, Castling::Steps), "info depth 18 currmove e1g1 currmovenumber 4");
}

#[test]
fn the_introduction_begins_with_names_and_ends_with_uciok() {
    let lines = introduction(&Options::new().unwrap());
    let starts =
        |line: Option<&String>, text: &str| line.is_some_and(|line| line.starts_with(text));
    assert!(starts(lines.first(), "id name zeitnot ") && starts(lines.get(1), "id author "));
    assert!(lines.contains(&"option name Hash type spin default 64 min 1 max 65536".to_owned()));
    assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
    assert_eq!(lines.last().unwrap(), "uciok");
}

#[test]
fn options_are_announced_with_their_present_values() {
    let mut options = Options::new().unwrap();
    options.set("hash", "256").unwrap();
    let lines = introduction(&options);
    assert!(lines.contains(&"option name Hash type spin default 256 min 1 max 65536".to_owned()));
}

#[test]
fn the_board_is_drawn_with_its_fen() {
    let lines = board(&Position::from_fen(CASTLE).unwrap());
    let drawn = [
        (1, " | r |   |   |   | k |   |   | r | 8"),
        (15, " | R |   |   |   | K |   |   | R | 1"),
        (17, "   a   b   c   d   e   f   g   h"),
        (19, &format!("Fen: {CASTLE}")),
    ];
    for (number, line) in drawn {
        assert_eq!(lines.get(number).map(String::as_str), Some(line));
    }
}

#[test]
fn paths_are_listed_and_added_up() {
    let counted = [(mv("e1h1"), 20), (mv("e1d1"), 3)];
    let position = Position::from_fen(CASTLE).unwrap();
    let lines = paths(&position, &counted, Castling::Steps);
    assert_eq!(lines, ["e1g1: 20", "e1d1: 3", "", "Nodes searched: 23"]);
}

#[test]
fn a_comment_has_no_word_of_the_protocol() {
    assert_eq!(
        comment("received go: bestmove e2e4 uciok\nScore 12"),
        "info string received go: 'bestmove e2e4 'uciok 'Score 12"
    );
    let reason = MoveError::InCheck;
    assert_eq!(comment(format!("e2e4: {reason}")), "info string e2e4: your king is in check");
}

proptest! {
    #[test]
    fn no_foreign_text_makes_a_comment_anything_else(
        before in any::<String>(),
        word in prop::sample::select(&ENGINE_WORDS[..]),
        after in any::<String>(),
    ) {
        let line = comment(format!("{before} {word} {after}"));
        prop_assert!(line.starts_with("info string ") && line.is_ascii());
        prop_assert!(!line.contains(char::is_control) && line.len() < 1000);
        let text = line.strip_prefix("info string ").unwrap();
        prop_assert!(text.split(' ').all(|word| !ENGINE_WORDS.contains(&word)), "{}", line);
    }
}
