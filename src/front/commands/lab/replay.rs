//! Time policies tried on searches that are on record.

use std::{
    fs::{self, File},
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use clap::{Args, ValueEnum};

use super::{
    control::{self, ControlError},
    milliseconds,
    replay_text::{csv, table},
};
use crate::{
    clock::TimeControl,
    front::{
        args::{at_once, weight},
        at_path::{AtPath, at, within, writing},
        commands::{cores, output},
    },
    lab::{
        record::LONGER,
        replay::{Archive, Clocks, Summary, Trial, errors, spending},
        searchlog::{Header, LogError, Reader, Unit},
    },
    timing::{self, Parameters, Policy, adaptive::UnknownNumber},
};

/// Try time policies on searches that are on record.
///
/// Where a policy ends a search, the best move of that moment is compared with the one the whole search
/// came to. `positions` gives each position a fresh clock, `games` and `equal` carry the clock over; in
/// `games` all policies have the same speed, in `positions` and `equal` each has the speed at which it
/// spends --mean on a move, so that none is better only because it spends more. The last row of each table is
/// no policy: the oracle knows the end of each search, and ends it where the final move stands for good.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Example:\n  zeitnot lab replay games.searches --clock 180+2 \
    --policies stockfish-like,ethereal-like --out replayed")]
pub struct Replay {
    /// Files written by `zeitnot lab record`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The policies, apart by commas; all of them if left out
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    policies: Vec<String>,
    /// Give `adaptive` another number (`zeitnot lab climb` lists them); may be repeated
    #[arg(long = "number", value_name = "NAME=VALUE", value_parser = weight)]
    numbers: Vec<(String, f64)>,
    /// The time control, in seconds (60+0.6) or any other notation that `zeitnot clock` reads
    #[arg(long, alias = "control", value_name = "CONTROL", default_value = "180+2")]
    clock: String,
    /// What is tried, apart by commas
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = [Mode::Positions, Mode::Games, Mode::Equal])]
    modes: Vec<Mode>,
    /// What a move takes on average, in nodes or in milliseconds as on record, no more than the longest search;
    /// an eleventh of the searches if left out
    #[arg(long)]
    mean: Option<f64>,
    /// Time lost with every move, in milliseconds (30 or 30ms)
    #[arg(long, value_name = "MS", default_value = "0", value_parser = milliseconds)]
    lag: Duration,
    /// Write tables (CSV) and pictures (SVG) into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Policies at once; as many as there are processor cores if left out
    #[arg(long, value_parser = at_once())]
    concurrency: Option<usize>,
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Single positions at equal mean time
    Positions,
    /// Whole games on the same clock
    Games,
    /// Whole games at equal mean time
    Equal,
}

impl Mode {
    /// What it is called in tables and names of files.
    fn name(self) -> &'static str {
        match self {
            Mode::Positions => "positions",
            Mode::Games => "games",
            Mode::Equal => "equal",
        }
    }

    /// What it is, in a line.
    fn title(self) -> &'static str {
        match self {
            Mode::Positions => "Single positions, each at equal mean time",
            Mode::Games => "Whole games on the same clock",
            Mode::Equal => "Whole games at equal mean time",
        }
    }
}

