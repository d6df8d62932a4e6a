//! What two players agree on: games, and ways out of them.

use super::{
    offer::{Offer, What},
    offers::MANY_OFFERS,
    record::Outcome,
    server::{NO_GAME, Server},
    table::Table,
};
use crate::position::Ending;

impl Server {
    /// Offers something during a game, or accepts it if it has been offered.
    pub(super) fn propose(&mut self, name: &str, what: What) {
        let Some(table) = self.table_of(name) else { return };
        let opponent = table.opponent(table.seat(name).unwrap_or(0)).to_owned();
        let same =
            |offer: &&Offer| offer.what.word() == what.word() && table.seat(&offer.from).is_some();
        if let Some(theirs) =
            self.offers.iter().find(|offer| offer.to == name && same(offer) && offer.what == what)
        {
            let theirs = theirs.clone();
            return self.fulfil(&theirs);
        }
        if self.offers.iter().any(|offer| offer.from == name && same(&offer)) {
            return self.refuse(&format!("You are already offering {}.", what.title()));
        }
        let text = match &what {
            What::Draw => format!("{name} offers you a draw."),
            What::TakeBack(count) => {
                format!("{name} would like to take back {count} half move(s).")
            }
            What::Switch => format!(
                "{name} would like to switch sides.\n\rType \"accept\" to switch sides, or \"decline\" to \
                 refuse."
            ),
            What::Abort | What::Adjourn | What::Match(_) => {
                let word = what.word();
                format!("{name} would like to {word} the game; type \"{word}\" to accept.")
            }
        };
        let word = what.word();
        let sent = format!("{}{} request sent.", word[..1].to_uppercase(), &word[1..]);
        self.answer(&sent);
        self.make_offer(name, &opponent, what, &text);
    }

    /// `accept [N|NAME|KIND]`
    pub(super) fn accept(&mut self, name: &str, words: &str) {
        let to_me = |offer: &Offer| [offer.to.clone(), offer.from.clone()];
        match self.meant(words, to_me, name).as_slice() {
            [] => self.refuse("You have no offers to accept."),
            [offer] => {
                if let What::Match(_) = offer.what {
                    self.answer(&format!("You accept the challenge of {}.", offer.from));
                }
                self.fulfil(offer);
            }
            _ => self.refuse(MANY_OFFERS),
        }
    }

    /// Does what was offered.
    pub(super) fn fulfil(&mut self, offer: &Offer) {
        self.remove_offer(offer.number);
        let (from, to) = (&offer.from, &offer.to);
        let game = self.playing(to);
        match (&offer.what, game) {
            (What::Match(_), Some(_)) => {
                self.refuse("You can't accept a challenge while you are playing a game.");
            }
            (What::Match(terms), None) => {
                self.tell(from, &format!("{to} accepts your challenge."));
                let is_theirs = |table: &Table| table.is_of(from, to);
                match self.stored.iter().position(is_theirs).filter(|_| terms.adjourned) {
                    Some(at) => {
                        let table = self.stored.remove(at);
                        self.go_on(table);
                    }
                    None => self.begin(from, to, terms),
                }
            }
            (What::Draw, Some(game)) => {
                self.end_game(game, Outcome::Draw, "Game drawn by mutual agreement");
            }
            (What::Abort, Some(game)) => {
                self.end_game(game, Outcome::None, "Game aborted by mutual agreement");
            }
            (What::Adjourn, Some(game)) => {
                self.put_aside(game, "Game adjourned by mutual agreement");
            }
            (What::TakeBack(count), Some(game)) => self.undo(game, *count),
            (What::Switch, Some(game)) => self.change_sides(game),
            (_, None) => self.refuse("You are not playing a game."),
        }
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
        } else if self.is_lasker() && self.may_be_courteous(name) {
            self.courtesy(name, What::Abort);
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
            Some(_) if self.is_lasker() && self.may_be_courteous(name) => {
                self.courtesy(name, What::Adjourn);
            }
            Some(_) => self.propose(name, What::Adjourn),
        }
    }

    /// Whether the opponent could be flagged.
    fn may_be_courteous(&self, name: &str) -> bool {
        let late = |(table, seat): (Table, usize)| table.clocks_at(self.now)[1 - seat] <= 0;
        self.at_board(name).is_some_and(late)
    }

    /// `courtesyabort`, `courtesyadjourn`: in place of a flag. The ancestor has the plain words for it.
    pub(super) fn courtesy(&mut self, name: &str, what: What) {
        let Some((table, _)) = self.at_board(name) else { return self.refuse(NO_GAME) };
        if !self.may_be_courteous(name) {
            return self
                .refuse("Opponent is not out of time, use \"abort\" or \"adjourn\" instead.");
        }
        match what {
            What::Adjourn => {
                self.put_aside(table.number, &format!("Game courtesyadjourned by {name}"));
            }
            _ => {
                let reason = format!("Game courtesyaborted by {name}");
                self.end_game(table.number, Outcome::None, &reason);
            }
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

    /// `switch`
    pub(super) fn switch(&mut self, name: &str) {
        match self.playing(name) {
            Some(_) => self.propose(name, What::Switch),
            None => self.refuse("You are not playing a game."),
        }
    }
}
