//! Lines as ICC writes them: titles and marks behind names, kinds in capitals.

use super::*;

/// What the bot answers under these rules once it has heard this line.
fn answer(rules: &str, line: &str) -> String {
    let mut table = Table::online(&format!("[accept]\n{rules}\n"));
    table.hear(&[line]);
    table.wait(1);
    table.take().pop().unwrap_or_default()
}

#[test]
fn a_challenge_is_judged_by_what_stands_behind_the_name() {
    for (rules, who, word) in [
        ("", "Pawn(C) (1500)", "accept"),
        ("", "Pawn(GM)(*) (2500)", "accept"),
        ("computers = false", "Pawn(C) (1500)", "decline"),
        ("computers = false", "Pawn (1500)", "accept"),
        ("humans = false", "Pawn(C) (1500)", "accept"),
        ("guests = false", "Pawn(U) (++++)", "decline"),
        ("block = [\"(TD)\"]", "Pawn(TD)(*) (1500)", "decline"),
        ("rating = [1600, 2000]", "Pawn(FM) (1500)", "decline"),
        ("rating = [1600, 2000]", "Pawn(FM) (1700)", "accept"),
    ] {
        let terms = format!("{who} Rook(C) (1900) unrated Blitz 3 0");
        let name = who.split_once(' ').map_or(who, |(name, _)| name);
        for line in [format!("Challenge: {terms}."), format!("<pf> 39 w={name} t=match p={terms}")]
        {
            assert_eq!(answer(rules, &line), format!("{word} Pawn"), "{rules}: {line}");
        }
    }
}

#[test]
fn an_offer_under_a_number_tells_by_its_sender_who_is_a_computer() {
    let line = "<pf> 39 w=Pawn(C) t=match p=Pawn (1500) Rook (1900) unrated blitz 3 0";
    assert_eq!(answer("computers = false", line), "decline Pawn");
    assert_eq!(answer("", line), "accept Pawn");
}

#[test]
fn a_challenge_that_waits_behind_the_password_has_its_marks_as_well() {
    let mut table = Table::new("[accept]\ncomputers = false\n");
    table.wait(1);
    table.knock();
    table.hear(&["Challenge: Pawn(C) (1500) Rook(C) (1900) unrated Blitz 3 0."]);
    table.begun("aics% ");
    table.take();
    table.wait(1);
    assert_eq!(table.take(), ["decline Pawn"]);
}

#[test]
fn a_game_begins_with_marks_behind_the_names() {
    let mut table = Table::online("");
    table.hear(&["Creating: Pawn(C) (1500) Rook(C)(TM) (1900) rated Blitz 3 0"]);
    table.board(&[], -1, [180, 180]);
    let playing = table.bot.status().playing.unwrap();
    assert_eq!(playing.ratings, [Some(1_500), Some(1_900)]);
    assert!(playing.terms.contains("rated Blitz"), "{}", playing.terms);
    assert!(table.bot.memory.is_computer("Pawn"));
}

#[test]
fn a_game_of_a_kind_in_capitals_is_brought_to_its_end() {
    let line = "Challenge: Pawn(C) (1500) Rook(C) (1900) rated Blitz 3 0 (adjourned).";
    assert_eq!(answer("kinds = [\"standard\"]", line), "accept Pawn");
    assert_eq!(answer("kinds = [\"standard\"]", &line.replace("Blitz", "Suicide")), "decline Pawn");
}
