//! Games that players seek.

use super::{Said, pattern::fits};
use crate::ics::{challenge::Rating, talk::Speaker};

/// An ad: somebody seeks a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ad {
    /// Its number: `play 12`.
    pub number: u32,
    /// Who seeks; the marks say whether it is a computer (`C`), a guest (`U`) or has a title.
    pub from: Speaker,
    /// Their rating, if there is one.
    pub rating: Option<Rating>,
    /// Initial minutes and increment in seconds; none if untimed.
    pub control: Option<[u32; 2]>,
    /// Whether ratings are at stake.
    pub rated: bool,
    /// What is played: `blitz`, `standard`, `wild/fr` ...
    pub kind: String,
    /// The colour that they ask for; `true` for White.
    pub white: Option<bool>,
    /// Ratings that may answer, from and to.
    pub range: [u16; 2],
    /// Whether the game begins without asking them once more.
    pub automatic: bool,
    /// Whether who answers has to fit their formula.
    pub formula: bool,
}

/// Ratings of everybody.
const ANYBODY: [u16; 2] = [0, 9999];

/// Marks by the bits of the field `ti`.
const TITLES: [(u8, &str); 8] = [
    (0x01, "U"),
    (0x02, "C"),
    (0x04, "GM"),
    (0x08, "IM"),
    (0x10, "FM"),
    (0x20, "WGM"),
    (0x40, "WIM"),
    (0x80, "WFM"),
];

/// What the server says when a seek of mine stands.
const POSTED: [&str; 3] =
    ["Your seek has been posted with index #.", "Updating seek ad #; ~", "Updating seek ad # ~"];

/// What it says when another one's seek or offer fits mine.
const MATCHED: [&str; 5] = [
    "Your seek matches one already posted by @.",
    "Your seek matches one posted by @.",
    "Your seek qualifies for @'s getgame.",
    "Your seek intercepts @'s getgame.",
    "Your challenge intercepts @'s challenge.",
];

/// Reads a line about seeks.
pub(super) fn read(line: &str) -> Option<Said> {
    let readers = [numbered, told, listed, mine].map(|read| read as fn(&str) -> Option<Said>);
    readers.iter().find_map(|read| read(line))
}

/// What comes with `seekinfo` and `seekremove`.
fn numbered(line: &str) -> Option<Said> {
    let (mark, rest) = line.split_once('>')?;
    match mark {
        "<s" | "<sn" => ad(rest).map(|ad| Said::Ad(Box::new(ad))),
        "<sr" => super::numbers(rest).map(Said::AdsGone),
        "<sc" if rest.trim().is_empty() => Some(Said::AdsCleared),
        _ => None,
    }
}

/// ` 10 w=Pawn ti=02 rt=1291  t=3 i=0 r=r tp=blitz c=? rr=1200-1400 a=t f=t`
fn ad(text: &str) -> Option<Ad> {
    let mut words = text.split_ascii_whitespace();
    let number = words.next()?.parse().ok()?;
    let fields: Vec<(&str, &str)> = words.filter_map(|word| word.split_once('=')).collect();
    let field = |name| fields.iter().find(|(key, _)| *key == name).map(|&(_, value)| value);
    let yes = |name| field(name) == Some("t");
    let mut from = Speaker::parse(field("w")?)?;
    let titles = u8::from_str_radix(field("ti").unwrap_or("0"), 16).ok()?;
    let held = TITLES.iter().filter(|(bit, _)| titles & bit != 0);
    from.marks.extend(held.map(|(_, mark)| (*mark).to_owned()));
    let kind = field("tp")?.to_owned();
    Some(Ad {
        number,
        from,
        rating: field("rt").and_then(Rating::parse),
        control: control(&kind, field("t")?, field("i")?)?,
        rated: field("r")? == "r",
        kind,
        white: field("c").and_then(colour),
        range: field("rr").and_then(range).unwrap_or(ANYBODY),
        automatic: yes("a"),
        formula: yes("f"),
    })
}

