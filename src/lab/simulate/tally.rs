//! What many games have come to.

use std::{cell::RefCell, collections::BTreeMap, fmt, ops::RangeInclusive, str::FromStr};

use super::game::Outcome;

/// More games than anybody plays.
const MOST_GAMES: u64 = 1 << 40;
/// Sizes of clocks that a loss may be measured with, as powers of two.
const SIZES: RangeInclusive<i32> = -12..=4;

/// The sums of many games of a player under a control. As text: how many games, then their sums.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many.
    pub games: u64,
    loss: f64,
    squares: f64,
    thought: f64,
    left: f64,
    shares: f64,
    pub(super) flags: u64,
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

/// The loss of the best blind plan by the size of the clock, reckoned where it is asked for.
pub(super) struct Curve<F> {
    /// The loss with the clock of this size.
    of: F,
    /// What is known of that, by power of two.
    known: RefCell<BTreeMap<i32, f64>>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { games, loss, squares, thought, left, shares, flags } = self;
        write!(f, "{games} {loss} {squares} {thought} {left} {shares} {flags}")
    }
}

impl FromStr for Tally {
    type Err = ();

    /// Reads what `Display` has written; the sums are the same to the last digit.
    fn from_str(text: &str) -> Result<Tally, ()> {
        let words: Vec<&str> = text.split(' ').collect();
        let &[games, loss, squares, thought, left, shares, flags] = &words[..] else {
            return Err(());
        };
        let count = |text: &str| text.parse::<u64>().ok().filter(|&it| it <= MOST_GAMES).ok_or(());
        let sum = |text: &str| match text.parse::<f64>() {
            Ok(sum) if sum.is_finite() && sum >= 0.0 => Ok(sum),
            _ => Err(()),
        };
        let (games, flags) = (count(games)?, count(flags)?);
        let [loss, squares, thought] = [sum(loss)?, sum(squares)?, sum(thought)?];
        let [left, shares] = [sum(left)?, sum(shares)?];
        Ok(Tally { games, loss, squares, thought, left, shares, flags })
    }
}

impl Tally {
    pub(super) fn add(&mut self, outcome: &Outcome) {
        let [thought, left] = [outcome.thought, outcome.left].map(|time| time.as_secs_f64());
        self.games += 1;
        self.loss += outcome.loss;
        self.squares += outcome.loss * outcome.loss;
        self.thought += thought;
        self.left += left;
        self.shares += thought / (thought + left).max(f64::MIN_POSITIVE);
        self.flags += u64::from(outcome.flagged);
    }

    /// Adds the games of another one.
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
    pub(super) fn loss(&self) -> f64 {
        self.loss / self.games.max(1) as f64
    }

    fn row(&self, name: &str, curve: &Curve<impl Fn(f64) -> f64>) -> Row {
        let (games, loss) = (self.games.max(1) as f64, self.loss());
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
        curve: &Curve<impl Fn(f64) -> f64>,
        oracle: f64,
    ) -> Results {
        let rows = players.map(|(name, tally)| tally.row(name, curve)).collect();
        Results { rows, blind: curve.loss(), oracle: (oracle, curve.size(oracle)) }
    }
}

impl<F: Fn(f64) -> f64> Curve<F> {
    /// By what reckons the loss for a size.
    pub fn new(of: F) -> Curve<F> {
        Curve { of, known: RefCell::default() }
    }

    /// The loss on a whole clock.
    fn loss(&self) -> f64 {
        self.at(0)
    }

    fn at(&self, power: i32) -> f64 {
        let reckon = || (self.of)(f64::from(power).exp2());
        *self.known.borrow_mut().entry(power).or_insert_with(reckon)
    }

    /// The size of the clock that is needed to lose as little; both as logarithms lie nearly on a line.
    fn size(&self, loss: f64) -> f64 {
        // The larger the clock, the smaller the loss: what is looked for lies between these.
        let (mut small, mut large) = (*SIZES.start(), *SIZES.end());
        while large - small > 1 {
            let middle = (small + large).div_euclid(2);
            let ends = if self.at(middle) <= loss { &mut large } else { &mut small };
            *ends = middle;
        }
        let [more, less] = [small, large].map(|power| self.at(power).ln());
        let part = (loss.ln() - more) / (less - more).min(-f64::MIN_POSITIVE);
        (f64::from(small) + part).exp2().min(1e3)
    }
}
