//! How games end, or are put aside.

use std::time::Duration;

use super::{
    config::Profile,
    offers::What,
    record::{Outcome, Record},
    server::{Moment, Server},
    table::{Table, Terms},
};
use crate::position::Ending;

/// A player without a rating counts as this.
const UNRATED: f64 = 1_720.0;
/// The most that a game changes a rating.
const STEP: f64 = 32.0;
/// The flag of a sealed player falls by itself only after this, for the move may be under way.
const GRACE: Duration = Duration::from_secs(1);

const NO_GAME: &str = "You are not playing a game.";

/// A win of the one with this seat.
fn won_by(seat: usize) -> Outcome {
    if seat == 0 { Outcome::White } else { Outcome::Black }
}

impl Server {
    /// `resign`
    pub(super) fn resign(&mut self, name: &str) {
        let Some((table, seat)) = self.at_board(name) else { return self.refuse(NO_GAME) };
        self.end_game(table.number, won_by(1 - seat), &format!("{name} resigns"));
    }

    fn at_board(&self, name: &str) -> Option<(Table, usize)> {
        let table = self.table_of(name)?;
        let seat = table.seat(name)?;
        Some((table, seat))
    }

    /// `draw`: claims one, accepts one or offers one.
    pub(super) fn draw(&mut self, name: &str) {
        let Some((table, _)) = self.at_board(name) else { return self.refuse(NO_GAME) };
        match table.game.ending() {
            Some(Ending::Repetition) => {
                self.end_game(table.number, Outcome::Draw, "Game drawn by repetition");
            }
            Some(Ending::FiftyMoves) => {
                self.end_game(table.number, Outcome::Draw, "Game drawn by the 50 move rule");
            }
            _ => self.propose(name, What::Draw),
        }
    }

    /// `abort`: at once where nothing has been played yet, if the server is of that kind.
    pub(super) fn abort(&mut self, name: &str) {
        let Some((table, _)) = self.at_board(name) else { return self.refuse(NO_GAME) };
        if table.made.len() < 2 && !self.is_lasker() {
            self.end_game(table.number, Outcome::None, "Game aborted on move 1");
        } else {
            self.propose(name, What::Abort);
        }
    }

    /// `adjourn`
    pub(super) fn adjourn(&mut self, name: &str) {
        match self.at_board(name) {
            None => self.refuse(NO_GAME),
            Some((table, _)) if table.names.iter().any(|name| self.is_guest(name)) => {
                self.refuse("Both players must be registered to adjourn a game.");
            }
            Some(_) => self.propose(name, What::Adjourn),
        }
    }

    /// `flag`
    pub(super) fn flag(&mut self, name: &str) {
        let Some((table, seat)) = self.at_board(name) else { return self.refuse(NO_GAME) };
        let clocks = table.clocks_at(self.now);
        if !table.is_timed() {
            self.refuse("You can't flag an untimed game.");
        } else if !table.ticks() {
            self.refuse("You cannot flag before both players have moved.");
        } else if clocks[1 - seat] <= 0 {
            self.out_of_time(&table, 1 - seat);
        } else if self.is_lasker() {
            self.refuse("Your opponent is not out of time!");
        } else {
            self.refuse("Opponent is not out of time, wait for server autoflag.");
        }
    }

    /// Somebody's time is over: what that means depends on the other one's clock and men.
    fn out_of_time(&mut self, table: &Table, seat: usize) {
        let (loser, winner) = (&table.names[seat], table.opponent(seat));
        let clocks = table.clocks_at(self.now);
        let (outcome, reason) = if clocks.iter().all(|clock| *clock <= 0) {
            (Outcome::Draw, "Game drawn because both players ran out of time".to_owned())
        } else if !table.can_mate(1 - seat) {
            (Outcome::Draw, format!("{loser} ran out of time and {winner} has no material to mate"))
        } else {
            (won_by(1 - seat), format!("{loser} forfeits on time"))
        };
        self.end_game(table.number, outcome, &reason);
    }

    /// When the flag of the one to move falls without being asked for.
    fn falls_at(&self, table: &Table) -> Option<Duration> {
        let links = table.names.each_ref().map(|name| self.links.get(&self.online(name)?));
        let asked = links.iter().flatten().any(|link| link.settings.is_on("autoflag"));
        let sealed = links[table.turn()].is_some_and(|link| link.sealed);
        let left = u64::try_from(table.clocks[table.turn()]).unwrap_or(0);
        let grace = if sealed { GRACE } else { Duration::ZERO };
        let fics = self.config.profile == Profile::Fics;
        (fics && asked && table.ticks()).then(|| table.since + Duration::from_millis(left) + grace)
    }

    /// Flags that fall by themselves.
    pub(super) fn let_flags_fall(&mut self) {
        let fallen = |table: &&Table| self.falls_at(table).is_some_and(|at| at <= self.now);
        let fallen: Vec<Table> = self.tables.values().filter(fallen).cloned().collect();
        fallen.iter().for_each(|table| self.out_of_time(table, table.turn()));
    }