/// `Pawn(C) (1500) seeking 5 0 unrated blitz [white] m f ("play 12" to respond)`
fn told(line: &str) -> Option<Said> {
    let [from, rating, rest, number] = fits("~ (~) seeking ~ (\"play #\" to respond)", line)?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let [minutes, increment, rated, kind, flags @ ..] = &words[..] else { return None };
    let [number, minutes, increment] = [number, *minutes, *increment];
    described(number, Speaker::parse(from)?, rating, [minutes, increment, *rated, *kind], flags)
}

/// A line of the list of ads: `12 1500 Pawn(C)  5 0 unrated blitz [white] 0-9999 m`.
fn listed(line: &str) -> Option<Said> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [number, rating, from, minutes, increment, rated, kind, flags @ ..] = &words[..] else {
        return None;
    };
    let terms = [*minutes, *increment, *rated, *kind];
    number.parse::<u32>().ok()?;
    described(number, Speaker::parse(from)?, rating, terms, flags)
}

fn described(
    number: &str,
    from: Speaker,
    rating: &str,
    [minutes, increment, rated, kind]: [&str; 4],
    flags: &[&str],
) -> Option<Said> {
    // Manual and formula may stand in one word.
    let has =
        |letter| flags.iter().any(|flag| ["m", "f", "mf"].contains(flag) && flag.contains(letter));
    let ad = Ad {
        number: number.parse().ok()?,
        from,
        rating: Rating::parse(rating),
        control: control(kind, minutes, increment)?,
        rated: rated_or_not(rated)?,
        kind: kind.to_owned(),
        white: flags.iter().find_map(|flag| colour(flag)),
        range: flags.iter().find_map(|flag| range(flag)).unwrap_or(ANYBODY),
        automatic: !has('m'),
        formula: has('f'),
    };
    Some(Said::Ad(Box::new(ad)))
}

fn mine(line: &str) -> Option<Said> {
    let posted = || {
        let [number, _] = POSTED.iter().find_map(|pattern| fits(pattern, line))?;
        number.parse().ok().map(Said::Posted)
    };
    let matched = || {
        let [name] = MATCHED.iter().find_map(|pattern| fits(pattern, line))?;
        Some(Said::Matched(name.to_owned()))
    };
    let removed = || {
        let patterns =
            ["Your seeks have been removed.", "Your seek # has been removed.", "Ads removed: #"];
        patterns
            .iter()
            .any(|pattern| fits::<1>(pattern, line).is_some())
            .then_some(Said::SeeksRemoved)
    };
    posted().or_else(matched).or_else(removed)
}

/// Minutes and seconds; none inside if there are no clocks.
fn control(kind: &str, minutes: &str, increment: &str) -> Option<Option<[u32; 2]>> {
    let control = [minutes.parse().ok()?, increment.parse().ok()?];
    Some(Some(control).filter(|&control| kind != "untimed" && control != [0, 0]))
}

fn rated_or_not(text: &str) -> Option<bool> {
    match text {
        "rated" => Some(true),
        "unrated" => Some(false),
        _ => None,
    }
}

fn colour(text: &str) -> Option<bool> {
    match text {
        "W" | "[white]" => Some(true),
        "B" | "[black]" => Some(false),
        _ => None,
    }
}

