//! How much several threads gain over one: nodes a second, and time to the same depth.

use std::{
    io::{self, Write},
    sync::Arc,
    time::{Duration, Instant},
};

use super::now;
use crate::{
    eval::Evaluation,
    position::{Game, Position},
    search::{
        Iteration, Limits, Outcome, Pacer, Params, Searcher, StopToken, Table, bench::MIDDLEGAMES,
    },
};

/// Why the gain cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum ScalingError {
    /// There is nothing to compare.
    #[error("scaling compares one thread with several: --threads must be at least 2")]
    OneThread,
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// One search under the stop-watch.
struct Stopwatch {
    start: Instant,
    limit: Duration,
    milestones: Vec<Milestone>,
}

/// What it took to complete a depth.
#[derive(Clone, Copy)]
struct Milestone {
    depth: u32,
    seconds: f64,
    nodes: f64,
}

impl Pacer for Stopwatch {
    fn expired(&mut self, _nodes: u64) -> bool {
        self.start.elapsed() >= self.limit
    }
    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        if iteration.completed {
            self.milestones.push(Milestone {
                depth: iteration.depth,
                seconds: self.start.elapsed().as_secs_f64(),
                nodes: iteration.nodes as f64,
            });
        }
        true
    }
    fn conclude(&mut self, _iteration: &Iteration<'_>) {}
}

/// What came of one search.
struct Timed {
    /// Nodes a second.
    speed: f64,
    milestones: Vec<Milestone>,
}

/// Searches a position for so long.
fn search(position: &Position, mut searcher: Searcher, limit: Duration) -> Timed {
    let (game, limits, stop) =
        (Game::new(position.clone()), Limits::default(), StopToken::default());
    let mut watch = Stopwatch { start: now(), limit, milestones: Vec::new() };
    let Outcome { nodes, .. } = searcher.run(&game, &limits, &mut watch, &stop);
    let seconds = watch.start.elapsed().as_secs_f64();
    Timed { speed: nodes as f64 / seconds, milestones: watch.milestones }
}

/// What several threads have gained on one in a position.
struct Gain {
    /// The greatest depth that both have completed; the first two ratios are means up to there.
    depth: u32,
    /// How many times as fast it was reached, how many times as many nodes that took, and how many
    /// times as many nodes a second were searched.
    ratios: [f64; 3],
}

/// How many of the deepest common depths a comparison takes the mean of: single ones are erratic.
const DEPTHS: usize = 3;

/// Compares two searches; `None` if they have no completed depth in common.
fn gain(one: &Timed, several: &Timed) -> Option<Gain> {
    let beside = |stone: &Milestone| {
        let other = several.milestones.iter().find(|other| other.depth == stone.depth)?;
        Some((*stone, *other))
    };
    let common: Vec<_> = one.milestones.iter().filter_map(beside).collect();
    let depth = common.last()?.0.depth;
    let deepest = || common.iter().rev().take(DEPTHS);
    let time = geometric_mean(deepest().map(|(before, after)| before.seconds / after.seconds));
    let nodes = geometric_mean(deepest().map(|(before, after)| after.nodes / before.nodes));
    Some(Gain { depth, ratios: [time, nodes, several.speed / one.speed] })
}

/// The mean of ratios.
fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0), |(sum, count), ratio| (sum + ratio.ln(), count + 1));
    (sum / f64::from(count.max(1))).exp()
}

/// Searches each of 20 middlegames twice for so long, with one thread and with several, and prints
/// how much more nodes a second those make and how much sooner they have completed the same depth.
///
/// # Errors
/// If there is only one thread, or the output fails.
pub fn scaling(
    threads: usize,
    hash: usize,
    limit: Duration,
    params: &Params,
    evaluation: &Evaluation,
) -> Result<(), ScalingError> {
    if threads < 2 {
        return Err(ScalingError::OneThread);
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{threads} threads against one, {limit:?} a search, {hash} MiB")?;
    writeln!(out, "depth   time  nodes  speed")?;
    let searcher = |threads| {
        let table = Arc::new(Table::new(hash));
        Searcher::new(table, threads, params.clone(), evaluation)
    };
    let mut gains = Vec::new();
    for fen in MIDDLEGAMES {
        let Ok(position) = Position::from_fen(fen) else { continue };
        let [one, several] = [1, threads].map(|count| search(&position, searcher(count), limit));
        let Some(gain) = gain(&one, &several) else { continue };
        writeln!(out, "{:>5} {}  {fen}", gain.depth, columns(gain.ratios))?;
        gains.push(gain.ratios);
    }
    let mean = |column: usize| geometric_mean(gains.iter().map(|ratios| ratios[column]));
    writeln!(out, " mean {}  of {} positions", columns([0, 1, 2].map(mean)), gains.len())?;
    Ok(())
}

/// Three ratios below their headings.
fn columns([time, nodes, speed]: [f64; 3]) -> String {
    format!("{time:>6.2} {nodes:>6.2} {speed:>6.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(speed: f64, times: &[f64]) -> Timed {
        let stone =
            |(depth, &seconds): (u32, &f64)| Milestone { depth, seconds, nodes: seconds * speed };
        Timed { speed, milestones: (1..).zip(times).map(stone).collect() }
    }

    #[test]
    fn the_gain_is_taken_at_the_three_deepest_common_depths() {
        let several = timed(2e6, &[0.01, 2.0, 2.0, 16.0, 90.0]);
        let gain = gain(&timed(1e6, &[1.0, 2.0, 4.0, 32.0]), &several).unwrap();
        assert_eq!(gain.depth, 4);
        let mean = 4f64.cbrt();
        assert!(gain.ratios.iter().zip([mean, 2.0 / mean, 2.0]).all(|(a, b)| (a - b).abs() < 1e-9));
        assert!(super::gain(&timed(1e6, &[]), &timed(1e6, &[1.0])).is_none());
    }

    #[test]
    fn ratios_are_averaged_as_ratios() {
        assert!((geometric_mean([4.0, 1.0].into_iter()) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn there_are_20_middlegames() {
        assert_eq!(MIDDLEGAMES.len(), 20);
        assert!(MIDDLEGAMES.iter().all(|fen| Position::from_fen(fen).is_ok()));
    }

    #[test]
    fn one_thread_cannot_be_compared() {
        let (params, evaluation) = (Params::default(), Evaluation::Classical);
        let refusal = scaling(1, 1, Duration::ZERO, &params, &evaluation).unwrap_err().to_string();
        assert!(refusal.contains("--threads"), "{refusal}");
    }
}
