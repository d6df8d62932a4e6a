//! Who was played lately, and how often; who is known, and as what.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::DAY;
use crate::ics::{Speaker, Terms};

/// So many players are known at once.
const KNOWN: usize = 2_000;

/// Who was played lately, and how often. Times are those of the calendar, from the beginning of 1970 in
/// UTC, since they are kept from one start of the bot to the next.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Opponents {
    /// The last one, and games with them one after the other.
    last: Option<(String, u32)>,
    /// Games with computers one after the other, and when the last of them ended.
    computers: (u32, Duration),
    /// When a game with each ended last.
    ended: BTreeMap<String, Duration>,
    /// How many games each has had aborted.
    aborted: BTreeMap<String, u32>,
    /// The games of the last day: when they began, and with whom.
    begun: Vec<(Duration, String)>,
}

impl Opponents {
    /// A game begins.
    pub fn begin(&mut self, name: &str, is_computer: bool, now: Duration) {
        let name = name.to_lowercase();
        self.computers.0 = if is_computer { self.computers.0 + 1 } else { 0 };
        self.begun.retain(|(at, _)| ago(*at, now) < DAY);
        self.begun.push((now, name.clone()));
        self.ended.retain(|_, at| ago(*at, now) < DAY);
        match &mut self.last {
            Some((last, games)) if *last == name => *games += 1,
            last => *last = Some((name, 1)),
        }
    }

    /// A game has ended, perhaps by being aborted.
    pub fn end(&mut self, name: &str, aborted: bool, now: Duration) {
        let name = name.to_lowercase();
        self.computers.1 = now;
        if aborted {
            if self.aborted.len() >= KNOWN {
                self.aborted.clear();
            }
            *self.aborted.entry(name.clone()).or_default() += 1;
        }
        self.ended.insert(name, now);
    }

    /// Games with computers one after the other, and how long ago the last of them ended.
    pub fn computers(&self, now: Duration) -> (u32, Duration) {
        let (games, last) = self.computers;
        (games, ago(last, now))
    }

    pub fn aborts(&self, name: &str) -> u32 {
        self.aborted.get(&name.to_lowercase()).copied().unwrap_or_default()
    }

    pub fn in_a_row(&self, name: &str) -> u32 {
        let last = self.last.as_ref().filter(|(last, _)| last.eq_ignore_ascii_case(name));
        last.map_or(0, |(_, games)| *games)
    }

    pub fn since(&self, name: &str, now: Duration) -> Duration {
        let ended = self.ended.get(&name.to_lowercase());
        ended.map_or(Duration::MAX, |&at| ago(at, now))
    }

    /// The games of the last day, with anybody and with this opponent.
    pub fn today(&self, name: &str, now: Duration) -> [u32; 2] {
        let today = || self.begun.iter().filter(|(at, _)| ago(*at, now) < DAY);
        let with = today().filter(|(_, other)| other.eq_ignore_ascii_case(name));
        [today().count() as u32, with.count() as u32]
    }
}

/// How long ago this was. What a clock that was wrong has put into the future may have been at any time.
fn ago(at: Duration, now: Duration) -> Duration {
    now.checked_sub(at).unwrap_or(Duration::MAX)
}

/// Titles and marks of players, by their names in small letters.
#[derive(Clone, Debug, Default)]
pub(super) struct People(BTreeMap<String, BTreeSet<String>>);

impl People {
    /// Takes note of what the server says of somebody.
    pub fn meet(&mut self, speaker: &Speaker) {
        for mark in &speaker.marks {
            self.mark(&speaker.name, mark);
        }
    }

    /// Takes note of titles and marks, and of who has no account: a challenge says it, and not every server says
    /// it when the game begins.
    pub fn meet_players(&mut self, terms: &Terms) {
        for player in [&terms.first, &terms.second] {
            player.marks.iter().for_each(|mark| self.mark(&player.name, mark));
            if player.is_guest {
                self.mark(&player.name, "U");
            }
        }
    }

    /// Takes note of a mark. Nobody needs to be known for long: a challenge says what counts.
    pub fn mark(&mut self, name: &str, mark: &str) {
        if self.0.len() >= KNOWN {
            self.0.clear();
        }
        self.0.entry(name.to_lowercase()).or_default().insert(mark.to_owned());
    }

    /// What is known of somebody.
    pub fn marks(&self, name: &str) -> BTreeSet<String> {
        self.0.get(&name.to_lowercase()).cloned().unwrap_or_default()
    }
}
