//! How much of the clock a move gets: the trait all time policies share, and the one cap around them.

use std::{fmt, time::Duration};

use crate::clock::ClockView;

/// What a policy grants one move, counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What the move should take.
    pub soft: Duration,
    /// What it must never exceed.
    pub hard: Duration,
    /// When the policy wants to be asked first.
    pub next_check: Duration,
}

/// What the search tells a policy; all of it from the engine's point of view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// Depth of the iteration under way or just completed, in plies.
    pub depth: u32,
    /// Whether that iteration is complete.
    pub completed: bool,
    /// Best score so far, in centipawns (mates are beyond +-20000).
    pub score: i32,
    /// Best score of the iteration before, if there was one.
    pub previous_score: Option<i32>,
    /// Completed iterations in a row with the same best move.
    pub stable_iterations: u32,
    /// Share of the nodes spent on the best root move, 0 to 1000.
    pub best_share: u32,
    /// Legal moves at the root.
    pub legal_moves: u32,
}

/// Why a move took as long as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason { PlannedTime, HardLimit, OnlyMove, MateFound, Watchdog }

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str("planned time used") }
}

/// A policy's answer when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Move now.
    Stop(Reason),
    /// Go on, and ask again at `next_check` (and after each iteration).
    Continue { next_check: Duration, reason: Reason },
}

/// A system of time management.
pub trait Policy: Send {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;
    /// Another one in the same state.
    fn boxed_clone(&self) -> Box<dyn Policy>;
    /// Plans the move to come.
    fn plan(&mut self, clock: &ClockView) -> Budget;
    /// Judges a search `elapsed` old; called at the end of an iteration, when the best root move changes
    /// or fails low, and at each `next_check`.
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict;
}

/// The names of all policies.
pub const NAMES: &[&str] = &["rival"];

/// The policy called `name`.
pub fn by_name(_name: &str) -> Option<Box<dyn Policy>> { todo!() }

/// Keeps a budget within what the clock allows after lag and reserve; the one cap around all policies.
pub fn cap(_budget: Budget, _clock: &ClockView) -> Budget { todo!() }
