//! What operators can decide: when and whom to play, what is said, and how to leave.

use super::*;
use crate::message::{self, Account, Bound, Thinking};

const CHALLENGE: &str = "Challenge: Pawn (1800) Rook (1900) rated blitz 3 0.";
const PAWN_RESIGNS: &str = "{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1";

#[test]
fn outside_the_hours_of_play_nothing_is_sought_and_nobody_accepted() {
    // Time begins on a Thursday at midnight.
    let mut table =
        Table::online("[accept]\nhours = [\"Thu 01:00-02:00\"]\n[seek]\nads = [\"3 0\"]\n");
    table.wait(60);
    assert_eq!(table.take(), ["unseek"]);
    table.hear(&[CHALLENGE]);
    table.wait(1);
    assert_eq!(table.take(), ["decline Pawn"]);
    table.wait(3_600);
    assert!(table.take().contains(&"seek 3 0 m".to_owned()));
    table.hear(&[CHALLENGE]);
    table.wait(1);
    assert_eq!(table.take(), ["accept Pawn"]);
}

#[test]
fn those_who_may_be_challenged_are_in_turn_with_the_ads() {
    let mut table =
        Table::online("[seek]\nads = [\"3 0\"]\nmay_challenge = [\"Pawn 5 0 u\"]\nevery = 30\n");
    table.wait(70);
    let calls: Vec<String> = table.take().into_iter().filter(|line| line != "date").collect();
    assert_eq!(calls, ["seek 3 0 m", "match Pawn 5 0 u", "seek 3 0 m"]);
}

#[test]
fn lines_for_idle_times_are_sent_as_long_as_nothing_is_played() {
    let mut table = Table::online("[commands]\nidle = [\"tell 4 who plays?\"]\nidle_after = 100\n");
    let count =
        |table: &mut Table| table.take().iter().filter(|line| *line == "tell 4 who plays?").count();
    table.wait(250);
    assert_eq!(count(&mut table), 2);
    table.board(&[], -1, [180, 180]);
    table.wait(100);
    assert_eq!(count(&mut table), 0);
}

#[test]
fn comments_go_to_those_whom_the_operator_names_with_the_reason_if_wished() {
    let thinking = |table: &mut Table| {
        let root = Position::startpos();
        let (side, mv) = (root.side(), root.parse_move("e4").unwrap());
        let report = Thinking {
            root,
            depth: 9,
            seldepth: 9,
            rank: None,
            side,
            score: message::Score::Centipawns(31),
            bound: Bound::Exact,
            chances: [300, 500, 200],
            elapsed: s(1),
            nodes: 1_000,
            hashfull: 0,
            tbhits: 0,
            line: vec![mv],
        };
        table.on(Happening::Engine(Box::new(Event::Thinking(Box::new(report)))));
    };
    let begin = |more: &str| {
        let mut table = Table::online(more);
        let line = board(&[], "Rook", "Pawn", 1, [180, 180]);
        table.hear(&[&line]);
        table.wait(4);
        table.take();
        thinking(&mut table);
        table
    };
    let mut table = begin("[talk]\ncomments = \"kibitz\"\nwhy = true\n");
    table.engine_moves(&[], "e4");
    let (planned, used) = (None, Duration::from_millis(1_200));
    let account = Account {
        planned,
        used,
        on_clock: None,
        depth: 9,
        reason: "only move".into(),
        grounds: None,
    };
    table.on(Happening::Engine(Box::new(Event::Accounted(account))));
    table.wait(1);
    assert_eq!(table.take(), ["e2e4", "kibitz +0.31/9 e4  time: used 1.20 s, depth 9: only move"]);
    let mut table = begin("[talk]\ncomments = \"whisper\"\nfinal_only = false\n");
    table.wait(1);
    assert_eq!(table.take(), ["whisper +0.31/9 e4"]);
    let mut table = begin("");
    table.engine_moves(&[], "e4");
    table.wait(1);
    assert_eq!(table.take(), ["e2e4"]);
}

#[test]
fn a_challenge_under_a_number_is_answered_once() {
    let pending = "<pf> 39 w=Pawn t=match p=Pawn (1800) Rook (1900) rated blitz 3 0";
    let mut table = Table::online("");
    table.hear(&[pending]);
    table.wait(1);
    assert_eq!(table.take(), ["accept Pawn"]);
    let mut table = Table::online("[accept]\nrated = false\n");
    table.hear(&[CHALLENGE, "You can \"accept\" or \"decline\", or propose different parameters."]);
    table.hear(&[pending]);
    table.wait(1);
    assert_eq!(table.take(), ["decline Pawn"]);
}

