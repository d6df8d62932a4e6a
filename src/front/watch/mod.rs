//! The watch page: what is played, with the reasons for the time spent, to be looked at in a browser.
//!
//! Whoever plays hands over plain data and goes on at once; the latest state wins. All that browsers may do
//! happens on threads of the page's own: bounded in number, each with a deadline for whatever it reads or
//! writes. The page shows nothing but games, and nothing can be changed through it.

mod answer;
mod host;
mod json;
mod page;
mod reason;
mod request;
mod server;
mod shelf;
mod stage;

use std::{net::SocketAddr, path::Path, sync::Arc};

pub use self::{
    answer::{Answer, answer},
    host::Hosts,
    page::page,
    request::{Fault, LONGEST_HEAD, Request},
    server::Running,
    stage::{Glance, Live, Place, Stage},
};
use crate::{
    clock::{TimeControl, parse_ggs, parse_pgn},
    message::{Event, Party},
    options::Settings,
    pgn::Record,
    position::Color,
    session::Wall,
};

/// What whoever plays tells the page. It costs no more than copying what it is told.
#[derive(Clone)]
pub struct Watch {
    stage: Arc<Stage>,
    wall: Wall,
}

/// A page that is served as long as this lives.
pub struct Served {
    /// The end for whoever plays.
    pub watch: Watch,
    /// What there is to say about it.
    pub notes: Vec<String>,
    _server: Running,
}

impl Served {
    /// Serves the page if the settings say where, beginning with the last games in this file. That it cannot
    /// be served is no reason not to play; the reason is the error.
    ///
    /// # Errors
    /// If the address cannot be had.
    pub fn open(settings: &Settings, games: Option<&Path>) -> Option<Result<Served, String>> {
        let address = settings.watch?;
        let hosts = Hosts::new(settings.watch_names.clone());
        let watch = Watch::new(games.map(shelf::last_games).unwrap_or_default());
        let served = Running::start(address, hosts, watch.stage.clone(), watch.wall.clone());
        Some(
            served
                .map_err(|error| format!("no watch page at {address}: {error}"))
                .map(|server| Served { notes: notes(server.address), watch, _server: server }),
        )
    }
}

/// What there is to say about a page at this address.
fn notes(address: SocketAddr) -> Vec<String> {
    let mut notes = vec![format!("watch page: http://{address}/")];
    if !address.ip().to_canonical().is_loopback() {
        notes.push(format!(
            "warning: whoever can reach {address} can look on; the page has no password"
        ));
    }
    notes
}

impl Watch {
    /// Nothing is to be seen yet but these games, the oldest first.
    pub fn new(games: Vec<Record>) -> Watch {
        Watch { stage: Arc::new(Stage::new(games)), wall: Wall::start() }
    }

    /// What can be seen.
    pub fn stage(&self) -> &Arc<Stage> {
        &self.stage
    }

    /// Shows where the game stands now.
    pub fn show(&self, glance: Glance) {
        self.stage.show(glance, self.wall.now());
    }

    /// Notes what the engine says: what it thinks, what it has planned, and that it has moved.
    pub fn hear(&self, event: &Event) {
        match event {
            Event::Thinking(thinking) => self.stage.thinks(thinking),
            Event::Planned { planned, most } => {
                self.stage.plans(*planned, *most, self.wall.now());
            }
            Event::Moved { .. } | Event::BestMove { .. } | Event::GameOver(_) => self.stage.moved(),
            _ => {}
        }
    }

    /// A game is over: it is one of the last games from now on.
    pub fn keep(&self, record: Record, me: Option<Color>) {
        self.stage.keep(record, me);
    }

    /// Links that were lost, by days since the beginning of 1970.
    pub fn links_lost(&self, links: &[(u64, u32)]) {
        self.stage.links_lost(links.to_vec());
    }
}

/// The colour that the engine plays, as a move in its game tells.
pub fn own_colour(by: Party, mover: Color) -> Color {
    if by == Party::Engine { mover } else { !mover }
}

/// The time control of a game on paper, in either of the notations that games are written in.
pub fn time_control(record: &Record) -> Option<TimeControl> {
    let written = record.tags.get("TimeControl")?;
    match parse_pgn(written) {
        Ok(control) => control,
        Err(_) => parse_ggs(written).ok(),
    }
}

#[cfg(test)]
mod tests;
