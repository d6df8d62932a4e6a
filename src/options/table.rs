//! The table of options: what may be set, to what, and what it means.

use std::fmt;

use serde::Deserialize;

use crate::clock::GgsError;

/// What an option may be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Check {
        /// Value if nobody says otherwise.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value if nobody says otherwise.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// Any text on one line.
    String {
        /// Value if nobody says otherwise.
        default: String,
    },
    /// One of a few words.
    Combo {
        /// Value if nobody says otherwise.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// Something to press; it has no value.
    Button,
}

/// One option of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its name everywhere: one lower-case word, `_` between its parts.
    pub id: String,
    /// What it may be set to.
    pub kind: Kind,
    /// Its name in the XBoard protocol, one word; `None` if that has a command of its own for it or
    /// no use.
    pub cecp: Option<String>,
    /// Its name in the UCI protocol; `None` if that has a command of its own for it or no use.
    pub uci: Option<String>,
    /// What a number counts, such as `MiB`; empty if that needs no saying.
    pub unit: String,
    /// One sentence about it.
    pub help: String,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a check.
    Check(bool),
    /// Of a spin.
    Spin(i64),
    /// Of a string or a combo.
    Text(String),
    /// Of a button: none.
    Nothing,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Check(on) => write!(f, "{on}"),
            Value::Spin(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(text),
            Value::Nothing => Ok(()),
        }
    }
}

impl Spec {
    /// Whether some protocol could not tell the two options apart.
    fn shares_a_name(&self, other: &Spec) -> bool {
        let same = |a: &Option<String>, b: &Option<String>| {
            a.as_ref().zip(b.as_ref()).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b))
        };
        self.id == other.id || same(&self.cecp, &other.cecp) || same(&self.uci, &other.uci)
    }

    /// The value before anyone has set it.
    pub fn default(&self) -> Value {
        match &self.kind {
            Kind::Check { default } => Value::Check(*default),
            Kind::Spin { default, .. } => Value::Spin(*default),
            Kind::String { default } | Kind::Combo { default, .. } => Value::Text(default.clone()),
            Kind::Button => Value::Nothing,
        }
    }

    /// The name of the kind, as the table and the XBoard protocol write it.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Check { .. } => "check",
            Kind::Spin { .. } => "spin",
            Kind::String { .. } => "string",
            Kind::Combo { .. } => "combo",
            Kind::Button => "button",
        }
    }

    /// Reads a value of this option, as a person or a protocol writes it.
    ///
    /// # Errors
    /// If the text is no value of this kind or lies outside the bounds.
    pub fn read(&self, text: &str) -> Result<Value, OptionError> {
        let fail = |reason| OptionError::Value { id: self.id.clone(), text: text.into(), reason };
        match &self.kind {
            Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "1" | "true" | "on" | "yes" => Ok(Value::Check(true)),
                "0" | "false" | "off" | "no" => Ok(Value::Check(false)),
                _ => Err(fail(Reason::NotABoolean)),
            },
            &Kind::Spin { min, max, .. } => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(Value::Spin(number)),
                Ok(_) => Err(fail(Reason::OutOfRange { min, max })),
                Err(_) => Err(fail(Reason::NotANumber { min, max })),
            },
            Kind::String { .. } if text.chars().any(char::is_control) => Err(fail(Reason::Control)),
            Kind::String { .. } => Ok(Value::Text(text.into())),
            Kind::Combo { choices, .. } => {
                let chosen = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
                let chosen = chosen.ok_or_else(|| fail(Reason::NotAChoice(choices.join(", "))))?;
                Ok(Value::Text(chosen.clone()))
            }
            Kind::Button => Ok(Value::Nothing),
        }
    }
}

/// Why an option could not be set; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The table has no such option.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// The text is no value for the option.
    #[error("`{}` is no value for the option `{id}`: {reason}", text.escape_debug())]
    Value {
        /// The option.
        id: String,
        /// What it was to be set to.
        text: String,
        /// Why that does not do.
        reason: Reason,
    },
}

