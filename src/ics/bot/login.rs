//! The conversation before a server lets one in, and what it is told right after.

use crate::{
    ics::{
        Said,
        config::{Config, is_guest},
    },
    program::NAME_AND_VERSION,
};

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Begun,
    Named,
    /// The password was sent, or a guest's name confirmed.
    Admitted,
}

/// A login.
#[derive(Clone, Debug, Default)]
pub struct Login {
    stage: Stage,
    /// The name the server has given or confirmed.
    assigned: Option<String>,
}

/// What is to be sent next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A line that anybody may see.
    Say(String),
    /// The password.
    Password,
    /// The server has let the bot in, under this name if it has named one.
    In(Option<String>),
    /// The name or the password is asked for again, without a word about why.
    Again,
    /// The name or the password is not right, and trying again would not help.
    Refused(&'static str),
}

impl Login {
    /// A line that came whole, with what it means.
    pub fn line(&mut self, line: &str, said: &Said) -> Option<Step> {
        let Said::Named(speaker) = said else { return None };
        self.assigned = Some(speaker.name.clone());
        line.starts_with("**** Starting ").then(|| self.admitted())
    }

    /// A line that has begun and waits for an answer.
    pub fn begun(&mut self, text: &str, name: &str, has_password: bool) -> Option<Step> {
        let text = text.trim_end();
        let asks = |what: &str| text.to_ascii_lowercase().ends_with(what);
        match self.stage {
            Stage::Begun if asks("login:") => {
                self.stage = Stage::Named;
                Some(Step::Say(name.to_owned()))
            }
            Stage::Named if asks("password:") => {
                self.stage = Stage::Admitted;
                if has_password {
                    Some(Step::Password)
                } else {
                    Some(Step::Refused("the server asks for a password and none is set"))
                }
            }
            Stage::Named if text.starts_with("Press return") && has_password && !is_guest(name) => {
                Some(Step::Refused(
                    "the server knows no account of this name, although a password is set for it",
                ))
            }
            Stage::Named if text.starts_with("Press return") => {
                self.stage = Stage::Admitted;
                if let Said::Named(speaker) = Said::parse(text) {
                    self.assigned = Some(speaker.name);
                }
                Some(Step::Say(String::new()))
            }
            Stage::Named if asks("login:") => Some(Step::Again),
            Stage::Admitted if asks("password:") => Some(Step::Again),
            Stage::Admitted if asks("login:") => {
                Some(Step::Refused("the server does not take the name or the password"))
            }
            Stage::Admitted if text.ends_with(['%', '>']) => Some(self.admitted()),
            _ => None,
        }
    }

    fn admitted(&mut self) -> Step {
        Step::In(self.assigned.take())
    }
}

/// What a server is told after login, in this order; it may refuse any of it. What the bot has told it
/// `before`, by name, and would not tell any more is taken back.
pub fn settings(config: &Config, before: &[String]) -> Vec<String> {
    let interface = format!("set interface {NAME_AND_VERSION}");
    let common =
        ["set style 12", &interface, "set bell 0", "set seek 0", "set open 1", "set shout 0"];
    let own = config.server.kind.settings(config.play.flag);
    let lines = common.into_iter().chain(own).map(str::to_owned);
    let kept = kept(config).into_iter().map(|(name, text)| format!("set {name} {text}"));
    let now = told(config);
    // The last note first: a server that loses the first one moves the others up.
    let gone = before.iter().rev().filter(|name| !now.contains(name));
    let gone = gone.map(|name| format!("set {name}"));
    lines.chain(kept).chain(gone).collect()
}

/// What a server is to be told of the account, by name, which it keeps.
pub fn told(config: &Config) -> Vec<String> {
    kept(config).into_iter().map(|(name, _)| name).collect()
}

