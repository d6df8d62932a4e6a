//! Games: boards, moves, breaks and ends.

use super::*;

#[test]
fn a_game_is_played_move_by_move() {
    let mut table = Table::online("");
    table.hear(&["{Game 7 (Pawn vs. Rook) Creating rated blitz match.}"]);
    table.board(&[], -1, [180, 180]);
    let begun =
        ["newgame", "force", "game 0", "control", "playother", "time 180000", "otim 180000"];
    assert_eq!(table.told(), begun);
    table.board(&["e4"], 1, [178, 180]);
    assert_eq!(table.told(), ["time 180000", "otim 178000", "move e2e4"]);
    table.engine_moves(&["e4"], "e5");
    assert_eq!(table.take(), ["e7e5"]);
    table.board(&["e4", "e5"], -1, [178, 179]);
    table.board(&["e4", "e5", "Nf3"], 1, [170, 179]);
    assert_eq!(table.told(), ["time 179000", "otim 170000", "move g1f3"]);
}

#[test]
fn boards_that_come_again_or_late_change_nothing() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.told();
    table.board(&["e4"], 1, [178, 180]);
    assert_eq!(table.told(), [""; 0]);
    table.engine_moves(&["e4"], "e5");
    assert_eq!(table.take(), ["e7e5"]);
    table.board(&["e4"], 1, [178, 179]);
    table.board(&["e4", "e5"], -1, [178, 179]);
    table.board(&["e4", "e5"], -1, [178, 179]);
    assert_eq!((table.told(), table.take()), (vec![], vec![]));
    table.engine_moves(&["e4"], "c5");
    assert_eq!(table.take(), [""; 0], "a move for a position that is gone");
}

#[test]
fn moves_taken_back_are_taken_back_for_the_engine() {
    let mut table = Table::playing("[play]\ntakebacks = 1\n");
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "e5");
    table.board(&["e4", "e5"], -1, [178, 179]);
    table.take();
    table.hear(&["Pawn would like to take back 2 half move(s)."]);
    assert_eq!(table.take(), ["accept takeback"]);
    table.told();
    table.board(&[], -1, [178, 179]);
    assert_eq!(table.told()[..2], ["force", "game 0"]);
    table.board(&["d4"], 1, [170, 179]);
    assert_eq!(table.told().last().unwrap(), "move d2d4");
    table.hear(&["Pawn would like to take back 1 half move(s)."]);
    assert_eq!(table.take(), ["decline takeback"]);
}

#[test]
fn of_several_offers_each_is_answered_by_its_kind() {
    let mut table = Table::playing("");
    table.hear(&[
        "Pawn would like to abort the game; type \"abort\" to accept.",
        "Pawn would like to take back 1 half move(s).",
        "Pawn would like to adjourn the game; type \"adjourn\" to accept.",
        "Queen offers to be your bughouse partner; type \"partner Queen\" to accept.",
    ]);
    let answers = ["accept abort", "decline takeback", "accept adjourn", "decline Queen"];
    assert_eq!(table.take(), answers);
}

#[test]
fn a_move_that_the_server_does_not_take_is_sent_once_more_after_a_look_at_the_board() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "Nf6");
    table.hear(&["Illegal move (g8f6)."]);
    assert_eq!(table.take(), ["g8f6", "refresh"]);
    table.board(&["e4"], 1, [178, 175]);
    assert_eq!(table.take(), ["Nf6"]);
    table.hear(&["Illegal move (Nf6)."]);
    table.board(&["e4"], 1, [178, 175]);
    assert_eq!(table.take(), ["refresh", "adjourn"], "never blindly again, and never resigned");
}

#[test]
fn a_move_that_gets_lost_is_noticed() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "e5");
    table.take();
    table.wait(5);
    assert_eq!(table.take(), ["refresh"]);
    table.board(&["e4"], 1, [178, 170]);
    assert_eq!(table.take(), ["e5"]);
    table.board(&["e4", "e5"], -1, [178, 170]);
    table.wait(9);
    assert_eq!(table.take(), [""; 0]);
}

