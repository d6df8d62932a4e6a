//! What the bot does by itself while it plays nobody: looking for games, and the operator's lines.

use std::time::Duration;

use super::{Bot, Demand};

/// So often it is looked whether the hours of play have begun.
const CLOSED: Duration = Duration::from_secs(60);
/// The pause after a game before the next one is looked for: the opponent may want another.
const AFTER_GAME: Duration = Duration::from_secs(5);
/// The pause after a login.
const AFTER_LOGIN: Duration = Duration::from_secs(1);

/// Why there are no seeks where the server knows none that leave the decision to the bot.
const PAST_THE_RULES: &str =
    "this server's seeks would be answered past the rules, so there are none (seek.automatic)";

/// What kind of seeks a server takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seeks {
    #[default]
    Manual,
    Automatic,
    Off,
}

/// What is done while there is no game, and when.
#[derive(Clone, Debug)]
pub(super) struct Idle {
    /// When to look for a game next, with which ad, and whether seeks are possible at all.
    seek_at: Option<Duration>,
    /// Whether an owner wants no game to be looked for.
    off: bool,
    next_ad: usize,
    seeks: Seeks,
    /// Whether this is an hour to play, as far as the server was told.
    open: bool,
    /// Since when there is no game, or the operator's lines for that were sent.
    since: Duration,
}

impl Default for Idle {
    fn default() -> Idle {
        let (seek_at, off, next_ad, seeks) = Default::default();
        Idle { seek_at, off, next_ad, seeks, open: true, since: Duration::ZERO }
    }
}

impl Idle {
    /// The next game is looked for at once.
    pub fn seek_now(&mut self, now: Duration) {
        self.seek_at = Some(now);
    }

    /// No game is looked for any more.
    pub fn stop_seeking(&mut self) {
        self.off = true;
    }

    /// Games are looked for again.
    pub fn go_on_seeking(&mut self, now: Duration) {
        (self.off, self.seek_at) = (false, Some(now));
    }

    /// The bot has come in.
    pub fn logged_in(&mut self, now: Duration) {
        (self.open, self.since, self.seek_at) = (true, now, Some(now + AFTER_LOGIN));
    }

    /// A game is over.
    pub fn game_over(&mut self, now: Duration) {
        (self.since, self.seek_at) = (now, Some(now + AFTER_GAME));
    }
}

impl Bot {
    /// When to look for a game next, if there is a way to and nothing else to do.
    pub(super) fn seek_time(&self) -> Option<Duration> {
        let wanted = !self.idle.off && self.is_free();
        self.idle.seek_at.filter(|_| wanted && self.calls().next().is_some())
    }

    /// Why some or all of the games that the operator's file names are not looked for, if so.
    pub(super) fn seek_obstacle(&self) -> Option<&'static str> {
        let ads = !self.config.seek.ads.is_empty();
        if ads && self.idle.seeks == Seeks::Off {
            return Some(PAST_THE_RULES);
        }
        self.calls().next().is_none().then_some("my file names no ads")
    }

    /// The lines that look for a game, in their order: ads, then challenges.
    fn calls(&self) -> impl Iterator<Item = String> + '_ {
        let manual = if self.idle.seeks == Seeks::Manual { " m" } else { "" };
        let seek = &self.config.seek;
        let ads = seek.ads.iter().filter(|_| self.idle.seeks != Seeks::Off);
        let ads = ads.map(move |ad| format!("seek {ad}{manual}"));
        ads.chain(seek.may_challenge.iter().map(|whom| format!("match {whom}")))
    }

    /// Looks for a game when it is time; outside the hours of play there are no ads.
    pub(super) fn seek(&mut self) {
        if self.seek_time().is_none_or(|at| at > self.now) {
            return;
        }
        let open = self.config.accept.is_open(self.time());
        if !open {
            if std::mem::replace(&mut self.idle.open, open) {
                self.out.note("no games at this hour");
                self.out.send("unseek");
            }
            self.idle.seek_at = Some(self.now + CLOSED);
            return;
        }
        self.idle.open = open;
        let calls = self.calls().count().max(1);
        let line = self.calls().nth(self.idle.next_ad % calls);
        self.idle.next_ad += 1;
        self.idle.seek_at = Some(self.now + Duration::from_secs(self.config.seek.every.max(10)));
        self.out.extend(line.map(Demand::Send));
    }

    /// When the operator's lines for idle times are due.
    pub(super) fn idle_time(&self) -> Option<Duration> {
        let commands = &self.config.commands;
        let idle = self.games.current().is_none() && !commands.idle.is_empty();
        idle.then(|| self.idle.since + Duration::from_secs(commands.idle_after.max(10)))
    }

    /// Sends them.
    pub(super) fn idle(&mut self) {
        if self.idle_time().is_some_and(|at| at <= self.now) {
            self.idle.since = self.now;
            self.order(&self.config.commands.idle.clone(), "");
        }
    }

    /// The server knows no seeks that leave the decision to the bot.
    pub(super) fn no_manual_seeks(&mut self) {
        self.idle.seeks = if self.config.seek.automatic { Seeks::Automatic } else { Seeks::Off };
        self.idle.seek_at = Some(self.now);
        if self.idle.seeks == Seeks::Off {
            self.out.note(PAST_THE_RULES);
        }
    }
}
