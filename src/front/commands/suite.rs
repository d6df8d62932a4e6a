//! Test positions solved against a limit, with a bar that shows how many have been.

use std::{
    fmt::Write as _,
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{input, now, print, progress::bar};
use crate::{
    front::at_path::{AtPath, reading, within},
    lab::suite::{self, Answer, CHANCE, Exercise, SuiteError, TECHNIQUES, Tally},
    search::{Limits, Pacer, Params, Searcher},
};

/// The time for a position if nothing limits the search.
const USUAL: Duration = Duration::from_secs(1);

/// How long to search each position.
#[derive(Clone, Debug)]
pub struct Effort {
    time: Option<Duration>,
    limits: Limits,
}

impl Effort {
    /// So many milliseconds, nodes and plies at most; a second if all are left open.
    pub fn new(ms: Option<u64>, nodes: Option<u64>, depth: Option<u32>) -> Effort {
        let is_open = nodes.is_none() && depth.is_none();
        let time = ms.map(Duration::from_millis).or(is_open.then_some(USUAL));
        Effort { time, limits: Limits { nodes, depth, ..Limits::default() } }
    }
}

/// What is told besides the result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Telling {
    /// The positions without a right answer.
    pub failures: bool,
    /// What hides the right answer in them.
    pub blind: bool,
}

