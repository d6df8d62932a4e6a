//! `zeitnot ics`: plays on a chess server by itself.

mod alert;
mod check;
mod files;
pub(super) mod link;
mod player;
mod source;
mod view;

use std::{error::Error, fs, path::Path, process};

pub use self::check::check;
use self::{
    files::Files,
    player::{Next, Player},
    source::Source,
};
use super::{archive::calendar, args::SettingsError, input, practice::serve, watch::Served};
use crate::{
    ics::{
        bot::{Bot, Start},
        config::{Account, Config, ConfigError},
    },
    options::Options,
    practice::{self, Partner},
    session::runtime::Live,
};

/// Why the bot does not play, where trying again would not help.
#[derive(Debug, thiserror::Error)]
pub enum Hopeless {
    /// What the operator has set cannot be used.
    #[error("{0}")]
    Setting(String),
    /// The server does not let this account in.
    #[error("{0}")]
    Refused(String),
}

/// The exit code for an error that ends playing on a server, by its cause: who starts the bot again and
/// again need not do so after some of them. The numbers are those of BSD's `sysexits`.
pub fn exit_code(error: &(dyn Error + 'static)) -> u8 {
    const REFUSED: u8 = 77;
    const BAD_SETTING: u8 = 78;
    match error.downcast_ref() {
        Some(Hopeless::Refused(_)) => REFUSED,
        Some(Hopeless::Setting(_)) => BAD_SETTING,
        None if error.is::<SettingsError>() || error.is::<ConfigError>() => BAD_SETTING,
        None => 1,
    }
}

/// Plays as the file at `path` says, until the operator or the server ends it.
///
/// # Errors
/// If the file is wrong, the account cannot be used, another bot uses it already, or the server refuses
/// it.
pub fn play(path: &Path, options: Options, games: Option<u32>) -> Result<(), Box<dyn Error>> {
    let (text, config) = config(path)?;
    let source = Source::new(path, &text, &options);
    start((config, Some(source)), options, games)
}

/// Plays until it is over.
fn start(
    (config, source): (Config, Option<Source>),
    options: Options,
    games: Option<u32>,
) -> Result<(), Box<dyn Error>> {
    let password = password(&config.account)?;
    let files = Files::open(&config)?;
    let live = Live::new(options.settings())?;
    let (state, damage) = files.state();
    let served = Served::open(options.settings(), files.games().as_deref());
    let server = config.server.clone();
    let (has_password, seed) = (password.is_some(), fastrand::u64(..));
    let overhead = options.settings().move_overhead;
    let start = Start { has_password, state, games, overhead, seed, time: calendar() };
    let bot = Bot::new(config, start);
    let mut player = Player::new(bot, live, options, (server, source), files, password)?;
    damage.iter().for_each(|damage| player.note(damage));
    // Held as long as the bot plays.
    let _served = match served.transpose() {
        Ok(served) => served.inspect(|served| {
            served.notes.iter().for_each(|note| player.note(note));
            player.show_on(served.watch.clone());
        }),
        Err(fault) => {
            player.note(&fault);
            None
        }
    };
    match player.run()? {
        Next::Nothing => Ok(()),
        Next::Restart => restart(),
    }
}

/// Begins anew as this process was begun, with the program as it is now.
fn restart() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os();
    let mut command = process::Command::new(words.next().ok_or("the program has no name")?);
    command.args(words);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        Err(format!("the program cannot be started again: {}", command.exec()).into())
    }
    #[cfg(not(unix))]
    Ok(command.spawn().map(drop)?)
}

/// Plays on a server of our own on this machine, against a partner that is easily beaten.
///
/// # Errors
/// If there can be no server.
pub fn practise(options: Options, games: Option<u32>) -> Result<(), Box<dyn Error>> {
    let partner = Partner { nodes: 200, resigns: true, ..Partner::guest("GuestPawn") };
    let server = practice::Config { partners: vec![partner], ..practice::Config::default() };
    let running = serve(server, 0)?;
    let text = PRACTICE.replace("PORT", &running.address.port().to_string());
    start((Config::parse(&text, "practice")?, None), options, games)
}

/// What the bot does on the server of our own.
const PRACTICE: &str = r#"
[server]
host = "127.0.0.1"
port = PORT
timeseal = true
[account]
name = "guest"
[seek]
ads = ["1 0"]
every = 10
[talk]
greeting = "Hello {opponent}, good luck!"
"#;

/// Reads the file with what the operator has decided: its text, and what that says.
fn config(path: &Path) -> Result<(String, Config), Box<dyn Error>> {
    let text = input::text(path)
        .map_err(|error| format!("the file {} cannot be read: {error}", path.display()))?;
    let config = Config::parse(&text, &path.display().to_string())?;
    Ok((text, config))
}

/// The password, if there is to be one; an empty one is refused.
fn password(account: &Account) -> Result<Option<String>, Hopeless> {
    let (password, place) = match (&account.password_env, &account.password_file) {
        (Some(name), _) => {
            let missing = |_| format!("there is no environment variable {name}");
            let password = std::env::var(name).map_err(missing).map_err(Hopeless::Setting)?;
            (password, format!("the environment variable {name}"))
        }
        (None, Some(path)) => (first_line(path)?, format!("the first line of {path}")),
        (None, None) => return Ok(None),
    };
    if password.is_empty() {
        return Err(Hopeless::Setting(format!("there is no password in {place}")));
    }
    Ok(Some(password))
}

/// The first line of a password file. A file that others may read is refused.
fn first_line(path: &str) -> Result<String, Hopeless> {
    let unreadable =
        |error| Hopeless::Setting(format!("the password file {path} cannot be read: {error}"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).map_err(unreadable)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(Hopeless::Setting(format!(
                "others may read the password file {path}; run `chmod 600 {path}`"
            )));
        }
    }
    let text = fs::read_to_string(path).map_err(unreadable)?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
