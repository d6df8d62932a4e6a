//! What an XBoard engine says of its search, and what it can do.

use super::listening::{Score, Told};
use crate::{lab::searchlog::Unit, search::Bound};

/// From here on a score is a mate in so many moves more.
const MATES_FROM: i32 = 100_000;

/// A line of thinking, `ply score time nodes [more numbers TAB] line`, the time in hundredths of a second;
/// `None` for any other. Engines put a mark behind the ply or the line where a score is only a bound.
pub(super) fn read(line: &str, unit: Unit) -> Option<Told> {
    let (numbers, moves) = match line.split_once('\t') {
        Some((numbers, moves)) if numbers.split_whitespace().count() >= 4 => (numbers, Some(moves)),
        _ => (line, None),
    };
    let mut words = numbers.split_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '&', '+', '-', '?', '!', '=']);
    let score: i32 = words.next()?.parse().ok()?;
    let time: u64 = words.next()?.parse().ok()?;
    let nodes: u64 = words.next()?.parse().ok()?;
    let age = if unit == Unit::Nodes { nodes } else { time.saturating_mul(10) };
    let line: Vec<&str> = match moves {
        Some(moves) => moves.split_whitespace().collect(),
        None => words.collect(),
    };
    let bound = match line.last() {
        Some(last) if last.ends_with('!') => Bound::Lower,
        Some(last) if last.ends_with('?') => Bound::Upper,
        _ => Bound::Exact,
    };
    Some(Told {
        depth: depth.parse().ok()?,
        rank: 1,
        age: Some(age),
        score: Some((mate_or_not(score), bound)),
        line: line.into_iter().filter_map(move_of).map(str::to_owned).collect(),
    })
}

fn mate_or_not(score: i32) -> Score {
    match score.unsigned_abs().checked_sub(MATES_FROM.unsigned_abs()) {
        Some(moves) => Score::Mate(i32::try_from(moves).unwrap_or(i32::MAX) * score.signum()),
        None => Score::Centipawns(score),
    }
}

/// A word of a line without the number of the move and without marks; `None` if nothing is left.
fn move_of(word: &str) -> Option<&str> {
    let word = match word.rsplit_once('.') {
        Some((number, rest)) if number.bytes().all(|b| b.is_ascii_digit() || b == b'.') => rest,
        _ => word,
    };
    let word = word.trim_end_matches(['!', '?']);
    word.contains(char::is_alphabetic).then_some(word)
}

/// The ways in which engines say what they play. One that says it in two ways, as engines of the first
/// version of the protocol do, has played but one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saying {
    /// `move e2e4`
    Move,
    /// `1. ... e2e4`
    Numbered,
    /// `My move is: e2e4`
    Mine,
}

/// The move that a line says the engine plays, as it is written, and how it is said.
pub fn move_played(line: &str) -> Option<(Saying, &str)> {
    const BEGINNINGS: [(Saying, &str); 3] =
        [(Saying::Move, "move "), (Saying::Mine, "My move is:"), (Saying::Mine, "My move is :")];
    let begun = BEGINNINGS
        .iter()
        .find_map(|(saying, beginning)| Some((*saying, line.strip_prefix(beginning)?)));
    let numbered = || {
        let (number, text) = line.split_once(". ... ")?;
        let counts = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        counts.then_some((Saying::Numbered, text))
    };
    let (saying, text) = begun.or_else(numbered)?;
    Some((saying, text.trim())).filter(|(_, text)| !text.is_empty())
}

/// Whether a line ends the game instead of a move: a result, or a resignation.
pub fn ends_game(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "resign")
}

/// What an engine can do; at first what holds for those that say nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// What it calls itself.
    pub name: Option<String>,
    /// Whether it answers pings.
    pub ping: bool,
    /// Whether positions can be set up by FEN.
    pub setboard: bool,
    /// Whether moves come behind the word `usermove`.
    pub usermove: bool,
    /// Whether moves are written as people do.
    pub san: bool,
    /// Whether it has told all; `false` once it asks for patience.
    pub done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        let (ping, setboard, usermove, san) = (false, false, false, false);
        Features { name: None, ping, setboard, usermove, san, done: None }
    }
}

impl Features {
    /// Takes in a line; the names of the features it told, which are to be accepted.
    pub fn hear<'l>(&mut self, line: &'l str) -> Vec<&'l str> {
        let Some(mut rest) = line.strip_prefix("feature ") else { return Vec::new() };
        let mut names = Vec::new();
        while let Some((name, after)) = rest.trim_start().split_once('=') {
            let (value, left) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(' ').unwrap_or((after, "")),
            };
            let on = value == "1";
            match name {
                "myname" => self.name = Some(value.to_owned()),
                "ping" => self.ping = on,
                "setboard" => self.setboard = on,
                "usermove" => self.usermove = on,
                "san" => self.san = on,
                "done" => self.done = Some(on),
                _ => {}
            }
            names.push(name);
            rest = left;
        }
        names
    }
}
