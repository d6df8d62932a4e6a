//! Who else is there, and the games adjourned with them.

use super::{Said, pattern::fits};
use crate::ics::talk::{Speaker, is_name};

/// A game that is adjourned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// White and Black; none for the player whose list it is, where the list leaves that out.
    pub names: [Option<String>; 2],
    /// Whether the opponent is here, where the list says so.
    pub is_here: Option<bool>,
    /// The letters for its kind, as the list has them: `br` for blitz and rated.
    pub kind: Option<String>,
    /// Initial minutes and increment in seconds, where the list has them.
    pub control: Option<[u32; 2]>,
}

/// The letters for kinds of games, by which lists tell them, with the kinds as they are called elsewhere.
const KINDS: [(char, &str); 11] = [
    ('l', "lightning"),
    ('b', "blitz"),
    ('s', "standard"),
    ('u', "untimed"),
    ('n', "nonstandard"),
    ('w', "wild"),
    ('x', "atomic"),
    ('z', "crazyhouse"),
    ('B', "bughouse"),
    ('L', "losers"),
    ('S', "suicide"),
];

impl Stored {
    /// Its kind as it is called elsewhere, where the list has a letter for it that is known: the one before
    /// that for rated or unrated.
    pub fn kind_in_words(&self) -> Option<&'static str> {
        let letter = self.kind.as_ref()?.chars().nth_back(1)?;
        KINDS.iter().find(|(known, _)| *known == letter).map(|(_, kind)| *kind)
    }
}

/// The players, White first, of a game that stands in quotation marks in a message: `Your game "Pawn vs. Rook" has been
/// aborted.`
pub(in crate::ics) fn game_named(message: &str) -> Option<[String; 2]> {
    let [_, white, black, _] = fits("~\"@ vs. @~", message)?;
    Some([white, black].map(str::to_owned))
}

/// Reads a line about players.
pub(super) fn read(line: &str) -> Option<Said> {
    let readers = [notices, players, stored].map(|read| read as fn(&str) -> Option<Said>);
    readers.iter().find_map(|read| read(line))
}

/// Who comes and goes.
fn notices(line: &str) -> Option<Said> {
    if let Some([_, names]) =
        fits("# player, who has an adjourned game with you, is online:~", line)
            .or_else(|| fits("# players, who have an adjourned game with you, are online:~", line))
    {
        return adjourned_here(names);
    }
    if line.ends_with("adjourned game with you, is online:")
        || line.ends_with("adjourned game with you, are online:")
    {
        return Some(Said::AdjournedHere(Vec::new()));
    }
    let rest = line.strip_prefix("Notification: ")?;
    let said = |pattern, said: fn(String) -> Said| {
        let [name, _] = fits(pattern, rest)?;
        Some(said(name.to_owned()))
    };
    said("@, who has an adjourned game with you, has arrived.", Said::Returned)
        .or_else(|| said("@ has arrived~", Said::Arrived))
        .or_else(|| said("@ has departed~", Said::Departed))
}

fn adjourned_here(names: &str) -> Option<Said> {
    let names = names.split_whitespace().map(|name| Speaker::parse(name).map(|name| name.name));
    names.collect::<Option<Vec<String>>>().map(Said::AdjournedHere)
}

/// Whether somebody is a computer, or a guest; whether I am open to challenges.
fn players(line: &str) -> Option<Said> {
    let finger = || {
        let rest =
            line.strip_prefix("Statistics for ").or_else(|| line.strip_prefix("Finger of "))?;
        let name = rest.split([' ', ':']).next()?;
        Speaker::parse(name).map(Said::Finger)
    };
    let guest = || {
        let [name] = fits("@ is NOT a registered player.", line)
            .or_else(|| fits("@ is not a registered player.", line))?;
        Some(Said::Guest(name.to_owned()))
    };
    let listed = || {
        let [name, list] = fits("--** @ is a ~ **--", line)
            .or_else(|| fits("--** @ is an ~ **--", line))
            .or_else(|| fits("--** @ is in the ~ list **--", line))
            .or_else(|| fits("@ is in the ~ list.", line))?;
        Some(Said::Listed { name: name.to_owned(), list: list.to_owned() })
    };
    let open = match line {
        "You are now open to receive match requests." => Some(true),
        "You are no longer receiving match requests." => Some(false),
        "Setting you open for matches." => Some(true),
        _ => None,
    };
    finger().or_else(guest).or_else(listed).or(open.map(Said::Open))
}

/// Games that are adjourned.
fn stored(line: &str) -> Option<Said> {
    let count = || {
        let [number] =
            fits("# stored game found.", line).or_else(|| fits("# stored games found.", line))?;
        number.parse().ok().map(Said::StoredCount)
    };
    let none = || {
        let [name] = fits("@ has no adjourned games.", line)
            .or_else(|| fits("Player @ has no games stored.", line))?;
        Some(Said::NoneStored(name.to_owned()))
    };
    let of = || {
        let [name] = fits("Stored games for @:", line)?;
        Some(Said::StoredOf(name.to_owned()))
    };
    let pair = || {
        let [white, black] = fits("   @ vs. @", line)?;
        let names = [white, black].map(|name| Some(name.to_owned()));
        Some(Said::Stored(Stored { names, is_here: None, kind: None, control: None }))
    };
    count().or_else(none).or_else(of).or_else(pair).or_else(|| row(line))
}

