//! The game under way as a whole, for those who look on from elsewhere.

use std::time::Duration;

use super::Bot;
use crate::{message::GameResult, pgn::Record, position::Color};

/// A game under way.
#[derive(Clone, Debug)]
pub struct Course {
    /// The moves that the server has shown, with clocks, times and what the engine thought.
    pub record: Record,
    /// The bot's colour.
    pub me: Color,
    /// What is left to White and Black, in milliseconds; none in an untimed game.
    pub clocks: Option<[i64; 2]>,
    /// Whose clock runs.
    pub running: Option<Color>,
}

/// Where the bot is, and how it fares.
#[derive(Clone, Debug)]
pub struct Whereabouts {
    /// Its name on the server.
    pub name: String,
    /// The link, in a word or two.
    pub link: &'static str,
    /// Games won, drawn and lost since the program began.
    pub score: [u32; 3],
    /// What a move usually loses on its way to this server, and what it seldom exceeds.
    pub lag: Option<(Duration, Duration)>,
}

impl Bot {
    /// Where the bot is, and how it fares.
    pub fn whereabouts(&self) -> Whereabouts {
        Whereabouts {
            name: self.link.name().to_owned(),
            link: self.link.in_words(),
            score: self.memory.score(),
            lag: self.memory.usual_lag(),
        }
    }

    /// The game under way.
    pub fn course(&self) -> Option<Course> {
        let play = self.games.current()?;
        let open = GameResult { winner: None, decided: false, reason: String::new() };
        let mut record = play.paper(&open, &self.config.server.host);
        record.tags.others.retain(|(name, _)| name != "Termination");
        let running = play.clocks_run().then(|| play.game().position().side());
        let clocks = (!play.is_untimed()).then(|| play.clocks(self.now));
        Some(Course { record, me: play.me, clocks, running })
    }
}
