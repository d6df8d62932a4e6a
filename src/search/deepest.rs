//! How far the threads have come together: an iteration that one has completed is done for all.

use std::sync::{
    Mutex,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use super::vote::ThreadResult;
use crate::lock::lock;

/// The deepest iteration that any thread has completed.
#[derive(Default)]
pub(super) struct DeepestIteration {
    /// The result's depth, to be read without a lock.
    depth: AtomicU32,
    result: Mutex<ThreadResult>,
}

impl DeepestIteration {
    /// The deepest iteration that any thread has completed, in plies; 0 before the first.
    pub fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    /// Takes note of a completed iteration, if it is the first of its depth.
    pub fn publish(&self, result: ThreadResult) {
        let mut furthest = lock(&self.result);
        if result.depth > furthest.depth {
            self.depth.store(result.depth, Relaxed);
            *furthest = result;
        }
    }

    /// What came of the deepest iteration.
    pub fn result(&self) -> ThreadResult {
        lock(&self.result).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_gets_further_takes_the_lead() {
        let deepest = DeepestIteration::default();
        for (score, depth, (leader, reached)) in
            [(10, 3, (10, 3)), (20, 2, (10, 3)), (30, 3, (10, 3)), (40, 4, (40, 4))]
        {
            deepest.publish(ThreadResult { score, depth, ..ThreadResult::default() });
            assert_eq!((deepest.result().score, deepest.depth()), (leader, reached));
        }
    }
}
