//! The log: every line in and out with its time, and what the engine remarks.

use std::{fs::OpenOptions, io, path::Path, path::PathBuf};

use env_logger::{Builder, Env, Target};
use log::{LevelFilter, SetLoggerError, debug, info};

/// The lines in and out, in the log.
const WIRE: &str = "zeitnot::wire";

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

/// Starts the log: all of it at the end of `file` if there is one, else what the environment
/// variable `RUST_LOG` asks for on the standard error stream.
///
/// # Errors
/// If the file cannot be opened for writing, or a log has been started before.
pub fn start(file: Option<&Path>) -> Result<(), LogError> {
    let mut builder = match file {
        None => Builder::from_env(Env::default()),
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(|source| LogError::Open { path: path.to_owned(), source })?;
            let mut builder = Builder::new();
            builder.filter_level(LevelFilter::Debug).target(Target::Pipe(Box::new(file)));
            builder
        }
    };
    builder.format_timestamp_millis().try_init()?;
    Ok(())
}

/// Notes a line that came in.
pub fn line_in(text: &str) {
    info!(target: WIRE, "> {text}");
}

/// Notes a line that goes out.
pub fn line_out(text: &str) {
    info!(target: WIRE, "< {text}");
}

/// Notes what the engine says about its own work.
pub fn remark(text: &str) {
    debug!("{text}");
}
