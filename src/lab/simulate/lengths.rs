//! How long games are.

use fastrand::Rng;

use crate::lab::games::Profile;

/// No game is longer, in own moves.
pub(super) const LONGEST: usize = 400;
/// Engine games that nobody adjudicates last 133 half-moves on the average, and the rest of one is never
/// shorter than 64: so many own moves are sure, by lot, and those after them end a game with the same
/// probability each.
const SURE: std::ops::Range<usize> = 8..60;
const REST: f64 = 32.0;

/// How long games are: for each own move, counted from zero, the probability that it is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Lengths(Vec<f64>);

impl Default for Lengths {
    /// Engine games, played out.
    fn default() -> Lengths {
        let lots = SURE.len() as f64;
        let made = |number: usize| {
            let after = |sure: usize| (-(number.saturating_sub(sure) as f64) / REST).exp();
            SURE.map(after).sum::<f64>() / lots
        };
        Lengths((0..LONGEST).map(made).collect())
    }
}

impl Lengths {
    /// Games as long as those of a profile. Where the mean of what is still to come after n half-moves is
    /// e, games end there with the probability (1 + de/dn) / e.
    pub fn of(profile: &Profile) -> Lengths {
        let mut left = 1.0_f64;
        let made = (0..LONGEST as u32).map(|number| {
            let this = left;
            let [now, later] = [2 * number, 2 * number + 2].map(|ply| profile.remaining(ply));
            let ends = (2.0 + later - now) / now.max(2.0);
            left *= 1.0 - ends.clamp(0.0, 1.0);
            this
        });
        Lengths(made.collect())
    }

    /// The probability that the own move with this number, counted from zero, is made.
    pub fn survival(&self, number: usize) -> f64 {
        self.0.get(number).copied().unwrap_or(0.0)
    }

    /// Own moves beyond which hardly a game goes.
    pub(super) fn horizon(&self) -> usize {
        self.0.iter().position(|&left| left < 1e-4).unwrap_or(self.0.len())
    }

    /// Own moves of a game.
    pub(super) fn draw(&self, random: &mut Rng) -> u32 {
        let lot = random.f64();
        self.0.partition_point(|&left| left > lot).max(1) as u32
    }
}
