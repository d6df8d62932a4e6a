//! What the bot does by itself while it plays nobody: looking for games, and the operator's lines.

use std::time::Duration;

use super::{Bot, calls::Calls};
use crate::ics::config::{Control, Plan, Seek, Wanted, challenged};

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
    /// Until when an owner wants no new games.
    paused_until: Duration,
    /// Whether games are looked for now, as far as the server was told.
    open: bool,
    /// Whether the server is about to go down: a new game would be broken off.
    server_stops: bool,
    /// Since when there is no game, or the operator's lines for that were sent.
    since: Duration,
    /// What became of the lines that look for a game.
    pub calls: Calls,
}

impl Default for Idle {
    fn default() -> Idle {
        let (seek_at, off, next_ad, seeks, paused_until, since, calls) = Default::default();
        let (open, server_stops) = (true, false);
        Idle { seek_at, off, next_ad, seeks, paused_until, open, server_stops, since, calls }
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

    /// The next game is looked for at once, by lines as well that the server did not take and among players who
    /// were not to be had.
    pub fn seek_anew(&mut self, now: Duration) {
        self.calls = Calls::default();
        self.seek_now(now);
    }

    /// Games are looked for again.
    pub fn go_on_seeking(&mut self, now: Duration) {
        self.off = false;
        self.seek_anew(now);
    }

    /// Whether the operator wants seeks that accept by themselves, where the server knows no others; returns
    /// whether there are none from now on.
    pub fn decide_seeks(&mut self, automatic: bool) -> bool {
        if self.seeks == Seeks::Manual {
            return false;
        }
        let seeks = if automatic { Seeks::Automatic } else { Seeks::Off };
        std::mem::replace(&mut self.seeks, seeks) != seeks && seeks == Seeks::Off
    }

    /// Whether seeks leave the decision to the bot, as far as is known of the server.
    pub fn asks_first(&self) -> bool {
        self.seeks == Seeks::Manual
    }

    /// No new games until then.
    pub fn pause_until(&mut self, until: Duration, now: Duration) {
        (self.paused_until, self.seek_at) = (until, Some(now));
    }

    /// Whether an owner wants no new games now.
    pub fn is_paused(&self, now: Duration) -> bool {
        now < self.paused_until
    }

    /// Nothing is looked for before this time.
    pub fn wait_until(&mut self, at: Duration) {
        self.seek_at = Some(at);
    }

    /// The bot has come in.
    pub fn logged_in(&mut self, now: Duration) {
        self.open = true;
        self.calls.try_again();
        (self.since, self.seek_at) = (now, Some(now + AFTER_LOGIN));
    }

    /// The server is about to go down, or it will not after all.
    pub fn server_stops(&mut self, stops: bool, now: Duration) {
        (self.server_stops, self.seek_at) = (stops, Some(now));
    }

    /// Whether the server is about to go down.
    pub fn does_server_stop(&self) -> bool {
        self.server_stops
    }

    /// A game is over.
    pub fn game_over(&mut self, now: Duration) {
        (self.since, self.seek_at) = (now, Some(now + AFTER_GAME));
    }
}

/// Words in a line, without those that are empty.
fn joined(words: &[&str]) -> String {
    words.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

impl Bot {
    /// When to look for a game next, if there is a way to and nothing else to do.
    pub(super) fn seek_time(&self) -> Option<Duration> {
        let wanted = !self.idle.off && self.is_free() && !self.config.seek.is_empty();
        self.idle.seek_at.filter(|_| wanted)
    }

    /// Why some or all of the games that the operator's file names are not looked for, if so.
    pub(super) fn seek_obstacle(&self) -> Option<&'static str> {
        let ads = self.config.seek.all_ads().next().is_some();
        if ads && self.idle.seeks == Seeks::Off {
            return Some(PAST_THE_RULES);
        }
        self.config.seek.is_empty().then_some("my file names no ads")
    }

    /// The lines that look for a game at this hour, in their order: ads, then challenges, then those of
    /// each plan.
    fn calls(&self) -> Vec<String> {
        let Seek { ads, may_challenge, plans, .. } = &self.config.seek;
        let time = self.time();
        let open =
            |plan: &&Plan| plan.hours.is_empty() || plan.hours.iter().any(|it| it.contain(time));
        let always = self.calls_of(ads, may_challenge, &Plan::default());
        let planned = plans.iter().filter(open);
        let planned = planned.flat_map(|plan| self.calls_of(&plan.ads, &plan.may_challenge, plan));
        always.into_iter().chain(planned).collect()
    }

    /// The same for one plan.
    fn calls_of(&self, ads: &[String], challenges: &[String], plan: &Plan) -> Vec<String> {
        let mut lines = Vec::new();
        let manual = if self.idle.asks_first() { "m" } else { "" };
        for ad in ads.iter().filter(|_| self.idle.seeks != Seeks::Off) {
            let band =
                self.band(ad, plan).map_or(String::new(), |[low, high]| format!("{low}-{high}"));
            lines.push(joined(&["seek", &self.staked(ad), &plan.variant, manual, &band]));
        }
        for whom in challenges {
            let (name, terms) = challenged(whom);
            if self.may_be_challenged(name, terms, plan) {
                lines.push(joined(&["match", name, &self.staked(terms), &plan.variant]));
            }
        }
        lines.retain(|line| !self.idle.calls.is_given_up(line));
        lines
    }

    /// The terms with whether ratings are at stake, before all that the ancestor would take for a variant and its
    /// position.
    fn staked(&self, terms: &str) -> String {
        let mut words: Vec<_> = terms.split_whitespace().collect();
        words.insert(if Control::of(terms).is_some() { 2 } else { 0 }, self.stake(terms));
        joined(&words)
    }

    /// Whether ratings are at stake, where a line leaves that open and the rules do not: servers take it as the
    /// account's variable `rated` has it, which is for rated games as a rule.
    fn stake(&self, terms: &str) -> &'static str {
        let accept = &self.config.accept;
        match (Wanted::read(terms).rated, accept.rated, accept.unrated) {
            (None, false, true) => "unrated",
            (None, true, false) => "rated",
            _ => "",
        }
    }

