//! Syzygy endgame tables: the result of positions with few men, and the moves that keep it.
//!
//! The crate `pyrrhic-rs` reads the tables. It keeps them in memory of its own that exists once, so
//! one [`Tablebase`] can be open at a time. It does not build on Linux for ARM; there the tables
//! are refused, and everything else works.

use std::{fs, io::Read, path::Path};

use crate::position::{ChessMove, Position};

#[cfg(not(all(target_os = "linux", any(target_arch = "aarch64", target_arch = "arm"))))]
mod pyrrhic;
#[cfg(not(all(target_os = "linux", any(target_arch = "aarch64", target_arch = "arm"))))]
use pyrrhic::Tables;

#[cfg(all(target_os = "linux", any(target_arch = "aarch64", target_arch = "arm")))]
mod absent;
#[cfg(all(target_os = "linux", any(target_arch = "aarch64", target_arch = "arm")))]
use absent::Tables;

#[cfg(test)]
pub(crate) mod tests;

/// The character between two folders.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// What a table of results begins with.
const RESULTS: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];

/// The worth of a position for the side to move, both sides playing perfectly, with the fifty-move
/// rule counted from now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Won.
    Win,
    /// Drawn, perhaps only by the fifty-move rule.
    Draw,
    /// Lost.
    Loss,
}

/// What tables know of a position that is to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The moves worth searching; never empty.
    pub moves: Vec<ChessMove>,
    /// The worth of the position with the half-moves since the last capture or pawn move counted in; `None` where
    /// they may spoil what tables of results alone know.
    pub verdict: Option<Verdict>,
}

/// Why there are no tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TablebaseError {
    /// A folder holds none, or does not exist.
    #[error("there are no Syzygy tables (*.rtbw) in the folder {0:?}")]
    Empty(String),
    /// A table is cut short, or none.
    #[error("the Syzygy table {0:?} is cut short or damaged; it has to be fetched again")]
    Damaged(String),
    /// The reader of the tables refuses them, or they are open already.
    #[error("the Syzygy tables cannot be opened: {0}")]
    Refused(String),
}

/// Open tables; they are closed when this is dropped.
pub struct Tablebase {
    tables: Tables,
    most_men: u32,
}

impl Tablebase {
    /// Opens the tables in `folders`, separated by [`SEPARATOR`].
    ///
    /// # Errors
    /// If one of the folders holds no tables or one that is cut short, or other tables are open.
    pub fn open(folders: &str) -> Result<Tablebase, TablebaseError> {
        let most_men = Tablebase::check(folders)?;
        Ok(Tablebase { tables: Tables::open(folders)?, most_men })
    }

    /// Looks the tables in `folders` over without opening them; returns the men of the greatest.
    ///
    /// # Errors
    /// As [`Tablebase::open`], but whether others are open.
    pub fn check(folders: &str) -> Result<u32, TablebaseError> {
        let named = folders.split(SEPARATOR).filter(|folder| !folder.is_empty());
        let found: Vec<u32> =
            named.map(|folder| greatest_table(Path::new(folder))).collect::<Result<_, _>>()?;
        found.into_iter().max().ok_or_else(|| TablebaseError::Empty(folders.to_owned()))
    }

    /// The most men, kings included, of a position that can be looked up.
    pub fn most_men(&self) -> u32 {
        self.most_men
    }

    /// The worth of a position, if a table has it. Positions with castling rights are in none, and
    /// where moves have been made since the last capture or pawn move the fifty-move rule may know
    /// better.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        let known = self.covers(position) && position.halfmoves() == 0;
        known.then(|| self.tables.verdict(position)).flatten()
    }

    /// The worth of a position and the moves that keep it, a win or a loss that the fifty-move rule spoils being
    /// better or worse than a draw. While winning, those that bring the next capture or pawn move nearest,
    /// so that the fifty-move rule is met; where a table of distances (`*.rtbz`) is missing, all that win.
    pub fn advice(&self, position: &Position) -> Option<Advice> {
        let known = self.covers(position) && !position.legal_moves().is_empty();
        let found = known.then(|| self.tables.advice(position)).flatten()?;
        let legal = found.moves.iter().all(|&mv| position.is_legal(mv));
        (legal && !found.moves.is_empty()).then_some(found)
    }

    /// Whether the tables have positions of so few men; with castling rights none does.
    pub fn covers(&self, position: &Position) -> bool {
        position.occupied().popcnt() <= self.most_men && position.castling_rooks().popcnt() == 0
    }
}

/// The men of the greatest table in a folder: `KQPvKR.rtbw` has five. The reader of the tables believes whatever a
/// file says, so one that is cut short would end the program in the middle of a game.
fn greatest_table(folder: &Path) -> Result<u32, TablebaseError> {
    let mut most_men = 0;
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let name = path.file_stem().and_then(|name| name.to_str());
        let Some(name) = name.filter(|_| path.extension().is_some_and(|it| it == "rtbw")) else {
            continue;
        };
        if !is_whole(&path) {
            return Err(TablebaseError::Damaged(path.display().to_string()));
        }
        most_men = most_men.max(name.chars().filter(char::is_ascii_uppercase).count() as u32);
    }
    if most_men == 0 {
        return Err(TablebaseError::Empty(folder.display().to_string()));
    }
    Ok(most_men)
}

/// Whether a file begins as a table of results does and is as long as one may be: blocks of 64 bytes and a check sum
/// of 16.
fn is_whole(table: &Path) -> bool {
    let mut beginning = [0; RESULTS.len()];
    fs::File::open(table).is_ok_and(|mut file| {
        let long = file.metadata().is_ok_and(|it| it.len() > 64 && it.len() % 64 == 16);
        long && file.read_exact(&mut beginning).is_ok() && beginning == RESULTS
    })
}
