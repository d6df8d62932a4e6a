//! What is lost between a move and the client's clock, learned from what the client says.

use std::{collections::VecDeque, time::Duration};

/// Moves that are remembered.
const MEMORY: usize = 20;
/// A clock that differs by more than this has been changed by hand, not by lag.
const CREDIBLE: Duration = Duration::from_secs(3);
/// With fewer moves than this, nothing is said of the usual loss.
const FEWEST: usize = 4;

/// The losses of the last moves.
#[derive(Clone, Debug, Default)]
pub struct Lag(VecDeque<Duration>);

impl Lag {
    /// The client says `told` where the session's own ledger has `expected`. Whether that is believed.
    pub fn learn(&mut self, expected: Duration, told: Duration) -> bool {
        let credible = expected.abs_diff(told) <= CREDIBLE;
        if credible {
            if self.0.len() == MEMORY {
                self.0.pop_front();
            }
            self.0.push_back(expected.saturating_sub(told));
        }
        credible
    }

    /// What was learned last was no loss.
    pub fn unlearn(&mut self) {
        self.0.pop_back();
    }

    /// What a move loses on the average, as soon as a few were seen.
    pub fn usual(&self) -> Option<Duration> {
        let moves = self.0.len();
        (moves >= FEWEST).then(|| self.0.iter().sum::<Duration>() / moves as u32)
    }

    /// How much more than usual the one move in ten loses that loses most, or what a server was `told` to cost at
    /// worst; zero until a few moves were seen.
    pub fn spread(&self, told: Duration) -> Duration {
        self.usual().map_or(Duration::ZERO, |usual| self.high().max(told).saturating_sub(usual))
    }

    /// A loss that nine moves in ten stay within; zero until something has been learned.
    pub fn high(&self) -> Duration {
        let mut sorted: Vec<Duration> = self.0.iter().copied().collect();
        sorted.sort_unstable();
        let place = (sorted.len() * 9).div_ceil(10).saturating_sub(1);
        sorted.get(place).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn nine_moves_in_ten_lose_no_more_than_the_estimate() {
        let mut lag = Lag::default();
        assert_eq!(lag.high(), Duration::ZERO);
        for lost in [10, 20, 30, 40, 50, 60, 70, 80, 90, 400] {
            lag.learn(ms(60_000), ms(60_000 - lost));
        }
        assert_eq!((lag.high(), lag.usual()), (ms(90), Some(ms(85))));
        assert_eq!([0, 95].map(|told| lag.spread(ms(told))), [ms(5), ms(10)]);
    }

    #[test]
    fn the_usual_loss_is_told_once_a_few_moves_were_seen() {
        let mut lag = Lag::default();
        assert!((1..FEWEST).all(|_| lag.learn(ms(60_000), ms(59_990))));
        assert_eq!((lag.usual(), lag.spread(ms(500))), (None, Duration::ZERO));
        lag.learn(ms(60_000), ms(59_950));
        assert_eq!(lag.usual(), Some(ms(20)));
    }

    #[test]
    fn old_moves_are_forgotten_and_strange_clocks_not_believed() {
        let mut lag = Lag::default();
        lag.learn(ms(60_000), ms(59_500));
        assert!(!lag.learn(ms(60_000), ms(30_000)), "time was taken away");
        assert!(!lag.learn(ms(60_000), ms(90_000)), "time was given");
        for _ in 0..MEMORY {
            lag.learn(ms(60_000), ms(59_990));
        }
        assert_eq!(lag.high(), ms(10));
    }
}