    /// When the server has to be woken.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.tables.values().filter_map(|table| self.falls_at(table)).min()
    }

    /// One of two players is gone; `escapes` says whether that is allowed to them.
    pub(super) fn leave_game(&mut self, name: &str, escapes: bool) {
        let Some((table, seat)) = self.at_board(name) else { return };
        let opponent = table.opponent(seat).to_owned();
        let stays = self.online(&opponent).and_then(|id| self.links.get(&id));
        let forfeits = !escapes && stays.is_some_and(|link| link.settings.is_on("noescape"));
        let gone = "Your opponent has lost contact or quit.";
        if let Some(id) = self.online(&opponent) {
            self.event(id, gone, None);
        }
        if self.is_guest(name) || self.is_guest(&opponent) {
            let reason = format!("{name} lost connection; game aborted");
            self.end_game(table.number, Outcome::None, &reason);
        } else if forfeits && !self.is_lasker() {
            let reason = format!("{name} forfeits by disconnection");
            self.end_game(table.number, won_by(1 - seat), &reason);
        } else {
            self.put_aside(table.number, &format!("{name} lost connection; game adjourned"));
        }
    }

    /// Adjourns a game: its clocks stop where they are.
    pub(super) fn put_aside(&mut self, number: u32, reason: &str) {
        let Some(mut table) = self.tables.remove(&number) else { return };
        table.stop(self.now);
        self.drop_proposals_of(&table);
        let reason = if self.is_lasker() { "adjourned" } else { reason };
        let text = format!("{{{} {reason}}} *", table.heading());
        let text = if self.is_lasker() { text + "\n\rNo ratings adjustment done." } else { text };
        for name in &table.names {
            if let Some(id) = self.online(name) {
                self.event(id, &text, Some(Moment::GameEnd));
            }
        }
        let (names, clocks) = (table.names.clone(), table.clocks);
        self.record(Record::Adjourned { game: number, names, clocks });
        self.stored.push(table);
    }

    /// Ends a game.
    pub(super) fn end_game(&mut self, number: u32, outcome: Outcome, reason: &str) {
        let Some(table) = self.tables.remove(&number) else { return };
        self.drop_proposals_of(&table);
        let ratings = table.names.each_ref().map(|name| self.rating(name));
        let counts = table.rated && outcome != Outcome::None;
        let changed = if counts { self.rate(&table, outcome, ratings) } else { ratings };
        let line = format!("{{{} {reason}}} {outcome}", table.heading());
        for (seat, name) in table.names.iter().enumerate() {
            let Some(id) = self.online(name) else { continue };
            let (kind, before, after) = (table.kind(), ratings[seat], changed[seat]);
            let text = match (self.config.profile, counts) {
                (Profile::Lasker, false) => format!("{line}\n\rNo ratings adjustment done."),
                (Profile::Lasker, true) => {
                    format!("{kind} rating adjustment: {before} --> {after}\n\r\n\r{line}")
                }
                (Profile::Fics, false) => line.clone(),
                (Profile::Fics, true) => {
                    format!("{line}\n\r{kind} rating adjustment: {before} --> {after}")
                }
            };
            self.event(id, &text, Some(Moment::GameEnd));
        }
        let (names, reason) = (table.names.clone(), reason.to_owned());
        self.record(Record::Ended { game: number, names, outcome, reason });
    }

    /// Changes both ratings after a game, by Elo's rule.
    fn rate(&mut self, table: &Table, outcome: Outcome, ratings: [u16; 2]) -> [u16; 2] {
        let strength = |rating: u16| if rating == 0 { UNRATED } else { f64::from(rating) };
        let [white, black] = ratings.map(strength);
        let expected = 1.0 / (1.0 + 10f64.powf((black - white) / 400.0));
        let points = match outcome {
            Outcome::White => 1.0,
            Outcome::Black => 0.0,
            Outcome::Draw | Outcome::None => 0.5,
        };
        let gain = STEP * (points - expected);
        let changed = [white + gain, black - gain].map(|rating| rating.round().max(1.0) as u16);
        for (name, rating) in table.names.iter().zip(changed) {
            let mut accounts = self.config.accounts.iter_mut();
            if let Some(account) = accounts.find(|account| account.name.eq_ignore_ascii_case(name))
            {
                account.rating = rating;
            }
        }
        changed
    }

    /// 0 for none.
    pub(super) fn rating(&self, name: &str) -> u16 {
        self.account(name).map_or(0, |account| account.rating)
    }

    /// `Name (1500)`; without a rating `none` stands in its place, for guests pluses if the server is
    /// of that kind.
    pub(super) fn with_rating(&self, name: &str, none: &str) -> String {
        match (self.rating(name), self.config.profile) {
            (0, Profile::Fics) if self.is_guest(name) => format!("{name} (++++)"),
            (0, Profile::Fics) => format!("{name} (----)"),
            (0, Profile::Lasker) => format!("{name} ({none})"),
            (rating, _) => format!("{name} ({rating})"),
        }
    }

    /// The terms of the game of these two that was put aside.
    pub(super) fn adjourned_terms(&self, name: &str, other: &str) -> Option<Terms> {
        let table = self.stored.iter().find(|table| table.is_of(name, other))?;
        Some(Terms { control: table.control, rated: table.rated, white: None, adjourned: true })
    }
}

impl Table {
    /// Whether it is a game of these two.
    pub(super) fn is_of(&self, name: &str, other: &str) -> bool {
        self.seat(name).zip(self.seat(other)).is_some_and(|(a, b)| a != b)
    }
}
