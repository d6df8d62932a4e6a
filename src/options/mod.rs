//! What can be set, and what it is set to. The options stand in one table, `config/options.toml`.

mod config;
mod listing;
mod settings;
mod spec;
pub mod spelling;
mod table;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use config::ConfigError;
pub use settings::{Color, Settings};
pub use spec::{Kind, OptionError, Reason, Spec, Value};
pub use table::{TableError, parse as parse_table};

/// The table, built into the program.
const TABLE: &str = include_str!("../../config/options.toml");

/// The options and their present values. Later settings win: the table's defaults, then a
/// configuration file, then the command line, then whoever talks to the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    entries: Vec<(Spec, Value)>,
    /// So many of them stand in the table; the others are numbers that were opened.
    listed: usize,
    settings: Settings,
}

impl Options {
    /// The built-in table, every option at its default.
    ///
    /// # Errors
    /// If the built-in table contradicts itself or is not what the program reads; a test shows that it
    /// does neither.
    pub fn new() -> Result<Options, TableError> {
        let specs = table::parse(TABLE)?.into_iter();
        let defaults = specs.map(|spec| {
            let value = spec.default();
            (spec, value)
        });
        let entries: Vec<_> = defaults.collect();
        let settings = Settings::of(&entries).map_err(TableError::NotRead)?;
        Ok(Options { listed: entries.len(), entries, settings })
    }

    /// The same with further numbers that may be set, at their defaults: they go to [`Settings::numbers`].
    #[must_use]
    pub fn opened(mut self, numbers: impl Iterator<Item = Spec>) -> Options {
        self.entries.extend(numbers.map(|spec| {
            let value = spec.default();
            (spec, value)
        }));
        self
    }

    /// The present values as the program reads them.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// All options with their present values, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&Spec, &Value)> {
        self.entries.iter().map(|(spec, value)| (spec, value))
    }

    /// The option called `id`.
    pub fn spec(&self, id: &str) -> Option<&Spec> {
        self.iter().find(|(spec, _)| spec.id == id).map(|(spec, _)| spec)
    }

    /// The option that somebody may have meant by a name that no option has: what a protocol calls so, or else
    /// what is spelt most like it.
    pub fn meant(&self, name: &str) -> Option<&str> {
        let name = name.to_lowercase().replace(['-', ' '], "_");
        let ids = self.entries.iter().map(|(spec, _)| spec.id.as_str());
        let known = self.named(&name).map(|spec| spec.id.as_str());
        known.or_else(|| spelling::nearest(&name, ids))
    }

    /// The option that a protocol or the table calls `name`, in whatever case, its words joined or apart, by
    /// blanks or by `_`: names once spelt otherwise are still understood.
    fn named(&self, name: &str) -> Option<&Spec> {
        let named = |spec: &&Spec| spec.names().any(|own| spelling::is_same(own, name));
        self.iter().map(|(spec, _)| spec).find(named)
    }

    /// The same for those who talk to the engine. Files without a name in a protocol are the operator's: no GUI
    /// writes where it likes.
    pub fn called(&self, name: &str) -> Option<&Spec> {
        let private = |spec: &Spec| spec.cecp.is_none() && spec.uci.is_none();
        let is_file = |spec: &Spec| matches!(spec.kind, Kind::File { .. });
        self.named(name).filter(|spec| !(is_file(spec) && private(spec)))
    }

    /// The present value of the option called `id`.
    pub fn value(&self, id: &str) -> Option<&Value> {
        self.iter().find(|(spec, _)| spec.id == id).map(|(_, value)| value)
    }

    /// These options with `id` set to what `text` says.
    ///
    /// # Errors
    /// If there is no such option, or the text is no value for it.
    pub fn with(&self, id: &str, text: &str) -> Result<Options, OptionError> {
        let spec = self.spec(id).ok_or_else(|| OptionError::Unknown(id.to_owned()))?;
        let read = spec.read(text)?;
        let mut entries = self.entries.clone();
        if let Some((_, value)) = entries.iter_mut().find(|(spec, _)| spec.id == id) {
            *value = read;
        }
        let (listed, numbers) = entries.split_at(self.listed);
        let mut settings = Settings::of(listed).map_err(|reason| OptionError::Value {
            id: id.to_owned(),
            text: text.to_owned(),
            reason: Reason::NotRead(reason),
        })?;
        settings.numbers = numbers.iter().filter_map(changed).collect();
        Ok(Options { entries, listed: self.listed, settings })
    }

    /// Sets the option `id` to what `text` says.
    ///
    /// # Errors
    /// As [`Options::with`]; nothing has changed then.
    pub fn set(&mut self, id: &str, text: &str) -> Result<(), OptionError> {
        *self = self.with(id, text)?;
        Ok(())
    }
}

/// The name and value of a number that is not at its default.
fn changed((spec, value): &(Spec, Value)) -> Option<(String, i64)> {
    match value {
        Value::Spin(number) if *value != spec.default() => Some((spec.id.clone(), *number)),
        _ => None,
    }
}
