//! What becomes of the lines that look for a game: some the server does not take, some are for players who are
//! not to be had.

use std::{collections::BTreeMap, time::Duration};

use super::{Bot, pauses::Pauses};
use crate::ics::{
    Obstacle, Said,
    config::{Wanted, challenged},
};

/// So long after a line the server says that it does not take it.
const ANSWERED: Duration = Duration::from_secs(5);
/// A line that was refused so often is sent no more.
const REFUSALS: u32 = 3;
/// So long a player who is not to be had is left out.
const PAUSES: Pauses =
    Pauses { first: Duration::from_secs(10 * 60), longest: Duration::from_secs(4 * 60 * 60) };

/// What became of the lines that look for a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    /// The line that was sent last, and until when the server answers it.
    last: Option<(String, Duration)>,
    /// How often the server did not take a line.
    refused: BTreeMap<String, u32>,
    /// Whether the operator knows that a guest's games are unrated.
    told_unrated: bool,
    /// Players who were not to be had, in small letters: until when they are left out, and how long that is.
    put_off: BTreeMap<String, (Duration, Duration)>,
}

impl Calls {
    /// A line is sent.
    pub fn sent(&mut self, line: &str, now: Duration) {
        self.last = Some((line.to_owned(), now + ANSWERED));
    }

    /// The line that the server may be answering now.
    fn answered(&self, now: Duration) -> Option<&str> {
        self.last.as_ref().filter(|(_, until)| now <= *until).map(|(line, _)| line.as_str())
    }

    /// Whom the line challenges that the server may be answering now.
    pub fn challenged(&self, now: Duration) -> Option<&str> {
        whom(self.answered(now)?)
    }

    /// Whether the server has shown that it does not take this line.
    pub fn is_given_up(&self, line: &str) -> bool {
        self.refused.get(line).is_some_and(|&times| times >= REFUSALS)
    }

    /// The operator is to hear that a guest's games are unrated; whether that is news.
    fn tell_unrated(&mut self) -> bool {
        !std::mem::replace(&mut self.told_unrated, true)
    }

    /// Whether a player is left out now.
    pub fn is_put_off(&self, name: &str, now: Duration) -> bool {
        self.put_off.get(&name.to_lowercase()).is_some_and(|(until, _)| now < *until)
    }

    /// A challenge has reached this player.
    pub fn reached(&mut self, name: &str) {
        self.put_off.remove(&name.to_lowercase());
    }

    /// Lines that were not taken may be now, as after a login.
    pub fn try_again(&mut self) {
        self.refused.clear();
    }

    /// The server does not take the last line; whether that is news.
    fn refuse(&mut self) -> Option<String> {
        let (line, _) = self.last.take()?;
        let times = self.refused.entry(line.clone()).or_default();
        *times += 1;
        (*times == 1).then_some(line)
    }

    /// The last line was for a player who is not to be had; whether that is news.
    pub fn put_off(&mut self, name: &str, now: Duration) -> bool {
        self.last = None;
        let (until, pause) = self.put_off.entry(name.to_lowercase()).or_default();
        let is_news = pause.is_zero();
        *pause = PAUSES.after(*pause);
        *until = now + *pause;
        is_news
    }
}

/// What the server says against a line.
enum Failure<'a> {
    /// It does not take the line.
    Refused,
    /// This player is not to be had.
    NotToBeHad(&'a str),
}

/// What an obstacle that the server names, and what that is about, mean for a line.
fn failure<'a>(line: &'a str, why: Obstacle, about: &str) -> Option<Failure<'a>> {
    let name = whom(line);
    // Some name what they want as well: `Pawn: rated`.
    let other = about.split(':').next().unwrap_or_default();
    let is_theirs = |name: &&str| other.is_empty() || other.eq_ignore_ascii_case(name);
    match why {
        Obstacle::NoSuchKind | Obstacle::GuestsMayNot | Obstacle::Myself => Some(Failure::Refused),
        Obstacle::Absent
        | Obstacle::TheyPlay
        | Obstacle::TheyExamine
        | Obstacle::Censored
        | Obstacle::CensoredByMe
        | Obstacle::Closed
        | Obstacle::Formula
        | Obstacle::Tournament => name.filter(is_theirs).map(Failure::NotToBeHad),
        _ => None,
    }
}

/// Whom a line challenges, if it does.
fn whom(line: &str) -> Option<&str> {
    line.strip_prefix("match ").map(|whom| challenged(whom).0)
}

/// What a line that looks for a game says of it, without whom it is for.
fn terms(line: &str) -> &str {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    if verb == "match" { challenged(rest).1 } else { rest }
}

/// Whether a server that does not take this kind or position has read the word for manual seeks as one.
fn is_about_manual_seeks(why: Obstacle, about: &str) -> bool {
    why == Obstacle::NoSuchKind && about.split('/').any(|word| word == "m")
}

impl Bot {
    /// Sends a line that looks for a game. Servers make a guest's game unrated without a word, so the bot says it,
    /// once.
    pub(super) fn call(&mut self, line: String) {
        let rated = Wanted::read(terms(&line)).rated == Some(true);
        if rated && self.plays_as_guest() && self.idle.calls.tell_unrated() {
            self.out.note(format!(
                "guests play unrated: the server takes `{line}` as unrated; for ratings give [account] a name of \
                 its own with its password, or else write `unrated`"
            ));
        }
        self.idle.calls.sent(&line, self.now);
        self.out.send(line);
    }

    /// Heeds what the server says, in these words, against the line that looked for a game last; hands back what
    /// does not concern it.
    pub(super) fn said_of_call(&mut self, said: Said, words: &str) -> Option<Said> {
        let Said::Unable { why, about } = &said else { return Some(said) };
        if self.idle.asks_first() && is_about_manual_seeks(*why, about) {
            self.no_manual_seeks();
            return None;
        }
        let Some(line) = self.idle.calls.answered(self.now).map(str::to_owned) else {
            return Some(said);
        };
        match failure(&line, *why, about) {
            Some(Failure::Refused) => self.not_taken(words),
            Some(Failure::NotToBeHad(name)) => self.not_to_be_had(name, words),
            None => return Some(said),
        }
        None
    }

    /// The server does not take the last line: the operator hears of it once.
    fn not_taken(&mut self, words: &str) {
        if let Some(line) = self.idle.calls.refuse() {
            self.out.note(format!("the server does not take `{line}`: {words}"));
        }
    }

    /// Whom the last line was for is left out for a while: the operator hears of it once.
    fn not_to_be_had(&mut self, name: &str, words: &str) {
        if self.idle.calls.put_off(name, self.now) {
            let minutes = PAUSES.first.as_secs() / 60;
            self.out.note(format!(
                "not challenging {name} for {minutes} minutes, then ever more seldom: {words}"
            ));
        }
    }
}
