//! Games as servers announce and offer them.

use super::talk::{is_name, is_of_name};

/// What stands in place of the rating of a player without an account; one with an account and no rating
/// yet has `----`.
const UNREGISTERED: &str = "++++";
/// The mark for the same behind a name.
const GUEST: &str = "U";

/// Who is to play and how, as in `Rook (1882) [white] Pawn (----) rated blitz 3 2.`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Who is named first: the one who challenges, or White in a game that begins.
    pub first: Player,
    /// The other one.
    pub second: Player,
    /// The colour that the first one asks for; `true` for White.
    pub first_is_white: Option<bool>,
    /// Whether ratings are at stake.
    pub rated: bool,
    /// What is played: `blitz`, `standard`, `wild` ...
    pub kind: String,
    /// Initial minutes and increment in seconds; none if untimed.
    pub control: Option<[u32; 2]>,
    /// What else is said: `Loaded from wild/fr`.
    pub remark: String,
    /// Whether an adjourned game is to go on.
    pub adjourned: bool,
}

/// A player with the rating that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating, if there is one.
    pub rating: Option<Rating>,
    /// Whether the server marks them as without an account, by `++++` in place of a rating or behind the name.
    pub is_guest: bool,
    /// Titles and marks that stand behind the name: `C` for a computer, `GM`, `TD` ...
    pub marks: Vec<String>,
}

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The number.
    pub points: u16,
    /// Whether it rests on few games (a letter E or P stands behind it).
    pub provisional: bool,
}

impl Rating {
    /// Reads a rating: `1882`, `1500P`; `None` for none (`----`, `++++`, 0).
    pub fn parse(text: &str) -> Option<Rating> {
        let text = text.trim();
        let digits = text.trim_end_matches(['P', 'E', ' ']);
        let points = digits.parse().ok().filter(|&points| points > 0)?;
        Some(Rating { points, provisional: digits.len() < text.len() })
    }
}

impl Terms {
    /// Reads what stands behind `Challenge: ` or `Creating: `; `None` if it is something else.
    pub fn parse(text: &str) -> Option<Terms> {
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let (first, rest) = player(text)?;
        let (first_is_white, rest) =
            match (rest.strip_prefix("[white] "), rest.strip_prefix("[black] ")) {
                (Some(rest), _) => (Some(true), rest),
                (_, Some(rest)) => (Some(false), rest),
                _ => (None, rest),
            };
        let (second, rest) = player(rest)?;
        let (rest, adjourned) = match rest.strip_suffix("(adjourned)") {
            Some(rest) => (rest.trim_end(), true),
            None => (rest, false),
        };
        let mut words = rest.split(' ').filter(|word| !word.is_empty());
        let rated = match words.next()? {
            "rated" => true,
            "unrated" => false,
            _ => return None,
        };
        let kind = words.next()?.to_owned();
        let mut rest: Vec<&str> = words.collect();
        let numbers = |words: &[&str]| match *words {
            [minutes, increment, ..] => Some([minutes.parse().ok()?, increment.parse().ok()?]),
            _ => None,
        };
        let control = numbers(&rest);
        if control.is_some() {
            rest.drain(..2);
        }
        let control = control.filter(|&control| kind != "untimed" && control != [0, 0]);
        Some(Terms {
            first,
            second,
            first_is_white,
            rated,
            kind,
            control,
            remark: rest.join(" "),
            adjourned,
        })
    }
}

