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
fn a_challenge_that_the_server_takes_for_somebody_else_is_taken_back() {
    let mut table = Table::online("[seek]\nmay_challenge = [\"Pawn 3 0\"]\nevery = 30\n");
    let issuing = "Issuing: Rook (1900) Pawnstorm (1800) rated blitz 3 0.";
    table.wait(5);
    assert_eq!(table.take(), ["match Pawn 3 0"]);
    table.hear(&[issuing]);
    assert_eq!(table.take(), ["withdraw Pawnstorm"]);
    assert_eq!(notes(&table, "takes Pawn for Pawnstorm"), 1, "{:?}", table.notes);
    assert_eq!(calls(&mut table, 300, ""), [""; 0], "the one who was meant is not there");
    let mut table = Table::online("");
    table.hear(&["Stored games for Rook:", "   pawn vs. rook", "1 stored game found."]);
    assert_eq!(table.take(), ["match pawn"]);
    table.hear(&[issuing]);
    assert_eq!(table.take(), ["withdraw Pawnstorm"]);
    let mut table = Table::online("");
    table.hear(&["Boss tells you: challenge Pawn 3 0", issuing]);
    assert_eq!(table.take(), ["match Pawn 3 0"], "an owner may write the beginning of a name");
}

#[test]
fn who_is_not_to_be_had_is_challenged_ever_more_seldom() {
    for words in [
        "fics% No user named \"pawn\" is logged in.",
        "Pawn is playing a game.",
        "Player \"Pawn\" is censoring you.",
        "Pawn only wants to play rated games.",
        "You may only match players with their tournament variable set.",
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

#[test]
fn a_guest_who_asks_for_ratings_is_told_once_that_there_are_none() {
    const UNRATED: &str = "guests play unrated: the server takes `";
    let ads =
        "[seek]\nads = [\"5 0\", \"3 0 rated\"]\nmay_challenge = [\"Pawn 3 0 r\"]\nevery = 30\n";
    let mut table = Table::online(ads);
    table.wait(300);
    assert_eq!(notes(&table, UNRATED), 0, "with an account");
    table.bot.config.account.name = "guest".to_owned();
    table.wait(300);
    assert_eq!(notes(&table, UNRATED), 1);
    assert!(
        table.notes.iter().any(|note| note.contains("[account]") && note.contains("`unrated`"))
    );
    table.hear(&["Boss tells you: seek on"]);
    table.wait(300);
    assert_eq!(notes(&table, UNRATED), 2, "the operator may have forgotten it");
    for (seek, times) in [
        ("[accept]\nunrated = false\n[seek]\nads = [\"3 0\"]\n", 1),
        ("[seek]\nmay_challenge = [\"Pawn 3 0 rated\"]\n", 1),
        (
            "[seek]\nads = [\"3 0\", \"3 0 unrated\"]\nmay_challenge = [\"R 3 0\", \"Rated 3 0\"]\n",
            0,
        ),
    ] {
        let mut table = Table::online(&format!("{seek}every = 30\n"));
        table.bot.config.account.name = "guest".to_owned();
        table.wait(300);
        assert_eq!(notes(&table, UNRATED), times, "{seek}");
    }
}

#[test]
fn whose_name_the_server_does_not_know_is_a_guest() {
    let mut table = Table::new("[seek]\nads = [\"3 0 rated\"]\n");
    table.wait(1);
    table.on(Happening::Up);
    table.begun("login: ");
    table.hear(&["**** Starting FICS session as Rook(U) ****"]);
    table.wait(5);
    assert_eq!(notes(&table, "guests play unrated"), 1);
}

#[test]
fn whether_seeks_may_accept_by_themselves_is_decided_anew_with_the_file() {
    let seek =
        |automatic: bool| format!("[seek]\nads = [\"3 0\"]\nautomatic = {automatic}\nevery = 30\n");
    let mut table = Table::online(&seek(false));
    let mut ads = |automatic: Option<bool>| {
        if let Some(automatic) = automatic {
            let text = format!("{LOGIN}{}", seek(automatic));
            table.bot.configure(Config::parse(&text, "test").unwrap());
        }
        calls(&mut table, 100, "No such category/board: m/0")
    };
    assert_eq!(ads(None), ["seek 3 0 m"], "the server knows none that ask first");
    assert_eq!(ads(Some(true))[0], "seek 3 0");
    assert_eq!(ads(Some(false)), [""; 0]);
    assert_eq!(ads(Some(true))[0], "seek 3 0");
    assert_eq!(notes(&table, "past the rules"), 2);
}
