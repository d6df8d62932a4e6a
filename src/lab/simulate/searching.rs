//! A search without chess: what it would report, and when.

use std::{collections::VecDeque, time::Duration};

use fastrand::Rng;

use super::world::{Puzzle, World, normal};
use crate::timing::Signals;

/// When the first iteration ends, in seconds, and by how much the age of a search grows with each
/// further one: the factor in the middle, and the standard deviation of its logarithm.
const FIRST: f64 = 0.000_3;
const GROWTH: f64 = 1.55;
const UNEVEN: f64 = 0.25;
const LEAST_GROWTH: f64 = 1.1;
/// In a doubling of the time, the best move of a move of difficulty 1 changes so often, at first; later
/// as much less as there is less to find.
const CHANGES: f64 = 0.6;
/// The old best move fails low before so many of these changes; so many others fail without a change.
const FAILS: f64 = 0.4;
const FAILS_ALONE: f64 = 0.1;
/// Centipawns that the score of a settled search moves about, and those of an unsettled one besides.
const STEADY: f64 = 4.0;
const UNSTEADY: f64 = 15.0;
/// The harder a move, the smaller its lead over the next one, in centipawns for difficulty 1.
const LEAD: f64 = 45.0;
/// A recapture counts as settled from this depth on, in plies, as `session::signals` has it.
const SETTLED: u32 = 5;

/// What happens in a search.
#[derive(Clone, Copy, Debug, PartialEq)]
enum News {
    /// The best move fails low.
    FailsLow,
    /// There is another best move.
    Changes,
    /// The iteration is complete.
    Completes,
}

/// A search under way.
pub(super) struct Search<'a> {
    world: &'a World,
    puzzle: Puzzle,
    random: Rng,
    signals: Signals,
    /// What is still to happen in the iteration under way, and at what age in seconds.
    news: VecDeque<(f64, News)>,
    /// What has happened: when, and the signals after it.
    moments: Vec<(Duration, Signals)>,
    /// Number of the iteration under way, and the age at its end in seconds.
    depth: u32,
    end: f64,
    /// Score of the last completed iteration.
    completed: Option<i32>,
    changed: bool,
    /// How clear the choice looks, beyond what the difficulty tells.
    clarity: f64,
    /// Lead of the best move in centipawns.
    lead: f64,
}

impl<'a> Search<'a> {
    /// Begins to search a move in a game that stands at `score`.
    pub fn new(world: &'a World, puzzle: Puzzle, score: i32, mut random: Rng) -> Self {
        let looks = (-0.7 * puzzle.difficulty.max(0.01).ln() + 0.8 * normal(&mut random)).exp();
        let clarity = normal(&mut random);
        let lead = LEAD * looks;
        let signals = Signals { score, legal_moves: puzzle.legal_moves, ..Signals::default() };
        let end = FIRST * (UNEVEN * normal(&mut random)).exp();
        let news = VecDeque::from([(end, News::Completes)]);
        let (completed, changed) = (None, false);
        let depth = 1;
        Search {
            world,
            puzzle,
            random,
            signals,
            news,
            moments: Vec::new(),
            depth,
            end,
            completed,
            changed,
            clarity,
            lead,
        }
    }

    /// What happens as number `place`, counted from zero: the age of the search, and the signals then. A
    /// judge is to be asked about each.
    pub fn moment(&mut self, place: usize) -> &(Duration, Signals) {
        while self.moments.len() <= place {
            self.step();
        }
        &self.moments[place]
    }

    /// The next thing happens; there always is one, since an iteration that ends begins another.
    fn step(&mut self) {
        let (at, news) = self.news.pop_front().unwrap_or((self.end, News::Completes));
        self.signals.depth = self.depth;
        self.signals.previous_score = self.completed;
        self.signals.completed = news == News::Completes;
        self.signals.failing_low = news == News::FailsLow;
        match news {
            News::FailsLow => self.signals.score -= self.jump(),
            News::Changes => self.change(),
            News::Completes => self.complete(),
        }
        self.moments.push((Duration::from_secs_f64(at), self.signals.clone()));
    }

    /// How unsettled the choice still is.
    fn open(&self) -> f64 {
        self.puzzle.difficulty * self.world.unsolved(self.end)
    }

    /// By how much a score falls when a move fails.
    fn jump(&mut self) -> i32 {
        let most = STEADY + UNSTEADY * self.open().min(4.0);
        (2.0 * most * self.random.f64()) as i32
    }

    fn change(&mut self) {
        self.signals.best_changes += 1;
        self.signals.score += self.jump() / 2;
        self.changed = true;
        self.tell_looks();
    }

    fn complete(&mut self) {
        let unsteady = STEADY + UNSTEADY * self.open().min(4.0);
        let first = self.completed.is_none();
        let shake = unsteady * normal(&mut self.random);
        let signals = &mut self.signals;
        signals.score += shake.round() as i32;
        let stable = !first && !self.changed;
        signals.stable_iterations = if stable { signals.stable_iterations + 1 } else { 0 };
        self.completed = Some(signals.score);
        self.tell_looks();
        self.begin();
    }

    /// What nodes, lead and rules make of the best move now.
    fn tell_looks(&mut self) {
        let signals = &mut self.signals;
        let stable = f64::from(signals.stable_iterations.min(8));
        let ease = 0.3 - 0.8 * self.puzzle.difficulty.max(0.01).ln() + 0.6 * self.clarity;
        let fresh = if self.changed { 1.5 } else { 0.0 };
        let ease = ease + 0.15 * stable - fresh + 0.2 * normal(&mut self.random);
        let only = signals.legal_moves == 1;
        let share = if only { 1.0 } else { (1.0 / (1.0 + (-ease).exp())).clamp(0.1, 0.99) };
        signals.best_share = (1_000.0 * share) as u32;
        let lead = if self.changed { 0.3 * self.lead } else { self.lead };
        let lead = Some(lead).filter(|_| !only && signals.depth > 1);
        signals.second_best = lead.map(|lead| signals.score - lead as i32);
        signals.easy = self.puzzle.recapture && signals.best_changes == 0;
        signals.recapture = signals.easy && signals.depth >= SETTLED;
    }

    /// The next iteration: when it will end, and what will happen in it.
    fn begin(&mut self) {
        let growth = (GROWTH * (UNEVEN * normal(&mut self.random)).exp()).max(LEAST_GROWTH);
        let (start, open) = (self.end, self.open());
        self.depth += 1;
        self.end *= growth;
        let likely = 1.0 - (-CHANGES * open * growth.log2()).exp();
        self.changed = self.random.f64() < likely;
        let fails = if self.changed { FAILS } else { FAILS_ALONE * likely };
        let mut ages = [0.0; 2].map(|_| start + (self.end - start) * self.random.f64());
        ages.sort_unstable_by(f64::total_cmp);
        if self.random.f64() < fails {
            self.news.push_back((ages[0], News::FailsLow));
        }
        if self.changed {
            self.news.push_back((ages[1], News::Changes));
        }
        self.news.push_back((self.end, News::Completes));
    }
}
