//! A tuning of the search, with a bar that shows where the numbers stand.

use std::io::{self, Write};

use crossbeam::{channel::Receiver, select};

use super::progress::{bar, interruption};
use crate::{
    lab::{
        matches::{Match, Setup, half_points},
        tuning::{Tuning, TuningError},
    },
    search::ParamError,
};

/// So many times on the way the numbers are printed.
const MILESTONES: u32 = 10;

/// Why a tuning fails.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A number cannot be tuned.
    #[error("{0} (`zeitnot match --list` shows what can be tuned)")]
    Numbers(#[from] TuningError),
    /// A round would set a number to a value out of its bounds.
    #[error(transparent)]
    Value(#[from] ParamError),
    /// The output fails, or Ctrl-C cannot be caught.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Tunes the numbers, each with its step or the usual one, and prints where they stand in the end,
/// or when Ctrl-C is pressed.
///
/// # Errors
/// If a number is unknown or named twice, or the output fails.
pub fn tune(numbers: &[(String, Option<f64>)], setup: Setup) -> Result<(), Failure> {
    let mut tuning = Tuning::new(numbers, setup)?;
    let interrupted = interruption()?;
    let rounds = tuning.rounds();
    let bar = bar(rounds.into(), 20, " rounds");
    for round in 1..=rounds {
        let Some(points) = play(&tuning.round()?, &interrupted) else { break };
        tuning.learn(points);
        bar.set_message(values(&tuning));
        bar.inc(1);
        if round % rounds.div_ceil(MILESTONES) == 0 {
            let line = format!("round {round} of {rounds}: {}", values(&tuning));
            bar.suspend(|| writeln!(io::stdout().lock(), "{line}"))?;
        }
    }
    bar.finish_and_clear();
    Ok(writeln!(io::stdout().lock(), "{}", switches(&tuning))?)
}

/// Half-points of the first side; `None` if the match was interrupted.
fn play(round: &Match, interrupted: &Receiver<()>) -> Option<usize> {
    let (pairs, mut points) = (round.start(), 0);
    loop {
        select! {
            recv(pairs) -> pair => match pair {
                Ok(pair) => points += half_points(&pair),
                Err(_) => return Some(points),
            },
            recv(interrupted) -> _ => return None,
        }
    }
}

/// Where the numbers stand.
fn values(tuning: &Tuning) -> String {
    let values: Vec<String> = tuning.values().map(|(name, n)| format!("{name}={n}")).collect();
    values.join(" ")
}

/// Where the numbers stand, as switches for `zeitnot match`.
fn switches(tuning: &Tuning) -> String {
    let switches: Vec<String> =
        tuning.values().map(|(name, n)| format!("--a {name}={n}")).collect();
    switches.join(" ")
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use crossbeam::channel::{bounded, never};

    use super::*;
    use crate::{
        eval::Evaluation,
        front::args::{Args, Task},
    };

    #[test]
    fn a_match_can_be_started_with_the_result() {
        let numbers = [("delta".to_owned(), None), ("aspiration".to_owned(), Some(3.0))];
        let setup =
            Setup { games: 8, nodes: 100, seed: 1, threads: 1, evaluation: Evaluation::Classical };
        let tuning = Tuning::new(&numbers, setup).expect("good numbers");
        let line = format!("zeitnot match {}", switches(&tuning));
        let Some(Task::Match { a, .. }) = Args::parse_from(line.split(' ')).command else {
            panic!("{line}")
        };
        let stands = tuning.values().map(|(name, value)| (name.to_owned(), value));
        assert_eq!(a, stands.collect::<Vec<_>>());
    }

    #[test]
    fn an_interrupted_round_does_not_count() {
        let numbers = [("delta".to_owned(), None)];
        let setup =
            Setup { games: 8, nodes: 50, seed: 1, threads: 1, evaluation: Evaluation::Classical };
        let round = Tuning::new(&numbers, setup).expect("a good number").round().expect("values");
        let (press, interrupted) = bounded(1);
        press.send(()).expect("room for it");
        assert_eq!(play(&round, &interrupted), None);
        assert!(play(&round, &never()).is_some());
    }
}
