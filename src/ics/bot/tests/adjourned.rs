//! Games that were broken off: kept by the server or not, taken up again or left.

use super::*;

const ANSWER: &str = "You can \"accept\" or \"decline\", or propose different parameters.";
const RETURNED: &str = "Notification: Bishop, who has an adjourned game with you, has arrived.";
const BISHOP: &str =
    " 1: W Bishop          N [ br  3   0]   0-0   B2  ??? Mon Nov 23, 06:14 CST 2026";

/// A bot whose link broke in a game, and which is in again.
fn broken(more: &str) -> Table {
    let mut table = Table::playing(more);
    table.board(&["e4"], 1, [178, 180]);
    table.on(Happening::Down("reset".to_owned()));
    table.log_in();
    table.told();
    table
}

/// What a challenge is answered with.
fn answer(table: &mut Table, terms: &str) -> String {
    table.hear(&[&format!("Challenge: {terms}"), ANSWER]);
    table.take().pop().unwrap_or_default()
}

/// The first board of game 13, with this control and White's name.
fn first_board(white: &str, control: &str) -> String {
    let line = board(&[], white, "Rook", -1, [60, 60]).replace(" 0 7 ", " 0 13 ");
    line.replace(" -1 3 0 39", &format!(" -1 {control} 39"))
}

/// What becomes of the broken game and of its opponent, who is blocked, once the list has ended thus.
fn given_up_at(end: impl Fn(&mut Table)) {
    let mut table = broken("[accept]\nblock = [\"Pawn\"]\n");
    table.hear(&["fics% Stored games for Rook:", BISHOP]);
    assert!(table.games.is_empty(), "the list may go on");
    end(&mut table);
    let paper = table.games[0].to_string();
    assert!(paper.contains("[Termination \"the link was lost\"]"), "{paper}");
    assert!(paper.contains("[Result \"*\"]") && paper.contains("1. e4"), "{paper}");
    assert_eq!(answer(&mut table, "Pawn (1800) Rook (1900) rated blitz 3 0."), "decline Pawn");
    for _ in 0..9 {
        table.on(Happening::Down("refused".to_owned()));
        table.now = table.bot.deadline().unwrap();
        table.on(Happening::Tick);
    }
    table.on(Happening::Down("refused".to_owned()));
    assert!(table.bot.deadline().unwrap() > table.now + s(150), "no hurry without a game");
}

#[test]
fn a_broken_game_that_is_not_on_the_servers_list_is_given_up() {
    given_up_at(|table| table.hear(&["1 stored game found."]));
    given_up_at(|table| table.hear(&["fics% "]));
    given_up_at(|table| table.hear(&["fics% Queen tells you: hello"]));
    given_up_at(|table| table.begun("fics% "));
    let mut guest = broken("");
    guest.hear(&["Only registered players can use the stored command."]);
    assert_eq!(guest.games.len(), 1);
}

#[test]
fn a_broken_game_that_the_server_keeps_is_not_given_up_whatever_others_have() {
    let mut table = broken("");
    table.hear(&["fics% Stored games for Rook:", "   pawn vs. rook", "1 stored game found."]);
    assert_eq!(table.take(), ["match pawn"]);
    table.hear(&["Stored games for Queen:", "   queen vs. bishop", "1 stored game found."]);
    table.hear(&["Stored games for Queen:", "0 stored games found."]);
    table.hear(&["Queen has no adjourned games.", "fics% "]);
    table.hear(&["Stored games for Rook:", "in words that mean nothing", "fics% "]);
    assert_eq!((table.take(), table.games.len()), (vec![], 0));
    table.hear(&["Rook has no adjourned games."]);
    assert_eq!(table.games.len(), 1);
}

#[test]
fn another_game_with_the_opponent_of_a_broken_one_is_judged_by_the_rules() {
    let answers = |terms: &str| {
        answer(&mut broken("[accept]\nblock = [\"Pawn\"]\n"), &format!("Pawn (1) Rook (1) {terms}"))
    };
    for terms in ["unrated crazyhouse 3 0.", "unrated untimed.", "rated lightning 1 0."] {
        assert_eq!(answers(terms), "decline Pawn", "{terms}");
    }
    for terms in ["rated blitz 3 0.", "rated blitz 3 0 (adjourned).", "rated wild 3 0 (adjourned)."]
    {
        assert_eq!(answers(terms), "accept Pawn", "{terms}");
    }
}

