//! What the bot keeps: games, what it learned about lag, and the lock on its account.

use std::{
    env,
    error::Error,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use crate::{
    front::archive::{Archive, Computer},
    ics::{Lags, config::Config},
    pgn::Record,
};

/// The bot's files.
pub(super) struct Files {
    pgn: Option<PathBuf>,
    state: Option<PathBuf>,
    /// Held as long as the bot runs.
    _lock: Option<File>,
}

impl Files {
    /// The files that the operator has named. An account is locked, so that no second bot plays on it.
    pub fn open(config: &Config) -> Result<Files, Box<dyn Error>> {
        let path = |name: &Option<String>| name.as_ref().map(PathBuf::from);
        let lock = if config.is_guest() { None } else { Some(lock(config)?) };
        Ok(Files { pgn: path(&config.files.pgn), state: path(&config.files.state), _lock: lock })
    }

    /// What was learned about lag in earlier games; nothing if there is no file yet.
    pub fn lags(&self) -> Result<Lags, Box<dyn Error>> {
        let Some(path) = &self.state else { return Ok(Lags::default()) };
        match fs::read_to_string(path) {
            Ok(text) => {
                Lags::parse(&text).map_err(|error| format!("{}: {error}", path.display()).into())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Lags::default()),
            Err(error) => {
                Err(format!("the file {} cannot be read: {error}", path.display()).into())
            }
        }
    }

    /// Keeps what was learned about lag: the file is there as a whole or as it was.
    pub fn remember(&self, lags: &Lags) -> io::Result<()> {
        let Some(path) = &self.state else { return Ok(()) };
        let new = path.with_extension("new");
        fs::write(&new, lags.to_text())?;
        fs::rename(new, path)
    }

    /// Adds a game.
    pub fn save(&self, mut record: Record) -> io::Result<()> {
        let Some(path) = &self.pgn else { return Ok(()) };
        record.tags.date = Computer.today();
        Computer.append(path, &record.to_string())
    }
}

/// Locks the account for this process.
fn lock(config: &Config) -> Result<File, Box<dyn Error>> {
    let name =
        format!("zeitnot-{}-{}.lock", config.server.host, config.account.name.to_lowercase());
    let path =
        env::temp_dir().join(name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-"));
    let unusable = |path: &Path, error: &dyn std::fmt::Display| {
        format!("the lock {} cannot be used: {error}", path.display())
    };
    let file = File::options().create(true).append(true).open(&path);
    let file = file.map_err(|error| unusable(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(format!("another zeitnot plays as {} already", config.account.name).into())
        }
        Err(TryLockError::Error(error)) => Err(unusable(&path, &error).into()),
    }
}