    /// The ratings that a plan wants opponents to have in a game with these terms.
    fn band(&self, terms: &str, plan: &Plan) -> Option<[u16; 2]> {
        let [below, above] = plan.band?;
        let wild = plan.variant.split([' ', '/']).next().filter(|word| !word.is_empty());
        let kind = wild.unwrap_or_else(|| Control::of(terms).map_or("", Control::category));
        let own = self.memory.state().history.rating(kind)?;
        Some([own.saturating_sub(below), own.saturating_add(above)])
    }

    /// Whether a player may be challenged to a game now: one who was not to be had lately, who is known to be
    /// outside the plan's band, or whose challenge to the same game would be declined, may not.
    fn may_be_challenged(&self, name: &str, terms: &str, plan: &Plan) -> bool {
        let rating = self.memory.state().history.met(name).and_then(|met| met.rating);
        let band = self.band(terms, plan).zip(rating);
        let outside = band.is_some_and(|([low, high], it)| it < low || it > high);
        let put_off = self.idle.calls.is_put_off(name, self.now);
        !(outside || put_off) && self.would_accept(name, &format!("{terms} {}", plan.variant))
    }

    /// Why no game is looked for now, though some are wanted.
    pub(super) fn seek_pause(&self) -> Option<&'static str> {
        let (accept, time) = (&self.config.accept, self.time());
        let [today, _] = self.memory.state().played.today("", time);
        let reasons = [
            (self.idle.server_stops, "no new games: the server is about to go down"),
            (!accept.is_open(time), "no games at this hour"),
            (!accept.has_games_left(today), "enough games for today"),
        ];
        reasons.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }

    /// Looks for a game when it is time. While the rules want none, or an owner, there are no ads.
    pub(super) fn seek(&mut self) {
        if self.seek_time().is_none_or(|at| at > self.now) {
            return;
        }
        if self.idle.is_paused(self.now) {
            self.idle.seek_at = Some(self.idle.paused_until);
            return;
        }
        let pause = self.seek_pause();
        let was_open = std::mem::replace(&mut self.idle.open, pause.is_none());
        if let Some(reason) = pause {
            if was_open {
                self.out.note(reason);
                self.out.send("unseek");
            }
            self.idle.seek_at = Some(self.now + CLOSED);
            return;
        }
        let calls = self.calls();
        if calls.is_empty() {
            self.idle.seek_at = Some(self.now + CLOSED);
            return;
        }
        let line = calls[self.idle.next_ad % calls.len()].clone();
        self.idle.next_ad += 1;
        self.idle.seek_at = Some(self.now + Duration::from_secs(self.config.seek.every.max(10)));
        // A server without manual seeks posts the same ad anew each time and keeps the old ones.
        if self.idle.seeks == Seeks::Automatic && line.starts_with("seek ") {
            self.out.send("unseek");
        }
        self.call(line);
    }

    /// The calendar says this. When the hours of play are over, ads that stand are taken back, however seldom
    /// others are sent.
    pub(super) fn calendar(&mut self, time: Duration) {
        self.began = time.saturating_sub(self.now);
        if self.idle.open && !self.config.accept.is_open(self.time()) {
            self.idle.seek_now(self.now);
        }
    }

    /// When the operator's lines for idle times are due.
    pub(super) fn idle_time(&self) -> Option<Duration> {
        let commands = &self.config.commands;
        let idle = self.games.current().is_none() && !commands.idle.is_empty();
        idle.then(|| self.idle.since + Duration::from_secs(commands.idle_after.max(10)))
    }

    /// Sends the operator's lines for idle times when they are due, and again whenever as much time has passed.
    pub(super) fn idle(&mut self) {
        if self.idle_time().is_some_and(|at| at <= self.now) {
            self.idle.since = self.now;
            self.order(&self.config.commands.idle.clone(), "");
        }
    }

    /// The server says that it is about to go down; some say so before they let the bot in.
    pub(super) fn goes_down(&mut self, text: &str) {
        self.out.note(text);
        self.idle.server_stops(true, self.now);
    }

    /// The server knows no seeks that leave the decision to the bot.
    pub(super) fn no_manual_seeks(&mut self) {
        self.idle.seeks = Seeks::Automatic;
        self.idle.seek_at = Some(self.now);
        self.decide_seeks();
    }

    /// Keeps to what the operator wants of seeks that accept by themselves.
    pub(super) fn decide_seeks(&mut self) {
        if self.idle.decide_seeks(self.config.seek.automatic) {
            self.out.note(PAST_THE_RULES);
        }
    }
}
