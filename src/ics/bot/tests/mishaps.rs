//! What goes wrong on real servers: clocks that are set, servers that are full, games that are not what was agreed.

use super::*;

/// How long the bot waits before each of its next calls, to a server that closes each of them at once.
fn pauses(table: &mut Table, calls: usize) -> Vec<u64> {
    (0..calls)
        .map(|_| {
            let (began, before) = (table.now, table.calls);
            while table.calls == before {
                table.wait(1);
            }
            table.on(Happening::Up);
            table.on(Happening::Down("closed".to_owned()));
            (table.now - began).as_secs()
        })
        .collect()
}

/// What the bot says to a challenge that nothing but the operator's rules speaks against.
fn answer(table: &mut Table) -> Vec<String> {
    table.hear(&["Challenge: Pawn (1800) Rook (1900) rated blitz 3 0."]);
    table.wait(1);
    table.take()
}

#[test]
fn a_server_that_is_gone_is_called_seldom_unless_a_clock_may_be_running() {
    let mut table = Table::playing("");
    table.hear(&["{Game 7 (Pawn vs. Rook) Game adjourned by mutual agreement} *"]);
    table.on(Happening::Down("closed".to_owned()));
    let adjourned = pauses(&mut table, 12);
    assert!(adjourned[11] > 100, "{adjourned:?}");
    let mut table = Table::playing("");
    table.on(Happening::Down("closed".to_owned()));
    let broken_off = pauses(&mut table, 12);
    assert!(broken_off.iter().all(|&pause| pause <= 19), "{broken_off:?}");
    let later = pauses(&mut table, 100);
    assert!(later[99] > 100, "after a quarter of an hour nobody waits: {later:?}");
}

#[test]
fn a_server_that_is_full_is_called_again() {
    for line in ["Sorry, the server is full.  Please try again later.", "**** LOGIN TIMEOUT ****"] {
        let mut table = Table::new("");
        for call in 1..10 {
            table.wait(400);
            assert_eq!(table.calls, call, "{line}");
            table.on(Happening::Up);
            table.begun("login: ");
            table.hear(&[line]);
            table.begun("login: ");
        }
        assert_eq!(table.end, None);
    }
}

#[test]
fn a_name_that_is_asked_for_again_and_again_is_the_end() {
    let mut table = Table::new("");
    for call in 1..=3 {
        assert_eq!(table.end, None, "before call {call}");
        table.wait(400);
        table.on(Happening::Up);
        table.begun("login: ");
        table.hear(&["Something went wrong."]);
        table.begun("login: ");
    }
    assert!(table.end.unwrap().unwrap().contains("the name or the password"));
    let mut table = Table::new("");
    for _ in 1..=6 {
        table.wait(400);
        table.on(Happening::Up);
        table.begun("login: ");
        table.begun("login: ");
        table.log_in();
        table.on(Happening::Down("closed".to_owned()));
    }
    assert_eq!(table.end, None, "it was let in between");
}

#[test]
fn a_game_on_other_terms_than_were_accepted_is_to_be_aborted() {
    let begins = |creating: &str| {
        let mut table = Table::online("[accept]\nrated = false\n");
        table.hear(&["Challenge: Pawn (1800) Rook (1900) unrated blitz 3 0."]);
        table.wait(1);
        assert_eq!(table.take(), ["accept Pawn"]);
        table.hear(&[creating]);
        table.board(&[], -1, [180, 180]);
        table.take().contains(&"abort".to_owned())
    };
    assert!(!begins("Creating: Pawn (1800) Rook (1900) unrated blitz 3 0"));
    assert!(!begins("Creating: Pawn (1800) Rook (1900) unrated blitz 5 0"), "that is allowed too");
    assert!(begins("Creating: Pawn (1800) Rook (1900) rated blitz 3 0"));
    assert!(begins("Creating: Pawn (1800) Rook (1900) unrated untimed"));
}