#[test]
fn a_broken_link_ends_nothing_and_the_game_goes_on_where_it_was() {
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.told();
    table.on(Happening::Down("reset".to_owned()));
    assert_eq!((table.told(), table.take()), (vec!["force".to_owned()], vec![]));
    table.engine_moves(&["e4"], "e5");
    assert_eq!(table.take(), [""; 0], "no link, no move");
    table.wait(400);
    assert!(table.calls >= 2);
    table.knock();
    table.begun("fics% ");
    assert_eq!(table.take().last().unwrap(), "stored");
    table.hear(&["   pawn vs. rook"]);
    assert_eq!(table.take(), ["match pawn"]);
    table.hear(&["{Game 9 (Pawn vs. Rook) Continuing rated blitz match.}"]);
    let line = board(&["e4"], "Pawn", "Rook", 1, [178, 150]).replace(" 0 7 Pawn", " 0 9 Pawn");
    table.hear(&[&line]);
    let told = table.told();
    assert_eq!(told[..2], ["force", "game 1"], "{told:?}");
    assert_eq!(told.last().unwrap(), "go");
    table.engine_moves(&["e4"], "e5");
    assert_eq!(table.take(), ["e7e5"]);
}

#[test]
fn a_call_that_nobody_answers_is_given_up_soon_while_a_game_waits() {
    // Seconds until the next call after one that is taken and then met with silence.
    let until_next_call = |mut table: Table| {
        table.on(Happening::Down("reset".to_owned()));
        while table.bot.status().link != "calling" {
            table.wait(1);
        }
        table.on(Happening::Up);
        let (began, calls) = (table.now, table.calls);
        while table.calls == calls {
            table.wait(1);
        }
        (table.now - began).as_secs()
    };
    assert!(until_next_call(Table::playing("")) < 20);
    assert!(until_next_call(Table::online("")) >= 60, "no hurry without a game");
}

#[test]
fn the_result_is_told_written_down_and_counted() {
    let mut table = Table::playing("[talk]\nfarewell = \"{opponent}: {result}\"\n");
    table.board(&["f3"], 1, [178, 180]);
    table.engine_moves(&["f3"], "e5");
    table.board(&["f3", "e5"], -1, [178, 179]);
    table.board(&["f3", "e5", "g4"], 1, [176, 179]);
    table.engine_moves(&["f3", "e5", "g4"], "Qh4#");
    table.board(&["f3", "e5", "g4", "Qh4#"], -1, [176, 178]);
    table.take();
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn checkmated} 0-1"]);
    table.wait(1);
    assert_eq!(table.take(), ["say Pawn: 0-1"]);
    assert_eq!(
        table.told().iter().rev().take(2).rev().cloned().collect::<Vec<_>>(),
        ["over 0-1", "force"]
    );
    assert_eq!(table.bot.status().score, [1, 0, 0]);
    let paper = table.games[0].to_string();
    for tag in [
        "[White \"Pawn\"]",
        "[BlackElo \"1900\"]",
        "[TimeControl \"180\"]",
        "[Result \"0-1\"]",
        "[%clk 0:02:59",
    ] {
        assert!(paper.contains(tag), "{tag} in {paper}");
    }
}

#[test]
fn a_move_that_comes_too_late_for_the_game_does_not_stand_on_paper() {
    for end in ["Game drawn by mutual agreement} 1/2-1/2", "Pawn resigns} 0-1"] {
        let mut table = Table::playing("");
        table.board(&["e4"], 1, [178, 180]);
        table.engine_moves(&["e4"], "e5");
        assert_eq!(table.take(), ["e7e5"], "under way");
        table.hear(&[&format!("{{Game 7 (Pawn vs. Rook) {end}")]);
        let paper = table.games[0].to_string();
        assert_eq!(table.games[0].moves.len(), 1, "{paper}");
    }
}

