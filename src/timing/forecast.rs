//! What going on would bring: from what a search tells of itself, the chance that its best move changes
//! before it is twice as old, and how much is gained by going on until then. The numbers are learned from
//! searches on record; `zeitnot lab learn` writes them (docs/time-lab-replay.md).

use serde::{Deserialize, Serialize};

use super::Signals;

/// By so many centipawns a player is ahead whose odds are those of the number e: shown scores are made so
/// that 100 wins half of the games at move 32, and with the draws that is about this.
const ODDS: f64 = 100.0;
/// Weighted centipawns in a whole point: as many as a small loss costs in an even position.
const POINT: f64 = 4.0 * ODDS;
/// Centipawns in a pawn.
const PAWN: f64 = 100.0;
/// A score drops by so many pawns at most, and a gap is not wider than so many centipawns.
const DROP: f64 = 1.0;
const GAP: f64 = 400.0;
/// Centipawns of a gap that count as much as the next doubling of them.
const CLOSE: f64 = 25.0;

/// The logarithm of the nodes that a search usually needs for its depth: so much, and so much more for each ply.
const USUAL_NODES: f64 = 4.4;
const NODES_A_PLY: f64 = 0.48;
/// It needs so much more or less at most, as a logarithm.
const EFFORT: f64 = 3.0;

/// Points to expect with a score as it is shown, 0 to 1: a draw is half a point.
pub fn expected_score(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / ODDS).exp())
}

/// What it costs to have a move worth `worth` instead of one worth `value`, both as scores are shown, in
/// weighted centipawns: the points to expect that are lost, times 400. In an even position that is about
/// the loss in centipawns, in a decided one much less. Never below 0.
pub fn loss(value: i32, worth: i32) -> f64 {
    POINT * (expected_score(value) - expected_score(worth)).max(0.0)
}

/// What a forecast goes by, each a number about as large as 1; also their weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Always 1.
    pub base: f64,
    /// Logarithm of the completed iterations with the same best move.
    pub stable: f64,
    /// Logarithm of the completed depth.
    pub depth: f64,
    /// Logarithm of the nodes that the search has needed, beside those usual for its depth; 0 if nobody counts
    /// them. A position that is hard to see through costs nodes, one that is settled hardly any.
    #[serde(default)]
    pub effort: f64,
    /// Share of the nodes spent on the best root move, 0 to 1.
    pub share: f64,
    /// Pawns by which the score has dropped since the iteration before, 1 at most; negative if it has risen.
    pub drop: f64,
    /// Logarithm of the times that the best move has changed, plus 1.
    pub changes: f64,
    /// How much depends on the move: 1 in an even position, 0 in a decided one.
    pub stakes: f64,
    /// Logarithm of the number of legal moves.
    pub choice: f64,
    /// 1 if the best move is a recapture or a promotion.
    pub easy: f64,
    /// Logarithm of the distance of the second-best move, plus a quarter of a pawn; 0 if it is not known.
    #[serde(default)]
    pub gap: f64,
}

impl Terms {
    /// How many there are.
    pub const COUNT: usize = 11;

    /// The terms of what a search tells.
    pub fn of(signals: &Signals) -> Terms {
        let number = |number: u32| f64::from(number.max(1)).ln();
        let points = expected_score(signals.score);
        let gap = |second: i32| f64::from(signals.score.saturating_sub(second)).clamp(0.0, GAP);
        Terms {
            base: 1.0,
            stable: number(signals.stable_iterations + 1),
            depth: number(signals.completed_depth()),
            effort: effort(signals),
            share: f64::from(signals.best_share) / 1_000.0,
            drop: fall(signals.previous_score, signals.score).clamp(-DROP, DROP),
            changes: number(signals.best_changes + 1),
            stakes: 4.0 * points * (1.0 - points),
            choice: number(signals.legal_moves),
            easy: f64::from(u8::from(signals.easy)),
            gap: signals.second_best.map_or(0.0, |second| (1.0 + gap(second) / CLOSE).ln()),
        }
    }

    /// The terms in a row, the gap last.
    pub fn row(&self) -> [f64; Terms::COUNT] {
        let Terms { base, stable, depth, effort, share, drop, changes, stakes, choice, easy, gap } =
            *self;
        [base, stable, depth, effort, share, drop, changes, stakes, choice, easy, gap]
    }

    /// The inverse of `row`.
    pub fn from_row(row: [f64; Terms::COUNT]) -> Terms {
        let [base, stable, depth, effort, share, drop, changes, stakes, choice, easy, gap] = row;
        Terms { base, stable, depth, effort, share, drop, changes, stakes, choice, easy, gap }
    }

    /// The sum of the terms, each times its weight.
    fn weighted(&self, weights: &Terms) -> f64 {
        self.row().iter().zip(weights.row()).map(|(term, weight)| term * weight).sum()
    }
}

