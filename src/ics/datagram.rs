//! ICC's datagrams: lines for programs, each between marks that nobody can type.
//!
//! Boards in style 12 tell whole seconds there. The datagram of the clocks (`DG_MSEC`, number 56: game, colour,
//! milliseconds left, whether it runs) tells them exactly; `set-2 56 1` asks for it. Known from ICC's description
//! of its formats for writers of clients, and from clients that read it (emacs-chess, Jin); not tried on ICC.

use super::style12::MOST_CLOCK;
use crate::position::Color;

/// What a datagram stands between, with brackets behind: a control character, which no line has otherwise.
pub(super) const MARK: char = '\u{19}';
/// The number of the datagram of the clocks.
const CLOCK: &str = "56";

/// What one player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The number of the game.
    pub game: u32,
    /// Whose clock.
    pub side: Color,
    /// Milliseconds; less than none if overdrawn.
    pub clock: i64,
}

impl Left {
    /// Reads a datagram; `None` if it is another one.
    pub(super) fn parse(line: &str) -> Option<Left> {
        let mut words = line.strip_prefix(MARK)?.strip_prefix('(')?.split_whitespace();
        if words.next() != Some(CLOCK) {
            return None;
        }
        let game = words.next()?.parse().ok()?;
        let side = match words.next()? {
            "W" => Color::White,
            "B" => Color::Black,
            _ => return None,
        };
        let clock: i64 = words.next()?.parse().ok()?;
        Some(Left { game, side, clock: clock.clamp(-MOST_CLOCK, MOST_CLOCK) })
    }
}

/// Cuts datagrams out of what a server sends, wherever they stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Cutter {
    /// Whether the last character was the mark.
    marked: bool,
    /// A datagram that has begun.
    begun: Option<String>,
}

/// What becomes of a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// It belongs to the line.
    Line,
    /// It belongs to a datagram, or to a mark.
    Kept,
    /// With it a datagram is whole.
    Whole(String),
}

impl Cutter {
    /// Takes a character. A datagram never goes on in the next line, and is never longer than `longest`.
    pub fn take(&mut self, character: char, longest: usize) -> Cut {
        if std::mem::take(&mut self.marked) {
            return match (character, self.begun.take()) {
                ('(', _) => {
                    self.begun = Some(format!("{MARK}("));
                    Cut::Kept
                }
                (')', Some(datagram)) => Cut::Whole(datagram),
                _ => Cut::Kept,
            };
        }
        match (character, &mut self.begun) {
            (MARK, _) => {
                self.marked = true;
                Cut::Kept
            }
            ('\n', _) => {
                self.begun = None;
                Cut::Line
            }
            (character, Some(begun)) => {
                if begun.len() < longest && !character.is_control() {
                    begun.push(character);
                }
                Cut::Kept
            }
            (_, None) => Cut::Line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ics::Lines;

    fn fed(chunks: &[&str]) -> Vec<String> {
        let mut lines = Lines::default();
        let mut all: Vec<String> = chunks.iter().flat_map(|it| lines.feed(it.as_bytes())).collect();
        all.extend(lines.settle());
        all.retain(|line| !line.is_empty());
        all
    }

    #[test]
    fn datagrams_are_cut_out_wherever_they_stand_and_however_they_come() {
        let clock = "\u{19}(56 12 W 178432 1\u{19})";
        let told = "\u{19}(56 12 W 178432 1";
        assert_eq!(fed(&[&format!("Pawn tells you:{clock} hi\n\r")]), [told, "Pawn tells you: hi"]);
        let bytes: Vec<String> = format!("\n\r{clock}aics% ").chars().map(String::from).collect();
        let bytes: Vec<&str> = bytes.iter().map(String::as_str).collect();
        assert_eq!(fed(&bytes), [told]);
        let left = Left { game: 12, side: Color::White, clock: 178_432 };
        assert_eq!(Left::parse(told), Some(left));
    }

    #[test]
    fn what_people_type_is_no_datagram_and_a_broken_one_swallows_a_line_at_most() {
        assert_eq!(fed(&["(56 12 W 5 1)\n\r"]), ["(56 12 W 5 1)"]);
        assert_eq!(Left::parse("(56 12 W 5 1"), None);
        assert_eq!(fed(&["\u{19}(56 12 W\n\rNext line\n\r"]), ["Next line"]);
        for other in
            ["\u{19}(57 12 W 5 1", "\u{19}(56 x W 5 1", "\u{19}(56 1 G 5", "\u{19}(56", "\u{19}"]
        {
            assert_eq!(Left::parse(other), None, "{other}");
        }
    }
}
