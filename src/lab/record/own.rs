//! This engine as a player whose searches are put on record.

use std::{convert::Infallible, sync::Arc};

use super::Player;
use crate::{
    eval::Evaluation,
    lab::searchlog::{Report, SearchLog},
    position::Game,
    search::{Iteration, Limits, Pacer, Params, Searcher, StopToken, Table},
    session::Heard,
};

/// This engine, on one thread, at so many nodes a search.
pub struct OwnPlayer {
    searcher: Searcher,
    limits: Limits,
}

impl OwnPlayer {
    /// An engine with a table of so many MiB.
    pub fn new(evaluation: &Evaluation, megabytes: usize, nodes: u64) -> OwnPlayer {
        let table = Arc::new(Table::new(megabytes));
        let searcher = Searcher::new(table, 1, Params::default(), evaluation);
        let limits = Limits { nodes: Some(nodes), second_best: true, ..Limits::default() };
        OwnPlayer { searcher, limits }
    }
}

impl Player for OwnPlayer {
    type Error = Infallible;

    fn new_game(&mut self) -> Result<(), Infallible> {
        self.searcher.new_game();
        Ok(())
    }

    fn search(&mut self, game: &Game) -> Result<SearchLog, Infallible> {
        let mut tape = Tape::default();
        let outcome = self.searcher.run(game, &self.limits, &mut tape, &StopToken::default());
        Ok(SearchLog { end: outcome.nodes, reports: tape.0 })
    }
}

/// Keeps what a search reports. Where every search in play would end, it ends as well.
#[derive(Default)]
struct Tape(Vec<Report>);

impl Pacer for Tape {
    fn expired(&mut self, _nodes: u64) -> bool {
        false
    }

    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        let Some(heard) = Heard::of(iteration) else { return true };
        self.0.push(Report { at: iteration.nodes, heard, share_known: true });
        heard.settled().is_none()
    }

    fn root_move(&mut self, _: u32, _: u32, _: u32, _: crate::position::ChessMove) {}
}
