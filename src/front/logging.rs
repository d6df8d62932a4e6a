//! The log: what the engine is and how it is set, every line in and out with its time, and what it
//! remarks.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use env_logger::{Builder, Env, Target, fmt::Formatter};
use log::{LevelFilter, Record, SetLoggerError, error, info};

use super::{
    archive::{calendar, moment, set_aside},
    version::version,
};
use crate::options::Options;

/// The lines in and out, in the log.
const WIRE: &str = "zeitnot::wire";

/// Whether the log is a file, and not the standard error stream.
static IN_FILE: AtomicBool = AtomicBool::new(false);

/// Whether the file is to be opened anew before the next record, and how large it may grow, in bytes;
/// 0 for no limit.
static REOPEN: AtomicBool = AtomicBool::new(false);
static LIMIT: AtomicU64 = AtomicU64::new(0);

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be written.
    #[error("the log file {} cannot be opened: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Another log has been started before.
    #[error("the log cannot be started: {0}")]
    Started(#[from] SetLoggerError),
}

/// Starts the log with the version and the options in force: at the end of the file that the options
/// name, else what the environment variable `RUST_LOG` asks for on the standard error stream.
///
/// # Errors
/// If the file cannot be opened for writing, or a log has been started before.
pub fn start(options: &Options) -> Result<(), LogError> {
    let mut builder = match &options.settings().log {
        None => Builder::from_env(Env::default()),
        Some(path) => {
            let mut builder = Builder::new();
            let file = Target::Pipe(Box::new(LogFile::open(path)?));
            builder.filter_level(LevelFilter::Debug).target(file);
            IN_FILE.store(true, Relaxed);
            builder
        }
    };
    builder.format(write_record).try_init()?;
    info!("zeitnot {}", version());
    options.in_force().for_each(|line| info!("{line}"));
    Ok(())
}

/// Notes the error that ends the program; whoever sees the standard error stream is told of it there.
pub fn failure(error: &str) {
    if IN_FILE.load(Relaxed) {
        error!("{error}");
    }
}

/// Opens the file anew, by its name: somebody has moved it away.
pub fn reopen() {
    REOPEN.store(true, Relaxed);
}

/// From now on the file is set aside as `NAME.1` when it has grown beyond so many bytes; 0 for never.
pub fn limit(bytes: u64) {
    LIMIT.store(bytes, Relaxed);
}

/// Notes a line that came in.
pub fn line_in(text: &str) {
    info!(target: WIRE, "> {text}");
}

/// Notes what goes out; a person at a terminal gets several lines at a time.
pub fn line_out(text: &str) {
    text.split('\n').for_each(|line| info!(target: WIRE, "< {line}"));
}

/// Begins every line with the time and the process, as several engines may share a file.
fn write_record(out: &mut Formatter, record: &Record) -> io::Result<()> {
    let (time, process) = (moment(calendar()), process::id());
    let (level, target) = (record.level(), record.target());
    for line in record.args().to_string().split('\n') {
        writeln!(out, "[{time} {process} {level:<5} {target}] {line}")?;
    }
    Ok(())
}

/// A log that cannot be written is no reason to lose a game, so a fault is told once and borne.
struct LogFile {
    path: PathBuf,
    file: File,
    fault_told: bool,
}

impl LogFile {
    fn open(path: &Path) -> Result<LogFile, LogError> {
        let path = path.to_owned();
        match OpenOptions::new().create(true).append(true).open(&path) {
            Ok(file) => Ok(LogFile { path, file, fault_told: false }),
            Err(source) => Err(LogError::Open { path, source }),
        }
    }

    /// Opens the file anew if that was asked for, or if the old one has become too large. If that
    /// fails, the old one goes on.
    fn renew(&mut self) -> io::Result<()> {
        if set_aside(&self.path, LIMIT.load(Relaxed))? || REOPEN.swap(false, Relaxed) {
            self.file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        }
        Ok(())
    }

    fn tell(&mut self, fault: &io::Error) {
        if !self.fault_told {
            self.fault_told = true;
            let path = self.path.display();
            let _ = writeln!(
                io::stderr(),
                "zeitnot: the log file {path} cannot be written: {fault}; playing on, lines will be missing"
            );
        }
    }
}

impl Write for LogFile {
    /// Appends all of a record in one call, which the system does not mix with other processes'.
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        let renewed = self.renew();
        if let Err(fault) = renewed.and_then(|()| self.file.write_all(record)) {
            self.tell(&fault);
        }
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
