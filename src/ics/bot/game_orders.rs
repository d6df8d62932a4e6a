//! Orders of owners about the game under way, about opponents, and about other games.

use std::time::Duration;

use super::{Bot, DAY, Demand, play::Play};
use crate::{
    ics::{Speaker, rules::named},
    pgn::Record,
};

/// A tell is never longer, in characters.
const LONGEST: usize = 300;
/// Seconds of a minute.
const MINUTE: u64 = 60;
/// The longest that an owner may name, in days or minutes.
const MOST: u64 = 100_000;

impl Bot {
    /// Carries out an order of this kind and says what came of it; `None` if it is another one.
    pub(super) fn obey_about_games(&mut self, word: &str, rest: &str) -> Option<String> {
        Some(match (word, rest) {
            ("abort" | "adjourn" | "resign" | "draw", "") => self.at_the_board(word, word),
            ("accept" | "decline", "") => self.at_the_board(word, &format!("{word} draw")),
            ("accept" | "decline", what) => {
                self.out.send(format!("{word} {what}"));
                format!("{word} {what}: sent")
            }
            ("challenge", whom) if !whom.is_empty() => self.challenge(whom),
            ("noplay", rest) if !rest.is_empty() => {
                self.stop_playing(rest).unwrap_or_else(|fault| fault)
            }
            ("unblock", name) if !name.is_empty() => {
                self.play_again(name).unwrap_or_else(|fault| fault)
            }
            ("pause", minutes) => self.pause(minutes),
            ("why", _) => self.why(),
            ("game", _) => self.last_game(),
            _ => return None,
        })
    }

    /// Sends a line that means something at the board alone.
    fn at_the_board(&mut self, word: &str, line: &str) -> String {
        if self.games.current().is_none() {
            return "I am not playing".to_owned();
        }
        self.out.send(line);
        format!("{word}: sent")
    }

    /// `NAME`, with the terms if there are any, as behind the server's `match`.
    fn challenge(&mut self, whom: &str) -> String {
        if !self.plays_nobody() {
            return "I am playing".to_owned();
        }
        self.out.send(format!("match {whom}"));
        format!("challenged {whom}")
    }

    /// `NAME [DAYS]`; the name as servers show it, with its marks, or without.
    fn stop_playing(&mut self, rest: &str) -> Result<String, String> {
        let (name, days) = rest.split_once(' ').unwrap_or((rest, ""));
        let name = name_in(name)?;
        let days = match days.trim() {
            "" => None,
            text => match text.parse().ok().filter(|days| (1..=MOST).contains(days)) {
                Some(days) => Some(days),
                None => return Err(format!("`{text}` is no number of days")),
            },
        };
        let until = days.map(|days: u64| self.time() + Duration::from_secs(days * DAY.as_secs()));
        self.memory.history().block(&name, until);
        self.out.push(Demand::Remember);
        let span = days.map_or(String::new(), |days| format!(" for {}", counted(days, "day")));
        Ok(format!("not playing {name}{span}"))
    }

    fn play_again(&mut self, name: &str) -> Result<String, String> {
        let name = name_in(name)?;
        let was_blocked = self.memory.history().unblock(&name);
        self.out.push(Demand::Remember);
        let listed = named(&self.config.accept.block, &name);
        Ok(match (listed, was_blocked) {
            (true, _) => format!("my file blocks {name} (accept.block)"),
            (false, true) => format!("playing {name} again"),
            (false, false) => format!("{name} was not blocked"),
        })
    }

    /// `MINUTES`, 0 to go on.
    fn pause(&mut self, minutes: &str) -> String {
        let Some(minutes) = minutes.parse().ok().filter(|minutes| (0..=MOST).contains(minutes))
        else {
            return "pause MINUTES, 0 to go on".to_owned();
        };
        self.idle.pause_until(self.now + Duration::from_secs(minutes * MINUTE), self.now);
        if minutes == 0 {
            return "going on".to_owned();
        }
        self.out.send("unseek");
        format!("no new games for {}", counted(minutes, "minute"))
    }

    /// What the time of the last move went into.
    fn why(&self) -> String {
        let last = self.games.current().and_then(Play::last_account);
        let known = last.or_else(|| self.memory.last_account().map(str::to_owned));
        known.unwrap_or_else(|| "I have not moved yet".to_owned())
    }

    /// The last game, in lines that can be told.
    fn last_game(&self) -> String {
        match self.memory.last_game() {
            Some(record) => told(record),
            None => "I have played no game since I began".to_owned(),
        }
    }
}

/// A name without its marks, or that this is none.
fn name_in(text: &str) -> Result<String, String> {
    let speaker = Speaker::parse(text).ok_or_else(|| format!("`{text}` is no name"))?;
    Ok(speaker.name)
}

/// So many of them, in words.
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A game in lines that can be told: the tags in short, then the moves without comments.
fn told(record: &Record) -> String {
    let tags = &record.tags;
    let control = tags.get("TimeControl").unwrap_or("?");
    let end = tags.get("Termination").unwrap_or("?");
    let moves: Vec<_> = record.moves.iter().map(|ply| ply.mv).collect();
    let moves = record.start.numbered_line(&moves);
    let head = format!("{} - {} {} ({end}, {control})", tags.white, tags.black, record.result);
    let mut lines = vec![head];
    let mut line = String::new();
    for word in moves.iter().flat_map(|mv| mv.split(' ')) {
        if line.len() + word.len() >= LONGEST {
            lines.push(std::mem::take(&mut line));
        }
        line = if line.is_empty() { word.to_owned() } else { line + " " + word };
    }
    lines.push(line);
    lines.join("\n")
}
