//! Where games are kept, and who plays when: what a console knows of the world outside.

#[cfg(test)]
pub(super) mod memory;

#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::{
    env, fmt,
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use super::input;

/// Keeps games, and knows the day and the person.
pub trait Archive: fmt::Debug + Send {
    /// Adds text to the end of a file, which need not exist yet: the whole text or nothing of it.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn append(&mut self, path: &Path, text: &str) -> io::Result<()>;

    /// Whether text could be added to a file now; the file stays as it is, or not there.
    ///
    /// # Errors
    /// Why not.
    fn can_append(&mut self, path: &Path) -> io::Result<()>;

    /// Writes a file that is not there yet.
    ///
    /// # Errors
    /// If it is there (`AlreadyExists`), or cannot be written.
    fn create(&mut self, path: &Path, text: &str) -> io::Result<()>;

    /// What a file has.
    ///
    /// # Errors
    /// If it cannot be read, or is larger than anybody would want to load.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// A number below `of`, by chance; 0 where there is no other.
    fn lot(&mut self, of: u64) -> u64;

    /// Makes a folder, with those above it, unless it is there.
    ///
    /// # Errors
    /// If that cannot be.
    fn make_folder(&mut self, path: &Path) -> io::Result<()>;

    /// The day in UTC, as `YYYY.MM.DD`.
    fn today(&self) -> String;

    /// The name of the person at the terminal.
    fn player(&self) -> String;
}

/// The files, the calendar and the environment of this computer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Computer;

impl Archive for Computer {
    fn append(&mut self, path: &Path, text: &str) -> io::Result<()> {
        no_pipe(path)?;
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let length = file.metadata()?.len();
        write_whole(&mut file, text, |file| file.set_len(length))
    }

    fn can_append(&mut self, path: &Path) -> io::Result<()> {
        no_pipe(path)?;
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(_) => fs::remove_file(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                OpenOptions::new().append(true).open(path).map(drop)
            }
            Err(error) => Err(error),
        }
    }

    fn create(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(text.as_bytes())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        no_pipe(path)?;
        input::bytes(path)
    }

    fn lot(&mut self, of: u64) -> u64 {
        fastrand::u64(..of.max(1))
    }

    fn make_folder(&mut self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn today(&self) -> String {
        date(calendar().as_secs() / (24 * 60 * 60))
    }

    fn player(&self) -> String {
        let name = env::var("USER").or_else(|_| env::var("USERNAME"));
        name.ok().filter(|name| !name.is_empty()).unwrap_or_else(|| "human".to_owned())
    }
}

/// Refuses a pipe: whoever opens one waits for somebody at its other end, and a game goes on meanwhile.
fn no_pipe(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    let is_pipe = |found: fs::Metadata| found.file_type().is_fifo();
    #[cfg(not(unix))]
    let is_pipe = |_: fs::Metadata| false;
    if fs::metadata(path).is_ok_and(is_pipe) {
        return Err(io::Error::other("it is a pipe, and no file"));
    }
    Ok(())
}

/// Writes text, or takes back by `undo` what was written of it: a disk may be full in the middle of a game.
fn write_whole<F: Write>(
    file: &mut F,
    text: &str,
    undo: impl FnOnce(&mut F) -> io::Result<()>,
) -> io::Result<()> {
    let written = file.write_all(text.as_bytes());
    if written.is_err() {
        // Devices have no length; there is nothing to be taken back.
        let _ = undo(file);
    }
    written
}

/// The time, from the beginning of 1970 in UTC, by the computer's calendar.
#[expect(clippy::disallowed_methods, reason = "games are dated, and no clock depends on it")]
pub fn calendar() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A moment, counted from the beginning of 1970, as lines of a log name it: `2026-01-31T23:59:59.999Z`.
pub fn moment(since: Duration) -> String {
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    let date = date(days).replace('.', "-");
    format!("{date}T{hours:02}:{minutes:02}:{:02}.{:03}Z", seconds % 60, since.subsec_millis())
}

/// What becomes of a file that was set aside before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Older {
    /// It stays: the next one gets the first free number.
    Stays,
    /// The next one takes its place.
    Goes,
}

/// Sets a file that has grown to `limit` bytes (0 for no limit) aside as `NAME.1`, or with a later number if
/// older ones stay; returns whether it has.
///
/// # Errors
/// If it cannot be renamed, with both names.
pub fn set_aside(path: &Path, limit: u64, older: Older) -> io::Result<bool> {
    if limit == 0 || fs::metadata(path).map_or(0, |found| found.len()) < limit {
        return Ok(false);
    }
    let aside = match older {
        Older::Stays => first_free(path),
        Older::Goes => numbered(path, 1),
    };
    fs::rename(path, &aside).map(|()| true).map_err(not_aside(path, &aside))
}