#[test]
fn a_new_game_with_the_opponent_of_a_broken_one_begins_anew() {
    for (control, heading) in [
        ("1 0", Some("{Game 13 (Pawn vs. Rook) Creating unrated lightning match.}")),
        ("1 0", None),
        ("3 0", Some("{Game 13 (Pawn vs. Rook) Creating unrated blitz match.}")),
    ] {
        let mut table = broken("[talk]\ngreeting = \"Hello {opponent}\"\n");
        table.hear(&[&format!("Creating: Pawn (1800) Rook (1900) unrated blitz {control}")]);
        table.hear(&heading.into_iter().collect::<Vec<_>>());
        table.hear(&[&first_board("Pawn", control)]);
        assert!(table.told().contains(&"newgame".to_owned()), "{control} {heading:?}");
        let old = table.games.pop().unwrap().to_string();
        assert!(old.contains("[TimeControl \"180\"]") && old.contains("\"Rated blitz"), "{old}");
        table.wait(3);
        assert_eq!(table.take(), ["say Hello Pawn"], "{control} {heading:?}");
        assert_eq!(table.bot.state().played.in_a_row("Pawn"), 2);
        table.hear(&["{Game 13 (Pawn vs. Rook) Pawn resigns} 0-1"]);
        let new = table.games.pop().unwrap().to_string();
        let seconds = if control == "1 0" { "60" } else { "180" };
        assert!(new.contains(&format!("[TimeControl \"{seconds}\"]")), "{new}");
        assert!(new.contains("\"Unrated blitz"), "{new}");
    }
}

#[test]
fn a_game_that_goes_on_after_a_new_start_is_neither_greeted_nor_counted_again() {
    let said = |word: &str| {
        let more = "[talk]\ngreeting = \"Hello\"\n[accept]\ngames_a_day = 1\n";
        let mut table = Table::online(more);
        table.hear(&[&format!("{{Game 13 (Pawn vs. Rook) {word} rated blitz match.}}")]);
        table.hear(&[&first_board("Pawn", "3 0")]);
        table.wait(3);
        let greeted = table.take().contains(&"say Hello".to_owned());
        table.hear(&["{Game 13 (Pawn vs. Rook) Pawn resigns} 0-1"]);
        (greeted, answer(&mut table, "Queen (1800) Rook (1900) rated blitz 3 0."))
    };
    assert_eq!(said("Creating"), (true, "decline Queen".to_owned()));
    assert_eq!(said("Continuing"), (false, "accept Queen".to_owned()));
}

#[test]
fn two_games_that_were_broken_off_are_both_remembered() {
    let mut table = Table::playing("");
    table.hear(&["{Game 7 (Pawn vs. Rook) Game adjourned by mutual agreement} *"]);
    table.hear(&[&first_board("Queen", "3 0")]);
    table.on(Happening::Down("reset".to_owned()));
    table.log_in();
    table.hear(&["Stored games for Rook:", "   queen vs. rook", "1 stored game found."]);
    assert_eq!((table.take(), table.games.len()), (vec!["match queen".to_owned()], 1));
    assert_eq!(table.games[0].tags.white, "Pawn");
    table.told();
    table.hear(&["{Game 13 (Queen vs. Rook) Continuing rated blitz match.}"]);
    table.hear(&[&first_board("Queen", "3 0")]);
    assert!(!table.told().contains(&"newgame".to_owned()), "it goes on");
}

#[test]
fn a_game_whose_end_was_missed_is_over_when_the_server_knows_of_none() {
    let missed = || {
        let mut table = Table::playing("[seek]\nads = [\"3 0\"]\n");
        table.board(&["e4"], 1, [178, 180]);
        table.engine_moves(&["e4"], "e5");
        table.hear(&["There is no such game."]);
        assert!(table.bot.status().game.is_some(), "that was about another one");
        table.take();
        table.hear(&["You are not playing a game."]);
        assert_eq!((table.take(), table.bot.status().game), (vec!["stored".to_owned()], None));
        table
    };
    let mut over = missed();
    over.hear(&["fics% Rook has no adjourned games."]);
    let paper = over.games[0].to_string();
    assert!(paper.contains("its end was not heard of") && paper.contains("\"*\""), "{paper}");
    over.wait(30);
    assert!(over.take().contains(&"seek 3 0 m".to_owned()), "it looks for the next one");
    assert_eq!(answer(&mut over, "Queen (1800) Rook (1900) rated blitz 3 0."), "accept Queen");
    let mut adjourned = missed();
    adjourned.hear(&["Stored games for Rook:", "   pawn vs. rook", "1 stored game found."]);
    assert_eq!((adjourned.take(), adjourned.games.len()), (vec!["match pawn".to_owned()], 0));
    let mut leaving = Table::playing("");
    leaving.on(Happening::Wish(Wish::Finish));
    leaving.hear(&["You are not playing a game.", "Rook has no adjourned games."]);
    assert_eq!(leaving.end, Some(None));
}

