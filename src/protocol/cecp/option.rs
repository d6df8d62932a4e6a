//! The engine's own options: how they are announced, and what a value sent for one means.

use std::time::Duration;

use crate::message::Setting;

/// An option the GUI may show and set.
#[derive(Clone, Debug)]
pub struct CecpOption {
    /// Its name in the table of options: one word, as some GUIs split it at a blank.
    pub name: String,
    /// What values it takes.
    pub kind: Kind,
    /// The setting that a value of that kind asks for; `None` if it asks for none.
    pub set: fn(Value) -> Option<Setting>,
}

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Check {
        /// At the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// At the start.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// At the start.
        default: String,
        /// All of them.
        choices: Vec<String>,
    },
    /// Any text.
    String {
        /// At the start.
        default: String,
    },
}

/// A value that fits its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of [`Kind::Check`].
    Check(bool),
    /// Of [`Kind::Spin`].
    Spin(i64),
    /// Of [`Kind::Combo`] (spelt as among the choices) or [`Kind::String`].
    Text(String),
}

/// Why a text is no value for an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// Neither 0 nor 1.
    #[error("neither 0 nor 1")]
    NotBoolean,
    /// No whole number, or one outside the range.
    #[error("no whole number from {min} to {max}")]
    NotInRange {
        /// The least allowed.
        min: i64,
        /// The greatest allowed.
        max: i64,
    },
    /// None of the choices.
    #[error("none of the choices")]
    NotAChoice,
}

impl Kind {
    /// Reads a value as a person or a GUI would write it.
    ///
    /// # Errors
    /// A [`ValueError`] if the text is none that this kind takes.
    pub fn read(&self, text: &str) -> Result<Value, ValueError> {
        match self {
            Kind::Check { .. } => match text {
                "1" | "true" => Ok(Value::Check(true)),
                "0" | "false" => Ok(Value::Check(false)),
                _ => Err(ValueError::NotBoolean),
            },
            &Kind::Spin { min, max, .. } => text
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .map(Value::Spin)
                .ok_or(ValueError::NotInRange { min, max }),
            Kind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(|choice| Value::Text(choice.clone()))
                .ok_or(ValueError::NotAChoice),
            Kind::String { .. } => Ok(Value::Text(text.to_owned())),
        }
    }
}

impl CecpOption {
    /// Which time policy to play by.
    pub fn policy(default: &str, names: &[&str]) -> CecpOption {
        CecpOption {
            name: "policy".to_owned(),
            kind: Kind::Combo {
                default: default.to_owned(),
                choices: names.iter().map(|&name| name.to_owned()).collect(),
            },
            set: |value| match value {
                Value::Text(name) => Some(Setting::Policy(name)),
                _ => None,
            },
        }
    }

    /// Milliseconds lost between deciding on a move and the clock hearing of it.
    pub fn move_overhead(default: i64, max: i64) -> CecpOption {
        CecpOption {
            name: "move_overhead".to_owned(),
            kind: Kind::Spin { default, min: 0, max },
            set: |value| match value {
                Value::Spin(ms) => {
                    u64::try_from(ms).ok().map(Duration::from_millis).map(Setting::MoveOverhead)
                }
                _ => None,
            },
        }
    }

    /// The line that announces the option.
    pub fn feature(&self) -> String {
        let name = &self.name;
        let kind = match &self.kind {
            Kind::Check { default } => format!("-check {}", u8::from(*default)),
            Kind::Spin { default, min, max } => format!("-spin {default} {min} {max}"),
            Kind::Combo { default, choices } => format!("-combo {}", combo(default, choices)),
            Kind::String { default } => format!("-string {default}"),
        };
        format!("feature option=\"{name} {kind}\"")
    }
}

/// The choices with a star before the one in force.
fn combo(default: &str, choices: &[String]) -> String {
    let starred: Vec<String> = choices
        .iter()
        .map(|choice| if choice == default { format!("*{choice}") } else { choice.clone() })
        .collect();
    starred.join(" /// ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overhead() -> CecpOption {
        CecpOption::move_overhead(20, 5000)
    }

    fn policy() -> CecpOption {
        CecpOption::policy("rival", &["fixed", "rival"])
    }

    #[test]
    fn options_are_announced_as_xboard_reads_them() {
        let of = |kind| CecpOption { name: "X".to_owned(), kind, set: |_| None }.feature();
        assert_eq!(overhead().feature(), r#"feature option="move_overhead -spin 20 0 5000""#);
        assert_eq!(policy().feature(), r#"feature option="policy -combo fixed /// *rival""#);
        assert_eq!(of(Kind::Check { default: true }), r#"feature option="X -check 1""#);
        assert_eq!(of(Kind::String { default: String::new() }), r#"feature option="X -string ""#);
    }

    #[test]
    fn a_value_sets_what_it_is_for() {
        let set = |option: CecpOption, text| option.kind.read(text).map(option.set);
        let ms = Duration::from_millis;
        assert_eq!(set(overhead(), "150"), Ok(Some(Setting::MoveOverhead(ms(150)))));
        assert_eq!(set(policy(), "Fixed"), Ok(Some(Setting::Policy("fixed".to_owned()))));
    }

    #[test]
    fn a_value_that_does_not_fit_is_refused_with_the_reason() {
        let refused = |kind: &Kind, text| kind.read(text).unwrap_err().to_string();
        for text in ["-1", "5001", "x", "", "1.5", "99999999999999999999"] {
            assert_eq!(refused(&overhead().kind, text), "no whole number from 0 to 5000");
        }
        assert_eq!(refused(&policy().kind, "none"), "none of the choices");
        assert_eq!(refused(&Kind::Check { default: false }, "2"), "neither 0 nor 1");
    }
}
