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
    /// The game has no move that can be played: the file may be something else.
    #[error("{}, game {number}: it has no move{reason}", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
        /// The game.
        number: u32,
        /// What is wrong in it, if anything is.
        reason: String,
    },
}

/// The game with this number, from 1.
///
/// # Errors
/// If the file cannot be read, has fewer games, or nothing to be played in this one.
pub(super) fn game(path: &Path, number: u32) -> Result<Record, PaperError> {
    let failure = reading(path);
    let file = File::open(path).map_err(failure)?;
    let mut games = 0;
    for record in Reader::new(BufReader::new(file)) {
        let record = record.map_err(failure)?;
        games += 1;
        if games == number && record.moves.is_empty() {
            let reason = record.problems.first().map(|problem| format!(" ({problem})"));
            let (path, reason) = (path.to_owned(), reason.unwrap_or_default());
            return Err(PaperError::Empty { path, number, reason });
        }
        if games == number {
            return Ok(record);
        }
    }
    Err(PaperError::Missing { path: path.to_owned(), number, games })
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;

    #[test]
    fn a_text_without_a_move_is_no_game() {
        let path = env::temp_dir().join(format!("zeitnot-paper-{}.pgn", process::id()));
        let refusal = |text: &str| {
            fs::write(&path, text).unwrap();
            let refusal = game(&path, 1).unwrap_err().to_string();
            refusal.strip_prefix(&path.display().to_string()).map(str::to_owned).unwrap()
        };
        assert_eq!(refusal("[Event \"x\"]\n\n*\n"), ", game 1: it has no move");
        let told = refusal("These are my notes.\n");
        assert!(told.starts_with(", game 1: it has no move ("), "{told}");
        fs::write(&path, "1. e4 *").unwrap();
        assert_eq!(game(&path, 1).unwrap().moves.len(), 1);
        fs::remove_file(path).unwrap();
    }
}
