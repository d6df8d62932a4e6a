//! How likely a score is to win, by the move of the game.

/// Moves of a game that make a step in the curves.
const MOVES: f64 = 32.0;
/// The first and the last move that are told apart: beyond them there are too few games to say more.
const TOLD_APART: [u16; 2] = [16, 80];
/// The log-odds grow at least so fast with the score, by 100 centipawns.
const SLOWEST: f64 = 0.1;

/// The model of this engine's own games: fitted to 246,810 positions of 2,000 games at 20,000
/// nodes a move (`zeitnot match` prints the fit).
pub(super) const USUAL: WinRateModel = WinRateModel([-1.69, -1.43, 1.02, -0.03]);

/// A logistic curve over score and move number: the log-odds of a win are the sum of these numbers,
/// each times its term.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WinRateModel(pub [f64; 4]);

impl WinRateModel {
    /// The terms of a score, in centipawns for the side that wants to win, at a move of the game.
    pub fn terms(score: i32, number: u16) -> [f64; 4] {
        let (score, late) = (f64::from(score) / 100.0, late(number));
        [1.0, late, score, score * late]
    }

    /// The chance to win, 0 to 1.
    pub fn won(&self, score: i32, number: u16) -> f64 {
        let (start, slope) = self.line(number);
        1.0 / (1.0 + (-(start + slope * f64::from(score) / 100.0)).exp())
    }

    /// The score in centipawns that wins half of the games.
    pub fn even(&self, number: u16) -> f64 {
        let (start, slope) = self.line(number);
        -100.0 * start / slope
    }

    /// The log-odds at a score of zero, and what 100 centipawns add to them.
    fn line(&self, number: u16) -> (f64, f64) {
        let ([start, start_late, slope, slope_late], late) = (self.0, late(number));
        (start + start_late * late, (slope + slope_late * late).max(SLOWEST))
    }
}

/// How far from the middle of a game a move is.
fn late(number: u16) -> f64 {
    let [first, last] = TOLD_APART;
    f64::from(number.clamp(first, last)) / MOVES - 1.0
}
