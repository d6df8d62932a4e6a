//! The search under way, as the session knows it.

use std::time::Duration;

use super::worker::Report;
use crate::{
    message::{Explanation, Grounds, Held},
    position::{ChessMove, Game},
    search::{Limits, Outcome},
    timing::Budget,
};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A move to be played.
    Move,
    /// The move that the opponent will play, to be pondered on next.
    Guess,
    /// An answer to this expected move.
    Ponder(ChessMove),
    /// The one who asked.
    Analysis,
    /// A best move to be told, perhaps not before it is asked for.
    Answer(Held),
}

impl Purpose {
    /// Whether the engine's own clock pays for it.
    pub fn is_on_clock(self) -> bool {
        matches!(self, Purpose::Move | Purpose::Answer(Held::No))
    }

    /// Whether it is thought on the opponent's time.
    pub fn is_pondering(self) -> bool {
        matches!(self, Purpose::Ponder(_) | Purpose::Guess)
    }
}

/// A search that has been asked for.
pub(super) struct Search {
    pub id: u64,
    pub purpose: Purpose,
    pub started: Duration,
    /// Since when the engine's clock pays for it.
    pub on_clock: Option<Duration>,
    /// When a move must be played whatever the worker does.
    pub deadline: Option<Duration>,
    /// Its last report.
    pub last: Option<Report>,
    /// Its result, if it ended before it was needed.
    pub finished: Option<Outcome>,
    /// What it has led to, where a move is found at once and made later.
    pub decided: Option<Decided>,
    pub budget: Option<Budget>,
    /// What the budget was planned from.
    pub planned_from: Option<Box<Grounds>>,
    /// Whether a limit or a clock ends it, without a word from anybody.
    pub ends_by_itself: bool,
    /// What is to be searched, until the worker is ready for it.
    pub waiting: Option<Box<Task>>,
    /// The root moves that may be played; all if empty.
    pub root_moves: Vec<ChessMove>,
    /// Whether they are those that endgame tables have left.
    pub advised: bool,
}

impl Search {
    /// Keeps to the root moves that endgame tables have left, as far as they may be played.
    pub fn keep_to(&mut self, mut moves: Vec<ChessMove>) {
        moves.retain(|mv| self.root_moves.is_empty() || self.root_moves.contains(mv));
        if !moves.is_empty() {
            (self.root_moves, self.advised) = (moves, true);
        }
    }

    /// Whether a move of it is known: searched, or left by endgame tables.
    pub fn knows_a_move(&self) -> bool {
        self.last.is_some() || self.decided.is_some() || self.advised
    }
}

/// The end of a search and why it came.
pub(super) struct Decided {
    pub outcome: Outcome,
    pub reason: Explanation,
}

/// What a search is to do.
pub(super) struct Task {
    pub game: Game,
    pub limits: Limits,
    /// Whether it has a clock to plan with, and may then end before its time where more search could
    /// change nothing.
    pub timed: Option<MaySettle>,
}

/// See `Task::timed`.
pub(super) type MaySettle = bool;

/// The search under way, its successors' numbers, and what the last one expects.
#[derive(Default)]
pub(super) struct Searching {
    current: Option<Search>,
    /// The number given last.
    last_id: u64,
    /// The answer the engine expects to the position on the board.
    pub expected: Option<ChessMove>,
}

impl Searching {
    pub fn current(&self) -> Option<&Search> {
        self.current.as_ref()
    }

    pub fn current_mut(&mut self) -> Option<&mut Search> {
        self.current.as_mut()
    }

    pub fn purpose(&self) -> Option<Purpose> {
        self.current.as_ref().map(|search| search.purpose)
    }

    /// The last report of the search under way.
    pub fn last_report(&self) -> Option<&Report> {
        self.current.as_ref()?.last.as_ref()
    }

    /// The search is over or given up.
    pub fn take(&mut self) -> Option<Search> {
        self.current.take()
    }

    /// A new search, which waits for the worker.
    pub fn begin(&mut self, purpose: Purpose, task: Task, now: Duration) -> &mut Search {
        self.last_id += 1;
        self.current.insert(Search {
            id: self.last_id,
            purpose,
            started: now,
            on_clock: purpose.is_on_clock().then_some(now),
            deadline: None,
            last: None,
            finished: None,
            decided: None,
            budget: None,
            planned_from: None,
            ends_by_itself: false,
            root_moves: task.limits.root_moves.clone(),
            advised: false,
            waiting: Some(Box::new(task)),
        })
    }
}
