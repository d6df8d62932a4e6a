//! The account and the session.

use super::{
    Said,
    pattern::{fits, lookup},
};
use crate::ics::talk::Speaker;

/// Why one may not come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// The name cannot be a name here.
    Name,
    /// This player may not come in, or nobody from here.
    Banned,
    /// Guests may not come in now.
    Guests,
    /// There is no room.
    Full,
    /// It took too long to log in.
    Late,
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// Nothing was typed for too long.
    Idle,
    /// An administrator has thrown one out.
    Kicked,
    /// One has asked for it, or the server does not say.
    Done,
}

/// Lines that keep one out. The hole is what they are about.
const BARRED: [(&str, Barred); 9] = [
    ("Sorry, names can only consist of ~", Barred::Name),
    ("Sorry, names may be at most # characters long.~", Barred::Name),
    ("A name should be at least ~ characters long!~", Barred::Name),
    ("Player \"@\" is banned.", Barred::Banned),
    ("Due to abusive behavior, nobody from your site may login~", Barred::Banned),
    ("Due to abuse problems, guest connections have been prevented~", Barred::Guests),
    ("Due to ~, nobody from your site may login without an account.~", Barred::Guests),
    ("Sorry, ~ server is full~", Barred::Full),
    ("**** LOGIN TIMEOUT ****", Barred::Late),
];

/// Lines about a name that one has, or may have.
const NAMED: [&str; 3] = [
    "Press return to enter ~ as \"~\":~",
    "Logging you in as \"~\"; ~",
    "Created temporary login '~'",
];

/// Settings that were not taken, with their names.
const SETTINGS: [&str; 5] = [
    "No such ivariable \"~\".",
    "No such variable name ~.",
    "Bad value '~' given for ivariable '~'.",
    "Bad value given for variable ~.",
    "Ambiguous variable name ~.",
];

/// Reads a line about the account and the session.
pub(super) fn read(line: &str) -> Option<Said> {
    let readers =
        [login, stars, shutdown, settings, staff].map(|read| read as fn(&str) -> Option<Said>);
    readers.iter().find_map(|read| read(line))
}

/// What is said before one is in.
fn login(line: &str) -> Option<Said> {
    let named = || {
        let holes = NAMED.iter().find_map(|pattern| fits::<3>(pattern, line))?;
        // The name is in the hole that can be one: the other says what one enters.
        holes.iter().find_map(|hole| Speaker::parse(hole)).map(Said::Named)
    };
    let registered = |pattern, said: fn(String) -> Said| {
        let [name, _] = fits(pattern, line)?;
        Some(said(name.to_owned()))
    };
    let barred = || lookup(&BARRED, line).map(|(barred, _)| Said::Barred(barred));
    named()
        .or_else(|| registered("\"@\" is not a registered name.~", Said::NotRegistered))
        .or_else(|| registered("\"@\" is a registered name.~", Said::Registered))
        .or_else(barred)
}

/// What stands between stars.
fn stars(line: &str) -> Option<Said> {
    // One server has a blank in front of this one.
    let line = line.strip_prefix(' ').filter(|rest| rest.starts_with('*')).unwrap_or(line);
    let text = line.trim_matches('*').strip_prefix(' ')?.strip_suffix(' ')?;
    if !line.starts_with("***") || !line.ends_with("***") {
        return None;
    }
    if let Some([_, name]) = fits("Starting ~ session as ~", text) {
        return Speaker::parse(name).map(Said::Named);
    }
    Some(match text {
        "Invalid password!" => Said::WrongPassword,
        _ if text.contains("can't both be logged in") => Said::Twice,
        _ if text.ends_with(" is already logged in - kicking them out.") => Said::TakenOver,
        _ if text.contains("is already logged in") => Said::Twice,
        _ if text.starts_with("Auto-logout") => Said::LoggedOut(Farewell::Idle),
        _ if text.starts_with("You have been kicked out by ") => Said::LoggedOut(Farewell::Kicked),
        _ => return server(text),
    })
}

/// The server stops, or does not.
fn shutdown(line: &str) -> Option<Said> {
    if line == "Logging you out." {
        return Some(Said::LoggedOut(Farewell::Done));
    }
    server(line.strip_prefix("    **** ")?.strip_suffix(" ****")?)
}

fn server(text: &str) -> Option<Said> {
    /// Words of a server that stops: between stars it may also say what it is, or what time it has.
    const STOPS: [&str; 3] = ["down", "restart", "reboot"];
    let stops = text.starts_with("Server ") && STOPS.iter().any(|word| text.contains(word));
    let text = Some(text).filter(|_| stops)?;
    let cancelled = fits::<1>("Server shutdown canceled by ~", text)
        .or_else(|| fits("Server shutdown cancelled by ~", text));
    Some(match cancelled {
        Some(_) => Said::ShutdownCancelled,
        None => Said::Shutdown(text.to_owned()),
    })
}

fn settings(line: &str) -> Option<Said> {
    if line == "Cannot alter: Interface setting locked." {
        return Some(Said::SettingRefused(None));
    }
    let [first, second] = SETTINGS.iter().find_map(|pattern| fits(pattern, line))?;
    let name = if second.is_empty() { first } else { second };
    Some(Said::SettingRefused(Some(name.to_owned())))
}

