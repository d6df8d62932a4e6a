//! What an operator decides about playing on a server: a file in TOML.

mod accept;
mod books;
mod contradictions;
mod matching;
#[cfg(test)]
mod tests;
mod wanted;

use serde::{Deserialize, Serialize};

pub use accept::{Accept, Colour, Control, ControlError};
pub use books::Book;
pub(super) use matching::challenged;
pub use matching::{Alert, Offered, Plan, Rematch, Seek};
pub(super) use wanted::Wanted;

/// The whole file.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where to play.
    pub server: Server,
    /// Who the bot is on the server, and who may give it orders there.
    pub account: Account,
    /// Which challenges are accepted.
    #[serde(default)]
    pub accept: Accept,
    /// Games the bot looks for itself.
    #[serde(default)]
    pub seek: Seek,
    /// Another game with the same opponent.
    #[serde(default)]
    pub rematch: Rematch,
    /// Tournaments that the bot joins.
    #[serde(default)]
    pub tournaments: Tournaments,
    /// What is done in a game.
    #[serde(default)]
    pub play: Manners,
    /// Opening books for some games.
    #[serde(default)]
    pub book: Vec<Book>,
    /// What is said.
    #[serde(default)]
    pub talk: Texts,
    /// What is sent to the server when something happens.
    #[serde(default)]
    pub commands: Commands,
    /// What is written down, and where.
    #[serde(default)]
    pub files: Files,
    /// When a command of the operator's is run.
    #[serde(default)]
    pub alert: Alert,
    /// Options of the engine, as `zeitnot options` lists them.
    #[serde(default)]
    pub engine: toml::Table,
}

/// Where to play.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Name or address.
    pub host: String,
    /// Port; 5000 if left out.
    #[serde(default = "usual_port")]
    pub port: u16,
    /// The family of the server.
    #[serde(default)]
    pub kind: Kind,
    /// Whether lines carry their times, so that the way they take is not charged.
    #[serde(default)]
    pub timeseal: bool,
}

fn usual_port() -> u16 {
    super::timeseal::PORT
}

/// Families of servers; they differ in a few commands.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The Free Internet Chess Server.
    #[default]
    Fics,
    /// Servers on the code that FICS descends from.
    Lasker,
    /// The Internet Chess Club.
    Icc,
}

/// As whom to play.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// The name; `guest` for any.
    pub name: String,
    /// A file whose first line is the password.
    pub password_file: Option<String>,
    /// An environment variable with the password.
    pub password_env: Option<String>,
    /// Who may give orders by tells; only registered players are heard.
    #[serde(default)]
    pub owners: Vec<String>,
}

/// Tournaments that the bot joins when it has nothing to do.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tournaments {
    /// Who manages them.
    pub manager: String,
    /// The controls of tournaments to join, such as `5 0`; none for no tournaments. What is played
    /// has to be among `accept.kinds` and ratings to be allowed as for other games.
    pub join: Vec<Control>,
}

impl Default for Tournaments {
    fn default() -> Tournaments {
        Tournaments { manager: "mamer".to_owned(), join: Vec::new() }
    }
}

/// What is done in a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manners {
    /// Requests to take back that are granted in a game.
    pub takebacks: u32,
    /// Requests to abort are granted before this move.
    pub abort_before: u32,
    /// Whether requests to adjourn are granted.
    pub adjourn: bool,
    /// Seconds after which the bot asks to abort if the opponent has not made a first move; after half
    /// of them it reminds the opponent. 0 for never.
    pub no_show: u64,
    /// What is done when the opponent's time is up.
    pub flag: Flag,
    /// Whether moves of the opening book are played the less often the more games were lost with them.
    pub learn: bool,
    /// In which games people with a rating play against an engine of about their own strength.
    pub match_rating: MatchRating,
    /// How much stronger than the opponent it is then, in Elo; less than 0 for weaker.
    pub rating_offset: i32,
}

/// In which games the bot plays people about as strong as they are rated.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum MatchRating {
    /// In none: full strength.
    #[default]
    Never,
    /// In those without ratings at stake.
    Unrated,
    /// In all of them.
    Always,
}

impl MatchRating {
    /// Whether a game belongs to them.
    pub(super) fn covers(self, rated: bool) -> bool {
        match self {
            MatchRating::Never => false,
            MatchRating::Unrated => !rated,
            MatchRating::Always => true,
        }
    }
}

/// What is done when the opponent's time is up.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Flag {
    /// The flag is claimed, by the server if it does that itself.
    #[default]
    Claim,
    /// The game is aborted as a courtesy: opponents may have lost their links.
    Abort,
    /// The game is adjourned as a courtesy.
    Adjourn,
    /// Nothing.
    Never,
}