/// A player in front of the rest: `Rook (1882) ...`, or with titles and marks `Rook(C)(TD) (1882) ...`.
fn player(text: &str) -> Option<(Player, &str)> {
    let end = text.find(|c: char| !is_of_name(c))?;
    let (name, mut rest) = text.split_at_checked(end)?;
    let mut brackets = Vec::new();
    while let Some(inside) = rest.trim_start().strip_prefix('(') {
        let (bracket, behind) = inside.split_once(')')?;
        brackets.push(bracket.trim());
        rest = behind;
    }
    if !is_name(name) || brackets.is_empty() {
        return None;
    }
    let rating = brackets.pop_if(|last| is_for_rating(last)).unwrap_or_default();
    let marks: Vec<String> = brackets.into_iter().map(str::to_owned).collect();
    let is_guest = rating == UNREGISTERED || marks.iter().any(|mark| mark == GUEST);
    let player = Player { name: name.to_owned(), rating: Rating::parse(rating), is_guest, marks };
    Some((player, rest.trim_start()))
}

/// Whether what stands in a bracket behind a name is a rating, or stands in its place; a title is neither.
fn is_for_rating(text: &str) -> bool {
    text.is_empty()
        || text.starts_with(|first: char| first.is_ascii_digit() || "-+".contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Terms {
        Terms::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn challenges_name_players_and_terms() {
        let first = terms("Pawn (1558P) [white] Rook (1882) rated blitz 3 12.");
        assert_eq!(first.first.rating, Some(Rating { points: 1558, provisional: true }));
        assert_eq!(first.second.rating, Some(Rating { points: 1882, provisional: false }));
        assert_eq!((first.first_is_white, first.rated), (Some(true), true));
        assert_eq!((first.kind.as_str(), first.control), ("blitz", Some([3, 12])));
        let wild =
            terms("Pawn (----) Rook (++++) unrated wild 3 0 Loaded from wild/fr (adjourned).");
        assert_eq!((wild.first.rating, wild.second.rating), (None, None));
        assert_eq!((wild.first.is_guest, wild.second.is_guest), (false, true));
        assert_eq!((wild.first_is_white, wild.adjourned), (None, true));
        assert_eq!((wild.control, wild.remark.as_str()), (Some([3, 0]), "Loaded from wild/fr"));
        assert_eq!(terms("Pawn (----) [black] Rook (----) unrated untimed.").control, None);
        assert_eq!(terms("Pawn (0) Rook (0) unrated untimed 0 0").control, None);
        assert_eq!(terms("Pawn (0) Rook (0) unrated standard 0 12").control, Some([0, 12]));
    }

    #[test]
    fn titles_and_marks_may_stand_behind_names() {
        for (text, marks, rating) in [
            ("Pawn(C) (1500)", &["C"][..], Some(1_500)),
            ("Pawn(C)(*) (1500)", &["C", "*"], Some(1_500)),
            ("Pawn (GM) (2500)", &["GM"], Some(2_500)),
            ("Pawn(1500)", &[], Some(1_500)),
            ("Pawn(TD)( 950)", &["TD"], Some(950)),
            ("Pawn(U) (++++)", &["U"], None),
            ("Pawn(C)", &["C"], None),
        ] {
            for (colour, first_is_white) in [("", None), ("[black] ", Some(false))] {
                let read = terms(&format!("{text} {colour}Rook(C)(TM) (1882) unrated Blitz 3 2"));
                assert_eq!(read.first.name, "Pawn");
                assert_eq!(read.first.marks, marks, "{text}");
                assert_eq!(read.first.rating.map(|rating| rating.points), rating, "{text}");
                assert_eq!(read.first.is_guest, marks == ["U"], "{text}");
                assert_eq!(read.second.marks, ["C", "TM"]);
                assert_eq!((read.first_is_white, read.control), (first_is_white, Some([3, 2])));
            }
        }
    }

    #[test]
    fn what_is_no_challenge_is_refused() {
        for text in [
            "",
            "Pawn",
            "Pawn (1) Rook",
            "Pawn (1) Rook (2)",
            "Pawn (1) Rook (2) fun blitz 3 0",
            "Pawn(C",
            "Pawn(C) (1500",
            "(C) (1) Rook (2) rated blitz 3 0",
            "Pawn Rook rated blitz 3 0",
        ] {
            assert_eq!(Terms::parse(text), None, "{text}");
        }
    }
}
