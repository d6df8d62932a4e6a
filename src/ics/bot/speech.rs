//! Words for people, which wait their turn: servers mute who says too much.

use std::{collections::VecDeque, time::Duration};

/// The pause between two things said.
const BREATH: Duration = Duration::from_secs(3);
/// So much of each sort waits at most.
const MOST: usize = 16;
/// Who was told why they are refused, or what they have asked for, is not told again for so long.
const AGAIN: Duration = Duration::from_secs(60);

/// What waits to be said, and when the next of it may be.
#[derive(Clone, Debug, Default)]
pub(super) struct Speech {
    next: Duration,
    /// Answers to owners: they go first, and of too many the oldest are left out.
    answers: VecDeque<String>,
    /// Words for the manager of tournaments.
    orders: VecDeque<String>,
    /// Words to the opponent and to those who look on, as long as the game lasts.
    game: VecDeque<String>,
    /// What strangers hear, last of all: why they are refused, what they have asked for; each with a key.
    courtesies: VecDeque<(String, String)>,
    /// What was told lately, by its key, and when.
    told: Vec<(String, Duration)>,
}

impl Speech {
    /// An answer to an owner.
    pub fn answer(&mut self, owner: &str, text: &str) {
        wait(&mut self.answers, harmless(&format!("tell {owner} {text}")));
    }

    /// Words for the manager of tournaments.
    pub fn order(&mut self, manager: &str, text: &str) {
        wait(&mut self.orders, harmless(&format!("tell {manager} {text}")));
    }

    /// A line for those at the board.
    pub fn at_board(&mut self, line: &str) {
        wait(&mut self.game, harmless(line));
    }

    /// The same in place of what waits and begins with the same verb.
    pub fn at_board_instead(&mut self, verb: &str, line: &str) {
        self.game.retain(|line| !line.starts_with(verb));
        self.at_board(line);
    }

    /// Tells somebody why they are refused: once in a while, and only while there is room.
    pub fn refuse(&mut self, name: &str, text: &str, now: Duration) {
        self.tell_once(name, name, text, now);
    }

    /// Tells somebody what they have asked for: each answer once in a while, and only while there is room.
    pub fn reply(&mut self, name: &str, text: &str, now: Duration) {
        self.tell_once(&format!("{name} {text}"), name, text, now);
    }

    /// Tells somebody what goes by this key, which is not told again for a while.
    fn tell_once(&mut self, key: &str, name: &str, text: &str, now: Duration) {
        self.told.retain(|(_, at)| *at + AGAIN > now);
        let is_this = |other: &str| other.eq_ignore_ascii_case(key);
        let knows = self.told.iter().any(|(other, _)| is_this(other))
            || self.courtesies.iter().any(|(other, _)| is_this(other));
        if !knows && self.courtesies.len() < MOST {
            let line = harmless(&format!("tell {name} {text}"));
            self.courtesies.push_back((key.to_owned(), line));
        }
    }

    /// A game begins or is over: what was to be said in the one before has nobody to hear it.
    pub fn game_changes(&mut self) {
        self.game.clear();
    }

    /// When something can be said; `None` if nothing waits.
    pub fn deadline(&self) -> Option<Duration> {
        let waits = [&self.answers, &self.orders, &self.game].iter().any(|lines| !lines.is_empty());
        Some(self.next).filter(|_| waits || !self.courtesies.is_empty())
    }

    /// The next line, if it is time.
    pub fn next(&mut self, now: Duration) -> Option<String> {
        self.deadline().filter(|at| *at <= now)?;
        self.next = now + BREATH;
        let queues = [&mut self.answers, &mut self.orders, &mut self.game];
        queues.into_iter().find_map(VecDeque::pop_front).or_else(|| {
            let (key, line) = self.courtesies.pop_front()?;
            self.told.push((key, now));
            Some(line)
        })
    }

    /// What owners and the opponent should still hear, at once; nothing else is said any more.
    pub fn last_words(&mut self) -> Vec<String> {
        let Speech { answers, game, .. } = std::mem::take(self);
        answers.into_iter().chain(game).collect()
    }
}

/// Puts a line at the end of those that wait; of too many the oldest is left out.
fn wait(lines: &mut VecDeque<String>, line: String) {
    if lines.len() >= MOST {
        lines.pop_front();
    }
    lines.push_back(line);
}

/// Behind a semicolon some servers would see a command.
fn harmless(line: &str) -> String {
    line.replace(';', ",")
}
