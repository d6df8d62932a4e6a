//! How long games are.

/// Games counted by their length in half-moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Games of each length.
    counts: Vec<u64>,
}

/// What is still to come of games that have lasted for some time, in half-moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// On average.
    pub mean: f64,
    /// Standard error of that; 0 for a single game.
    pub error: f64,
    /// Games that lasted longer.
    pub games: u64,
}

impl Lengths {
    /// Counts a game of so many half-moves.
    pub fn add(&mut self, plies: usize) {
        if self.counts.len() <= plies {
            self.counts.resize(plies + 1, 0);
        }
        self.counts[plies] += 1;
    }

    /// Counts what another one has counted.
    pub fn merge(&mut self, other: &Lengths) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, count)| *own += count);
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean length, if there are games.
    pub fn mean(&self) -> Option<f64> {
        let plies: u64 = self.counts.iter().enumerate().map(|(n, count)| n as u64 * count).sum();
        let games = self.games();
        (games > 0).then(|| plies as f64 / games as f64)
    }

    /// The length within which this percentage of games has ended.
    pub fn percentile(&self, percent: f64) -> Option<usize> {
        let needed = percent / 100.0 * self.games() as f64 - 1e-9;
        let mut ended = 0;
        self.counts.iter().position(|count| {
            ended += count;
            ended > 0 && ended as f64 >= needed
        })
    }

    /// What is still to come after so many half-moves in the games that go on; the paper's N(n).
    pub fn rest(&self, ply: usize) -> Option<Rest> {
        let longer = || {
            let counts = self.counts.iter().enumerate().skip(ply + 1);
            counts.map(|(length, &count)| ((length - ply) as f64, count))
        };
        let games: u64 = longer().map(|(_, count)| count).sum();
        let total = |of: fn(f64) -> f64| longer().map(|(rest, n)| of(rest) * n as f64).sum::<f64>();
        let mean = total(|rest| rest) / games as f64;
        let variance = (total(|rest| rest * rest) / games as f64 - mean * mean).max(0.0);
        let error = (variance / games.saturating_sub(1).max(1) as f64).sqrt();
        (games > 0).then_some(Rest { mean, error, games })
    }

    /// The share of games that last longer than so many half-moves, 0 to 1.
    pub fn survival(&self, ply: usize) -> f64 {
        let longer: u64 = self.counts.iter().skip(ply + 1).sum();
        longer as f64 / self.games().max(1) as f64
    }

    /// Games by length in classes so many half-moves wide: the middle of each, and its share in percent.
    pub fn classes(&self, wide: usize) -> Vec<(f64, f64)> {
        let games = self.games().max(1) as f64;
        let class = |(i, counts): (usize, &[u64])| {
            let middle = (i as f64 + 0.5) * wide as f64;
            (middle, 100.0 * counts.iter().sum::<u64>() as f64 / games)
        };
        self.counts.chunks(wide).enumerate().map(class).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(all: impl IntoIterator<Item = usize>) -> Lengths {
        let mut lengths = Lengths::default();
        all.into_iter().for_each(|plies| lengths.add(plies));
        lengths
    }

    #[test]
    fn percentiles_are_lengths_that_so_many_games_have() {
        let lengths = lengths(1..=200);
        for (percent, plies) in [(70.0, 140), (99.0, 198), (99.5, 199), (100.0, 200), (0.0, 1)] {
            assert_eq!(lengths.percentile(percent), Some(plies), "{percent}");
        }
        assert_eq!(lengths.mean(), Some(100.5));
        assert_eq!(Lengths::default().percentile(50.0), None);
    }

    #[test]
    fn what_is_to_come_counts_only_games_that_go_on() {
        let lengths = lengths([10, 20, 20, 60]);
        let means = [(0, 27.5), (10, 70.0 / 3.0), (15, 55.0 / 3.0), (20, 40.0), (59, 1.0)];
        for (ply, mean) in means {
            let rest = lengths.rest(ply).unwrap();
            assert!((rest.mean - mean).abs() < 1e-9, "{ply}: {rest:?}");
        }
        assert_eq!(lengths.rest(20).unwrap().games, 1);
        assert_eq!(lengths.rest(60), None);
        assert_eq!((lengths.survival(19), lengths.survival(20)), (0.75, 0.25));
    }

    #[test]
    fn counting_apart_and_together_is_the_same() {
        let mut first = lengths([3, 5]);
        first.merge(&lengths([5, 90]));
        assert_eq!(first, lengths([90, 5, 5, 3]));
    }
}