#[test]
fn a_game_whose_end_was_missed_is_kept_when_the_next_one_begins() {
    for (name, number) in [("Queen", "13"), ("Pawn", "13"), ("Pawn", "7")] {
        let mut table = Table::playing("");
        table.board(&["e4"], 1, [178, 180]);
        table.hear(&[&format!("{{Game {number} ({name} vs. Rook) Creating rated blitz match.}}")]);
        let line = first_board(name, "3 0").replace(" 0 13 ", &format!(" 0 {number} "));
        table.hear(&[&line]);
        assert!(table.take().contains(&"stored".to_owned()));
        table.hear(&["Rook has no adjourned games."]);
        assert_eq!(table.games.len(), 1);
        assert!(table.games[0].to_string().contains("1. e4"));
        let game = table.bot.status().game.unwrap();
        assert!(game.starts_with(&format!("{name} - Rook")), "{game}");
    }
}

#[test]
fn names_are_taken_for_nothing_else() {
    for (name, more) in [("Rook-Worm", ""), ("badjourney", ""), ("Bigabort", "aborts = 1")] {
        let mut table = Table::online(&format!("[accept]\n{more}\n"));
        let game = format!("{{Game 13 ({name} vs. Rook)");
        table.hear(&[&format!("{game} Creating rated blitz match.}}")]);
        table.hear(&[&first_board(name, "3 0"), &format!("{game} {name} resigns}} 0-1")]);
        assert_eq!(table.games.len(), 1, "{name}");
        assert_eq!(table.bot.status().score, [1, 0, 0], "{name}");
        let terms = format!("{name} (1800) Rook (1900) rated blitz 5 0.");
        table.take();
        assert_eq!(answer(&mut table, &terms), format!("accept {name}"));
    }
    let mut table = Table::online("");
    let end = "{Game 13 (badjourney vs. Rook) badjourney lost connection; game adjourned} *";
    table.hear(&[&first_board("badjourney", "3 0"), end]);
    assert!(table.games.is_empty(), "it may go on");
}

