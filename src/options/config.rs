//! Configuration files: TOML whose keys are the names of options.

use toml::de::{DeTable, DeValue};

use super::{Kind, OptionError, Options, Spec};

/// Why a configuration file was refused; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {fault}")]
pub struct ConfigError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a line of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is no TOML, or sets a key a second time.
    #[error("{0}")]
    Syntax(String),
    /// The option is unknown or the value outside its bounds.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The value is of another type than the option.
    #[error("the option `{key}` must be {expected}, not {found}")]
    Type {
        /// The option.
        key: String,
        /// What belongs there.
        expected: &'static str,
        /// The type that stands there.
        found: &'static str,
    },
}

impl Options {
    /// Takes over what the configuration file `file` with the contents `text` sets.
    ///
    /// # Errors
    /// The first fault in the file, with its line: text that is no TOML, an unknown key, a value of
    /// the wrong type or outside its bounds.
    pub fn load(&mut self, text: &str, file: &str) -> Result<(), ConfigError> {
        let fault_at = |offset: usize, fault| ConfigError {
            file: file.to_owned(),
            line: 1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count(),
            fault,
        };
        let parsed = DeTable::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            fault_at(offset, Fault::Syntax(error.message().to_owned()))
        })?;
        let mut entries: Vec<_> = parsed.get_ref().iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);

        let mut changed = self.clone();
        for (key, value) in entries {
            changed
                .set_from_file(key.get_ref(), value.get_ref())
                .map_err(|fault| fault_at(key.span().start, fault))?;
        }
        *self = changed;
        Ok(())
    }

    fn set_from_file(&mut self, key: &str, value: &DeValue<'_>) -> Result<(), Fault> {
        let spec = self.spec(key).ok_or_else(|| OptionError::Unknown(key.to_owned()))?;
        let text = text_of(spec, value)?;
        Ok(self.set(key, &text)?)
    }
}

/// The value as text, if it is of the option's type.
fn text_of(spec: &Spec, value: &DeValue<'_>) -> Result<String, Fault> {
    let expected = match (&spec.kind, value) {
        (Kind::Check { .. }, DeValue::Boolean(on)) => return Ok(on.to_string()),
        (Kind::Spin { .. }, DeValue::Integer(number)) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix());
            return Ok(parsed.map_or_else(|_| number.as_str().to_owned(), |n| n.to_string()));
        }
        (Kind::Button, _) => "left out, as it has no value",
        (Kind::Check { .. }, _) => "true or false",
        (Kind::Spin { .. }, _) => "a whole number",
        (_, DeValue::String(text)) => return Ok(text.clone().into_owned()),
        _ => "a text in quotes",
    };
    Err(Fault::Type { key: spec.id.clone(), expected, found: type_name(value) })
}

fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a section",
    }
}
