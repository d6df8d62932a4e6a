//! Conversations of the bot with a server, an engine and an operator, on simulated time.

use std::time::Duration;

use super::*;
use crate::{
    message::{GameResult, Party},
    position::{Game, Position},
};

const LOGIN: &str =
    "[server]\nhost = \"h\"\nkind = \"lasker\"\n[account]\nname = \"Rook\"\nowners = [\"Boss\"]\n";

/// A bot with the time, what it has sent and what it has told the engine.
struct Table {
    bot: Bot,
    now: Duration,
    sent: Vec<String>,
    engine: Vec<Command>,
    games: Vec<Record>,
    notes: Vec<String>,
    calls: usize,
    end: Option<Option<String>>,
}

fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

impl Table {
    fn new(more: &str) -> Table {
        let config = Config::parse(&format!("{LOGIN}{more}"), "test").unwrap();
        let bot = Bot::new(config, true, Lags::default(), None, 7);
        let (sent, engine, games, notes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Table { bot, now: s(0), sent, engine, games, notes, calls: 0, end: None }
    }

    /// One that is logged in, with what it has said on the way forgotten.
    fn online(more: &str) -> Table {
        let mut table = Table::new(more);
        table.log_in();
        table
    }

    fn log_in(&mut self) {
        self.wait(400);
        self.on(Input::Up);
        self.begun("login: ");
        self.begun("password: ");
        self.begun("fics% ");
        assert_eq!(self.bot.status().link, "online");
        self.sent.clear();
    }

    fn on(&mut self, input: Input) {
        for effect in self.bot.on(input, self.now) {
            match effect {
                Effect::Call => self.calls += 1,
                Effect::Send(line) => self.sent.push(line),
                Effect::Password => self.sent.push("(password)".to_owned()),
                Effect::Engine(command) => self.engine.push(command),
                Effect::Save(record) => self.games.push(*record),
                Effect::Note(text) => self.notes.push(text),
                Effect::End(reason) => self.end = Some(reason),
                Effect::HangUp | Effect::Remember | Effect::Set(..) => {}
            }
        }
    }

    fn hear(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.on(Input::Line((*line).to_owned())));
    }

    fn begun(&mut self, text: &str) {
        self.on(Input::Begun(text.to_owned()));
    }

    /// Lets time pass, with all the ticks that the bot has asked for; `hears` says whether the server
    /// answers when it is asked for the time.
    fn wait(&mut self, seconds: u64) {
        let until = self.now + s(seconds);
        for ticks in 0.. {
            let Some(at) = self.bot.deadline().filter(|&at| at <= until) else { break };
            assert!(ticks < 10_000, "ticks without end");
            self.now = self.now.max(at);
            let before = self.sent.len();
            self.on(Input::Tick);
            if self.sent[before..].contains(&"date".to_owned()) {
                self.hear(&["Local time     - Sat Nov 21"]);
            }
        }
        self.now = until;
    }

    fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.sent)
    }

    /// What the engine was told, in words.
    fn told(&mut self) -> Vec<String> {
        let word = |command: &Command| match command {
            Command::Move(text) => format!("move {text}"),
            Command::SetGame(game) => format!("game {}", game.moves().len()),
            Command::ClockIs { whose: Party::Engine, remaining } => {
                format!("time {}", remaining.as_millis())
            }
            Command::ClockIs { remaining, .. } => format!("otim {}", remaining.as_millis()),
            Command::GameOver(result) => format!("over {}", result.symbol()),
            Command::Control(_) => "control".to_owned(),
            Command::Set(_) => "set".to_owned(),
            command => format!("{command:?}").to_lowercase(),
        };
        std::mem::take(&mut self.engine).iter().map(word).collect()
    }

    /// The engine moves in the position that these moves lead to.
    fn engine_moves(&mut self, after: &[&str], mv: &str) {
        let mut game = Game::new(Position::startpos());
        for san in after {
            let mv = game.position().parse_move(san).unwrap();
            assert!(game.play(mv));
        }
        let before = Box::new(game.position().clone());
        let mv = before.parse_move(mv).unwrap();
        self.on(Input::Engine(Box::new(Event::Moved { by: Party::Engine, before, mv })));
    }

    /// The board after these moves, as the server shows it to the player with this relation.
    fn board(&mut self, moves: &[&str], relation: i32, clocks: [u32; 2]) {
        let line = board(moves, "Pawn", "Rook", relation, clocks);
        self.hear(&[&line]);
    }

    /// A game with Black that has begun.
    fn playing(more: &str) -> Table {
        let mut table = Table::online(more);
        table.hear(&[
            "Creating: Pawn (1800) Rook (1900) rated blitz 3 0",
            "{Game 7 (Pawn vs. Rook) Creating rated blitz match.}",
        ]);
        table.board(&[], -1, [180, 180]);
        table.take();
        table.told();
        table
    }
}

