//! The player on a server, as a pure machine: what the link brings, what the engine says and the time
//! go in; what to send, what to tell the engine and what to keep come out.
//!
//! A broken link never ends a game from here: nothing is resigned, aborted or quit because a socket
//! broke. The machine calls again, finds the game and goes on with the server's position and clocks.

mod games;
mod idle;
mod link;
mod login;
mod offers;
mod opponents;
mod orders;
mod paper;
mod play;
mod status;
#[cfg(test)]
mod tests;
mod thinking;
mod tournaments;

pub use status::Status;

use std::time::Duration;

use self::{
    games::Score,
    link::Link,
    offers::NoShow,
    opponents::{Opponents, People},
    play::Play,
    tournaments::Entry,
};
use super::{Answer, Obstacle, Said, Terms, Topic, config::Config, lag::Lags, lines::strip_prompt};
use crate::{
    message::{Command, Event},
    pgn::Record,
};

/// What happens to the bot.
#[derive(Debug)]
pub enum Input {
    /// The link is there.
    Up,
    /// A whole line came.
    Line(String),
    /// A line has begun and the server waits; a question perhaps.
    Begun(String),
    /// The link is gone, and why.
    Down(String),
    /// The engine says something.
    Engine(Box<Event>),
    /// The time that [`Bot::deadline`] named has come.
    Tick,
    /// What the operator wants.
    Wish(Wish),
}

/// What an operator may want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wish {
    /// To go on.
    Stay,
    /// To leave after this game.
    Finish,
    /// To leave after this game and begin anew, with the program as it is by then.
    Restart,
    /// To leave now; the game is adjourned if the opponent agrees, or by leaving.
    Leave,
}

/// What the bot wants done.
#[derive(Debug)]
pub enum Effect {
    /// Open the link.
    Call,
    /// Close it.
    HangUp,
    /// Send a line.
    Send(String),
    /// Send the password, and write it nowhere.
    Password,
    /// Tell the engine.
    Engine(Command),
    /// Set an option of the engine, by its name.
    Set(String, String),
    /// Read the operator's file again, for [`Bot::configure`].
    Reload,
    /// Keep a game.
    Save(Box<Record>),
    /// Keep what was learned about lag.
    Remember,
    /// For the one who looks on.
    Note(String),
    /// To begin anew, with the program as it is now.
    Restart,
    /// The end; with a reason if something is wrong that trying again would not mend.
    End(Option<String>),
}

/// How long a challenge waits for the lines that belong to it.
const CONSIDERED: Duration = Duration::from_millis(500);
/// How long an accepted game may take to begin.
const BEGINS: Duration = Duration::from_secs(15);
/// How long a game may take to end after the operator wants to leave at once.
const LEAVING: Duration = Duration::from_secs(3);

/// What a bot begins with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Whether there is a password to be sent.
    pub has_password: bool,
    /// What was learned about lag in earlier games.
    pub lags: Lags,
    /// After how many games to leave, if ever.
    pub games: Option<u32>,
    /// What its pauses are drawn with.
    pub seed: u64,
    /// When it begins, from the beginning of 1970 in UTC.
    pub time: Duration,
}

/// The player on a server.
pub struct Bot {
    config: Config,
    has_password: bool,
    lags: Lags,
    random: fastrand::Rng,
    /// When it began, and how long ago that is.
    began: Duration,
    now: Duration,
    link: Link,
    /// The name the server knows the bot by.
    name: String,
    wish: Wish,
    /// When to leave whatever happens.
    leave_at: Option<Duration>,
    /// The game under way, and one that a broken link has interrupted.
    play: Option<Play>,
    interrupted: Option<Play>,
    /// A challenge and when to answer it.
    challenge: Option<(Terms, Duration)>,
    /// An opponent whose challenge was accepted, and until when the game may begin.
    accepted: Option<(String, Duration)>,
    /// A game that was announced and has no board yet.
    announced: Option<Terms>,
    /// A challenge that was answered last, and when.
    answered: Option<(String, Duration)>,
    /// Titles and marks of players.
    people: People,
    /// The tournament that the bot is in.
    tournament: Option<Entry>,
    /// Whether the next line is somebody's message.
    message_follows: bool,
    opponents: Opponents,
    score: Score,
    /// Games after which to leave; none for no end.
    games_left: Option<u32>,
    /// When to look for a game next, with which ad, and whether seeks are possible at all.
    seek_at: Option<Duration>,
    next_ad: usize,
    seeks: Seeks,
    /// Whether this is an hour to play, as far as the server was told.
    open: bool,
    /// Since when there is no game, or the operator's lines for that were sent.
    idle_since: Duration,
    /// When the next words may be said, and what waits to be said.
    talk_at: Duration,
    to_say: Vec<String>,
    flagged_at: Option<Duration>,
    /// When a draw was claimed.
    claimed: Option<Duration>,
    no_show: NoShow,
    effects: Vec<Effect>,
}

