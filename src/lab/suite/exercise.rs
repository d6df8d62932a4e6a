//! A position to be solved, as a line of EPD sets it.

use super::Answer;
use crate::{
    position::{
        ChessMove, MoveError, Position,
        epd::{EpdError, Record},
    },
    search::score::mate_distance,
};

/// A position and what is right in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Its name (`id`), or `line N` of the file.
    pub name: String,
    /// The position.
    pub position: Position,
    /// The right moves (`bm`); if there are none, all but those to avoid.
    best: Vec<ChessMove>,
    /// The wrong moves (`am`).
    avoid: Vec<ChessMove>,
    /// What moves are worth if some are better than others: the first for each move counts.
    grades: Vec<(ChessMove, u32)>,
    /// Moves to a mate that has to be found (`dm`) where no move is named.
    mate: Option<u32>,
}

/// Why a file is no suite: the first line that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is no EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// A move cannot be played.
    #[error("`{code}`: {text} cannot be played: {reason}")]
    Move {
        /// The operation.
        code: &'static str,
        /// The move as it is written.
        text: String,
        /// Why not.
        reason: MoveError,
    },
    /// A number is none.
    #[error("`{code}`: {text:?} is no whole number")]
    Number {
        /// The operation.
        code: &'static str,
        /// What stands there.
        text: String,
    },
    /// There are more moves than grades, or fewer.
    #[error("`c9` has {moves} moves, but `c8` has {grades} grades")]
    Grades {
        /// Moves in `c9`.
        moves: usize,
        /// Numbers in `c8`.
        grades: usize,
    },
    /// Nothing says what is right.
    #[error("nothing says which move is right: no `bm`, `am`, `dm` or grades")]
    NoAnswer,
}

/// The exercises of an EPD file. Empty lines are passed over, and so are those that begin with `#`.
///
/// # Errors
/// The first line that cannot be read, with the reason.
pub fn read(text: &str) -> Result<Vec<Exercise>, SuiteError> {
    let lines = text.lines().map(str::trim);
    (1..)
        .zip(lines)
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            Exercise::parse(line, number).map_err(|problem| SuiteError { line: number, problem })
        })
        .collect()
}

impl Exercise {
    fn parse(line: &str, number: usize) -> Result<Exercise, Problem> {
        let record = Record::parse(line)?;
        let exercise = Exercise {
            name: record.operands("id").first().cloned().unwrap_or(format!("line {number}")),
            best: moves(&record, "bm")?,
            avoid: moves(&record, "am")?,
            grades: grades(&record)?,
            mate: record.operands("dm").first().map(|text| whole("dm", text)).transpose()?,
            position: record.position,
        };
        let Exercise { best, avoid, grades, mate, .. } = &exercise;
        let is_open = best.is_empty() && avoid.is_empty() && grades.is_empty() && mate.is_none();
        if is_open { Err(Problem::NoAnswer) } else { Ok(exercise) }
    }

    /// The points for the best answer: 1, unless moves are graded.
    pub fn worth(&self) -> u32 {
        self.grades.iter().map(|&(_, grade)| grade).max().unwrap_or(1)
    }

    /// Whether some moves are better than others rather than right or wrong.
    pub fn is_graded(&self) -> bool {
        !self.grades.is_empty()
    }

    /// The name without a number at its end: exercises of one theme differ in that alone.
    pub fn theme(&self) -> &str {
        let unnumbered = self.name.trim_end_matches(|c: char| c.is_ascii_digit());
        unnumbered.trim_end_matches(|c: char| c.is_whitespace() || ".#-_".contains(c))
    }

    /// What is right, in words: `Nf3 or e4`, `anything but Rb5`, `mate in 3`.
    pub fn wanted(&self) -> String {
        let list = |moves: &[ChessMove]| {
            let moves: Vec<String> = moves.iter().map(|&mv| self.position.san(mv)).collect();
            moves.join(" or ")
        };
        let top: Vec<ChessMove> = self.top_grade().collect();
        match (self.best.is_empty(), self.avoid.is_empty(), self.mate) {
            (false, ..) => list(&self.best),
            (_, false, _) => format!("anything but {}", list(&self.avoid)),
            (_, _, Some(mate)) if top.is_empty() => format!("mate in {mate}"),
            _ => list(&top),
        }
    }

    /// Marks the move a search has chosen, and its score.
    pub(super) fn mark(&self, found: Option<ChessMove>, score: i32) -> Answer {
        let solved = found.is_some_and(|mv| self.is_right(mv, score));
        let grade =
            self.grades.iter().find(|&&(mv, _)| Some(mv) == found).map_or(0, |&(_, grade)| grade);
        let points = if self.is_graded() { grade } else { u32::from(solved) };
        Answer { found, solved, points }
    }

    fn is_right(&self, mv: ChessMove, score: i32) -> bool {
        let named = !(self.best.is_empty() && self.avoid.is_empty());
        match self.mate {
            _ if named => {
                (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
            }
            _ if self.is_graded() => self.top_grade().any(|top| top == mv),
            Some(wanted) => mate_distance(score).is_some_and(|n| n > 0 && n as u32 <= wanted),
            None => false,
        }
    }

    fn top_grade(&self) -> impl Iterator<Item = ChessMove> {
        let top = self.worth();
        self.grades.iter().filter(move |&&(_, grade)| grade == top).map(|&(mv, _)| mv)
    }
}

/// The moves of an operation.
fn moves(record: &Record, code: &'static str) -> Result<Vec<ChessMove>, Problem> {
    record.operands(code).iter().map(|text| playable(record, code, text)).collect()
}

fn playable(record: &Record, code: &'static str, text: &str) -> Result<ChessMove, Problem> {
    let refusal = |reason| Problem::Move { code, text: text.to_owned(), reason };
    record.position.parse_move(text.trim_end_matches(',')).map_err(refusal)
}

fn whole(code: &'static str, text: &str) -> Result<u32, Problem> {
    text.parse().map_err(|_| Problem::Number { code, text: text.to_owned() })
}

/// What moves are worth, in either form of the Strategic Test Suite: `c9` has the moves and `c8`
/// their grades, or `c0` has both, as in `f5=10, Bf2=3`. Any other `c0` is a remark.
fn grades(record: &Record) -> Result<Vec<(ChessMove, u32)>, Problem> {
    let words = |code| record.operands(code).iter().flat_map(|text| text.split_whitespace());
    let (moves, grades) = (words("c9").count(), words("c8").count());
    if (moves, grades) == (0, 0) {
        let remark = record.operands("c0").join(" ");
        let pairs = graded_moves(&remark).unwrap_or_default();
        return pairs.into_iter().map(|(mv, n)| Ok((playable(record, "c0", mv)?, n))).collect();
    }
    if moves != grades {
        return Err(Problem::Grades { moves, grades });
    }
    words("c9")
        .zip(words("c8"))
        .map(|(mv, grade)| Ok((playable(record, "c9", mv)?, whole("c8", grade)?)))
        .collect()
}

/// Moves with their grades; `None` if the text has anything else: it may be a source with its address.
fn graded_moves(text: &str) -> Option<Vec<(&str, u32)>> {
    let may_be_move = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "+#=-".contains(c));
    let mut graded = Vec::new();
    for item in text.split(',') {
        let (mv, grade) = item.rsplit_once('=').filter(|(mv, _)| may_be_move(mv.trim()))?;
        graded.push((mv.trim(), grade.trim().parse().ok()?));
    }
    Some(graded)
}