/// Why nothing is replayed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// A file is no record of searches.
    #[error(transparent)]
    Log(#[from] AtPath<LogError>),
    /// The files count differently.
    #[error("{} counts in {there}, the files before it in {wanted}", path.display())]
    Units {
        /// The file.
        path: PathBuf,
        /// Its unit.
        there: Unit,
        /// The others'.
        wanted: Unit,
    },
    /// There is no search.
    #[error("there is no search on record")]
    Empty,
    /// A game is on record twice.
    #[error("{}: its game `{game}` is there twice; is a file named twice?", path.display())]
    Twice {
        /// The file with the second one.
        path: PathBuf,
        /// The name of the game.
        game: String,
    },
    /// The control cannot be used.
    #[error("--clock: {0}")]
    Clock(#[from] ControlError),
    /// There is no such policy.
    #[error("there is no time policy {0:?} (`zeitnot policies` lists them)")]
    Policy(String),
    /// `adaptive` has no such number.
    #[error("--number: {0}")]
    Number(#[from] UnknownNumber),
    /// The mean cannot be.
    #[error("--mean must lie between 1 and {longest} {unit}, the longest search on record")]
    Mean {
        /// Where the longest search ends.
        longest: u64,
        /// What that is counted in.
        unit: Unit,
    },
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Replays, and tells of it.
///
/// # Errors
/// If a file cannot be used, or a name or number is wrong.
pub fn replay(args: &Replay, parameters: &Parameters) -> Result<(), Failure> {
    let control = control::read(&args.clock)?;
    let parameters = &parameters.with_numbers(&args.numbers)?;
    let known = |name: &&String| timing::by_name(name, parameters).is_none();
    if let Some(name) = args.policies.iter().find(known) {
        return Err(Failure::Policy(name.clone()));
    }
    let (archive, header) = read(&args.files)?;
    let mean = mean(args.mean, &archive, header.clock)?;
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).map_err(writing(folder))?;
    }
    let searches = archive.searches().count();
    let source = format!(
        "{searches} searches of {} games by {}, control {}, {mean:.0} {} a move",
        archive.games.len(),
        header.engine,
        args.clock,
        header.clock
    );
    let mut out = io::stdout().lock();
    writeln!(out, "{source}")?;
    for &mode in &args.modes {
        let summaries = try_all(args, parameters, &archive, control, mode, mean);
        let oracle = oracle(args, parameters, &archive, control, mode, mean);
        let rows = table(&summaries, oracle.as_ref(), header.clock);
        writeln!(out, "\n{}\n{rows}", mode.title())?;
        out.flush()?;
        if let Some(folder) = &args.out {
            let drawn = write_all(
                (args, folder),
                mode,
                &source,
                header.clock,
                &summaries,
                oracle.as_ref(),
            )?;
            if !drawn {
                writeln!(out, "too few games for a picture of what moves take")?;
            }
        }
    }
    Ok(())
}

/// All games of these files, ready to be replayed, and the header of the first.
pub(super) fn read(files: &[PathBuf]) -> Result<(Archive, Header), Failure> {
    let mut archive = Archive::default();
    let mut first: Option<Header> = None;
    for path in files {
        let log = within(path);
        let input = BufReader::new(File::open(path).map_err(at(path))?);
        let reader = Reader::new(input).map_err(log)?;
        let (there, wanted) =
            (reader.header().clock, first.get_or_insert_with(|| reader.header().clone()).clock);
        if there != wanted {
            return Err(Failure::Units { path: path.clone(), there, wanted });
        }
        for game in reader {
            let game = game.map_err(log)?;
            if archive.has(&game) {
                return Err(Failure::Twice { path: path.clone(), game: game.name });
            }
            archive.add(&game);
        }
    }
    match first {
        Some(header) if archive.searches().next().is_some() => Ok((archive, header)),
        _ => Err(Failure::Empty),
    }
}

/// What a move takes on average: as it was asked for, or an eleventh of the searches. Of more than the longest
/// search, or of nearly nothing, the record says nothing.
pub(super) fn mean(asked: Option<f64>, archive: &Archive, unit: Unit) -> Result<f64, Failure> {
    let mean = asked.unwrap_or(archive.mean_end() / LONGER as f64);
    let longest = archive.searches().map(|search| search.log.end).max().unwrap_or(0);
    let possible = (1.0..=longest as f64).contains(&mean);
    possible.then_some(mean).ok_or(Failure::Mean { longest, unit })
}

/// Tries each policy, several at once.
fn try_all(
    args: &Replay,
    parameters: &Parameters,
    archive: &Archive,
    control: TimeControl,
    mode: Mode,
    mean: f64,
) -> Vec<Summary> {
    let names: Vec<&str> = match args.policies.is_empty() {
        true => timing::NAMES.to_vec(),
        false => args.policies.iter().map(String::as_str).collect(),
    };
    let try_one = |name: &&str| {
        let policy = timing::by_name(name, parameters)?;
        let trial = trial(args, archive, &*policy, control, mode);
        Some(match mode {
            Mode::Games => trial.at_speed(trial.even_speed(mean)),
            Mode::Positions | Mode::Equal => trial.at_equal_cost(mean),
        })
    };
    let threads = args.concurrency.unwrap_or_else(cores).clamp(1, names.len().max(1));
    let mut summaries = Vec::new();
    thread::scope(|scope| {
        // Neighbours in the list are alike, so every thread gets some of all.
        let part = |first: usize| {
            let names = &names;
            scope.spawn(move || {
                let mine = names.iter().skip(first).step_by(threads);
                mine.filter_map(try_one).collect::<Vec<Summary>>()
            })
        };
        let parts: Vec<_> = (0..threads).map(part).collect();
        for part in parts {
            summaries.extend(part.join().unwrap_or_default());
        }
    });
    summaries.sort_by(|a, b| {
        let loss = |summary: &Summary| summary.mean(|decision| decision.price.loss);
        loss(a).total_cmp(&loss(b))
    });
    summaries
}

/// What could be done at best, at the speed of whole games on the same clock: it needs what it needs, so
/// there is no other speed at which it would spend the mean.
fn oracle(
    args: &Replay,
    parameters: &Parameters,
    archive: &Archive,
    control: TimeControl,
    mode: Mode,
    mean: f64,
) -> Option<Summary> {
    let policy = timing::by_name(timing::NAMES.first()?, parameters)?;
    let trial = trial(args, archive, &*policy, control, mode);
    Some(trial.oracle(trial.even_speed(mean)))
}

fn trial<'a>(
    args: &Replay,
    archive: &'a Archive,
    policy: &'a dyn Policy,
    control: TimeControl,
    mode: Mode,
) -> Trial<'a> {
    let clocks = if mode == Mode::Positions { Clocks::Fresh } else { Clocks::Carried };
    Trial { archive, policy, control, clocks, lag: args.lag }
}

