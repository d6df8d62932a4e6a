//! What the bot has claimed in a game, and what was done about an opponent who does not begin.

use std::time::Duration;

/// A draw that is claimed and not granted within this time is none: on the opponent's time, and on the
/// bot's own.
const GRANTED: [Duration; 2] = [Duration::from_secs(6), Duration::from_secs(2)];
/// A game that was to be aborted and still goes on after this time will not be.
const ABORTS: Duration = Duration::from_secs(30);
/// The pause between two claims of a flag.
const PAUSE: Duration = Duration::from_secs(10);

/// What was done about an opponent who does not begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum NoShow {
    /// Nothing.
    #[default]
    Waiting,
    /// The opponent was reminded.
    Reminded,
    /// The game was to be aborted.
    Aborting,
    /// The bot has left the game.
    Left,
}

/// What is done next about an opponent who does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nudge {
    /// A word.
    Remind,
    /// The game is to be aborted.
    Abort,
    /// It was not, where that takes the opponent's consent: the bot gets out of it.
    Leave,
}

/// What the bot has claimed since a game began or went on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Claims {
    /// When the opponent's flag was claimed last.
    flag: Option<Duration>,
    /// When a draw was claimed.
    draw: Option<Duration>,
    no_show: NoShow,
}

impl Claims {
    /// A draw is claimed.
    pub(super) fn draw(&mut self, now: Duration) {
        self.draw = Some(now);
    }

    /// When a draw that was claimed should have been granted.
    pub(super) fn draw_granted_by(&self, my_turn: bool) -> Option<Duration> {
        let [theirs, mine] = GRANTED;
        self.draw.map(|at| at + if my_turn { mine } else { theirs })
    }

    /// The draw was not granted.
    pub(super) fn drop_draw(&mut self) {
        self.draw = None;
    }

    /// The opponent's flag is claimed.
    pub(super) fn flag(&mut self, now: Duration) {
        self.flag = Some(now);
    }

    /// When a flag that falls at this time may be claimed.
    pub(super) fn flag_at(&self, falls: Duration) -> Duration {
        self.flag.map_or(falls, |at| falls.max(at + PAUSE))
    }

    /// How long after the game's beginning the next thing is done about an opponent who has not begun,
    /// if a game is to be aborted after `wait`.
    pub(super) fn nudge_after(&self, wait: Duration) -> Option<Duration> {
        match self.no_show {
            NoShow::Waiting => Some(wait / 2),
            NoShow::Reminded => Some(wait),
            NoShow::Aborting => Some(wait + ABORTS),
            NoShow::Left => None,
        }
    }

    /// What that is: a word first, then the game is aborted, or left.
    pub(super) fn nudge(&mut self) -> Nudge {
        let (next, nudge) = match self.no_show {
            NoShow::Waiting => (NoShow::Reminded, Nudge::Remind),
            NoShow::Reminded => (NoShow::Aborting, Nudge::Abort),
            NoShow::Aborting | NoShow::Left => (NoShow::Left, Nudge::Leave),
        };
        self.no_show = next;
        nudge
    }
}
