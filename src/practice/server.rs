//! The honest server: who is connected, who is who, and how things are said to them.

use std::{collections::BTreeMap, time::Duration};

use super::{
    config::{Account, Config, Ping, Profile},
    fault_plan::Moment,
    link::Link,
    offer::{Offer, Seek},
    record::Record,
    settings::CLOCKS,
    table::{Table, Terms},
    traffic::Outgoing,
};

/// What one who asks for something at the board hears without one.
pub(super) const NO_GAME: &str = "You are not playing a game.";

/// The server.
pub(super) struct Server {
    pub config: Config,
    pub links: BTreeMap<u64, Link>,
    pub tables: BTreeMap<u32, Table>,
    /// Games put aside.
    pub stored: Vec<Table>,
    pub offers: Vec<Offer>,
    pub seeks: BTreeMap<u32, Seek>,
    /// Who had White last, by name in small letters.
    pub had_white: BTreeMap<String, bool>,
    /// Whom each has played last, by name in small letters, and what.
    pub last: BTreeMap<String, (String, Terms)>,
    /// The moves of the last finished game of each, by name in small letters.
    pub finished: BTreeMap<String, String>,
    pub rng: fastrand::Rng,
    pub now: Duration,
    /// Whose command is being obeyed, and which.
    pub issuer: Option<(u64, String)>,
    outgoing: Vec<Outgoing>,
    records: Vec<Record>,
}

impl Server {
    pub(super) fn new(config: Config) -> Server {
        let rng = fastrand::Rng::with_seed(config.seed);
        Server {
            config,
            links: BTreeMap::new(),
            tables: BTreeMap::new(),
            stored: vec![],
            offers: vec![],
            seeks: BTreeMap::new(),
            had_white: BTreeMap::new(),
            last: BTreeMap::new(),
            finished: BTreeMap::new(),
            rng,
            now: Duration::ZERO,
            issuer: None,
            outgoing: vec![],
            records: vec![],
        }
    }

