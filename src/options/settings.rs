//! The options as typed values: what the program reads, one field for each option of the table.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use serde::{Deserialize, Deserializer, de::Error};

use super::{Kind, Spec, Value};
use crate::{
    clock::{TimeControl, parse_control, parse_ggs},
    timing::{PARAMETERS, Parameters},
};

/// The present values of all options. A field is called as its option is; the parameters of the time
/// policies stand together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table in MiB, at least 1.
    pub hash: usize,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// How many of the best moves to show, at least 1.
    #[serde(rename = "multipv")]
    pub multi_pv: usize,
    /// Whether scores come with the chances to win, draw and lose (UCI).
    pub show_wdl: bool,
    /// Whether castling is written as king takes rook (UCI).
    pub chess960: bool,
    /// Whether positions are analysed for their own sake, without tricks on an opponent.
    pub analyse_mode: bool,
    /// Whether to play below full strength.
    pub limit_strength: bool,
    /// How strong then, in Elo.
    pub elo: u32,
    /// Whether to take as long for it as a person.
    pub human_pace: bool,
    /// Whom the engine plays, as a GUI says it.
    pub opponent: String,
    /// Whether to say, as comments, what the engine makes of every command.
    pub debug: bool,
    /// The time policy, by its registered name.
    pub policy: String,
    /// What is changed about the time policies.
    #[serde(skip)]
    pub parameters: Parameters,
    /// Numbers of the search that were opened and changed, by their names.
    #[serde(skip)]
    pub numbers: Vec<(String, i64)>,
    /// Time lost between deciding on a move and the clock hearing of it.
    #[serde(deserialize_with = "milliseconds")]
    pub move_overhead: Duration,
    /// What scores positions: `auto`, `classical`, `baguette` or `network`.
    pub evaluation: String,
    /// The file with the network; none if empty.
    pub eval_file: String,
    /// Folders with Syzygy endgame tables, separated as the system does it; none if empty.
    pub syzygy_path: String,
    /// The command that starts a cluster of searchers; none if empty.
    pub cluster: String,
    /// How many of the best root moves they search for themselves; 0 for none.
    pub cluster_lines: usize,
    /// Whether to play from the opening book.
    pub own_book: bool,
    /// The file with the book; none if empty.
    pub book_file: String,
    /// How varied the choice among its moves is: 0 for the best, 100 by weight, 200 for all alike.
    pub book_variety: u32,
    /// Up to this move of the game.
    pub book_depth: u32,
    /// Whether a draw is ever agreed to.
    pub draw_accept: bool,
    /// The greatest score at which it is, in centipawns.
    pub draw_score: i32,
    /// Not before this move of the game.
    pub draw_move: u32,
    /// Whether a lost game is given up.
    pub resign: bool,
    /// How far behind the score must be for that, in centipawns.
    pub resign_score: i32,
    /// For so many of the engine's moves in a row.
    pub resign_moves: u32,
    /// The time control of games until another is set.
    #[serde(deserialize_with = "control")]
    pub level: TimeControl,
    /// The time control that holds whatever the client says, if there is to be one.
    #[serde(deserialize_with = "overruling")]
    pub clock: Option<TimeControl>,
    /// The log file, if there is to be one.
    #[serde(deserialize_with = "file")]
    pub log: Option<PathBuf>,
    /// The file that games at the terminal are added to, if there is one.
    #[serde(deserialize_with = "file")]
    pub pgn: Option<PathBuf>,
    /// The folder that reports of finished games are written into, if there is one.
    #[serde(deserialize_with = "file")]
    pub report: Option<PathBuf>,
    /// Where the watch page is served, if it is.
    #[serde(deserialize_with = "address")]
    pub watch: Option<SocketAddr>,
    /// Names of this machine that the watch page answers to beside its address and `localhost`.
    #[serde(deserialize_with = "hosts")]
    pub watch_names: Vec<String>,
    /// When to use colours.
    pub color: Color,
}

/// When the board is drawn in colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Where they suit: on a terminal, unless the environment asks for none.
    Auto,
    /// Whatever the output is.
    Always,
    /// Not at all.
    Never,
}

impl Color {
    /// Whether colours are used; `suits` says whether the output, if it is a terminal, would have them.
    pub fn on(self, suits: bool) -> bool {
        match self {
            Color::Auto => suits,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

impl Settings {
    /// The settings that these options have.
    ///
    /// # Errors
    /// If an option has no field here or a field no option, or a value is none for its field.
    pub(super) fn of(options: &[(Spec, Value)]) -> Result<Settings, String> {
        let mut parameters = Parameters::default();
        let mut fields = toml::Table::new();
        for (spec, value) in options.iter().filter(|(spec, _)| spec.kind != Kind::Button) {
            match number(value).filter(|_| PARAMETERS.iter().any(|one| one.name == spec.id)) {
                Some(number) => {
                    parameters.set(&spec.id, number).map_err(|error| error.to_string())?;
                }
                None => drop(fields.insert(spec.id.clone(), field(value))),
            }
        }
        let settings = Settings::deserialize(fields).map_err(|error| error.message().to_owned())?;
        Ok(Settings { parameters, ..settings })
    }
}

/// An option as the number that the policies take it for.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Spin(number) => Some(*number),
        Value::Check(on) => Some(i64::from(*on)),
        Value::Text(_) | Value::Nothing => None,
    }
}

fn field(value: &Value) -> toml::Value {
    match value {
        Value::Check(on) => toml::Value::Boolean(*on),
        Value::Spin(number) => toml::Value::Integer(*number),
        Value::Text(text) => toml::Value::String(text.clone()),
        Value::Nothing => toml::Value::String(String::new()),
    }
}

fn milliseconds<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    u64::deserialize(from).map(Duration::from_millis)
}

fn control<'de, D: Deserializer<'de>>(from: D) -> Result<TimeControl, D::Error> {
    let hint = "write moves, minutes and seconds, as in `40 5 0`, or a clock such as `2:00/12/`";
    let text = String::deserialize(from)?;
    parse_control(&text).map_err(|error| D::Error::custom(format!("{error} ({hint})")))
}

fn overruling<'de, D: Deserializer<'de>>(from: D) -> Result<Option<TimeControl>, D::Error> {
    let text = String::deserialize(from)?;
    let read = || parse_ggs(&text).map(Some).map_err(D::Error::custom);
    if text.is_empty() { Ok(None) } else { read() }
}

fn file<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    let path = String::deserialize(from)?;
    Ok(Some(path).filter(|path| !path.is_empty()).map(PathBuf::from))
}

/// An address with a port; a port alone is one of this machine's own.
fn address<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(from)?;
    let loopback = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let port = text.strip_prefix("localhost:").unwrap_or(&text);
    match (text.parse(), port.parse()) {
        _ if text.is_empty() => Ok(None),
        (Ok(address), _) => Ok(Some(address)),
        (_, Ok(port)) => Ok(Some(loopback(port))),
        _ => Err(D::Error::custom("write an address and a port, as in 127.0.0.1:8017, or a port")),
    }
}

/// Names of machines with commas between them, without ports.
fn hosts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let text = String::deserialize(from)?;
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
    let names = text.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_ascii_lowercase);
    names
        .map(|name| match is_name(&name) {
            true => Ok(name),
            false => Err(D::Error::custom(format!("`{name}` is no name of a machine"))),
        })
        .collect()
}
