//! What the bot does by itself: words in their turn, looking for games, leaving.

use std::time::Duration;

use super::{Bot, Effect, LEAVING, Seeks, Wish};

/// So often it is looked whether the hours of play have begun.
const CLOSED: Duration = Duration::from_secs(60);

impl Bot {
    /// Says the next thing that waits.
    pub(super) fn speak(&mut self) {
        if self.talk_at <= self.now && !self.to_say.is_empty() {
            let line = self.to_say.remove(0);
            self.talk_at = self.now + Duration::from_secs(3);
            self.send(line);
        }
    }

    /// When to look for a game next, if there is a way to and nothing else to do.
    pub(super) fn seek_time(&self) -> Option<Duration> {
        self.seek_at.filter(|_| self.is_free() && self.calls().next().is_some())
    }

    /// The lines that look for a game, in their order: ads, then challenges.
    fn calls(&self) -> impl Iterator<Item = String> + '_ {
        let manual = if self.seeks == Seeks::Manual { " m" } else { "" };
        let seek = &self.config.seek;
        let ads = seek.ads.iter().filter(|_| self.seeks != Seeks::Off);
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
            if std::mem::replace(&mut self.open, open) {
                self.note("no games at this hour");
                self.send("unseek");
            }
            self.seek_at = Some(self.now + CLOSED);
            return;
        }
        self.open = open;
        let calls = self.calls().count().max(1);
        let line = self.calls().nth(self.next_ad % calls);
        self.next_ad += 1;
        self.seek_at = Some(self.now + Duration::from_secs(self.config.seek.every.max(10)));
        self.effects.extend(line.map(Effect::Send));
    }

    /// When the operator's lines for idle times are due.
    pub(super) fn idle_time(&self) -> Option<Duration> {
        let commands = &self.config.commands;
        let idle = self.play.is_none() && !commands.idle.is_empty();
        idle.then(|| self.idle_since + Duration::from_secs(commands.idle_after.max(10)))
    }

    /// Sends them.
    pub(super) fn idle(&mut self) {
        if self.idle_time().is_some_and(|at| at <= self.now) {
            self.idle_since = self.now;
            self.order(&self.config.commands.idle.clone(), "");
        }
    }

    /// The server knows no seeks that leave the decision to the bot.
    pub(super) fn no_manual_seeks(&mut self) {
        self.seeks = if self.config.seek.automatic { Seeks::Automatic } else { Seeks::Off };
        self.seek_at = Some(self.now);
        if self.seeks == Seeks::Off {
            self.note("this server's seeks would be answered past the rules, so there are none (seek.automatic)");
        }
    }

    /// What the operator wants.
    pub(super) fn wished(&mut self, wish: Wish) {
        self.wish = wish;
        match (wish, self.play.is_some(), self.link.is_online()) {
            (Wish::Stay, ..) => self.seek_at = Some(self.now),
            (Wish::Finish | Wish::Restart, true, _) => self.note("leaving after this game"),
            (Wish::Leave, true, true) => {
                self.note("leaving; asking to adjourn");
                self.send("adjourn");
                self.leave_at = Some(self.now + LEAVING);
            }
            _ => self.leave(),
        }
    }

    /// Leaves, with what is still to be said.
    pub(super) fn leave(&mut self) {
        if self.link.is_online() && self.play.is_none() {
            let last_words = std::mem::take(&mut self.to_say);
            last_words.into_iter().for_each(|line| self.send(line));
            self.send("quit");
        }
        let restarts = self.wish == Wish::Restart;
        let end = if restarts { Effect::Restart } else { Effect::End(None) };
        self.effects.extend([Effect::Remember, Effect::HangUp, end]);
    }
}