/// What kind of seeks a server takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seeks {
    Manual,
    Automatic,
    Off,
}

impl Bot {
    /// A bot that has not called yet.
    pub fn new(config: Config, start: Start) -> Bot {
        Bot {
            name: config.account.name.clone(),
            config,
            has_password: start.has_password,
            lags: start.lags,
            random: fastrand::Rng::with_seed(start.seed),
            began: start.time,
            now: Duration::ZERO,
            link: Link::default(),
            wish: Wish::Stay,
            leave_at: None,
            play: None,
            interrupted: None,
            challenge: None,
            accepted: None,
            announced: None,
            answered: None,
            people: People::default(),
            tournament: None,
            message_follows: false,
            opponents: Opponents::default(),
            score: Score::default(),
            games_left: start.games,
            seek_at: None,
            next_ad: 0,
            seeks: Seeks::Manual,
            open: true,
            idle_since: Duration::ZERO,
            talk_at: Duration::ZERO,
            to_say: Vec::new(),
            flagged_at: None,
            claimed: None,
            no_show: NoShow::default(),
            effects: Vec::new(),
        }
    }

    /// Takes an input at the time `now` and says what is to be done.
    pub fn on(&mut self, input: Input, now: Duration) -> Vec<Effect> {
        self.now = now;
        match input {
            Input::Up => self.link_up(),
            Input::Line(line) => self.line(&line),
            Input::Begun(text) => self.begun(&text),
            Input::Down(reason) => self.link_down(&reason),
            Input::Engine(event) => self.engine(&event),
            Input::Tick => self.tick(),
            Input::Wish(wish) => self.wished(wish),
        }
        if self.effects.iter().any(|effect| matches!(effect, Effect::Send(_))) {
            self.link.sends(now);
        }
        std::mem::take(&mut self.effects)
    }

    /// From now on keeps to what the operator has decided anew; server and account stay.
    pub fn configure(&mut self, config: Config) {
        let (server, account) = (self.config.server.clone(), self.config.account.clone());
        self.config = Config { server, account, ..config };
        self.seek_at = Some(self.now);
    }

