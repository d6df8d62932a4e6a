//! How much of the clock a move gets: the trait all time policies share, the table they are listed
//! in, what holds for all of them (`frame`), and the one cap around them.
//!
//! A policy plans before the search and appoints a judge, who is then asked, again and again, whether
//! to go on. Both know durations and signals only: no clock, no board, no options.

use std::time::Duration;

use crate::clock::ClockView;

pub mod achilles;
pub mod adaptive;
pub mod baguette;
mod cap;
pub mod crafty_like;
pub mod cray_blitz;
pub mod ethereal_like;
pub mod fixed;
pub mod forecast;
mod frame;
mod overtime;
pub mod pace;
pub mod parameters;
mod plain;
mod reason;
mod registry;
pub mod rival;
mod rule;
mod scaling;
mod shares;
pub mod stockfish_like;
#[cfg(test)]
mod testing;
pub mod two_move_game;
pub mod vs_average;
pub mod vs_length;
pub mod vs_material;
pub mod vs_percentile;

pub use forecast::{Forecast, ForecastError};
pub use parameters::{PARAMETERS, Parameter, ParameterError, Parameters};
pub use reason::{Reason, nameless};
pub use registry::{Entry, NAMES, POLICIES, by_name, framed};
pub use rule::{Cause, Rule};

/// What a policy grants one move, counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What the move should take.
    pub soft: Duration,
    /// What it must never exceed.
    pub hard: Duration,
    /// When the judge wants to be asked first.
    pub next_check: Duration,
}

impl Budget {
    /// One time for everything.
    pub fn flat(time: Duration) -> Budget {
        Budget { soft: time, hard: time, next_check: time }
    }

    /// What the move should take, unless there is no limit to it.
    pub fn planned(&self) -> Option<Duration> {
        /// So much stands for no plan at all.
        const UNPLANNED: Duration = Duration::from_secs(86_400);
        Some(self.soft).filter(|&soft| soft < UNPLANNED)
    }
}

/// What the search tells a judge; all of it from the engine's point of view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// Depth of the iteration under way or just completed, in plies.
    pub depth: u32,
    /// Nodes searched so far; 0 if nobody counts them.
    pub nodes: u64,
    /// Whether that iteration is complete.
    pub completed: bool,
    /// Best score so far as it is shown, in centipawns (mates are beyond +-20000).
    pub score: i32,
    /// Best score of the iteration before as it is shown, in centipawns, if there was one.
    pub previous_score: Option<i32>,
    /// Completed iterations in a row with the same best move.
    pub stable_iterations: u32,
    /// Share of the nodes spent on the best root move, 0 to 1000.
    pub best_share: u32,
    /// Legal moves at the root.
    pub legal_moves: u32,
    /// Times the best root move has changed in this search, also inside iterations.
    pub best_changes: u32,
    /// Whether the best move takes back on the square of the opponent's last capture, nothing else
    /// takes back there sensibly, and the position is quiet otherwise.
    pub recapture: bool,
    /// Whether the best move is easy in Cray Blitz's sense: a recapture or a promotion.
    pub easy: bool,
    /// The true score of the second-best root move as it is shown, in centipawns, if the policy needs it
    /// and it is known.
    pub second_best: Option<i32>,
    /// Whether the best move has failed low in the iteration under way and no other is known yet.
    pub failing_low: bool,
}

impl Signals {
    /// The depth that is complete for certain, in plies.
    pub fn completed_depth(&self) -> u32 {
        if self.completed { self.depth } else { self.depth.saturating_sub(1) }
    }

    /// By how many centipawns the score lies below that of the iteration before.
    pub fn score_drop(&self) -> u32 {
        let previous = self.previous_score.filter(|&previous| previous > self.score);
        previous.map_or(0, |previous| previous.abs_diff(self.score))
    }
}

/// What is known of the game before a search begins, beside the clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Situation {
    /// Half-moves made in the game, those before a position that was set up included as far as its
    /// move number tells.
    pub ply: u32,
    /// Material of both sides without kings in pawns: Q 9, R 5, B 3, N 3, P 1 (start: 78).
    pub material: u32,
    /// The player's material less the opponent's, in pawns as above: positive if the player has more.
    pub advantage: i32,
    /// Legal moves.
    pub legal_moves: u32,
    /// Whether the opponent's last move was a capture.
    pub captured: bool,
    /// Whether pondering is on.
    pub pondering: bool,
    /// What the game so far has taught.
    pub experience: Experience,
}

/// What a game teaches, as plain data: the session adds to it with every move, and every plan is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Experience {
    /// Score of the engine's last move in this game as it was shown, in centipawns, if it made one.
    pub last_score: Option<i32>,
    /// Ponder hits and misses so far.
    pub ponder_hits: u32,
    /// See `ponder_hits`.
    pub ponder_misses: u32,
    /// What the engine's own moves were given and have taken, those with a plan, in order.
    pub moves: Vec<MoveTime>,
    /// What the opponent has taken for its moves, from the engine's move to the answer, in order.
    pub replies: Vec<Duration>,
}

/// What a move was given, and what it has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// The time planned for it.
    pub planned: Duration,
    /// The time that its clock ran.
    pub used: Duration,
}

impl Experience {
    /// The opponent has made the move pondered on, or another one.
    pub fn predicted(&mut self, hit: bool) {
        *(if hit { &mut self.ponder_hits } else { &mut self.ponder_misses }) += 1;
    }
}

/// Costly signals that a policy asks for; the search computes none unasked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// `Signals::second_best`.
    pub second_best: bool,
}

/// A judge's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Move now.
    Stop(Reason),
    /// Go on.
    Continue {
        /// When to ask again, counted from the start of the search (and after each iteration).
        next_check: Duration,
        /// Why it goes on.
        reason: Reason,
    },
}

impl Verdict {
    /// A rule of the policy `name` ends the search.
    pub fn stop(name: &'static str, rule: Rule) -> Verdict {
        Verdict::Stop(Reason::Policy { name, rule })
    }

    /// A rule of the policy `name` lets the search go on.
    pub fn go_on(name: &'static str, rule: Rule, next_check: Duration) -> Verdict {
        Verdict::Continue { next_check, reason: Reason::Policy { name, rule } }
    }
}

/// A system of time management. It plans; whether a search may go on is for the judge that it appoints.
///
/// The policies of the table are framed (`by_name`): whoever implements one need not think of fixed
/// times per move, missing clocks, depth limits or the end of the clock.
pub trait Policy: Send {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;
    /// Plans the move to come and appoints its judge. What the clock allows of the budget is for `cap`
    /// to say. A policy keeps nothing: what a game has taught comes with the situation.
    fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>);
    /// The costly signals it wants.
    fn needs(&self) -> Needs {
        Needs::default()
    }
    /// Whether it has rules of its own for overtime ahead (`ClockView::overtime`) and for the lag of moves
    /// to come. To others overtime is shown as a control, and a clock without the time that lag will take.
    fn reckons_ahead(&self) -> bool {
        false
    }
    /// Whether it limits a move even where there is no clock.
    fn limits_untimed(&self) -> bool {
        false
    }
}

/// Says when the search for one move is enough. It lives with that search and dies with it.
pub trait Judge: Send {
    /// Judges a search `elapsed` old; called at the end of an iteration, when the best root move
    /// fails low, and at each `next_check`. What was reported of a search before its ponder hit is judged then.
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict;
}
