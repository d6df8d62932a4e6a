//! The log: what the engine is and how it is set, every line in and out with its time, and what it
//! remarks.

use std::{
    collections::BTreeSet,
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use env_logger::{Builder, Env, Target, fmt::Formatter};
use log::{LevelFilter, Record, SetLoggerError, error, info};

use super::{
    archive::{Older, calendar, moment, set_aside},
    outlet::Outlet,
    version::version,
};
use crate::{lock::lock, options::Options, program::NAME};

/// The lines in and out, in the log.
const WIRE: &str = "zeitnot::wire";

/// Whether the log is a file, and not the standard error stream.
static IN_FILE: AtomicBool = AtomicBool::new(false);

/// Whether the file is to be opened anew before the next record, and how large it may grow, in bytes;
/// 0 for no limit.
static REOPEN: AtomicBool = AtomicBool::new(false);
static LIMIT: AtomicU64 = AtomicU64::new(0);

/// Takes the records that have no file, a line at a time.
type Sink = Box<dyn Fn(&str) + Send>;

/// Where they go; to the standard error stream, if nowhere else, and through the outlet if nobody is to wait
/// for that.
static SINK: Mutex<Option<Sink>> = Mutex::new(None);
static OUTLET: Mutex<Option<Outlet>> = Mutex::new(None);

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
        None => {
            let mut builder = Builder::from_env(Env::default());
            builder.target(Target::Pipe(Box::new(Elsewhere)));
            builder
        }
        Some(path) => {
            let mut builder = Builder::new();
            let file = Target::Pipe(Box::new(LogFile::open(path)?));
            builder.filter_level(LevelFilter::Debug).target(file);
            IN_FILE.store(true, Relaxed);
            builder
        }
    };
    builder.format(write_record).try_init()?;
    info!("{NAME} {}", version());
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

/// From now on nobody waits for the standard error stream: records that it does not take in time are dropped.
///
/// # Errors
/// If there can be no thread that writes.
pub fn wait_for_nobody() -> io::Result<()> {
    *lock(&OUTLET) = Some(Outlet::new(io::stderr())?);
    Ok(())
}

/// Waits until the standard error stream has everything, so long at most.
pub fn finish(patience: Duration) {
    let outlet = lock(&OUTLET).clone();
    outlet.iter().for_each(|outlet| outlet.finish(patience));
}

/// Warnings and errors that have no file go here from now on, without what stands in front of them; of other
/// records without a file there are none any more. The sink must not write to the log itself.
pub fn divert_warnings(sink: impl Fn(&str) + Send + 'static) {
    if !IN_FILE.load(Relaxed) {
        log::set_max_level(log::max_level().min(LevelFilter::Warn));
        let text = move |record: &str| {
            sink(record.split_once("] ").map_or(record, |(_, text)| text));
        };
        *lock(&SINK) = Some(Box::new(text));
    }
}