#[test]
fn who_does_not_begin_is_reminded_before_the_game_is_aborted() {
    let mut table = Table::playing("[play]\nno_show = 60\n");
    table.wait(31);
    assert!(table.take().iter().any(|line| line.starts_with("say It is your move")));
    table.wait(30);
    assert!(table.take().contains(&"abort".to_owned()));
}

#[test]
fn an_opponent_who_neither_begins_nor_aborts_does_not_hold_the_bot() {
    let mut table = Table::playing("[play]\nno_show = 60\n");
    let calls = table.calls;
    table.wait(89);
    assert_eq!((table.bot.status().link.as_str(), table.calls), ("online", calls));
    table.wait(10);
    assert!(table.calls > calls, "a rated game is left adjourned");
    table.log_in();
    assert!(table.end.is_none() && table.bot.status().game.is_none());
    table.hear(&["Challenge: Queen (1800) Rook (1900) rated blitz 3 0."]);
    table.wait(1);
    assert_eq!(table.take(), ["accept Queen"]);
    let mut table = Table::online("[play]\nno_show = 60\n");
    table.hear(&["Creating: Pawn (1800) Rook (1900) unrated blitz 3 0"]);
    table.board(&[], -1, [180, 180]);
    table.wait(89);
    assert!(!table.take().contains(&"resign".to_owned()));
    table.wait(2);
    assert!(table.take().contains(&"resign".to_owned()), "an unrated game costs nothing");
}

#[test]
fn what_was_played_is_known_after_a_new_start() {
    for (rule, lasts) in [
        ("in_a_row = 1\npause = 3600", 3_600),
        ("games_a_day = 1", 86_400),
        ("aborts = 1", u64::MAX),
        ("computers_in_a_row = 1\npause = 3600", 3_600),
    ] {
        let rules = format!("[accept]\n{rule}\n");
        let mut table = Table::online(&rules);
        table.hear(&["--** Pawn is a computer **--"]);
        table.board(&[], -1, [180, 180]);
        table.hear(&["{Game 7 (Pawn vs. Rook) Game aborted on move 1} *"]);
        let state = State::parse(&table.bot.state().to_text().unwrap()).unwrap();
        assert_eq!(state, *table.bot.state());
        for (later, accepted) in [(1_000, false), (100_000, lasts != u64::MAX)] {
            let config = Config::parse(&format!("{LOGIN}{rules}"), "test").unwrap();
            let (state, time) = (state.clone(), table.now + s(later));
            let mut next = Table::new("");
            let start = Start { has_password: true, state, time, ..Start::default() };
            next.bot = Bot::new(config, start);
            next.log_in();
            next.hear(&["--** Pawn is a computer **--", CHALLENGE]);
            next.wait(1);
            let answer = if accepted { "accept Pawn" } else { "decline Pawn" };
            assert_eq!(next.take(), [answer], "{rule}, {later} s later");
        }
    }
}

#[test]
fn time_that_is_up_may_be_met_with_courtesy() {
    for (kind, word, line) in [
        ("fics", "abort", "courtesyabort"),
        ("fics", "adjourn", "courtesyadjourn"),
        ("lasker", "abort", "abort"),
        ("lasker", "adjourn", "adjourn"),
    ] {
        let mut table = Table::playing(&format!("[play]\nflag = \"{word}\"\n"));
        let login = LOGIN.replace("lasker", kind);
        let config = format!("{login}[play]\nflag = \"{word}\"\n");
        table.bot.config = Config::parse(&config, "test").unwrap();
        table.board(&["e4"], 1, [178, 180]);
        table.engine_moves(&["e4"], "e5");
        table.board(&["e4", "e5"], -1, [5, 179]);
        table.wait(8);
        assert!(table.take().contains(&line.to_owned()));
    }
}

#[test]
fn the_program_begins_anew_after_the_game_if_its_owner_says_so() {
    let mut table = Table::playing("");
    table.hear(&["Boss tells you: restart"]);
    assert_eq!(table.end, None);
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    assert_eq!(table.end, Some(Some("restart".to_owned())));
}

/// What an owner is answered.
fn answered(table: &mut Table, order: &str) -> String {
    table.wait(4);
    table.take();
    table.hear(&[&format!("Boss tells you: {order}")]);
    table.wait(4);
    let answer = |line: &String| line.strip_prefix("tell Boss ").map(str::to_owned);
    table.take().iter().find_map(answer).unwrap_or_default()
}

