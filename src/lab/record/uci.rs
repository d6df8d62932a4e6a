//! What a UCI engine says of its search, as a record of it. The engine itself is for the caller to talk to.

use crate::{
    lab::searchlog::{Report, SearchLog, USUAL_SHARE, Unit},
    position::{ChessMove, Position},
    search::{Bound, score::MATE},
    session::Heard,
};

/// Why what an engine said is no search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciError {
    /// It played a move that cannot be played.
    #[error("the engine's move {0:?} cannot be played")]
    Move(String),
    /// It told nothing of its search.
    #[error("the engine told of no line with a score")]
    Silent,
}

/// A search in the making, told by the engine's lines.
pub struct Listening<'a> {
    position: &'a Position,
    unit: Unit,
    legal_moves: u32,
    reports: Vec<Report>,
    /// The second line told last.
    second: Option<(ChessMove, i32)>,
    /// The greatest age told.
    age: u64,
}

impl<'a> Listening<'a> {
    /// Listens to a search of this position.
    pub fn new(position: &'a Position, unit: Unit) -> Listening<'a> {
        let legal_moves = position.legal_moves().len() as u32;
        Listening { position, unit, legal_moves, reports: Vec::new(), second: None, age: 0 }
    }

    /// Takes a line in. What is no `info` with a line and a score only tells the age, if that.
    pub fn hear(&mut self, line: &str) {
        let Some(info) = Info::read(line, self.unit) else { return };
        self.age = self.age.max(info.age.unwrap_or(0));
        let Some(((score, bound), best)) = info.score.zip(info.best) else { return };
        let Ok(best) = self.position.parse_move(best) else { return };
        match info.rank {
            1 => self.add(info.depth, best, score, bound),
            2 => self.second = Some((best, score)),
            _ => {}
        }
    }

    /// A report of the best line. The last exact one of a depth counts as the end of its iteration, for
    /// UCI does not say when one is complete.
    fn add(&mut self, depth: u32, best: ChessMove, score: i32, bound: Bound) {
        if self.reports.last().is_some_and(|last| last.heard.depth < depth) {
            self.complete();
        }
        let heard = Heard {
            depth,
            completed: false,
            best,
            score,
            bound,
            best_share: USUAL_SHARE,
            legal_moves: self.legal_moves,
            second: self.second.filter(|(mv, _)| *mv != best),
        };
        self.reports.push(Report { at: self.age, heard, share_known: false });
    }

    fn complete(&mut self) {
        if let Some(last) = self.reports.last_mut().filter(|last| last.heard.bound == Bound::Exact)
        {
            last.heard.completed = true;
        }
    }

    /// The search is over; `line` is the engine's `bestmove`.
    ///
    /// # Errors
    /// If the move cannot be played, or the engine told nothing of its search.
    pub fn finish(mut self, line: &str) -> Result<SearchLog, UciError> {
        let text = line.split_whitespace().nth(1).unwrap_or_default();
        let unplayable = |_| UciError::Move(text.to_owned());
        let best = self.position.parse_move(text).map_err(unplayable)?;
        let last = *self.reports.last().ok_or(UciError::Silent)?;
        if last.heard.best != best {
            // It changed its mind without a word.
            let heard = Heard { best, completed: false, second: None, ..last.heard };
            self.reports.push(Report { at: self.age, heard, ..last });
        }
        if !self.reports.iter().any(|report| report.heard.completed) {
            let first = self.reports.first_mut().ok_or(UciError::Silent)?;
            first.heard.completed = true;
        }
        Ok(SearchLog { reports: self.reports, end: self.age })
    }
}

/// A line `info ...`, as far as it matters here.
#[derive(Debug, Default)]
struct Info<'l> {
    depth: u32,
    rank: u32,
    age: Option<u64>,
    score: Option<(i32, Bound)>,
    best: Option<&'l str>,
}

impl Info<'_> {
    fn read(line: &str, unit: Unit) -> Option<Info<'_>> {
        let mut words = line.split_whitespace();
        words.by_ref().find(|&word| word == "info")?;
        let counter = if unit == Unit::Nodes { "nodes" } else { "time" };
        let mut info = Info { rank: 1, ..Info::default() };
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => info.depth = words.next()?.parse().ok()?,
                "multipv" => info.rank = words.next()?.parse().ok()?,
                "score" => {
                    let kind = words.next()?;
                    let value: i32 = words.next()?.parse().ok()?;
                    info.score = Some((score(kind, value)?, Bound::Exact));
                }
                "upperbound" => info.score = info.score.map(|(score, _)| (score, Bound::Upper)),
                "lowerbound" => info.score = info.score.map(|(score, _)| (score, Bound::Lower)),
                "pv" => {
                    info.best = words.next();
                    break;
                }
                word if word == counter => info.age = words.next()?.parse().ok(),
                _ => {}
            }
        }
        Some(info)
    }
}

/// A score as it is kept: centipawns, or half-moves to the mate from the far end.
fn score(kind: &str, value: i32) -> Option<i32> {
    match kind {
        "cp" => Some(value.clamp(-20_000, 20_000)),
        "mate" => {
            let plies = (2 * value.unsigned_abs().min(200)) as i32;
            Some(if value > 0 { MATE - plies + 1 } else { plies - MATE })
        }
        _ => None,
    }
}