/// They go to the standard error stream again.
pub fn divert_no_longer() {
    lock(&SINK).take();
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

/// Takes whole records to where they go.
struct Elsewhere;

impl Write for Elsewhere {
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(record);
        match (&*lock(&SINK), &*lock(&OUTLET)) {
            (Some(sink), _) => text.lines().for_each(sink),
            (None, Some(outlet)) => text.lines().for_each(|line| outlet.line(line)),
            (None, None) => io::stderr().write_all(record)?,
        }
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A log that cannot be written is no reason to lose a game, so each fault is told once and borne.
struct LogFile {
    path: PathBuf,
    file: File,
    /// Bytes of the file; once it could not be set aside they are counted anew, and it is tried again.
    length: u64,
    /// Whether the last record may have been cut.
    cut: bool,
    told: BTreeSet<String>,
}

impl LogFile {
    fn open(path: &Path) -> Result<LogFile, LogError> {
        let path = path.to_owned();
        match opened(&path) {
            Ok((file, length)) => {
                Ok(LogFile { path, file, length, cut: false, told: BTreeSet::new() })
            }
            Err(source) => Err(LogError::Open { path, source }),
        }
    }

    /// Opens the file anew if that is `asked` for, and when it has been set aside at `limit` bytes (0 for
    /// never). If one of them cannot be, the old file goes on.
    fn renew(&mut self, asked: bool, limit: u64) {
        if asked {
            self.open_anew();
        }
        if limit == 0 || self.length < limit {
            return;
        }
        match set_aside(&self.path, limit, Older::Goes) {
            Ok(_) => self.open_anew(),
            Err(fault) => {
                self.length = 0;
                self.tell(format!("the log file {fault}; it goes on growing"));
            }
        }
    }

    fn open_anew(&mut self) {
        match opened(&self.path) {
            Ok(new) => (self.file, self.length) = new,
            Err(fault) => {
                let path = self.path.display();
                self.tell(format!("the log file {path} cannot be opened anew: {fault}"));
            }
        }
    }

    /// Appends all of a record in one call, which the system does not mix with other processes'. Behind one
    /// that a full disk may have cut it begins a line of its own; to cut off the rest would harm theirs.
    fn append(&mut self, record: &[u8]) {
        let begin: &[u8] = if self.cut { b"\n" } else { b"" };
        let whole = [begin, record].concat();
        let written = self.file.write_all(&whole);
        self.cut = written.is_err();
        match written {
            Ok(()) => self.length += whole.len() as u64,
            Err(fault) => {
                let path = self.path.display();
                self.tell(format!(
                    "the log file {path} cannot be written: {fault}; playing on, lines will be missing"
                ));
            }
        }
    }

    fn tell(&mut self, fault: String) {
        if self.told.insert(fault.clone()) {
            let _ = writeln!(io::stderr(), "{NAME}: {fault}");
        }
    }
}

/// A file to be appended to, and its bytes.
fn opened(path: &Path) -> io::Result<(File, u64)> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    let length = file.metadata()?.len();
    Ok((file, length))
}

impl Write for LogFile {
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        self.renew(REOPEN.swap(false, Relaxed), LIMIT.load(Relaxed));
        self.append(record);
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    fn fresh_folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("zeitnot-log-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_log_that_is_full_is_set_aside_and_goes_on_if_it_cannot_be() {
        let folder = fresh_folder("full");
        // A number behind the second name makes it longer than names may be.
        for (name, rest) in
            [("log".to_owned(), "third\n"), ("l".repeat(255), "first\nsecond\nthird\n")]
        {
            let path = folder.join(&name);
            let mut log = LogFile::open(&path).unwrap();
            for record in ["first\n", "second\n", "third\n"] {
                log.renew(false, 8);
                log.append(record.as_bytes());
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), rest);
            assert_eq!(log.told.len(), usize::from(name != "log"));
            assert!(log.told.iter().all(|told| told.contains("cannot be set aside as")));
        }
        assert_eq!(fs::read_to_string(folder.join("log.1")).unwrap(), "first\nsecond\n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_log_that_cannot_be_set_aside_is_still_opened_anew() {
        let folder = fresh_folder("anew");
        let path = folder.join("l".repeat(255));
        let mut log = LogFile::open(&path).unwrap();
        log.append(b"first\n");
        fs::rename(&path, folder.join("old")).unwrap();
        log.renew(true, 1);
        log.append(b"second\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), "second\n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn behind_a_record_that_may_be_cut_the_next_begins_a_line_of_its_own() {
        let folder = fresh_folder("cut");
        let path = folder.join("log");
        let mut log = LogFile::open(&path).unwrap();
        log.append(b"a rec");
        let writes = std::mem::replace(&mut log.file, File::open(&path).unwrap());
        log.append(b"this takes nothing\n");
        log.append(b"nor now\n");
        log.file = writes;
        log.append(b"first\n");
        log.append(b"second\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), "a rec\nfirst\nsecond\n");
        assert_eq!(log.told.len(), 1, "{:?}", log.told);
        fs::remove_dir_all(folder).unwrap();
    }
}