/// ` 1: W Pawn            N [ br  2  12]   0-0   B2  ??? Mon Nov 23, 06:14 CST 2009`
fn row(line: &str) -> Option<Said> {
    let (head, rest) = line.split_once('[')?;
    let (inside, _) = rest.split_once(']')?;
    let head: Vec<&str> = head.split_whitespace().collect();
    let [number, colour, name, here] = head[..] else { return None };
    number.strip_suffix(':')?.parse::<u32>().ok()?;
    let is_here = match here {
        "Y" => true,
        "N" => false,
        _ => return None,
    };
    let name = Some(name).filter(|name| is_name(name))?.to_owned();
    let names = match colour {
        "W" => [None, Some(name)],
        "B" => [Some(name), None],
        _ => return None,
    };
    let inside: Vec<&str> = inside.split_whitespace().collect();
    let [kind, minutes, increment] = inside[..] else { return None };
    let control = Some([minutes.parse().ok()?, increment.parse().ok()?]);
    let kind = Some(kind.to_owned());
    Some(Said::Stored(Stored { names, is_here: Some(is_here), kind, control }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speaker(text: &str) -> Speaker {
        Speaker::parse(text).unwrap()
    }

    #[test]
    fn people_come_and_go() {
        let pawn = || "Pawn".to_owned();
        for (line, said) in [
            ("Notification: Pawn has arrived.", Said::Arrived(pawn())),
            (
                "Notification: Pawn has arrived and isn't on your notify list.",
                Said::Arrived(pawn()),
            ),
            ("Notification: Pawn has departed.", Said::Departed(pawn())),
            (
                "Notification: Pawn, who has an adjourned game with you, has arrived.",
                Said::Returned(pawn()),
            ),
            (
                "1 player, who has an adjourned game with you, is online: Pawn",
                Said::AdjournedHere(vec![pawn()]),
            ),
            (
                "2 players, who have an adjourned game with you, are online: Pawn(C) Rook",
                Said::AdjournedHere(vec![pawn(), "Rook".to_owned()]),
            ),
            (
                "1 player, who has an adjourned game with you, is online:",
                Said::AdjournedHere(Vec::new()),
            ),
            (
                "admin needs to talk with you.  Use tell admin <message>  to reply.",
                Said::Summoned("admin".to_owned()),
            ),
            ("Pawn just sent you a message:", Said::MessageFollows(pawn())),
            ("    **ANNOUNCEMENT** from admin: tea", Said::Announced("tea".to_owned())),
            ("    **UNREG ANNOUNCEMENT** from admin: tea", Said::Announced("tea".to_owned())),
            ("You are now open to receive match requests.", Said::Open(true)),
            ("You are no longer receiving match requests.", Said::Open(false)),
        ] {
            assert_eq!(Said::parse(line), said, "{line}");
        }
    }

    #[test]
    fn players_are_computers_guests_or_neither() {
        for (line, said) in [
            (
                "Statistics for Pawn(C)     On for: 3 secs   Idle: 0 secs",
                Said::Finger(speaker("Pawn(C)")),
            ),
            ("Finger of Pawn(C):", Said::Finger(speaker("Pawn(C)"))),
            ("Finger of Pawn:", Said::Finger(speaker("Pawn"))),
            ("Pawn is NOT a registered player.", Said::Guest("Pawn".to_owned())),
        ] {
            assert_eq!(Said::parse(line), said, "{line}");
        }
        for (line, list) in [
            ("--** Pawn is a computer **--", "computer"),
            ("--** Pawn is in the computer list **--", "computer"),
            ("--** Pawn is an abuser **--", "abuser"),
            ("Pawn is in the computer list.", "computer"),
        ] {
            let said = Said::Listed { name: "Pawn".to_owned(), list: list.to_owned() };
            assert_eq!(Said::parse(line), said, "{line}");
        }
    }

    #[test]
    fn adjourned_games_are_listed() {
        let name = |name: &str| Some(name.to_owned());
        let row = |line: &str| match Said::parse(line) {
            Said::Stored(stored) => stored,
            other => panic!("{line}: {other:?}"),
        };
        let full =
            row(" 1: W Pawn            N [ br  2  12]   0-0   B2  ??? Mon Nov 23, 06:14 CST 2009");
        assert_eq!(full.kind_in_words(), Some("blitz"));
        assert_eq!((full.names, full.is_here), ([None, name("Pawn")], Some(false)));
        assert_eq!((full.kind, full.control), (name("br"), Some([2, 12])));
        let black =
            row(" 12: B Rook            Y [psu 15   0]  39-39  W10 C00 Sun Nov 22, 06:14 CST 2009");
        assert_eq!(black.kind_in_words(), Some("standard"));
        let suicide = row(" 1: W Rook-Worm       Y [ Su  3   0]   0-0   B2  ??? Mon Nov 23");
        assert_eq!(suicide.names, [None, name("Rook-Worm")]);
        assert_eq!(suicide.kind_in_words(), Some("suicide"), "no standard game");
        assert_eq!((black.names, black.is_here), ([name("Rook"), None], Some(true)));
        assert_eq!(row("   pawn vs. rook").names, [name("pawn"), name("rook")]);
        assert_eq!(Said::parse("1 stored game found."), Said::StoredCount(1));
        assert_eq!(Said::parse("0 stored games found."), Said::StoredCount(0));
        for line in ["Pawn has no adjourned games.", "Player Pawn has no games stored."] {
            assert_eq!(Said::parse(line), Said::NoneStored("Pawn".to_owned()), "{line}");
        }
        assert_eq!(Said::parse("Stored games for Pawn:"), Said::StoredOf("Pawn".to_owned()));
        assert_eq!(Said::parse(" 1: W Pawn [ is what I write"), Said::Other, "finger notes");
    }
}
