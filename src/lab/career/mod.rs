//! One player's games one after the other, as an operator wants to see them: rating, results by control,
//! opponent and opening, lag, use of time, links that were lost.

mod picture;
#[cfg(test)]
mod tests;
mod text;

pub use picture::picture;
pub use text::text;

use std::{collections::BTreeMap, time::Duration};

use super::games;
use crate::{
    clock::TimeControl,
    pgn::{Outcome, Record},
    position::{Color, Position},
};

/// An opening is told by so many half-moves.
const OPENING: usize = 4;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score(pub [u32; 3]);

impl Score {
    /// How many games there were.
    pub fn games(self) -> u32 {
        self.0.iter().sum()
    }

    /// The share of points, in percent.
    pub fn percent(self) -> f64 {
        let [won, drawn, _] = self.0.map(f64::from);
        100.0 * (won + drawn / 2.0) / f64::from(self.games().max(1))
    }

    fn count(&mut self, won: Option<bool>) {
        let place = match won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        self.0[place] += 1;
    }
}

/// Results by the name of whatever they belong to.
pub type Results = BTreeMap<String, Score>;

/// A player's games.
#[derive(Clone, Debug, Default)]
pub struct Career {
    /// The player.
    pub name: String,
    /// The first and the last day, as on paper.
    pub days: Option<(String, String)>,
    /// All results.
    pub total: Score,
    /// Games without a result.
    pub unfinished: u32,
    /// Results by time control, as its tag has it.
    pub controls: Results,
    /// Results by opponent.
    pub opponents: Results,
    /// Results by opening, which is told by the first moves.
    pub openings: Results,
    /// Ratings one after the other, by kind.
    pub ratings: BTreeMap<String, Vec<u16>>,
    /// Games that were lost on time.
    pub on_time: u32,
    /// Games that ended because the link was lost.
    pub broken: u32,
    /// Times lost between player and server.
    pub lags: Vec<Duration>,
    /// Times used for moves.
    pub used: Vec<Duration>,
    /// The part of the initial time that was left at the end of each game, in percent.
    pub left: Vec<f64>,
    /// Days since the beginning of 1970 with lost links, and how many were lost on each, if that is known.
    pub links_lost: Vec<(u64, u32)>,
}

/// The player who has played most of the games.
pub fn most_frequent<'a>(records: impl IntoIterator<Item = &'a Record>) -> Option<String> {
    let mut games: BTreeMap<&str, u32> = BTreeMap::new();
    let both = |record: &'a Record| [&record.tags.white, &record.tags.black];
    for name in records.into_iter().flat_map(both) {
        *games.entry(name).or_default() += 1;
    }
    let most = games.into_iter().max_by_key(|(_, games)| *games);
    most.map(|(name, _)| name.to_owned())
}

impl Career {
    /// The games of a player; those of others are left out.
    pub fn new<'a>(name: &str, records: impl IntoIterator<Item = &'a Record>) -> Career {
        let mut career = Career { name: name.to_owned(), ..Career::default() };
        records.into_iter().for_each(|record| career.add(record));
        career
    }

    fn add(&mut self, record: &Record) {
        let tags = &record.tags;
        let color = if tags.white.eq_ignore_ascii_case(&self.name) {
            Color::White
        } else if tags.black.eq_ignore_ascii_case(&self.name) {
            Color::Black
        } else {
            return;
        };
        let end = tags.get("Termination").unwrap_or_default();
        self.broken += u32::from(end.contains("link was lost"));
        self.add_rating(record, color);
        self.add_times(record, color);
        let last = tags.date.clone();
        let first = self.days.take().map_or_else(|| last.clone(), |(first, _)| first);
        self.days = Some((first, last));
        let won = match record.result {
            Outcome::WhiteWins => Some(color == Color::White),
            Outcome::BlackWins => Some(color == Color::Black),
            Outcome::Draw => None,
            Outcome::Open => return self.unfinished += 1,
        };
        self.on_time += u32::from(won == Some(false) && end.contains("on time"));
        let opponent = if color == Color::White { &tags.black } else { &tags.white };
        self.total.count(won);
        for (results, key) in [
            (&mut self.controls, control(record)),
            (&mut self.opponents, opponent.clone()),
            (&mut self.openings, opening(record)),
        ] {
            results.entry(key).or_default().count(won);
        }
    }

    /// The rating at the game's beginning; its kind stands in the event, as in `Rated blitz game`.
    fn add_rating(&mut self, record: &Record, color: Color) {
        let tag = if color == Color::White { "WhiteElo" } else { "BlackElo" };
        let points = record.tags.get(tag).and_then(|text| text.parse().ok());
        let event = record.tags.event.strip_suffix(" game").and_then(|it| it.split_once(' '));
        let kind = event.map_or("all games", |(_, kind)| kind);
        if let Some(points) = points {
            self.ratings.entry(kind.to_owned()).or_default().push(points);
        }
    }

    fn add_times(&mut self, record: &Record, color: Color) {
        let first = usize::from(record.start.side() != color);
        let own = || record.moves.iter().skip(first).step_by(2);
        self.lags.extend(own().filter_map(|ply| ply.lag));
        self.used.extend(own().filter_map(|ply| ply.elapsed));
        let control = games::control(record).filter(|it| *it != TimeControl::Unlimited);
        let base = control.map(|control| control.base()).filter(|base| !base.is_zero());
        let last = own().filter_map(|ply| ply.clock).next_back();
        if let Some((base, last)) = base.zip(last).filter(|_| record.result != Outcome::Open) {
            self.left.push(100.0 * last.as_secs_f64() / base.as_secs_f64());
        }
    }
}

/// The time control as its tag has it; without one, or with the tag's `?`, a word.
fn control(record: &Record) -> String {
    let told = record.tags.get("TimeControl").filter(|control| *control != "?");
    told.unwrap_or("unknown").to_owned()
}

/// The first moves of a game, as in `1. e4 e5 2. Nf3 Nc6`.
fn opening(record: &Record) -> String {
    if record.start != Position::startpos() {
        return "another start".to_owned();
    }
    if record.moves.is_empty() {
        return "no moves".to_owned();
    }
    let moves: Vec<_> = record.moves.iter().take(OPENING).map(|ply| ply.mv).collect();
    record.start.numbered_line(&moves).join(" ")
}

/// Results with the most games first, no more than `most` of them.
fn most_played(results: &Results, most: usize) -> Vec<(&str, Score)> {
    let mut list: Vec<(&str, Score)> =
        results.iter().map(|(name, score)| (name.as_str(), *score)).collect();
    list.sort_by_key(|(_, score)| std::cmp::Reverse(score.games()));
    list.truncate(most);
    list
}

/// The value that so many percent stay below.
fn quantile<T: Copy + PartialOrd>(values: &[T], percent: usize) -> Option<T> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|one, two| one.partial_cmp(two).unwrap_or(std::cmp::Ordering::Equal));
    sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied()
}
