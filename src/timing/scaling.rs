//! Planned times scaled by what the search shows, as modern engines do it.

use std::time::Duration;

use super::{Cause, Signals, shares::scaled};

/// A planned time after scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scaled {
    /// The new time.
    pub time: Duration,
    /// What scaled it most in the direction it went.
    pub cause: Cause,
    /// What it was scaled to.
    pub percent: u32,
}

/// Scales a time by the product of all factors.
pub(super) fn scale(time: Duration, factors: &[(Cause, f64)]) -> Scaled {
    let product: f64 = factors.iter().map(|(_, factor)| factor).product();
    let towards = |factor: f64| if product < 1.0 { -factor } else { factor };
    let strongest = factors.iter().max_by(|a, b| towards(a.1).total_cmp(&towards(b.1)));
    let cause = strongest.map_or(Cause::Stability, |&(cause, _)| cause);
    let percent = (product * 100.0).round() as u32;
    Scaled { time: scaled(time, product), cause, percent }
}

/// Tells the end of each iteration from the checks after it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Iterations {
    /// Depth of the last one heard of, in plies.
    depth: u32,
}

impl Iterations {
    /// Whether these signals are the first to tell of a completed iteration.
    pub fn has_ended(&mut self, signals: &Signals) -> bool {
        let new = signals.completed && signals.depth > self.depth;
        self.depth = self.depth.max(signals.completed_depth());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    #[test]
    fn the_strongest_factor_in_the_direction_taken_is_the_cause() {
        let scaled = scale(s(10), &[(Cause::Score, 1.2), (Cause::Nodes, 0.5)]);
        assert_eq!(scaled, Scaled { time: s(6), cause: Cause::Nodes, percent: 60 });
        let scaled = scale(s(10), &[(Cause::Score, 4.0), (Cause::Nodes, 0.5)]);
        assert_eq!(scaled, Scaled { time: s(20), cause: Cause::Score, percent: 200 });
    }

    #[test]
    fn each_iteration_ends_once() {
        let mut iterations = Iterations::default();
        let part = Signals { completed: false, ..iteration(3, 0, 0) };
        assert!(iterations.has_ended(&iteration(2, 0, 0)));
        assert!(!iterations.has_ended(&iteration(2, 0, 0)));
        assert!(!iterations.has_ended(&part));
        assert!(iterations.has_ended(&iteration(3, 0, 0)));
    }
}
