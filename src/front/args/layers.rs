//! The options in layers: the defaults, a configuration file, the command line.

use std::{io, path::PathBuf};

use super::{Args, Task, switches::usual};
use crate::{
    front::{input, settings::tunables},
    ics::{self, config::Config},
    options::{ConfigError, OptionError, Options, TableError},
};

/// Why the options could not be put together.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The built-in table is wrong.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The configuration file cannot be read.
    #[error("the configuration file {} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Something in the configuration file is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Something in a file for a chess server is wrong: the engine's part first, then the rest.
    #[error("{}", server_faults(.0.as_ref(), .1.as_ref()))]
    Server(Option<ConfigError>, Option<ics::config::ConfigError>),
    /// Something on the command line is wrong.
    #[error("on the command line: {0} (`zeitnot options` lists what there is)")]
    Option(#[from] OptionError),
    /// There is no such option, but one whose name is like it.
    #[error("on the command line: there is no option `{name}`; did you mean `{meant}`?")]
    Misspelt {
        /// The name.
        name: String,
        /// What was probably meant.
        meant: String,
    },
}

/// What stands in the configuration file, if one is named.
///
/// # Errors
/// If it cannot be read.
pub fn file_text(args: &Args) -> Result<Option<String>, SettingsError> {
    let Some(path) = &args.config else { return Ok(None) };
    let text = input::text(path);
    text.map(Some).map_err(|source| SettingsError::Read { path: path.clone(), source })
}

/// The options as the defaults, the text of the configuration file and the command line set them, in this order;
/// `is_terminal` says whether the input comes from a terminal.
///
/// # Errors
/// All that is wrong in the file, with its lines; else the first thing that is wrong on the command
/// line.
pub fn settings(
    args: &Args,
    text: Option<&str>,
    is_terminal: bool,
) -> Result<Options, SettingsError> {
    let mut options = Options::new()?;
    if args.tunable {
        options = options.opened(tunables());
    }
    for (id, value) in usual(args, is_terminal) {
        options.set(id, value)?;
    }
    if let (Some(path), Some(text)) = (&args.config, text) {
        let file = path.display().to_string();
        match args.command {
            Some(Task::Ics { .. }) => engine_options(&mut options, text, &file)?,
            _ => options.load(text, &file)?,
        }
    }
    let switches = [
        ("log", args.log.as_deref()),
        ("threads", args.threads.as_deref()),
        ("hash", args.hash.as_deref()),
        ("policy", args.policy.as_deref()),
        ("ponder", args.ponder.then_some("true")),
        ("watch", args.watch.as_deref()),
    ];
    let switches = switches.iter().filter_map(|&(id, value)| value.map(|value| (id, value)));
    for (id, value) in switches.chain(args.sets.iter().map(|(id, value)| (&**id, &**value))) {
        set(&mut options, id, value)?;
    }
    Ok(options)
}

/// Sets an option of the command line.
fn set(options: &mut Options, id: &str, value: &str) -> Result<(), SettingsError> {
    options.set(id, value).map_err(|error| match (error, options.meant(id)) {
        (OptionError::Unknown(name), Some(meant)) => {
            SettingsError::Misspelt { name, meant: meant.to_owned() }
        }
        (error, _) => error.into(),
    })
}

/// The options of the engine in a file for a chess server, which has to be right as a whole.
pub(in crate::front) fn engine_options(
    options: &mut Options,
    text: &str,
    file: &str,
) -> Result<(), SettingsError> {
    let engine = options.load_section(text, file, "engine");
    match (engine.err(), Config::parse(text, file).err()) {
        (None, None) => Ok(()),
        (engine, rest) => Err(SettingsError::Server(engine, rest)),
    }
}

/// The faults of both readers of a file, each line of it once.
fn server_faults(engine: Option<&ConfigError>, rest: Option<&ics::config::ConfigError>) -> String {
    let told = |line: usize| engine.is_some_and(|engine| engine.faults.contains_key(&line));
    let rest = rest.filter(|rest| !rest.line.is_some_and(told)).map(ToString::to_string);
    let lines: Vec<String> = engine.map(ToString::to_string).into_iter().chain(rest).collect();
    lines.join("\n")
}
