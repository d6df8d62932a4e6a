//! Where the bot stands.

use super::Bot;
use crate::position::{Color, Position};

/// Where the bot stands, for the one who looks on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The link, in a word or two.
    pub link: String,
    /// The name on the server.
    pub name: String,
    /// The game: opponent and colour, whose move, clocks, and what the engine thinks.
    pub game: Option<String>,
    /// The position, and the bot's colour.
    pub board: Option<(Position, Color)>,
    /// What is left to White and Black, in milliseconds.
    pub clocks: [i64; 2],
    /// Won, drawn and lost.
    pub score: [u32; 3],
}

impl Bot {
    /// Where the bot stands.
    pub fn status(&self) -> Status {
        let game = self.games.current().map(|play| {
            let turn = if play.my_turn() { "my move" } else { "their move" };
            let opinion = play.opinion().unwrap_or_default();
            format!("{} - {}, {turn} {opinion}", play.names[0], play.names[1])
        });
        Status {
            link: self.link.in_words().to_owned(),
            name: self.link.name().to_owned(),
            game,
            board: self.games.current().map(|play| (play.game().position().clone(), play.me)),
            clocks: self.games.current().map(|play| play.clocks(self.now)).unwrap_or_default(),
            score: self.memory.score(),
        }
    }
}
