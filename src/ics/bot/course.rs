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

impl Bot {
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

    /// What a move usually loses on its way to this server, and what it seldom exceeds.
    pub fn usual_lag(&self) -> Option<(Duration, Duration)> {
        self.memory.usual_lag()
    }
}
