//! Moves, and what else is done at the board.

use super::{config::Profile, fault_plan::Moment, record::Record, server::Server};

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
                Profile::Fics | Profile::Icc => self.refuse(&format!("Illegal move ({text}).")),
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