/// Whether the folder of a file lets it be set aside: a file of the new name can be made there.
///
/// # Errors
/// Why not, with both names.
pub fn can_set_aside(path: &Path) -> io::Result<()> {
    let aside = first_free(path);
    Computer.can_append(&aside).map_err(not_aside(path, &aside))
}

/// For `map_err`: why a file cannot be renamed so.
fn not_aside(path: &Path, aside: &Path) -> impl Fn(io::Error) -> io::Error {
    let names = format!("{} cannot be set aside as {}", path.display(), aside.display());
    move |error| io::Error::other(format!("{names}: {error}"))
}

/// The first name with a number that no file has yet.
fn first_free(path: &Path) -> PathBuf {
    let mut number = 1;
    while fs::symlink_metadata(numbered(path, number)).is_ok() {
        number += 1;
    }
    numbered(path, number)
}

/// The name of a file with a number behind it.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{number}"));
    name.into()
}

/// The day so many days after 1 January 1970.
///
/// Years are counted from March, so that the leap day comes last: of 400 years one after the other
/// every one then ends like the one 400 years before it.
fn date(days: u64) -> String {
    const FOUR_CENTURIES: u64 = 146_097;
    let since_march_0 = days + 719_468;
    let (era, day) = (since_march_0 / FOUR_CENTURIES, since_march_0 % FOUR_CENTURIES);
    let leap_days = day / 1_460 + day / 146_096 - day / 36_524;
    let year = (day - leap_days) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", 400 * era + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with room for so many bytes.
    struct Disk(Vec<u8>, usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let fits = bytes.len().min(self.1 - self.0.len());
            self.0.extend(&bytes[..fits]);
            Ok(fits)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_no_file_to_wait_for() {
        use nix::{sys::stat::Mode, unistd::mkfifo};

        let path = env::temp_dir().join(format!("zeitnot-pipe-{}", std::process::id()));
        mkfifo(&path, Mode::S_IRWXU).unwrap();
        let mut computer = Computer;
        let told = [computer.append(&path, "x").err(), computer.can_append(&path).err()];
        let read = computer.read(&path).err();
        fs::remove_file(&path).unwrap();
        for error in told.into_iter().chain([read]) {
            assert!(error.unwrap().to_string().contains("pipe"));
        }
    }

    #[test]
    fn what_was_set_aside_before_stays_or_goes() {
        let folder = env::temp_dir().join(format!("zeitnot-aside-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, older, left) in [
            ("games", Older::Stays, [Some("first"), Some("second")]),
            ("log", Older::Goes, [Some("second"), None]),
        ] {
            let path = folder.join(name);
            for text in ["first", "second"] {
                fs::write(&path, text).unwrap();
                assert!(!set_aside(&path, 7, older).unwrap(), "it is not full");
                assert!(set_aside(&path, 5, older).unwrap());
            }
            let read = |number| fs::read_to_string(numbered(&path, number)).ok();
            assert_eq!([read(1).as_deref(), read(2).as_deref()], left);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_moment_has_the_day_and_the_time_of_day() {
        assert_eq!(moment(Duration::ZERO), "1970-01-01T00:00:00.000Z");
        // 29 February 2024, a minute before noon and 7 ms.
        let leap_day = Duration::from_millis(1_709_207_940_007);
        assert_eq!(moment(leap_day), "2024-02-29T11:59:00.007Z");
    }

    #[test]
    fn nothing_is_left_of_a_text_that_does_not_fit_on_the_disk() {
        let mut disk = Disk(Vec::new(), 10);
        let mut add = |text: &str| {
            let length = disk.0.len();
            let undo = |disk: &mut Disk| {
                disk.0.truncate(length);
                Ok(())
            };
            let written = write_whole(&mut disk, text, undo).is_ok();
            (written, String::from_utf8(disk.0.clone()).unwrap())
        };
        assert_eq!(add("first\n"), (true, "first\n".to_owned()));
        assert_eq!(add("second\n"), (false, "first\n".to_owned()));
        assert_eq!(add("3\n"), (true, "first\n3\n".to_owned()));
    }

    #[test]
    fn days_have_their_dates() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (790, "1972.03.01"),
            (10_956, "1999.12.31"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (11_322, "2000.12.31"),
            (20_453, "2025.12.31"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(days), text);
        }
    }
}
