use proptest::prelude::*;

use super::*;

const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

fn said(operations: &str) -> Vec<(String, Vec<String>)> {
    let record = Record::parse(&format!("{KINGS} {operations}")).expect("a good line");
    record.operations.into_iter().map(|said| (said.code, said.operands)).collect()
}

#[test]
fn operations_have_words_and_quotations() {
    let operation =
        |code: &str, said: &[&str]| (code.to_owned(), said.iter().map(|s| (*s).into()).collect());
    assert_eq!(
        said(r#"bm Rh8+ O-O; id "rook; and king" ;c0 "";noop;; ce 500"#),
        [
            operation("bm", &["Rh8+", "O-O"]),
            operation("id", &["rook; and king"]),
            operation("c0", &[""]),
            operation("noop", &[]),
            operation("ce", &["500"]),
        ]
    );
    assert_eq!(said(""), []);
}

#[test]
fn counters_are_read_in_both_places() {
    for line in [format!("{KINGS} 12 34 bm O-O;"), format!("{KINGS} fmvn 34; hmvc 12; bm O-O;")] {
        let record = Record::parse(&line).expect("a good line");
        assert_eq!((record.position.halfmoves(), record.position.fullmoves()), (12, 34), "{line}");
        assert_eq!(record.operands("bm"), ["O-O"], "{line}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let error = |line: &str| Record::parse(line).expect_err("a refusal").to_string();
    assert!(error("4k3/8/8/8/8/8/8/4K3 w -").contains("3 fields"));
    assert!(error("").contains("0 fields"));
    assert!(error("4k3/8/8/8/8/8/8/4K3 x - - bm Kd1;").contains("side to move"));
    assert!(error(&format!("{KINGS} hmvc much;")).contains("half-move clock: \"much\""));
    assert!(error(&format!("{KINGS} bm O-O; 12 Kd1;")).contains("\"12\" is no name"));
    assert!(error(&format!("{KINGS} id \"rook")).contains("quotation of `id`"));
}

proptest! {
    #[test]
    fn every_text_has_an_answer(text in "\\PC{0,80}", said in "[a-z0-9\"; \u{e9}]{0,60}") {
        let _ = Record::parse(&text);
        let _ = Record::parse(&format!("{KINGS} {said}"));
    }
}
