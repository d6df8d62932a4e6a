use proptest::prelude::*;

use super::*;
use crate::position::ALL_SQUARES;

fn option<'a>(name: &str, value: Option<&'a str>) -> Result<UciCommand<'a>, ParseError> {
    Ok(UciCommand::SetOption { name: name.to_owned(), value })
}

fn at<'a>(fen: Option<&str>, moves: &[&'a str]) -> Result<UciCommand<'a>, ParseError> {
    Ok(UciCommand::Position { fen: fen.map(str::to_owned), moves: moves.to_vec() })
}

#[test]
fn every_command_is_known() {
    for (line, input) in [
        ("uci", UciCommand::Uci),
        ("debug on", UciCommand::Debug(true)),
        ("debug off", UciCommand::Debug(false)),
        ("isready", UciCommand::IsReady),
        ("register later", UciCommand::Register),
        ("ucinewgame", UciCommand::NewGame),
        ("stop", UciCommand::Stop),
        ("ponderhit", UciCommand::PonderHit),
        ("quit", UciCommand::Quit),
        ("d", UciCommand::Show),
        ("eval", UciCommand::Evaluate),
        ("bench", UciCommand::Bench(None)),
        ("bench 9", UciCommand::Bench(Some(9))),
        ("go perft 4", UciCommand::Perft(4)),
        ("go perft 0", UciCommand::Perft(1)),
        ("go perft 99999", UciCommand::Perft(30)),
    ] {
        assert_eq!(parse(line), Ok(input), "{line}");
    }
    assert!(matches!(parse("go depth 3"), Ok(UciCommand::Go(go)) if go.depth == Some(3)));
}

#[test]
fn words_before_a_command_are_skipped() {
    assert_eq!(parse("joho debug on"), Ok(UciCommand::Debug(true)));
    assert_eq!(parse("  foo\tbar   isready  now"), Ok(UciCommand::IsReady));
    for line in ["", "   ", "\t", "foo bar", "UCI", "joho", "Isready"] {
        assert_eq!(parse(line), Err(ParseError::UnknownCommand), "{line}");
    }
}

#[test]
fn what_is_for_testers_must_begin_the_line() {
    for line in ["joho d", "there is no eval", "on the bench"] {
        assert_eq!(parse(line), Err(ParseError::UnknownCommand), "{line}");
    }
}

#[test]
fn names_and_values_of_options_may_have_blanks() {
    assert_eq!(parse("setoption name Hash value 64"), option("Hash", Some("64")));
    assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", None));
    assert_eq!(
        parse("setoption name  Move   Overhead  value  a  b "),
        option("Move Overhead", Some("a  b"))
    );
    assert_eq!(
        parse("setoption name File value C:\\My  Files\\value x"),
        option("File", Some("C:\\My  Files\\value x"))
    );
    assert_eq!(parse("setoption name Hash value"), option("Hash", Some("")));
    for line in ["setoption", "setoption name", "setoption value 3 name Hash", "setoption Hash 3"] {
        assert_eq!(parse(line), Err(ParseError::NoOptionName), "{line}");
    }
    assert_eq!(parse("setoption name value 3"), Err(ParseError::NoOptionName));
}

#[test]
fn positions_begin_anywhere_and_go_on_with_moves() {
    assert_eq!(parse("position startpos"), at(None, &[]));
    assert_eq!(parse("position startpos moves"), at(None, &[]));
    assert_eq!(parse("position  startpos  moves e2e4  e7e5 "), at(None, &["e2e4", "e7e5"]));
    let bare = "4k3/8/8/8/8/8/8/4K3 w - -";
    assert_eq!(parse(&format!("position fen {bare}")), at(Some(bare), &[]));
    let whole = "4k3/8/8/8/8/8/8/4K3 b - - 3 9";
    assert_eq!(parse(&format!("position fen {whole} moves e8e7")), at(Some(whole), &["e8e7"]));
    assert_eq!(parse("position fen moves e2e4"), at(Some(""), &["e2e4"]));
}

