//! What an engine says of its search, as a record of it. The engine itself is for the caller to talk to.

use super::{uci, xboard};
use crate::{
    lab::searchlog::{Report, SearchLog, USUAL_SHARE, Unit},
    position::{ChessMove, Position},
    search::{Bound, score::MATE},
    session::Heard,
};

/// The greatest score that is no mate, in centipawns.
const MOST: i32 = 20_000;

/// The language of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of XBoard.
    Xboard,
}

/// What a line tells of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// Depth, in plies.
    pub depth: u32,
    /// Place of the line among those asked for, from 1 for the best.
    pub rank: u32,
    /// Age of the search, in the unit that is counted.
    pub age: Option<u64>,
    /// The score.
    pub score: Option<(Score, Bound)>,
    /// The words of the line of moves, the first one first.
    pub line: Vec<String>,
}

/// A score as engines write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; the mover is mated if it is not above 0.
    Mate(i32),
}

impl Score {
    /// As it is kept: centipawns, or half-moves to the mate from the far end.
    fn kept(self) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(-MOST, MOST),
            Score::Mate(moves) => {
                let plies = (2 * moves.unsigned_abs().min(200)) as i32;
                if moves > 0 { MATE - plies + 1 } else { plies - MATE }
            }
        }
    }
}

/// Why what an engine said is no search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// It played a move that cannot be played.
    #[error("the engine's move {0:?} cannot be played")]
    Move(String),
    /// It told nothing of its search.
    #[error("the engine told of no line with a score")]
    Silent,
}

/// A search in the making, told by the engine's lines.
pub struct Listening<'a> {
    protocol: Protocol,
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
    pub fn new(protocol: Protocol, position: &'a Position, unit: Unit) -> Listening<'a> {
        let legal_moves = position.legal_moves().len() as u32;
        let reports = Vec::new();
        Listening { protocol, position, unit, legal_moves, reports, second: None, age: 0 }
    }

    /// Takes a line in. What has no line of moves with a score only tells the age, if that.
    pub fn hear(&mut self, line: &str) {
        let told = match self.protocol {
            Protocol::Uci => uci::read(line, self.unit),
            Protocol::Xboard => xboard::read(line, self.unit),
        };
        let Some(told) = told else { return };
        self.age = self.age.max(told.age.unwrap_or(0));
        let best = told.line.first().and_then(|text| self.position.parse_move(text).ok());
        let Some(((score, bound), best)) = told.score.zip(best) else { return };
        match told.rank {
            1 => self.add(told.depth, best, score.kept(), bound),
            2 => self.second = Some((best, score.kept())),
            _ => {}
        }
    }

    /// A report of the best line. The last exact one of a depth counts as the end of its iteration, for
    /// no protocol says when one is complete.
    fn add(&mut self, depth: u32, best: ChessMove, score: i32, bound: Bound) {
        if self.reports.last().is_some_and(|last| last.heard.depth < depth) {
            self.complete();
        }
        let heard = Heard {
            depth,
            nodes: self.unit.nodes(self.age),
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

    /// The search is over, and the engine plays nothing: it gives the game up, or claims a draw.
    ///
    /// # Errors
    /// If the engine told nothing of its search.
    pub fn finish_without_move(self) -> Result<SearchLog, SearchError> {
        let best = self.reports.last().map(|last| last.heard.best).ok_or(SearchError::Silent)?;
        self.end(best)
    }

    /// The search is over, and the engine plays `text`.
    ///
    /// # Errors
    /// If the move cannot be played, or the engine told nothing of its search.
    pub fn finish(self, text: &str) -> Result<SearchLog, SearchError> {
        let unplayable = |_| SearchError::Move(text.to_owned());
        let best = self.position.parse_move(text).map_err(unplayable)?;
        self.end(best)
    }

    fn end(mut self, best: ChessMove) -> Result<SearchLog, SearchError> {
        let last = *self.reports.last().ok_or(SearchError::Silent)?;
        if last.heard.best != best {
            // It changed its mind without a word.
            let heard = Heard { best, completed: false, second: None, ..last.heard };
            self.reports.push(Report { at: self.age, heard, ..last });
        }
        if !self.reports.iter().any(|report| report.heard.completed) {
            let first = self.reports.first_mut().ok_or(SearchError::Silent)?;
            first.heard.completed = true;
        }
        Ok(SearchLog { reports: self.reports, end: self.age })
    }
}
