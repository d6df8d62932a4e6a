//! Lines that look for a game and lead to none.

use super::*;

/// The lines that look for games within some seconds, each of which the server answers by these words.
fn calls(table: &mut Table, seconds: u64, words: &str) -> Vec<String> {
    let mut calls = Vec::new();
    for _ in 0..seconds {
        table.wait(1);
        let looks = |line: &String| line.starts_with("seek") || line.starts_with("match");
        let new: Vec<_> = table.take().into_iter().filter(looks).collect();
        new.iter().for_each(|_| table.hear(&[words]));
        calls.extend(new);
    }
    calls
}

/// How many notes have this in them.
fn notes(table: &Table, part: &str) -> usize {
    table.notes.iter().filter(|note| note.contains(part)).count()
}

#[test]
fn an_ad_for_a_variant_shows_as_well_that_a_server_knows_no_manual_seeks() {
    for words in
        ["fics% No such category/board: fischerandom/m", "Can't interpret m in seek command."]
    {
        let ads = "[seek]\nads = [\"3 0 fischerandom\"]\nevery = 600\n";
        let mut table = Table::online(&format!("{ads}automatic = true\n"));
        assert_eq!(calls(&mut table, 1, words), ["seek 3 0 fischerandom m"]);
        assert_eq!(calls(&mut table, 9, ""), ["seek 3 0 fischerandom"], "{words}");
        let mut table = Table::online(ads);
        assert_eq!(calls(&mut table, 2_000, words).len(), 1);
        assert_eq!(notes(&table, "seek.automatic"), 1, "{words}");
    }
}

#[test]
fn a_line_that_the_server_does_not_take_is_told_of_once_and_given_up() {
    let mut table = Table::online("[seek]\nads = [\"3 0 foo\"]\nevery = 30\n");
    let words = "fics% Can't interpret foo in seek command.";
    let refused = |table: &mut Table| {
        let mut calls = calls(table, 600, words);
        calls.retain(|line| line == "seek 3 0 foo m");
        calls.len()
    };
    assert_eq!(refused(&mut table), 3);
    let told = "the server does not take `seek 3 0 foo m`: Can't interpret foo in seek command.";
    assert_eq!(notes(&table, told), 1, "{:?}", table.notes);
    table.hear(&["Boss tells you: seek on"]);
    assert_eq!(refused(&mut table), 3, "an owner may have mended it");
    table.on(Happening::Down("reset".to_owned()));
    table.log_in();
    assert_eq!(refused(&mut table), 3, "the server may have");
}

#[test]
fn who_is_not_to_be_had_is_challenged_ever_more_seldom() {
    for words in [
        "fics% No user named \"pawn\" is logged in.",
        "Pawn is playing a game.",
        "Player \"Pawn\" is censoring you.",
        "Pawn only wants to play rated games.",
    ] {
        let whom = "[seek]\nmay_challenge = [\"pawn 3 0\", \"PAWN 5 0\"]\nevery = 30\n";
        let mut table = Table::online(whom);
        // Ten minutes, twenty, forty and eighty come to two and a half hours.
        assert_eq!(calls(&mut table, 9_300, words).len(), 5, "{words}");
        assert_eq!(notes(&table, "not challenging pawn for 10 minutes"), 1, "{words}");
        table.hear(&["Boss tells you: seek on"]);
        let reached = "Issuing: Rook (1) Pawn (1) rated blitz 3 0.";
        assert_eq!(calls(&mut table, 300, reached).len(), 11);
    }
    let mut table = Table::online("[seek]\nmay_challenge = [\"Pawn 3 0\"]\nevery = 30\n");
    assert_eq!(
        calls(&mut table, 300, "Queen is not logged in.").len(),
        10,
        "that is somebody else"
    );
}
