//! How near the evaluation comes to recorded searches, as a small table.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
};

use crate::{
    eval::Evaluation,
    front::at_path::{AtPath, at},
    lab::{
        accuracy::{Accuracy, Nearness, accuracy},
        searchlog::{LogError, LoggedGame, Reader},
    },
};

/// Why nothing can be said.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// A file is no log of searches, or is damaged.
    #[error(transparent)]
    Log(#[from] AtPath<LogError>),
    /// There is nothing to compare with.
    #[error("the files have no search of a quiet position")]
    Empty,
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Compares the evaluation with the searches of some files.
///
/// # Errors
/// If a file cannot be read, or none has a quiet position.
pub fn compare(files: &[PathBuf], evaluation: &Evaluation) -> Result<(), Failure> {
    let mut games = Vec::new();
    for path in files {
        games.extend(read(path)?);
    }
    let accuracy = accuracy(&games, evaluation);
    if accuracy.all.positions == 0 {
        return Err(Failure::Empty);
    }
    Ok(print(&mut io::stdout().lock(), evaluation, &accuracy)?)
}

fn read(path: &Path) -> Result<Vec<LoggedGame>, Failure> {
    let input = BufReader::new(File::open(path).map_err(at(path))?);
    let games: Result<_, _> = Reader::new(input).map_err(at(path))?.collect();
    Ok(games.map_err(at(path))?)
}

fn print(out: &mut impl Write, evaluation: &Evaluation, accuracy: &Accuracy) -> io::Result<()> {
    let Accuracy { factor, all, balanced, exposed } = accuracy;
    writeln!(out, "{evaluation}, its scores times {factor:.2}")?;
    writeln!(out, "{:<16}{:>9}{:>10}{:>13}", "positions", "", "error", "correlation")?;
    for (name, near) in [("all", all), ("balanced", balanced), ("exposed king", exposed)] {
        let Nearness { positions, error, correlation } = near;
        writeln!(out, "{name:<16}{positions:>9}{error:>10.4}{correlation:>13.3}")?;
    }
    Ok(())
}