/// Makes a searcher that goes by these numbers.
type Maker<'a> = &'a dyn Fn(Params) -> Searcher;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] AtPath<io::Error>),
    /// The file is no suite.
    #[error(transparent)]
    Suite(#[from] AtPath<SuiteError>),
    /// The file has no exercise.
    #[error("{}: there is no position in it", .0.display())]
    Empty(PathBuf),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Solves the exercises of a file by these numbers of the search and prints the result.
///
/// # Errors
/// If the file cannot be read, a line of it is no exercise, or the output fails.
pub fn solve(
    file: &Path,
    effort: &Effort,
    searcher: Maker<'_>,
    params: &Params,
    tell: Telling,
) -> Result<(), Failure> {
    let text = input::text(file).map_err(reading(file))?;
    let exercises = suite::read(&text).map_err(within(file))?;
    if exercises.is_empty() {
        return Err(Failure::Empty(file.to_owned()));
    }
    let results = attempt_all(exercises, effort, &mut searcher(params.clone()));
    let failures = if tell.failures { failures(&results) } else { String::new() };
    print(&(failures + &themes(&results) + &summary(&results)))?;
    if tell.blind {
        print(&blindness(results, effort, searcher, params))?;
    }
    Ok(())
}

/// Which techniques hide the right answers, in a table: how many of the failures each search without one
/// solves, and which.
fn blindness(
    results: Vec<(Exercise, Answer)>,
    effort: &Effort,
    searcher: Maker<'_>,
    params: &Params,
) -> String {
    let failed = results.into_iter().filter(|(_, answer)| !answer.solved);
    let failed: Vec<Exercise> = failed.map(|(exercise, _)| exercise).collect();
    let mut text = format!("solved of these {} without\n", failed.len());
    for technique in [CHANCE].iter().chain(&TECHNIQUES) {
        let again = attempt_all(failed.clone(), effort, &mut searcher(technique.left_out(params)));
        let solved = again.iter().filter(|(_, answer)| answer.solved);
        let names: Vec<&str> = solved.map(|(exercise, _)| exercise.name.as_str()).collect();
        let (name, count) = (technique.name, names.len());
        let line = format!("  {name:<30} {count:>3}  {}", names.join(", "));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn attempt_all(
    exercises: Vec<Exercise>,
    effort: &Effort,
    searcher: &mut Searcher,
) -> Vec<(Exercise, Answer)> {
    let bar = bar(exercises.len() as u64, 30, "");
    let mut tally = Tally::default();
    let attempt = |exercise: Exercise| {
        let mut pacer = Deadline::after(effort.time);
        let answer = exercise.attempt(searcher, &effort.limits, &mut pacer);
        tally.add(&exercise, &answer);
        bar.set_message(format!("{} solved", tally.solved));
        bar.inc(1);
        (exercise, answer)
    };
    let results = exercises.into_iter().map(attempt).collect();
    bar.finish_and_clear();
    results
}

/// The exercises without a right answer, one a line.
fn failures(results: &[(Exercise, Answer)]) -> String {
    let mut text = String::new();
    for (exercise, answer) in results.iter().filter(|(_, answer)| !answer.solved) {
        let (name, wanted) = (&exercise.name, exercise.wanted());
        let found = answer.found.map_or("no move".to_owned(), |mv| exercise.position.san(mv));
        let fen = exercise.position.fen();
        let _ = writeln!(text, "{name}: {wanted} wanted, {found} found: {fen}");
    }
    text
}

/// The results by theme in columns, if there are themes.
fn themes(results: &[(Exercise, Answer)]) -> String {
    let themes = suite::by_theme(results);
    let width = themes.iter().map(|(theme, _)| theme.chars().count()).max().unwrap_or_default();
    let line = |(theme, tally): &(&str, Tally)| format!("{theme:width$}  {}\n", words(tally));
    themes.iter().map(line).collect()
}

/// How many were solved in all.
fn summary(results: &[(Exercise, Answer)]) -> String {
    let mut tally = Tally::default();
    results.iter().for_each(|(exercise, answer)| tally.add(exercise, answer));
    format!("{}\n", words(&tally))
}

/// A tally in words; points are told only where they say more.
fn words(tally: &Tally) -> String {
    let Tally { exercises, solved, points, worth } = tally;
    let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
    let mut text =
        format!("{solved:>4} of {exercises} solved ({:.1} %)", share(*solved, *exercises));
    if worth != exercises {
        let _ = write!(text, ", {points:>5} of {worth} points ({:.1} %)", share(*points, *worth));
    }
    text
}

/// Ends a search at a point of time.
struct Deadline(Option<Instant>);

impl Deadline {
    /// So much time from now on; for ever, if none is given.
    fn after(time: Option<Duration>) -> Deadline {
        Deadline(time.and_then(|time| now().checked_add(time)))
    }
}

impl Pacer for Deadline {
    fn expired(&mut self, _nodes: u64) -> bool {
        self.0.is_some_and(|end| now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{eval::Evaluation, search::Table};

    const SUITE: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"e4=10, e3=4\"; id \"pawns.1\";
6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Ka2; id \"pawns.2\";
6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"rooks.1\";
6k1/5ppp/8/8/8/8/8/K2R4 w - - dm 1; id \"rooks.2\";
";

    fn shallow() -> Effort {
        Effort::new(None, None, Some(3))
    }

    fn searcher(params: Params) -> Searcher {
        Searcher::new(Arc::new(Table::new(1)), 1, params, &Evaluation::Classical)
    }

    fn results() -> Vec<(Exercise, Answer)> {
        let exercises = suite::read(SUITE).expect("a good suite");
        attempt_all(exercises, &shallow(), &mut searcher(Params::default()))
    }

    #[test]
    fn the_result_tells_failures_themes_and_totals() {
        let results = results();
        let failed = failures(&results);
        let last = failed.lines().last().expect("a failure");
        assert_eq!(last, "pawns.2: Ka2 wanted, Rd8# found: 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
        assert!(themes(&results).contains("\nrooks     2 of 2 solved (100.0 %)\n"));
        assert!(
            summary(&results).contains(" of 4 solved (") && summary(&results).contains(" of 13")
        );
    }

    #[test]
    fn what_no_search_finds_is_hidden_by_nothing() {
        let table = blindness(results(), &shallow(), &searcher, &Params::default());
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!((lines[0], lines.len()), ("solved of these 1 without", 2 + TECHNIQUES.len()));
        assert!(lines[1..].iter().all(|line| line.ends_with("  0")), "{table}");
    }

    #[test]
    fn a_second_is_the_limit_if_there_is_no_other() {
        assert_eq!(Effort::new(None, None, None).time, Some(USUAL));
        assert_eq!(Effort::new(None, Some(1), None).time, None);
        assert_eq!(Effort::new(Some(5), Some(1), None).time, Some(Duration::from_millis(5)));
    }

    #[test]
    fn a_bad_file_is_named() {
        let (effort, params) = (Effort::new(None, None, Some(1)), Params::default());
        let refused =
            solve(Path::new("no/such.epd"), &effort, &searcher, &params, Telling::default());
        let error = refused.expect_err("a refusal");
        assert!(error.to_string().starts_with("no/such.epd cannot be read: "), "{error}");
    }

    #[test]
    fn a_file_without_a_position_is_no_success() {
        let path = std::env::temp_dir().join(format!("zeitnot-empty-{}.epd", std::process::id()));
        std::fs::write(&path, "\n").expect("a file");
        let (effort, params) = (shallow(), Params::default());
        let refused = solve(&path, &effort, &searcher, &params, Telling::default());
        let error = refused.expect_err("a refusal").to_string();
        assert_eq!(error, format!("{}: there is no position in it", path.display()));
        std::fs::remove_file(path).expect("the file is ours");
    }
}
