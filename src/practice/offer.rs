//! What stands open between players: offers to one another, and advertisements.

use super::table::Terms;

/// What is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Match(Terms),
    Draw,
    Abort,
    Adjourn,
    TakeBack(u32),
    Switch,
}

impl What {
    /// The word for it in commands and lists.
    pub(super) fn word(&self) -> &'static str {
        match self {
            What::Match(_) => "match",
            What::Draw => "draw",
            What::Abort => "abort",
            What::Adjourn => "adjourn",
            What::TakeBack(_) => "takeback",
            What::Switch => "switch",
        }
    }

    /// The word for it in answers.
    pub(super) fn title(&self) -> &'static str {
        match self {
            What::Switch => "switch sides",
            _ => self.word(),
        }
    }
}

/// An offer that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub number: u32,
    pub from: String,
    pub to: String,
    pub what: What,
}

/// An advertisement.
#[derive(Clone, Debug)]
pub(super) struct Seek {
    pub number: u32,
    pub from: String,
    pub terms: Terms,
    /// Whether the one who seeks wants to be asked before the game begins.
    pub manual: bool,
    pub formula: bool,
    pub ratings: [u16; 2],
}
