//! What outlasts a game: results, ratings, what owners have ordered; and what people may ask.

use super::*;
use crate::message;

/// A bot with what is left of an earlier start, logged in so many seconds later.
fn later(left: &State, seconds: u64, more: &str) -> Table {
    let mut table = Table::new(more);
    let state = State::parse(&left.to_text().unwrap()).unwrap();
    assert_eq!(state, *left);
    let config = Config::parse(&format!("{LOGIN}{more}"), "test").unwrap();
    let start = Start { has_password: true, state, time: s(seconds), ..Start::default() };
    table.bot = Bot::new(config, start);
    table.log_in();
    table
}

/// Plays a game that the opponent resigns.
fn win(table: &mut Table) {
    table.hear(&["Creating: Pawn (1800) Rook (1900) rated blitz 3 0"]);
    table.board(&[], -1, [180, 180]);
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "e5");
    table.hear(&[
        "{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1",
        "blitz rating adjustment: 1900 --> 1912",
    ]);
}

/// What is told to this player within some seconds.
fn told_to(table: &mut Table, name: &str) -> Vec<String> {
    table.wait(40);
    let start = format!("tell {name} ");
    let sent = table.take();
    sent.iter().filter_map(|line| line.strip_prefix(&start)).map(str::to_owned).collect()
}

#[test]
fn results_and_ratings_outlast_the_program() {
    let mut table = Table::online("");
    win(&mut table);
    let mut next = later(table.bot.state(), 5_000, "");
    win(&mut next);
    let history = &next.bot.state().history;
    let met = history.met("Pawn").unwrap();
    assert_eq!((met.score, met.rating, history.total()), ([2, 0, 0], Some(1_800), [2, 0, 0]));
    assert_eq!((history.ratings().len(), history.rating("blitz")), (2, Some(1_912)));
    next.hear(&["Boss tells you: stats"]);
    let told = told_to(&mut next, "Boss").join("\n");
    assert!(told.contains("+1 =0 -0 (in all +2 =0 -0)"), "{told}");
}

#[test]
fn openings_are_learned_from_and_outlast_the_program() {
    let e5 = {
        let mut position = crate::position::Position::startpos();
        position.play(position.parse_move("e4").unwrap());
        (position.key(), position.parse_move("e5").unwrap())
    };
    let mut table = Table::online("");
    win(&mut table);
    assert!(table.leanings.is_empty(), "nothing was known before");
    let mut next = later(table.bot.state(), 5_000, "");
    win(&mut next);
    assert_eq!(next.leanings.get(&e5), Some(&204), "won against this very opponent");
    let mut unlearned = later(table.bot.state(), 5_000, "[play]\nlearn = false\n");
    win(&mut unlearned);
    assert!(unlearned.leanings.is_empty());
}

#[test]
fn links_that_break_are_counted_and_those_that_never_were_are_not() {
    let mut table = Table::online("");
    table.on(Happening::Down("reset".to_owned()));
    table.wait(400);
    table.on(Happening::Down("refused".to_owned()));
    assert_eq!(table.bot.state().history.links_lost(), [(0, 1)]);
}

#[test]
fn texts_name_rating_and_score() {
    let mut table =
        Table::online("[talk]\ngreeting = \"{rating} {score}\"\nfarewell = \"now {score}\"\n");
    win(&mut table);
    table.wait(10);
    assert!(table.take().contains(&"say now +1 =0 -0".to_owned()));
    table.hear(&["Creating: Pawn (1800) Rook (1912) rated blitz 3 0"]);
    table.board(&[], -1, [180, 180]);
    table.wait(5);
    assert!(table.take().contains(&"say 1912 +1 =0 -0".to_owned()));
}

#[test]
fn who_is_not_to_be_played_is_declined_until_the_time_is_over_or_an_owner_relents() {
    let challenge = "Challenge: Pawn (1800) Rook (1900) rated blitz 3 0.";
    let answer = |table: &mut Table| {
        table.hear(&[challenge]);
        table.wait(1);
        table.take().pop().unwrap_or_default()
    };
    let mut table = Table::online("");
    table.hear(&["Boss tells you: noplay PAWN 2"]);
    assert_eq!(told_to(&mut table, "Boss"), ["not playing PAWN for 2 days"]);
    assert_eq!(answer(&mut table), "decline Pawn");
    let mut soon = later(table.bot.state(), 86_400, "");
    assert_eq!(answer(&mut soon), "decline Pawn");
    let mut late = later(table.bot.state(), 4 * 86_400, "");
    assert_eq!(answer(&mut late), "accept Pawn");
    soon.hear(&["Boss tells you: unblock pawn"]);
    assert_eq!(told_to(&mut soon, "Boss"), ["playing pawn again"]);
    assert_eq!(answer(&mut soon), "accept Pawn");
    let mut marked = Table::online("");
    marked.hear(&["Boss tells you: noplay Pawn(C)"]);
    assert_eq!(told_to(&mut marked, "Boss"), ["not playing Pawn"]);
    assert_eq!(answer(&mut marked), "decline Pawn", "by whatever marks the name was copied with");
    marked.hear(&["Boss tells you: unblock Pawn(C)(TM)", "Boss tells you: noplay (C)"]);
    assert_eq!(told_to(&mut marked, "Boss"), ["playing Pawn again", "`(C)` is no name"]);
    let mut wrong = Table::online("");
    wrong.hear(&["Boss tells you: noplay Pawn often", "Boss tells you: unblock Queen"]);
    let told = told_to(&mut wrong, "Boss");
    assert_eq!(told, ["`often` is no number of days", "Queen was not blocked"]);
    wrong.hear(&["Boss tells you: noplay Queen 1", "Boss tells you: unblock (C)"]);
    assert_eq!(told_to(&mut wrong, "Boss"), ["not playing Queen for 1 day", "`(C)` is no name"]);
}

