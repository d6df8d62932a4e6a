//! The ledger of the game's clocks. Pure: every function is told the time, none reads it.
//!
//! `TimeControl` says how much time the players have, `Ledger` keeps their clocks under it, and
//! `ClockView` is what a time policy may know of it all. Each notation of time controls has a file:
//! `level` for the XBoard protocol, `ggs` and `ics` for chess servers, `pgn` for game records, `uci`
//! for the times that come with a UCI `go`.

use std::{num::NonZeroU32, time::Duration};

mod control;
pub mod ggs;
pub mod ics;
mod ledger;
pub mod level;
mod notation;
mod number;
pub mod pgn;
pub mod uci;

pub use control::{AtZero, Bonus, BonusKind, MOST_STAGES, Stage, Stages, TimeControl};
pub use ggs::{GgsError, format_ggs, parse_ggs};
pub use ics::{format_ics, parse_ics};
pub use ledger::Ledger;
pub use level::{LevelError, format_level, parse_centiseconds, parse_level, parse_st};
pub use notation::{NotationError, parse_any, parse_control};
pub use number::{Fault, MOST_MOVES, decimal, parse_time};
pub use pgn::{PgnError, format_pgn, parse_pgn};
pub use uci::GoTimes;

/// What a clock shows when there is none: a year, so long that no game ends it and so short that
/// any arithmetic on it is safe. No time control may hold more.
pub const UNLIMITED: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Time that a clock will get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refill {
    /// After so many more moves of the player, the one to come included.
    pub after_moves: u32,
    /// How it is given.
    pub kind: RefillKind,
    /// How much.
    pub amount: Duration,
}

/// How time is given to a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefillKind {
    /// Added to what is left.
    Add,
    /// The clock is set to it, what was left is lost.
    Reset,
    /// What the move took is given back, up to this much.
    Bronstein,
}

/// Time that follows without a flag when a clock runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overtime {
    /// How much it is.
    pub time: Duration,
    /// Moves to be made in it, the one that it begins in included; `None`: all that remain.
    pub moves: Option<NonZeroU32>,
    /// Whether the clock is set to it when it is given again, what was left being lost.
    pub resets: bool,
}

/// The part of a time control that a clock is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The initial time.
    #[default]
    Main,
    /// The initial time has run out without overtime having been agreed on; the game is lost, and
    /// the clock goes on.
    Soft,
    /// The extra time.
    Overtime,
}

/// How far a player has overstepped the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// The initial time is over and the game is lost, unless nobody minds: overtime runs.
    Soft,
    /// There is no time left.
    Hard,
}

/// What one player's clock allows, as a time policy sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// The kind of control in force.
    pub control: TimeControl,
    /// Time left on the player's clock; zero when overdrawn, `UNLIMITED` without a clock.
    pub remaining: Duration,
    /// Time left on the opponent's clock.
    pub opponent: Duration,
    /// Moves until the next time control, this one included; `None` in sudden death. A period of
    /// overtime counts as a control, so that a policy without a rule for overtime does well in it.
    pub moves_to_go: Option<u32>,
    /// The player's own moves made in this game.
    pub moves_made: u32,
    /// Time at the start of the stage that the clock is in; no less than a client has first told of it.
    pub base: Duration,
    /// What the move brings the clock by increment. Of a bonus that comes every few moves that is its part, and no
    /// more than the clock has for each move until it comes.
    pub increment: Duration,
    /// Time that a move may take without any loss on the clock (delay or Bronstein); for a move
    /// under way, what is left of it. Of time that is given back for several moves it is a part like that.
    pub delay: Duration,
    /// What will be added to the clock, the nearest first: the next increment (the others follow at
    /// its distance), the end of the period and of each later one up to the last.
    pub refills: Vec<Refill>,
    /// What begins when the clock runs out, if that loses nothing.
    pub overtime: Option<Overtime>,
    /// Which part of the control the clock is in.
    pub phase: Phase,
    /// Time lost between deciding on a move and the clock hearing of it: what one move has to reckon
    /// with.
    pub lag: Duration,
    /// What a move was seen to lose so on the average; `None` while too little was seen.
    pub usual_lag: Option<Duration>,
    /// How much more than on the average one move in ten loses, as far as that was measured; zero while too little
    /// was seen.
    pub lag_spread: Duration,
    /// How long the machine has kept the engine waiting at worst, as far as that is not long ago.
    pub stall: Duration,
    /// The greatest depth to search, in plies, if one is set (`sd`).
    pub depth_limit: Option<u32>,
}

impl ClockView {
    /// How long the move to come may last before a flag falls: what is left, a delay before the clock
    /// runs, and overtime that begins by itself.
    pub fn reach(&self) -> Duration {
        let delay = if self.gives_back() { Duration::ZERO } else { self.delay };
        let overtime = self.overtime.map_or(Duration::ZERO, |overtime| overtime.time);
        self.remaining.saturating_add(delay).saturating_add(overtime)
    }

    /// What is left beyond the delay of the move to come: time that is given back has to be there first.
    pub fn beyond_delay(&self) -> Duration {
        let needed = if self.gives_back() { self.delay } else { Duration::ZERO };
        self.remaining.saturating_sub(needed)
    }

    /// Whether a delay is given back after the move, rather than waited for before it.
    fn gives_back(&self) -> bool {
        self.refills.iter().any(|refill| refill.kind == RefillKind::Bronstein)
    }
}
