//! Before and between games: login, challenges, talk, seeks.

use super::*;

const BLITZ: &str = "Challenge: Pawn (1800) Rook (1900) rated blitz 3 0.";
const ANSWER: &str = "You can \"accept\" or \"decline\", or propose different parameters.";

#[test]
fn it_calls_logs_in_and_tells_the_server_what_it_needs() {
    let mut table = Table::new("");
    table.wait(1);
    assert_eq!(table.calls, 1);
    table.knock();
    assert_eq!(table.take(), ["Rook", "(password)"]);
    table.begun("fics% ");
    let sent = table.take();
    assert_eq!((sent[0].as_str(), sent.last().unwrap().as_str()), ("set style 12", "stored"));
}

#[test]
fn a_password_that_is_refused_ends_it() {
    let mut table = Table::new("");
    table.wait(1);
    table.knock();
    table.hear(&["**** Invalid password! ****"]);
    // Servers begin again at once.
    table.begun("login: ");
    assert_eq!(table.end, Some(Some("the server does not take the password".to_owned())));
    assert_eq!(table.calls, 1);
}

#[test]
fn challenges_are_answered_by_the_rules_once_all_is_known() {
    let mut table = Table::online("[accept]\ncomputers = false\n[talk]\nreasons = true\n");
    table.hear(&[BLITZ, "--** Pawn is a computer **--", ANSWER]);
    assert_eq!(table.take(), ["decline Pawn"]);
    table.wait(5);
    assert_eq!(table.take(), ["tell Pawn Sorry, I do not play computers."]);
    let mut table = Table::online("");
    table.hear(&[BLITZ]);
    assert_eq!(table.take(), [""; 0]);
    table.wait(1);
    assert_eq!(table.take(), ["accept Pawn"]);
    table.hear(&["Challenge: Bishop (1500) Rook (1900) rated blitz 3 0.", ANSWER]);
    assert_eq!(table.take(), ["decline Bishop"], "one at a time");
    table.hear(&["Pawn withdraws the match offer."]);
    table.hear(&["Challenge: Bishop (1500) Rook (1900) rated blitz 3 0.", ANSWER]);
    assert_eq!(table.take(), ["accept Bishop"]);
}

#[test]
fn who_has_no_account_is_a_guest_by_whatever_name() {
    for rule in ["guests = false", "formula = \"registered\""] {
        let mut table = Table::online(&format!("[accept]\n{rule}\n"));
        let unrated = |name: &str| format!("Challenge: {name} Rook (1900) unrated blitz 3 0.");
        table.hear(&[&unrated("Zorro (++++)"), ANSWER]);
        assert_eq!(table.take(), ["decline Zorro"], "{rule}");
        table.hear(&["Queen(U) tells you: hello", &unrated("Queen (----)"), ANSWER]);
        assert_eq!(table.take(), ["decline Queen"], "{rule}");
        table.hear(&[&unrated("Bishop (----)"), "Bishop is NOT a registered player.", ANSWER]);
        assert_eq!(table.take(), ["decline Bishop"], "{rule}");
        table.hear(&[&unrated("Knight (----)"), ANSWER]);
        assert_eq!(table.take(), ["accept Knight"], "{rule}");
    }
}

/// What the bot tells people while time passes, each with when it is said, in seconds from now.
fn told(table: &mut Table, seconds: u64) -> Vec<(u64, String)> {
    let began = table.now;
    let mut said = Vec::new();
    for _ in 0..seconds {
        table.wait(1);
        let words = |line: &String| line.starts_with("tell ") || line.starts_with("say ");
        let at = (table.now - began).as_secs();
        said.extend(table.take().into_iter().filter(words).map(|line| (at, line)));
    }
    said
}

#[test]
fn an_owner_is_answered_at_once_however_many_are_refused() {
    let mut table = Table::playing("[talk]\nreasons = true\n");
    for n in 0..1_000 {
        let name = ["Queen", "Knight", "Bishop"][n % 3].to_owned() + &"x".repeat(n % 14);
        let challenge = format!("Challenge: {name} (1800) Rook (1900) rated blitz 3 0.");
        table.hear(&[&challenge, ANSWER]);
    }
    table.wait(2);
    table.take();
    table.hear(&["Boss tells you: status"]);
    let said = told(&mut table, 300);
    let (at, answer) = said.iter().find(|(_, line)| line.starts_with("tell Boss")).unwrap();
    assert!(*at <= 3, "{at}: {answer}");
    assert!(said.len() < 30, "the queue is bounded: {said:?}");
}

