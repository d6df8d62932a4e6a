//! Conversations of the bot with a server, an engine and an operator, on simulated time.

mod adjourned;
mod calls;
mod games;
mod icc;
mod lasting;
mod leaving;
mod matching;
mod mishaps;
mod operators;
mod server;
mod unheard;

use std::time::Duration;

use super::*;
use crate::{
    message::{Command, Event, GameResult, Party},
    pgn::Record,
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
    lags: Vec<Duration>,
    /// Options of the game, and how its book is leaned.
    for_game: Vec<(&'static str, String)>,
    leanings: crate::message::Leanings,
    games: Vec<Record>,
    notes: Vec<String>,
    ran: Vec<Vec<String>>,
    calls: usize,
    end: Option<Option<String>>,
    /// Why the bot could not begin anew by its file.
    unfit: Option<String>,
}

fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

impl Table {
    fn new(more: &str) -> Table {
        let config = Config::parse(&format!("{LOGIN}{more}"), "test").unwrap();
        let bot = Bot::new(config, Start { has_password: true, seed: 7, ..Start::default() });
        let (sent, engine, lags, games, notes, ran) = Default::default();
        let (for_game, leanings, now) = (Vec::new(), Default::default(), s(0));
        Table {
            bot,
            now,
            sent,
            engine,
            lags,
            for_game,
            leanings,
            games,
            notes,
            ran,
            calls: 0,
            end: None,
            unfit: None,
        }
    }

    /// One that is logged in, with what it has said on the way forgotten.
    fn online(more: &str) -> Table {
        let mut table = Table::new(more);
        table.log_in();
        table
    }

    /// The link stands, and name and password have been asked for.
    fn knock(&mut self) {
        self.on(Happening::Up);
        self.begun("login: ");
        self.begun("password: ");
    }

    fn log_in(&mut self) {
        self.wait(400);
        self.knock();
        self.begun("fics% ");
        assert_eq!(self.bot.status().link, "online");
        self.sent.clear();
    }

    fn on(&mut self, happening: Happening) {
        for demand in self.bot.on(happening, self.now) {
            match demand {
                Demand::Call => self.calls += 1,
                Demand::Send(line) => self.sent.push(line),
                Demand::Password => self.sent.push("(password)".to_owned()),
                Demand::Engine(Command::LagIs(lag)) => self.lags.push(lag),
                Demand::Engine(Command::Lean(leanings)) => self.leanings = *leanings,
                Demand::Engine(command) => self.engine.push(command),
                Demand::ForGame(options) => self.for_game = options,
                Demand::Save(record) => self.games.push(*record),
                Demand::Note(text) => self.notes.push(text),
                Demand::End(reason) => self.end = Some(reason),
                Demand::Restart => self.end = Some(Some("restart".to_owned())),
                // A front end whose file is broken and which knows the option `hash` alone.
                Demand::Set { owner, name, value } => {
                    let answer = match name.as_str() {
                        "hash" => format!("{name} = {value}"),
                        _ => format!("there is no option {name}"),
                    };
                    self.on(Happening::Done { owner, answer });
                }
                Demand::Reload { owner } => {
                    self.on(Happening::Done { owner, answer: "line 3 is wrong".to_owned() });
                }
                Demand::Check { owner } => {
                    self.on(Happening::Checked { owner, fault: self.unfit.clone() });
                }
                Demand::Run(command) => self.ran.push(command),
                Demand::HangUp | Demand::Remember => {}
            }
        }
    }

    fn hear(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.on(Happening::Line((*line).to_owned())));
    }

    fn begun(&mut self, text: &str) {
        self.on(Happening::Begun(text.to_owned()));
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
            self.on(Happening::Tick);
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
            Command::Play(mv) => format!("move {mv}"),
            Command::SetGame(game) => format!("game {}", game.moves().len()),
            Command::ClockIs { whose: Party::Engine, remaining } => {
                format!("time {}", remaining.as_millis())
            }
            Command::ClockIs { remaining, .. } => format!("otim {}", remaining.as_millis()),
            Command::GameOver(result) => format!("over {}", result.symbol()),
            Command::Control(_) => "control".to_owned(),
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
        self.on(Happening::Engine(Box::new(Event::Moved { by: Party::Engine, before, mv })));
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
