//! The ledger of the game's clocks. Pure: every function is told the time, none reads it.
//!
//! `TimeControl` says how much time the players have, `Ledger` keeps their clocks under it, `level`
//! reads and writes it in the notation of the XBoard protocol, and `ClockView` is what a time policy
//! may know of it all.

use std::{num::NonZeroU32, time::Duration};

mod ledger;
pub mod level;

pub use ledger::Ledger;
pub use level::{LevelError, format_level, parse_centiseconds, parse_level, parse_st};

/// What a clock shows when there is none: a year, so long that no game ends it and so short that
/// any arithmetic on it is safe. No time control may hold more.
pub const UNLIMITED: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How much time the players have, as the front end was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A clock that is carried from move to move.
    Tournament {
        /// Moves to be made in `base`, and again in each further `base`; the whole game if `None`.
        moves: Option<NonZeroU32>,
        /// Time on the clock at the start, added again whenever `moves` have been made.
        base: Duration,
        /// Time added after every move.
        increment: Duration,
    },
    /// Every move in at most this time; nothing carries over.
    PerMove(Duration),
    /// No clock at all.
    Unlimited,
}

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

/// What one player's clock allows, as a time policy sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// The kind of control in force.
    pub control: TimeControl,
    /// Time left on the player's clock; zero when overdrawn, `UNLIMITED` without a clock.
    pub remaining: Duration,
    /// Time left on the opponent's clock.
    pub opponent: Duration,
    /// Moves until the next time control, this one included; `None` in sudden death.
    pub moves_to_go: Option<u32>,
    /// The player's own moves made in this game.
    pub moves_made: u32,
    /// Time that a move may take without any loss on the clock (delay or Bronstein).
    pub delay: Duration,
    /// What will be added to the clock, the nearest first; increments on every move included.
    pub refills: Vec<Refill>,
    /// Which part of the control the clock is in.
    pub phase: Phase,
    /// Time lost between deciding on a move and the clock hearing of it.
    pub lag: Duration,
    /// The greatest depth to search, in plies, if one is set (`sd`).
    pub depth_limit: Option<u32>,
}