/// A board in style 12 after these moves.
fn board(moves: &[&str], white: &str, black: &str, relation: i32, clocks: [u32; 2]) -> String {
    let mut position = Position::startpos();
    for san in moves {
        let mv = position.parse_move(san).unwrap();
        position.play(mv);
    }
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<String> = fields[0]
        .split('/')
        .map(|rank| {
            rank.chars().fold(String::new(), |text, c| match c.to_digit(10) {
                Some(empty) => text + &"-".repeat(empty as usize),
                None => text + &c.to_string(),
            })
        })
        .collect();
    let side = fields[1].to_uppercase();
    let may = |flag: char| u8::from(fields[2].contains(flag));
    let last = moves
        .last()
        .map_or("none (0:00.000) none".to_owned(), |san| format!("P/x (0:02.000) {san}"));
    format!(
        "<12> {} {side} -1 {} {} {} {} 0 7 {white} {black} {relation} 3 0 39 39 {} {} {} {last} 0 1 0",
        ranks.join(" "),
        may('K'),
        may('Q'),
        may('k'),
        may('q'),
        clocks[0] * 1_000,
        clocks[1] * 1_000,
        fields[5],
    )
}

const BLITZ: &str = "Challenge: Pawn (1800) Rook (1900) rated blitz 3 0.";
const ANSWER: &str = "You can \"accept\" or \"decline\", or propose different parameters.";

#[test]
fn it_calls_logs_in_and_tells_the_server_what_it_needs() {
    let mut table = Table::new("");
    table.wait(1);
    assert_eq!(table.calls, 1);
    table.on(Input::Up);
    table.begun("login: ");
    table.begun("password: ");
    assert_eq!(table.take(), ["Rook", "(password)"]);
    table.begun("fics% ");
    let sent = table.take();
    assert_eq!((sent[0].as_str(), sent.last().unwrap().as_str()), ("set style 12", "iset lock 1"));
}

#[test]
fn a_password_that_is_refused_ends_it() {
    let mut table = Table::new("");
    table.wait(1);
    table.on(Input::Up);
    table.begun("login: ");
    table.begun("password: ");
    table.hear(&["**** Invalid password! ****"]);
    assert!(table.end.unwrap().unwrap().contains("password"));
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
fn a_game_is_played_move_by_move() {
    let mut table = Table::online("");
    table.hear(&["{Game 7 (Pawn vs. Rook) Creating rated blitz match.}"]);
    table.board(&[], -1, [180, 180]);
    let begun =
        ["newgame", "set", "force", "game 0", "control", "playother", "time 180000", "otim 180000"];
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
    assert_eq!(table.take(), ["accept"]);
    table.told();
    table.board(&[], -1, [178, 179]);
    assert_eq!(table.told()[..2], ["force", "game 0"]);
    table.board(&["d4"], 1, [170, 179]);
    assert_eq!(table.told().last().unwrap(), "move d2d4");
    table.hear(&["Pawn would like to take back 1 half move(s)."]);
    assert_eq!(table.take(), ["decline"]);
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
    table.wait(9);
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
    table.on(Input::Down("reset".to_owned()));
    assert_eq!((table.told(), table.take()), (vec!["force".to_owned()], vec![]));
    table.engine_moves(&["e4"], "e5");
    assert_eq!(table.take(), [""; 0], "no link, no move");
    table.wait(400);
    assert!(table.calls >= 2);
    table.on(Input::Up);
    table.begun("login: ");
    table.begun("password: ");
    table.begun("fics% ");
    assert_eq!(table.take().last().unwrap(), "stored");
    table.hear(&["   pawn vs. rook"]);
    assert_eq!(table.take(), ["match Pawn"]);
    table.hear(&["{Game 9 (Pawn vs. Rook) Continuing rated blitz match.}"]);
    let line = board(&["e4"], "Pawn", "Rook", 1, [178, 150]).replace(" 0 7 Pawn", " 0 9 Pawn");
    table.hear(&[&line]);
    let told = table.told();
    assert_eq!(told[..3], ["set", "force", "game 1"], "{told:?}");
    assert_eq!(told.last().unwrap(), "go");
    table.engine_moves(&["e4"], "e5");
    assert_eq!(table.take(), ["e7e5"]);
}

#[test]
fn pauses_between_calls_grow_and_a_taken_account_is_not_fought_for() {
    let mut table = Table::new("");
    let mut calls = Vec::new();
    for _ in 0..12 {
        let at = table.bot.deadline().unwrap();
        table.now = at;
        table.on(Input::Tick);
        calls.push(at);
        table.on(Input::Down("refused".to_owned()));
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
    table.on(Input::Tick);
    assert_eq!(table.take(), ["date"]);
    table.now = table.bot.deadline().unwrap();
    table.on(Input::Tick);
    assert_eq!(table.bot.status().link, "waiting to call again");
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
    table.on(Input::Wish(Wish::Finish));
    assert!(table.end.is_none());
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    assert_eq!((table.take().last().unwrap().as_str(), table.end), ("quit", Some(None)));
    let mut table = Table::playing("");
    table.on(Input::Wish(Wish::Leave));
    assert_eq!(table.take(), ["adjourn"]);
    table.wait(4);
    assert_eq!(table.end, Some(None));
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

#[test]
fn draws_are_offered_to_the_engine_and_claimed_for_it() {
    let mut table = Table::playing("");
    table.hear(&["Pawn offers you a draw."]);
    assert_eq!(table.told(), ["drawoffered"]);
    table.on(Input::Engine(Box::new(Event::DrawOffer)));
    let over = GameResult { winner: None, decided: true, reason: "repetition".to_owned() };
    table.on(Input::Engine(Box::new(Event::GameOver(over))));
    assert_eq!(table.take(), ["draw", "draw"]);
}
