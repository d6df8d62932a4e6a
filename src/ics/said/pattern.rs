//! Lines of a server, written down with holes: `@ declines the ~.`

use crate::ics::talk::{is_name, is_of_name};

/// What stands in the holes of `pattern`, if the line fits: `@` is a name, `#` a number, `~` any text
/// up to what follows, which may be empty at the end. Holes that the pattern lacks are empty.
pub(super) fn fits<'a, const N: usize>(pattern: &str, line: &'a str) -> Option<[&'a str; N]> {
    let mut found = [""; N];
    let mut slots = found.iter_mut();
    let (mut pattern, mut rest) = (pattern, line);
    while let Some((before, hole, behind)) = first_hole(pattern) {
        rest = rest.strip_prefix(before)?;
        let end = match hole {
            '@' => rest.find(|c: char| !is_of_name(c)),
            '#' => rest.find(|c: char| !c.is_ascii_digit()),
            _ => match first_hole(behind) {
                Some((literal, ..)) => Some(rest.find(literal)?),
                // The last text reaches as far as the line's end allows.
                None => Some(rest.len() - rest.strip_suffix(behind).map_or(0, |_| behind.len())),
            },
        };
        let (text, more) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        let may_be_empty = hole == '~' && behind.is_empty();
        if (text.is_empty() && !may_be_empty) || (hole == '@' && !is_name(text)) {
            return None;
        }
        *slots.next()? = text;
        (pattern, rest) = (behind, more);
    }
    (pattern == rest).then_some(found)
}

/// A pattern up to its first hole, the hole, and the rest.
fn first_hole(pattern: &str) -> Option<(&str, char, &str)> {
    let at = pattern.find(['@', '#', '~'])?;
    let (before, rest) = pattern.split_at_checked(at)?;
    let hole = rest.chars().next()?;
    Some((before, hole, &rest[hole.len_utf8()..]))
}

/// The first entry of a table whose pattern fits, with what stands in its first hole.
pub(super) fn lookup<'a, T: Copy>(table: &[(&str, T)], line: &'a str) -> Option<(T, &'a str)> {
    table.iter().find_map(|&(pattern, value)| {
        let [hole, _, _] = fits(pattern, line)?;
        Some((value, hole))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_take_what_they_stand_for() {
        assert_eq!(fits("@ is here.", "Pawn is here."), Some(["Pawn"]));
        assert_eq!(fits("@ is here.", "Rook-Worm is here."), Some(["Rook-Worm"]));
        assert_eq!(fits("@ has # of ~.", "Pawn has 12 of a. b."), Some(["Pawn", "12", "a. b"]));
        assert_eq!(fits("~ and @!", "this and Pawn!"), Some(["this", "Pawn"]));
        assert_eq!(fits("nothing", "nothing"), Some([""]));
        assert_eq!(fits("to the end~", "to the end"), Some([""]));
        assert_eq!(fits::<1>("#", "é"), None);
    }

    #[test]
    fn what_does_not_fit_has_no_holes() {
        for line in ["", "is here.", " is here.", "Pawn is here", "Pawn(U) is here.", "1 is here."]
        {
            assert_eq!(fits::<1>("@ is here.", line), None, "{line}");
        }
        assert_eq!(fits::<1>("~ends", "it ends not"), None);
        assert_eq!(fits::<1>("@ and @", "Pawn and Rook"), None, "more holes than asked for");
    }
}
