//! What the bot remembers of the games it has played: lag, opponents, results.

use std::{collections::BTreeSet, time::Duration};

use super::opponents::{Opponents, People};
use crate::ics::{
    Terms,
    config::is_guest,
    lag::{Lags, UNKNOWN_LAG},
    rules::Proposal,
};

/// The most that the engine reckons with for lag in each move.
const RECKONED: Duration = Duration::from_secs(2);

/// Games won, drawn and lost, in this order.
pub(super) type Score = [u32; 3];

/// What the bot remembers.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    lags: Lags,
    /// The server by its name among the lags.
    server: String,
    opponents: Opponents,
    /// Titles and marks of players.
    pub people: People,
    score: Score,
}

impl Memory {
    /// What was learned about lag in earlier games, those on `server` among them.
    pub fn new(lags: Lags, server: String) -> Memory {
        Memory { lags, server, ..Memory::default() }
    }

    /// A game has begun.
    pub fn begin(&mut self, opponent: &str, now: Duration) {
        self.lags.new_game();
        let is_computer = self.people.marks(opponent).contains("C");
        self.opponents.begin(opponent, is_computer, now);
    }

    /// A game is over, or adjourned.
    pub fn end(&mut self, opponent: &str, aborted: bool, now: Duration) {
        self.opponents.end(opponent, aborted, now);
    }

    /// A game was won, drawn (`None`) or lost.
    pub fn count(&mut self, won: Option<bool>) {
        let place = match won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        self.score[place] += 1;
    }

    /// Takes note of what a move has lost on its way.
    pub fn add_lag(&mut self, opponent: &str, lag: Duration) {
        self.lags.add(&self.server, opponent, lag);
    }

    /// What the engine is to reckon with for each move beyond what the operator has set: nothing as long as
    /// nothing was learned, and never so much that moves would have to be played at once because of it.
    pub fn reckoned_lag(&self, opponent: Option<&str>) -> Duration {
        let learned = self.lags.expected(&self.server, opponent);
        learned.map_or(Duration::ZERO, |(_, high)| high.min(RECKONED))
    }

    /// What a move may lose on its way at worst, as far as that was learned, or what is taken for granted.
    pub fn lag(&self, opponent: &str) -> Duration {
        let learned = self.lags.expected(&self.server, Some(opponent));
        learned.map_or(UNKNOWN_LAG, |(_, high)| high)
    }

    /// The usual lag of the server and what it seldom exceeds.
    pub fn usual_lag(&self) -> Option<(Duration, Duration)> {
        self.lags.expected(&self.server, None)
    }

    /// All that was learned about lag.
    pub fn lags(&self) -> &Lags {
        &self.lags
    }

    /// Games won, drawn and lost.
    pub fn score(&self) -> Score {
        self.score
    }

    /// What the operator's rules judge a game by, at `now` by the bot's time and `time` by the calendar.
    pub fn proposal<'a>(
        &self,
        terms: &'a Terms,
        marks: &'a BTreeSet<String>,
        [now, time]: [Duration; 2],
    ) -> Proposal<'a> {
        let name = &terms.first.name;
        Proposal {
            terms,
            marks,
            guest: terms.first.is_guest
                || is_guest(name)
                || terms.first.rating.is_none() && marks.contains("U"),
            in_a_row: self.opponents.in_a_row(name),
            since: self.opponents.since(name, now),
            computers: self.opponents.computers(now),
            aborts: self.opponents.aborts(name),
            today: self.opponents.today(name, now),
            time,
            lag: self.lag(name),
        }
    }
}
