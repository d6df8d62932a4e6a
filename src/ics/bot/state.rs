//! What is kept from one start of the bot to the next, as text.

use super::{history::History, learning::Openings, opponents::Opponents};
use crate::ics::lag::Lags;

/// Where the text says whom the bot has played, and what came of it.
const PLAYED: &str = "played";
const HISTORY: &str = "history";
const OPENINGS: &str = "openings";
/// And where, what the server keeps of what the bot has told it.
const TOLD: &str = "told";

/// What is kept from one start of the bot to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// What was learned about lag.
    pub lags: Lags,
    /// Who was played lately, and how often.
    pub(super) played: Opponents,
    /// What lasts of many games.
    pub history: History,
    /// The openings of the last games.
    pub(super) openings: Openings,
    /// What the server keeps of what the bot has told it, by name: `formula`, and finger notes by number.
    pub(super) told: Vec<String>,
}

impl State {
    /// Reads what [`State::to_text`] has written.
    ///
    /// # Errors
    /// What is wrong.
    pub fn parse(text: &str) -> Result<State, toml::de::Error> {
        let mut table: toml::Table = toml::from_str(text)?;
        let mut take = |name| table.remove(name).unwrap_or(toml::Value::Table(toml::Table::new()));
        let (played, history) = (take(PLAYED).try_into()?, take(HISTORY).try_into()?);
        let openings = take(OPENINGS).try_into()?;
        let told = table.remove(TOLD).map(toml::Value::try_into).transpose()?.unwrap_or_default();
        Ok(State { lags: table.try_into()?, played, history, openings, told })
    }

    /// The whole as text.
    ///
    /// # Errors
    /// If there is something in it that cannot be written.
    pub fn to_text(&self) -> Result<String, toml::ser::Error> {
        let mut table = toml::Table::try_from(&self.lags)?;
        table.insert(PLAYED.to_owned(), toml::Value::try_from(&self.played)?);
        table.insert(HISTORY.to_owned(), toml::Value::try_from(&self.history)?);
        table.insert(OPENINGS.to_owned(), toml::Value::try_from(&self.openings)?);
        table.insert(TOLD.to_owned(), toml::Value::try_from(&self.told)?);
        Ok(table.to_string())
    }
}