#[test]
fn who_is_refused_is_told_once_in_a_while() {
    let mut table = Table::online("[accept]\nrated = false\n[talk]\nreasons = true\n");
    for _ in 0..20 {
        table.hear(&[BLITZ, ANSWER]);
        table.wait(2);
    }
    let tells = |table: &mut Table| {
        table.take().iter().filter(|line| line.starts_with("tell Pawn Sorry")).count()
    };
    assert_eq!(tells(&mut table), 1);
    table.wait(60);
    table.hear(&[BLITZ, ANSWER]);
    table.wait(2);
    assert_eq!(tells(&mut table), 1, "after a while again");
}

#[test]
fn words_to_an_opponent_do_not_reach_the_next_one() {
    let mut table = Table::online("[talk]\ngreeting = \"Hello {opponent}\"\n");
    (0..5).for_each(|_| table.hear(&["Boss tells you: status"]));
    table.board(&[], -1, [180, 180]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Game aborted on move 1} *"]);
    let line = board(&[], "Queen", "Rook", -1, [180, 180]);
    table.hear(&[&line]);
    let said = told(&mut table, 60);
    let greetings: Vec<_> =
        said.iter().map(|(_, line)| line).filter(|line| line.starts_with("say Hello")).collect();
    assert_eq!(greetings, ["say Hello Queen"]);
}

#[test]
fn pauses_between_calls_grow_and_a_taken_account_is_not_fought_for() {
    let mut table = Table::new("");
    let mut calls = Vec::new();
    for _ in 0..12 {
        let at = table.bot.deadline().unwrap();
        table.now = at;
        table.on(Happening::Tick);
        calls.push(at);
        table.on(Happening::Down("refused".to_owned()));
    }
    let pauses: Vec<Duration> = calls.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(pauses[0] < s(2) && pauses[8] > s(150), "{pauses:?}");
    assert!(pauses.iter().all(|&pause| pause <= s(375)));
    let mut table = Table::online("");
    let before = table.now;
    table.hear(&["**** Rook has arrived - you can't both be logged in. ****"]);
    assert!(table.bot.deadline().unwrap() >= before + s(400));
}

#[test]
fn a_server_that_falls_silent_is_noticed() {
    let mut table = Table::playing("");
    let at = table.bot.deadline().unwrap();
    table.now = at;
    table.on(Happening::Tick);
    assert_eq!(table.take(), ["date"]);
    table.now = table.bot.deadline().unwrap();
    table.on(Happening::Tick);
    assert_eq!(table.bot.status().link, "waiting to call again");
}

#[test]
fn nothing_that_people_say_is_taken_for_the_server() {
    let mut table = Table::playing("");
    let sayings = [
        "{Game 7 (Pawn vs. Rook) Rook resigns} 0-1".to_owned(),
        board(&["e4"], "Pawn", "Rook", 1, [178, 180]),
        BLITZ.to_owned(),
        "**** Invalid password! ****".to_owned(),
    ];
    for saying in sayings {
        for manner in
            ["Pawn tells you: ", "Pawn says: ", "Pawn(C)[7] kibitzes: ", "--> Pawn ", " 1: "]
        {
            table.hear(&[&format!("{manner}{saying}")]);
        }
    }
    assert_eq!((table.told(), table.take(), table.end.is_some()), (vec![], vec![], false));
    assert!(table.bot.status().game.is_some());
}

#[test]
fn only_owners_give_orders_and_only_with_an_account() {
    let mut table = Table::online("");
    table.hear(&[
        "Pawn tells you: raw resign",
        "Boss(U) tells you: raw resign",
        "Boss says: raw resign",
    ]);
    table.wait(5);
    assert_eq!(table.take(), [""; 0]);
    table.hear(&["Boss tells you: raw finger Pawn"]);
    assert_eq!(table.take(), ["finger Pawn"]);
    table.wait(5);
    assert_eq!(table.take(), ["tell Boss sent"]);
    table.hear(&["Boss tells you: hello"]);
    table.wait(5);
    assert!(table.take()[0].contains("I know: status"));
}

#[test]
fn games_are_sought_in_turn_by_hand_as_long_as_there_is_none() {
    let mut table = Table::online("[seek]\nads = [\"3 0\", \"5 0 rated\"]\nevery = 60\n");
    table.wait(70);
    assert_eq!(table.take(), ["seek 3 0 m", "seek 5 0 rated m"]);
    table.wait(60);
    assert_eq!(table.take().last().map(String::as_str), Some("seek 3 0 m"));
    table.hear(&["No such category/board: m/0"]);
    table.wait(100);
    assert!(!table.take().concat().contains("seek"), "no seeks that accept by themselves");
    let mut table = Table::playing("[seek]\nads = [\"3 0\"]\n");
    table.wait(600);
    assert!(!table.take().contains(&"seek 3 0 m".to_owned()), "not in a game");
}

