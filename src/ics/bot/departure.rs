//! When to leave: what the operator wants, and after how many games.

use std::time::Duration;

use super::{Bot, Demand};

/// How long a game may take to end after the operator wants to leave at once.
const LEAVING: Duration = Duration::from_secs(3);

/// What an operator may want.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wish {
    /// To go on.
    #[default]
    Stay,
    /// To leave after this game.
    Finish,
    /// To leave after this game and begin anew, with the program as it is by then.
    Restart,
    /// To leave now; the game is adjourned if the opponent agrees, or by leaving.
    Leave,
}

/// When to leave.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Departure {
    wish: Wish,
    /// When to leave whatever happens.
    at: Option<Duration>,
    /// Games after which to leave; none for no end.
    games_left: Option<u32>,
}

impl Departure {
    /// To leave after so many games, if ever.
    pub fn after(games_left: Option<u32>) -> Departure {
        Departure { games_left, ..Departure::default() }
    }

    /// What the operator wants.
    pub fn wish(&self) -> Wish {
        self.wish
    }

    /// Whether the operator wants to leave, now or later.
    pub fn is_near(&self) -> bool {
        self.wish != Wish::Stay
    }

    /// Whether to leave when there is no game.
    pub fn is_due_after_game(&self) -> bool {
        self.is_near() || self.games_left == Some(0)
    }

    /// When to leave whatever happens.
    pub fn deadline(&self) -> Option<Duration> {
        self.at
    }

    /// Leaves then at the latest.
    pub fn set(&mut self, at: Duration) {
        self.at = Some(at);
    }

    /// A game has begun: it is waited for.
    pub fn put_off(&mut self) {
        self.at = None;
    }

    /// Whether it is time to leave whatever happens; once.
    pub fn comes(&mut self, now: Duration) -> bool {
        self.at.take_if(|at| *at <= now).is_some()
    }

    /// A game is over.
    pub fn count_game(&mut self) {
        self.games_left = self.games_left.map(|games| games.saturating_sub(1));
    }
}

impl Bot {
    /// What the operator wants.
    pub(super) fn wished(&mut self, wish: Wish) {
        self.departure.wish = wish;
        match (wish, self.games.current().is_some(), self.link.is_online()) {
            (Wish::Stay, ..) => self.idle.seek_now(self.now),
            (Wish::Finish | Wish::Restart, true, _) => self.out.note("leaving after this game"),
            (Wish::Leave, true, true) => {
                self.out.note("leaving; asking to adjourn");
                self.out.send("adjourn");
                self.departure.set(self.now + LEAVING);
            }
            _ => self.leave(),
        }
    }

    /// Leaves, with what is still to be said.
    pub(super) fn leave(&mut self) {
        if self.link.is_online() && self.games.current().is_none() {
            self.out.extend(self.speech.last_words().into_iter().map(Demand::Send));
            self.out.send("quit");
        }
        let restarts = self.departure.wish == Wish::Restart;
        let end = if restarts { Demand::Restart } else { Demand::End(None) };
        self.out.extend([Demand::Remember, Demand::HangUp, end]);
    }
}
