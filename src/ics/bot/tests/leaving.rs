//! How operators leave, and what becomes of the game that is left.

use super::*;

/// A guest's game in which a move was made by each.
fn guests_game() -> Table {
    let mut table = Table::online("");
    table.bot.config.account.name = "guest".to_owned();
    table.board(&[], -1, [180, 180]);
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "e5");
    table.board(&["e4", "e5"], -1, [178, 179]);
    table
}

/// The only game that was kept, on paper.
fn kept(table: &Table) -> String {
    let [game] = table.games.as_slice() else { panic!("{} games kept", table.games.len()) };
    game.to_string()
}

#[test]
fn a_guests_game_is_kept_as_far_as_it_went_when_the_bot_is_told_to_leave() {
    let mut table = guests_game();
    table.on(Happening::Wish(Wish::Leave));
    table.wait(4);
    assert_eq!(table.end, Some(None));
    let paper = kept(&table);
    for part in ["1. e4", "e5", "[Result \"*\"]", "[Termination \"the bot has left\"]"] {
        assert!(paper.contains(part), "{part}: {paper}");
    }
}

#[test]
fn a_guests_game_that_the_link_has_ended_is_kept_by_whoever_does_not_wait_for_the_next() {
    for interruptions in [1, 2] {
        let mut table = guests_game();
        table.on(Happening::Down("reset".to_owned()));
        (0..interruptions).for_each(|_| table.on(Happening::Interrupted));
        assert_eq!(table.end, Some(None), "there is no game to wait for");
        assert!(kept(&table).contains("the link was lost"));
    }
    let mut table = guests_game();
    table.on(Happening::Interrupted);
    assert_eq!(table.end, None, "after the game");
    table.on(Happening::Down("reset".to_owned()));
    assert_eq!(table.end, Some(None));
    assert!(kept(&table).contains("1. e4"));
}

#[test]
fn a_guests_game_is_kept_even_if_the_server_lets_no_guests_in_again() {
    let mut table = guests_game();
    table.on(Happening::Down("reset".to_owned()));
    table.wait(400);
    table.on(Happening::Up);
    table.begun("login: ");
    table.hear(&["Due to abuse problems, guest connections have been prevented."]);
    assert!(table.end.is_some());
    assert!(kept(&table).contains("1. e4"));
}

#[test]
fn a_game_with_a_guest_is_kept_as_well_and_one_that_the_server_keeps_only_when_it_ends() {
    for (rating, games) in [("++++", 1), ("1800", 0)] {
        let mut table = Table::online("");
        table.hear(&[&format!("Creating: Pawn ({rating}) Rook (1900) unrated blitz 3 0")]);
        table.board(&["e4"], 1, [178, 180]);
        table.on(Happening::Wish(Wish::Leave));
        table.wait(4);
        assert_eq!((table.end.clone(), table.games.len()), (Some(None), games), "{rating}");
    }
}

#[test]
fn a_guest_with_a_name_of_his_own_is_known_by_the_challenge() {
    for (white, black, games) in [
        ("Pawn (++++)", "Rook (1900)", 1),
        ("Pawn (1800)", "Rook (++++)", 1),
        ("Pawn (1800)", "Rook (1900)", 0),
    ] {
        let mut table = Table::online("");
        table.hear(&[&format!("Challenge: {white} {black} unrated blitz 3 0.")]);
        table.hear(&["Creating: Pawn (0) Rook (0) unrated blitz 3 0"]);
        table.board(&["e4"], 1, [178, 180]);
        table.on(Happening::Wish(Wish::Leave));
        table.wait(4);
        assert_eq!(table.games.len(), games, "{white} {black}");
    }
}

#[test]
fn one_interrupt_while_the_link_is_down_waits_for_the_game_and_two_do_not() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.on(Happening::Down("reset".to_owned()));
    table.on(Happening::Interrupted);
    assert_eq!(table.end, None);
    table.log_in();
    table.hear(&["   pawn vs. rook"]);
    assert_eq!(table.take(), ["match pawn"]);
    table.board(&["e4"], 1, [178, 170]);
    table.wait(90);
    assert_eq!(table.end, None, "the game goes on");
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    assert_eq!(table.end, Some(None));
    let mut table = Table::playing("");
    table.on(Happening::Down("reset".to_owned()));
    table.on(Happening::Interrupted);
    table.on(Happening::Interrupted);
    assert_eq!(table.end, Some(None));
}

#[test]
fn an_interrupt_right_after_the_login_waits_for_the_game_as_long_as_it_may_go_on() {
    let mut table = Table::playing("");
    table.on(Happening::Down("reset".to_owned()));
    table.log_in();
    table.on(Happening::Interrupted);
    table.wait(30);
    assert_eq!(table.end, None);
    table.wait(40);
    assert_eq!(table.end, Some(None), "the opponent has not come");
}

#[test]
fn who_is_told_to_stay_takes_the_next_interrupt_for_the_first() {
    let mut table = Table::playing("");
    table.on(Happening::Interrupted);
    table.hear(&["Boss tells you: stay"]);
    table.on(Happening::Interrupted);
    table.wait(10);
    assert_eq!(table.end, None, "after the game");
    table.on(Happening::Interrupted);
    table.hear(&["Boss tells you: stay"]);
    table.wait(10);
    assert_eq!(table.end, None, "to stay is the last word");
    table.on(Happening::Interrupted);
    table.on(Happening::Interrupted);
    table.wait(10);
    assert_eq!(table.end, Some(None));
}