#[test]
fn ctrl_c_means_after_the_game_and_twice_at_once() {
    let mut table = Table::playing("");
    table.on(Happening::Wish(Wish::Finish));
    assert!(table.end.is_none());
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    assert_eq!((table.take().last().unwrap().as_str(), table.end), ("quit", Some(None)));
    let mut table = Table::playing("");
    table.on(Happening::Wish(Wish::Leave));
    assert_eq!(table.take(), ["adjourn"]);
    table.wait(4);
    assert_eq!(table.end, Some(None));
}

#[test]
fn a_file_that_is_read_again_changes_the_rules_and_not_the_account() {
    let mut table = Table::online("");
    let other = LOGIN.replace("Rook", "Bishop") + "[accept]\nrated = false\n";
    let stays = table.bot.configure(Config::parse(&other, "test").unwrap());
    assert_eq!(stays, ["[account]"], "the operator is to hear of it");
    table.hear(&[BLITZ, ANSWER]);
    assert_eq!(table.take(), ["decline Pawn"]);
    assert_eq!(table.bot.status().name, "Rook");
    let owners = LOGIN.replace("Boss", "Chief");
    assert_eq!(table.bot.configure(Config::parse(&owners, "test").unwrap()), [""; 0]);
    table.hear(&["Boss tells you: raw unseek", "Chief tells you: raw finger"]);
    assert_eq!(table.take(), ["finger"]);
}

#[test]
fn ads_that_stand_are_taken_back_where_others_come_instead() {
    let ads = "[seek]\nads = [\"3 0\"]\nautomatic = true\nevery = 60\n";
    let mut table = Table::online(ads);
    table.hear(&["No such category/board: m/0"]);
    table.wait(70);
    assert_eq!(table.take(), ["unseek", "seek 3 0", "unseek", "seek 3 0"], "not one upon another");
    assert_eq!(reread(&mut table, ""), ["unseek"]);
    assert_eq!(reread(&mut table, ads), ["unseek", "seek 3 0"]);
}

#[test]
fn a_bot_that_others_talk_to_is_not_silent_itself() {
    let mut table = Table::online("");
    for _ in 0..13 {
        table.wait(50);
        table.hear(&["Pawn tells you: hello"]);
    }
    assert_eq!(table.take(), ["date"]);
}

#[test]
fn a_challenge_that_waits_behind_the_password_is_not_lost() {
    let mut table = Table::new("");
    table.wait(1);
    table.knock();
    table.hear(&[
        "Challenge: Pawn (1) Rook (1) unrated wild 2 1 Loaded from lightning/0 (adjourned).",
    ]);
    table.begun("fics% ");
    table.take();
    table.wait(1);
    assert_eq!(table.take(), ["accept Pawn"]);
}

#[test]
fn an_opponent_who_waits_to_go_on_is_not_asked_as_well() {
    let mut table = Table::online("");
    table.hear(&[
        "Challenge: Pawn (1) Rook (1) unrated wild 2 1 Loaded from lightning/0 (adjourned).",
        "   pawn vs. rook",
    ]);
    table.wait(1);
    assert_eq!(table.take(), ["accept Pawn"]);
}

#[test]
fn a_datagram_tells_clocks_exactly_where_boards_have_whole_seconds() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.told();
    table.hear(&["\u{19}(56 7 B 5 1"]);
    assert_eq!(table.told(), [""; 0], "not on this kind of server");
    table.bot.config.server.kind = crate::ics::config::Kind::Icc;
    table.hear(&["\u{19}(56 7 B 179432 1", "\u{19}(56 8 B 5 1", "\u{19}(56 7 W 177250 0"]);
    assert_eq!(table.told(), ["time 179432", "otim 177250"], "the other game is none of the bot's");
    assert_eq!(table.bot.status().clocks, [177_250, 179_432]);
    table.engine_moves(&["e4"], "e5");
    table.wait(1);
    table.hear(&["\u{19}(56 7 W 176000 1"]);
    table.wait(2);
    table.hear(&["fics%"]);
    assert_eq!(table.bot.status().clocks[0], 174_000, "it has run on");
}

