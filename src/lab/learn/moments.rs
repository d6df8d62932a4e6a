//! Moments of searches, with what came of them.

use crate::{
    lab::replay::{Archive, Search},
    timing::forecast::Terms,
};

/// The first part of a search tells nothing of the moments at which moves are made.
const EARLIEST: u64 = 64;

/// The end of an iteration, and what the time until the search was twice as old brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The number of the game in the archive.
    pub game: usize,
    /// What the search told.
    pub terms: Terms,
    /// Whether the second-best move was known.
    pub gap_known: bool,
    /// Whether the best move was another one when the search was twice as old.
    pub changed: bool,
    /// What that gained, in weighted centipawns by the final opinion of the search; it may be below 0.
    pub gain: f64,
}

/// All moments of an archive.
pub fn moments(archive: &Archive) -> Vec<Moment> {
    let numbered = archive.games.iter().enumerate();
    numbered
        .flat_map(|(number, game)| game.searches().flat_map(move |search| of(number, search)))
        .collect()
}

fn of(game: usize, search: &Search) -> Vec<Moment> {
    let reports = &search.log.reports;
    let mut listener = search.listener.clone();
    let mut moments = Vec::new();
    for (number, report) in reports.iter().enumerate() {
        listener.hear(&report.heard);
        let too_early = report.at < search.log.end / EARLIEST;
        let too_late = 2 * report.at > search.log.end;
        if !report.heard.completed || report.heard.legal_moves == 1 || too_early || too_late {
            continue;
        }
        let later = reports.iter().rposition(|later| later.at <= 2 * report.at).unwrap_or(number);
        moments.push(Moment {
            game,
            terms: Terms::of(listener.signals()),
            gap_known: listener.signals().second_best.is_some(),
            changed: reports[later].heard.best != report.heard.best,
            gain: search.price(number).loss - search.price(later).loss,
        });
    }
    moments
}
