//! One game of a file on paper.

use std::{
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use crate::{
    front::at_path::{AtPath, reading},
    pgn::{Reader, Record},
};

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] AtPath<io::Error>),
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
}

/// The game with this number, from 1.
///
/// # Errors
/// If the file cannot be read or has fewer games.
pub(super) fn game(path: &Path, number: u32) -> Result<Record, PaperError> {
    let failure = reading(path);
    let file = File::open(path).map_err(failure)?;
    let mut games = 0;
    for record in Reader::new(BufReader::new(file)) {
        let record = record.map_err(failure)?;
        games += 1;
        if games == number {
            return Ok(record);
        }
    }
    Err(PaperError::Missing { path: path.to_owned(), number, games })
}
