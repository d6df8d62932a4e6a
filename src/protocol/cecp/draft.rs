//! The lines between `edit` and `.`, which put men on the board and take them off.

use crate::position::{Color, Edit, Piece, Square, piece_of};

/// The changes gathered so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// Whose men are put on the board.
    color: Color,
    /// Not more than one for every square, so that no input can fill the memory.
    edits: Vec<Edit>,
}

/// A line of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stroke {
    /// `#`: take all men off.
    Clear,
    /// `c`: the men to come are the other side's.
    OtherColor,
    /// `Pa4`: put a man on a square.
    Put(Piece, Square),
    /// `xa4`: empty a square.
    Remove(Square),
    /// `.`: the end.
    End,
}

impl Stroke {
    /// Reads a line of an edit.
    pub fn read(line: &str) -> Option<Stroke> {
        let line = line.trim();
        match line {
            "#" => return Some(Stroke::Clear),
            "c" => return Some(Stroke::OtherColor),
            "." => return Some(Stroke::End),
            _ => {}
        }
        let mut letters = line.chars();
        let what = letters.next()?;
        let square = letters.as_str();
        let square: Square = if square.len() == 2 { square.parse().ok()? } else { return None };
        match what {
            'x' => Some(Stroke::Remove(square)),
            letter if letter.is_ascii_uppercase() => Some(Stroke::Put(piece_of(letter)?, square)),
            _ => None,
        }
    }
}

impl Draft {
    /// An edit begins; White's men come first.
    pub fn new() -> Draft {
        Draft { color: Color::White, edits: Vec::new() }
    }

    /// Takes a line down; at the end, all changes that were gathered.
    pub fn take(&mut self, stroke: Stroke) -> Option<Vec<Edit>> {
        match stroke {
            Stroke::Clear => self.edits = vec![Edit::Clear],
            Stroke::OtherColor => self.color = !self.color,
            Stroke::Put(piece, square) => self.change(square, Edit::Put(self.color, piece, square)),
            Stroke::Remove(square) => self.change(square, Edit::Remove(square)),
            Stroke::End => return Some(std::mem::take(&mut self.edits)),
        }
        None
    }

    /// Notes the latest change to a square.
    fn change(&mut self, square: Square, edit: Edit) {
        self.edits.retain(|earlier| match *earlier {
            Edit::Clear => true,
            Edit::Put(_, _, other) | Edit::Remove(other) => other != square,
        });
        self.edits.push(edit);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::position::{ALL_SQUARES, Position, Rights};

    /// What becomes of the lines of an edit.
    fn edited(lines: &[&str]) -> Vec<Edit> {
        let mut draft = Draft::new();
        for line in lines {
            assert_eq!(draft.take(Stroke::read(line).expect("a line of an edit")), None);
        }
        draft.take(Stroke::End).expect("the end")
    }

    #[test]
    fn men_are_put_on_the_board_for_both_sides() {
        let expected = [
            Edit::Clear,
            Edit::Put(Color::White, Piece::King, Square::E1),
            Edit::Put(Color::Black, Piece::King, Square::E8),
            Edit::Remove(Square::A4),
            Edit::Put(Color::White, Piece::Pawn, Square::B2),
        ];
        assert_eq!(edited(&["Qd1", "#", "Ke1", "c", "Ke8", "xa4", "c", " Pb2 "]), expected);
        assert_eq!(edited(&[]), []);
    }

    #[test]
    fn the_last_change_to_a_square_counts() {
        let queen = Edit::Put(Color::White, Piece::Queen, Square::D4);
        assert_eq!(edited(&["Pd4", "xd4", "Qd4"]), [queen]);
    }

    #[test]
    fn other_lines_are_none_of_an_edit() {
        for line in [
            "",
            "P",
            "Pa",
            "Pa9",
            "Pi1",
            "pa4",
            "Pa44",
            "Xa4",
            "##",
            "e2e4",
            "P\u{e9}4",
            "x\u{1f600}",
        ] {
            assert_eq!(Stroke::read(line), None, "{line}");
        }
    }

    /// The lines with which XBoard sends a position.
    fn written(position: &Position) -> Vec<String> {
        let men = |color| {
            ALL_SQUARES.into_iter().filter_map(move |square| {
                let (owner, piece) = position.man_on(square)?;
                let letter = piece.to_string(Color::White);
                (owner == color).then(|| format!("{letter}{square}"))
            })
        };
        let start = ["#".to_owned()].into_iter();
        start.chain(men(Color::White)).chain(["c".to_owned()]).chain(men(Color::Black)).collect()
    }

    /// A line of an edit, and now and then one that is none.
    fn line() -> impl Strategy<Value = String> {
        let letter = prop::sample::select(vec!['#', 'c', 'P', 'N', 'B', 'R', 'Q', 'K', 'x']);
        let square = prop::option::of(prop::sample::select(ALL_SQUARES.to_vec()));
        (letter, square).prop_map(|(letter, square)| {
            format!("{letter}{}", square.map_or(String::new(), |square| square.to_string()))
        })
    }

    proptest! {
        #[test]
        fn a_position_that_was_written_is_read_as_it_was(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80)) {
            let mut position = Position::startpos();
            for choice in choices {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.play(*choice.get(&moves));
                }
            }
            let lines = written(&position);
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let read = position.edited(&edited(&lines), Rights::Usual).expect("a legal position");
            let men = |position: &Position| ALL_SQUARES.map(|square| position.man_on(square));
            prop_assert_eq!(men(&read), men(&position));
            prop_assert_eq!(read.side(), position.side());
        }

        #[test]
        fn no_edit_grows_beyond_the_board(lines in prop::collection::vec(line(), 0..300)) {
            let mut draft = Draft::new();
            for line in lines {
                if let Some(stroke) = Stroke::read(&line) {
                    draft.take(stroke);
                }
            }
            prop_assert!(draft.edits.len() <= 65);
        }

        #[test]
        fn any_text_is_read_or_not(line in "\\PC*") {
            let _ = Stroke::read(&line);
        }
    }
}