    /// What goes out since the last call, in order.
    pub(super) fn take_outgoing(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.outgoing)
    }

    /// What has happened since the last call.
    pub(super) fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records)
    }

    pub(super) fn record(&mut self, record: Record) {
        self.records.push(record);
    }

    pub(super) fn is_lasker(&self) -> bool {
        self.config.profile == Profile::Lasker
    }

    /// Who is on a connection, once they are in.
    pub(super) fn name(&self, id: u64) -> Option<String> {
        self.links.get(&id)?.player().map(str::to_owned)
    }

    /// The connection of somebody who is in.
    pub(super) fn online(&self, name: &str) -> Option<u64> {
        let is =
            |link: &Link| link.player().is_some_and(|player| player.eq_ignore_ascii_case(name));
        self.links.iter().find(|(_, link)| is(link)).map(|(&id, _)| id)
    }

    pub(super) fn account(&self, name: &str) -> Option<&Account> {
        self.config.accounts.iter().find(|account| account.name.eq_ignore_ascii_case(name))
    }

    pub(super) fn is_guest(&self, name: &str) -> bool {
        self.account(name).is_none()
    }

    /// A name with what is put behind it.
    pub(super) fn titled(&self, name: &str) -> String {
        match self.account(name) {
            Some(account) if account.computer => format!("{name}(C)"),
            Some(_) => name.to_owned(),
            None => format!("{name}(U)"),
        }
    }

    /// The number of the game that somebody plays.
    pub(super) fn playing(&self, name: &str) -> Option<u32> {
        self.tables.values().find(|table| table.seat(name).is_some()).map(|table| table.number)
    }

    pub(super) fn is_issuer(&self, id: u64) -> bool {
        self.issuer.as_ref().is_some_and(|(issuer, _)| *issuer == id)
    }

    /// Sends bytes as they are.
    pub(super) fn send(&mut self, to: u64, bytes: &[u8], moment: Option<Moment>) {
        self.outgoing.push(Outgoing::Send { to, bytes: bytes.to_vec(), moment });
    }

    /// Ends the connection itself.
    pub(super) fn hang_up(&mut self, id: u64) {
        self.outgoing.push(Outgoing::Close(id));
    }

    /// A line of the answer to the command that is being obeyed.
    pub(super) fn answer(&mut self, text: &str) {
        if let Some((id, _)) = self.issuer {
            let text = self.wrapped(id, text) + "\n\r";
            self.send(id, &latin1(&text), None);
        }
    }

    /// An answer that says no.
    pub(super) fn refuse(&mut self, text: &str) {
        self.answer(text);
        if let Some((id, command)) = self.issuer.clone() {
            let player = self.name(id).unwrap_or_default();
            self.record(Record::Rejected { player, command, answer: text.to_owned() });
        }
    }

    /// Something that happens to somebody, whether or not they have asked for it.
    pub(super) fn event(&mut self, id: u64, text: &str, moment: Option<Moment>) {
        let text = format!("\n\r{}\n\r", self.wrapped(id, text));
        self.send(id, &latin1(&text), moment);
        if !self.is_issuer(id) {
            self.prompt(id);
        }
    }

    /// The same, for somebody who may be away.
    pub(super) fn tell(&mut self, name: &str, text: &str) {
        if let Some(id) = self.online(name) {
            self.event(id, text, None);
        }
    }

    /// The board for one who plays, as it stands, with a question when it has arrived.
    pub(super) fn show_board(&mut self, table: &Table, seat: usize, before: &str, moment: Moment) {
        let Some(id) = self.online(&table.names[seat]) else { return };
        let Some(link) = self.links.get(&id) else { return };
        let board = table.board(seat, self.config.profile, link.settings.has("ms"), self.now);
        let ping = match (link.sealed, self.config.ping) {
            (false, _) => "",
            (_, Ping::Line) => "\n\r[G]\n\r",
            (_, Ping::Anywhere) => "[G]\0",
        };
        let clocks =
            if link.settings.has(CLOCKS) { table.datagrams(self.now) } else { String::new() };
        let text = format!("\n\r{before}{board}\n\r{ping}{clocks}");
        self.send(id, &latin1(&text), Some(moment));
        if !self.is_issuer(id) {
            self.prompt(id);
        }
    }

    pub(super) fn prompt(&mut self, id: u64) {
        if let Some(link) = self.links.get(&id).filter(|link| link.player().is_some()) {
            let prompt = latin1(&link.settings.prompt);
            self.send(id, &prompt, None);
        }
    }

    /// A text with its lines as wide as the receiver's screen.
    fn wrapped(&self, id: u64, text: &str) -> String {
        match self.links.get(&id) {
            Some(link) if !link.settings.has("nowrap") => {
                let lines = text.split("\n\r").map(|line| wrap(line, link.settings.width));
                lines.collect::<Vec<_>>().join("\n\r")
            }
            _ => text.to_owned(),
        }
    }

    /// 0 for none.
    pub(super) fn rating(&self, name: &str) -> u16 {
        self.account(name).map_or(0, |account| account.rating)
    }

    /// `Name (1500)`; without a rating `none` stands in its place, for guests pluses if the server is
    /// of that kind.
    pub(super) fn with_rating(&self, name: &str, none: &str) -> String {
        match (self.rating(name), self.config.profile) {
            (0, Profile::Fics | Profile::Icc) if self.is_guest(name) => format!("{name} (++++)"),
            (0, Profile::Fics | Profile::Icc) => format!("{name} (----)"),
            (0, Profile::Lasker) => format!("{name} ({none})"),
            (rating, _) => format!("{name} ({rating})"),
        }
    }

    /// The terms of the game of these two that was put aside.
    pub(super) fn adjourned_terms(&self, name: &str, other: &str) -> Option<Terms> {
        let table = self.stored.iter().find(|table| table.is_of(name, other))?;
        Some(Terms { control: table.control, rated: table.rated, white: None, adjourned: true })
    }

    /// The game that somebody plays.
    pub(super) fn table_of(&self, name: &str) -> Option<Table> {
        self.playing(name).and_then(|number| self.tables.get(&number)).cloned()
    }

    pub(super) fn at_board(&self, name: &str) -> Option<(Table, usize)> {
        let table = self.table_of(name)?;
        let seat = table.seat(name)?;
        Some((table, seat))
    }
}

/// A line cut behind blanks, or anywhere if there are none, so that no part is wider.
fn wrap(line: &str, width: usize) -> String {
    const MORE: &str = "\n\r\\   ";
    let mut wrapped = String::new();
    let mut rest: &[char] = &line.chars().collect::<Vec<_>>();
    let mut room = width;
    while rest.len() > room {
        let (head, _) = rest.split_at(room);
        let cut = head.iter().rposition(|&c| c == ' ').map_or(room, |blank| blank + 1);
        let (head, tail) = rest.split_at(cut);
        wrapped.extend(head);
        wrapped += MORE;
        rest = tail;
        room = width - 4;
    }
    wrapped.extend(rest);
    wrapped
}

/// A text in the bytes of the day.
fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}
