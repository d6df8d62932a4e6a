//! One game looked at for its time.

use std::{
    fs::{self, File},
    io::{self, BufReader, Write},
    path::PathBuf,
    time::Duration,
};

use clap::Args;

use crate::{
    front::words::amount,
    lab::report::{MATE, Report, Side, Step, picture},
    pgn::{Reader, Record},
};

/// Clocks, times, scores and depths of a game as one picture, and in words where haste and waste cost
/// most.
///
/// Haste is a think no longer than the side's usual one, after which its score fell; waste one of twice
/// the usual time or more, while the score stayed what it was.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Example:\n  zeitnot lab report game.pgn --out game.svg")]
pub struct Look {
    /// The file (PGN)
    file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// Where to write the picture; beside the text, in this folder and named as the game's file, if left
    /// out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file has fewer games.
    #[error("{} has no game {number}, only {games}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// The game.
        number: u32,
        /// How many there are.
        games: u32,
    },
    /// The picture cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The output fails.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Tells of the game and draws it.
///
/// # Errors
/// If the game cannot be read or the picture cannot be written.
pub fn report(args: &Look) -> Result<(), Failure> {
    let record = read(args)?;
    let report = Report::new(&record);
    let mut out = io::stdout().lock();
    out.write_all(text(&record, &report).as_bytes())?;
    let path = args.out.clone().unwrap_or_else(|| {
        PathBuf::from(args.file.file_stem().unwrap_or("game".as_ref())).with_extension("svg")
    });
    let svg = picture(&report, &players(&record), &circumstances(&record));
    fs::write(&path, svg).map_err(|source| Failure::Write { path: path.clone(), source })?;
    Ok(writeln!(out, "picture: {}", path.display())?)
}

fn read(args: &Look) -> Result<Record, Failure> {
    let failure = |source| Failure::Read { path: args.file.clone(), source };
    let file = File::open(&args.file).map_err(failure)?;
    let mut games = 0;
    for record in Reader::new(BufReader::new(file)) {
        let record = record.map_err(failure)?;
        games += 1;
        if games == args.game {
            return Ok(record);
        }
    }
    Err(Failure::Missing { path: args.file.clone(), number: args.game, games })
}

fn players(record: &Record) -> String {
    format!("{} \u{2013} {}, {}", record.tags.white, record.tags.black, record.result)
}

/// Where, when and with which clock.
fn circumstances(record: &Record) -> String {
    let tags = &record.tags;
    let control = tags.get("TimeControl").filter(|control| !["", "?", "-"].contains(control));
    let control = control.map(|control| format!("time control {control}"));
    let parts =
        [Some(tags.event.clone()), Some(tags.site.clone()), Some(tags.date.clone()), control];
    let known = |part: &String| !part.is_empty() && !part.starts_with('?');
    parts.into_iter().flatten().filter(known).collect::<Vec<_>>().join(", ")
}

fn text(record: &Record, report: &Report) -> String {
    let mut lines = vec![players(record), circumstances(record)];
    lines.retain(|line| !line.is_empty());
    for (side, color) in report.sides.iter().zip(["White", "Black"]) {
        lines.push(times(side, color, &report.steps));
        lines.extend(costs(side, &report.steps));
    }
    lines.extend(report.guesses.iter().map(|guess| format!("guessed: {guess}")));
    lines.extend(record.problems.iter().map(|problem| format!("not understood: {problem}")));
    lines.join("\n") + "\n"
}

/// What a side used, on what.
fn times(side: &Side, color: &str, steps: &[Step]) -> String {
    let Side { name, moves, timed, used, left, usual, longest, .. } = side;
    if *timed == 0 {
        return format!("{name} ({color}): {moves} moves, no times");
    }
    let whole = |time: &Duration| format!("{} ({:.0} s)", amount(*time), time.as_secs_f64());
    let mut text = format!("{name} ({color}): {moves} moves in {}", whole(used));
    if timed < moves {
        text += &format!(" as far as {timed} of them have a time");
    }
    if let Some(left) = left {
        text += &format!(", {} left", amount(*left));
    }
    text += &format!("; the usual move {}", amount(*usual));
    if let Some(step) = longest.and_then(|at| steps.get(at)) {
        text +=
            &format!(", the longest {}: {}", step.name(), whole(&step.used.unwrap_or_default()));
    }
    text
}

/// What haste and waste cost a side most, if anything.
fn costs(side: &Side, steps: &[Step]) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((haste, step)) = side.haste.and_then(|haste| Some((haste, steps.get(haste.at)?))) {
        let used = amount(step.used.unwrap_or_default());
        let (score, next) = (pawns(haste.score), pawns(haste.next));
        let cost = 100.0 * haste.cost;
        lines.push(format!(
            "  costliest haste: {} after {used}, then the score fell from {score} to {next} ({cost:.0} % of a point){}",
            step.name(),
            because(step)
        ));
    }
    if let Some((waste, step)) = side.waste.and_then(|waste| Some((waste, steps.get(waste.at)?))) {
        let (used, more) = (amount(step.used.unwrap_or_default()), amount(waste.cost));
        lines.push(format!(
            "  costliest waste: {} took {used}, {more} more than usual, and the score stayed at {}{}",
            step.name(),
            pawns(waste.score),
            because(step)
        ));
    }
    lines
}

/// What the engine said of a move's time, if it did.
fn because(step: &Step) -> String {
    let planned = step.planned.map(|planned| format!("planned {}", amount(planned)));
    let why = Some(step.why.clone()).filter(|why| !why.is_empty());
    let said: Vec<String> = [planned, why].into_iter().flatten().collect();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join("; ")) }
}

fn pawns(score: i32) -> String {
    match score {
        MATE.. => "a win".to_owned(),
        i32::MIN..=-20_000 => "a loss".to_owned(),
        score => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