#[test]
fn a_break_lasts_as_long_as_the_owner_says() {
    let mut table = Table::online("[seek]\nads = [\"3 0\"]\nevery = 30\n");
    table.wait(5);
    table.hear(&["Boss tells you: pause 10"]);
    assert_eq!(told_to(&mut table, "Boss"), ["no new games for 10 minutes"]);
    table.hear(&["Challenge: Pawn (1800) Rook (1900) rated blitz 3 0."]);
    table.wait(300);
    let sent = table.take();
    assert!(sent.contains(&"decline Pawn".to_owned()), "{sent:?}");
    assert!(!sent.iter().any(|line| line.starts_with("seek")), "{sent:?}");
    table.wait(300);
    assert!(table.take().contains(&"seek 3 0 m".to_owned()));
    table.hear(&["Boss tells you: pause 10", "Boss tells you: pause 0"]);
    let told = told_to(&mut table, "Boss");
    assert_eq!(told, ["no new games for 10 minutes", "going on"]);
    table.hear(&["Challenge: Pawn (1800) Rook (1900) rated blitz 3 0."]);
    table.wait(1);
    assert!(table.take().contains(&"accept Pawn".to_owned()));
}

#[test]
fn an_owner_acts_at_the_board_and_learns_when_there_is_none() {
    let mut table = Table::playing("");
    for (order, line) in [
        ("abort", "abort"),
        ("adjourn", "adjourn"),
        ("resign", "resign"),
        ("accept", "accept draw"),
        ("decline takeback", "decline takeback"),
    ] {
        table.hear(&[&format!("Boss tells you: {order}")]);
        assert_eq!(table.take(), [line], "{order}");
        table.wait(4);
        table.take();
    }
    table.hear(&["Boss tells you: challenge Queen 3 0"]);
    assert_eq!(told_to(&mut table, "Boss"), ["I am playing"]);
    let mut table = Table::online("");
    table.hear(&["Boss tells you: resign"]);
    assert_eq!(told_to(&mut table, "Boss"), ["I am not playing"]);
    table.hear(&["Boss tells you: challenge Queen 3 0 unrated"]);
    assert!(table.take().contains(&"match Queen 3 0 unrated".to_owned()));
}

#[test]
fn an_owner_may_ask_for_the_last_game_and_why_a_move_took_its_time() {
    let mut table = Table::online("");
    table.hear(&["Boss tells you: why", "Boss tells you: game"]);
    let told = told_to(&mut table, "Boss");
    assert!(told[0].contains("not moved") && told[1].contains("no game"), "{told:?}");
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "e5");
    let account = message::Account {
        planned: None,
        used: s(2),
        on_clock: None,
        depth: 9,
        reason: "only move".into(),
        grounds: None,
    };
    table.on(Happening::Engine(Box::new(Event::Accounted(account))));
    table.board(&["e4", "e5"], -1, [178, 178]);
    table.hear(&["Boss tells you: why"]);
    let told = told_to(&mut table, "Boss").join(" ");
    assert!(told.contains("e5") && told.contains("only move"), "{told}");
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1", "Boss tells you: game"]);
    let told = told_to(&mut table, "Boss");
    assert!(told[0].starts_with("Pawn - Rook 0-1 (Pawn resigns"), "{told:?}");
    assert!(told[1].contains("e5") && told.iter().all(|line| line.len() <= 320), "{told:?}");
}

#[test]
fn everybody_may_ask_what_the_bot_is_once_in_a_while() {
    let mut table = Table::online("[talk]\nauthor = \"the club\"\n");
    let asked = ["help", "author", "version", "VERSION", "what?"];
    for text in asked {
        table.hear(&[&format!("Pawn tells you: {text}")]);
    }
    let told = told_to(&mut table, "Pawn");
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[1].contains("run by the club") && told[2].starts_with("zeitnot "), "{told:?}");
    table.hear(&["Pawn says: help", "Pawn shouts: help"]);
    assert_eq!(told_to(&mut table, "Pawn"), [""; 0]);
    let mut table = Table::online("[talk]\npublic = false\n");
    table.hear(&["Pawn tells you: help"]);
    assert_eq!(told_to(&mut table, "Pawn"), [""; 0]);
}
