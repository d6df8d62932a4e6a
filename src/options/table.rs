//! The table of options as it is written, and what must hold in it.

use serde::Deserialize;

use super::{
    spec::{Kind, OptionError, Spec},
    spelling,
};

/// What is wrong with the table itself.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It is no TOML, or has a field that no option has.
    #[error("the table of options: {0}")]
    Syntax(#[from] toml::de::Error),
    /// A name that the configuration file or a protocol could not read back.
    #[error("the table of options: `{0}` is no name for an option")]
    Name(String),
    /// A name of two options, whatever the protocol, the case and the blanks.
    #[error("the table of options: the name `{0}` stands there twice")]
    Duplicate(String),
    /// An option lacks a field that its kind needs, or something else stands there.
    #[error("the table of options: `{id}` needs the field `{field}`, {expected}")]
    Missing {
        /// The option.
        id: String,
        /// The field.
        field: &'static str,
        /// What belongs there.
        expected: &'static str,
    },
    /// An option has a field that its kind has no use for.
    #[error("the table of options: `{id}` has no use for the field `{field}`")]
    Surplus {
        /// The option.
        id: String,
        /// The field.
        field: &'static str,
    },
    /// A default that the option itself would refuse.
    #[error("the table of options: the default is wrong: {0}")]
    Default(OptionError),
    /// The program reads an option that the table lacks, or has as another kind, or reads none of that
    /// name.
    #[error("the table of options: {0}")]
    NotRead(String),
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    option: Vec<Entry>,
}

/// An entry as it is written: which fields it needs depends on its type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    #[serde(rename = "type")]
    kind: KindName,
    default: Option<toml::Value>,
    min: Option<i64>,
    max: Option<i64>,
    choices: Option<Vec<String>>,
    unit: Option<String>,
    cecp: Option<String>,
    uci: Option<String>,
    help: String,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum KindName {
    Check,
    Spin,
    String,
    File,
    Path,
    Combo,
    Button,
}

/// Reads a table of options and refuses one that contradicts itself.
///
/// # Errors
/// If the text is no TOML of the expected shape, a field is missing, unknown or of no use to the
/// kind, a name cannot be read back or is used twice, or a default lies outside its bounds.
pub fn parse(text: &str) -> Result<Vec<Spec>, TableError> {
    let mut specs: Vec<Spec> = Vec::new();
    for entry in toml::from_str::<File>(text)?.option {
        let spec = entry.check()?;
        let taken = |name: &&str| {
            specs.iter().flat_map(Spec::names).any(|other| spelling::is_same(other, name))
        };
        if let Some(name) = spec.names().find(taken) {
            return Err(TableError::Duplicate(name.to_owned()));
        }
        spec.read(&spec.default().to_string()).map_err(TableError::Default)?;
        specs.push(spec);
    }
    Ok(specs)
}

impl Entry {
    /// Turns the entry into an option if it has just the fields its type needs.
    fn check(self) -> Result<Spec, TableError> {
        self.check_names()?;
        self.refuse_surplus()?;
        if self.help.is_empty() || self.help.chars().any(char::is_control) {
            return Err(self.missing("help", "one line of text"));
        }
        let kind = match self.kind {
            KindName::Check => {
                Kind::Check { default: self.default(toml::Value::as_bool, "true or false")? }
            }
            KindName::Spin => Kind::Spin {
                default: self.default(toml::Value::as_integer, "a whole number")?,
                min: self.min.ok_or_else(|| self.missing("min", "a whole number"))?,
                max: self.max.ok_or_else(|| self.missing("max", "a whole number"))?,
            },
            KindName::String => Kind::String { default: self.default(text, "a text")? },
            KindName::File => Kind::File { default: self.default(text, "a text")? },
            KindName::Path => Kind::Path { default: self.default(text, "a text")? },
            KindName::Combo => Kind::Combo {
                default: self.default(text, "a text")?,
                choices: (self.choices.clone().filter(|choices| tells_apart(choices)))
                    .ok_or_else(|| self.missing("choices", "a list of different words"))?,
            },
            KindName::Button => Kind::Button,
        };
        let Entry { id, cecp, uci, unit, help, .. } = self;
        Ok(Spec { id, kind, cecp, uci, unit: unit.unwrap_or_default(), help })
    }

    /// Fails at the first name that the configuration file or its protocol could not read back.
    fn check_names(&self) -> Result<(), TableError> {
        let wrong = [
            Some(&self.id).filter(|name| !is_key(name)),
            self.cecp.as_ref().filter(|name| !is_cecp_name(name)),
            self.uci.as_ref().filter(|name| !is_uci_name(name)),
        ];
        match wrong.into_iter().flatten().next() {
            Some(name) => Err(TableError::Name(name.clone())),
            None => Ok(()),
        }
    }

    /// Fails at the first field that an option of this type must not have.
    fn refuse_surplus(&self) -> Result<(), TableError> {
        let spin = self.kind == KindName::Spin;
        let fields = [
            ("default", self.default.is_some(), self.kind != KindName::Button),
            ("min", self.min.is_some(), spin),
            ("max", self.max.is_some(), spin),
            ("unit", self.unit.is_some(), spin),
            ("choices", self.choices.is_some(), self.kind == KindName::Combo),
        ];
        match fields.into_iter().find(|&(_, present, useful)| present && !useful) {
            Some((field, ..)) => Err(TableError::Surplus { id: self.id.clone(), field }),
            None => Ok(()),
        }
    }

    fn default<T>(
        &self,
        read: impl Fn(&toml::Value) -> Option<T>,
        expected: &'static str,
    ) -> Result<T, TableError> {
        self.default.as_ref().and_then(read).ok_or_else(|| self.missing("default", expected))
    }

    fn missing(&self, field: &'static str, expected: &'static str) -> TableError {
        TableError::Missing { id: self.id.clone(), field, expected }
    }
}

/// A key of a configuration file that needs no quotes.
fn is_key(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    !name.is_empty() && name.chars().all(plain)
}

/// A name that `feature option="NAME -spin ..."` and `option NAME=VALUE` give back.
fn is_cecp_name(name: &str) -> bool {
    is_word(name) && !name.contains(['"', '='])
}

/// A name that `option name NAME type spin ...` and `setoption name NAME value ...` give back.
fn is_uci_name(name: &str) -> bool {
    name.split(' ').all(|word| is_word(word) && word != "type" && word != "value")
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic())
}

/// Whether the choices are plain words, each there once in whatever case.
fn tells_apart(choices: &[String]) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    choices.iter().enumerate().all(|(i, choice)| {
        let taken = choices[..i].iter().any(|other| other.eq_ignore_ascii_case(choice));
        !choice.is_empty() && choice.chars().all(plain) && !taken
    })
}

fn text(value: &toml::Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests;