/// By how many pawns a score has fallen; negative if it has risen, 0 if it is not known what it was before.
pub(super) fn fall(before: Option<i32>, now: i32) -> f64 {
    f64::from(before.map_or(0, |before| before.saturating_sub(now))) / PAWN
}

/// See [`Terms::effort`].
fn effort(signals: &Signals) -> f64 {
    if signals.nodes == 0 {
        return 0.0;
    }
    let usual = USUAL_NODES + NODES_A_PLY * f64::from(signals.completed_depth());
    ((signals.nodes as f64).ln() - usual).clamp(-EFFORT, EFFORT)
}

/// Weights learned from searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// For the log-odds of a change, where the second-best move is not known.
    pub change: Terms,
    /// The same where it is.
    pub change_with_gap: Terms,
    /// For the logarithm of the gain in weighted centipawns, where the second-best move is not known.
    pub gain: Terms,
    /// The same where it is.
    pub gain_with_gap: Terms,
}

/// Why a text is no forecast.
#[derive(Debug, thiserror::Error)]
pub enum ForecastError {
    /// It is not written as one is.
    #[error("{}", .0.to_string().trim_end())]
    Toml(#[from] toml::de::Error),
    /// A weight is no number.
    #[error("every weight must be a number below a million")]
    Weight,
}

impl Forecast {
    /// Reads a forecast (TOML): the four sets of weights by the names of the fields.
    ///
    /// # Errors
    /// Names what is missing, unknown or no number.
    pub fn parse(text: &str) -> Result<Forecast, ForecastError> {
        let forecast: Forecast = toml::from_str(text)?;
        let Forecast { change, change_with_gap, gain, gain_with_gap } = &forecast;
        let possible = |weights: &&Terms| weights.row().iter().all(|weight| weight.abs() < 1e6);
        match [change, change_with_gap, gain, gain_with_gap].iter().all(possible) {
            true => Ok(forecast),
            false => Err(ForecastError::Weight),
        }
    }

    /// The chance that the best move changes before the search is twice as old, 0 to 1.
    pub fn change(&self, signals: &Signals) -> f64 {
        let weights =
            if signals.second_best.is_some() { &self.change_with_gap } else { &self.change };
        1.0 / (1.0 + (-Terms::of(signals).weighted(weights)).exp())
    }

    /// What is gained on average by going on until the search is twice as old, in weighted centipawns.
    pub fn gain(&self, signals: &Signals) -> f64 {
        let weights = if signals.second_best.is_some() { &self.gain_with_gap } else { &self.gain };
        Terms::of(signals).weighted(weights).min(10.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals() -> Signals {
        Signals {
            depth: 12,
            completed: true,
            best_share: 700,
            legal_moves: 30,
            ..Signals::default()
        }
    }

    fn forecast() -> Forecast {
        let plain = Terms { base: -1.0, stable: -1.5, ..Terms::default() };
        let gain = Terms { base: -2.0, stakes: 2.0, ..Terms::default() };
        let gap = Terms { gap: -1.0, ..plain };
        Forecast { change: plain, change_with_gap: gap, gain, gain_with_gap: gain }
    }

    #[test]
    fn a_stable_move_with_a_far_second_changes_seldom() {
        let forecast = forecast();
        let change = |stable_iterations, second_best| {
            forecast.change(&Signals { stable_iterations, second_best, ..signals() })
        };
        assert!(change(8, None) < change(0, None) / 5.0);
        assert!(change(0, Some(-200)) < change(0, Some(-5)) / 2.0);
        assert!(change(0, Some(0)) == change(0, None));
    }

    #[test]
    fn a_search_that_costs_many_nodes_is_not_settled() {
        let plain = Terms { base: -2.0, effort: 0.7, ..Terms::default() };
        let forecast = Forecast { change: plain, ..forecast() };
        let change = |nodes| forecast.change(&Signals { nodes, ..signals() });
        assert!(change(100_000) > 1.5 * change(20_000) && change(20_000) > 1.5 * change(2_000));
        let usual = (USUAL_NODES + 12.0 * NODES_A_PLY).exp() as u64;
        assert!((change(0) - change(usual)).abs() < 1e-4);
    }

    #[test]
    fn little_is_gained_where_the_game_is_decided() {
        let gain = |score| forecast().gain(&Signals { score, ..signals() });
        assert!(gain(0) > 3.0 * gain(600) && gain(600) > 0.0);
        assert!((gain(600) - gain(-600)).abs() < 1e-9);
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        let text = toml::to_string(&forecast()).unwrap();
        assert_eq!(Forecast::parse(&text).unwrap(), forecast());
        assert!(Forecast::parse(&text.replacen("base", "basis", 1)).is_err());
        assert!(Forecast::parse(&text.replacen("-1.0", "nan", 1)).is_err());
    }

    #[test]
    fn a_loss_counts_by_the_points_it_costs() {
        assert!((loss(5, -5) - 10.0).abs() < 0.1);
        assert!(loss(700, 600) < 2.0 && loss(0, 50) == 0.0);
        assert!(loss(29_000, -29_000) <= 400.0);
    }
}
