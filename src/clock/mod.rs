//! The ledger of the game's clocks. Pure: every function is told the time, none reads it.

mod level;

pub use level::{LevelError, parse_centiseconds, parse_level, parse_st};

use std::{num::NonZeroU32, time::Duration};

use crate::position::Color;

/// How much time the players have, as the front end was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// `moves` to be made in `base` (all of them if `None`), each adding `increment`.
    Tournament { moves: Option<NonZeroU32>, base: Duration, increment: Duration },
    /// Every move in at most this time; nothing carries over.
    PerMove(Duration),
    /// No clock at all.
    Unlimited,
}

/// What one player's clock allows, as a time policy sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// The kind of control in force.
    pub control: TimeControl,
    /// Time left on the player's clock; zero when overdrawn.
    pub remaining: Duration,
    /// Time left on the opponent's clock.
    pub opponent: Duration,
    /// Moves until the next time control, this one included; `None` in sudden death.
    pub moves_to_go: Option<u32>,
    /// The player's own moves made in this game.
    pub moves_made: u32,
    /// Time lost between deciding on a move and the clock hearing of it.
    pub lag: Duration,
    /// The greatest depth to search, in plies, if one is set (`sd`).
    pub depth_limit: Option<u32>,
}

/// Both players' clocks under one control.
#[derive(Clone, Debug)]
pub struct Ledger;

impl Ledger {
    /// Clocks set up for `control`, stopped.
    pub fn new(_control: TimeControl) -> Self { todo!() }
    /// The control in force.
    pub fn control(&self) -> TimeControl { todo!() }
    /// Puts a new control in force: both clocks are set to it and moves are counted from
    /// `moves_made` (by White and by Black).
    pub fn set_control(&mut self, _control: TimeControl, _moves_made: [u32; 2]) { todo!() }
    /// Sets both clocks back to the start of the control and stops them; moves count from zero.
    pub fn reset(&mut self) { todo!() }
    /// Lets `color`'s clock run from `now` on; the other stands. `moves_made` is for its session count.
    pub fn start(&mut self, _color: Color, _now: Duration) { todo!() }
    /// Books the time of the running clock and stops it, no move made.
    pub fn stop(&mut self, _now: Duration) { todo!() }
    /// The running side has made its move number `moves_made` (counted after the move): books its time, adds
    /// increment and, at the end of a session, the base; the other clock starts.
    pub fn press(&mut self, _now: Duration, _moves_made: u32) { todo!() }
    /// What the client says is left on `color`'s clock; the truth whenever it arrives.
    pub fn correct(&mut self, _color: Color, _remaining: Duration, _now: Duration) { todo!() }
    /// Time left on `color`'s clock.
    pub fn remaining(&self, _color: Color, _now: Duration) -> Duration { todo!() }
    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> { todo!() }
    /// Whether `color`'s time is used up.
    pub fn flag_fallen(&self, _color: Color, _now: Duration) -> bool { todo!() }
    /// Moves until `color`'s next time control after it has made `moves_made` moves.
    pub fn moves_to_go(&self, _color: Color, _moves_made: u32) -> Option<u32> { todo!() }
    /// What a policy may know (`lag` and `depth_limit` are filled in by the session).
    pub fn view(&self, _color: Color, _moves_made: u32, _now: Duration) -> ClockView { todo!() }
}
