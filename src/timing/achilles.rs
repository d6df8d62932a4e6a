//! The policy `achilles`, after Vuckovic and Solak, "Time management procedure in computer chess",
//! whose engine Achilles used it: a base time from the expected length of the game, and four rules
//! that shorten or extend it.
//!
//! Recaptures are answered at once. A best move that will hardly be replaced is played early, one
//! that may well be gets more time in proportion. A move clearly better than the next takes less
//! time, close moves take more. The source leaves the numbers open; they are decided here and can
//! be set.

use std::time::Duration;

use super::{
    Budget, Judge, Needs, Parameters, Policy, Rule, Signals, Situation, Verdict,
    parameters::{ACHILLES_BY_MATERIAL, ACHILLES_GAIN, ACHILLES_GAP, ACHILLES_THRESHOLD},
    shares::scaled,
    vs_length, vs_material,
};
use crate::clock::ClockView;

mod replacement;

pub use replacement::{Estimate, replacement};

/// The name the policy is chosen by.
pub const NAME: &str = "achilles";

/// The first judgement falls due after this part of the base time.
const FIRST_LOOK: u32 = 4;
/// The most is so many base times, or half the clock if that is less.
const MOST: u32 = 4;
/// Factor on the base time for one clearly better move, and for two equal ones.
const CLEAR: f64 = 0.5;
const EQUAL: f64 = 1.5;
/// A recapture must have been the best move for so long before it is trusted: an in-between move
/// (zwischenzug) may be better, and shallow searches overlook it.
const TRUSTED_DEPTH: u32 = 6;
const TRUSTED_ITERATIONS: u32 = 3;

/// The policy.
#[derive(Clone, Debug)]
pub struct Achilles {
    by_material: bool,
    terms: Terms,
    parameters: Parameters,
}

/// What its judges go by.
#[derive(Clone, Copy, Debug)]
struct Terms {
    /// Below this probability of a change of mind it moves.
    threshold: f64,
    /// Time added, in base times, if a change of mind were certain.
    gain: f64,
    /// Centipawns from which a move is clearly better.
    gap: f64,
    estimate: Estimate,
}

impl Achilles {
    /// The policy with its numbers as the parameters say.
    pub fn new(parameters: &Parameters) -> Achilles {
        Achilles {
            by_material: parameters.is_on(ACHILLES_BY_MATERIAL),
            terms: Terms {
                threshold: parameters.get(ACHILLES_THRESHOLD) as f64 / 1_000.0,
                gain: parameters.get(ACHILLES_GAIN) as f64 / 100.0,
                gap: parameters.get(ACHILLES_GAP) as f64,
                estimate: replacement,
            },
            parameters: parameters.clone(),
        }
    }

    /// The same with another estimate of how likely a change of mind is, so that tests can do without a search.
    #[cfg(test)]
    fn with_estimate(self, estimate: Estimate) -> Achilles {
        Achilles { terms: Terms { estimate, ..self.terms }, ..self }
    }
}

/// Judges one move by the four rules.
struct AchillesJudge {
    terms: Terms,
    base: Duration,
    most: Duration,
}

impl AchillesJudge {
    /// The time of the move with these signals, while a change of mind has the probability `v`.
    fn target(&self, signals: &Signals, v: f64) -> Duration {
        let closeness = self.closeness(signals);
        scaled(self.base, closeness * (1.0 + self.terms.gain * v)).min(self.most)
    }

    /// From `EQUAL` for two equal moves down to `CLEAR` for one clearly better; 1 if the second best
    /// is unknown.
    fn closeness(&self, signals: &Signals) -> f64 {
        gap(signals).map_or(1.0, |gap| {
            let part = (f64::from(gap) / self.terms.gap).min(1.0);
            EQUAL + (CLEAR - EQUAL) * part
        })
    }

    /// What ends a search at its target.
    fn last_rule(&self, signals: &Signals, target: Duration) -> Rule {
        match gap(signals) {
            _ if target == self.most => Rule::MostTime(target),
            Some(gap) if target < self.base => Rule::ClearlyBetter { gap },
            _ if target > self.base => Rule::ExtensionOver,
            _ => Rule::PlannedTime(self.base),
        }
    }

    /// Why a search goes on to its target.
    fn next_rule(&self, signals: &Signals, v: f64, elapsed: Duration, until: Duration) -> Rule {
        match gap(signals) {
            _ if elapsed < self.base => Rule::WithinPlan(self.base),
            Some(gap) if self.closeness(signals) > 1.0 => Rule::Close { gap, until },
            _ => Rule::Doubtful { permille: permille(v), until },
        }
    }
}

impl Policy for Achilles {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs { second_best: true }
    }

    fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let time = if self.by_material { vs_material::time } else { vs_length::time };
        let base = time(clock, situation, &self.parameters);
        let most = base.saturating_mul(MOST).min(clock.remaining / 2).max(base);
        let budget = Budget { soft: base, hard: most, next_check: base / FIRST_LOOK };
        (budget, Box::new(AchillesJudge { terms: self.terms, base, most }))
    }
}

impl Judge for AchillesJudge {
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        if is_trusted_recapture(signals) {
            return Verdict::stop(NAME, Rule::Recapture);
        }
        let first_look = self.base / FIRST_LOOK;
        if elapsed < first_look {
            return Verdict::go_on(NAME, Rule::WithinPlan(self.base), first_look);
        }
        let v = (self.terms.estimate)(signals);
        if v < self.terms.threshold {
            return Verdict::stop(NAME, Rule::Settled { permille: permille(v) });
        }
        let target = self.target(signals, v);
        if elapsed >= target {
            return Verdict::stop(NAME, self.last_rule(signals, target));
        }
        Verdict::go_on(NAME, self.next_rule(signals, v, elapsed, target), target)
    }
}

/// Whether the best move takes back, nothing else does, and the search has held on to it without
/// a drop of the score.
fn is_trusted_recapture(signals: &Signals) -> bool {
    signals.recapture
        && !signals.failing_low
        && signals.completed_depth() >= TRUSTED_DEPTH
        && signals.stable_iterations >= TRUSTED_ITERATIONS
        && signals.score_drop() < replacement::DROP
}

/// By how many centipawns the best move is better than the second best, if that is known.
fn gap(signals: &Signals) -> Option<u32> {
    let second = signals.second_best?;
    Some(if second < signals.score { signals.score.abs_diff(second) } else { 0 })
}

fn permille(probability: f64) -> u32 {
    (probability * 1_000.0).round() as u32
}

#[cfg(test)]
mod tests;