#[test]
fn who_comes_back_during_another_game_is_asked_after_it() {
    let mut table = Table::playing("[rematch]\noffer = \"always\"\n");
    table.hear(&[RETURNED, RETURNED]);
    assert_eq!(table.take(), [""; 0]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    assert_eq!(table.take(), ["match Bishop"], "before another one");
    table.hear(&[&first_board("Queen", "3 0")]);
    table.hear(&["{Game 13 (Queen vs. Rook) Queen resigns} 0-1"]);
    assert_eq!(table.take(), [""; 0], "once");
}

#[test]
fn who_is_busy_when_the_bot_comes_back_is_asked_again_until_the_game_goes_on() {
    let mut table = broken("[play]\nno_show = 0\n");
    let stored = ["Stored games for Rook:", "   pawn vs. rook", "   queen vs. rook"];
    table.hear(&stored);
    assert_eq!(table.take(), ["match pawn", "match queen"]);
    table.hear(&["Pawn is playing a game.", "2 stored games found."]);
    let mut pauses = Vec::new();
    for _ in 0..6 {
        let before = table.now;
        while table.sent.is_empty() {
            table.wait(5);
            table.sent.retain(|line| line != "date");
        }
        assert_eq!(table.take(), ["match Pawn"]);
        pauses.push((table.now - before).as_secs() / 60);
        table.hear(&["fics% Pawn is examining a game."]);
    }
    assert_eq!(pauses, [1, 2, 4, 8, 10, 10], "in minutes");
    table.hear(&[&first_board("Queen", "3 0")]);
    table.wait(1_000);
    assert!(!table.take().contains(&"match Pawn".to_owned()), "the bot is busy itself");
    table.hear(&["{Game 13 (Queen vs. Rook) Queen resigns} 0-1"]);
    assert_eq!(table.take(), ["match Pawn"]);
    table.hear(&["Issuing: Rook (1900) Pawn (1800) rated blitz 3 0 (adjourned)."]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Continuing rated blitz match.}"]);
    table.board(&["e4"], 1, [178, 180]);
    table.wait(1);
    assert!(table.told().contains(&"game 1".to_owned()), "it goes on");
}

#[test]
fn a_request_to_go_on_that_the_server_takes_for_a_new_game_is_taken_back() {
    let issued = |terms: &str| {
        let mut table = Table::online("");
        table.hear(&[RETURNED]);
        assert_eq!(table.take(), ["match Bishop"]);
        table.hear(&[&format!("Issuing: Rook (1900) Bishop (1800) {terms}.")]);
        let answer = table.take();
        table.hear(&[RETURNED]);
        (answer, table.take())
    };
    let sent = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    assert_eq!(issued("rated blitz 2 12"), (sent(&["withdraw Bishop"]), sent(&[])));
    assert_eq!(issued("rated blitz 3 0 (adjourned)"), (sent(&[]), sent(&["match Bishop"])));
    let mut table = Table::online("");
    table.hear(&["Issuing: Rook (1900) Bishop (1800) rated blitz 2 12."]);
    assert_eq!(table.take(), [""; 0], "a challenge like any other");
}

#[test]
fn an_opponent_who_challenges_again_shows_that_the_game_is_over() {
    let mut table = Table::playing("");
    let terms = "Pawn (1800) Rook (1900) rated blitz 3 0.";
    table.hear(&[&format!("Challenge: {terms}"), ANSWER]);
    assert_eq!(table.take()[0], "refresh");
    table.hear(&["You are not playing a game.", "Rook has no adjourned games."]);
    table.take();
    assert_eq!(answer(&mut table, terms), "accept Pawn");
    let mut table = Table::playing("");
    table.hear(&[&format!("Challenge: {}", terms.replace("Pawn", "Queen")), ANSWER]);
    assert!(!table.take().contains(&"refresh".to_owned()));
}

/// A board without kings in game 7.
fn impossible() -> String {
    board(&[], "Pawn", "Rook", -1, [180, 180]).replace("BQKB", "BQ-B").replace("bqkb", "bq-b")
}

#[test]
fn a_board_that_cannot_be_is_asked_for_once_and_its_game_is_left() {
    for (rated, word) in [("rated", "adjourn"), ("unrated", "resign")] {
        let mut table = Table::online("");
        table.hear(&[&format!("Creating: Pawn (1) Rook (1) {rated} suicide 3 0")]);
        for _ in 0..9 {
            table.hear(&[&impossible()]);
        }
        assert_eq!(table.take(), ["refresh", word]);
        table.hear(&["{Game 7 (Pawn vs. Rook) Game adjourned by mutual agreement} *"]);
        table.hear(&[&RETURNED.replace("Bishop", "Pawn"), "   pawn vs. rook"]);
        assert_eq!(table.take(), [""; 0], "not to be had again");
        table.hear(&[&impossible()]);
        assert_eq!(table.take(), ["refresh"], "the next game of that number is another one");
    }
}

#[test]
fn a_board_that_was_garbled_on_its_way_costs_no_game() {
    let mut table = Table::playing("");
    for moves in [&["e4"][..], &["d4"]] {
        table.hear(&[&impossible()]);
        assert_eq!(table.take(), ["refresh"]);
        table.board(moves, 1, [178, 180]);
    }
    let mut table = broken("");
    table.hear(&["{Game 7 (Pawn vs. Rook) Continuing rated blitz match.}", &impossible()]);
    table.board(&["e4"], 1, [178, 180]);
    assert_eq!(table.take(), ["refresh"]);
    assert_eq!(table.told()[..2], ["force", "game 1"], "it goes on, with its moves");
}

#[test]
fn games_of_a_kind_that_is_not_played_are_not_asked_for() {
    let asked = |more: &str| {
        let mut table = Table::online(more);
        table.hear(&["Stored games for Rook:"]);
        for (name, kind) in [("Pawn", "Sr"), ("Knight", "zr"), ("Queen", "wu"), ("King", "sr")] {
            table.hear(&[&format!(" 1: W {name}   Y [ {kind}  3   0]   0-0   B2  ??? Mon Nov 23")]);
        }
        table.hear(&["fics% ", &RETURNED.replace("Bishop", "Pawn")]);
        let asked = table.take();
        let suicide = "Pawn (1) Rook (1) rated wild 3 0 Loaded from suicide/0 (adjourned).";
        assert_eq!(answer(&mut table, suicide), "decline Pawn");
        asked
    };
    assert_eq!(asked(""), ["match Queen", "match King"]);
    assert_eq!(asked("[accept]\nkinds = [\"blitz\"]\n"), ["match King"], "usual chess always");
}

/// What an owner is told of the status.
fn status(table: &mut Table) -> String {
    table.wait(4);
    table.take();
    table.hear(&["Boss tells you: status"]);
    table.wait(4);
    let told = |line: &String| line.strip_prefix("tell Boss ").map(str::to_owned);
    table.take().iter().find_map(told).unwrap_or_default()
}

#[test]
fn the_status_tells_how_many_games_wait_and_with_whom() {
    let mut table = Table::online("");
    assert_eq!(status(&mut table), "no game, +0 =0 -0", "the server has not said it yet");
    table.hear(&["Rook has no adjourned games."]);
    assert_eq!(status(&mut table), "no game, +0 =0 -0, no adjourned games");
    table.hear(&["Stored games for Rook:", BISHOP, "   queen vs. rook", "2 stored games found."]);
    assert!(status(&mut table).ends_with(", 2 adjourned games (Bishop, queen)"));
    table.hear(&["{Game 13 (Queen vs. Rook) Continuing rated blitz match.}"]);
    table.hear(&[&first_board("Queen", "3 0")]);
    assert!(status(&mut table).ends_with(", 1 adjourned game (Bishop)"), "the other one goes on");
    table.hear(&["{Game 13 (Queen vs. Rook) Game adjourned by mutual agreement} *"]);
    assert!(status(&mut table).ends_with(", 2 adjourned games (Queen, Bishop)"));
    table.hear(&[&RETURNED.replace("Bishop", "Knight")]);
    assert!(status(&mut table).ends_with(", 3 adjourned games (Queen, Bishop, Knight)"));
    let issuing = "Issuing: Rook (1900) Knight (1800) rated blitz 2 12.";
    table.hear(&[&RETURNED.replace("Bishop", "Knight"), issuing]);
    assert!(status(&mut table).ends_with(", 2 adjourned games (Queen, Bishop)"), "it is a new one");
}

#[test]
fn a_message_that_a_game_is_settled_makes_the_bot_ask_which_games_the_server_keeps() {
    for text in [
        "Your game \"Pawn vs. Rook\" has been aborted.",
        "Your game \"Pawn vs. Rook\" has been adjudicated as a draw",
        "I have resigned our stored game \"Pawn vs. Rook.\"",
    ] {
        let mut table = Table::playing("");
        table.hear(&["{Game 7 (Pawn vs. Rook) Game adjourned by mutual agreement} *"]);
        table.take();
        table.hear(&["admin just sent you a message:", &format!("    {text}")]);
        assert_eq!(table.take(), ["stored"], "{text}");
        assert!(table.notes.contains(&format!("message of admin: {text}")), "{:?}", table.notes);
        assert!(status(&mut table).ends_with(", 1 adjourned game (Pawn)"), "anybody may write it");
        table.hear(&["Stored games for Rook:", "0 stored games found."]);
        assert!(status(&mut table).ends_with(", no adjourned games"));
        assert_eq!(table.games.len(), 1);
    }
    let mut table = Table::online("");
    let other = "    Your game \"Pawn vs. Queen\" has been aborted.";
    table.hear(&["Queen just sent you a message:", other]);
    assert_eq!(table.take(), [""; 0], "that is none of the bot's");
}

#[test]
fn a_status_stays_short_however_many_games_wait() {
    let mut table = Table::online("");
    table.hear(&["Stored games for Rook:"]);
    for name in
        ["Anna", "Boris", "Carla", "Denis", "Elena", "Fjodor", "Greta", "Hans", "Ida", "Jan"]
    {
        table.hear(&[
            &BISHOP.replace("Bishop", name),
            &BISHOP.replace("Bishop", &format!("{name}x")),
        ]);
    }
    table.hear(&["20 stored games found."]);
    let told = status(&mut table);
    assert!(told.contains(", 20 adjourned games (Anna, Annax, Boris,"), "{told}");
    assert!(told.ends_with(", Elena, Elenax and 10 more)") && told.len() < 200, "{told}");
}

#[test]
fn a_guest_has_no_games_that_wait() {
    let mut table = broken("");
    assert!(status(&mut table).ends_with(", 1 adjourned game (Pawn)"), "the link broke it off");
    let mut table = Table::playing("");
    table.bot.config.account.name = "guest".to_owned();
    table.on(Happening::Down("reset".to_owned()));
    table.log_in();
    assert_eq!(status(&mut table), "no game, +0 =0 -0");
}
