//! What many games tell of time, as text, pictures and a profile.

use std::{
    cell::Cell,
    fs::{self, File},
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;

use super::fit_text;
use crate::{
    front::{
        args::at_once,
        at_path::{AtPath, reading, writing},
        commands::{output, progress::bar, threads},
    },
    lab::games::{Chunk, Chunks, Gathered, Profile, gather, pictures},
};

/// How long games are, how much of one is still to come by moves made and by material, and what players
/// spend, each beside the figures of Vuckovic and Solak.
///
/// A broken game is told and passed over. With --out come pictures (SVG) and profile.toml, which has the
/// curves as numbers.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Example:\n  zeitnot lab fit games/*.pgn --out lab-fit")]
pub struct Fit {
    /// Files of games (PGN)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write pictures and the profile into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Leave out games that were adjudicated, since they would have gone on
    #[arg(long)]
    unadjudicated: bool,
    /// Threads; as many as there are processor cores if left out
    #[arg(long, value_parser = at_once())]
    concurrency: Option<usize>,
}

/// What comes of enough games, whatever they are.
const ALWAYS: [&str; 2] = ["material.svg", "profile.toml"];

/// Why nothing can be told.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file of games cannot be read, or a picture or the profile cannot be written.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// There is no game that can be counted.
    #[error("there is no game that can be counted")]
    Empty,
    /// The profile cannot be put into words.
    #[error("the profile cannot be written: {0}")]
    Profile(#[from] toml::ser::Error),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Counts the games and tells of them.
///
/// # Errors
/// If a file cannot be read or written, or there are no games.
pub fn fit(args: &Fit) -> Result<(), Failure> {
    let opened = open(&args.files)?;
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).map_err(writing(folder))?;
    }
    let gathered = read(args, opened)?;
    let mut out = io::stdout().lock();
    if gathered.statistics.all.lengths.games() > 0 {
        out.write_all(fit_text::text(&gathered.statistics).as_bytes())?;
    }
    out.write_all(fit_text::skipped(&gathered, &args.files).as_bytes())?;
    if gathered.statistics.all.lengths.games() == 0 {
        return Err(Failure::Empty);
    }
    let Some(folder) = &args.out else { return Ok(()) };
    let files = write(&gathered, &args.files, folder)?;
    writeln!(out, "in {}: {}", folder.display(), files.join(", "))?;
    let missing: Vec<&str> =
        ALWAYS.into_iter().filter(|name| !files.iter().any(|it| it == name)).collect();
    if !missing.is_empty() {
        writeln!(out, "too few games for {}", missing.join(" and "))?;
    }
    Ok(())
}

/// All files, each with its length in bytes: one that is missing is to be known before the others are counted.
fn open(files: &[PathBuf]) -> Result<Vec<(File, u64)>, Failure> {
    let open = |path: &PathBuf| {
        let file = File::open(path).map_err(reading(path))?;
        let size = file.metadata().map_err(reading(path))?.len();
        Ok((file, size))
    };
    files.iter().map(open).collect()
}

/// Counts the games of all files, with a bar.
fn read(args: &Fit, opened: Vec<(File, u64)>) -> Result<Gathered, Failure> {
    let bar = bar(opened.iter().map(|(_, size)| size).sum(), 30, " bytes read");
    bar.enable_steady_tick(Duration::from_millis(500));
    let current = Cell::new(0);
    let files = opened.into_iter().enumerate();
    let chunks = files.flat_map(|(number, (file, _))| {
        current.set(number);
        Chunks::new(BufReader::new(file), number)
    });
    let watched = chunks.inspect(|chunk: &io::Result<Chunk>| {
        bar.inc(chunk.as_ref().map_or(0, |chunk| chunk.text.len() as u64));
    });
    let threads = threads(args.concurrency);
    let gathered = gather(watched, threads, !args.unadjudicated);
    bar.finish_and_clear();
    Ok(gathered.map_err(reading(&args.files[current.get()]))?)
}

/// Writes pictures and profile; returns the names of the files.
fn write(gathered: &Gathered, files: &[PathBuf], folder: &Path) -> Result<Vec<String>, Failure> {
    let source = fit_text::source(&gathered.statistics, files);
    let mut written: Vec<(&str, String)> = pictures(&gathered.statistics, &source)
        .into_iter()
        .map(|picture| (picture.name, picture.svg))
        .collect();
    if let Some(profile) = Profile::new(&gathered.statistics) {
        written.push(("profile.toml", profile.to_toml()?));
    }
    let save = |(name, text): (&str, String)| {
        let path = folder.join(name);
        output::apart(&path, files)?;
        output::save(&path, text)?;
        Ok(name.to_owned())
    };
    written.into_iter().map(save).collect()
}
