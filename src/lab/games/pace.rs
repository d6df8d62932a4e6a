//! What players spend.

use std::time::Duration;

/// Own moves told apart; later ones count as the last.
pub const MOVES: usize = 120;
/// Classes of the clock left, each a twentieth of the initial time; what is more counts as full.
const CLASSES: usize = 20;

/// Moves with their times, by move number and by the clock left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    by_move: Vec<Sum>,
    by_clock: Vec<Sum>,
}

/// Times of some moves, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    moves: u64,
    used: u64,
    /// Moves before which the clock was known, what they used, what was left, and what the paper's rule
    /// N(n) would have given them.
    clocked: u64,
    used_of: u64,
    left: u64,
    paper: u64,
}

/// The means of some moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Where they are: the move number, or the middle of the clock's class in percent.
    pub at: f64,
    /// How many there are.
    pub moves: u64,
    /// Time used, in seconds.
    pub used: f64,
    /// The percentage of the clock that is, and what the paper's rule N(n) would have given them, in
    /// seconds; only where clocks are known.
    pub of_clock: Option<(f64, f64)>,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { by_move: vec![Sum::default(); MOVES + 1], by_clock: vec![Sum::default(); CLASSES] }
    }
}

impl Sum {
    fn add(&mut self, used: Duration, clock: Option<(Duration, Duration)>) {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.moves += 1;
        self.used = self.used.saturating_add(ms(used));
        if let Some((left, paper)) = clock {
            self.clocked += 1;
            self.used_of = self.used_of.saturating_add(ms(used));
            self.left = self.left.saturating_add(ms(left));
            self.paper = self.paper.saturating_add(ms(paper));
        }
    }

    fn merge(&mut self, other: &Sum) {
        let pairs = [
            (&mut self.moves, other.moves),
            (&mut self.used, other.used),
            (&mut self.clocked, other.clocked),
            (&mut self.used_of, other.used_of),
            (&mut self.left, other.left),
            (&mut self.paper, other.paper),
        ];
        pairs.into_iter().for_each(|(own, sum)| *own = own.saturating_add(sum));
    }

    fn row(&self, at: f64) -> Option<Row> {
        let mean = |ms: u64, moves: u64| ms as f64 / 1e3 / moves as f64;
        let of_clock = (self.clocked > 0 && self.left > 0).then(|| {
            let share = 100.0 * self.used_of as f64 / self.left as f64;
            (share, mean(self.paper, self.clocked))
        });
        let Sum { moves, used, .. } = *self;
        (moves > 0).then(|| Row { at, moves, used: mean(used, moves), of_clock })
    }
}

impl Pace {
    /// Counts a player's move of this number (from 1), and if the clock is known what was left, what the
    /// clock had at first, and what the paper's rule would have given the move.
    pub fn add(
        &mut self,
        number: usize,
        used: Duration,
        clock: Option<(Duration, Duration, Duration)>,
    ) {
        let sum = clock.map(|(left, _, paper)| (left, paper));
        self.by_move[number.min(MOVES)].add(used, sum);
        if let Some((left, base, _)) = clock.filter(|(_, base, _)| !base.is_zero()) {
            let class = (left.as_secs_f64() / base.as_secs_f64() * CLASSES as f64) as usize;
            self.by_clock[class.min(CLASSES - 1)].add(used, sum);
        }
    }

    /// Counts what another one has counted.
    pub fn merge(&mut self, other: &Pace) {
        self.by_move.iter_mut().zip(&other.by_move).for_each(|(own, sum)| own.merge(sum));
        self.by_clock.iter_mut().zip(&other.by_clock).for_each(|(own, sum)| own.merge(sum));
    }

    /// Moves with a time.
    pub fn moves(&self) -> u64 {
        self.by_move.iter().map(|sum| sum.moves).sum()
    }

    /// The mean of all moves, in seconds.
    pub fn mean(&self) -> Option<f64> {
        let mut all = Sum::default();
        self.by_move.iter().for_each(|sum| all.merge(sum));
        all.row(0.0).map(|row| row.used)
    }

    /// Means by move number, so many numbers together.
    pub fn by_move(&self, together: usize) -> Vec<Row> {
        let numbers = self.by_move.get(1..).unwrap_or_default().chunks(together).enumerate();
        let rows = numbers.filter_map(|(i, sums)| {
            let mut all = Sum::default();
            sums.iter().for_each(|sum| all.merge(sum));
            all.row((i * together) as f64 + (together as f64 + 1.0) / 2.0)
        });
        rows.collect()
    }

    /// Means by the clock left, in classes of five percent of the initial time.
    pub fn by_clock(&self) -> Vec<Row> {
        let middle = |i: usize| (i as f64 + 0.5) * 100.0 / CLASSES as f64;
        let rows = self.by_clock.iter().enumerate();
        rows.filter_map(|(i, sum)| sum.row(middle(i))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_by_number_and_by_clock() {
        let s = Duration::from_secs;
        let mut pace = Pace::default();
        pace.add(1, s(4), Some((s(100), s(100), s(3))));
        pace.add(1, s(8), Some((s(100), s(100), s(5))));
        pace.add(2, s(10), Some((s(52), s(100), s(2))));
        pace.add(500, s(1), None);
        let by_move = pace.by_move(1);
        let first = Row { at: 1.0, moves: 2, used: 6.0, of_clock: Some((6.0, 4.0)) };
        assert_eq!(by_move[0], first);
        assert_eq!((by_move[2].at, by_move[2].of_clock), (MOVES as f64, None));
        assert_eq!(pace.by_move(10)[0].moves, 3);
        let by_clock: Vec<(f64, f64)> =
            pace.by_clock().iter().map(|row| (row.at, row.used)).collect();
        assert_eq!(by_clock, [(52.5, 10.0), (97.5, 6.0)]);
        assert_eq!((pace.moves(), pace.mean()), (4, Some(5.75)));
    }
}
