//! What the bot does by itself: words in their turn, looking for games, leaving.

use std::time::Duration;

use super::{Bot, Effect, LEAVING, Seeks, Wish};

impl Bot {
    /// Says the next thing that waits.
    pub(super) fn speak(&mut self) {
        if self.talk_at <= self.now && !self.to_say.is_empty() {
            let line = self.to_say.remove(0);
            self.talk_at = self.now + Duration::from_secs(3);
            self.send(line);
        }
    }

    /// When to post the next ad, if there is one and nothing else to do.
    pub(super) fn seek_time(&self) -> Option<Duration> {
        let possible = !self.config.seek.ads.is_empty() && self.seeks != Seeks::Off;
        self.seek_at.filter(|_| possible && self.is_free())
    }

    /// Posts the next ad.
    pub(super) fn seek(&mut self) {
        if self.seek_time().is_none_or(|at| at > self.now) {
            return;
        }
        let ads = &self.config.seek.ads;
        let manual = if self.seeks == Seeks::Manual { " m" } else { "" };
        let line = format!("seek {}{manual}", ads[self.next_ad % ads.len()]);
        self.next_ad += 1;
        self.seek_at = Some(self.now + Duration::from_secs(self.config.seek.every.max(10)));
        self.send(line);
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
            (Wish::Finish, true, _) => self.note("leaving after this game"),
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
        self.effects.extend([Effect::Remember, Effect::HangUp, Effect::End(None)]);
    }
}
