//! What the bot keeps: games, what it learned about lag, and the lock on its account.

use std::{
    collections::{BTreeSet, VecDeque},
    env,
    error::Error,
    fs::{self, File, TryLockError},
    io::{self, Write},
    net::IpAddr,
    path::{Path, PathBuf},
};

use crate::{
    front::{
        archive::{Archive, Computer, set_aside},
        at_path::at,
        logging, words,
    },
    ics::{
        bot::State,
        config::{self, Config},
    },
    pgn::{Record, Tags},
};

/// So much waits for a disk that takes it, texts of games and lines for their list together; of more the
/// oldest are lost.
const MOST_WAITING: usize = 2_000;
/// So many names of a lock are tried.
const LOCKS: usize = 10;
/// Bytes of a megabyte.
const MEGABYTE: u64 = 1 << 20;

/// The bot's files.
#[derive(Default)]
pub(super) struct Files {
    pgn: Option<String>,
    games: Option<String>,
    state: Option<PathBuf>,
    /// How large games and their list may grow, in bytes; 0 for no limit.
    limit: u64,
    /// What could not be written yet, and where it belongs, the oldest first.
    waiting: VecDeque<(PathBuf, String)>,
    /// Held as long as the bot runs.
    _lock: Option<File>,
}

impl Files {
    /// The files that the operator has named. An account is locked, so that no second bot plays on it.
    pub fn open(config: &Config) -> Result<Files, Box<dyn Error>> {
        let lock = if config.is_guest() { None } else { Some(lock(config)?) };
        Ok(Files { _lock: lock, ..Files::named(&config.files) })
    }

    /// The same without a lock: nothing is played.
    pub fn named(names: &config::Files) -> Files {
        let mut files = Files::default();
        files.name(names);
        files
    }

    /// From now on they have other names.
    pub fn name(&mut self, files: &config::Files) {
        let config::Files { pgn, games, state, limit } = files.clone();
        (self.pgn, self.games, self.state) = (pgn, games, state.map(PathBuf::from));
        self.limit = limit.saturating_mul(MEGABYTE);
        logging::limit(self.limit);
    }

