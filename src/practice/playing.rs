//! Moves, and what else is done at the board.

use super::{
    config::Profile,
    offers::What,
    record::{Outcome, Record},
    server::{Moment, Server},
    table::{Table, Terms},
};
use crate::position::Ending;

/// What `moretime` adds when it is not told.
const MORE_SECONDS: u32 = 60;
/// The most it adds.
const MOST_SECONDS: u32 = 600;

impl Server {
    /// Whether a command is a move. The ancestor wants `=` in front of a new piece in coordinates.
    pub(super) fn looks_like_a_move(&self, command: &str) -> bool {
        let letters = |allowed: &str| command.chars().all(|c| allowed.contains(c));
        let castling = command.contains('-') && letters("oO0-");
        let has_square = command.contains(|c: char| c.is_ascii_digit());
        let square = |two: &[u8]| matches!(two, [b'a'..=b'h', b'1'..=b'8']);
        let uci_promotion = match command.as_bytes() {
            [from @ .., b'q' | b'r' | b'b' | b'n'] if from.len() == 4 => from.chunks(2).all(square),
            _ => false,
        };
        let known = !(uci_promotion && self.is_lasker());
        castling || has_square && known && letters("abcdefgh12345678xNBRQKnbrqk=+#-")
    }

    /// Makes a move, or says why not.
    pub(super) fn move_asked(&mut self, name: &str, text: &str, stamp: Option<u32>) {
        let Some(mut table) = self.table_of(name) else {
            return self.refuse("You are not playing or examining a game.");
        };
        if table.seat(name) != Some(table.turn()) {
            return self.refuse("It is not your move.");
        }
        let mv = table.game.position().parse_move(text).ok();
        let took = table.took(self.now, stamp);
        if !mv.is_some_and(|mv| table.play(mv, took, self.now)) {
            return match self.config.profile {
                Profile::Fics => self.refuse(&format!("Illegal move ({text}).")),
                Profile::Lasker => self.refuse("Illegal move."),
            };
        }
        self.decline_by_moving(name);
        if let Some(made) = table.made.last() {
            let (game, player, clocks) = (table.number, name.to_owned(), table.clocks);
            let (san, took) = (made.san.clone(), made.took);
            self.record(Record::Move { game, player, san, took, clocks });
        }
        self.tables.insert(table.number, table.clone());
        self.show_move(&table);
        self.end_by_rule(&table);
    }

    /// The game that somebody plays.
    pub(super) fn table_of(&self, name: &str) -> Option<Table> {
        self.playing(name).and_then(|number| self.tables.get(&number)).cloned()
    }

    /// Boards to both, first to the one who has just moved.
    fn show_move(&mut self, table: &Table) {
        let turn = table.turn();
        self.show_board(table, 1 - turn, "", Moment::OwnMove);
        self.show_board(table, turn, "", Moment::OpponentMove);
    }

    /// What nobody has to claim.
    fn end_by_rule(&mut self, table: &Table) {
        let loser = &table.names[table.turn()];
        let won = if table.turn() == 0 { Outcome::Black } else { Outcome::White };
        match table.game.ending() {
            Some(Ending::Checkmate) => {
                self.end_game(table.number, won, &format!("{loser} checkmated"));
            }
            Some(Ending::Stalemate) => {
                self.end_game(table.number, Outcome::Draw, "Game drawn by stalemate");
            }
            Some(Ending::InsufficientMaterial) => {
                self.end_game(table.number, Outcome::Draw, "Neither player has mating material");
            }
            Some(Ending::Repetition | Ending::FiftyMoves) | None => {}
        }
    }

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

    /// `takeback N`
    pub(super) fn takeback(&mut self, name: &str, rest: &str) {
        let count = if rest.is_empty() { Ok(1) } else { rest.parse() };
        let Some(table) = self.table_of(name) else {
            return self.refuse("You are not playing a game.");
        };
        match count {
            Ok(count) if (1..=table.made.len()).contains(&(count as usize)) => {
                self.propose(name, What::TakeBack(count));
            }
            _ => self
                .refuse(&format!("There are only {} half moves in your game.", table.made.len())),
        }
    }

    /// Takes moves back, as both want.
    pub(super) fn undo(&mut self, number: u32, count: u32) {
        let Some(table) = self.tables.get_mut(&number) else { return };
        table.take_back(count as usize, self.now);
        let table = table.clone();
        self.show_move(&table);
    }

    /// `switch`
    pub(super) fn switch(&mut self, name: &str) {
        match self.playing(name) {
            Some(_) => self.propose(name, What::Switch),
            None => self.refuse("You are not playing a game."),
        }
    }

    /// Changes sides, as both want; the clocks stay with the colours.
    pub(super) fn change_sides(&mut self, number: u32) {
        let Some(table) = self.tables.get_mut(&number) else { return };
        table.names.swap(0, 1);
        table.stop(self.now);
        let table = table.clone();
        self.show_move(&table);
    }

    /// `moretime SECONDS`
    pub(super) fn moretime(&mut self, name: &str, rest: &str) {
        let seconds = if rest.is_empty() { Ok(MORE_SECONDS) } else { rest.parse() };
        let Some(mut table) = self.table_of(name) else {
            return self.refuse("You are not playing a game.");
        };
        let (Some(seat), Ok(seconds @ 1..=MOST_SECONDS)) = (table.seat(name), seconds) else {
            return self.refuse("Invalid number of seconds.");
        };
        table.clocks[1 - seat] += i64::from(seconds) * 1_000;
        let opponent = table.opponent(seat).to_owned();
        self.tables.insert(table.number, table);
        self.answer(&format!("{seconds} seconds were added to your opponents clock"));
        self.tell(&opponent, &format!("Your opponent has added {seconds} seconds to your clock."));
    }

    /// `refresh`
    pub(super) fn refresh(&mut self, name: &str) {
        match self.table_of(name) {
            Some(table) => {
                let seat = table.seat(name).unwrap_or(0);
                self.show_board(&table, seat, "", Moment::OwnMove);
            }
            None => self.refuse("You are not playing a game."),
        }
    }
}
