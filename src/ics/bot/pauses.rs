//! Pauses that grow, so that what is tried again and again in vain is tried ever more seldom.

use std::time::Duration;

/// Each pause is twice as long as the one before, between these two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pauses {
    /// The first one.
    pub first: Duration,
    /// None is longer.
    pub longest: Duration,
}

impl Pauses {
    /// The pause after one so long, which is none before the first.
    pub fn after(self, last: Duration) -> Duration {
        (last * 2).clamp(self.first, self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let second = Duration::from_secs;
        let pauses = Pauses { first: second(60), longest: second(200) };
        let mut last = Duration::ZERO;
        let taken = [(); 4].map(|()| {
            last = pauses.after(last);
            last.as_secs()
        });
        assert_eq!(taken, [60, 120, 200, 200]);
    }
}
