//! The link: calling, logging in, noticing that nobody is there any more, and calling again.

use std::time::Duration;

use super::{
    Bot, Demand, Wish,
    login::{Login, Step, settings, told},
    pauses::Pauses,
    play::Play,
    speech::Speech,
};
use crate::{
    ics::{Barred, Said},
    message::Command,
};

/// The pauses before calling again.
const PAUSES: Pauses = Pauses { first: Duration::from_secs(1), longest: Duration::from_secs(300) };
/// While a game waits to go on.
const PAUSES_IN_GAME: Pauses = Pauses { longest: Duration::from_secs(15), ..PAUSES };
/// The pause after somebody else has taken the account, or an administrator has thrown the bot out: no fight.
const UNWANTED_PAUSE: Duration = Duration::from_secs(600);
/// After so many calls that end by the name or the password being asked for again one of them is taken to be wrong.
const TRIES: u32 = 3;
/// A login takes no longer.
const LOGIN: Duration = Duration::from_secs(60);
/// While a game waits to go on, a server that says nothing for so long before it lets the bot in is given
/// up: another call may reach it.
const SILENT_LOGIN: Duration = Duration::from_secs(10);
/// A game that a broken link has interrupted may go on within so long after login, perhaps unheard if
/// the link breaks again; an operator who wants to leave waits for it so long.
pub(super) const RESUMED: Duration = Duration::from_secs(60);
/// A link that has been good for so long makes the next pause short again.
const GOOD: Duration = Duration::from_secs(60);
/// A link whose lines are sealed with its age is renewed between games when it is so old: servers count no further
/// than 24 days, and what they make of an age that begins anew nobody should learn in a game.
const OLD: Duration = Duration::from_secs(20 * 24 * 60 * 60);
/// After so long a silence of the server's it is asked for the time.
const SILENCE: Duration = Duration::from_secs(120);
/// And after so long a silence of the bot's own: most servers log out who says nothing for an hour,
/// however much others say meanwhile.
const OWN_SILENCE: Duration = Duration::from_secs(600);
/// A server that does not answer for so long is gone.
const ANSWER: Duration = Duration::from_secs(15);
/// In a game the part of the bot's clock that a silence may last, and the least and the most of it:
/// behind a link that is dead the clock may be running. An answer may take as long again, and in any
/// case some times the lag of the line.
const SILENT_SHARE: u32 = 10;
const SILENCE_IN_GAME: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];
const LAGS: u32 = 5;

/// While the opponent thinks, the bot's own clock does not run, and a packet that was lost comes again in so long.
const SILENCE_OF_THEIRS: Duration = Duration::from_secs(3);

/// How long the server may say nothing in a game before it is asked whether it is there.
fn silence_in(play: &Play) -> Duration {
    match (play.is_untimed(), play.my_turn()) {
        (true, _) => SILENCE_IN_GAME[1],
        (false, true) => play.my_time() / SILENT_SHARE,
        (false, false) => (play.my_time() / SILENT_SHARE).max(SILENCE_OF_THEIRS),
    }
}

/// How far the link is.
#[derive(Clone, Debug, Default)]
pub(super) enum Phase {
    /// There is none; the next call is due then.
    #[default]
    Away,
    /// Called, and nobody has answered yet.
    Calling,
    /// Before the server lets the bot in.
    Entering(Login),
    /// In.
    Online,
    /// Given up for good: the end has been asked for, and nothing that the server still says counts.
    Over,
}

/// The link to the server, and as whom the bot is there.
#[derive(Clone, Debug, Default)]
pub(super) struct Link {
    phase: Phase,
    /// The name the server knows the bot by, and whether there is a password for it.
    name: String,
    has_password: bool,
    /// What pauses are drawn with.
    random: fastrand::Rng,
    /// When this phase began.
    since: Duration,
    /// When to call.
    call_at: Duration,
    /// The pause before the last call.
    pause: Duration,
    /// How many calls in a row have ended by the name or the password being asked for again.
    again: u32,
    /// When the server was heard last, and when it was asked whether it is there.
    heard: Duration,
    asked: Option<Duration>,
    /// When something was sent last.
    sent: Duration,
    /// Whose message the next line is, if it is one.
    message_follows: Option<String>,
}

impl Link {
    /// No link yet.
    pub fn new(name: &str, has_password: bool, seed: u64) -> Link {
        let (name, random) = (name.to_owned(), fastrand::Rng::with_seed(seed));
        Link { name, has_password, random, ..Link::default() }
    }

    /// The name the server knows the bot by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The server says what it is.
    pub fn named(&mut self, name: String) {
        self.name = name;
    }

    pub fn is_online(&self) -> bool {
        matches!(self.phase, Phase::Online)
    }

