//! Which tables of distances (`*.rtbz`) there are.
//!
//! The reader takes each of them for present, and when it cannot open one it forgets the results
//! (`*.rtbw`) of the same material as well, until all tables are closed. So it must not be asked.

use std::{collections::HashSet, fs, path::Path};

use crate::position::{Color, Piece, Position};

/// The kinds of men, in the order of a table's name.
const KINDS: [(Piece, &str); 6] = [
    (Piece::King, "K"),
    (Piece::Queen, "Q"),
    (Piece::Rook, "R"),
    (Piece::Bishop, "B"),
    (Piece::Knight, "N"),
    (Piece::Pawn, "P"),
];

/// The names of the tables of distances, such as `KQPvKR`.
pub(super) struct Distances(HashSet<String>);

impl Distances {
    /// Those in folders.
    pub(super) fn within(folders: &[&str]) -> Distances {
        Distances(folders.iter().flat_map(|folder| names(Path::new(folder))).collect())
    }

    /// Whether a root position can be looked up. All that needs is the table of its own men: of what a
    /// capture or a promotion leads to, the reader wants the result alone.
    pub(super) fn reach(&self, root: &Position) -> bool {
        let [white, black] = [Color::White, Color::Black].map(|color| men(root, color));
        self.0.contains(&format!("{white}v{black}")) || self.0.contains(&format!("{black}v{white}"))
    }
}

/// The names of a folder's tables.
fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let tables = files.filter(|path| is_table(path));
    tables.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

/// Whether a file is a table of distances and has not been cut short: their lengths tell.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rtbz")
        && path.metadata().is_ok_and(|file| file.is_file() && file.len() % 64 == 16)
}

/// One side's men, as a table's name has them.
fn men(position: &Position, color: Color) -> String {
    let count = |piece| (position.color(color) & position.pieces(piece)).popcnt() as usize;
    KINDS.iter().map(|&(piece, letter)| letter.repeat(count(piece))).collect()
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn a_root_is_reached_by_the_whole_table_of_its_own_men_whoever_has_them() {
        let folder = env::temp_dir().join(format!("distances-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let files = [("KQvKR.rtbz", 80), ("KPvK.rtbz", 79), ("KRvK.rtbw", 80)];
        for (name, length) in files {
            fs::write(folder.join(name), vec![0; length]).unwrap();
        }
        let found = Distances::within(&["/no/such/folder", folder.to_str().unwrap()]);
        fs::remove_dir_all(&folder).unwrap();
        let reached = |fen: &str| found.reach(&Position::from_fen(fen).unwrap());
        assert!(reached("8/8/8/3k4/8/7r/1Q6/K7 b - - 0 1"));
        assert!(reached("8/8/8/3K4/8/7R/1q6/k7 w - - 0 1"));
        assert!(!reached("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"), "no such file");
        assert!(!reached("8/8/8/3k4/8/8/1P6/K7 w - - 0 1"), "cut short");
        assert!(!reached("8/8/8/3k4/8/8/1R6/K7 w - - 0 1"), "results alone");
    }
}
