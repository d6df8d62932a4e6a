//! How long the machine keeps the engine waiting when it is busy.

use std::time::Duration;

/// What is left of a memory after each further search, in hundredths: half after two dozen.
const FADES: u32 = 97;
/// A machine that is busy keeps the engine waiting for some tens of milliseconds; with compilers on all its
/// cores it was once 2.3 s. Who waited for longer than this was not held up by others but suspended (a laptop
/// put to sleep, a virtual machine stopped). That tells nothing of the next move, and a reserve for as much
/// again would leave no time to think with.
const SUSPENDED: Duration = Duration::from_secs(5);

/// The worst wait, fading.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stall(Duration);

impl Stall {
    /// A search is over in which the longest wait was this; a suspension is none.
    pub fn learn(&mut self, longest: Duration) {
        let longest = Some(longest).filter(|&longest| longest <= SUSPENDED).unwrap_or_default();
        self.0 = (self.0 * FADES / 100).max(longest);
    }

    /// The worst wait that is remembered.
    pub fn worst(&self) -> Duration {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_wait_is_remembered_for_some_dozens_of_moves() {
        let ms = Duration::from_millis;
        let mut stall = Stall::default();
        stall.learn(ms(2));
        stall.learn(ms(190));
        (0..23).for_each(|_| stall.learn(ms(1)));
        assert!(stall.worst() > ms(90) && stall.worst() < ms(100), "{stall:?}");
        (0..300).for_each(|_| stall.learn(ms(1)));
        assert_eq!(stall.worst(), ms(1));
    }

    #[test]
    fn a_suspension_is_no_wait() {
        let mut stall = Stall::default();
        stall.learn(SUSPENDED);
        assert_eq!(stall.worst(), SUSPENDED);
        stall.learn(Duration::from_secs(300));
        assert!(stall.worst() < SUSPENDED, "{stall:?}");
    }
}
