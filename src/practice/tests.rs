//! Conversations with the server on simulated time: what clients send, what they see.

mod faults;
mod games;
mod logins;
mod offers;
mod partners;
mod seals;

use std::{collections::BTreeMap, time::Duration};

use super::{Account, Config, Engine, Host, Incoming, Output, Profile, Record};
use crate::{
    ics::{Board, Lines, strip_prompt},
    position::{ChessMove, Position},
};

/// A server with clients, on a clock of its own.
struct Room {
    host: Host,
    now: Duration,
    /// What each client has received since it was last asked.
    seen: BTreeMap<u64, Vec<u8>>,
    closed: Vec<u64>,
    records: Vec<Record>,
}

fn accounts() -> Vec<Account> {
    vec![
        Account::new("Rookworm", "rook", 1_500),
        Account::new("Pawnbot", "pawn", 1_600).computer(),
        Account::new("Novice", "new", 0),
    ]
}

fn config(profile: Profile) -> Config {
    Config { profile, accounts: accounts(), ..Config::default() }
}

/// Plays whatever is legal.
struct Beginner;

impl Engine for Beginner {
    fn best(&mut self, position: &Position, _nodes: u64) -> Option<(ChessMove, i32)> {
        position.legal_moves().first().map(|&mv| (mv, 0))
    }
}

impl Room {
    fn new(config: Config) -> Room {
        let (seen, closed, records) = Default::default();
        Room {
            host: Host::new(config, || Box::new(Beginner)),
            now: Duration::ZERO,
            seen,
            closed,
            records,
        }
    }

    fn input(&mut self, input: Incoming) {
        for output in self.host.on(input, self.now) {
            match output {
                Output::Send(id, bytes) => self.seen.entry(id).or_default().extend(bytes),
                Output::Close(id) => self.closed.push(id),
                Output::Record(record) => self.records.push(record),
            }
        }
    }

    /// Time goes by, with a tick at every deadline.
    fn wait(&mut self, ms: u64) {
        let end = self.now + Duration::from_millis(ms);
        while let Some(deadline) = self.host.deadline().filter(|deadline| *deadline <= end) {
            self.now = self.now.max(deadline);
            self.input(Incoming::Tick);
        }
        self.now = end;
    }

    /// A client sends a line; what it then sees.
    fn say(&mut self, id: u64, line: &str) -> String {
        self.seen.remove(&id);
        self.input(Incoming::Received(id, format!("{line}\n").into_bytes()));
        self.sees(id)
    }

    /// What a client has seen since it was last asked, byte for byte.
    fn sees(&mut self, id: u64) -> String {
        self.seen.remove(&id).unwrap_or_default().into_iter().map(char::from).collect()
    }

    /// The same as whole lines.
    fn lines(&mut self, id: u64) -> Vec<String> {
        lines(&self.sees(id))
    }

    fn connect(&mut self, id: u64) -> String {
        self.input(Incoming::Opened(id));
        self.sees(id)
    }

    /// Logs somebody in and asks for boards.
    fn enter(&mut self, id: u64, name: &str, password: &str) {
        self.connect(id);
        self.say(id, name);
        self.say(id, password);
        self.say(id, "set style 12");
        self.sees(id);
    }

    /// Two registered players, 1 with White against 2, who have agreed on a game.
    fn game(&mut self, terms: &str) {
        self.enter(1, "Rookworm", "rook");
        self.enter(2, "Pawnbot", "pawn");
        self.say(1, &format!("match Pawnbot {terms} white"));
        self.say(2, "accept");
        self.sees(1);
    }

    /// Moves in turn, by 1 and 2, each after so many milliseconds.
    fn moves(&mut self, moves: &str, ms: u64) {
        for (ply, text) in moves.split_whitespace().enumerate() {
            self.wait(ms);
            let seen = self.say(1 + (ply % 2) as u64, text);
            assert!(seen.contains("<12>"), "{text}: {seen}");
        }
    }

    /// The last board a client has received.
    fn board(&mut self, id: u64) -> Board {
        let lines = self.lines(id);
        last_board(&lines).unwrap_or_else(|| panic!("no board in {lines:?}"))
    }
}

fn lines(text: &str) -> Vec<String> {
    let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let mut reader = Lines::default();
    let mut lines = reader.feed(&bytes);
    lines.extend(reader.settle());
    lines.iter().map(|line| strip_prompt(line).to_owned()).collect()
}

fn last_board(lines: &[String]) -> Option<Board> {
    lines.iter().rev().find_map(|line| Board::parse(line).ok())
}
