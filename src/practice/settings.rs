//! A player's variables: `set` for people, `iset` for their programs.

use std::collections::BTreeMap;

use super::config::Profile;

/// What a player has set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    variables: BTreeMap<String, String>,
    interface: BTreeMap<&'static str, bool>,
    pub prompt: String,
    pub width: usize,
}

/// Variables with a value that is 0 or 1, and what the server says to each.
const SWITCHES: [(&str, [&str; 2]); 14] = [
    ("bell", ["Bell off.", "Bell on."]),
    ("seek", ["You will not hear ads.", "You will now hear ads."]),
    (
        "open",
        [
            "You are no longer receiving match requests.",
            "You are now open to receive match requests.",
        ],
    ),
    ("shout", ["You will not hear shouts.", "You will now hear shouts."]),
    ("cshout", ["You will not hear cshouts.", "You will now hear cshouts."]),
    ("kibitz", ["You will not hear kibitzes.", "You will now hear kibitzes."]),
    ("tell", ["You will not hear tells of guests.", "You will now hear tells of guests."]),
    ("highlight", ["Highlight is off.", "Highlight is now style 1."]),
    ("pin", ["You will not hear logins.", "You will now hear logins."]),
    ("gin", ["You will not hear results.", "You will now hear results."]),
    ("automail", ["Your games will not be mailed to you.", "Your games will be mailed to you."]),
    ("rated", ["Your games will be unrated.", "Your games will be rated."]),
    ("noescape", ["You allow escapes.", "You do not allow escapes."]),
    ("autoflag", ["Auto-flagging disabled.", "Auto-flagging enabled."]),
];
/// The switches that only the free server has.
const ONLY_FICS: [&str; 2] = ["noescape", "autoflag"];
/// Variables that take any text.
const TEXTS: [&str; 5] = ["style", "interface", "formula", "height", "time"];

const IVARIABLES: [&str; 14] = [
    "ms",
    "startpos",
    "lock",
    "defprompt",
    "nowrap",
    "nohighlight",
    "movecase",
    "pendinfo",
    "seekinfo",
    "seekremove",
    "fr",
    "gameinfo",
    "smartmove",
    "premove",
];
/// What stands for the datagram of the clocks among them.
pub(super) const CLOCKS: &str = "set-2 56";
/// As many of them as the ancestor knows.
const LASKER_IVARIABLES: usize = 3;
/// No screen is narrower or wider.
const WIDTHS: std::ops::RangeInclusive<usize> = 32..=240;

impl Default for Settings {
    fn default() -> Settings {
        let variables = [("open", "1"), ("shout", "1"), ("cshout", "1"), ("kibitz", "1")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let prompt = "fics% ".to_owned();
        Settings { variables, interface: BTreeMap::new(), prompt, width: 79 }
    }
}

impl Settings {
    /// Whether a variable is on.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.variables.get(name).is_some_and(|value| value == "1")
    }

    /// Whether a variable of the interface is on.
    pub(super) fn has(&self, name: &str) -> bool {
        self.interface.get(name) == Some(&true)
    }

    /// Whether the datagram of the clocks is sent.
    pub(super) fn set_clocks(&mut self, on: bool) {
        self.interface.insert(CLOCKS, on);
    }

    /// `set`; the answer, or the reason against it.
    pub(super) fn set(
        &mut self,
        profile: Profile,
        name: &str,
        value: &str,
    ) -> Result<String, String> {
        let unknown = || format!("No such variable \"{name}\".");
        if profile == Profile::Lasker && ONLY_FICS.contains(&name) {
            return Err(unknown());
        }
        if let Some((_, answers)) = SWITCHES.iter().find(|(switch, _)| *switch == name) {
            let on = match value {
                "0" | "off" => 0,
                "1" | "on" => 1,
                "" => usize::from(!self.is_on(name)),
                _ => return Err(format!("Bad value given for variable \"{name}\".")),
            };
            self.variables.insert(name.to_owned(), on.to_string());
            return Ok(answers.get(on).copied().unwrap_or_default().to_owned());
        }
        match name {
            "width" => {
                let width = value.parse().ok().filter(|width| WIDTHS.contains(width));
                self.width = width.ok_or("Bad value given for variable \"width\".")?;
                Ok(format!("Width set to {value}."))
            }
            "prompt" if value.is_empty() => {
                self.prompt = "fics% ".to_owned();
                Ok(String::new())
            }
            "prompt" => {
                self.prompt = format!("{value} ");
                Ok(String::new())
            }
            _ if TEXTS.contains(&name) || name.parse::<u8>().is_ok_and(|line| line < 11) => {
                self.variables.insert(name.to_owned(), value.to_owned());
                Ok(match (name, value) {
                    ("style", _) => format!("Style {value} set."),
                    ("formula", "") => "Formula unset.".to_owned(),
                    ("formula", _) => format!("Formula set to {value}."),
                    ("interface", _) => String::new(),
                    _ => format!("{name} set to {value}."),
                })
            }
            _ => Err(unknown()),
        }
    }

    /// `iset`; the answer, or the reason against it.
    pub(super) fn iset(
        &mut self,
        profile: Profile,
        name: &str,
        value: &str,
    ) -> Result<String, String> {
        let known = if profile == Profile::Lasker { LASKER_IVARIABLES } else { IVARIABLES.len() };
        let mut names = IVARIABLES.iter().take(known);
        let Some(&name) = names.find(|known| **known == name) else {
            return Err(format!("No such ivariable \"{name}\"."));
        };
        if self.has("lock") {
            return Err("Cannot alter: Interface setting locked.".to_owned());
        }
        let on = !matches!(value, "0" | "off");
        self.interface.insert(name, on);
        let end = if profile == Profile::Fics { "." } else { "" };
        Ok(format!("{name} {}{end}", if on { "set" } else { "unset" }))
    }
}
