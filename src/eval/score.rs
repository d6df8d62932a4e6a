//! A pair of scores, one for the middlegame and one for the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Centipawns in the middlegame and in the endgame; the phase of the game blends the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub mg: i32,
    pub eg: i32,
}

/// Shorthand that keeps tables of weights readable.
#[allow(non_snake_case)]
pub const fn S(mg: i32, eg: i32) -> Score {
    Score { mg, eg }
}

/// The phase of a board with all its pieces; without any it is 0.
pub const FULL_PHASE: i32 = 24;

impl Score {
    /// The blend for `phase`. Promotions may raise a phase above that of the start.
    pub fn taper(self, phase: i32) -> i32 {
        let phase = phase.min(FULL_PHASE);
        (self.mg * phase + self.eg * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        S(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Sub for Score {
    type Output = Score;
    fn sub(self, other: Score) -> Score {
        S(self.mg - other.mg, self.eg - other.eg)
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        S(-self.mg, -self.eg)
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    fn mul(self, times: i32) -> Score {
        S(self.mg * times, self.eg * times)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    fn sub_assign(&mut self, other: Score) {
        *self = *self - other;
    }
}
