//! Long searches of positions and of whole games, put on record ([`super::searchlog`]).
//!
//! Each position is searched much longer than a player would, and everything the search reports is kept, so
//! that any rule that ends searches can be tried on it afterwards. In a game this engine's table stays as it does
//! in play ([`OwnPlayer`]). [`Player`] is whoever searches: this engine, or another one behind a pipe ([`Listening`]).

mod listening;
mod own;
#[cfg(test)]
mod tests;
mod uci;
pub mod xboard;

use std::{fmt, thread};

use crossbeam::channel::{Receiver, bounded, unbounded};

pub use listening::{Listening, Protocol, SearchError};
pub use own::OwnPlayer;

use super::{
    openings::opening,
    searchlog::{Event, LoggedGame, SearchLog},
};
use crate::{
    position::{ChessMove, Game, Position},
    search::STACK_BYTES,
};

/// By how much a search on record is longer than one of a player, if nothing else is said.
pub const LONGER: u64 = 11;

/// Whoever searches.
pub trait Player {
    /// Why a search can fail.
    type Error: fmt::Display + Send;
    /// Another game begins: what was learned is forgotten.
    ///
    /// # Errors
    /// If the player is gone.
    fn new_game(&mut self) -> Result<(), Self::Error>;
    /// Searches the position on the board, which has a legal move.
    ///
    /// # Errors
    /// If the player is gone or says what cannot be.
    fn search(&mut self, game: &Game) -> Result<SearchLog, Self::Error>;
}

/// What is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A game from an opening of our own, each move made as the long search says.
    SelfPlay {
        /// Names the openings.
        seed: u64,
        /// Which of them.
        number: u64,
        /// The game ends after so many half-moves at the latest.
        plies: usize,
    },
    /// A position, or the positions of a game one after another.
    Given {
        /// Its name.
        name: String,
        /// Where it begins.
        start: Box<Position>,
        /// The moves made; with none the start alone is searched.
        moves: Vec<ChessMove>,
        /// Half-moves at the beginning that are not searched.
        skip: usize,
    },
}

impl Subject {
    /// Searches it; the two players are White and Black.
    ///
    /// # Errors
    /// If a player fails.
    pub fn record<P: Player>(&self, players: &mut [P; 2]) -> Result<LoggedGame, P::Error> {
        players.iter_mut().try_for_each(Player::new_game)?;
        match self {
            Subject::SelfPlay { seed, number, plies } => {
                let game = opening(*seed, *number);
                play(format!("{seed}-{}", number + 1), game, *plies, players)
            }
            Subject::Given { name, start, moves, skip } => {
                follow(name.clone(), Game::new(Position::clone(start)), moves, *skip, players)
            }
        }
    }
}

/// Plays a game on from its opening, up to so many half-moves.
fn play<P: Player>(
    name: String,
    mut game: Game,
    plies: usize,
    players: &mut [P; 2],
) -> Result<LoggedGame, P::Error> {
    let mut events = Vec::new();
    while game.moves().len() < plies && game.ending().is_none() {
        let search = players[game.position().side().to_index()].search(&game)?;
        let best = search.reports.last().map(|report| report.heard.best);
        events.push(Event::Search(search));
        let Some(mv) = best else { break };
        game.play(mv);
        events.push(Event::Move(mv));
    }
    Ok(LoggedGame { name, start: game.start().clone(), events })
}

/// Searches the positions before these moves; where there are none, the start.
fn follow<P: Player>(
    name: String,
    mut game: Game,
    moves: &[ChessMove],
    skip: usize,
    players: &mut [P; 2],
) -> Result<LoggedGame, P::Error> {
    let mut events = Vec::new();
    for ply in 0..moves.len().max(1) {
        if ply >= skip && !game.position().legal_moves().is_empty() {
            let side = game.position().side();
            events.push(Event::Search(players[side.to_index()].search(&game)?));
        }
        if let Some(&mv) = moves.get(ply) {
            game.play(mv);
            events.push(Event::Move(mv));
        }
    }
    Ok(LoggedGame { name, start: game.start().clone(), events })
}

/// Records all subjects, several at once, each thread with players of its own; what comes of them arrives
/// with their places in the list, in any order. Dropping the receiver ends it early.
pub fn record_all<P: Player + 'static>(
    subjects: Vec<Subject>,
    threads: usize,
    players: impl Fn() -> Result<[P; 2], P::Error> + Clone + Send + 'static,
) -> Receiver<(usize, Result<LoggedGame, P::Error>)>
where
    P::Error: 'static,
{
    let (numbered, todo) = unbounded();
    subjects.into_iter().enumerate().for_each(|subject| {
        let _ = numbered.send(subject);
    });
    let (done, results) = bounded(threads.max(1));
    for _ in 0..threads.max(1) {
        let (todo, done, players) = (todo.clone(), done.clone(), players.clone());
        let work = move || {
            let mut players = players();
            for (place, subject) in todo {
                let result = match &mut players {
                    Ok(players) => subject.record(players),
                    Err(_) => break,
                };
                let failed = result.is_err();
                if done.send((place, result)).is_err() || failed {
                    break;
                }
            }
            if let Err(error) = players {
                let _ = done.send((0, Err(error)));
            }
        };
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        if let Err(error) = builder.spawn(work) {
            log::error!("no thread to search on: {error}");
        }
    }
    results
}
