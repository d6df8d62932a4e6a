//! Two policies on the same moves: what one does better, and how sure that is. Moves of one game have much
//! in common, so games are what is drawn, not moves.

use super::trial::{Decision, Summary};

/// Samples drawn.
const DRAWS: usize = 4_000;
/// Names the draws.
const SEED: u64 = 0x5EA2_C4E5;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The share of moves that differ from the long search's.
    Errors,
    /// The mean loss of a move, in weighted centipawns.
    Loss,
}

impl Measure {
    /// The measure at one move.
    pub fn of(self, decision: &Decision) -> f64 {
        match self {
            Measure::Errors => f64::from(u8::from(decision.price.differs)),
            Measure::Loss => decision.price.loss,
        }
    }
}

/// How much one policy is above another, by the move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The mean difference.
    pub difference: f64,
    /// Between these it lies with a probability of 95 %, by a bootstrap over games.
    pub between: (f64, f64),
    /// The probability of so great a difference, either way, if there is none in truth: the signs of the
    /// games drawn by chance.
    pub p: f64,
}

/// Compares the first policy with the second on the same moves. (No games: nothing differs.)
pub fn compare(first: &Summary, second: &Summary, measure: Measure) -> Comparison {
    let games = by_game(first, second, measure);
    let mean = |sums: (f64, f64)| if sums.1 > 0.0 { sums.0 / sums.1 } else { 0.0 };
    let add = |all: (f64, f64), one: (f64, f64)| (all.0 + one.0, all.1 + one.1);
    let difference = mean(games.iter().copied().fold((0.0, 0.0), add));
    if games.is_empty() {
        return Comparison { difference, between: (difference, difference), p: 1.0 };
    }
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut drawn: Vec<f64> = (0..DRAWS)
        .map(|_| {
            mean((0..games.len()).map(|_| games[random.usize(..games.len())]).fold((0.0, 0.0), add))
        })
        .collect();
    drawn.sort_by(f64::total_cmp);
    let at = |share: f64| drawn[((DRAWS - 1) as f64 * share).round() as usize];
    let as_great = (0..DRAWS)
        .filter(|_| {
            let signed =
                |&(sum, count): &(f64, f64)| (if random.bool() { sum } else { -sum }, count);
            mean(games.iter().map(signed).fold((0.0, 0.0), add)).abs() >= difference.abs() - 1e-12
        })
        .count();
    let p = (as_great + 1) as f64 / (DRAWS + 1) as f64;
    Comparison { difference, between: (at(0.025), at(0.975)), p }
}

/// The sum of the differences in each game, and its moves.
fn by_game(first: &Summary, second: &Summary, measure: Measure) -> Vec<(f64, f64)> {
    let mut games: Vec<(usize, (f64, f64))> = Vec::new();
    for (one, other) in first.decisions.iter().zip(&second.decisions) {
        let difference = measure.of(one) - measure.of(other);
        match games.last_mut().filter(|(game, _)| *game == one.game) {
            Some((_, sums)) => *sums = (sums.0 + difference, sums.1 + 1.0),
            None => games.push((one.game, (difference, 1.0))),
        }
    }
    games.into_iter().map(|(_, sums)| sums).collect()
}