/// The same with its text: the formula, and finger notes by their numbers.
fn kept(config: &Config) -> Vec<(String, &str)> {
    let formula = ("formula".to_owned(), config.accept.server_formula.as_str());
    let notes = config.talk.finger.iter().take(10).enumerate();
    let notes = notes.map(|(i, text)| ((i + 1).to_string(), text.as_str()));
    [formula].into_iter().chain(notes).filter(|(_, text)| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hear(login: &mut Login, line: &str) -> Option<Step> {
        login.line(line, &Said::parse(line))
    }

    fn say(text: &str) -> Option<Step> {
        Some(Step::Say(text.to_owned()))
    }

    #[test]
    fn a_registered_player_gives_name_and_password() {
        let mut login = Login::default();
        assert_eq!(login.begun("lo", "Rook", true), None);
        assert_eq!(login.begun("login: ", "Rook", true), say("Rook"));
        assert_eq!(
            hear(&mut login, "\"Rook\" is a registered name.  If it is yours, type the password."),
            None
        );
        assert_eq!(login.begun("password: ", "Rook", true), Some(Step::Password));
        assert_eq!(login.begun("", "Rook", true), None);
        assert_eq!(login.begun("bot> ", "Rook", true), Some(Step::In(None)));
    }

    #[test]
    fn a_guest_learns_the_name_that_is_given() {
        let mut login = Login::default();
        assert_eq!(login.begun("login: ", "guest", false), say("guest"));
        hear(&mut login, "Created temporary login 'GuestXYZW'");
        let press = "Press return to enter the FICS as \"GuestXYZW\":";
        assert_eq!(login.begun(press, "guest", false), say(""));
        let entered = Some(Step::In(Some("GuestXYZW".to_owned())));
        assert_eq!(login.clone().begun("fics% ", "guest", false), entered);
        let line = "**** Starting FICS session as GuestXYZW(U) ****";
        assert_eq!(hear(&mut login, line), entered);
    }

    #[test]
    fn a_wrong_password_is_not_tried_twice() {
        let mut login = Login::default();
        login.begun("login: ", "Rook", true);
        login.begun("password: ", "Rook", true);
        assert!(matches!(login.begun("login: ", "Rook", true), Some(Step::Refused(_))));
        let mut login = Login::default();
        login.begun("login: ", "Rook", true);
        login.begun("password: ", "Rook", true);
        assert_eq!(login.begun("password: ", "Rook", true), Some(Step::Again));
        let mut login = Login::default();
        login.begun("login: ", "Rook", false);
        assert!(matches!(login.begun("password: ", "Rook", false), Some(Step::Refused(_))));
    }

    #[test]
    fn who_has_a_password_does_not_play_as_a_guest_under_a_mistyped_name() {
        let press = "Press return to enter the server as \"Rok\":";
        for (name, has_password, refused) in
            [("Rok", true, true), ("Rok", false, false), ("guest", true, false)]
        {
            let mut login = Login::default();
            login.begun("login: ", name, has_password);
            let step = login.begun(press, name, has_password);
            assert_eq!(matches!(step, Some(Step::Refused(_))), refused, "{name}");
        }
    }

    fn config(kind: &str, more: &str) -> Config {
        let text = format!(
            "[server]\nhost = \"h\"\nkind = \"{kind}\"\n[account]\nname = \"Rook\"\n{more}"
        );
        Config::parse(&text, "test").unwrap()
    }

    #[test]
    fn locks_come_last() {
        for kind in ["fics", "lasker"] {
            let settings = settings(&config(kind, ""), &[]);
            assert_eq!(settings.last().map(String::as_str), Some("iset lock 1"));
        }
    }

    #[test]
    fn notes_formula_and_courtesy_are_the_operators() {
        let more = "[accept]\nserver_formula = \"time > 2\"\n[talk]\nfinger = [\"a bot\"]\n\
                    [play]\nflag = \"adjourn\"\n";
        let settings = settings(&config("fics", more), &[]);
        for line in ["set formula time > 2", "set 1 a bot", "set autoflag 0"] {
            assert!(settings.iter().any(|sent| sent == line), "{line}");
        }
    }
}
