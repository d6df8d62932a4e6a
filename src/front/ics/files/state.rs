//! What the bot leaves to its next start.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use super::Files;
use crate::{
    front::{
        archive::{Archive, Computer},
        at_path::at,
    },
    ics::bot::State,
};

impl Files {
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
    ///
    /// # Errors
    /// If it cannot be written, with the name of the file; then [`Files::catch_up`] tries again.
    pub fn remember(&mut self, state: &State, durable: bool) -> io::Result<()> {
        let kept = self.state.as_ref().map_or(Ok(()), |path| write_whole(path, state, durable));
        self.state_fault = kept.as_ref().err().map(ToString::to_string);
        kept
    }

    /// Why what is left of earlier starts cannot be read, or nothing left to the next one.
    pub(super) fn state_obstacle(&self) -> Option<String> {
        let path = self.state.as_ref()?;
        let fault = match fs::read_to_string(path) {
            Ok(text) => State::parse(&text).err().map(|fault| fault.to_string()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => Some(error.to_string()),
        };
        if let Some(fault) = fault {
            let line = fault.lines().next().unwrap_or_default();
            return Some(format!("{} cannot be used: {line}", path.display()));
        }
        let error = Computer.can_append(&path.with_extension("new")).err()?;
        Some(format!("what I learn cannot be kept in {}: {error}", path.display()))
    }

    /// Why what the next start is to know is not written; none if it is.
    pub fn state_fault(&self) -> Option<&str> {
        self.state_fault.as_deref()
    }

    /// Writes all that waits: games, and what the next start is to know, if it could not be written before.
    ///
    /// # Errors
    /// The first that there was, with the name of its file.
    pub fn catch_up(&mut self, state: &State, durable: bool) -> io::Result<()> {
        let games = self.write_waiting();
        let owed = self.state_fault.is_some();
        let state = if owed { self.remember(state, durable) } else { Ok(()) };
        games.and(state)
    }
}

/// Writes a state beside the old one first, and then puts it in its place.
fn write_whole(path: &Path, state: &State, durable: bool) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn a_damaged_state_is_set_aside_and_the_bot_goes_on() {
        let folder = env::temp_dir().join(format!("zeitnot-state-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("lag.toml");
        let state = Some(path.clone());
        let mut files = Files { state, ..Files::default() };
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
    fn a_state_that_cannot_be_written_leaves_the_old_one_whole_and_is_tried_again() {
        let folder = env::temp_dir().join(format!("zeitnot-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("state.toml");
        let mut files = Files { state: Some(path.clone()), ..Files::default() };
        let mut state = State::default();
        state.lags.new_game();
        files.remember(&state, false).unwrap();
        // Where the new text is to be written first there is a folder.
        fs::create_dir(path.with_extension("new")).unwrap();
        let fault = files.remember(&State::default(), true).unwrap_err().to_string();
        assert!(fault.contains("state.toml"), "{fault}");
        assert_eq!((files.state_fault(), files.is_behind()), (Some(fault.as_str()), true));
        assert_eq!(files.state(), (state, None));
        assert!(files.obstacles(None).concat().contains("state.toml"), "told at the start");
        assert!(files.catch_up(&State::default(), false).is_err());
        fs::remove_dir(path.with_extension("new")).unwrap();
        files.catch_up(&State::default(), false).unwrap();
        assert_eq!((files.state(), files.is_behind()), ((State::default(), None), false));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_state_that_cannot_be_written_is_told_of_once_and_so_is_its_end() {
        let folder = env::temp_dir().join(format!("zeitnot-told-{}", std::process::id()));
        let mut files = Files { state: Some(folder.join("state.toml")), ..Files::default() };
        let told = |files: &mut Files| {
            let fault = files.remember(&State::default(), false).err();
            files.news(fault.map(|fault| fault.to_string()).as_deref())
        };
        for _ in 0..2 {
            let fault = told(&mut files).unwrap();
            assert!(fault.contains("state.toml"), "{fault}");
            // As often as games begin and end.
            assert_eq!([(); 3].map(|()| told(&mut files)), [None, None, None]);
            fs::create_dir_all(&folder).unwrap();
            assert!(told(&mut files).is_some_and(|text| text.contains("is written now")));
            assert_eq!(told(&mut files), None);
            fs::remove_dir_all(&folder).unwrap();
        }
    }
}
