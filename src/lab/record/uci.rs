//! What a UCI engine says of its search.

use super::listening::{Score, Told};
use crate::{lab::searchlog::Unit, search::Bound};

/// A line `info ...`, as far as it matters here; `None` for any other.
pub(super) fn read(line: &str, unit: Unit) -> Option<Told> {
    let mut words = line.split_whitespace();
    words.by_ref().find(|&word| word == "info")?;
    let counter = if unit == Unit::Nodes { "nodes" } else { "time" };
    let mut told = Told { rank: 1, ..Told::default() };
    while let Some(word) = words.next() {
        match word {
            "string" => break,
            "depth" => told.depth = words.next()?.parse().ok()?,
            "multipv" => told.rank = words.next()?.parse().ok()?,
            "score" => {
                let kind = words.next()?;
                let value = words.next()?.parse().ok()?;
                told.score = Some((score(kind, value)?, Bound::Exact));
            }
            "upperbound" => told.score = told.score.map(|(score, _)| (score, Bound::Upper)),
            "lowerbound" => told.score = told.score.map(|(score, _)| (score, Bound::Lower)),
            "pv" => {
                told.line = words.map(str::to_owned).collect();
                break;
            }
            word if word == counter => told.age = words.next()?.parse().ok(),
            _ => {}
        }
    }
    Some(told)
}

fn score(kind: &str, value: i32) -> Option<Score> {
    match kind {
        "cp" => Some(Score::Centipawns(value)),
        "mate" => Some(Score::Mate(value)),
        _ => None,
    }
}
