//! How long the machine keeps the engine waiting when it is busy.

use std::time::Duration;

/// What is left of a memory after each further search, in hundredths: half after two dozen.
const FADES: u32 = 97;

/// The worst wait, fading.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stall(Duration);

impl Stall {
    /// A search is over in which the longest wait was this.
    pub fn learn(&mut self, longest: Duration) {
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
}
