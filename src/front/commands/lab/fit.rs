//! What many games tell of time, as text, pictures and a profile.

use std::{
    fs::{self, File},
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;

use super::fit_text;
use crate::{
    front::commands::{cores, progress::bar},
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
    #[arg(long)]
    concurrency: Option<usize>,
}

/// Why nothing can be told.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file of games cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Games {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// There is no game that can be counted.
    #[error("there is no game that can be counted")]
    Empty,
    /// A picture or the profile cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
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
    let gathered = read(args)?;
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
    Ok(writeln!(out, "in {}: {}", folder.display(), files.join(", "))?)
}

/// Counts the games of all files, with a bar.
fn read(args: &Fit) -> Result<Gathered, Failure> {
    let failure = |path: &Path, source| Failure::Games { path: path.to_owned(), source };
    let opened: Vec<(File, u64)> = args
        .files
        .iter()
        .map(|path| {
            let file = File::open(path).map_err(|error| failure(path, error))?;
            let size = file.metadata().map_err(|error| failure(path, error))?.len();
            Ok((file, size))
        })
        .collect::<Result<_, Failure>>()?;
    let bar = bar(opened.iter().map(|(_, size)| size).sum(), 30, " bytes read");
    bar.enable_steady_tick(Duration::from_millis(500));
    let mut reading = 0;
    let files = opened.into_iter().enumerate();
    let chunks = files.flat_map(|(number, (file, _))| Chunks::new(BufReader::new(file), number));
    let watched = chunks.inspect(|chunk: &io::Result<Chunk>| {
        if let Ok(chunk) = chunk {
            bar.inc(chunk.text.len() as u64);
            reading = chunk.file;
        }
    });
    let threads = args.concurrency.unwrap_or_else(cores).clamp(1, 256);
    let gathered = gather(watched, threads, !args.unadjudicated);
    bar.finish_and_clear();
    gathered.map_err(|error| failure(&args.files[reading], error))
}

/// Writes pictures and profile; returns the names of the files.
fn write(gathered: &Gathered, files: &[PathBuf], folder: &Path) -> Result<Vec<String>, Failure> {
    let failure = |path: &Path, source| Failure::Write { path: path.to_owned(), source };
    fs::create_dir_all(folder).map_err(|error| failure(folder, error))?;
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
        fs::write(&path, text).map_err(|error| failure(&path, error))?;
        Ok(name.to_owned())
    };
    written.into_iter().map(save).collect()
}
