//! What becomes of games: they begin, go on, are changed by agreement, are put aside and end.

use super::{
    config::Profile,
    fault_plan::Moment,
    record::{Outcome, Record},
    server::Server,
    table::{Table, Terms},
};

/// A player without a rating counts as this.
const UNRATED: f64 = 1_720.0;
/// The most that a game changes a rating.
const STEP: f64 = 32.0;

impl Server {
    /// A game begins; the first of the two has asked for it.
    pub(super) fn begin(&mut self, asked: &str, other: &str, terms: &Terms) {
        let had = |name: &str| self.had_white.get(&name.to_lowercase()) == Some(&true);
        let white = terms.white.unwrap_or(!had(asked) || had(other));
        let names = if white { [asked, other] } else { [other, asked] }.map(str::to_owned);
        for (name, white) in names.iter().zip([true, false]) {
            self.had_white.insert(name.to_lowercase(), white);
        }
        let table = Table::new(self.free_number(), names, terms, self.now);
        let (game, names) = (table.number, table.names.clone());
        self.record(Record::Started { game, names, control: terms.control, rated: terms.rated });
        self.seat_both(table, "Creating", Moment::Accept);
    }

    /// A game that was put aside goes on with the clocks it had.
    pub(super) fn go_on(&mut self, mut table: Table) {
        table.number = self.free_number();
        table.turn_begins(self.now);
        let (game, names, clocks) = (table.number, table.names.clone(), table.clocks);
        self.record(Record::Resumed { game, names, clocks });
        self.seat_both(table, "Continuing", Moment::Resume);
    }

    /// Numbers of games are used again.
    fn free_number(&self) -> u32 {
        (1..).find(|number| !self.tables.contains_key(number)).unwrap_or(1)
    }

    /// Tells both that a game is on, and on which board.
    fn seat_both(&mut self, table: Table, how: &str, moment: Moment) {
        let rated = if table.rated { "rated" } else { "unrated" };
        let (heading, kind) = (table.heading(), table.kind());
        let [white, black] = table.names.clone().map(|name| self.with_rating(&name, "0"));
        let [minutes, increment] = table.control;
        let line = format!("{{{heading} {how} {rated} {kind} match.}}");
        let twice = if self.is_lasker() && how == "Continuing" {
            format!("{line}\n\r\n\r")
        } else {
            String::new()
        };
        let before = format!(
            "{twice}Creating: {white} {black} {rated} {kind} {minutes} {increment}\n\r\n\r{line}\n\r\n\r"
        );
        self.tables.insert(table.number, table.clone());
        for (seat, name) in table.names.iter().enumerate() {
            self.remove_seeks_of(name);
            self.drop_matches_of(name);
            if let Some(id) = self.online(name)
                && let Some(link) = self.links.get_mut(&id)
            {
                link.last_opponent = Some(table.opponent(seat).to_owned());
            }
            self.show_board(&table, seat, &before, moment);
        }
    }

    /// Boards to both, first to the one who has just moved.
    pub(super) fn show_move(&mut self, table: &Table) {
        let turn = table.turn();
        self.show_board(table, 1 - turn, "", Moment::OwnMove);
        self.show_board(table, turn, "", Moment::OpponentMove);
    }

    /// Takes moves back, as both want.
    pub(super) fn undo(&mut self, number: u32, count: u32) {
        let Some(table) = self.tables.get_mut(&number) else { return };
        table.take_back(count as usize, self.now);
        let table = table.clone();
        self.show_move(&table);
    }

    /// Changes sides, as both want; the clocks stay with the colours.
    pub(super) fn change_sides(&mut self, number: u32) {
        let Some(table) = self.tables.get_mut(&number) else { return };
        table.names.swap(0, 1);
        table.stop(self.now);
        let table = table.clone();
        self.show_move(&table);
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
        let list = self.list_of_moves(&table, &format!("{{{reason}}} {outcome}"));
        for (seat, name) in table.names.iter().enumerate() {
            if outcome != Outcome::None {
                self.finished.insert(name.to_lowercase(), list.clone());
            }
            let (control, rated) = (table.control, table.rated);
            let terms = Terms { control, rated, white: None, adjourned: false };
            self.last.insert(name.to_lowercase(), (table.opponent(seat).to_owned(), terms));
            let Some(id) = self.online(name) else { continue };
            let (kind, before, after) = (table.kind(), ratings[seat], changed[seat]);
            let text = match (self.config.profile, counts) {
                (Profile::Lasker, false) => format!("{line}\n\rNo ratings adjustment done."),
                (Profile::Lasker, true) => {
                    format!("{kind} rating adjustment: {before} --> {after}\n\r\n\r{line}")
                }
                (Profile::Fics | Profile::Icc, false) => line.clone(),
                (Profile::Fics | Profile::Icc, true) => {
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
}
