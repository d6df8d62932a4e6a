//! The player on a server, as a pure machine: what the link brings, what the engine says and the time
//! go in; what to send, what to tell the engine and what to keep come out.
//!
//! A broken link never ends a game from here: nothing is resigned, aborted or quit because a socket
//! broke. The machine calls again, finds the game and goes on with the server's position and clocks.

mod adjourned;
mod alarm;
mod awaited;
mod calls;
mod challenges;
mod claims;
mod course;
mod departure;
mod game_orders;
mod games;
mod happening;
mod hearing;
mod history;
mod idle;
mod invitations;
mod learning;
mod link;
mod login;
mod memory;
mod offers;
mod opponents;
mod orders;
mod outbox;
mod paper;
mod pauses;
mod play;
mod recall;
mod rematch;
mod speech;
mod state;
mod status;
#[cfg(test)]
mod tests;
mod thinking;
mod tournaments;
mod unheard;

pub use course::{Course, Whereabouts};
pub use departure::Wish;
pub use happening::{Demand, Happening};
pub use history::{History, Met, Rated, Score};
pub use state::State;
pub use status::{Playing, Status};

use std::time::Duration;

use self::{
    adjourned::Adjourned, alarm::Alarm, challenges::Challenges, departure::Departure, games::Games,
    idle::Idle, link::Link, login::settings, memory::Memory, outbox::Outbox, speech::Speech,
    tournaments::Entry, unheard::Unheard,
};
use super::{
    Said,
    config::{Account, Config},
    lines::strip_prompt,
};

/// A day, as limits and statistics of the bot count it.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What a bot begins with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Whether there is a password to be sent.
    pub has_password: bool,
    /// What is left of earlier starts.
    pub state: State,
    /// After how many games to leave, if ever.
    pub games: Option<u32>,
    /// What the engine reckons with for each move at least: the operator's `move_overhead`.
    pub overhead: Duration,
    /// What its pauses are drawn with.
    pub seed: u64,
    /// When it begins, from the beginning of 1970 in UTC.
    pub time: Duration,
}

/// The player on a server: what it is told goes to the part that it concerns.
pub struct Bot {
    /// What the operator has decided.
    config: Config,
    /// When it began, from the beginning of 1970 in UTC as the calendar has it now, and how long ago that is.
    began: Duration,
    now: Duration,
    link: Link,
    games: Games,
    challenges: Challenges,
    adjourned: Adjourned,
    /// The game that is over, and whose end the server is asked for.
    unheard: Option<Unheard>,
    /// The tournament that the bot is in.
    tournament: Option<Entry>,
    memory: Memory,
    alarm: Alarm,
    /// What the operator lets the engine reckon with for each move.
    overhead: Duration,
    idle: Idle,
    departure: Departure,
    speech: Speech,
    out: Outbox,
}

impl Bot {
    /// A bot that has not called yet.
    pub fn new(config: Config, start: Start) -> Bot {
        let server = format!("{}:{}", config.server.host, config.server.port);
        Bot {
            link: Link::new(&config.account.name, start.has_password, start.seed),
            config,
            began: start.time,
            now: Duration::ZERO,
            games: Games::default(),
            challenges: Challenges::default(),
            adjourned: Adjourned::default(),
            unheard: None,
            tournament: None,
            memory: Memory::new(start.state, server),
            alarm: Alarm::new(),
            overhead: start.overhead,
            idle: Idle::default(),
            departure: Departure::after(start.games),
            speech: Speech::default(),
            out: Outbox::default(),
        }
    }

    /// Takes what happens at the time `now` and says what is to be done.
    pub fn on(&mut self, happening: Happening, now: Duration) -> Vec<Demand> {
        self.now = now;
        match happening {
            Happening::Up => self.link_up(),
            Happening::Line(line) => self.line(&line),
            Happening::Begun(text) => {
                self.prompted(&text);
                self.begun(&text);
            }
            Happening::Down(reason) => self.link_down(&reason),
            Happening::Engine(event) => self.engine(&event),
            Happening::Tick => self.tick(),
            Happening::Wish(wish) => self.wished(wish),
            Happening::Interrupted => self.interrupted(),
            Happening::Done { owner, answer } => self.done(&owner, &answer),
            Happening::Checked { owner, fault } => self.checked(&owner, fault),
            Happening::Calendar(time) => self.calendar(time),
            Happening::Disk(fault) => self.alarm_disk(fault.as_deref()),
            Happening::Room { file, free } => self.alarm_room(&file, free),
        }
        if self.out.sends() {
            self.link.sends(now);
        }
        self.out.take()
    }

