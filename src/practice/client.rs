//! A partner at work: a client inside the host, which reads and writes lines like any other.

use std::{collections::BTreeMap, time::Duration};

use super::{
    partner::{Engine, Partner, Seeking, Trick},
    record::Record,
    traffic::Incoming,
};
use crate::ics::{Board, Lines, Offer, Relation, Said, strip_prompt};

/// Connections of partners are numbered from here.
pub(super) const PARTNERS: u64 = 1 << 63;
/// How soon it answers.
const REACTION: Duration = Duration::from_millis(100);
/// How soon it challenges somebody.
const PATIENCE: Duration = Duration::from_secs(2);
/// How soon it comes back after it was cut off.
const BACK: Duration = Duration::from_secs(10);
/// A score, in centipawns, at which a game is lost.
const LOST: i32 = -900;
/// What it says as soon as it is in.
const HELLO: [&str; 3] = ["set style 12", "set width 240", "set seek 1"];

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    Connect,
    Say(String),
    Move,
    Leave,
}

/// A partner at work.
pub(super) struct Client {
    partner: Partner,
    pub id: u64,
    /// Its name on the server, once it is in.
    me: Option<String>,
    lines: Lines,
    board: Option<Board>,
    /// With whom a game was put aside.
    adjourned: Option<String>,
    /// Whether the next line names those with whom games were put aside.
    names_follow: bool,
    /// Who else is in.
    others: Vec<String>,
    tricks: Vec<(u16, Trick)>,
    /// What to do and when; in order of time, and of arrival for the same time.
    todo: BTreeMap<(Duration, u64), Act>,
    count: u64,
    engine: Box<dyn Engine>,
}

impl Client {
    pub(super) fn new(partner: Partner, id: u64, engine: Box<dyn Engine>) -> Client {
        let mut client = Client {
            tricks: partner.tricks.clone(),
            partner,
            id,
            me: None,
            lines: Lines::default(),
            board: None,
            adjourned: None,
            names_follow: false,
            others: vec![],
            todo: BTreeMap::new(),
            count: 0,
            engine,
        };
        client.plan(Duration::ZERO, Act::Connect);
        client
    }

    fn plan(&mut self, at: Duration, act: Act) {
        self.count += 1;
        self.todo.insert((at, self.count), act);
    }

    fn say(&mut self, at: Duration, text: impl Into<String>) {
        self.plan(at, Act::Say(text.into()));
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.todo.first_key_value().map(|((at, _), _)| *at)
    }

    /// What it does now.
    pub(super) fn act(&mut self, now: Duration) -> Vec<Incoming> {
        let mut inputs = Vec::new();
        while let Some(entry) = self.todo.first_entry().filter(|entry| entry.key().0 <= now) {
            match entry.remove() {
                Act::Connect => {
                    self.lines = Lines::default();
                    self.adjourned = None;
                    inputs.push(Incoming::Opened(self.id));
                }
                Act::Say(text) => inputs.push(self.line(&text)),
                Act::Move => {
                    let text = self.choose();
                    inputs.extend(text.map(|text| self.line(&text)));
                }
                Act::Leave => {
                    inputs.push(Incoming::Closed(self.id));
                    self.me = None;
                    self.board = None;
                }
            }
        }
        inputs
    }

    fn line(&self, text: &str) -> Incoming {
        Incoming::Received(self.id, format!("{text}\n").into_bytes())
    }

    /// The move for the board it has, or that it gives up.
    fn choose(&mut self) -> Option<String> {
        let position = self.board.as_ref()?.position().ok()?;
        let (mv, score) = self.engine.best(position, self.partner.nodes)?;
        let resigns = self.partner.resigns && score < LOST;
        Some(if resigns { "resign".to_owned() } else { position.san(mv) })
    }

    /// Something has happened on the server: who comes and who goes.
    pub(super) fn notice(&mut self, record: &Record, now: Duration) {
        match record {
            Record::Login { name, connection, .. } if *connection < PARTNERS => {
                self.others.push(name.clone());
                if self.me.is_some() && self.board.is_none() {
                    self.seek_a_game(now);
                }
            }
            Record::Left { name } => self.others.retain(|other| other != name),
            _ => {}
        }
    }

    /// Looks for advertisements or challenges whoever came last, as is its way.
    fn seek_a_game(&mut self, now: Duration) {
        let soon = now + PATIENCE;
        match self.partner.seeking {
            Seeking::Waits => {}
            Seeking::Answers => self.say(soon, "sought"),
            Seeking::Challenges { control: [minutes, increment], rated } => {
                let rated = if rated { "rated" } else { "unrated" };
                if let Some(other) =
                    self.others.last().filter(|other| self.adjourned.as_ref() != Some(other))
                {
                    let text = format!("match {other} {minutes} {increment} {rated}");
                    self.say(soon, text);
                }
            }
        }
    }

