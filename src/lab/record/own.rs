//! This engine as a player whose searches are put on record.

use std::{convert::Infallible, sync::Arc};

use super::Player;
use crate::{
    eval::Evaluation,
    lab::searchlog::{Report, SearchLog},
    position::Game,
    search::{Iteration, Limits, Pacer, Params, Searcher, StopToken, Table, Unhurried},
    session::Heard,
};

/// This engine, on one thread: a player who searches each position as long as players do, and one who searches
/// it long, with nothing in its table and histories but what the player has there.
///
/// Were the table that of the long searches, what the next one finds at first would be what the last one has
/// found long after any player would have moved, and no search on record would doubt where those in play do.
pub struct OwnPlayer {
    player: Searcher,
    recorder: Searcher,
    in_play: Limits,
    on_record: Limits,
    /// The position that was searched last, by the recorder alone so far: the player has to only if another follows.
    last: Option<Game>,
}

impl OwnPlayer {
    /// An engine with tables of so many MiB, whose searches on record have so many nodes, and those in play
    /// fewer.
    pub fn new(evaluation: &Evaluation, megabytes: usize, nodes: u64, in_play: u64) -> OwnPlayer {
        let searcher = || {
            let table = Arc::new(Table::new(megabytes));
            Searcher::new(table, 1, Params::default(), evaluation)
        };
        let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        OwnPlayer {
            player: searcher(),
            recorder: searcher(),
            in_play: limits(in_play),
            on_record: Limits { second_best: true, ..limits(nodes) },
            last: None,
        }
    }
}

impl Player for OwnPlayer {
    type Error = Infallible;

    fn new_game(&mut self) -> Result<(), Infallible> {
        self.player.new_game();
        self.last = None;
        Ok(())
    }

    fn search(&mut self, game: &Game) -> Result<SearchLog, Infallible> {
        let (mut tape, stop) = (Tape::default(), StopToken::default);
        if let Some(last) = self.last.replace(game.clone()) {
            self.player.run(&last, &self.in_play, &mut Unhurried, &stop());
        }
        self.recorder.take_after(&self.player);
        let outcome = self.recorder.run(game, &self.on_record, &mut tape, &stop());
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
}
