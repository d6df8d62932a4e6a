//! What the bot keeps: games, what it learned about lag, and the lock on its account.

mod lock;
mod state;

use std::{
    collections::{BTreeSet, VecDeque},
    error::Error,
    fs, io,
    path::{Path, PathBuf},
    process,
};

use self::lock::Lock;

use crate::{
    front::{
        archive::{Archive, Computer, Older, calendar, can_set_aside, set_aside},
        at_path::at,
        logging, words,
    },
    ics::config::{self, Config},
    pgn::{Record, Tags},
};

/// So much waits for a disk that takes it, texts of games and lines for their list together; of more the
/// oldest are lost.
const MOST_WAITING: usize = 2_000;
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
    /// Why what the next start is to know could not be written the last time.
    state_fault: Option<String>,
    /// The faults that the operator has been told of since all was written.
    told: BTreeSet<String>,
    /// Why files could not be set aside: all such reasons, and those that nobody has asked for yet.
    overgrown: BTreeSet<String>,
    unsaid: Vec<String>,
    /// Held as long as the bot runs.
    lock: Option<Lock>,
}

impl Files {
    /// The files that the operator has named. An account is locked, so that no second bot plays on it.
    pub fn open(config: &Config) -> Result<Files, Box<dyn Error>> {
        let lock = if config.is_guest() { None } else { Some(Lock::of(config)?) };
        Ok(Files { lock, ..Files::named(&config.files) })
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

    /// Keeps the lock from being deleted like any old file; says once if it can be held no longer.
    pub fn keep_lock(&mut self) -> Option<String> {
        self.lock.as_mut()?.keep()
    }

    /// Why games will not be kept, what the next start is to know neither, and what cannot be set aside, the
    /// `log` included. Of files that are named after games nothing is known before the game.
    pub fn obstacles(&self, log: Option<&Path>) -> Vec<String> {
        let names = self.pgn.iter().chain(&self.games).filter(|name| !name.contains('{'));
        let names: Vec<&Path> = names.map(Path::new).collect();
        let closed = names.iter().filter_map(|path| {
            let error = Computer.can_append(path).err()?;
            Some(format!("games cannot be kept in {}: {error}", path.display()))
        });
        let full = names.iter().copied().chain(log).filter(|_| self.limit > 0);
        let stays = full.filter_map(|path| {
            // One that cannot be written at all does not grow.
            Computer.can_append(path).ok()?;
            can_set_aside(path).err().map(|fault| fault.to_string())
        });
        closed.chain(stays).chain(self.state_obstacle()).collect()
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

    /// Whether anything waits to be written, what the next start is to know included.
    pub fn is_behind(&self) -> bool {
        self.waiting() > 0 || self.state_fault.is_some()
    }

    /// What the operator is to hear after something was written, or could not be for this `fault`: each fault once,
    /// until all that waited is written.
    pub fn news(&mut self, fault: Option<&str>) -> Option<String> {
        match fault {
            Some(fault) => self
                .told
                .insert(fault.to_owned())
                .then(|| format!("a file cannot be written, and is tried again: {fault}")),
            None if self.is_behind() || self.told.is_empty() => None,
            None => {
                self.told.clear();
                Some("all that waited to be written is written now".to_owned())
            }
        }
    }

    /// All that waits, for whoever can keep it.
    pub fn waiting_text(&self) -> String {
        self.waiting.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// Writes what waits into a new folder in `place`, to files of the same names; returns the folder.
    ///
    /// # Errors
    /// If it does not take everything.
    pub fn rescue(&self, place: &Path) -> io::Result<PathBuf> {
        let name = format!("zeitnot-games-{}-{}", process::id(), calendar().as_millis());
        let folder = place.join(name);
        fs::create_dir(&folder).map_err(at(&folder))?;
        for (path, text) in &self.waiting {
            let path = folder.join(path.file_name().unwrap_or_default());
            Computer.append(&path, text).map_err(at(&path))?;
        }
        Ok(folder)
    }

    /// What the operator has not heard yet of files that cannot be set aside.
    pub fn unsaid(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unsaid)
    }

    /// Adds to a file; one that has become too large is set aside first, or grows if that cannot be.
    fn append(&mut self, path: &Path, text: &str) -> io::Result<()> {
        if let Err(fault) = set_aside(path, self.limit, Older::Stays) {
            let fault = format!("{fault}; it goes on growing");
            if self.overgrown.insert(fault.clone()) {
                self.unsaid.push(fault);
            }
        }
        Ok(Computer.append(path, text).map_err(at(path))?)
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

#[cfg(test)]
mod tests {
    use std::env;

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

    fn fresh_folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("zeitnot-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_that_has_become_too_large_is_set_aside_and_no_older_one_is_lost() {
        let folder = fresh_folder("files");
        let path = folder.join("games");
        let mut files = Files { limit: 8, ..Files::default() };
        for text in ["first\n", "second\n", "third\n", "fourth\n", "fifth\n"] {
            files.append(&path, text).unwrap();
        }
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let kept = ["games.1", "games.2", "games"].map(read);
        assert_eq!(kept, ["first\nsecond\n", "third\nfourth\n", "fifth\n"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_full_file_that_cannot_be_renamed_takes_games_and_that_is_told_once() {
        let folder = fresh_folder("overgrown");
        // With a number behind it the name would be longer than names may be.
        let path = folder.join("g".repeat(255));
        let pgn = Some(path.display().to_string());
        let mut files = Files { pgn, limit: 8, ..Files::default() };
        let texts = ["first\n", "second\n", "third\n", "fourth\n"];
        let told: Vec<String> = texts
            .iter()
            .flat_map(|text| {
                files.append(&path, text).unwrap();
                files.unsaid()
            })
            .collect();
        assert_eq!(fs::read_to_string(&path).unwrap(), texts.concat());
        for told in [told, files.obstacles(None)] {
            let [fault] = &told[..] else { panic!("{told:?}") };
            assert!(fault.contains("ggg cannot be set aside as "), "{fault}");
        }
        assert_eq!(Files { limit: 0, ..files }.obstacles(Some(&path)), [""; 0]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_still_waits_at_the_end_is_found_in_another_folder() {
        let folder = fresh_folder("rescue");
        let (pgn, list) = (folder.join("gone/a.pgn"), folder.join("gone/a.txt"));
        let mut files = Files {
            pgn: Some(pgn.display().to_string()),
            games: Some(list.display().to_string()),
            ..Files::default()
        };
        let record = Record::new(Position::startpos());
        for _ in 0..2 {
            files.save(&record).unwrap_err();
        }
        let rescued = files.rescue(&folder).unwrap();
        let read = |name: &str| fs::read_to_string(rescued.join(name)).unwrap();
        assert_eq!(read("a.pgn"), record.to_string().repeat(2));
        assert_eq!(read("a.txt"), line(&record).repeat(2));
        let fault = files.rescue(&folder.join("gone")).unwrap_err().to_string();
        assert!(fault.contains("gone"), "{fault}");
        assert!(files.waiting_text().contains(&line(&record)));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn games_wait_for_a_disk_that_takes_them_and_are_written_whole_and_in_order() {
        let folder = env::temp_dir().join(format!("zeitnot-waiting-{}", process::id()));
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