    /// When the bot wants a tick.
    pub fn deadline(&self) -> Option<Duration> {
        let online = self.link.is_online();
        let game = self.play.as_ref().filter(|_| online);
        [
            self.link_time(),
            self.leave_at,
            self.challenge.as_ref().map(|(_, at)| *at).filter(|_| online),
            self.accepted.as_ref().map(|(_, at)| *at),
            self.seek_time().filter(|_| online),
            self.idle_time().filter(|_| online),
            self.tournament_time(),
            Some(self.talk_at).filter(|_| online && !self.to_say.is_empty()),
            game.and_then(Play::overdue),
            game.and_then(|_| self.claim_time()),
            game.and_then(|play| self.flag_time(play)),
            game.and_then(|play| self.no_show_time(play)),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// What was learned about lag.
    pub fn lags(&self) -> &Lags {
        &self.lags
    }

    fn send(&mut self, line: impl Into<String>) {
        self.effects.push(Effect::Send(line.into()));
    }

    fn note(&mut self, text: impl Into<String>) {
        self.effects.push(Effect::Note(text.into()));
    }

    /// Words for people wait their turn: servers mute who says too much. Behind a semicolon some servers
    /// would see a command.
    fn say(&mut self, line: String) {
        self.to_say.push(line.replace(';', ","));
    }

    /// Whether nothing keeps the bot from another game.
    fn is_free(&self) -> bool {
        self.plays_nobody() && self.wish == Wish::Stay && self.tournament.is_none()
    }

    /// Whether there is no game, nor one about to begin.
    fn plays_nobody(&self) -> bool {
        self.play.is_none() && self.accepted.is_none()
    }

    /// A line of the server's.
    fn line(&mut self, line: &str) {
        self.link.heard(self.now);
        if std::mem::take(&mut self.message_follows) {
            return;
        }
        let said = Said::parse(strip_prompt(line));
        match (said, self.link.is_online()) {
            // What people write is theirs, whatever it looks like.
            (Said::MessageFollows(_), _) => self.message_follows = true,
            (said, false) => self.login_line(strip_prompt(line), &said),
            (said, true) => self.said(said, line),
        }
    }

    /// A line of the server's once the bot is in.
    fn said(&mut self, said: Said, line: &str) {
        match said {
            Said::Board(board) => self.board(&board),
            Said::Talk(talk) => self.talk(&talk),
            Said::Challenge(terms) => self.challenged(terms),
            Said::Withdrawn(name)
            | Said::Answered {
                name,
                topic: Topic::Match,
                answer: Answer::Withdrawn,
                is_mine: false,
            } => {
                self.withdrawn(&name);
            }
            Said::Creating(terms) => self.announced = Some(terms),
            Said::Ends { game, how, result } => self.ended(&game, &how, result),
            Said::Offer { from, what } => self.offered(&from, what),
            Said::Refused(refusal) => self.refused(refusal),
            Said::OpponentLost => self.note("the opponent has lost the link"),
            Said::Returned(name) => self.returned(&name),
            Said::AdjournedHere(names) => names.iter().for_each(|name| self.returned(name)),
            Said::Stored(game) => self.stored(&game),
            Said::Rated { kind, change } => self.rated(&kind, change),
            Said::Named(speaker) => self.name = speaker.name,
            Said::Twice => self.taken_over(),
            Said::Listed { name, list } if list == "computer" => self.people.mark(&name, "C"),
            Said::Finger(speaker) => self.people.meet(&speaker),
            Said::Ad(ad) => self.people.meet(&ad.from),
            Said::Pending(pending) => self.pending(*pending),
            Said::Tournament(event) => self.tournament(event),
            Said::StoredCount(0) => self.none_stored(),
            Said::Unable { why: Obstacle::NoSuchKind, about } if about.starts_with("m/") => {
                self.no_manual_seeks();
            }
            Said::Unable { why: Obstacle::NoOffer, .. } => self.accepted = None,
            Said::Examining(true) => self.send("unexamine"),
            Said::Observing(number, true) => self.send(format!("unobserve {number}")),
            Said::Open(false) => self.send("set open 1"),
            // Clocks have changed, and the server may not show it by itself.
            Said::MoreTime { .. } | Said::Paused(false) => self.send("refresh"),
            Said::Invited { .. } => self.send("decline"),
            Said::Shutdown(text) | Said::Announced(text) => self.note(text),
            Said::Summoned(name) => {
                self.note(format!("{name}, an administrator, wants to talk to you"))
            }
            Said::Other if line.contains("You can \"accept\" or \"decline\"") => {
                self.answer_challenge()
            }
            other => log::debug!("not heeded: {other:?} {line}"),
        }
    }

    fn tick(&mut self) {
        let now = self.now;
        let due = |at: Option<Duration>| at.is_some_and(|at| at <= now);
        if due(self.leave_at) {
            self.leave_at = None;
            return self.leave();
        }
        self.tend_link();
        if self.link.is_online() && due(self.challenge.as_ref().map(|it| it.1)) {
            self.answer_challenge();
        }
        self.accepted.take_if(|(_, at)| *at <= now);
        self.tend_tournament();
        if self.link.is_online() {
            self.tend_game();
            self.speak();
            self.seek();
            self.idle();
        }
    }
}
