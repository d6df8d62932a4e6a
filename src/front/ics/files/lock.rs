//! The lock on an account.

use std::{
    env,
    error::Error,
    fs::{self, File, TryLockError},
    io,
    net::IpAddr,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use crate::{front::archive::calendar, ics::config::Config};

/// So many names of a lock are tried.
const LOCKS: usize = 10;

/// Keeps a second bot from the account as long as it is there.
#[derive(Debug)]
pub(super) struct Lock {
    /// Where it is, by what stands for the account in its name, and for whom.
    folder: PathBuf,
    name: String,
    account: String,
    path: PathBuf,
    file: File,
    /// Whether the operator knows that it cannot be held.
    told: bool,
}

impl Lock {
    /// Locks the account for this process.
    ///
    /// # Errors
    /// If another bot holds it, or there can be no lock.
    pub fn of(config: &Config) -> Result<Lock, Box<dyn Error>> {
        Lock::within(&env::temp_dir(), config)
    }

    /// The same with a file in this folder.
    fn within(folder: &Path, config: &Config) -> Result<Lock, Box<dyn Error>> {
        let (name, account) = (lock_name(config), config.account.name.clone());
        let (path, file) = claim(folder, &name, &account)?;
        Ok(Lock { folder: folder.to_owned(), name, account, path, file, told: false })
    }

    /// To be called now and then: a system may delete temporary files that have been old for days. One that is
    /// gone is made anew; says once if that cannot be.
    pub fn keep(&mut self) -> Option<String> {
        // A file of somebody else's that is locked here is theirs to keep.
        let _ = self.file.set_modified(UNIX_EPOCH + calendar());
        let fault = match fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.renew().err(),
            _ => None,
        };
        let told = std::mem::replace(&mut self.told, fault.is_some());
        let fault = fault.filter(|_| !told)?;
        Some(format!("the lock {} is gone, and I play on: {fault}", self.path.display()))
    }

    fn renew(&mut self) -> Result<(), Box<dyn Error>> {
        (self.path, self.file) = claim(&self.folder, &self.name, &self.account)?;
        Ok(())
    }
}

/// Locks the first of several files that can be used. Another user may have left one that this one may not
/// open.
fn claim(folder: &Path, name: &str, account: &str) -> Result<(PathBuf, File), Box<dyn Error>> {
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
            Ok(()) => Ok((path, file)),
            Err(TryLockError::WouldBlock) => {
                Err(format!("another zeitnot plays as {account} already").into())
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

    fn account(host: &str, port: u16, name: &str) -> Config {
        let text =
            format!("[server]\nhost = \"{host}\"\nport = {port}\n[account]\nname = \"{name}\"\n");
        Config::parse(&text, "test").unwrap()
    }

    #[test]
    fn an_account_is_locked_once_by_whatever_name_its_server_is_called() {
        let folder = env::temp_dir().join(format!("zeitnot-locks-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let lock = |host, port, name| Lock::within(&folder, &account(host, port, name));
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
    fn a_lock_stays_fresh_and_comes_back_when_it_was_deleted() {
        let folder = env::temp_dir().join(format!("zeitnot-fresh-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let config = account("chess.example", 5000, "Rook");
        let mut lock = Lock::within(&folder, &config).unwrap();
        lock.file.set_modified(UNIX_EPOCH).unwrap();
        assert_eq!(lock.keep(), None);
        assert!(fs::metadata(&lock.path).unwrap().modified().unwrap() > UNIX_EPOCH);
        fs::remove_file(&lock.path).unwrap();
        assert_eq!(lock.keep(), None);
        assert!(Lock::within(&folder, &config).is_err(), "a second bot");
        fs::remove_dir_all(&folder).unwrap();
        assert!(lock.keep().is_some_and(|fault| fault.contains(&lock.path.display().to_string())));
        assert_eq!(lock.keep(), None, "told once");
    }
}