/// Why a text is no value for an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A check was set to something else than the words for true and false.
    #[error("it must be true or false")]
    NotABoolean,
    /// A spin was set to something else than a whole number (or one that needs more than 64 bits).
    #[error("it must be a whole number from {min} to {max}")]
    NotANumber {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A number is too small or too great.
    #[error("it must lie between {min} and {max}")]
    OutOfRange {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A combo was set to something else than its choices, listed here.
    #[error("it must be one of: {0}")]
    NotAChoice(String),
    /// A clock in the notation of the Generic Game Server that cannot be read.
    #[error("{0}")]
    Clock(GgsError),
    /// A text has line breaks or other control characters in it.
    #[error("it must be a single line of plain text")]
    Control,
}

/// What is wrong with the table itself.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It is no TOML, or has a field that no option has.
    #[error("the table of options: {0}")]
    Syntax(#[from] toml::de::Error),
    /// A name that is not one lower-case word.
    #[error("the table of options: `{0}` is no name for an option")]
    Name(String),
    /// Two options with one name.
    #[error("the table of options: `{0}` stands there twice")]
    Duplicate(String),
    /// An option lacks a field that its kind needs, or the field has the wrong type.
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
    /// The program reads an option that the table lacks, or has as another kind.
    #[error("the table of options: the {kind} `{id}` is missing")]
    Absent {
        /// The option.
        id: &'static str,
        /// The kind it is read as.
        kind: &'static str,
    },
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
    Combo,
    Button,
}

/// Reads a table of options and refuses one that contradicts itself.
///
/// # Errors
/// If the text is no TOML of the expected shape, a field is missing, unknown or of no use to the
/// kind, a name is not one lower-case word or used twice, or a default lies outside its bounds.
pub fn parse(text: &str) -> Result<Vec<Spec>, TableError> {
    let mut specs: Vec<Spec> = Vec::new();
    for entry in toml::from_str::<File>(text)?.option {
        let spec = entry.check()?;
        if specs.iter().any(|other| other.shares_a_name(&spec)) {
            return Err(TableError::Duplicate(spec.id));
        }
        spec.read(&spec.default().to_string()).map_err(TableError::Default)?;
        specs.push(spec);
    }
    Ok(specs)
}

impl Entry {
    /// Turns the entry into an option if it has just the fields its type needs.
    fn check(self) -> Result<Spec, TableError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if self.id.is_empty() || !self.id.chars().all(plain) {
            return Err(TableError::Name(self.id));
        }
        let word = |name: &String| !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic());
        if let Some(name) = self.cecp.as_ref().filter(|name| !word(name)) {
            return Err(TableError::Name(name.clone()));
        }
        self.refuse_surplus()?;
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
            KindName::Combo => Kind::Combo {
                default: self.default(text, "a text")?,
                choices: (self.choices.clone())
                    .ok_or_else(|| self.missing("choices", "a list of words"))?,
            },
            KindName::Button => Kind::Button,
        };
        let Entry { id, cecp, uci, unit, help, .. } = self;
        Ok(Spec { id, kind, cecp, uci, unit: unit.unwrap_or_default(), help })
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

fn text(value: &toml::Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPIN: &str = "[[option]]\nid = \"n\"\ntype = \"spin\"\ndefault = 3\nmin = 1\nmax = 9\n\
                        help = \"A number.\"\n";

    fn error(table: &str) -> String {
        parse(table).expect_err("the table should be refused").to_string()
    }

    #[test]
    fn a_table_gives_its_options_in_order() {
        let button = "[[option]]\nid = \"clear\"\ntype = \"button\"\nhelp = \"Forgets all.\"\n";
        let specs = parse(&format!("{SPIN}{button}")).expect("a good table");
        assert_eq!(specs[0].kind, Kind::Spin { default: 3, min: 1, max: 9 });
        assert_eq!((specs[1].id.as_str(), &specs[1].kind), ("clear", &Kind::Button));
    }

    #[test]
    fn contradictions_are_refused_by_name() {
        let with = |from: &str, to: &str| error(&SPIN.replace(from, to));
        assert!(with("default = 3\n", "").contains("`n` needs the field `default`"));
        assert!(with("default = 3", "default = \"3\"").contains("needs the field `default`"));
        assert!(with("default = 3", "default = 10").contains("`10` is no value"));
        assert!(with("max = 9\n", "").contains("needs the field `max`"));
        assert!(with("max = 9", "max = 9\nmux = 9").contains("unknown field `mux`"));
        assert!(
            with("max = 9", "max = 9\nchoices = []").contains("no use for the field `choices`")
        );
        assert!(with("\"spin\"", "\"spine\"").contains("unknown variant `spine`"));
        assert!(with("help = \"A number.\"\n", "").contains("missing field `help`"));
        assert!(with("id = \"n\"", "id = \"Two Words\"").contains("`Two Words` is no name"));
        assert!(error(&format!("{SPIN}{SPIN}")).contains("`n` stands there twice"));
    }

    #[test]
    fn the_default_of_a_combo_must_be_a_choice() {
        let table = "[[option]]\nid = \"c\"\ntype = \"combo\"\ndefault = \"x\"\n\
                     choices = [\"a\", \"b\"]\nhelp = \"A letter.\"\n";
        assert!(error(table).contains("it must be one of: a, b"));
    }
}
