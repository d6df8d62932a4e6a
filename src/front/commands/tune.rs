//! A tuning of the search or of a network's outputs, with a bar that shows where the numbers stand.

use std::{
    io::{self, Write},
    path::Path,
};

use crossbeam::{channel::Receiver, select};

use super::{output, progress};
use crate::{
    eval::Evaluation,
    front::at_path::AtPath,
    lab::{
        matches::{Match, Setup, half_points},
        tuning::{Tuning, TuningError},
    },
    search::ParamError,
};

/// Why a tuning fails.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A number cannot be tuned.
    #[error("{0} (`zeitnot match --list` shows what can be tuned)")]
    Numbers(#[from] TuningError),
    /// A round would set a number to a value out of its bounds.
    #[error(transparent)]
    Value(#[from] ParamError),
    /// The evaluation is no network.
    #[error("only a network has outputs to tune, and the evaluation is `{0}`")]
    NoOutputs(Evaluation),
    /// The network cannot be written.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
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
    climb(&mut tuning)?;
    Ok(writeln!(io::stdout().lock(), "{}", switches(&tuning))?)
}

/// Plays the rounds of a tuning.
fn climb(tuning: &mut Tuning) -> Result<(), Failure> {
    progress::in_rounds(tuning.rounds(), |interrupted| {
        let Some(points) = play(&tuning.round()?, interrupted) else { return Ok(None) };
        tuning.learn(points);
        Ok(Some(values(tuning, " ")))
    })
}

/// Tunes the outputs of the network that the setup plays with, and writes what has become of it to a file in the end, or
/// when Ctrl-C is pressed.
///
/// # Errors
/// If the evaluation is no network, or the file cannot be written.
pub(super) fn outputs(out: &Path, setup: Setup) -> Result<(), Failure> {
    let Evaluation::Network(network) = setup.evaluation.clone() else {
        return Err(Failure::NoOutputs(setup.evaluation));
    };
    // A file that cannot be written is to be known before the games.
    output::check(out, [])?;
    let mut tuning = Tuning::outputs(network, setup);
    // What the games have taught is written even where the output failed on the way.
    let climbed = climb(&mut tuning);
    let evaluation = tuning.standing()?.evaluation;
    if let Evaluation::Network(network) = &evaluation {
        output::save(out, network.to_bytes())?;
    }
    climbed?;
    Ok(writeln!(io::stdout().lock(), "{}: {evaluation}", out.display())?)
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
fn values(tuning: &Tuning, between: &str) -> String {
    let values = tuning.values().into_iter().map(|(name, n)| format!("{name}={n}"));
    values.collect::<Vec<_>>().join(between)
}

/// Where the numbers stand, as switches for `zeitnot match`.
fn switches(tuning: &Tuning) -> String {
    format!("--a {}", values(tuning, " --a "))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use crossbeam::channel::{bounded, never};

    use super::*;
    use crate::front::args::{Args, Task};

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
        assert_eq!(a, tuning.values());
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