/// What the people who run the server want.
fn staff(line: &str) -> Option<Said> {
    let message = |pattern| {
        let [name] = fits(pattern, line)?;
        Some(Said::MessageFollows(name.to_owned()))
    };
    let summoned = |pattern| {
        let [name, _] = fits(pattern, line)?;
        Some(Said::Summoned(name.to_owned()))
    };
    let announced = || {
        let rest = line.strip_prefix("    **")?;
        let [_, _, text] = fits("~ANNOUNCEMENT** from @: ~", rest).or_else(|| {
            fits::<2>("ANNOUNCEMENT** from @: ~", rest).map(|[name, text]| ["", name, text])
        })?;
        Some(Said::Announced(text.to_owned()))
    };
    message("@ just sent you a message:")
        .or_else(|| message("The following message was received from @:"))
        .or_else(|| summoned("@ needs to talk with you.~"))
        .or_else(|| summoned("@ needs to speak with you.~"))
        .or_else(announced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speaker(text: &str) -> Speaker {
        Speaker::parse(text).unwrap()
    }

    #[test]
    fn names_are_given_in_every_form() {
        for line in [
            "Press return to enter the FICS as \"GuestABCD\":",
            "Press return to enter the server as \"GuestABCD\":____",
            "Logging you in as \"GuestABCD\"; you may use this name to play unrated games.",
            "Created temporary login 'GuestABCD'",
            "**** Starting FICS session as GuestABCD ****",
            "**** Starting ICC session as GuestABCD ****",
        ] {
            assert_eq!(Said::parse(line), Said::Named(speaker("GuestABCD")), "{line}");
        }
        let line = "**** Starting FICS session as GuestABCD(U) ****";
        assert_eq!(Said::parse(line), Said::Named(speaker("GuestABCD(U)")));
        for (line, said) in [
            (
                "\"Pawn\" is not a registered name.  You may play unrated games as a guest.",
                Said::NotRegistered("Pawn".to_owned()),
            ),
            (
                "\"Pawn\" is a registered name.  If it is yours, type the password.",
                Said::Registered("Pawn".to_owned()),
            ),
        ] {
            assert_eq!(Said::parse(line), said, "{line}");
        }
    }

    #[test]
    fn one_is_told_why_one_may_not_come_in_or_stay() {
        for (line, barred) in [
            (
                "Sorry, names can only consist of lower and upper case letters.  Try again.",
                Barred::Name,
            ),
            ("Sorry, names may be at most 17 characters long.  Try again.", Barred::Name),
            ("A name should be at least three characters long!  Try again.", Barred::Name),
            ("Player \"Pawn\" is banned.", Barred::Banned),
            ("Due to abusive behavior, nobody from your site may login.", Barred::Banned),
            ("Due to abuse problems, guest connections have been prevented.", Barred::Guests),
            ("Due to abuse, nobody from your site may login without an account.", Barred::Guests),
            ("Sorry, the server is full.", Barred::Full),
            ("**** LOGIN TIMEOUT ****", Barred::Late),
        ] {
            assert_eq!(Said::parse(line), Said::Barred(barred), "{line}");
        }
        for (line, why) in [
            ("**** Auto-logout because you were idle more than 60 minutes. ****", Farewell::Idle),
            ("**** Auto-logout - you were idle more than 60 minutes. ****", Farewell::Idle),
            ("**** You have been kicked out by admin! ****", Farewell::Kicked),
            ("Logging you out.", Farewell::Done),
        ] {
            assert_eq!(Said::parse(line), Said::LoggedOut(why), "{line}");
        }
        for line in [
            "**** Pawn has arrived - you can't both be logged in. ****",
            "*** Sorry Pawn is already logged in ***",
        ] {
            assert_eq!(Said::parse(line), Said::Twice, "{line}");
        }
        for line in [
            " **** Pawn is already logged in - kicking them out. ****",
            "**** Pawn is already logged in - kicking them out. ****",
        ] {
            assert_eq!(Said::parse(line), Said::TakenOver, "{line}");
        }
    }

    #[test]
    fn the_server_stops_or_does_not() {
        for line in [
            "    **** Server shutdown ordered by admin. ****",
            "    **** Server going down in 0 minutes and 10 seconds. ****",
        ] {
            assert!(
                matches!(Said::parse(line), Said::Shutdown(text) if text.starts_with("Server "))
            );
        }
        let cancelled = "    **** Server shutdown canceled by admin. ****";
        assert_eq!(Said::parse(cancelled), Said::ShutdownCancelled);
        assert_eq!(Said::parse("**** Server time is US/Pacific ****"), Said::Other, "a banner");
        assert_eq!(Said::parse("  **** Invalid password! ****"), Said::Other, "a message's text");
    }

    #[test]
    fn settings_that_are_refused_have_names() {
        for (line, name) in [
            ("No such ivariable \"seekinfo\".", Some("seekinfo")),
            ("No such variable name autoflag.", Some("autoflag")),
            ("Bad value '7' given for ivariable 'ms'.", Some("ms")),
            ("Bad value given for variable style.", Some("style")),
            ("Cannot alter: Interface setting locked.", None),
        ] {
            assert_eq!(Said::parse(line), Said::SettingRefused(name.map(str::to_owned)), "{line}");
        }
    }
}