#[test]
fn an_owner_hears_what_has_come_of_an_order() {
    let mut table = Table::online("");
    assert_eq!(answered(&mut table, "set hash 64"), "hash = 64");
    assert_eq!(answered(&mut table, "set nosuch 1"), "there is no option nosuch");
    assert_eq!(answered(&mut table, "reload"), "line 3 is wrong");
    assert_eq!(answered(&mut table, "seek on"), "seek on, but my file names no ads");
    let mut table = Table::online("[seek]\nads = [\"3 0\"]\n");
    assert_eq!(answered(&mut table, "seek on"), "seek on");
    table.hear(&["No such category/board: m/0"]);
    assert!(answered(&mut table, "seek on").contains("seek.automatic"));
}

#[test]
fn who_orders_the_bot_to_leave_is_answered_before_it_does() {
    for (order, answer) in [("finish", "leaving"), ("leave", "leaving"), ("restart", "beginning")] {
        let mut table = Table::online("");
        let before = answered(&mut table, order);
        assert!(before.starts_with(answer), "{order}: {before}");
        assert!(table.end.is_some());
    }
    let mut table = Table::playing("");
    assert_eq!(answered(&mut table, "finish"), "leaving after this game");
}

#[test]
fn no_game_is_sought_until_the_owner_wants_it_again() {
    let mut table = Table::online("[seek]\nads = [\"3 0\"]\n");
    answered(&mut table, "seek off");
    table.board(&[], -1, [180, 180]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Game aborted on move 1} *"]);
    table.wait(300);
    assert!(!table.take().contains(&"seek 3 0 m".to_owned()), "a game changes nothing");
    assert_eq!(answered(&mut table, "seek on"), "seek on");
    table.wait(200);
    assert!(table.take().contains(&"seek 3 0 m".to_owned()));
}

#[test]
fn a_game_that_is_broken_off_is_finished_before_leaving_unless_it_is_gone() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.on(Happening::Wish(Wish::Finish));
    table.on(Happening::Down("reset".to_owned()));
    assert_eq!(table.end, None);
    let mut gone = Table::playing("");
    gone.on(Happening::Wish(Wish::Finish));
    gone.on(Happening::Down("reset".to_owned()));
    for table in [&mut table, &mut gone] {
        table.log_in();
    }
    table.hear(&["   pawn vs. rook"]);
    assert_eq!(table.take(), ["match pawn"]);
    assert_eq!(table.end, None);
    gone.hear(&["Rook has no adjourned games."]);
    assert_eq!(gone.end, Some(None));
    assert!(gone.games[0].to_string().contains("[Termination \"the link was lost\"]"));
}

#[test]
fn opponents_of_stored_games_are_asked_to_go_on_if_they_may_be_there() {
    let mut table = Table::online("");
    table.hear(&[
        " 1: W Pawn            N [ br  2  12]   0-0   B2  ??? Mon Nov 23, 06:14 CST 2009",
        " 2: B Queen           Y [ br  2  12]   0-0   B2  ??? Mon Nov 23, 06:14 CST 2009",
        "   knight vs. rook",
    ]);
    assert_eq!(table.take(), ["match Queen", "match knight"]);
}

#[test]
fn tournaments_are_joined_by_rule_and_played_against_whom_the_manager_names() {
    let mut table = Table::online("[tournaments]\njoin = [\"5 0\"]\n[seek]\nads = [\"3 0\"]\n");
    let said = |table: &mut Table, seconds| {
        table.wait(seconds);
        table.take().into_iter().filter(|line| line != "date").collect::<Vec<_>>()
    };
    said(&mut table, 10);
    table.hear(&[":mamer TOURNEY INFO: *** Tourney #7, a 5 0 r SS\\5 has been opened! ***"]);
    assert!(said(&mut table, 4).contains(&"tell mamer ListTourneys -j".to_owned()));
    table.hear(&[
        ":| 6 | open | Queen(TM) | 3 0 r SS\\5 | now |",
        ":| 7 | open | Queen(TM) | 5 0 r SS\\5 | now |",
        ":| 8 | open | Queen(TM) | 5 0 r zh SS\\5 | now |",
    ]);
    assert_eq!(said(&mut table, 8), ["tell mamer join 7"]);
    table.hear(&[":You have joined tourney #7.", CHALLENGE]);
    assert_eq!(said(&mut table, 2), ["unseek", "decline Pawn"]);
    table.hear(&[":You play White against Pawn in this round of tourney #7."]);
    table.hear(&[CHALLENGE]);
    assert_eq!(said(&mut table, 4), ["tell mamer play 7", "accept Pawn"]);
    table.hear(&[":Tourney #7 has been aborted!"]);
    assert!(said(&mut table, 200).contains(&"seek 3 0 m".to_owned()));
    table.hear(&[":You have joined tourney #9."]);
    assert!(!said(&mut table, 200).contains(&"seek 3 0 m".to_owned()));
    table.hear(&["mamer has set your tourney variable to OFF."]);
    assert!(said(&mut table, 200).contains(&"seek 3 0 m".to_owned()), "it is over");
}

