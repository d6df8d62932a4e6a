//! An option: its names, what it may be set to, and what a text makes of it.

use std::fmt;

use crate::clock::{GgsError, NotationError};

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
    /// The name of a file.
    File {
        /// Value if nobody says otherwise.
        default: String,
    },
    /// The name of a folder, or several with the separator of the system between them.
    Path {
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
    /// Of a string, a file, a path or a combo.
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
    /// What it is called anywhere; UCI knows no case, so that no name may differ from another
    /// option's in nothing else.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        [Some(&self.id), self.cecp.as_ref(), self.uci.as_ref()]
            .into_iter()
            .flatten()
            .map(String::as_str)
    }

    /// The value before anyone has set it.
    pub fn default(&self) -> Value {
        match &self.kind {
            Kind::Check { default } => Value::Check(*default),
            Kind::Spin { default, .. } => Value::Spin(*default),
            Kind::String { default }
            | Kind::File { default }
            | Kind::Path { default }
            | Kind::Combo { default, .. } => Value::Text(default.clone()),
            Kind::Button => Value::Nothing,
        }
    }

    /// The name of the kind, as the table and the XBoard protocol write it.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Check { .. } => "check",
            Kind::Spin { .. } => "spin",
            Kind::String { .. } => "string",
            Kind::File { .. } => "file",
            Kind::Path { .. } => "path",
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
            Kind::String { .. } | Kind::File { .. } | Kind::Path { .. } => {
                self.check_text(text).map_err(fail)?;
                Ok(Value::Text(text.into()))
            }
            Kind::Combo { choices, .. } => {
                let chosen = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
                let chosen = chosen.ok_or_else(|| fail(Reason::NotAChoice(choices.join(", "))))?;
                Ok(Value::Text(chosen.clone()))
            }
            Kind::Button => Ok(Value::Nothing),
        }
    }

    /// A text must survive on its way to a GUI, which gets it on one line and in quotes.
    fn check_text(&self, text: &str) -> Result<(), Reason> {
        if text.chars().any(char::is_control) {
            Err(Reason::Control)
        } else if self.cecp.is_some() && text.contains('"') {
            Err(Reason::Quote)
        } else {
            Ok(())
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
    /// A time control for games at the terminal that cannot be read.
    #[error(
        "{0} (write moves, minutes and seconds, as in `40 5 0`, or a clock such as `2:00/12/`)"
    )]
    Level(NotationError),
    /// A text has line breaks or other control characters in it.
    #[error("it must be a single line of plain text")]
    Control,
    /// A text that the XBoard protocol has to carry has a quotation mark in it.
    #[error("it must have no quotation mark in it, as the XBoard protocol has no way to write one")]
    Quote,
}
