//! What is kept from one start of the bot to the next, as text.

use super::opponents::Opponents;
use crate::ics::lag::Lags;

/// Where the text says whom the bot has played.
const PLAYED: &str = "played";

/// What is kept from one start of the bot to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// What was learned about lag.
    pub lags: Lags,
    /// Who was played lately, and how often.
    pub(super) played: Opponents,
}

impl State {
    /// Reads what [`State::to_text`] has written.
    ///
    /// # Errors
    /// What is wrong.
    pub fn parse(text: &str) -> Result<State, toml::de::Error> {
        let mut table: toml::Table = toml::from_str(text)?;
        let played = match table.remove(PLAYED) {
            Some(played) => played.try_into()?,
            None => Opponents::default(),
        };
        Ok(State { lags: table.try_into()?, played })
    }

    /// The whole as text.
    pub fn to_text(&self) -> String {
        let table = toml::Table::try_from(&self.lags).and_then(|mut table| {
            table.insert(PLAYED.to_owned(), toml::Value::try_from(&self.played)?);
            Ok(table)
        });
        table.map(|table| table.to_string()).unwrap_or_default()
    }
}
