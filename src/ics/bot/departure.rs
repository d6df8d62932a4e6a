//! When to leave: what the operator wants, and after how many games.

use std::time::Duration;

use super::{Bot, Demand, play::Play};
use crate::ics::config::is_guest;

/// How long a game may take to end after the operator wants to leave at once.
const LEAVING: Duration = Duration::from_secs(3);

/// Why a game that the bot has left does not go on.
const LEFT: &str = "the bot has left";

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
    /// Whether the operator has interrupted the bot once.
    interrupted: bool,
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

    /// What it means that the operator interrupts the bot: to leave after the game, and at once if it is
    /// not the first time.
    fn interrupt(&mut self) -> Wish {
        let again = std::mem::replace(&mut self.interrupted, true);
        if again { Wish::Leave } else { Wish::Finish }
    }

    /// The operator wants this from now on. To stay means that all that was said before counts no longer.
    fn wishes(&mut self, wish: Wish) {
        self.wish = wish;
        if wish == Wish::Stay {
            (self.interrupted, self.at) = (false, None);
        }
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
    /// The operator interrupts the bot, by Ctrl-C.
    pub(super) fn interrupted(&mut self) {
        let wish = self.departure.interrupt();
        self.wished(wish);
    }

    /// What the operator wants.
    pub(super) fn wished(&mut self, wish: Wish) {
        self.departure.wishes(wish);
        let playing = self.games.current().is_some();
        match (wish, self.link.is_online()) {
            (Wish::Stay, _) => self.idle.seek_now(self.now),
            (Wish::Finish | Wish::Restart, online) if self.has_game() => {
                let what = if wish == Wish::Finish { "leaving" } else { "beginning anew" };
                self.out.note(format!("{what} after this game"));
                if online && !playing {
                    self.departure.set(self.link.resumes_by());
                }
            }
            (Wish::Leave, true) if playing => {
                self.out.note("leaving; asking to adjourn");
                self.out.send("adjourn");
                self.departure.set(self.now + LEAVING);
            }
            _ => self.leave(),
        }
    }

    /// Whether a game is under way, or one that a broken link has interrupted may still go on.
    pub(super) fn has_game(&self) -> bool {
        let resuming = !self.link.is_online() || self.now < self.link.resumes_by();
        let waits = || self.games.interrupted().is_some_and(|play| self.is_kept_by_server(play));
        self.games.current().is_some() || resuming && waits()
    }

    /// Whether the server keeps a game that is broken off: none in which somebody has no account.
    pub(super) fn is_kept_by_server(&self, play: &Play) -> bool {
        let opponent = play.opponent();
        let mut players = play.terms.iter().flat_map(|terms| [&terms.first, &terms.second]);
        let unregistered = |name: &str| self.memory.people.marks(name).contains("U");
        let guest = is_guest(opponent) || unregistered(opponent) || self.plays_as_guest();
        !guest && !players.any(|player| player.is_guest)
    }

    /// Whether the bot has no account, by its file or by what the server says of its name.
    pub(super) fn plays_as_guest(&self) -> bool {
        self.config.is_guest() || self.memory.people.marks(self.link.name()).contains("U")
    }

    /// Leaves, with what is still to be said.
    pub(super) fn leave(&mut self) {
        if self.link.is_online() && self.games.current().is_none() {
            self.out.extend(self.speech.last_words().into_iter().map(Demand::Send));
            self.out.send("quit");
        }
        self.keep_unfinished();
        let restarts = self.departure.wish == Wish::Restart;
        let end = if restarts { Demand::Restart } else { Demand::End(None) };
        self.out.extend([Demand::Remember, Demand::HangUp, end]);
    }

    /// Writes down what the bot's leaving ends for good, which no server keeps for later.
    pub(super) fn keep_unfinished(&mut self) {
        self.file_pending();
        if self.games.current().is_some_and(|play| !self.is_kept_by_server(play)) {
            self.games.interrupt(LEFT, self.now);
        }
        let ended = self.games.broken_off().filter(|play| !self.is_kept_by_server(play));
        let opponents: Vec<String> = ended.map(|play| play.opponent().to_owned()).collect();
        self.give_up(|play| opponents.iter().any(|name| play.is_with(name)));
    }
}
