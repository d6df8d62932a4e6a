//! What a terminal can show, by what it is and what the environment says of it.

use std::{
    env,
    io::{self, IsTerminal},
};

/// What may be sent to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Colours, unless a person decides otherwise. Not where `NO_COLOR` is set (<https://no-color.org>), nor on a
    /// terminal that has none or has no name in `TERM`, but for Windows, which knows no such names.
    pub colors: bool,
    /// Lines drawn over again: not on one that can only go on, with `TERM=dumb`.
    pub redraws: bool,
    /// Signs beyond ASCII, as the locale says.
    pub unicode: bool,
}

impl Terminal {
    /// Where standard output goes.
    pub fn output() -> Terminal {
        Terminal::new(io::stdout().is_terminal() && understands_escapes(), variable)
    }

    /// Where the standard error stream goes.
    pub fn error() -> Terminal {
        Terminal::new(io::stderr().is_terminal() && understands_escapes(), variable)
    }

    /// A stream that is a terminal that obeys or none, with these variables in the environment.
    fn new(is_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> Terminal {
        let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
        let redraws = is_terminal && variable("TERM").as_deref() != Some("dumb");
        let has_colors =
            variable("TERM").map_or(cfg!(windows), |it| !it.is_empty() && !it.starts_with("vt"));
        let colors = redraws && has_colors && !is_set("NO_COLOR");
        Terminal { colors, redraws, unicode: is_unicode(variable) }
    }
}

/// Whether escape sequences are obeyed and not shown: Windows wants to be asked for that first.
fn understands_escapes() -> bool {
    #[cfg(windows)]
    return ratatui::crossterm::ansi_support::supports_ansi();
    #[cfg(not(windows))]
    true
}

/// Whether the locale has UTF-8. The first of these variables with a value decides; without any it is
/// the one of plain ASCII, but for Windows, which knows no locale of this kind.
fn is_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let mut locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable);
    let locale = locale.find(|value| !value.is_empty());
    locale.map_or(cfg!(windows), |locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

fn variable(name: &str) -> Option<String> {
    Some(env::var_os(name)?.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal with these variables.
    fn terminal(variables: &[(&str, &str)]) -> Terminal {
        Terminal::new(true, |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn colours_and_redrawing_are_for_terminals_that_want_them() {
        let shown = |variables: &[(&str, &str)]| {
            let Terminal { colors, redraws, .. } = terminal(variables);
            (colors, redraws)
        };
        assert_eq!(shown(&[("TERM", "xterm-256color")]), (true, true));
        assert_eq!(shown(&[("TERM", "xterm"), ("NO_COLOR", "")]), (true, true));
        assert_eq!(shown(&[("TERM", "xterm"), ("NO_COLOR", "1")]), (false, true));
        assert_eq!(shown(&[("TERM", "dumb")]), (false, false));
        assert_eq!(shown(&[("TERM", "vt100")]), (false, true));
        assert_eq!(shown(&[("TERM", "")]), (false, true));
        assert_eq!(shown(&[]), (cfg!(windows), true));
        let file = Terminal::new(false, |name| (name == "TERM").then(|| "xterm".to_owned()));
        assert_eq!((file.colors, file.redraws), (false, false));
    }

    #[test]
    fn the_first_variable_with_a_value_names_the_locale() {
        for (variables, unicode) in [
            (&[("LANG", "de_DE.UTF-8")][..], true),
            (&[("LANG", "C.utf8")], true),
            (&[("LANG", "de_DE.ISO-8859-1")], false),
            (&[("LC_CTYPE", "UTF-8"), ("LANG", "C")], true),
            (&[("LC_ALL", "POSIX"), ("LC_CTYPE", "en_US.UTF-8"), ("LANG", "en_US.UTF-8")], false),
            (&[("LC_ALL", ""), ("LANG", "en_US.UTF-8")], true),
            (&[], cfg!(windows)),
        ] {
            assert_eq!(terminal(variables).unicode, unicode, "{variables:?}");
        }
    }
}
