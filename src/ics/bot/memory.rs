//! What the bot remembers of the games it has played: lag, opponents, results.

use std::{collections::BTreeSet, time::Duration};

use super::{
    history::{History, Score},
    opponents::People,
    play::Play,
    state::State,
};
use crate::{
    ics::{Terms, config::is_guest, lag::UNKNOWN_LAG, rules::Proposal},
    pgn::Record,
};

/// The most that the engine reckons with for lag in each move.
const RECKONED: Duration = Duration::from_secs(2);

/// What the bot remembers.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// What outlasts the program.
    state: State,
    /// The server by its name among the lags.
    server: String,
    /// Titles and marks of players.
    pub people: People,
    /// Since the program began.
    score: Score,
    last_game: Option<Record>,
    last_account: Option<String>,
}

impl Memory {
    /// What is left of earlier games, those on `server` among them.
    pub fn new(state: State, server: String) -> Memory {
        Memory { state, server, ..Memory::default() }
    }

    /// A game has begun, at this time of the calendar.
    pub fn begin(&mut self, opponent: &str, time: Duration) {
        self.state.lags.new_game();
        let is_computer = self.is_computer(opponent);
        self.state.played.begin(opponent, is_computer, time);
    }

    /// A game is over, or adjourned, at this time of the calendar.
    pub fn end(&mut self, opponent: &str, aborted: bool, time: Duration) {
        self.state.played.end(opponent, aborted, time);
    }

    /// A game was won, drawn (`None`) or lost against an opponent with this rating, at this time of the
    /// calendar.
    pub fn count(
        &mut self,
        opponent: &str,
        won: Option<bool>,
        rating: Option<u16>,
        time: Duration,
    ) {
        let place = match won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        self.score[place] += 1;
        let computer = self.is_computer(opponent);
        self.state.history.count(opponent, won, (rating, computer), time);
    }

    /// A game was won, drawn (`None`) or lost by its opening too.
    pub fn learn(&mut self, play: &Play, won: Option<bool>) {
        self.state.openings.add(play, won);
    }

    /// What lasts of many games.
    pub fn history(&mut self) -> &mut History {
        &mut self.state.history
    }

    /// Keeps the last game, for owners who ask for it.
    pub fn keep_game(&mut self, record: Record, account: Option<String>) {
        (self.last_game, self.last_account) = (Some(record), account);
    }

    /// The last game.
    pub fn last_game(&self) -> Option<&Record> {
        self.last_game.as_ref()
    }

    /// What the time of its last move went into.
    pub fn last_account(&self) -> Option<&str> {
        self.last_account.as_deref()
    }

    /// Takes note of what a move has lost on its way.
    pub fn add_lag(&mut self, opponent: &str, lag: Duration) {
        self.state.lags.add(&self.server, opponent, lag);
    }

    /// What the engine is to reckon with for each move beyond what the operator has set: nothing as long as
    /// nothing was learned, and never so much that moves would have to be played at once because of it.
    pub fn reckoned_lag(&self, opponent: Option<&str>) -> Duration {
        let learned = self.state.lags.expected(&self.server, opponent);
        learned.map_or(Duration::ZERO, |(_, high)| high.min(RECKONED))
    }

    /// What a move may lose on its way at worst, as far as that was learned, or what is taken for granted.
    pub fn lag(&self, opponent: &str) -> Duration {
        let learned = self.state.lags.expected(&self.server, Some(opponent));
        learned.map_or(UNKNOWN_LAG, |(_, high)| high)
    }

    /// The usual lag of a game with this opponent and what it seldom exceeds.
    pub fn expected_lag(&self, opponent: &str) -> Option<(Duration, Duration)> {
        self.state.lags.expected(&self.server, Some(opponent))
    }

    /// The usual lag of the server and what it seldom exceeds.
    pub fn usual_lag(&self) -> Option<(Duration, Duration)> {
        self.state.lags.expected(&self.server, None)
    }

    /// What outlasts the program.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Titles and marks of somebody: what the server has said, and what is known of earlier games.
    pub fn marks(&self, name: &str) -> BTreeSet<String> {
        let mut marks = self.people.marks(name);
        if self.state.history.met(name).is_some_and(|met| met.computer) {
            marks.insert("C".to_owned());
        }
        marks
    }

    /// Whether somebody is known to be a computer.
    pub fn is_computer(&self, name: &str) -> bool {
        self.marks(name).contains("C")
    }

    /// What the server was told of the account at the last login, by name, which it keeps.
    pub fn told(&mut self) -> &mut Vec<String> {
        &mut self.state.told
    }

    /// Games won, drawn and lost.
    pub fn score(&self) -> Score {
        self.score
    }

    /// What the operator's rules judge a game by, at this time of the calendar.
    pub fn proposal<'a>(
        &self,
        terms: &'a Terms,
        marks: &'a BTreeSet<String>,
        time: Duration,
    ) -> Proposal<'a> {
        let name = &terms.first.name;
        Proposal {
            terms,
            marks,
            guest: terms.first.is_guest
                || is_guest(name)
                || terms.first.rating.is_none() && marks.contains("U"),
            in_a_row: self.state.played.in_a_row(name),
            since: self.state.played.since(name, time),
            computers: self.state.played.computers(time),
            aborts: self.state.played.aborts(name),
            today: self.state.played.today(name, time),
            time,
            lag: self.lag(name),
        }
    }
}
