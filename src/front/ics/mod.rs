//! `zeitnot ics`: plays on a chess server by itself.

mod files;
pub(super) mod link;
mod player;
mod view;

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process,
};

use self::{
    files::Files,
    player::{Next, Player},
};
use super::{archive::calendar, practice::serve};
use crate::{
    ics::{
        bot::{Bot, Start},
        config::{Account, Config},
    },
    options::Options,
    practice::{self, Partner},
    session::runtime::Live,
};

/// Plays as the file at `path` says, until the operator or the server ends it.
///
/// # Errors
/// If the file is wrong, the account cannot be used, another bot uses it already, or the server refuses
/// it.
pub fn play(path: &Path, options: Options, games: Option<u32>) -> Result<(), Box<dyn Error>> {
    start((config(path)?, Some(path.to_owned())), options, games)
}

/// Plays until it is over.
fn start(
    (config, path): (Config, Option<PathBuf>),
    options: Options,
    games: Option<u32>,
) -> Result<(), Box<dyn Error>> {
    let password = password(&config.account)?;
    let files = Files::open(&config)?;
    let live = Live::new(options.settings())?;
    let (lags, damage) = files.lags();
    let server = config.server.clone();
    let (has_password, seed) = (password.is_some(), fastrand::u64(..));
    let bot = Bot::new(config, Start { has_password, lags, games, seed, time: calendar() });
    let mut player = Player::new(bot, live, options, (server, path), files, password)?;
    damage.iter().for_each(|damage| player.note(damage));
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

/// Reads the file with what the operator has decided.
fn config(path: &Path) -> Result<Config, Box<dyn Error>> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("the file {} cannot be read: {error}", path.display()))?;
    Ok(Config::parse(&text, &path.display().to_string())?)
}

/// The password, if there is one. A file that others may read is refused.
fn password(account: &Account) -> Result<Option<String>, Box<dyn Error>> {
    if let Some(name) = &account.password_env {
        let password = std::env::var(name);
        return password
            .map(Some)
            .map_err(|_| format!("there is no environment variable {name}").into());
    }
    let Some(path) = &account.password_file else { return Ok(None) };
    let unreadable = |error| format!("the password file {path} cannot be read: {error}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).map_err(unreadable)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(format!(
                "others may read the password file {path}; run `chmod 600 {path}`"
            )
            .into());
        }
    }
    let text = fs::read_to_string(path).map_err(unreadable)?;
    Ok(Some(text.lines().next().unwrap_or_default().to_owned()))
}