impl Default for Manners {
    fn default() -> Manners {
        Manners {
            takebacks: 0,
            abort_before: 3,
            adjourn: true,
            no_show: 120,
            flag: Flag::Claim,
            learn: true,
            match_rating: MatchRating::Never,
            rating_offset: 0,
        }
    }
}

/// What is said; `{opponent}`, `{result}`, `{name}`, `{rating}` (the bot's own for this kind of game) and
/// `{score}` (games won, drawn and lost against this opponent) stand for what they name. Empty for nothing.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Texts {
    /// To the opponent when a game begins.
    pub greeting: String,
    /// To the opponent when it is over.
    pub farewell: String,
    /// What `finger` shows: up to ten lines.
    pub finger: Vec<String>,
    /// Whether and to whom score, depth and line are told.
    pub comments: Comments,
    /// Whether that is done once a move, with the last of the search's reports, instead of with each.
    pub final_only: bool,
    /// Whether the reason for the time spent is told with them.
    pub why: bool,
    /// Whether those who are refused are told why.
    pub reasons: bool,
    /// Whether everybody's tells `help`, `author` and `version` are answered.
    pub public: bool,
    /// Who runs the bot, for those who ask for its author; its owners, if empty.
    pub author: String,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts {
            greeting: String::new(),
            farewell: String::new(),
            finger: Vec::new(),
            comments: Comments::None,
            final_only: true,
            why: false,
            reasons: false,
            public: true,
            author: String::new(),
        }
    }
}

/// To whom the bot tells what it thinks.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Comments {
    /// To nobody.
    #[default]
    None,
    /// To those who look on.
    Whisper,
    /// To the opponent as well.
    Kibitz,
}

/// Lines for the server when something happens; `{opponent}`, `{result}` and `{name}` stand for what
/// they name.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Commands {
    /// After each login.
    pub login: Vec<String>,
    /// When a game begins.
    pub game_start: Vec<String>,
    /// When a game is over.
    pub game_end: Vec<String>,
    /// When there was no game for a while, and again after each further while.
    pub idle: Vec<String>,
    /// That while, in seconds.
    pub idle_after: u64,
}

impl Default for Commands {
    fn default() -> Commands {
        let none = Vec::new;
        Commands {
            login: none(),
            game_start: none(),
            game_end: none(),
            idle: none(),
            idle_after: 900,
        }
    }
}

/// What is written down, and where. In the names of files `{white}`, `{black}` and `{date}` stand for
/// what they name, so that there may be a file for each opponent or day.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Files {
    /// Every game, in PGN, is added to this file.
    pub pgn: Option<String>,
    /// A line for each game is added to this file: day, players, result, reason, moves.
    pub games: Option<String>,
    /// What outlasts the program is kept here.
    pub state: Option<String>,
    /// How large each of the first two, and the log, may grow, in megabytes: then games and their list are set aside
    /// under the first free name of `NAME.1`, `NAME.2` and so on, the log as `NAME.1` in place of an older one. 0
    /// for no limit.
    pub limit: u64,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {fault}", line.map_or(String::new(), |line| format!(", line {line}")))]
pub struct ConfigError {
    /// The file.
    pub file: String,
    /// The line, counted from 1; `None` for what concerns several.
    pub line: Option<usize>,
    /// What is wrong.
    pub fault: String,
}

impl Config {
    /// Reads the text of `file`.
    ///
    /// # Errors
    /// What cannot be read first, with its place; if all can be, everything that can never work.
    pub fn parse(text: &str, file: &str) -> Result<Config, ConfigError> {
        let line_of = |offset| 1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count();
        let config: Config = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| line_of(span.start));
            ConfigError { file: file.to_owned(), line, fault: plainly(error.message()) }
        })?;
        match config.contradictions() {
            faults if faults.is_empty() => Ok(config),
            faults => {
                Err(ConfigError { file: file.to_owned(), line: None, fault: faults.join("; ") })
            }
        }
    }

    /// All that is decided, what the file leaves to its default as well, as a file that says the same.
    pub fn in_force(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// Whether the bot plays without an account.
    pub fn is_guest(&self) -> bool {
        is_guest(&self.account.name)
    }
}

/// What the reader of the file complains of, in words for people who have never heard of fields.
fn plainly(message: &str) -> String {
    if let Some(unknown) = message.strip_prefix("unknown field ") {
        return format!("there is no setting {unknown}");
    }
    match message.strip_prefix("missing field ") {
        Some(missing) => format!("{missing} is missing; docs/ics.md explains the file"),
        None => message.to_owned(),
    }
}

/// Whether servers give this name to players without an account.
pub(super) fn is_guest(name: &str) -> bool {
    name.to_ascii_lowercase().starts_with("guest")
}
