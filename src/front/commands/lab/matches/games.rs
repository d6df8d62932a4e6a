//! The file that a match's games go to, and are read from when it goes on.

use std::{
    fs::{File, OpenOptions},
    io::{BufReader, Write},
    path::{Path, PathBuf},
};

use super::{Failure, TERMS};
use crate::{front::at_path::at, lab::clocked::Books, pgn::Reader};

/// Enters the games of a file that were played on the same terms.
pub(super) fn read_games(
    path: Option<&Path>,
    terms: &str,
    books: &mut Books,
) -> Result<(), Failure> {
    let Some(path) = path.filter(|path| path.exists()) else { return Ok(()) };
    let failure = at(path);
    for record in Reader::new(BufReader::new(File::open(path).map_err(failure)?)) {
        let record = record.map_err(failure)?;
        let theirs = record.tags.get(TERMS).unwrap_or_default();
        // A game without moves is what is left of one that was being written.
        if theirs != terms && !record.moves.is_empty() {
            let (path, theirs, ours) = (path.to_owned(), theirs.to_owned(), terms.to_owned());
            return Err(Failure::OtherMatch { path, theirs, ours });
        }
        if theirs == terms {
            books.enter(&record);
        }
    }
    Ok(())
}

/// The file that games go to.
pub(super) struct Paper {
    path: PathBuf,
    file: File,
}

impl Paper {
    /// A new file, or one to go on with, where the last game may have been left unfinished.
    pub fn open(path: &Path, resume: bool) -> Result<Paper, Failure> {
        let failure = at(path);
        if !resume && path.exists() {
            return Err(Failure::Exists(path.to_owned()));
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failure)?;
        if file.metadata().map_err(failure)?.len() > 0 {
            file.write_all(b"\n").map_err(failure)?;
        }
        Ok(Paper { path: path.to_owned(), file })
    }

    /// Adds a game, at once, so that it is kept whatever comes.
    pub fn add(&mut self, game: &str) -> Result<(), Failure> {
        let written = self.file.write_all(game.as_bytes());
        Ok(written.map_err(at(&self.path))?)
    }
}
