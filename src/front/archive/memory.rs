//! An archive for tests.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard},
};

use super::Archive;

/// What was written, with the name of the file, as it stands in memory.
pub(in crate::front) type Shelf = Arc<Mutex<Vec<(String, String)>>>;

/// An archive in memory, on a day like any other. Nothing can be written to the file `locked`, and no folder of
/// that name be made.
#[derive(Debug)]
pub(in crate::front) struct Memory(pub Shelf);

impl Memory {
    fn shelf(&self) -> MutexGuard<'_, Vec<(String, String)>> {
        self.0.lock().expect("no panic beside it")
    }
}

fn unless_locked(path: &Path) -> io::Result<()> {
    let locked = path == Path::new("locked");
    if locked { Err(io::Error::other("permission denied")) } else { Ok(()) }
}

impl Archive for Memory {
    fn append(&mut self, path: &Path, text: &str) -> io::Result<()> {
        unless_locked(path)?;
        self.shelf().push((path.display().to_string(), text.to_owned()));
        Ok(())
    }

    fn can_append(&mut self, path: &Path) -> io::Result<()> {
        unless_locked(path)
    }

    fn create(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let name = path.display().to_string();
        if self.shelf().iter().any(|(there, _)| *there == name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.append(path, text)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let name = path.display().to_string();
        let shelf = self.shelf();
        let texts = shelf.iter().filter(|(file, _)| *file == name);
        let whole: String = texts.map(|(_, text)| text.as_str()).collect();
        match whole.is_empty() {
            false => Ok(whole.into_bytes()),
            true => Err(io::Error::other("no such file")),
        }
    }

    fn lot(&mut self, of: u64) -> u64 {
        of - 1
    }

    fn make_folder(&mut self, path: &Path) -> io::Result<()> {
        unless_locked(path)
    }

    fn today(&self) -> String {
        "2024.02.29".into()
    }

    fn player(&self) -> String {
        "alice".into()
    }
}
