//! Why games end: given up, on time, by rule, because somebody is gone.

use std::time::Duration;

use super::{
    config::Profile,
    record::Outcome,
    server::{NO_GAME, Server},
    table::Table,
};
use crate::position::Ending;

/// The flag of a sealed player falls by itself only after this, for the move may be under way.
const GRACE: Duration = Duration::from_secs(1);

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
        let falls = match self.config.profile {
            Profile::Fics => asked,
            Profile::Lasker => false,
            Profile::Icc => true,
        };
        (falls && table.ticks()).then(|| table.since + Duration::from_millis(left) + grace)
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

    /// What nobody has to claim.
    pub(super) fn end_by_rule(&mut self, table: &Table) {
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
}