#[test]
fn an_opponent_who_does_not_come_or_whose_time_is_up_is_not_waited_for() {
    let mut table = Table::playing("");
    table.wait(121);
    let asked =
        |table: &mut Table, line: &str| table.take().iter().filter(|sent| *sent == line).count();
    assert_eq!(asked(&mut table, "abort"), 1);
    let mut table = Table::playing("");
    table.board(&["e4"], 1, [178, 180]);
    table.engine_moves(&["e4"], "e5");
    table.board(&["e4", "e5"], -1, [5, 179]);
    table.wait(6);
    assert_eq!(asked(&mut table, "flag"), 0);
    table.wait(12);
    assert_eq!(asked(&mut table, "flag"), 2);
}

/// Moves after which the position stands for the third time, the last of them the bot's.
const REPETITION: [&str; 8] = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];

/// A game in which the bot's next move is the last of those.
fn repeating() -> Table {
    let mut table = Table::playing("[play]\nno_show = 2\n");
    for ply in (1..REPETITION.len()).step_by(2) {
        table.board(&REPETITION[..ply], 1, [178, 178]);
        table.engine_moves(&REPETITION[..ply], REPETITION[ply]);
    }
    table.take();
    table.told();
    table
}

fn drawn(reason: &str) -> Happening {
    let over = GameResult { winner: None, decided: true, reason: reason.to_owned() };
    Happening::Engine(Box::new(Event::GameOver(over)))
}

#[test]
fn draws_are_offered_to_the_engine_and_claimed_for_it() {
    let mut table = Table::playing("");
    table.hear(&["Pawn offers you a draw."]);
    assert_eq!(table.told(), ["drawoffered"]);
    table.on(Happening::Engine(Box::new(Event::DrawOffer)));
    assert_eq!(table.take(), ["draw"]);
    let mut table = repeating();
    table.on(drawn("Draw by repetition"));
    assert_eq!(table.take(), ["draw"]);
}

#[test]
fn a_draw_that_the_server_sees_by_itself_is_not_claimed() {
    let mut table = Table::playing("");
    table.on(drawn("Insufficient material"));
    assert_eq!(table.take(), [""; 0]);
}

