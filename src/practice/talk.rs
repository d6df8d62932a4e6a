//! What people say to each other.

use std::time::Duration;

use super::{config::Profile, server::Server};

/// So many shouts within so long.
const SHOUTS: (usize, Duration) = (2, Duration::from_secs(60));

impl Server {
    /// `tell NAME TEXT`
    pub(super) fn tell_somebody(&mut self, name: &str, rest: &str) {
        let (to, text) = rest.split_once(' ').unwrap_or((rest, ""));
        if to.parse::<u8>().is_ok() {
            return self.answer(&format!("(told 0 players in channel {to})"));
        }
        let Some(id) = self.online(to) else {
            return self.refuse(&format!("{to} is not logged in."));
        };
        let to = self.name(id).unwrap_or_default();
        let speaker = self.titled(name);
        self.event(id, &format!("{speaker} tells you: {text}"), None);
        let playing = if self.playing(&to).is_some() { ", who is playing" } else { "" };
        self.answer(&format!("(told {to}{playing})"));
    }

    /// `say TEXT`, to the opponent of this game or the last.
    pub(super) fn say(&mut self, id: u64, name: &str, text: &str) {
        let opponent = self.links.get(&id).and_then(|link| link.last_opponent.clone());
        match opponent.and_then(|opponent| Some((self.online(&opponent)?, opponent))) {
            Some((to, opponent)) => {
                let speaker = self.titled(name);
                self.event(to, &format!("{speaker} says: {text}"), None);
                self.answer(&format!("(told {opponent})"));
            }
            None => self.refuse("I don't know whom to say that to."),
        }
    }

    /// `kibitz TEXT`, to all at the board.
    pub(super) fn kibitz(&mut self, name: &str, text: &str) {
        let Some(table) = self.table_of(name) else {
            return self.refuse("You are not playing or observing a game.");
        };
        let opponent = table.opponent(table.seat(name).unwrap_or(0)).to_owned();
        let line = self.kibitzed(name, table.number, text);
        self.tell(&opponent, &line);
        self.answer(match self.config.profile {
            Profile::Fics => "(kibitzed to 1)",
            Profile::Lasker => "kibitzed to 1.",
        });
    }

    /// A kibitz as others see it, with rating and, on the free server, the game.
    pub(super) fn kibitzed(&self, name: &str, game: u32, text: &str) -> String {
        let rating = match self.rating(name) {
            0 => "----".to_owned(),
            rating => rating.to_string(),
        };
        match self.config.profile {
            Profile::Fics => format!("{}({rating})[{game}] kibitzes: {text}", self.titled(name)),
            Profile::Lasker => format!("{name}({rating}) kibitzes: {text}"),
        }
    }

    /// `whisper TEXT`, to those who look on; nobody does here.
    pub(super) fn whisper(&mut self, name: &str) {
        match self.playing(name) {
            Some(_) => self.answer("whispered to 0."),
            None => self.refuse("You are not playing or observing a game."),
        }
    }

    /// `shout TEXT`, to everybody, but not often.
    pub(super) fn shout(&mut self, id: u64, name: &str, text: &str) {
        if self.is_guest(name) {
            return self.refuse("Only registered players can use the shout command.");
        }
        let now = self.now;
        let Some(link) = self.links.get_mut(&id) else { return };
        let (most, within) = SHOUTS;
        link.shouts.retain(|at| now.saturating_sub(*at) < within);
        if link.shouts.len() >= most {
            let next = link.shouts.front().map_or(within, |first| *first + within - now);
            return self.refuse(&format!("Next shout in {} second(s).", next.as_secs()));
        }
        link.shouts.push_back(now);
        let line = format!("{} shouts: {text}", self.titled(name));
        let hears = |id: &u64| {
            !self.is_issuer(*id)
                && self
                    .links
                    .get(id)
                    .is_some_and(|link| link.player().is_some() && link.settings.is_on("shout"))
        };
        let ids: Vec<u64> = self.links.keys().copied().filter(hears).collect();
        self.answer(&format!("({}) {line}", ids.len()));
        ids.into_iter().for_each(|id| self.event(id, &line, None));
    }
}
