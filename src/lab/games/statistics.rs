//! What is counted of each game.

use std::{collections::BTreeMap, fmt, time::Duration};

use super::{
    Curve, Lengths, Pace,
    timeline::{control, timeline},
};
use crate::{
    pgn::{Fault, Outcome, Record},
    position::Color,
    timing::vs_length,
};

/// Width of a rating band.
const BAND: u32 = 200;
/// Kinds of games told apart; games of more kinds are counted together.
const MOST_KINDS: usize = 200;

/// Games of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Their lengths.
    pub lengths: Lengths,
    /// The times of their moves.
    pub pace: Pace,
}

impl Group {
    fn merge(&mut self, other: &Group) {
        self.lengths.merge(&other.lengths);
        self.pace.merge(&other.pace);
    }
}

/// A kind of games: the same time control and the same rating band.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// The tag `TimeControl`; empty if the game has none.
    pub control: String,
    /// The least mean rating of both players in the band; `None` if a rating is not known.
    pub rating: Option<u32>,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let control = if self.control.is_empty() { "no control" } else { &self.control };
        match self.rating {
            Some(rating) => write!(f, "{control}, {rating} to {}", rating + BAND - 1),
            None => write!(f, "{control}, unrated"),
        }
    }
}

/// Everything that is counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// All games together.
    pub all: Group,
    /// What was still to come, by material.
    pub curve: Curve,
    /// The games by kind.
    pub kinds: BTreeMap<Kind, Group>,
    /// Games that were adjudicated: they would have gone on.
    pub adjudicated: u64,
    /// Pieces of comments that looked like a time or a score and were none.
    pub garbled: u64,
}

/// Why a game is not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Skip {
    /// The paper cannot be read to the game's end.
    #[error("{0}")]
    Broken(String),
    /// It has no result.
    #[error("the game has no result")]
    Unfinished,
    /// It has no moves.
    #[error("the game has no moves")]
    Empty,
    /// It was adjudicated, and such games are not wanted.
    #[error("the game was adjudicated")]
    Adjudicated,
}

impl Statistics {
    /// Counts a game; `adjudicated` says whether one that was ended by a referee counts.
    ///
    /// # Errors
    /// Why it is not counted; nothing has changed then.
    pub fn add(&mut self, record: &Record, adjudicated: bool) -> Result<(), Skip> {
        let ended_early = is_adjudicated(record);
        check(record)?;
        if ended_early && !adjudicated {
            return Err(Skip::Adjudicated);
        }
        let start = &record.start;
        let before = 2 * usize::from(start.fullmoves().saturating_sub(1)) + start.side().to_index();
        let mut game = Group::default();
        game.lengths.add(before + record.moves.len());
        pace(record, before, &mut game.pace);
        self.all.merge(&game);
        self.group(kind(record)).merge(&game);
        self.material(record);
        self.adjudicated += u64::from(ended_early);
        let garbled = record.problems.iter().filter(|p| matches!(p.fault, Fault::Comment(_)));
        self.garbled += garbled.count() as u64;
        Ok(())
    }

    /// Counts what another one has counted.
    pub fn merge(&mut self, other: &Statistics) {
        self.all.merge(&other.all);
        self.curve.merge(&other.curve);
        other.kinds.iter().for_each(|(kind, group)| self.group(kind.clone()).merge(group));
        self.adjudicated += other.adjudicated;
        self.garbled += other.garbled;
    }

    fn group(&mut self, kind: Kind) -> &mut Group {
        let full = self.kinds.len() >= MOST_KINDS && !self.kinds.contains_key(&kind);
        let kind = if full { Kind { control: "others".to_owned(), rating: None } } else { kind };
        self.kinds.entry(kind).or_default()
    }

    /// Counts the positions of a game by material. In the middle of an exchange material says nothing, so
    /// positions before and after a capture are left out.
    fn material(&mut self, record: &Record) {
        let mut position = record.start.clone();
        let mut after_capture = false;
        for (i, ply) in record.moves.iter().enumerate() {
            let capture = position.is_capture(ply.mv);
            if !capture && !after_capture {
                let [white, black] =
                    [Color::White, Color::Black].map(|color| position.material(color));
                let (total, difference) = (white + black, white.abs_diff(black));
                self.curve.add(total as usize, difference as usize, record.moves.len() - i);
            }
            after_capture = capture;
            position.play(ply.mv);
        }
    }
}

/// Whether a game can be counted.
fn check(record: &Record) -> Result<(), Skip> {
    match record.broken_off() {
        Some(problem) => Err(Skip::Broken(problem.fault.to_string())),
        None if record.result == Outcome::Open => Err(Skip::Unfinished),
        None if record.moves.is_empty() => Err(Skip::Empty),
        None => Ok(()),
    }
}

fn is_adjudicated(record: &Record) -> bool {
    let how = record.tags.get("Termination").unwrap_or_default();
    how.to_ascii_lowercase().contains("adjudicat")
}

fn kind(record: &Record) -> Kind {
    let control = record.tags.get("TimeControl").unwrap_or_default().trim();
    let control = if control == "?" { "" } else { control };
    let rating =
        |tag| record.tags.get(tag)?.trim().parse::<u32>().ok().filter(|&r| r > 0 && r < 10_000);
    let mean = rating("WhiteElo").zip(rating("BlackElo")).map(|(white, black)| (white + black) / 2);
    let control = control.chars().take(40).collect();
    Kind { control, rating: mean.map(|mean| mean / BAND * BAND) }
}

/// Counts the times of a game that begins after so many half-moves.
fn pace(record: &Record, before: usize, pace: &mut Pace) {
    let base = control(record).map(|control| control.base());
    for (i, moment) in timeline(record).into_iter().enumerate() {
        let Some(used) = moment.used else { continue };
        let clock = moment.before.map(|left| {
            let moves = vs_length::expected((before + i) as u32) / 2.0;
            (left, base.unwrap_or_default(), Duration::from_secs_f64(left.as_secs_f64() / moves))
        });
        pace.add((before + i) / 2 + 1, used, clock);
    }
}