#[test]
fn the_operators_lines_are_sent_when_it_is_time() {
    let commands = "[commands]\nlogin = [\"+channel 4\"]\ngame_start = [\"finger {opponent}\"]\n\
                    game_end = [\"tell 4 {result} against {opponent}\"]\n";
    let mut table = Table::new(commands);
    table.wait(400);
    table.knock();
    table.begun("fics% ");
    assert!(table.take().contains(&"+channel 4".to_owned()));
    table.board(&[], -1, [180, 180]);
    assert_eq!(table.take(), ["finger Pawn"]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    assert_eq!(table.take(), ["tell 4 0-1 against Pawn"]);
}

#[test]
fn who_has_games_aborted_is_remembered() {
    let mut table = Table::online("[accept]\naborts = 1\n");
    table.board(&[], -1, [180, 180]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Game aborted on move 1} *"]);
    table.take();
    table.hear(&["Challenge: Pawn (1800) Rook (1900) rated blitz 3 0."]);
    table.wait(1);
    assert_eq!(table.take(), ["decline Pawn"]);
}

#[test]
fn a_draw_that_the_server_does_not_grant_is_no_reason_to_lose_on_time() {
    let mut table = repeating();
    table.on(drawn("Draw by repetition"));
    assert_eq!(table.take(), ["draw"]);
    table.wait(7);
    let told = table.told();
    assert_eq!((told[0].as_str(), told[1].as_str()), ("force", "game 0"));
    assert_eq!(told[3], "playother");
    assert!(!table.take().contains(&"abort".to_owned()), "the opponent has begun long ago");
}

#[test]
fn with_each_game_comes_what_was_learned_of_lag_and_nothing_in_place_of_the_operators_word() {
    assert_eq!(Table::playing("").lags, [Duration::ZERO], "nothing is known");
    let mut state = State::default();
    (0..20).for_each(|_| state.lags.add("h:5000", "Pawn", Duration::from_millis(300)));
    let mut table = Table::new("");
    let config = Config::parse(LOGIN, "test").unwrap();
    table.bot = Bot::new(config, Start { has_password: true, state, ..Start::default() });
    table.log_in();
    table.board(&[], -1, [180, 180]);
    assert_eq!(table.lags, [Duration::from_millis(300)]);
    let sets = |command: &Command| matches!(command, Command::Set { .. });
    assert!(!table.engine.iter().any(sets), "the overhead is the operator's");
}

#[test]
fn measured_lag_is_bounded_and_told_beside_what_the_operator_has_set() {
    let mut state = State::default();
    (0..20).for_each(|_| state.lags.add("h:5000", "Pawn", Duration::from_secs(12)));
    let mut table = Table::new("");
    let config = Config::parse(LOGIN, "test").unwrap();
    let overhead = Duration::from_millis(150);
    let start = Start { has_password: true, state, overhead, ..Start::default() };
    table.bot = Bot::new(config, start);
    table.log_in();
    table.board(&[], -1, [180, 180]);
    assert_eq!(table.lags, [s(2)], "moves need not be played at once");
    table.hear(&["Boss tells you: stats"]);
    table.wait(1);
    let told = table.take().join("\n");
    for part in ["usually 12000 ms", "move_overhead 150 ms", "reckoning with 2000 ms"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let mut table = Table::online("");
    table.bot.set_overhead(overhead);
    table.hear(&["Boss tells you: stats"]);
    table.wait(1);
    let told = table.take().join("\n");
    assert!(told.contains("lag unknown") && told.contains("reckoning with 150 ms"), "{told}");
}

/// What a server answers to `moves 7`.
const LIST: [&str; 6] = [
    "Movelist for game 7:",
    "Pawn (1800) vs. Rook (1900) --- Sat Nov 21, 12:00 UTC 2026",
    "Move  Pawn               Rook",
    "  1.  e4      (0:00.000)     e5      (0:01.250)",
    "  2.  Nf3     (0:02.000)",
    "      {Still in progress} *",
];

#[test]
fn moves_made_before_a_new_start_are_asked_for_and_known_again() {
    let mut table = Table::online("");
    table.board(&["e4", "e5", "Nf3"], 1, [170, 179]);
    assert!(table.take().contains(&"moves 7".to_owned()));
    assert_eq!(table.told().last().unwrap(), "go");
    table.hear(&LIST);
    let told = table.told();
    assert_eq!((told[0].as_str(), told[1].as_str()), ("force", "game 3"));
    assert_eq!(told.last().unwrap(), "go");
    table.engine_moves(&["e4", "e5", "Nf3"], "Nc6");
    assert_eq!(table.take(), ["b8c6"]);
    table.hear(&LIST);
    assert_eq!(table.told(), [""; 0], "they are known by now");
    table.board(&["e4", "e5", "Nf3", "Nc6"], -1, [170, 178]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    let paper = table.games[0].to_string();
    assert!(paper.contains("1. e4") && !paper.contains("[FEN"), "{paper}");
}

#[test]
fn a_list_that_does_not_lead_to_the_game_changes_nothing() {
    for wrong in
        ["  2.  Nc3     (0:02.000)", "  2.  Ke3     (0:02.000)", "  3.  Nf3     (0:02.000)"]
    {
        let mut table = Table::online("");
        table.board(&["e4", "e5", "Nf3"], 1, [170, 179]);
        table.told();
        let mut list = LIST;
        list[4] = wrong;
        table.hear(&list);
        assert_eq!(table.told(), [""; 0], "{wrong}");
        table.engine_moves(&["e4", "e5", "Nf3"], "Nc6");
        assert!(table.take().contains(&"b8c6".to_owned()));
    }
}
