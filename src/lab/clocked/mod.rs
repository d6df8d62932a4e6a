//! Matches of time policies: whole games of the engine against itself, on clocks.
//!
//! Each side is a session as it plays everywhere, with its own settings. The clock is that on the wall, or
//! one made of nodes, on which a match says the same on a busy machine as on an idle one, and the same
//! again when it is repeated.

mod books;
mod player;
mod referee;
mod sheet;

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use crossbeam::channel::{Receiver, Sender, unbounded};

pub use books::{Account, Books};
pub use player::Side;

use self::{referee::Referee, sheet::Terms};
use super::openings::Openings;
use crate::{clock::TimeControl, pgn::Record, session::InlineWorker};

/// What is played.
#[derive(Clone, Debug)]
pub struct ClockedMatch {
    /// The two sides; in even games (from 0) the first one has White.
    pub sides: [Side; 2],
    /// The control of both clocks; each move must come out of one that carries over.
    pub control: TimeControl,
    /// Whether the clock on the wall counts, instead of the nodes.
    pub real: bool,
    /// The openings, one for two games.
    pub openings: Openings,
    /// Games in all.
    pub games: u64,
    /// Whether games are played to the end by rule, however clear they are.
    pub play_out: bool,
    /// Whether games tell why each move took its time.
    pub reasons: bool,
    /// Games at once, at least 1.
    pub threads: usize,
}

/// A game that is over, with its number.
pub type Finished = (u64, Record);

impl ClockedMatch {
    /// Plays those games that are not `done` and hands over each when it is over; what goes wrong with a
    /// session ends the match. Dropping the receiver ends it early, after the games under way.
    pub fn start(&self, done: BTreeSet<u64>) -> Receiver<Result<Finished, String>> {
        let (sender, games) = unbounded();
        let (plan, done, next) =
            (Arc::new(self.clone()), Arc::new(done), Arc::<AtomicU64>::default());
        for _ in 0..self.threads.max(1) {
            let (plan, done, next) = (plan.clone(), done.clone(), next.clone());
            let give = sender.clone();
            let play = move || {
                if let Err(fault) = plan.work(&done, &next, &give) {
                    let _ = give.send(Err(fault));
                }
            };
            let builder = thread::Builder::new().stack_size(InlineWorker::STACK);
            if let Err(error) = builder.spawn(play) {
                log::error!("no thread to play on: {error}");
            }
        }
        games
    }

    /// Plays one game after the other, until all have been begun or nobody wants more.
    fn work(
        &self,
        done: &BTreeSet<u64>,
        next: &AtomicU64,
        give: &Sender<Result<Finished, String>>,
    ) -> Result<(), String> {
        let mut play: Box<dyn FnMut(u64) -> Result<Record, String>> = if self.real {
            let mut referee = Referee::on_the_wall(&self.sides)?;
            Box::new(move |number| referee.play(&self.terms(number), self.reasons))
        } else {
            let mut referee = Referee::on_nodes(&self.sides)?;
            Box::new(move |number| referee.play(&self.terms(number), self.reasons))
        };
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.games {
                return Ok(());
            }
            if !done.contains(&number) && give.send(Ok((number, play(number)?))).is_err() {
                return Ok(());
            }
        }
    }

    /// What holds for the game with this number.
    fn terms(&self, number: u64) -> Terms {
        Terms {
            number,
            opening: self.openings.game(number / 2),
            control: self.control,
            play_out: self.play_out,
        }
    }
}

#[cfg(test)]
mod tests;
