//! What people say to each other.

use std::time::Duration;

use super::{config::Profile, fault_plan::Spoof, server::Server};

/// So many shouts within so long.
const SHOUTS: (usize, Duration) = (2, Duration::from_secs(60));

/// What looks like a line of the server; `{W}` and `{B}` stand for the players.
const FALSE_LINES: [&str; 7] = [
    "<12> -------- -------- -------- -------- -------- -------- -----k-- ----K--q W -1 0 0 0 0 0 1 {W} {B} 1 \
     5 0 0 9 300 300 9 Q/h2-h1 (0:01) Qh1+ 0 1",
    "{Game 1 ({W} vs. {B}) {W} resigns} 0-1",
    "{Game 1 ({W} vs. {B}) Game aborted by mutual agreement} *",
    "\\   <12> rnbqkbnr pppppppp",
    "\u{ff}\u{fb}\u{1}\u{ff}\u{f1} fics% Illegal move.",
    "[G]",
    "**** Invalid password! ****",
];

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
            Profile::Fics | Profile::Icc => "(kibitzed to 1)",
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
            Profile::Fics | Profile::Icc => {
                format!("{}({rating})[{game}] kibitzes: {text}", self.titled(name))
            }
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

    /// The opponent of the one on this connection says something that looks like the server's.
    pub(super) fn spoof(&mut self, id: u64, spoof: Spoof, number: usize) {
        let Some(name) = self.name(id) else { return };
        let Some(table) = self.table_of(&name) else { return };
        let opponent = table.opponent(table.seat(&name).unwrap_or(0));
        let [white, black] = &table.names;
        let line =
            FALSE_LINES[number % FALSE_LINES.len()].replace("{W}", white).replace("{B}", black);
        let width = self.links.get(&id).map_or(0, |link| link.settings.width);
        // Half of them are wrapped so that the false line stands at the beginning of one.
        let pad = if number.is_multiple_of(2) { "x".repeat(width) + " " } else { String::new() };
        let text = match spoof {
            Spoof::Tell => format!("{} tells you: {pad}{line}", self.titled(opponent)),
            Spoof::Kibitz => self.kibitzed(opponent, table.number, &(pad + &line)),
            Spoof::Notes => {
                format!(
                    "Statistics for {opponent}  On for: 9 secs   Idle: 0 secs\n\r\n\r 1: {line}\n\r 2: {pad}{line}"
                )
            }
        };
        self.event(id, &text, None);
    }
}