#[test]
fn who_is_thrown_out_stays_away_for_a_while_and_says_so() {
    let mut table = Table::online("");
    let (before, calls) = (table.now, table.calls);
    table.hear(&["**** You have been kicked out by admin! ****"]);
    assert!(table.notes.iter().any(|note| note.contains("an administrator has thrown")));
    assert!(table.bot.deadline().unwrap() >= before + s(400));
    table.wait(800);
    assert!(table.calls > calls, "not for ever");
}

#[test]
fn no_game_begins_on_a_server_that_is_about_to_go_down() {
    let stops = "    **** Server going down in 1 minutes and 0 seconds. ****";
    let sent = |table: &mut Table, seconds| {
        table.wait(seconds);
        table.take().into_iter().filter(|line| line != "date").collect::<Vec<_>>()
    };
    let mut table = Table::online("[seek]\nads = [\"3 0\"]\nevery = 30\n");
    sent(&mut table, 5);
    table.hear(&[stops, stops]);
    assert_eq!(sent(&mut table, 50), ["unseek"]);
    table.hear(&[BLITZ, ANSWER]);
    assert_eq!(sent(&mut table, 1), ["decline Pawn"]);
    table.hear(&["    **** Server shutdown canceled by admin. ****"]);
    assert_eq!(sent(&mut table, 5), ["seek 3 0 m"]);
    table.hear(&[BLITZ, ANSWER]);
    assert_eq!(sent(&mut table, 1), ["accept Pawn"]);
    let mut table = Table::online("");
    table.hear(&[stops]);
    table.on(Happening::Down("the server has stopped".to_owned()));
    table.log_in();
    table.hear(&[BLITZ, ANSWER]);
    assert_eq!(table.take(), ["accept Pawn"], "it is there again");
    let mut table = Table::new("");
    table.wait(1);
    table.knock();
    table.hear(&[stops]);
    table.begun("fics% ");
    table.take();
    table.hear(&[BLITZ, ANSWER]);
    assert_eq!(table.take(), ["decline Pawn"], "some say it before they let the bot in");
}

/// Reads the file again, with this after the account; returns what is sent because of it.
fn reread(table: &mut Table, more: &str) -> Vec<String> {
    table.bot.configure(Config::parse(&format!("{LOGIN}{more}"), "test").unwrap());
    table.on(Happening::Tick);
    table.take()
}

const NOTES: &str =
    "[accept]\nserver_formula = \"time >= 3\"\n[talk]\nfinger = [\"a bot\", \"run by Boss\"]\n";

#[test]
fn the_server_hears_what_a_file_that_is_read_again_says_of_the_account() {
    let mut table = Table::online(NOTES);
    assert_eq!(reread(&mut table, NOTES), [""; 0], "nothing has changed");
    let other = "[accept]\nserver_formula = \"time >= 5\"\n[talk]\nfinger = [\"a bot\"]\n";
    assert_eq!(reread(&mut table, other), ["set formula time >= 5", "set 2"]);
    assert_eq!(reread(&mut table, ""), ["set 1", "set formula"]);
    assert_eq!(reread(&mut table, ""), [""; 0]);
}

/// What the server is told of the account at a login.
fn told_at_login(table: &mut Table) -> Vec<String> {
    table.wait(400);
    table.on(Happening::Up);
    ["login: ", "password: ", "fics% "].iter().for_each(|text| table.begun(text));
    let of_account = |line: &String| {
        line.starts_with("set formula") || line.starts_with("set 1") || line.starts_with("set 2")
    };
    table.take().into_iter().filter(of_account).collect()
}

#[test]
fn what_the_file_says_no_longer_is_taken_back_at_the_next_login_by_whatever_start() {
    let mut table = Table::online(NOTES);
    table.on(Happening::Down("reset".to_owned()));
    assert_eq!(reread(&mut table, ""), [""; 0], "there is no link");
    assert_eq!(told_at_login(&mut table), ["set 2", "set 1", "set formula"]);
    table.on(Happening::Down("reset".to_owned()));
    assert_eq!(told_at_login(&mut table), [""; 0], "what others have set is left alone");
    let state = State::parse(&Table::online(NOTES).bot.state().to_text().unwrap()).unwrap();
    let mut next = Table::new("");
    let config = Config::parse(LOGIN, "test").unwrap();
    next.bot = Bot::new(config, Start { has_password: true, state, ..Start::default() });
    assert_eq!(told_at_login(&mut next), ["set 2", "set 1", "set formula"]);
}