#[test]
fn a_shuffled_game_is_played_with_its_castling() {
    let mut table = Table::online("");
    // King on b1, rooks on a1 and c1; after the bot's o-o the king stands on g1, the rook on f1.
    let line = |ranks: &str, rest: &str| format!("<12> {ranks} {rest}");
    let before = line(
        "rkrbbnnq pppppppp -------- -------- -------- -------- PPPPPPPP RKR-----",
        "W -1 1 1 1 1 0 7 Rook Pawn 1 3 0 39 39 180000 180000 1 none (0:00.000) none 0 1 0",
    );
    table.hear(&[&before]);
    let game = table.engine.iter().find_map(|command| match command {
        Command::SetGame(game) => Some(game.clone()),
        _ => None,
    });
    let position = game.unwrap().position().clone();
    let mv = position.parse_move("O-O").unwrap();
    let before = Box::new(position);
    table.on(Happening::Engine(Box::new(Event::Moved { by: Party::Engine, before, mv })));
    assert_eq!(table.take().last().unwrap(), "o-o");
    let after = line(
        "rkrbbnnq pppppppp -------- -------- -------- -------- PPPPPPPP R----RK-",
        "B -1 0 0 1 1 1 7 Rook Pawn -1 3 0 39 39 179000 180000 1 o-o (0:01.000) O-O 0 1 0",
    );
    table.told();
    table.hear(&[&after]);
    assert_eq!((table.told(), table.take()), (vec![], vec![]), "the board is the bot's own");
    table.hear(&["{Game 7 (Rook vs. Pawn) Pawn resigns} 1-0"]);
    assert!(table.games[0].to_string().contains("[Variant \"Chess960\"]"));
}

#[test]
fn no_tournament_is_joined_while_no_game_is_looked_for() {
    let joins = |rules: &str, before: &[&str]| {
        let mut table = Table::online(&format!("{rules}[tournaments]\njoin = [\"5 0\"]\n"));
        table.wait(5);
        table.hear(before);
        table.hear(&[":| 7 | open | Queen(TM) | 5 0 r SS\\5 | now |"]);
        table.wait(5);
        table.take().contains(&"tell mamer join 7".to_owned())
    };
    let stops = "    **** Server going down in 9 minutes and 0 seconds. ****";
    let cancelled = "    **** Server shutdown canceled by admin. ****";
    assert!(joins("", &[]) && joins("", &[stops, cancelled]));
    assert!(!joins("", &[stops]), "it would be broken off");
    let game = [board(&[], "Pawn", "Rook", -1, [180, 180]), PAWN_RESIGNS.to_owned()];
    let game = [game[0].as_str(), game[1].as_str()];
    assert!(joins("[accept]\ngames_a_day = 2\n", &game));
    assert!(!joins("[accept]\ngames_a_day = 1\n", &game), "enough games for today");
}

#[test]
fn a_bot_that_cannot_begin_anew_goes_on() {
    let mut table = Table::online("[seek]\nads = [\"3 0\"]\n");
    table.hear(&["Boss tells you: restart"]);
    assert_eq!(table.end.take(), Some(Some("restart".to_owned())));
    // What the front end says when the file is wrong by now.
    table.on(Happening::Wish(Wish::Stay));
    table.on(Happening::Down("going on with the file as it was".to_owned()));
    table.log_in();
    table.wait(5);
    assert!(table.take().contains(&"seek 3 0 m".to_owned()));
    table.hear(&[CHALLENGE]);
    table.wait(1);
    assert_eq!((table.take(), table.end.clone()), (vec!["accept Pawn".to_owned()], None));
}

#[test]
fn an_owner_hears_at_once_why_the_bot_cannot_begin_anew() {
    let mut table = Table::online("");
    table.unfit = Some("line 3 is wrong".to_owned());
    table.hear(&["Boss tells you: restart"]);
    table.wait(1);
    assert_eq!(table.take(), ["tell Boss I cannot begin anew: line 3 is wrong"]);
    assert_eq!((table.end.clone(), table.bot.status().link.as_ref()), (None, "online"));
}
