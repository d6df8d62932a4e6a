//! What an operator decides about playing on a server: a file in TOML.

use serde::Deserialize;

use super::formula::{Formula, FormulaError};

/// The whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where to play.
    pub server: Server,
    /// As whom.
    pub account: Account,
    /// Which challenges are accepted.
    #[serde(default)]
    pub accept: Accept,
    /// Games the bot looks for itself.
    #[serde(default)]
    pub seek: Seek,
    /// What is done in a game.
    #[serde(default)]
    pub play: Manners,
    /// What is said.
    #[serde(default)]
    pub talk: Texts,
    /// What is sent to the server when something happens.
    #[serde(default)]
    pub commands: Commands,
    /// What is written down, and where.
    #[serde(default)]
    pub files: Files,
    /// Options of the engine, as `zeitnot options` lists them.
    #[serde(default)]
    pub engine: toml::Table,
}

/// Where to play.
#[derive(Clone, Debug, Deserialize)]
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
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
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
#[derive(Clone, Debug, Deserialize)]
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

/// Which challenges are accepted: those that keep to all of this.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Accept {
    /// A formula in the servers' own language.
    pub formula: Option<Formula>,
    /// Rated games.
    pub rated: bool,
    /// Unrated games.
    pub unrated: bool,
    /// Opponents who are computers.
    pub computers: bool,
    /// Opponents who are none.
    pub humans: bool,
    /// Opponents without an account.
    pub guests: bool,
    /// Least and most initial time, in minutes.
    pub minutes: [u32; 2],
    /// Least and most increment, in seconds.
    pub increment: [u32; 2],
    /// Least and greatest rating of the opponent; one without a rating counts as 0.
    pub rating: [u16; 2],
    /// Opponents whose rating rests on few games.
    pub provisional: bool,
    /// The greatest difference of the two ratings, if both have one.
    pub rating_difference: u16,
    /// What is played, as the server names it: `lightning`, `blitz`, `standard`, `wild/fr`.
    pub kinds: Vec<String>,
    /// With whom never to play.
    pub block: Vec<String>,
    /// Who may play whatever the rules above say.
    pub prefer: Vec<String>,
    /// Accounts of the operator's own, never played for ratings.
    pub own: Vec<String>,
    /// The colour the bot may get: `any`, `white` or `black`.
    pub colour: Colour,
    /// Games one after the other with one opponent; 0 for any number.
    pub in_a_row: u32,
    /// The pause after them, in seconds.
    pub pause: u64,
    /// Games a day; 0 for any number.
    pub games_a_day: u32,
    /// Games that one opponent may have had aborted before they are declined; 0 for any number.
    pub aborts: u32,
    /// The greatest part, in percent, of the time for a move that lag may take.
    pub lag_share: u32,
}

impl Default for Accept {
    fn default() -> Accept {
        Accept {
            formula: None,
            rated: true,
            unrated: true,
            computers: true,
            humans: true,
            guests: true,
            minutes: [1, 60],
            increment: [0, 60],
            rating: [0, 9_999],
            provisional: true,
            rating_difference: 9_999,
            kinds: ["lightning", "blitz", "standard", "wild/fr"].map(str::to_owned).to_vec(),
            block: Vec::new(),
            prefer: Vec::new(),
            own: Vec::new(),
            colour: Colour::Any,
            in_a_row: 0,
            pause: 60,
            games_a_day: 0,
            aborts: 0,
            lag_share: 25,
        }
    }
}

/// A colour to be had.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Either.
    #[default]
    Any,
    /// White alone.
    White,
    /// Black alone.
    Black,
}

/// Games the bot looks for when it has nothing to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Seek {
    /// What is sought, in turn, as behind the server's `seek`: `5 0`, `3 2 rated white`.
    pub ads: Vec<String>,
    /// Seconds from one to the next.
    pub every: u64,
    /// Whether seeks are posted that accept by themselves, past the rules, where the server knows
    /// no others.
    pub automatic: bool,
}

impl Default for Seek {
    fn default() -> Seek {
        Seek { ads: Vec::new(), every: 120, automatic: false }
    }
}

/// What is done in a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manners {
    /// Requests to take back that are granted in a game.
    pub takebacks: u32,
    /// Requests to abort are granted before this move.
    pub abort_before: u32,
    /// Whether requests to adjourn are granted.
    pub adjourn: bool,
    /// Seconds after which the bot asks to abort if the opponent has not made a first move; 0 for
    /// never.
    pub no_show: u64,
    /// Whether the opponent's flag is claimed where the server does not do it.
    pub flag: bool,
}