#[test]
fn a_position_that_says_too_little_is_refused_with_the_reason() {
    for line in ["position", "position moves e2e4", "position rnbqkbnr w"] {
        assert_eq!(parse(line), Err(ParseError::NoPosition), "{line}");
    }
    let error = parse("position startpos e2e4").unwrap_err().to_string();
    assert!(error.starts_with("`moves` is missing before `e2e4`; write it as in: "), "{error}");
}

#[test]
fn what_cannot_be_read_is_named() {
    let error = |line| parse(line).unwrap_err().to_string();
    assert_eq!(error("go perft many"), "`many` is no number; write it as in: go perft 5");
    assert_eq!(error("go perft"), "the number is missing; write it as in: go perft 5");
    assert_eq!(error("bench x"), "`x` is no number; write it as in: bench 9");
    let refused =
        ["go perft x", "bench x", "debug", "position", "position startpos x", "setoption"];
    for line in refused {
        let told = error(line);
        let (_, example) = told.split_once("write it as in: ").expect("an example");
        assert!(parse(example).is_ok(), "{example}");
    }
    for line in ["debug", "debug maybe"] {
        assert_eq!(parse(line), Err(ParseError::NotASwitch), "{line}");
    }
}

#[test]
fn the_first_line_tells_the_protocol() {
    for line in [
        "uci",
        " uci ",
        "isready",
        "setoption name Hash value 1",
        "position startpos",
        "ucinewgame",
        "debug on",
        "register later",
        "go infinite",
        "go wtime 1000 btime 1000",
        "go perft 3",
    ] {
        assert!(tells_protocol(line), "{line}");
    }
    for line in ["", "xboard", "go", "new", "protover 2", "quit", "UCI", "go on", "e2e4", "stop"] {
        assert!(!tells_protocol(line), "{line}");
    }
}

/// Lines that look like commands, and others.
fn any_line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "uci",
        "debug",
        "on",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "position",
        "fen",
        "startpos",
        "moves",
        "e2e4",
        "go",
        "depth",
        "wtime",
        "searchmoves",
        "perft",
        "-1",
        "0",
        "99999999999999999999",
        "x",
        "stop",
        "ponderhit",
        "bench",
        "eval",
        "d",
        "infinite",
    ]);
    let sentence = prop::collection::vec(words, 0..12).prop_map(|words| words.join(" "));
    prop_oneof![3 => sentence, 1 => any::<String>()]
}

/// A move from anywhere to anywhere.
fn move_text() -> impl Strategy<Value = String> {
    let square = || prop::sample::select(ALL_SQUARES.to_vec());
    let piece = prop::sample::select(vec!["", "q", "r", "b", "n"]);
    (square(), square(), piece).prop_map(|(from, to, piece)| format!("{from}{to}{piece}"))
}

proptest! {
    #[test]
    fn any_line_is_read_or_refused(line in any_line(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for line in [line, String::from_utf8_lossy(&bytes).into_owned()] {
            prop_assert_eq!(parse(&line) == Err(ParseError::UnknownCommand), split_command(&line).is_none());
            let _ = tells_protocol(&line);
        }
    }

    #[test]
    fn an_option_is_read_as_it_was_written(
        name in "[A-Z][a-z]{0,8}( [A-Z][a-z]{0,8}){0,3}",
        value in "[!-~]([ -~]{0,30}[!-~])?",
    ) {
        let line = format!("setoption name {name} value {value}");
        prop_assert_eq!(parse(&line), option(&name, Some(&value)));
    }

    #[test]
    fn a_list_of_moves_is_read_as_it_was_written(
        moves in prop::collection::vec(move_text(), 0..300),
    ) {
        let line = format!("position startpos moves {}", moves.join(" "));
        let expected: Vec<&str> = moves.iter().map(String::as_str).collect();
        prop_assert_eq!(parse(&line), at(None, &expected));
    }
}