    /// From now on keeps to what the operator has decided anew, of which the server hears what concerns it
    /// with what is sent next. Server and account stay; returns which of them should not, by their names in
    /// the file.
    pub fn configure(&mut self, config: Config) -> Vec<&'static str> {
        let (server, account) = (self.config.server.clone(), self.config.account.clone());
        let owners = config.account.owners.clone();
        let account = Account { owners, ..account };
        let changed =
            [("[server]", server != config.server), ("[account]", account != config.account)];
        let before = settings(&self.config, &[]);
        let had_ads = self.config.seek.all_ads().next().is_some();
        self.config = Config { server, account, ..config };
        if self.link.is_online() {
            let mut lines = settings(&self.config, self.memory.told());
            lines.retain(|line| !before.contains(line));
            self.tell_settings(lines);
            if had_ads {
                // What stands may be wanted no more, or by other rules.
                self.out.send("unseek");
            }
        }
        self.decide_seeks();
        self.idle.seek_anew(self.now);
        changed.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }

    /// The operator's `move_overhead` is this from now on.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// When the bot wants a tick.
    pub fn deadline(&self) -> Option<Duration> {
        let everywhere = [
            self.link_time(),
            self.departure.deadline(),
            self.challenges.begins_by(),
            self.tournament_time(),
            self.alarm_time(),
        ];
        let online = [
            self.challenges.answer_at(),
            self.seek_time(),
            self.adjourned_time(),
            self.idle_time(),
            self.speech.deadline(),
            self.game_time(),
            self.unheard_until(),
        ];
        let online = online.into_iter().filter(|_| self.link.is_online());
        everywhere.into_iter().chain(online).flatten().min()
    }

    /// What is to be left to the next start.
    pub fn state(&self) -> &State {
        self.memory.state()
    }

    /// Whether nothing keeps the bot from another game.
    fn is_free(&self) -> bool {
        self.plays_nobody() && !self.departure.is_near() && self.tournament.is_none()
    }

    /// Whether there is no game, nor one about to begin.
    fn plays_nobody(&self) -> bool {
        self.games.current().is_none() && self.challenges.accepted().is_none()
    }

    /// The time, from the beginning of 1970 in UTC.
    fn time(&self) -> Duration {
        self.began + self.now
    }

    /// A line of the server's.
    fn line(&mut self, line: &str) {
        if let Some(name) = self.link.message_of(self.now) {
            return self.message(&name, line.trim());
        }
        self.prompted(line);
        let said = Said::parse(strip_prompt(line));
        match (said, self.link.is_online()) {
            // What people write is theirs, whatever it looks like.
            (Said::MessageFollows(name), _) => self.link.expect_message(name),
            (said, false) => self.login_line(strip_prompt(line), &said),
            (said, true) => self.said(said, strip_prompt(line)),
        }
    }

    /// Behind a prompt of the server's, what it was asked for is answered.
    fn prompted(&mut self, text: &str) {
        if strip_prompt(text) != text {
            self.list_of_stored_ends(false);
        }
    }

    /// Whether I am one of these players.
    fn is_one_of(&self, names: &[String; 2]) -> bool {
        names.iter().any(|name| name.eq_ignore_ascii_case(self.link.name()))
    }

    fn tick(&mut self) {
        if self.departure.comes(self.now) {
            return self.leave();
        }
        self.tend_alarm();
        self.tend_link();
        if self.link.is_online() && self.challenges.answer_at().is_some_and(|at| at <= self.now) {
            self.answer_challenge();
        }
        self.challenges.tend(self.now);
        self.tend_tournament();
        if self.link.is_online() {
            self.tend_game();
            self.tend_unheard();
        }
        if self.link.is_online() {
            self.out.extend(self.speech.next(self.now).map(Demand::Send));
            self.ask_who_waits();
            self.seek();
            self.idle();
        }
    }
}