    pub fn in_words(&self) -> &'static str {
        match self.phase {
            Phase::Away => "waiting to call again",
            Phase::Calling => "calling",
            Phase::Entering(_) => "logging in",
            Phase::Online => "online",
            Phase::Over => "given up",
        }
    }

    /// The server was heard.
    pub fn heard(&mut self, now: Duration) {
        (self.heard, self.asked) = (now, None);
    }

    /// A line was heard; whose message it is, if it is one, which says nothing of the server.
    pub fn message_of(&mut self, now: Duration) -> Option<String> {
        self.heard(now);
        self.message_follows.take()
    }

    /// The next line will be this player's message.
    pub fn expect_message(&mut self, name: String) {
        self.message_follows = Some(name);
    }

    /// A question is on its way that the server must answer.
    pub fn await_answer(&mut self, now: Duration) {
        self.asked.get_or_insert(now);
    }

    /// Something is sent.
    pub fn sends(&mut self, now: Duration) {
        self.sent = now;
    }

    /// The link has done what it is for: after it the next pause is short again.
    pub fn proves_good(&mut self) {
        self.pause = Duration::ZERO;
    }

    /// Until when a game that a broken link has interrupted may be expected to go on.
    pub fn resumes_by(&self) -> Duration {
        self.since + RESUMED
    }

    /// When there is something to do about the link, where a server may be silent for so long and take so
    /// long for an answer; `hurries` while a game waits to go on.
    pub fn deadline(&self, [silence, answer]: [Duration; 2], hurries: bool) -> Option<Duration> {
        match (&self.phase, self.asked) {
            (Phase::Away, _) => Some(self.call_at),
            (Phase::Calling | Phase::Over, _) => None,
            (Phase::Entering(_), _) if hurries => {
                Some((self.heard + SILENT_LOGIN).min(self.since + LOGIN))
            }
            (Phase::Entering(_), _) => Some(self.since + LOGIN),
            (Phase::Online, Some(asked)) => Some(asked + answer),
            (Phase::Online, None) => Some((self.heard + silence).min(self.sent + OWN_SILENCE)),
        }
    }

    fn enter(&mut self, phase: Phase, now: Duration) {
        (self.phase, self.since) = (phase, now);
        self.heard(now);
    }

    /// Calls again after a pause, a little more or less of it: many bots lose their links at once.
    fn call_later(&mut self, pause: Duration, now: Duration) {
        self.pause = pause;
        self.enter(Phase::Away, now);
        self.call_at = now + pause.mul_f64(0.75 + 0.5 * self.random.f64());
    }
}

impl Bot {
    /// When there is something to do about the link.
    pub(super) fn link_time(&self) -> Option<Duration> {
        let [least, most] = SILENCE_IN_GAME;
        let hurries = self.games.hurry(self.now);
        let resuming = self.now < self.link.resumes_by();
        let game = self.games.current().or(self.games.interrupted().filter(|_| resuming));
        let (silence, opponent) = match (game, self.challenges.accepted()) {
            (Some(play), _) => (silence_in(play), play.opponent()),
            (None, Some(opponent)) => (least * 3, opponent),
            (None, None) => {
                let silence = self.link.deadline([SILENCE, ANSWER], hurries);
                return silence.into_iter().chain(self.renewal()).min();
            }
        };
        let silence = silence.clamp(least, most);
        self.link.deadline([silence, silence.max(self.memory.lag(opponent) * LAGS)], hurries)
    }

    /// When the link is to be renewed, while nothing would be lost by it.
    fn renewal(&self) -> Option<Duration> {
        let idle = self.link.is_online() && self.is_free() && self.unheard.is_none();
        (idle && self.config.server.timeseal).then(|| self.link.since + OLD)
    }

    /// Calls when it is time, renews a link that is old, asks a silent server whether it is there, and gives up
    /// on one that does not answer.
    pub(super) fn tend_link(&mut self) {
        if self.link_time().is_none_or(|at| at > self.now) {
            return;
        }
        if self.renewal().is_some_and(|at| at <= self.now) {
            return self.hang_up("it is old, and is renewed between games");
        }
        match (&self.link.phase, self.link.asked) {
            (Phase::Away, _) => {
                self.link.enter(Phase::Calling, self.now);
                self.out.push(Demand::Call);
            }
            (Phase::Online, None) => {
                self.link.await_answer(self.now);
                self.out.send("date");
            }
            _ => self.hang_up("the server does not answer"),
        }
    }

    pub(super) fn link_up(&mut self) {
        self.link.enter(Phase::Entering(Login::default()), self.now);
        self.idle.server_stops(false, self.now);
    }

    /// The link is gone: the engine stops, the game is kept, and a call is due after a pause.
    pub(super) fn link_down(&mut self, reason: &str) {
        if matches!(self.link.phase, Phase::Away) {
            return;
        }
        self.out.note(format!("link lost: {reason}"));
        if self.link.is_online() && self.now.saturating_sub(self.link.since) >= GOOD {
            self.link.proves_good();
        }
        if self.link.is_online() {
            let time = self.time();
            self.memory.history().lose_link(time);
            self.out.push(Demand::Remember);
        }
        self.alarm.goes_offline(self.now);
        self.challenges.clear();
        self.speech = Speech::default();
        self.file_pending();
        if self.games.interrupt("the link was lost", self.now) {
            self.out.tell(Command::Force);
        }
        let hurries = self.games.hurry(self.now);
        let pauses = if hurries { PAUSES_IN_GAME } else { PAUSES };
        self.link.call_later(pauses.after(self.link.pause), self.now);
        let wish = self.departure.wish();
        if wish != Wish::Stay && (!self.has_game() || wish == Wish::Leave) {
            self.leave();
        }
    }