    /// What is left of earlier starts; nothing if there is no file yet. One that cannot be read
    /// is set aside as `NAME.bad`, with a word for the operator: it is no reason not to play.
    pub fn state(&self) -> (State, Option<String>) {
        let Some(path) = &self.state else { return Default::default() };
        let fault = match fs::read_to_string(path) {
            Ok(text) => match State::parse(&text) {
                Ok(state) => return (state, None),
                Err(fault) => fault.to_string(),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Default::default(),
            Err(error) => error.to_string(),
        };
        let mut bad = path.as_os_str().to_owned();
        bad.push(".bad");
        let aside = fs::rename(path, &bad).map_or_else(
            |error| format!("it cannot be set aside: {error}"),
            |()| format!("it is {} now", Path::new(&bad).display()),
        );
        let fault = fault.lines().next().unwrap_or_default();
        let name = path.display();
        (
            State::default(),
            Some(format!("{name} is damaged, and I begin without it ({fault}); {aside}")),
        )
    }

    /// Keeps what the next start is to know: the file is there as a whole or as it was. If it is to be
    /// `durable`, even when the power fails right afterwards; a game should not wait for that.
    pub fn remember(&self, state: &State, durable: bool) -> io::Result<()> {
        let Some(path) = &self.state else { return Ok(()) };
        let new = path.with_extension("new");
        let write = || {
            let text = state.to_text().map_err(io::Error::other)?;
            let mut file = File::create(&new)?;
            file.write_all(text.as_bytes())?;
            if durable { file.sync_all() } else { Ok(()) }
        };
        let kept = write().and_then(|()| fs::rename(&new, path));
        Ok(kept.map_err(at(path))?)
    }

    /// Why games will not be kept, for each file that cannot be written. Of files that are named after games
    /// nothing is known before the game.
    pub fn obstacles(&self) -> Vec<String> {
        let names = self.pgn.iter().chain(&self.games).filter(|name| !name.contains('{'));
        let fault = |name: &String| {
            let error = Computer.can_append(Path::new(name)).err()?;
            Some(format!("games cannot be kept in {name}: {error}"))
        };
        names.filter_map(fault).collect()
    }

    /// Why what is left of earlier starts cannot be read, or nothing left to the next one.
    pub fn state_obstacle(&self) -> Option<String> {
        let path = self.state.as_ref()?;
        let fault = match fs::read_to_string(path) {
            Ok(text) => State::parse(&text).err().map(|fault| fault.to_string()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => Some(error.to_string()),
        };
        let closed = || Computer.can_append(&path.with_extension("new")).err();
        let fault = fault.or_else(|| closed().map(|error| error.to_string()))?;
        Some(format!("{}: {}", path.display(), fault.lines().next().unwrap_or_default()))
    }

    /// Adds a game, which was played today, to the games and to the list of games.
    ///
    /// # Errors
    /// As [`Files::write_waiting`].
    pub fn save(&mut self, record: &Record) -> io::Result<()> {
        let texts = [(&self.pgn, record.to_string()), (&self.games, line(record))];
        for (name, text) in texts {
            self.waiting.extend(name.iter().map(|name| (named(name, &record.tags), text.clone())));
        }
        let surplus = self.waiting.len().saturating_sub(MOST_WAITING);
        self.waiting.drain(..surplus);
        self.write_waiting()
    }

    /// Writes what waits, in order. What cannot be written goes on waiting.
    ///
    /// # Errors
    /// The first that there was, with the name of its file.
    pub fn write_waiting(&mut self) -> io::Result<()> {
        let (mut fault, mut closed) = (Ok(()), BTreeSet::new());
        for (path, text) in std::mem::take(&mut self.waiting) {
            if !closed.contains(&path) {
                let Err(error) = self.append(&path, &text) else { continue };
                fault = fault.and(Err(error));
                closed.insert(path.clone());
            }
            self.waiting.push_back((path, text));
        }
        fault
    }

    /// The file with all games; none if they go to no file, or to several.
    pub fn games(&self) -> Option<PathBuf> {
        self.pgn.as_ref().filter(|name| !name.contains('{')).map(PathBuf::from)
    }

    /// How many megabytes are free where the bot writes, and for which of its files: of several places the one
    /// with the fewest. Nothing where there are no files, and where the system does not tell.
    pub fn room(&self) -> Option<(String, u64)> {
        let state = self.state.as_ref().map(|path| path.display().to_string());
        let names = self.pgn.iter().chain(&self.games).cloned().chain(state);
        let free = names.filter_map(|name| Some((free(Path::new(&name))?, name)));
        let megabytes =
            |bytes: u128| u64::try_from(bytes / u128::from(MEGABYTE)).unwrap_or(u64::MAX);
        free.min().map(|(bytes, name)| (name, megabytes(bytes)))
    }

    /// How much could not be written yet: texts of games, and lines for their list.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Adds to a file; one that has become too large is set aside first.
    fn append(&self, path: &Path, text: &str) -> io::Result<()> {
        let written = set_aside(path, self.limit).and_then(|_| Computer.append(path, text));
        Ok(written.map_err(at(path))?)
    }
}

/// How many bytes are free for a file, by the folder it is in.
fn free(path: &Path) -> Option<u128> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    #[cfg(unix)]
    {
        let space = nix::sys::statvfs::statvfs(folder.unwrap_or(Path::new("."))).ok()?;
        Some(u128::from(space.blocks_available()) * u128::from(space.fragment_size()))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// The name of a file, with the players and the day in place.
fn named(name: &str, tags: &Tags) -> PathBuf {
    let name = name.replace("{white}", &tags.white).replace("{black}", &tags.black);
    name.replace("{date}", &tags.date).into()
}

/// A game in one line.
fn line(record: &Record) -> String {
    let Tags { date, white, black, .. } = &record.tags;
    let reason = record.tags.get("Termination").unwrap_or("?");
    let moves = words::moves(record.moves.len().div_ceil(2));
    format!("{date} {white} - {black} {} ({reason}, {moves})\n", record.result)
}

/// Locks the account for this process.
fn lock(config: &Config) -> Result<File, Box<dyn Error>> {
    lock_in(&env::temp_dir(), config)
}

/// The same with a file in this folder: the first of several names that can be used. Another user may have
/// left a file that this one may not open.
fn lock_in(folder: &Path, config: &Config) -> Result<File, Box<dyn Error>> {
    let name = lock_name(config);
    let unusable = |path: &Path, error: &dyn std::fmt::Display| {
        format!("the lock {} cannot be used: {error}", path.display())
    };
    let mut fault = String::new();
    for number in 0..LOCKS {
        let path = folder.join(format!("{name}.{number}.lock"));
        let file = match File::options().create(true).append(true).open(&path) {
            Ok(file) => file,
            Err(error) => {
                fault = unusable(&path, &error);
                continue;
            }
        };
        return match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => {
                Err(format!("another zeitnot plays as {} already", config.account.name).into())
            }
            Err(TryLockError::Error(error)) => Err(unusable(&path, &error).into()),
        };
    }
    Err(fault.into())
}

/// What stands for the account in the name of its lock: server, port and name. This machine is one server
/// under all its names.
fn lock_name(config: &Config) -> String {
    let host = config.server.host.to_lowercase();
    let loopback = host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    let host = if loopback || host == "localhost" { "localhost" } else { host.as_str() };
    let name = config.account.name.to_lowercase();
    let whole = format!("zeitnot-{host}-{}-{name}", config.server.port);
    whole.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn what_is_free_is_known_for_files_with_and_without_a_folder() {
        let folder = env::temp_dir();
        let pgn = Some(folder.join("{date}.pgn").display().to_string());
        let files = Files::named(&config::Files { pgn: pgn.clone(), ..Default::default() });
        if cfg!(unix) {
            assert_eq!(files.room().map(|(file, _)| file), pgn);
            assert!(free(Path::new("games.pgn")).is_some_and(|bytes| bytes > 0));
        }
        assert_eq!(Files::named(&config::Files::default()).room(), None);
    }

    #[test]
    fn a_file_that_has_become_too_large_is_set_aside() {
        let folder = env::temp_dir().join(format!("zeitnot-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games");
        let files = Files { limit: 8, ..Files::default() };
        for text in ["first\n", "second\n", "third\n"] {
            files.append(&path, text).unwrap();
        }
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(
            (read("games.1").as_str(), read("games").as_str()),
            ("first\nsecond\n", "third\n")
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn games_wait_for_a_disk_that_takes_them_and_are_written_whole_and_in_order() {
        let folder = env::temp_dir().join(format!("zeitnot-waiting-{}", std::process::id()));
        let path = folder.join("list");
        let games = Some(path.display().to_string());
        let mut files = Files { games, ..Files::default() };
        let mut record = Record::new(Position::startpos());
        for name in ["Pawn", "Queen"] {
            name.clone_into(&mut record.tags.white);
            let fault = files.save(&record).unwrap_err().to_string();
            assert!(fault.contains(&path.display().to_string()), "{fault}");
        }
        assert_eq!(files.waiting(), 2);
        fs::create_dir_all(&folder).unwrap();
        files.write_waiting().unwrap();
        let list = fs::read_to_string(&path).unwrap();
        let whites: Vec<_> = list.lines().filter_map(|line| line.split(' ').nth(1)).collect();
        assert_eq!((files.waiting(), whites), (0, vec!["Pawn", "Queen"]));
        fs::remove_dir_all(folder).unwrap();
    }

    fn account(host: &str, port: u16, name: &str) -> Config {
        let text =
            format!("[server]\nhost = \"{host}\"\nport = {port}\n[account]\nname = \"{name}\"\n");
        Config::parse(&text, "test").unwrap()
    }

    #[test]
    fn an_account_is_locked_once_by_whatever_name_its_server_is_called() {
        let folder = env::temp_dir().join(format!("zeitnot-locks-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let lock = |host, port, name| lock_in(&folder, &account(host, port, name));
        let held = lock("127.0.0.1", 5000, "Rook").unwrap();
        for host in ["127.0.0.1", "localhost", "LocalHost", "::1"] {
            let fault = lock(host, 5000, "rook").unwrap_err().to_string();
            assert!(fault.contains("another zeitnot plays as rook"), "{fault}");
        }
        for (host, port, name) in [
            ("localhost", 5001, "Rook"),
            ("localhost", 5000, "Pawn"),
            ("chess.example", 5000, "Rook"),
        ] {
            assert!(lock(host, port, name).is_ok(), "{host} {port} {name}");
        }
        drop(held);
        // What another user has left cannot be opened; nor can a folder.
        fs::create_dir(folder.join(lock_name(&account("other", 5000, "Rook")) + ".0.lock"))
            .unwrap();
        let held = lock("other", 5000, "Rook").unwrap();
        assert!(lock("other", 5000, "Rook").is_err());
        drop(held);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_damaged_state_is_set_aside_and_the_bot_goes_on() {
        let folder = env::temp_dir().join(format!("zeitnot-state-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("lag.toml");
        let state = Some(path.clone());
        let files = Files { state, ..Files::default() };
        assert_eq!(files.state(), (State::default(), None), "no file yet");
        for damaged in [&b"games = 'ma"[..], &[0xff, 0xfe, 0], &[0; 40]] {
            fs::write(&path, damaged).unwrap();
            let (lags, told) = files.state();
            assert_eq!(lags, State::default());
            assert!(told.unwrap().contains("lag.toml.bad"));
            assert_eq!(fs::read(folder.join("lag.toml.bad")).unwrap(), damaged);
            files.remember(&lags, true).unwrap();
            assert_eq!(files.state(), (lags, None));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_state_that_cannot_be_written_leaves_the_old_one_whole() {
        let folder = env::temp_dir().join(format!("zeitnot-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("state.toml");
        let files = Files { state: Some(path.clone()), ..Files::default() };
        let mut state = State::default();
        state.lags.new_game();
        files.remember(&state, false).unwrap();
        // Where the new text is to be written first there is a folder.
        fs::create_dir(path.with_extension("new")).unwrap();
        let fault = files.remember(&State::default(), true).unwrap_err().to_string();
        assert!(fault.contains("state.toml"), "{fault}");
        assert_eq!(files.state(), (state, None));
        assert!(files.state_obstacle().is_some());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn there_may_be_a_file_for_each_opponent_and_a_line_for_each_game() {
        let mut record = Record::new(Position::startpos());
        (record.tags.white, record.tags.black) = ("Rook".to_owned(), "Pawn".to_owned());
        record.tags.date = "2026.11.21".to_owned();
        record.tags.set("Termination", "Pawn resigns");
        assert_eq!(
            named("{date}/{white}-{black}.pgn", &record.tags),
            PathBuf::from("2026.11.21/Rook-Pawn.pgn")
        );
        assert_eq!(line(&record), "2026.11.21 Rook - Pawn * (Pawn resigns, 0 moves)\n");
    }
}
