//! Games on record, made ready to be replayed often: what costs time is done once.

use super::price::{Price, Prices};
use crate::{
    lab::searchlog::{Event, LoggedGame, SearchLog},
    position::{self, Color},
    session::{Listener, situation},
    timing::{Experience, Situation},
};

/// Games that are ready to be replayed.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// The games.
    pub games: Vec<Game>,
}

/// A game that is ready to be replayed.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// Its moves, in order.
    pub turns: Vec<Turn>,
}

/// A move of a game.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Who made it.
    pub side: Color,
    /// Moves that this side had made before.
    pub made: u32,
    /// The search for it, unless the move was made without one.
    pub search: Option<Box<Search>>,
}

/// A search that is ready to be replayed.
#[derive(Clone, Debug)]
pub struct Search {
    /// What it said.
    pub log: SearchLog,
    /// Hears it from the beginning.
    pub listener: Listener,
    /// What a policy may know before it, without any experience of the game.
    pub situation: Situation,
    /// What each of its moves costs.
    prices: Prices,
}

impl Archive {
    /// Adds a game.
    pub fn add(&mut self, logged: &LoggedGame) {
        let mut game = position::Game::new(logged.start.clone());
        let mut turns: Vec<Turn> = Vec::new();
        let mut pending = None;
        for event in &logged.events {
            match event {
                Event::Search(log) => {
                    // Of several searches of one position, each is a question of its own.
                    turns.extend(pending.take().map(|search| turn(&game, Some(search))));
                    pending = Some(Box::new(Search::new(&game, log)));
                }
                Event::Move(mv) => {
                    turns.push(turn(&game, pending.take()));
                    game.play(*mv);
                }
            }
        }
        turns.extend(pending.map(|search| turn(&game, Some(search))));
        self.games.push(Game { name: logged.name.clone(), turns });
    }

    /// Whether it has a game of the same name and the same searches already.
    pub fn has(&self, logged: &LoggedGame) -> bool {
        let same = |game: &Game| game.searches().map(|search| &search.log).eq(logged.searches());
        let mut named = self.games.iter().filter(|game| game.name == logged.name);
        logged.searches().next().is_some() && named.any(same)
    }

    /// All searches, game by game.
    pub fn searches(&self) -> impl Iterator<Item = &Search> {
        self.games.iter().flat_map(Game::searches)
    }

    /// Mean age of the searches at their ends, in the unit on record; 0 if there are none.
    pub fn mean_end(&self) -> f64 {
        let ends = || self.searches().map(|search| search.log.end as f64);
        ends().sum::<f64>() / ends().count().max(1) as f64
    }

    /// Mean number of moves that a player of a game searched for; 1 for single positions.
    pub fn moves_a_player(&self) -> f64 {
        let players: usize = self.games.iter().map(Game::players).sum();
        self.searches().count() as f64 / players.max(1) as f64
    }
}

impl Game {
    /// Its searches.
    pub fn searches(&self) -> impl Iterator<Item = &Search> {
        self.turns.iter().filter_map(|turn| turn.search.as_deref())
    }

    /// How many players have searched.
    fn players(&self) -> usize {
        let searched =
            |side| self.turns.iter().any(|turn| turn.side == side && turn.search.is_some());
        [Color::White, Color::Black].into_iter().filter(|&side| searched(side)).count()
    }
}

impl Search {
    fn new(game: &position::Game, log: &SearchLog) -> Search {
        Search {
            listener: Listener::new(game),
            situation: situation(game, false, &Experience::default()),
            prices: Prices::new(log),
            log: log.clone(),
        }
    }

    /// What it costs to play the best move of a report instead of going on to the end.
    pub fn price(&self, report: usize) -> Price {
        let mv = self.log.reports.get(report).map(|report| report.heard.best);
        mv.map_or(Price::default(), |mv| self.prices.of(mv))
    }
}

fn turn(game: &position::Game, search: Option<Box<Search>>) -> Turn {
    let side = game.position().side();
    Turn { side, made: game.moves_made()[side.to_index()], search }
}
