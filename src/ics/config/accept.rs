//! Which challenges an operator wants to be accepted.

use serde::{Deserialize, Serialize};

use crate::ics::{
    formula::{Formula, FormulaError},
    hours::Hours,
};

/// What is played if the operator says nothing: usual chess, and Chess960 by the names that servers have
/// for it.
const KINDS: [&str; 5] = ["lightning", "blitz", "standard", "wild/fr", "fischerandom"];

/// Which challenges are accepted: those that keep to all of this.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Accept {
    /// A formula in the servers' own language.
    pub formula: Option<Formula>,
    /// A formula that the server itself is told, and by which it declines; empty for none.
    pub server_formula: String,
    /// Rated games.
    pub rated: bool,
    /// Unrated games.
    pub unrated: bool,
    /// Opponents who are computers.
    pub computers: bool,
    /// Opponents who are none.
    pub humans: bool,
    /// Opponents without an account.
    pub guests: bool,
    /// Least and most initial time, in minutes.
    pub minutes: [u32; 2],
    /// Least and most increment, in seconds.
    pub increment: [u32; 2],
    /// Least and greatest rating of the opponent; one without a rating counts as 0.
    pub rating: [u16; 2],
    /// The controls that may be played, such as `3 0`; all within the bounds above, if there is none.
    pub controls: Vec<Control>,
    /// When games are played; at all hours, if there is none.
    pub hours: Vec<Hours>,
    /// Opponents whose rating rests on few games.
    pub provisional: bool,
    /// The greatest difference of the two ratings, if both have one.
    pub rating_difference: u16,
    /// What is played, as the server names it: `lightning`, `blitz`, `standard`, `wild/fr`.
    pub kinds: Vec<String>,
    /// With whom never to play: names, or titles and marks in brackets such as `(TD)`.
    pub block: Vec<String>,
    /// Who may play whatever the rules above say, named in the same way.
    pub prefer: Vec<String>,
    /// Accounts of the operator's own, never played for ratings.
    pub own: Vec<String>,
    /// The colour the bot may get: `any`, `white` or `black`.
    pub colour: Colour,
    /// Games one after the other with one opponent; 0 for any number.
    pub in_a_row: u32,
    /// The pause after them, in seconds.
    pub pause: u64,
    /// Games with computers one after the other before the place is kept free for humans, for the
    /// pause; 0 for any number.
    pub computers_in_a_row: u32,
    /// Games a day; 0 for any number.
    pub games_a_day: u32,
    /// Games a day with one computer; 0 for any number.
    pub games_a_day_each: u32,
    /// Games that one opponent may have had aborted before they are declined; 0 for any number.
    pub aborts: u32,
    /// The greatest part, in percent, of the time for a move that lag may take.
    pub lag_share: u32,
}

impl Default for Accept {
    fn default() -> Accept {
        Accept {
            formula: None,
            server_formula: String::new(),
            controls: Vec::new(),
            hours: Vec::new(),
            rated: true,
            unrated: true,
            computers: true,
            humans: true,
            guests: true,
            minutes: [1, 60],
            increment: [0, 60],
            rating: [0, 9_999],
            provisional: true,
            rating_difference: 9_999,
            kinds: KINDS.map(str::to_owned).to_vec(),
            block: Vec::new(),
            prefer: Vec::new(),
            own: Vec::new(),
            colour: Colour::Any,
            in_a_row: 0,
            pause: 60,
            computers_in_a_row: 0,
            games_a_day: 0,
            games_a_day_each: 0,
            aborts: 0,
            lag_share: 25,
        }
    }
}

/// A colour to be had.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Either.
    #[default]
    Any,
    /// White alone.
    White,
    /// Black alone.
    Black,
}

/// Initial minutes and increment in seconds, written `3 0`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(try_from = "String", into = "String")]
pub struct Control(pub [u32; 2]);

/// Why a text is no control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no control: write minutes and increment, such as `3 0`")]
pub struct ControlError(String);

impl Control {
    /// Reads the two numbers that a text begins with.
    pub(in crate::ics) fn of(text: &str) -> Option<Control> {
        let mut numbers = text.split_whitespace().map(|word| word.parse().ok());
        Some(Control([numbers.next()??, numbers.next()??]))
    }
}

impl Control {
    /// The kind of rating that servers count a game of usual chess with this control for, by the time for
    /// 40 moves.
    pub(in crate::ics) fn category(self) -> &'static str {
        let Control([minutes, increment]) = self;
        match 60 * u64::from(minutes) + 40 * u64::from(increment) {
            0..180 => "lightning",
            180..900 => "blitz",
            _ => "standard",
        }
    }
}

impl TryFrom<String> for Control {
    type Error = ControlError;

    fn try_from(text: String) -> Result<Control, ControlError> {
        let control = Control::of(&text).filter(|_| text.split_whitespace().count() == 2);
        control.ok_or(ControlError(text))
    }
}

impl From<Control> for String {
    fn from(Control([minutes, increment]): Control) -> String {
        format!("{minutes} {increment}")
    }
}

impl TryFrom<String> for Formula {
    type Error = FormulaError;

    fn try_from(text: String) -> Result<Formula, FormulaError> {
        Formula::parse(&text)
    }
}