impl Default for Manners {
    fn default() -> Manners {
        Manners { takebacks: 0, abort_before: 3, adjourn: true, no_show: 120, flag: true }
    }
}

/// What is said; `{opponent}`, `{result}` and `{name}` stand for what they name. Empty for nothing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Texts {
    /// To the opponent when a game begins.
    pub greeting: String,
    /// To the opponent when it is over.
    pub farewell: String,
    /// What `finger` shows: up to ten lines.
    pub finger: Vec<String>,
    /// Whether score, depth and time of each move are told to those who look on.
    pub whisper: bool,
    /// Whether those who are refused are told why.
    pub reasons: bool,
}

/// Lines for the server when something happens; `{opponent}`, `{result}` and `{name}` stand for what
/// they name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Commands {
    /// After each login.
    pub login: Vec<String>,
    /// When a game begins.
    pub game_start: Vec<String>,
    /// When a game is over.
    pub game_end: Vec<String>,
}

/// What is written down, and where. In the names of files `{white}`, `{black}` and `{date}` stand for
/// what they name, so that there may be a file for each opponent or day.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Files {
    /// Every game, in PGN, is added to this file.
    pub pgn: Option<String>,
    /// A line for each game is added to this file: day, players, result, reason, moves.
    pub games: Option<String>,
    /// What was learned about lag is kept here.
    pub state: Option<String>,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct ConfigError {
    /// The file.
    pub file: String,
    /// What is wrong, with the line.
    pub fault: String,
}

impl Config {
    /// Reads the text of `file`.
    ///
    /// # Errors
    /// What is wrong first, with its place.
    pub fn parse(text: &str, file: &str) -> Result<Config, ConfigError> {
        let wrong = |fault: String| ConfigError { file: file.to_owned(), fault };
        let config: Config = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let Accept { minutes, increment, rating, .. } = &config.accept;
        for (name, ordered) in [
            ("minutes", minutes[0] <= minutes[1]),
            ("increment", increment[0] <= increment[1]),
            ("rating", rating[0] <= rating[1]),
        ] {
            if !ordered {
                return Err(wrong(format!("accept.{name}: the least is above the most")));
            }
        }
        if config.account.password_file.is_some() && config.account.password_env.is_some() {
            return Err(wrong("account: password_file or password_env, not both".to_owned()));
        }
        Ok(config)
    }

    /// The engine's options with their values as text.
    pub fn options(&self) -> Vec<(String, String)> {
        let text =
            |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.engine.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    }

    /// Whether the bot plays without an account.
    pub fn is_guest(&self) -> bool {
        is_guest(&self.account.name)
    }
}

/// Whether servers give this name to players without an account.
pub(super) fn is_guest(name: &str) -> bool {
    name.to_ascii_lowercase().starts_with("guest")
}

impl TryFrom<String> for Formula {
    type Error = FormulaError;

    fn try_from(text: String) -> Result<Formula, FormulaError> {
        Formula::parse(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: &str = "[server]\nhost = \"h\"\n[account]\nname = \"guest\"\n";

    fn fault(more: &str) -> String {
        Config::parse(&format!("{LEAST}{more}"), "bot.toml").unwrap_err().to_string()
    }

    #[test]
    fn two_lines_are_enough() {
        let config = Config::parse(LEAST, "bot.toml").unwrap();
        assert_eq!((config.server.port, config.server.kind), (5000, Kind::Fics));
        assert!(config.is_guest() && config.seek.ads.is_empty() && config.accept.rated);
    }

    #[test]
    fn the_files_that_come_with_it_are_right() {
        for (name, text) in [
            ("fics.toml", include_str!("../../config/fics.toml")),
            ("icc.toml", include_str!("../../config/icc.toml")),
            ("lasker.toml", include_str!("../../config/lasker.toml")),
        ] {
            Config::parse(text, name).unwrap();
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        assert!(fault("[accept]\nratd = true").contains("unknown field `ratd`"));
        assert!(fault("[accept]\nratd = true").contains("line 6"));
        assert!(fault("[accept]\nminutes = [5, 1]").contains("accept.minutes: the least"));
        let formula = fault("[accept]\nformula = \"rated & blits\"");
        assert!(formula.contains("column 9") && formula.contains("`blits`"), "{formula}");
        assert!(fault("[server2]").contains("server2"));
        let both = LEAST
            .replace("[account]\n", "[account]\npassword_file = \"a\"\npassword_env = \"b\"\n");
        assert!(Config::parse(&both, "bot.toml").unwrap_err().fault.contains("not both"));
    }
}
