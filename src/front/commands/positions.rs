//! Writing the positions of games to a file, for programs that fit networks elsewhere: on a graphics
//! processor, say.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    progress::{bar, interruption},
    threads,
};
use crate::{
    front::at_path::{AtPath, at, writing},
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
    /// How much of a score is what the next position's made of it, 0 to 1, and so on
    #[arg(long, default_value_t = 0.7)]
    ahead: f64,
    /// Threads; as many as there are processor cores if left out
    #[arg(long)]
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
    let output = writing(&args.out);
    let mut out = BufWriter::new(File::create(&args.out).map_err(output)?);
    let (mut harvest, mut written, mut more) = (Harvest::new(args.ahead), 0, true);
    for file in &args.files {
        let mut blocks = Blocks::open(file).map_err(at(file))?;
        let bar = bar(length(file).map_err(at(file))?, 30, " bytes read");
        while more && harvest.add(&mut blocks, threads).map_err(at(file))? {
            written += write(&mut out, &mut harvest).map_err(output)?;
            bar.set_position(blocks.place());
            more = go_on();
        }
    }
    out.flush().map_err(output)?;
    Ok(written)
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
        let args =
            Positions { files: files.to_vec(), out: path("out"), ahead: 0.7, concurrency: Some(2) };
        assert_eq!(export(&args, || true).unwrap(), 4);
        let bytes = fs::read(&args.out).unwrap();
        files.iter().chain([&args.out]).for_each(|file| fs::remove_file(file).unwrap());
        assert_eq!(bytes.len(), 4 * ENTRY_BYTES);
        // The first game of all is held back, and so are its positions.
        assert!(bytes.chunks(ENTRY_BYTES).all(|entry| entry[24] & 4 != 0));
    }
}
