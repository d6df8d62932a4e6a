//! How far the threads have come together: an iteration that one has completed is done for all.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use super::vote::Finding;

/// What the thread that is furthest has found.
#[derive(Default)]
pub(super) struct Lead {
    /// The finding's depth, to be read without a lock.
    depth: AtomicU32,
    finding: Mutex<Finding>,
}

impl Lead {
    /// The deepest iteration that any thread has completed, in plies; 0 before the first.
    pub fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    /// Takes note of a completed iteration, if it is the first of its depth.
    pub fn publish(&self, finding: Finding) {
        let mut furthest = self.finding.lock().unwrap_or_else(PoisonError::into_inner);
        if finding.depth > furthest.depth {
            self.depth.store(finding.depth, Relaxed);
            *furthest = finding;
        }
    }

    /// What came of the deepest iteration.
    pub fn finding(&self) -> Finding {
        self.finding.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_gets_further_takes_the_lead() {
        let lead = Lead::default();
        for (score, depth, (leader, reached)) in
            [(10, 3, (10, 3)), (20, 2, (10, 3)), (30, 3, (10, 3)), (40, 4, (40, 4))]
        {
            lead.publish(Finding { score, depth, ..Finding::default() });
            assert_eq!((lead.finding().score, lead.depth()), (leader, reached));
        }
    }
}