    /// Somebody has logged in with this account elsewhere, or does not want the bot here: it stays away for
    /// a long while.
    pub(super) fn unwanted(&mut self, why: &str) {
        self.hang_up(why);
        self.link.call_later(UNWANTED_PAUSE, self.now);
    }

    /// A line before the server has let the bot in.
    pub(super) fn login_line(&mut self, line: &str, said: &Said) {
        match said {
            Said::Challenge(terms) => {
                // Some servers pass on what waits before they show that they have let the bot in.
                self.memory.people.meet_players(terms);
                return self.challenges.add(terms.clone(), self.now);
            }
            Said::Named(speaker) => self.memory.people.meet(speaker),
            Said::NotRegistered(name) => self.memory.people.mark(name, "U"),
            Said::TakenOver => self.taken_over(),
            Said::Shutdown(text) => self.goes_down(text),
            _ => {}
        }
        let Phase::Entering(login) = &mut self.link.phase else { return };
        let refused = |reason: &'static str| Some(Step::Refused(reason));
        let step = match said {
            Said::WrongPassword => refused("the server does not take the password"),
            Said::Barred(Barred::Name) => refused("the server does not take the name"),
            Said::Barred(Barred::Banned) => refused("the server does not let this account in"),
            Said::Barred(Barred::Guests) => refused("the server lets no guests in now"),
            Said::Barred(Barred::Full | Barred::Late) => return self.hang_up(line),
            // That the account is in use already means a link of the bot's own that the server has
            // not missed yet; it is pushed out.
            _ => login.line(line, said),
        };
        self.step(step);
    }

    /// Whoever was on with the bot's account is thrown out for it.
    pub(super) fn taken_over(&mut self) {
        self.out.note("this account was in use elsewhere; that login is thrown out");
    }

    /// A question before the server has let the bot in.
    pub(super) fn begun(&mut self, text: &str) {
        self.link.heard(self.now);
        let (name, has_password) = (&self.config.account.name, self.link.has_password);
        let Phase::Entering(login) = &mut self.link.phase else { return };
        let step = login.begun(text, name, has_password);
        self.step(step);
    }

    fn step(&mut self, step: Option<Step>) {
        match step {
            None => {}
            Some(Step::Say(line)) => self.out.send(line),
            Some(Step::Password) => self.out.push(Demand::Password),
            Some(Step::Again) if self.link.again + 1 < TRIES => {
                let again = self.link.again + 1;
                self.hang_up("the server asks for the name or the password again");
                self.link.again = again;
            }
            Some(Step::Again) => {
                self.give_up_on("the server does not take the name or the password")
            }
            Some(Step::Refused(reason)) => self.give_up_on(reason),
            Some(Step::In(name)) => self.entered(name),
        }
    }

    /// This call leads nowhere; a later one may.
    pub(super) fn hang_up(&mut self, why: &str) {
        self.out.push(Demand::HangUp);
        self.link_down(why);
    }

    /// Calling again would not help: the operator has to look at it.
    fn give_up_on(&mut self, reason: &str) {
        self.link.enter(Phase::Over, self.now);
        self.keep_unfinished();
        self.alarm_end(reason);
        self.out.extend([Demand::HangUp, Demand::End(Some(reason.to_owned()))]);
    }

    /// The server has let the bot in: settings, then the game that was broken off.
    fn entered(&mut self, name: Option<String>) {
        if let Some(name) = name {
            self.link.named(name);
        }
        self.link.again = 0;
        self.link.enter(Phase::Online, self.now);
        self.out.note(format!("logged in as {}", self.link.name));
        self.alarm_online();
        let lines = settings(&self.config, self.memory.told());
        self.tell_settings(lines);
        if self.config.is_guest() {
            // A guest's game ends with the link.
            self.give_up(|_| true);
        }
        self.order(&self.config.commands.login.clone(), "");
        if !self.config.is_guest() {
            self.ask_for_stored();
        }
        if self.departure.is_near() {
            self.departure.set(self.link.resumes_by());
        }
        self.leave_tournament();
        self.idle.logged_in(self.now);
        self.look_for_tournaments();
    }

    /// Tells the server what the operator has decided; what it keeps is remembered.
    pub(super) fn tell_settings(&mut self, lines: Vec<String>) {
        lines.into_iter().for_each(|line| self.out.send(line));
        let now = told(&self.config);
        if std::mem::replace(self.memory.told(), now.clone()) != now {
            self.out.push(Demand::Remember);
        }
    }
}
