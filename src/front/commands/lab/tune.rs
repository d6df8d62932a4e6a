//! The numbers of the policy `adaptive`, fitted.

use std::{io, path::PathBuf};

use clap::Args;

use super::{
    control::{self, ControlError},
    replay,
};
use crate::{
    clock::TimeControl,
    front::{args::from_zero, commands::print},
    lab::{
        fitting::{Goal, fit},
        simulate::{LagModel, Lengths, Setup, World},
    },
    timing::adaptive::Numbers,
};

/// Fit the numbers of the policy `adaptive` on searches on record and on simulated games.
///
/// Each number is made larger and smaller by a step, and what loses less stays; the steps grow smaller round
/// by round. What comes of it should be judged by other games: other seeds, controls and matches.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Example:\n  zeitnot lab tune games.searches --control 60+0.6 --clock 60+0 --clock 180+2"
)]
pub struct Tune {
    /// Files written by `zeitnot lab record`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A time control to replay the searches under, in seconds (60+0.6) or any other notation that `zeitnot
    /// clock` reads; may be repeated
    #[arg(long = "control", value_name = "CONTROL", default_values_t = ["60+0.6".to_owned(), "180+0".to_owned()])]
    controls: Vec<String>,
    /// What a move takes on average, in the unit on record, no more than the longest search; an eleventh of
    /// the searches if left out
    #[arg(long)]
    mean: Option<f64>,
    /// A time control of simulated games, written likewise; may be repeated
    #[arg(long = "clock", value_name = "CONTROL", default_values_t = ["60+0".to_owned(), "180+2".to_owned(), "40/120".to_owned()])]
    clocks: Vec<String>,
    /// Simulated games for each control
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// What simulated games weigh beside the searches on record
    #[arg(long, default_value_t = 0.5, value_parser = from_zero)]
    weight: f64,
    /// Rounds through all numbers
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// The same seed plays the same simulated games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Why nothing is fitted.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The searches cannot be had.
    #[error(transparent)]
    Searches(#[from] replay::Failure),
    /// A control cannot be used.
    #[error(transparent)]
    Clock(#[from] ControlError),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Fits, and tells each step.
///
/// # Errors
/// If a file cannot be used, or a name or number is wrong.
pub fn tune(args: &Tune) -> Result<(), Failure> {
    let (replayed, simulated) = (controls(&args.controls)?, controls(&args.clocks)?);
    let (archive, header) = replay::read(&args.files)?;
    let setup = Setup {
        world: World::default(),
        lengths: Lengths::default(),
        lag: LagModel::Local,
        games: args.games,
        seed: args.seed,
        threads: 1,
        points: Setup::POINTS,
    };
    let goal = Goal {
        controls: replayed,
        mean: replay::mean(args.mean, &archive, header.clock)?,
        archive: &archive,
        setup,
        simulated,
        weight: args.weight,
    };
    let start = Numbers::default();
    let cost = goal.cost(start);
    print(&format!("{cost:+.4}\n"))?;
    let numbers = fit(&goal, (start, cost), args.rounds, |place, numbers, cost| {
        let (name, value) = (Numbers::NAMES[place], numbers.row()[place]);
        // Whoever closed the output hears no more of it.
        let _ = print(&format!("{cost:+.4}  {name} = {value:.3}\n"));
    });
    for (name, value) in Numbers::NAMES.iter().zip(numbers.row()) {
        print(&format!("{name} = {value:.3};\n"))?;
    }
    Ok(())
}

fn controls(texts: &[String]) -> Result<Vec<TimeControl>, ControlError> {
    texts.iter().map(|text| control::read(text)).collect()
}
