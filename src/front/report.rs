//! A game looked at for its time, in words and as a picture.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    archive::Archive,
    at_path::at,
    words::{self, amount},
};
use crate::{
    lab::report::{MATE, Report, Side, Step, picture},
    pgn::Record,
};

/// No more reports than this have the same name.
const SAME_NAME: u32 = 10_000;
/// A player's name is no longer in the name of a file, in characters.
const LONGEST_NAME: usize = 40;

/// Writes the report of a game into a folder, as text and as a picture, under a name that is not taken yet;
/// the name without its ending.
///
/// # Errors
/// Names what cannot be written, and why.
pub fn keep(archive: &mut dyn Archive, folder: &Path, record: &Record) -> Result<PathBuf, String> {
    let fault = |path: &Path, error: io::Error| at(path)(error).to_string();
    archive.make_folder(folder).map_err(|error| fault(folder, error))?;
    let report = Report::new(record);
    let files = [("txt", text(record, &report)), ("svg", svg(record, &report))];
    let name = file_name(record);
    for number in 1..=SAME_NAME {
        let stem = if number == 1 { name.clone() } else { format!("{name}-{number}") };
        let path = |ending: &str| folder.join(format!("{stem}.{ending}"));
        let written = files.iter().try_for_each(|(ending, text)| {
            let path = path(ending);
            archive.create(&path, text).map_err(|error| (path, error))
        });
        match written {
            Ok(()) => return Ok(folder.join(stem)),
            Err((_, error)) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err((path, error)) => return Err(fault(&path, error)),
        }
    }
    Err(format!("{}: there are {SAME_NAME} reports of this name", folder.join(name).display()))
}

/// The day and the players, in letters that every file system takes.
fn file_name(record: &Record) -> String {
    let tags = &record.tags;
    let plain = |text: &str| -> String {
        let kept = |c: char| if c.is_alphanumeric() || "._".contains(c) { c } else { '-' };
        text.chars().map(kept).take(LONGEST_NAME).collect()
    };
    let parts = [&tags.date, &tags.white, &tags.black].map(|part| plain(part));
    parts.join("-").trim_start_matches(['.', '-']).to_owned()
}

/// The report as it is printed.
pub fn text(record: &Record, report: &Report) -> String {
    let mut lines = vec![players(record), circumstances(record)];
    lines.retain(|line| !line.is_empty());
    lines.extend(sides(report));
    lines.extend(report.guesses.iter().map(|guess| format!("guessed: {guess}")));
    lines.extend(record.problems.iter().map(|problem| format!("not understood: {problem}")));
    lines.join("\n") + "\n"
}

/// Where the time of either side went.
pub fn sides(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    for (side, color) in report.sides.iter().zip(["White", "Black"]) {
        lines.push(times(side, color, &report.steps));
        lines.extend(costs(side, &report.steps));
    }
    lines
}

/// The report as a picture.
pub fn svg(record: &Record, report: &Report) -> String {
    picture(report, &players(record), &circumstances(record))
}

/// Who played, and how it ended.
pub fn players(record: &Record) -> String {
    format!("{} \u{2013} {}, {}", record.tags.white, record.tags.black, record.result)
}

/// Where, when and with which clock.
pub fn circumstances(record: &Record) -> String {
    let tags = &record.tags;
    let control = tags.get("TimeControl").filter(|control| !["", "?", "-"].contains(control));
    let control = control.map(|control| format!("time control {control}"));
    let parts =
        [Some(tags.event.clone()), Some(tags.site.clone()), Some(tags.date.clone()), control];
    let known = |part: &String| !part.is_empty() && !part.starts_with('?');
    parts.into_iter().flatten().filter(known).collect::<Vec<_>>().join(", ")
}

/// What a side used, on what.
fn times(side: &Side, color: &str, steps: &[Step]) -> String {
    let Side { name, moves, timed, used, left, usual, longest, .. } = side;
    if *timed == 0 {
        return format!("{name} ({color}): {}, no times", words::moves(*moves));
    }
    let mut text = format!("{name} ({color}): {} in {}", words::moves(*moves), whole(*used));
    if timed < moves {
        text += &format!(" as far as {timed} of them have a time");
    }
    if let Some(left) = left {
        text += &format!(", {} left", amount(*left));
    }
    text += &format!("; the usual move {}", amount(*usual));
    if let Some(step) = longest.and_then(|at| steps.get(at)) {
        text += &format!(", the longest {}: {}", step.name(), whole(step.used.unwrap_or_default()));
    }
    text
}

/// An amount of time, from a minute on in seconds as well, for whoever adds them up.
fn whole(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 60.0 { amount(time) } else { format!("{} ({seconds:.0} s)", amount(time)) }
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
