//! What many games have come to.

use super::game::Outcome;

/// The sums of many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    games: u64,
    loss: f64,
    squares: f64,
    thought: f64,
    left: f64,
    shares: f64,
    flags: u64,
}

/// What came of a player's games.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Who.
    pub name: String,
    /// Centipawns lost in a game, on the average; moves that a lost clock prevented count as made blindly.
    pub loss: f64,
    /// Twice the standard error of that.
    pub error: f64,
    /// The part of the clock that the best blind plan would need to lose as little. Above 1: whoever plays
    /// tells hard moves from easy ones.
    pub efficiency: f64,
    /// Time left at the end in seconds, on the average.
    pub left: f64,
    /// Part of the time at hand that was used, on the average.
    pub share: f64,
    /// Losses on time.
    pub flags: u64,
}

/// What came of all games under a control.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The players, in their order.
    pub rows: Vec<Row>,
    /// Centipawns that the best blind plan loses in a game.
    pub blind: f64,
    /// What one loses who knows how hard each move is, and the efficiency of that: no policy can do more.
    pub oracle: (f64, f64),
}

/// The loss of the best blind plan by the size of the clock.
pub(super) struct Curve(Vec<(f64, f64)>);

impl Tally {
    pub fn add(&mut self, outcome: &Outcome) {
        let [thought, left] = [outcome.thought, outcome.left].map(|time| time.as_secs_f64());
        self.games += 1;
        self.loss += outcome.loss;
        self.squares += outcome.loss * outcome.loss;
        self.thought += thought;
        self.left += left;
        self.shares += thought / (thought + left).max(f64::MIN_POSITIVE);
        self.flags += u64::from(outcome.flagged);
    }

    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.loss += other.loss;
        self.squares += other.squares;
        self.thought += other.thought;
        self.left += other.left;
        self.shares += other.shares;
        self.flags += other.flags;
    }

    /// Centipawns lost in a game, on the average.
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.games.max(1) as f64
    }

    fn row(&self, name: &str, curve: &Curve) -> Row {
        let games = self.games.max(1) as f64;
        let loss = self.mean_loss();
        let variance = (self.squares / games - loss * loss).max(0.0);
        Row {
            name: name.to_owned(),
            loss,
            error: 2.0 * (variance / games).sqrt(),
            efficiency: curve.size(loss),
            left: self.left / games,
            share: self.shares / games,
            flags: self.flags,
        }
    }
}

impl Results {
    pub(super) fn new<'a>(
        players: impl Iterator<Item = (&'a str, &'a Tally)>,
        curve: &Curve,
        oracle: f64,
    ) -> Results {
        let rows = players.map(|(name, tally)| tally.row(name, curve)).collect();
        Results { rows, blind: curve.loss(), oracle: (oracle, curve.size(oracle)) }
    }
}

impl Curve {
    /// Sizes with their losses.
    pub fn new(mut points: Vec<(f64, f64)>) -> Curve {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Curve(points)
    }

    /// The loss on a whole clock.
    fn loss(&self) -> f64 {
        let whole = self.0.iter().find(|&&(size, _)| size == 1.0);
        whole.map_or(f64::NAN, |&(_, loss)| loss)
    }

    /// The size of the clock that is needed to lose as little; both as logarithms lie nearly on a line.
    fn size(&self, loss: f64) -> f64 {
        let pair = self.0.windows(2).find(|pair| pair[1].1 <= loss).or(self.0.windows(2).last());
        let Some(&[(small, more), (large, less)]) = pair else { return f64::NAN };
        let part = (loss.ln() - more.ln()) / (less.ln() - more.ln()).min(-f64::MIN_POSITIVE);
        (small.ln() + part * (large.ln() - small.ln())).exp().min(1e3)
    }
}