#[test]
fn a_computer_is_known_by_earlier_games_when_its_next_one_is_counted() {
    let rules = "[accept]\ncomputers_in_a_row = 1\npause = 3600\n";
    let mut table = Table::online(rules);
    table.hear(&[
        "--** Pawn is a computer **--",
        "Creating: Pawn (1800) Rook (1900) rated blitz 3 0",
    ]);
    table.board(&[], -1, [180, 180]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    let state = State::parse(&table.bot.state().to_text().unwrap()).unwrap();
    let config = Config::parse(&format!("{LOGIN}{rules}"), "test").unwrap();
    let time = s(100_000);
    table.bot = Bot::new(config, Start { has_password: true, state, time, ..Start::default() });
    table.now = s(0);
    table.log_in();
    table.board(&[], -1, [180, 180]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    table.take();
    assert!(table.bot.state().history.met("Pawn").unwrap().computer);
    assert_eq!(answer(&mut table), ["decline Pawn"]);
}

#[test]
fn hours_go_by_the_calendar_as_it_is_set() {
    let mut table = Table::online("[accept]\nhours = [\"daily 03:00-05:00\"]\n");
    assert_eq!(answer(&mut table), ["decline Pawn"]);
    table.on(Happening::Calendar(s(4 * 3_600)));
    assert_eq!(answer(&mut table), ["accept Pawn"]);
}

#[test]
fn games_of_a_calendar_that_was_ahead_are_no_games_of_today() {
    let rules = "[accept]\ngames_a_day = 1\nin_a_row = 1\npause = 60\n";
    let mut table = Table::online(rules);
    table.on(Happening::Calendar(s(400 * 86_400)));
    table.board(&[], -1, [180, 180]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    table.on(Happening::Calendar(s(86_400)));
    table.take();
    assert_eq!(answer(&mut table), ["accept Pawn"]);
}

#[test]
fn a_server_that_takes_no_move_is_asked_to_adjourn_ever_more_seldom() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "e5");
    let mut asked = 0;
    for _ in 0..600 {
        table.wait(1);
        let sent = table.take();
        if sent.contains(&"refresh".to_owned()) {
            table.board(&["e4"], 1, [178, 180]);
        }
        asked += table.take().iter().filter(|line| *line == "adjourn").count();
    }
    assert!((2..=8).contains(&asked), "{asked}");
    table.hear(&["Both players must be registered to adjourn a game.  Use \"abort\"."]);
    assert!(table.take().contains(&"abort".to_owned()));
}

#[test]
fn in_a_pause_no_flag_falls() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "e5");
    table.board(&["e4", "e5"], -1, [2, 170]);
    table.hear(&["Game clock paused."]);
    table.take();
    table.wait(60);
    assert!(!table.take().contains(&"flag".to_owned()));
    table.hear(&["Game clock resumed."]);
    table.board(&["e4", "e5"], -1, [2, 170]);
    table.wait(10);
    assert!(table.take().contains(&"flag".to_owned()));
}

#[test]
fn who_did_not_begin_is_not_asked_to_go_on_but_may_ask() {
    let mut table = Table::playing("[play]\nno_show = 60\n");
    table.wait(100);
    table.log_in();
    table.hear(&["Notification: Pawn, who has an adjourned game with you, has arrived."]);
    assert!(!table.take().iter().any(|line| line.starts_with("match")));
    table.hear(&["Challenge: Pawn (1800) Rook (1900) rated blitz 3 0 (adjourned)."]);
    table.wait(1);
    assert_eq!(table.take(), ["accept Pawn"]);
}

#[test]
fn who_takes_the_account_over_from_an_earlier_login_stays() {
    for line in [
        " **** Rook is already logged in - kicking them out. ****",
        "**** Rook is already logged in - kicking them out. ****",
    ] {
        let mut table = Table::online("");
        table.hear(&[line]);
        assert_eq!(table.bot.status().link, "online", "{line}");
        assert!(table.notes.iter().any(|note| note.contains("was in use elsewhere")));
        // Servers say so before they show that they have let the bot in.
        let mut table = Table::new("");
        table.wait(1);
        table.knock();
        table.hear(&[line]);
        assert!(table.notes.iter().any(|note| note.contains("was in use elsewhere")));
        assert_eq!(table.end, None);
    }
}

#[test]
fn a_password_that_is_asked_for_again_and_again_is_the_end() {
    let mut table = Table::new("");
    for call in 1..=3 {
        assert_eq!((table.end.clone(), table.calls), (None, call - 1));
        table.wait(400);
        table.knock();
        table.hear(&["That was not it."]);
        table.begun("password: ");
    }
    assert!(table.end.unwrap().unwrap().contains("the name or the password"));
}

#[test]
fn a_link_whose_time_would_begin_anew_is_renewed_between_games() {
    let day = 24 * 60 * 60;
    let lasts = |sealed: bool, plays: bool| {
        let mut table = Table::online("[play]\nflag = \"never\"\n");
        table.bot.config.server.timeseal = sealed;
        if plays {
            table.board(&["e4", "e5"], -1, [180, 180]);
        }
        let calls = table.calls;
        (0..19).for_each(|_| table.wait(day));
        assert_eq!(table.calls, calls, "it is young");
        (0..2).for_each(|_| table.wait(day));
        table.calls == calls
    };
    assert!(!lasts(true, false));
    assert!(lasts(true, true), "never in a game");
    assert!(lasts(false, false), "nobody counts");
}

#[test]
fn an_operator_hears_why_the_server_has_closed_the_link() {
    let mut table = Table::online("");
    table.hear(&["**** Auto-logout because you were idle more than 60 minutes. ****"]);
    assert!(table.notes.iter().any(|note| note.contains("idle")));
}