/// Writes the table and the pictures of a mode; whether there are enough games for all of them.
fn write_all(
    (args, folder): (&Replay, &Path),
    mode: Mode,
    source: &str,
    unit: Unit,
    summaries: &[Summary],
    oracle: Option<&Summary>,
) -> Result<bool, Failure> {
    let save = |name: &str, text: String| {
        let path = folder.join(format!("replay-{}{name}", mode.name()));
        output::apart(&path, &args.files)?;
        output::save(&path, text)
    };
    save(".csv", csv(summaries, oracle))?;
    save(".svg", errors(mode.title(), source, summaries).to_svg())?;
    let title = format!("{}: what moves take", mode.title());
    let figure = spending(&title, source, &unit.to_string(), summaries);
    figure.iter().try_for_each(|figure| save("-spending.svg", figure.to_svg()))?;
    Ok(figure.is_some())
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    /// A game of one search, with its name.
    fn game(name: &str) -> String {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let search = "search 20\n100 1 e2e4 30 500\nstop 1100\n";
        format!("game {name}\nstart {start}\n{search}over\n")
    }

    #[test]
    fn a_record_is_read_once_and_says_how_long_a_move_may_take() {
        let path = env::temp_dir().join(format!("zeitnot-replay-{}.searches", process::id()));
        let head = "zeitnot-searches 1\nengine test\nclock ms\nmade by hand\n\n";
        fs::write(&path, format!("{head}{}{}", game("1"), game("2"))).unwrap();
        let (archive, header) = read(std::slice::from_ref(&path)).unwrap();
        assert_eq!(mean(None, &archive, header.clock).ok(), Some(100.0));
        for wrong in [1e308, 1_101.0, 1e-300, f64::NAN] {
            let refusal = mean(Some(wrong), &archive, header.clock).unwrap_err().to_string();
            let told = "--mean must lie between 1 and 1100 ms, the longest search on record";
            assert_eq!(refusal, told, "{wrong}");
        }
        let refusal = read(&[path.clone(), path.clone()]).unwrap_err().to_string();
        let told =
            format!("{}: its game `1` is there twice; is a file named twice?", path.display());
        assert_eq!(refusal, told);
        fs::remove_file(path).unwrap();
    }
}
