//! What moves are like: how hard they are, and what time is worth for them.

use fastrand::Rng;

/// What a move made blindly loses on the average, in centipawns.
const BLIND: f64 = 100.0;
/// This part of the moves has no alternative, and this part are plain recaptures.
const ONLY: f64 = 0.02;
const RECAPTURES: f64 = 0.06;
/// How hard a plain recapture is, beside other moves.
const PLAIN: f64 = 0.15;
/// Points and weights that stand for a normal distribution (Gauss and Hermite).
const NORMAL: [(f64, f64); 5] = [
    (-2.856_970, 0.011_257),
    (-1.355_626, 0.222_076),
    (0.0, 0.533_334),
    (1.355_626, 0.222_076),
    (2.856_970, 0.011_257),
];

/// What moves are like. A move with difficulty d that got the time t loses d * (1 + t / knee)^-beta of
/// what blind moves lose on the average.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// How fast the loss falls with time; 0.2 to 0.35 in measurements.
    pub beta: f64,
    /// The time that begins to matter, in seconds.
    pub knee: f64,
    /// Standard deviation of the logarithm of a move's difficulty. With 0.9, knowing the difficulties is
    /// worth 1.4 times the clock.
    pub spread: f64,
}

impl Default for World {
    fn default() -> World {
        World { beta: 0.27, knee: 0.005, spread: 0.9 }
    }
}

/// What there is to be found out about a move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Puzzle {
    /// 1 on the average, 0 if there is no alternative.
    pub difficulty: f64,
    /// Legal moves.
    pub legal_moves: u32,
    /// Whether a plain recapture is the best move.
    pub recapture: bool,
}

impl World {
    /// What a move of difficulty 1 loses after so many seconds, in centipawns.
    pub fn loss(&self, seconds: f64) -> f64 {
        BLIND * self.unsolved(seconds)
    }

    /// Which part of a move's difficulty is left after so many seconds.
    pub(super) fn unsolved(&self, seconds: f64) -> f64 {
        (1.0 + seconds / self.knee).powf(-self.beta)
    }

    /// The next move of a game.
    pub(super) fn puzzle(&self, random: &mut Rng) -> Puzzle {
        let kind = random.f64();
        let lot = self.difficulty(normal(random));
        let legal_moves = random.u32(2..50);
        if kind < ONLY {
            return Puzzle { difficulty: 0.0, legal_moves: 1, recapture: false };
        }
        let recapture = kind < ONLY + RECAPTURES;
        let difficulty = if recapture { PLAIN * lot } else { lot };
        Puzzle { difficulty, legal_moves, recapture }
    }

    /// The difficulty for a normal deviate.
    fn difficulty(&self, deviate: f64) -> f64 {
        (self.spread * deviate - self.spread * self.spread / 2.0).exp()
    }

    /// Difficulties with their probabilities, a few that stand for all.
    pub(super) fn difficulties(&self) -> Vec<(f64, f64)> {
        let with = |ease: f64, share: f64| {
            let point = move |(deviate, weight)| (ease * self.difficulty(deviate), share * weight);
            NORMAL.into_iter().map(point)
        };
        let others = 1.0 - ONLY - RECAPTURES;
        with(PLAIN, RECAPTURES).chain(with(1.0, others)).chain([(0.0, ONLY)]).collect()
    }
}

/// A normal deviate.
pub(super) fn normal(random: &mut Rng) -> f64 {
    let (radius, angle) = (1.0 - random.f64(), random.f64());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}
