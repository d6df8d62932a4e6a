//! What is lost on the way to the clock, and a machine that does not always run the engine.

use std::{ops::Range, time::Duration};

use fastrand::Rng;

use super::world::normal;

/// A busy machine stalls at one move in so many, for so many milliseconds.
const STALLS: u32 = 2_000;
const STALL: Range<f64> = 30.0..250.0;
/// Moves drawn to know a model's mean and its high end.
const DRAWN: usize = 4_000;

/// What moves lose on their way.
#[derive(Clone, Debug, PartialEq)]
pub enum LagModel {
    /// Nothing, and the machine never stalls.
    None,
    /// A millisecond or two between programs on one machine.
    Local,
    /// A bot's calls to a server on the web.
    Bot,
    /// A chess server's bare line, without timeseal.
    Ics,
    /// Any of these, as they were recorded; none if empty.
    Recorded(Vec<Duration>),
}

/// A lag that is mostly near its median and now and then far beyond it.
struct Uneven {
    /// In milliseconds.
    median: f64,
    /// Standard deviation of its logarithm.
    spread: f64,
    /// One move in so many has a spike, of so many milliseconds.
    spikes: u32,
    spike: Range<f64>,
}

const BOT: Uneven = Uneven { median: 60.0, spread: 0.5, spikes: 100, spike: 300.0..1_500.0 };
const ICS: Uneven = Uneven { median: 150.0, spread: 0.6, spikes: 100, spike: 1_000.0..4_000.0 };

impl LagModel {
    /// What a move loses.
    pub(super) fn draw(&self, random: &mut Rng) -> Duration {
        match self {
            LagModel::None => Duration::ZERO,
            LagModel::Local => milliseconds(random.f64() * 2.0),
            LagModel::Bot => BOT.draw(random),
            LagModel::Ics => ICS.draw(random),
            LagModel::Recorded(all) => random.choice(all).copied().unwrap_or_default(),
        }
    }

    /// How long the machine keeps the engine waiting at a move.
    pub(super) fn stall(&self, random: &mut Rng) -> Duration {
        match self {
            LagModel::None => Duration::ZERO,
            _ if random.u32(0..STALLS) == 0 => milliseconds(between(&STALL, random)),
            _ => milliseconds(random.f64()),
        }
    }

    /// What moves lose on the average, and what nineteen in twenty stay within: what a bot remembers of
    /// its server.
    pub(super) fn expected(&self) -> (Duration, Duration) {
        let mut random = Rng::with_seed(0);
        let mut drawn: Vec<Duration> = (0..DRAWN).map(|_| self.draw(&mut random)).collect();
        drawn.sort_unstable();
        (drawn.iter().sum::<Duration>() / DRAWN as u32, drawn[DRAWN / 20 * 19])
    }
}

impl Uneven {
    fn draw(&self, random: &mut Rng) -> Duration {
        match random.u32(0..self.spikes) {
            0 => milliseconds(between(&self.spike, random)),
            _ => milliseconds(self.median * (self.spread * normal(random)).exp()),
        }
    }
}

fn between(range: &Range<f64>, random: &mut Rng) -> f64 {
    range.start + (range.end - range.start) * random.f64()
}

fn milliseconds(number: f64) -> Duration {
    Duration::from_secs_f64(number / 1_000.0)
}