    /// The server has ended the connection.
    pub(super) fn cut_off(&mut self, now: Duration) {
        self.me = None;
        self.board = None;
        self.todo.clear();
        self.plan(now + BACK, Act::Connect);
    }

    /// Reads what the server sends.
    pub(super) fn hear(&mut self, bytes: &[u8], now: Duration) {
        let mut lines = self.lines.feed(bytes);
        lines.extend(self.lines.settle());
        for line in lines {
            self.heed(strip_prompt(&line), now);
        }
        if self.todo.values().any(|act| *act == Act::Leave) {
            return;
        }
        if bytes.ends_with(b"login: ") {
            let name = self.partner.name.clone();
            self.say(now, name);
        } else if bytes.ends_with(b"password: ") {
            match self.partner.password.clone() {
                Some(password) => self.say(now, password),
                None => self.give_up(now),
            }
        } else if bytes.ends_with(b"\":") {
            self.say(now, "");
        } else if bytes.ends_with(b"% ") && self.me.is_none() {
            self.arrive(now);
        }
    }

    /// It is in: asks for what it needs, and for games.
    fn arrive(&mut self, now: Duration) {
        self.me = Some(self.partner.name.clone());
        HELLO.iter().for_each(|line| self.say(now, *line));
        match self.adjourned.clone() {
            Some(other) => self.say(now + PATIENCE, format!("match {other}")),
            None => self.seek_a_game(now),
        }
    }

    /// It cannot come in: its name or its password is not as the server has it.
    fn give_up(&mut self, now: Duration) {
        log::warn!("practice server: {} has no account with that password", self.partner.name);
        self.todo.clear();
        self.plan(now, Act::Leave);
    }

    /// Acts on a line.
    fn heed(&mut self, line: &str, now: Duration) {
        let soon = now + REACTION;
        if std::mem::take(&mut self.names_follow) {
            self.adjourned = line.split_whitespace().next().map(str::to_owned);
            return;
        }
        match Said::parse(line) {
            Said::Board(board) => self.see(*board, now),
            Said::Challenge(terms) if self.board.is_none() => {
                self.say(soon, format!("accept {}", terms.first.name));
            }
            Said::Begins(_) => self.tricks = self.partner.tricks.clone(),
            Said::Continues(_) => self.adjourned = None,
            Said::Ends { game, how, .. } => {
                let mine = |name: &&String| self.me.as_ref() != Some(*name);
                let other = game.names.iter().find(mine).cloned();
                self.adjourned = other.filter(|_| how.contains("adjourned"));
                self.board = None;
                self.todo.retain(|_, act| *act != Act::Move);
                self.seek_a_game(now);
            }
            Said::Offer { what, .. } => self.answer_offer(what, soon),
            Said::WrongPassword => self.give_up(now),
            Said::Returned(other) => self.say(soon, format!("match {other}")),
            Said::AdjournedHere(names) if names.is_empty() => self.names_follow = true,
            Said::Ad(ad) if self.partner.seeking == Seeking::Answers && self.board.is_none() => {
                self.say(soon, format!("play {}", ad.number));
            }
            _ => {}
        }
    }

    fn answer_offer(&mut self, what: Offer, at: Duration) {
        let answer = if self.partner.agreeable { "accept" } else { "decline" };
        let kind = match what {
            Offer::Draw => "draw",
            Offer::Abort => "abort",
            Offer::Adjourn => "adjourn",
            Offer::TakeBack(_) => "takeback",
            Offer::Switch => "switch",
            Offer::Pause | Offer::Unpause => return,
        };
        self.say(at, format!("{answer} {kind}"));
    }

    /// A board: it plays its tricks, then it moves.
    fn see(&mut self, board: Board, now: Duration) {
        self.todo.retain(|_, act| *act != Act::Move);
        let mine = board.relation == Relation::MyMove;
        let number = board.number;
        self.board = Some(board);
        if !mine {
            return;
        }
        let due = self.tricks.iter().position(|(at, _)| *at <= number);
        // A stall lasts for the rest of the game.
        match due.map(|at| self.tricks[at].1.clone()) {
            Some(Trick::Stall) => return,
            Some(Trick::Leave(time)) => {
                self.plan(now + REACTION, Act::Leave);
                self.plan(now + REACTION + time, Act::Connect);
            }
            Some(Trick::Say(text)) => {
                self.say(now + REACTION.min(self.partner.thinking), text);
                self.plan(now + self.partner.thinking, Act::Move);
            }
            None => self.plan(now + self.partner.thinking, Act::Move),
        }
        due.into_iter().for_each(|at| drop(self.tricks.remove(at)));
    }
}
