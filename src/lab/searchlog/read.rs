//! Text to searches.

use std::io::{self, BufRead, Read};

use super::{Event, Header, LoggedGame, MAGIC, Report, SearchLog, USUAL_SHARE, Unit};
use crate::{
    position::{ChessMove, FenError, Game, MoveError, Position},
    search::{Bound, MAX_DEPTH, score::MATE},
    session::Heard,
};

/// No line is longer, in bytes: room for the moves of a very long game.
const LONGEST: u64 = 65_536;
/// No search has more reports.
const MOST_REPORTS: usize = 100_000;

/// Why a file is no record of searches: the first line that is wrong.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

impl LogError {
    /// Whether the file has only been broken off, so that what comes before is good.
    pub fn is_unfinished(&self) -> bool {
        matches!(self.problem, Problem::Unfinished)
    }
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Input(#[from] io::Error),
    /// The file is something else.
    #[error("this is no record of searches (the first line must be `{MAGIC}`)")]
    Foreign,
    /// The line is too long, or no text.
    #[error("this is no line of text")]
    NoText,
    /// Something else should stand here.
    #[error("{expected} should stand here, not {found:?}")]
    Unexpected {
        /// What should.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The file ends within a game.
    #[error("the file ends within a game")]
    Unfinished,
    /// A position is none.
    #[error("`start`: {0}")]
    Position(#[from] FenError),
    /// A move cannot be played.
    #[error("{text} cannot be played: {reason}")]
    Move {
        /// The move as it is written.
        text: String,
        /// Why not.
        reason: MoveError,
    },
    /// A number is none, or cannot be.
    #[error("{what} cannot be {found:?}")]
    Number {
        /// Which number.
        what: &'static str,
        /// What stands there.
        found: String,
    },
    /// The position has another number of legal moves.
    #[error("the position has {there} legal moves, not {said}")]
    LegalMoves {
        /// How many there are.
        there: u32,
        /// How many the file says.
        said: u32,
    },
    /// The age of a search falls.
    #[error("the search is younger than in the line before")]
    Younger,
    /// A search without a completed iteration.
    #[error("the search has completed no iteration")]
    Empty,
    /// Files one behind the other do not belong together.
    #[error("here begin searches made by `{here}`, and those before were made by `{before}`")]
    Others {
        /// How those before were made.
        before: String,
        /// How those behind are.
        here: String,
    },
    /// A search has too many reports.
    #[error("the search has more than {MOST_REPORTS} reports")]
    Endless,
}

/// The games of a file, one after another; an error is the last item.
pub struct Reader<R> {
    input: R,
    line: usize,
    /// Bytes read so far.
    place: u64,
    header: Header,
    failed: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If the input is something else.
    pub fn new(input: R) -> Result<Reader<R>, LogError> {
        let header = Header { engine: String::new(), clock: Unit::Nodes, made: String::new() };
        let mut reader = Reader { input, line: 0, place: 0, header, failed: false };
        reader.read_header().map_err(|problem| LogError { line: reader.line.max(1), problem })?;
        Ok(reader)
    }

    /// What holds for all searches.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the next game begins, in bytes from the beginning.
    pub fn place(&self) -> u64 {
        self.place
    }

    fn read_header(&mut self) -> Result<(), Problem> {
        match self.next_line() {
            Ok(Some(line)) if line == MAGIC => self.read_entries(),
            Err(Problem::Input(error)) => Err(Problem::Input(error)),
            _ => Err(Problem::Foreign),
        }
    }

    /// Reads what holds for all searches, behind the first line.
    fn read_entries(&mut self) -> Result<(), Problem> {
        let engine = self.entry("engine")?;
        let clock = match &*self.entry("clock")? {
            "nodes" => Unit::Nodes,
            "ms" => Unit::Milliseconds,
            other => return Err(unexpected("`nodes` or `ms`", other)),
        };
        let made = self.entry("made")?;
        self.header = Header { engine, clock, made };
        match self.needed_line()? {
            line if line.is_empty() => Ok(()),
            line => Err(unexpected("an empty line", &line)),
        }
    }

    /// Another file follows in this one, of searches like those before.
    fn same_header(&mut self) -> Result<(), Problem> {
        let header = self.header.clone();
        self.read_entries()?;
        match self.header == header {
            true => Ok(()),
            false => Err(Problem::Others { before: header.made, here: self.header.made.clone() }),
        }
    }

    /// The rest of the next line, which begins with this word.
    fn entry(&mut self, word: &'static str) -> Result<String, Problem> {
        let line = self.needed_line()?;
        match line.split_once(' ') {
            Some((first, rest)) if first == word => Ok(rest.to_owned()),
            _ => Err(unexpected(word, &line)),
        }
    }

    fn needed_line(&mut self) -> Result<String, Problem> {
        self.next_line()?.ok_or(Problem::Unfinished)
    }

    /// The next line, without what editors of other systems put at its ends; `None` at the end.
    fn next_line(&mut self) -> Result<Option<String>, Problem> {
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
        self.line += 1;
        if read == 0 {
            return Ok(None);
        }
        self.place += read as u64;
        if bytes.pop() != Some(b'\n') {
            return Err(if read as u64 == LONGEST { Problem::NoText } else { Problem::Unfinished });
        }
        let text = str::from_utf8(&bytes).map_err(|_| Problem::NoText)?;
        Ok(Some(text.trim_start_matches('\u{feff}').trim_end_matches('\r').to_owned()))
    }

    /// The next game; `None` at the end.
    fn game(&mut self) -> Result<Option<LoggedGame>, Problem> {
        let Some(mut line) = self.next_line()? else { return Ok(None) };
        while line == MAGIC {
            self.same_header()?;
            match self.next_line()? {
                Some(next) => line = next,
                None => return Ok(None),
            }
        }
        let name = line.strip_prefix("game ").ok_or_else(|| unexpected("game", &line))?.to_owned();
        let start = Position::from_fen(&self.entry("start")?)?;
        let mut board = Game::new(start.clone());
        let mut events = Vec::new();
        loop {
            let line = self.needed_line()?;
            match line.split_once(' ') {
                None if line == "over" => return Ok(Some(LoggedGame { name, start, events })),
                Some(("moves", moves)) => {
                    for text in moves.split(' ') {
                        let mv = read_move(board.position(), text)?;
                        board.play(mv);
                        events.push(Event::Move(mv));
                    }
                }
                Some(("search", legal)) => {
                    let there = board.position().legal_moves().len() as u32;
                    let said = number("the number of legal moves", legal, 0..=500)?;
                    if said != there {
                        return Err(Problem::LegalMoves { there, said });
                    }
                    events.push(Event::Search(self.search(board.position(), there)?));
                }
                _ => return Err(unexpected("moves, search or over", &line)),
            }
        }
    }

    /// The reports of a search, up to its end.
    fn search(&mut self, position: &Position, legal_moves: u32) -> Result<SearchLog, Problem> {
        let mut reports: Vec<Report> = Vec::new();
        let mut known = Vec::new();
        loop {
            let line = self.needed_line()?;
            let before = reports.last().map_or(0, |report| report.at);
            if let Some(end) = line.strip_prefix("stop ") {
                let end = number("the age", end, 0..=u64::MAX / 2)?;
                let whole = reports.iter().any(|report| report.heard.completed);
                return match () {
                    () if end < before => Err(Problem::Younger),
                    () if !whole => Err(Problem::Empty),
                    () => Ok(SearchLog { reports, end }),
                };
            }
            let mut report = read_report(position, legal_moves, &line, &mut known)?;
            report.heard.nodes = self.header.clock.nodes(report.at);
            if report.at < before {
                return Err(Problem::Younger);
            }
            if reports.len() == MOST_REPORTS {
                return Err(Problem::Endless);
            }
            reports.push(report);
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<LoggedGame, LogError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.game().map_err(|problem| LogError { line: self.line, problem });
        self.failed = game.is_err();
        game.transpose()
    }
}

/// Moves of a position that have been read, with their texts: reports repeat few of them.
type Known = Vec<(String, ChessMove)>;

fn read_report(
    position: &Position,
    legal_moves: u32,
    line: &str,
    known: &mut Known,
) -> Result<Report, Problem> {
    const REPORT: &str = "a report (age, depth, move, score, share) or stop";
    let words: Vec<&str> = line.split(' ').collect();
    let (&[at, depth, best, score, share], second) = (match &words[..] {
        [first @ .., second] if words.len() == 6 => (first, Some(*second)),
        all => (all, None),
    }) else {
        return Err(unexpected(REPORT, line));
    };
    let (depth, completed) = match depth.strip_suffix('+') {
        Some(depth) => (depth, false),
        None => (depth, true),
    };
    let (score, bound) = match (score.strip_suffix('<'), score.strip_suffix('>')) {
        (Some(score), _) => (score, Bound::Upper),
        (_, Some(score)) => (score, Bound::Lower),
        _ => (score, Bound::Exact),
    };
    let second = second.map(|text| {
        let (mv, score) = text.split_once(':').ok_or_else(|| unexpected("move:score", text))?;
        Ok::<_, Problem>((known_move(position, mv, known)?, read_score(score)?))
    });
    let share_known = share != "-";
    let best_share = if share_known { number("the share", share, 0..=1000)? } else { USUAL_SHARE };
    let heard = Heard {
        depth: number("the depth", depth, 0..=2 * MAX_DEPTH)?,
        nodes: 0,
        completed,
        best: known_move(position, best, known)?,
        score: read_score(score)?,
        bound,
        best_share,
        legal_moves,
        second: second.transpose()?,
    };
    Ok(Report { at: number("the age", at, 0..=u64::MAX / 2)?, heard, share_known })
}

fn read_score(text: &str) -> Result<i32, Problem> {
    number("the score", text, -MATE..=MATE)
}

fn known_move(position: &Position, text: &str, known: &mut Known) -> Result<ChessMove, Problem> {
    if let Some((_, mv)) = known.iter().find(|(other, _)| other == text) {
        return Ok(*mv);
    }
    let mv = read_move(position, text)?;
    known.push((text.to_owned(), mv));
    Ok(mv)
}

fn read_move(position: &Position, text: &str) -> Result<ChessMove, Problem> {
    position.parse_move(text).map_err(|reason| Problem::Move { text: text.to_owned(), reason })
}

fn number<N: std::str::FromStr + PartialOrd>(
    what: &'static str,
    text: &str,
    range: std::ops::RangeInclusive<N>,
) -> Result<N, Problem> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| Problem::Number { what, found: text.to_owned() })
}

fn unexpected(expected: &'static str, found: &str) -> Problem {
    Problem::Unexpected { expected, found: found.chars().take(60).collect() }
}