fn range(text: &str) -> Option<[u16; 2]> {
    let (from, to) = text.split_once('-')?;
    Some([from.parse().ok()?, to.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ad(line: &str) -> Ad {
        match Said::parse(line) {
            Said::Ad(ad) => *ad,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn rating(points: u16, provisional: bool) -> Option<Rating> {
        Some(Rating { points, provisional })
    }

    #[test]
    fn ads_in_fields_say_all() {
        let full = ad("<s> 10 w=Pawn ti=06 rt=1291P t=3 i=2 r=r tp=blitz c=W rr=1200-1400 a=f f=t");
        assert_eq!((full.number, full.from.name.as_str()), (10, "Pawn"));
        assert_eq!(full.from.marks, ["C", "GM"]);
        assert!(full.from.is_computer());
        assert_eq!((full.rating, full.control), (rating(1291, true), Some([3, 2])));
        assert_eq!((full.rated, full.kind.as_str(), full.white), (true, "blitz", Some(true)));
        assert_eq!((full.range, full.automatic, full.formula), ([1200, 1400], false, true));
        let guest =
            ad("<sn> 7 w=GuestABCD ti=01 rt=0  t=0 i=0 r=u tp=untimed c=? rr=0-9999 a=t f=f");
        assert_eq!((guest.rating, guest.control, guest.white), (None, None, None));
        assert_eq!((guest.from.marks, guest.rated), (vec!["U".to_owned()], false));
        assert!(guest.automatic && !guest.formula);
        assert_eq!(ad("<s> 1 w=Pawn ti=00 rt=1500  t=5 i=0 r=r tp=wild/fr c=B").white, Some(false));
    }

    #[test]
    fn ads_in_words_say_what_they_can() {
        let plain = ad("Pawn (1500) seeking 5 0 unrated blitz (\"play 12\" to respond)");
        assert_eq!((plain.number, plain.rating), (12, rating(1500, false)));
        assert_eq!((plain.automatic, plain.formula, plain.range), (true, false, ANYBODY));
        let more =
            ad("Rook(C) ( 950E) seeking 3 12 rated wild/5 [black] m f (\"play 3\" to respond)");
        assert_eq!((more.from.name.as_str(), more.rating), ("Rook", rating(950, true)));
        assert!(more.from.is_computer() && more.rated && !more.automatic && more.formula);
        assert_eq!((more.kind.as_str(), more.white), ("wild/5", Some(false)));
        let listed =
            ad("  4 1882 Pawn(C)             5   0 unrated blitz      [white]  1000-2000 mf");
        assert_eq!((listed.number, listed.rating), (4, rating(1882, false)));
        assert_eq!((listed.white, listed.range), (Some(true), [1000, 2000]));
        assert!(!listed.automatic && listed.formula);
        assert_eq!(ad("0    0 GuestABCD           5   0 unrated blitz     ").rating, None);
    }

    #[test]
    fn ads_go_away_and_my_seeks_are_confirmed() {
        for (line, said) in [
            ("<sr> 10 12", Said::AdsGone(vec![10, 12])),
            ("<sc>", Said::AdsCleared),
            ("Your seek has been posted with index 12.", Said::Posted(12)),
            ("Updating seek ad 12; rating range now 0-9999.", Said::Posted(12)),
            ("Your seek matches one already posted by Pawn.", Said::Matched("Pawn".to_owned())),
            ("Your seek qualifies for Pawn's getgame.", Said::Matched("Pawn".to_owned())),
            ("Your challenge intercepts Pawn's challenge.", Said::Matched("Pawn".to_owned())),
            ("Your seeks have been removed.", Said::SeeksRemoved),
            ("Your seek 12 has been removed.", Said::SeeksRemoved),
        ] {
            assert_eq!(Said::parse(line), said, "{line}");
        }
    }

    #[test]
    fn what_is_no_ad_is_refused() {
        for line in [
            "<s> 10",
            "<s> x w=Pawn",
            "<s> 10 w=Pawn ti=zz rt=1 t=3 i=0 r=r tp=blitz",
            "<s> 10 w=Pawn ti=00 rt=1 t=three i=0 r=r tp=blitz",
            "<sr>",
            "Pawn (1500) seeking 5 0 blitz (\"play 12\" to respond)",
            "1 1558 Pawn      1882 Rook   [ bu  3   0]   2:54 -  2:56 (38-36) W: 11",
        ] {
            assert_eq!(Said::parse(line), Said::Other, "{line}");
        }
    }
}
