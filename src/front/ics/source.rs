//! The operator's file, which is read at the start and again whenever somebody wants it.

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use super::config;
use crate::{
    front::args::engine_options,
    ics::config::Config,
    options::{OptionError, Options},
};

/// The operator's file, and what the command line sets whatever the file says.
#[derive(Clone, Debug)]
pub(super) struct Source {
    path: PathBuf,
    /// Options by their names.
    besides: Vec<(String, String)>,
}

impl Source {
    /// The file at `path` with this text; what `options` have beyond it is from the command line.
    pub fn new(path: &Path, text: &str, options: &Options) -> Source {
        let source = Source { path: path.to_owned(), besides: Vec::new() };
        let Ok(mut by_file) = defaults(options) else { return source };
        if by_file.load_section(text, "", "engine").is_err() {
            return source;
        }
        let others = options.iter().filter(|(spec, value)| by_file.value(&spec.id) != Some(value));
        let besides = others.map(|(spec, value)| (spec.id.clone(), value.to_string())).collect();
        Source { besides, ..source }
    }

    /// What the file says now, and the options as they would be after a start with it: what it says no longer is at
    /// its default.
    ///
    /// # Errors
    /// If it cannot be read, or there is a mistake in it.
    pub fn read(&self, options: &Options) -> Result<(Config, Options), Box<dyn Error>> {
        let (text, config) = config(&self.path)?;
        let mut options = defaults(options)?;
        engine_options(&mut options, &text, &self.path.display().to_string())?;
        for (id, value) in &self.besides {
            options.set(id, value)?;
        }
        Ok((config, options))
    }
}

/// The same options, each at its default.
fn defaults(options: &Options) -> Result<Options, OptionError> {
    let mut defaults = options.clone();
    for (spec, _) in options.iter() {
        defaults.set(&spec.id, &spec.default().to_string())?;
    }
    Ok(defaults)
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    const FILE: &str = "[server]\nhost = \"h\"\n[account]\nname = \"Rook\"\n[engine]\n";

    /// A file of its own for a test.
    fn file(name: &str) -> PathBuf {
        env::temp_dir().join(format!("zeitnot-{name}-{}.toml", std::process::id()))
    }

    #[test]
    fn a_mistake_anywhere_in_a_file_that_is_read_again_changes_nothing() {
        let path = file("reread");
        let options = Options::new().unwrap();
        let source = Source::new(&path, FILE, &options);
        let read = |engine: &str| {
            fs::write(&path, format!("{FILE}{engine}")).unwrap();
            let read = source.read(&options);
            read.map(|(_, options)| options.settings().hash).map_err(|error| error.to_string())
        };
        assert_eq!(read("hash = 33\n"), Ok(33));
        let fault = read("hash = 34\nnosuch = 1\n").unwrap_err();
        assert!(fault.contains("nosuch"), "{fault}");
        fs::remove_file(&path).unwrap();
        assert!(source.read(&options).is_err(), "there is none");
    }

    #[test]
    fn what_a_file_says_no_longer_is_as_it_was_before_and_the_command_line_outdoes_it() {
        let path = file("engine");
        let text = format!("{FILE}hash = 33\nresign_moves = 7\n");
        let usual = Options::new().unwrap();
        let mut options = usual.clone();
        options.load_section(&text, "", "engine").unwrap();
        options.set("threads", "2").unwrap();
        let source = Source::new(&path, &text, &options);
        options.set("hash", "64").unwrap();
        fs::write(&path, format!("{FILE}threads = 1\nresign_moves = 8\n")).unwrap();
        let (_, read) = source.read(&options).unwrap();
        fs::remove_file(&path).unwrap();
        let value = |options: &Options, id: &str| options.value(id).map(ToString::to_string);
        assert_eq!(value(&read, "hash"), value(&usual, "hash"));
        assert_eq!(value(&read, "threads").as_deref(), Some("2"));
        assert_eq!(value(&read, "resign_moves").as_deref(), Some("8"));
    }

    #[test]
    fn every_option_may_be_set_to_its_default() {
        let usual = Options::new().unwrap();
        assert_eq!(defaults(&usual).unwrap(), usual);
    }
}
