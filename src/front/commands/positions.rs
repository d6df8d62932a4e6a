//! Writing the positions of games to a file, for programs that fit networks elsewhere: on a graphics
//! processor, say.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    output::{self, Output},
    progress::{bar, interruption},
    threads,
};
use crate::{
    front::{
        args::at_once,
        at_path::{AtPath, at, writing},
    },
    train::{
        Blocks, StoreError,
        fit::{ENTRY_BYTES, Entry, Harvest},
    },
};

/// Whose positions are written, and where to.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Example:\n  zeitnot train positions data/*.games --out data/all.positions\n  \
                  scripts/fit-network.py data/all.positions --hidden 512 --out data/wide.net"
)]
pub struct Positions {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where to write the positions, 32 bytes each
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weight of the next position's score in a score, recursively (TD lambda), 0 to 1
    #[arg(long, default_value_t = 0.7)]
    ahead: f64,
    /// Threads; as many as there are processor cores if left out
    #[arg(long, value_parser = at_once())]
    concurrency: Option<usize>,
}

/// Why no positions can be written.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file of games cannot be read.
    #[error(transparent)]
    Games(#[from] AtPath<StoreError>),
    /// A share is none.
    #[error("--ahead {0} is not from 0 to 1")]
    Share(f64),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] AtPath<io::Error>),
    /// What was done cannot be said, or Ctrl-C cannot be caught.
    #[error("{0}")]
    Console(#[from] io::Error),
}

/// Writes them, each once. Ctrl-C ends it with those of the games read so far.
///
/// # Errors
/// If the games cannot be read or the file cannot be written.
pub fn positions(args: &Positions) -> Result<(), Failure> {
    if !(0.0..=1.0).contains(&args.ahead) {
        return Err(Failure::Share(args.ahead));
    }
    let interrupted = interruption()?;
    let written = export(args, || interrupted.try_recv().is_err())?;
    let file = args.out.display();
    Ok(writeln!(io::stdout().lock(), "{file}: {written} positions of {ENTRY_BYTES} bytes")?)
}

/// Writes the positions as long as `go_on` says so; how many there are.
fn export(args: &Positions, mut go_on: impl FnMut() -> bool) -> Result<usize, Failure> {
    let threads = threads(args.concurrency);
    let inputs = opened(&args.files)?;
    output::apart(&args.out, &args.files)?;
    let (mut out, output) = (Output::create(&args.out)?, writing(&args.out));
    let (mut harvest, mut written, mut more) = (Harvest::new(args.ahead), 0, true);
    for (file, mut blocks) in inputs {
        let bar = bar(length(file).map_err(at(file))?, 30, " bytes read");
        while more && harvest.add(&mut blocks, threads).map_err(at(file))? {
            written += write(&mut out, &mut harvest).map_err(output)?;
            bar.set_position(blocks.place());
            more = go_on();
        }
    }
    out.finish()?;
    Ok(written)
}

/// All files of games, opened before anything is written: one that is none is to cost nothing.
pub(super) fn opened(files: &[PathBuf]) -> Result<Vec<(&Path, Blocks)>, AtPath<StoreError>> {
    let open = |file: &PathBuf| Blocks::open(file).map_err(at(file));
    files.iter().map(|file| open(file).map(|blocks| (file.as_path(), blocks))).collect()
}

/// How long a file is, in bytes.
pub(super) fn length(file: &Path) -> Result<u64, StoreError> {
    Ok(file.metadata()?.len())
}

/// Writes what was gathered last; how many positions that is.
fn write(out: &mut impl Write, harvest: &mut Harvest) -> io::Result<usize> {
    let data = harvest.drain();
    let mut put = |entries: &[Entry], held_back| -> io::Result<()> {
        entries.iter().try_for_each(|entry| out.write_all(&entry.to_bytes(held_back)))
    };
    put(&data.train, false)?;
    put(&data.held_back, true)?;
    Ok(data.train.len() + data.held_back.len())
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;
    use crate::{
        position::Position,
        train::{Block, Header, Record, Store},
    };

    #[test]
    fn every_position_is_written_once_whatever_file_it_is_in() {
        let path = |name: &str| env::temp_dir().join(format!("positions-{name}-{}", process::id()));
        let (mut game, mut position) = (Record::default(), Position::startpos());
        for san in ["e4", "e5", "Nf3", "Nc6"] {
            let mv = position.parse_move(san).unwrap();
            game.moves.push(mv);
            game.chances.push(125);
            position.play(mv);
        }
        let files = ["one", "other"].map(path);
        for file in &files {
            let header = Header { evaluation: "classical".to_owned(), nodes: 1, seed: 1 };
            let block = Block { number: 0, games: vec![game.clone(); 2] };
            Store::open(file, &header).unwrap().append(&block).unwrap();
        }
        let mut args =
            Positions { files: files.to_vec(), out: path("out"), ahead: 0.7, concurrency: Some(2) };
        assert_eq!(export(&args, || true).unwrap(), 4);
        args.files.push(path("missing"));
        let refusal = export(&args, || true).unwrap_err().to_string();
        assert!(refusal.contains("positions-missing-"), "{refusal}");
        let bytes = fs::read(&args.out).unwrap();
        files.iter().chain([&args.out]).for_each(|file| fs::remove_file(file).unwrap());
        assert_eq!(bytes.len(), 4 * ENTRY_BYTES);
        // The first game of all is held back, and so are its positions.
        assert!(bytes.chunks(ENTRY_BYTES).all(|entry| entry[24] & 4 != 0));
    }

    #[test]
    fn games_are_not_overwritten_by_their_positions() {
        let games = env::temp_dir().join(format!("positions-same-{}", process::id()));
        let header = Header { evaluation: "classical".to_owned(), nodes: 1, seed: 1 };
        drop(Store::open(&games, &header).unwrap());
        let before = fs::read(&games).unwrap();
        let files = vec![games.clone()];
        let args = Positions { files, out: games.clone(), ahead: 0.7, concurrency: Some(1) };
        let refusal = export(&args, || true).unwrap_err().to_string();
        assert!(refusal.ends_with("name another one"), "{refusal}");
        assert_eq!(fs::read(&games).unwrap(), before);
        fs::remove_file(games).unwrap();
    }
}
