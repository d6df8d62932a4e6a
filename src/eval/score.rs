//! A pair of scores, one for the middlegame and one for the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Centipawns in the middlegame and in the endgame; the phase of the game blends the two.
///
/// Both are kept in one word, the endgame in the upper half, so that a sum of two pairs is one
/// addition: either must stay within 16 bits, more than the men of any position come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score(i32);

/// Shorthand that keeps tables of weights readable.
#[expect(non_snake_case, reason = "as short and as tall as in other engines' tables")]
pub const fn S(mg: i32, eg: i32) -> Score {
    Score((eg << 16).wrapping_add(mg))
}

/// The phase of a board with all its pieces; without any it is 0.
pub const FULL_PHASE: i32 = 24;

impl Score {
    /// Centipawns in the middlegame.
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Centipawns in the endgame; a negative half below has borrowed from it.
    pub const fn eg(self) -> i32 {
        self.0.wrapping_add(1 << 15) >> 16
    }

    /// The blend for `phase`. Promotions may raise a phase above that of the start.
    pub fn taper(self, phase: i32) -> i32 {
        let phase = phase.min(FULL_PHASE);
        (self.mg() * phase + self.eg() * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        Score(self.0.wrapping_add(other.0))
    }
}

impl Sub for Score {
    type Output = Score;
    fn sub(self, other: Score) -> Score {
        Score(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    fn mul(self, times: i32) -> Score {
        Score(self.0.wrapping_mul(times))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_keep_their_own_sums() {
        for (a, b) in [(S(-300, 200), S(700, -900)), (S(-1, -1), S(1, 0)), (S(0, -5), S(-7, 0))] {
            for sum in [a + b, b - -a, a * 2 - a + b] {
                assert_eq!((sum.mg(), sum.eg()), (a.mg() + b.mg(), a.eg() + b.eg()));
            }
        }
        assert_eq!((S(-16_000, 16_000).mg(), S(-16_000, 16_000).eg()), (-16_000, 16_000));
    }
}
