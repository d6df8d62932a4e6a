//! What searches on record teach, as a table, a picture and a file.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;

use super::replay;
use crate::{
    front::{at_path::AtPath, commands::output},
    lab::learn::{
        Held, Lesson, Link, calibration, held_out, learn as learn_from, moments, to_toml,
    },
    timing::{Forecast, forecast::Terms},
};

/// Learn from searches on record when it pays to go on.
///
/// The chance that the best move changes before a search is twice as old, and what is gained by going on
/// until then, as functions of what a search tells of itself; judged on games that they were not learned
/// from. --out writes the numbers for the policies, --svg a picture.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Example:\n  zeitnot lab learn games.searches --out forecast.toml --svg calibration.svg"
)]
pub struct Learn {
    /// Files written by `zeitnot lab record`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the numbers into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw forecasts beside what came into this file (SVG)
    #[arg(long, alias = "plot", value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Why nothing is learned.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The searches cannot be had.
    #[error(transparent)]
    Searches(#[from] replay::Failure),
    /// They are too short.
    #[error("no search is long enough to learn from")]
    Empty,
    /// The numbers cannot be put into words.
    #[error("the numbers cannot be written: {0}")]
    Toml(#[from] toml::ser::Error),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] AtPath<io::Error>),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Learns, and tells of it.
///
/// # Errors
/// If a file cannot be used.
pub fn learn(args: &Learn) -> Result<(), Failure> {
    output::check_all(args.out.iter().chain(&args.svg), &args.files)?;
    let (archive, header) = replay::read(&args.files)?;
    let moments = moments(&archive);
    if moments.is_empty() {
        return Err(Failure::Empty);
    }
    let held = |link, gap| held_out(Lesson { link, gap }, &moments);
    let chances = [false, true].map(|gap| held(Link::Odds, gap));
    let gains = [false, true].map(|gap| held(Link::Exponential, gap));
    let learned = learn_from(&moments);
    let source = format!(
        "{} moments of {} searches in {} games by {}",
        moments.len(),
        archive.searches().count(),
        archive.games.len(),
        header.engine
    );
    let mut out = io::stdout().lock();
    let told = judged(&chances, &gains);
    writeln!(out, "{source}\n\n{told}\n{}", weights(&learned))?;
    if let Some(path) = &args.out {
        let made = format!(
            "What going on until a search is twice as old would bring.\n{}\n{source}, searched by\n{}",
            command(&args.files),
            header.made
        );
        output::save(path, to_toml(&learned, &made)?)?;
    }
    if let Some(path) = &args.svg {
        let named = |held: &'_ [Held; 2]| {
            [("without the second best", held[0].clone()), ("with it", held[1].clone())]
        };
        let (chances, gains) = (named(&chances), named(&gains));
        let [chances, gains] =
            [&chances, &gains].map(|all| all.each_ref().map(|(name, held)| (*name, held)));
        output::save(path, calibration(&source, &chances, &gains).to_svg())?;
    }
    Ok(())
}

/// The command that learns this.
fn command(files: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
    };
    let names: Vec<String> = files.iter().map(name).collect();
    format!("zeitnot lab learn {}", names.join(" "))
}

/// How good the forecasts are.
fn judged(chances: &[Held; 2], gains: &[Held; 2]) -> String {
    let mut text = format!(
        "{:<40}{:>9}{:>9}{:>9}{:>9}{:>13}{:>12}\n",
        "on games not learned from",
        "moments",
        "mean",
        "loss",
        "mean's",
        "stability's",
        "top fifth"
    );
    let rows = [
        ("change (log loss)", &chances[0]),
        ("change, second best known (log loss)", &chances[1]),
        ("gain (squared error)", &gains[0]),
        ("gain, second best known (squared error)", &gains[1]),
    ];
    for (name, held) in rows {
        text += &format!(
            "{name:<40}{:>9}{:>9.4}{:>9.4}{:>9.4}{:>13.4}{:>10.0} %\n",
            held.moments,
            held.mean,
            held.loss,
            held.base,
            held.by_stability,
            100.0 * held.in_top_fifth
        );
    }
    text += "\nforecast and what came, by tenths of the moments\n";
    for (name, held) in rows {
        let pairs: Vec<String> =
            held.bins.iter().map(|bin| format!("{:.3}/{:.3}", bin.forecast, bin.came)).collect();
        text += &format!("{name}: {}\n", pairs.join(" "));
    }
    text
}

/// The weights.
fn weights(forecast: &Forecast) -> String {
    const NAMES: [&str; Terms::COUNT] = [
        "base", "stable", "depth", "effort", "share", "drop", "changes", "stakes", "choice",
        "easy", "gap",
    ];
    let Forecast { change, change_with_gap, gain, gain_with_gap } = forecast;
    let columns = [change, change_with_gap, gain, gain_with_gap].map(Terms::row);
    let mut text =
        format!("{:<10}{:>9}{:>9}{:>9}{:>9}\n", "weight", "change", "+gap", "gain", "+gap");
    for (number, name) in NAMES.iter().enumerate() {
        let row: String = columns.iter().map(|column| format!("{:>9.3}", column[number])).collect();
        text += &format!("{name:<10}{row}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_cannot_be_written_are_known_before_searches_are_read() {
        let (out, svg) = (Some(PathBuf::from("/nowhere/forecast.toml")), None);
        let refusal = learn(&Learn { files: vec!["no/such".into()], out, svg }).unwrap_err();
        assert!(refusal.to_string().starts_with("/nowhere/forecast.toml cannot be written: "));
    }
}
