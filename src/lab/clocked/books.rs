//! The books of a match: what its games say, taken from the games on paper, so that a match can go on from
//! the file with those already played.

use std::{collections::BTreeMap, time::Duration};

use super::sheet::ON_TIME;
use crate::{
    lab::elo::Pairs,
    pgn::{Outcome, Ply, Record},
    position::Color,
};

/// The clock is looked at when a side has made so many moves, or at the end of the game.
const BY_MOVE: usize = 60;

/// Points and clocks.
#[derive(Clone, Debug, Default)]
pub struct Books {
    /// Half-points of the first side by the number of the game.
    points: BTreeMap<u64, usize>,
    /// What is noted of each side.
    pub accounts: [Account; 2],
}

/// What is noted of a side beside its points.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Games lost on time.
    pub time_losses: u32,
    /// In each game the share of its time that was used by move 60 or the end.
    shares: Vec<Share>,
}

/// A share of a side's time in one game, 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Share {
    used: f64,
    /// Whether the side made its move 60.
    long: bool,
}

impl Account {
    /// The median share of its time, 0 to 1, that it had used by its move 60 or the end of the game.
    pub fn median_share(&self) -> Option<f64> {
        median(self.shares.iter().map(|share| share.used).collect())
    }

    /// The games in which it made its move 60, if there are any, and the median share by then in these alone:
    /// games that end early leave time on any clock.
    pub fn by_move(&self) -> Option<(usize, f64)> {
        let long: Vec<f64> =
            self.shares.iter().filter(|share| share.long).map(|share| share.used).collect();
        Some((long.len(), median(long)?))
    }
}

impl Books {
    /// Enters a game by the number in its tag `Round`. A game that is no finished one of a match, or is in
    /// the books already, changes nothing: then the answer is `false`.
    pub fn enter(&mut self, record: &Record) -> bool {
        let winner = match record.result {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Draw => None,
            Outcome::Open => return false,
        };
        let number = number(&record.tags.round).filter(|number| !self.points.contains_key(number));
        let Some(number) = number else { return false };
        let colors = if number % 2 == 0 {
            [Color::White, Color::Black]
        } else {
            [Color::Black, Color::White]
        };
        let points = winner.map_or(1, |winner| 2 * usize::from(winner == colors[0]));
        self.points.insert(number, points);
        let on_time = record.tags.get("Termination") == Some(ON_TIME);
        for (account, color) in self.accounts.iter_mut().zip(colors) {
            account.time_losses += u32::from(on_time && winner == Some(!color));
            account.shares.extend(share_used(record, color));
        }
        true
    }

    /// The games that are in the books.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.points.keys().copied()
    }

    /// Games that the first side has won, drawn and lost.
    pub fn results(&self) -> [usize; 3] {
        [2, 1, 0].map(|points| self.points.values().filter(|&&it| it == points).count())
    }

    /// Pairs of which both games are over.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        for (number, first) in self.points.iter().filter(|(number, _)| **number % 2 == 0) {
            if let Some(second) = self.points.get(&(number + 1)) {
                pairs.add(first + second);
            }
        }
        pairs
    }
}

/// What the tag `Round` says of a game with this number: its pair, and which of the two it is.
pub(super) fn round(number: u64) -> String {
    format!("{}.{}", number / 2 + 1, number % 2 + 1)
}

/// The number of the game in such a tag.
fn number(round: &str) -> Option<u64> {
    let (pair, which) = round.split_once('.')?;
    let pair = pair.parse::<u64>().ok()?.checked_sub(1)?;
    let which = ["1", "2"].iter().position(|one| *one == which)?;
    pair.checked_mul(2)?.checked_add(which as u64)
}

/// The middle one of some numbers, or between the two in the middle.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let low = numbers.get(numbers.len().checked_sub(1)? / 2)?;
    let high = numbers.get(numbers.len() / 2)?;
    Some((low + high) / 2.0)
}

/// The share of the time that a side had until its move 60, or the end, that it had used by then.
fn share_used(record: &Record, color: Color) -> Option<Share> {
    let ahead = usize::from(record.start.side() != color);
    let moves: Vec<&Ply> = record.moves.iter().skip(ahead).step_by(2).take(BY_MOVE).collect();
    let used: Duration = moves.iter().filter_map(|ply| ply.elapsed).sum();
    let had = used + moves.last()?.clock?;
    let long = moves.len() == BY_MOVE;
    (!had.is_zero()).then(|| Share { used: used.as_secs_f64() / had.as_secs_f64(), long })
}

#[cfg(test)]
mod tests;
