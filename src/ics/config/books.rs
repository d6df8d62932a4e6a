//! Which opening book is played from in which games.

use serde::{Deserialize, Serialize};

use super::{Colour, Control};
use crate::position::Color;

/// A book for some games; of several that fit the first is taken. Games that none fits are played from the
/// book of `[engine]`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct Book {
    /// The file, in Polyglot's format; empty for what the engine has without one.
    pub file: String,
    /// The bot's colour.
    pub colour: Colour,
    /// The controls; none for all.
    pub controls: Vec<Control>,
    /// Kinds of games, as the server calls them; none for all.
    pub kinds: Vec<String>,
    /// How varied the choice is, as the engine's `book_variety`; its value if left out.
    pub variety: Option<u32>,
    /// Up to which move of the game, as the engine's `book_depth`; its value if left out.
    pub depth: Option<u32>,
}

impl Book {
    /// Whether it is for a game with this colour, control (minutes and increment) and kind.
    pub(in crate::ics) fn fits(&self, me: Color, control: [u32; 2], kind: &str) -> bool {
        let colour = match self.colour {
            Colour::Any => true,
            Colour::White => me == Color::White,
            Colour::Black => me == Color::Black,
        };
        let kinds = &self.kinds;
        colour
            && (self.controls.is_empty() || self.controls.contains(&Control(control)))
            && (kinds.is_empty() || kinds.iter().any(|it| it.eq_ignore_ascii_case(kind)))
    }

    /// The options of the engine that it stands for.
    pub(in crate::ics) fn options(&self) -> Vec<(&'static str, String)> {
        let number = |name, value: Option<u32>| value.map(|value| (name, value.to_string()));
        let book = [("own_book", "true".to_owned()), ("book_file", self.file.clone())];
        let more = [number("book_variety", self.variety), number("book_depth", self.depth)];
        book.into_iter().chain(more.into_iter().flatten()).collect()
    }
}
