//! A climb to better numbers of the policy `adaptive`, with a bar that shows where they stand.

use std::io::{self, Write};

use clap::Args;
use crossbeam::{channel::Receiver, select};

use super::{
    control::{self, ControlError},
    matches,
};
use crate::{
    front::{
        args::{at_once, step},
        commands::{cores, progress},
    },
    lab::{
        climbing::{ClimbError, ClimbSetup, Climbing},
        clocked::{Books, ClockedMatch},
    },
    options::Options,
    timing::adaptive::{self, Numbers},
};

/// Pairs of games in a round: enough to keep many cores busy.
const PAIRS: u64 = 32;
/// Memory of each side for positions already searched, in MiB.
const TABLE: &str = "8";

/// Climb to better numbers of the policy `adaptive` by games of it against itself.
///
/// Every round moves all the numbers named at once, each by chance up or down, and plays both settings
/// against each other on clocks made of nodes (`--set KEY=VALUE` holds for both); the numbers then go a
/// little towards the side that has won more. What comes of it should be judged by a match:
/// `zeitnot lab match --a adaptive --a-number NAME=VALUE --b adaptive`. Ctrl-C ends the climb where it is.
/// Without a number named, all of them are listed.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Example:\n  zeitnot lab climb change:0.1 stakes --clock 10+0.1 --clock 5+0"
)]
pub struct Climb {
    /// The numbers, with the step to try if it is not to be a fifth of the number; a list if none is named
    #[arg(value_name = "NAME[:STEP]", value_parser = step)]
    numbers: Vec<(String, Option<f64>)>,
    /// A time control, in seconds (60+0.6) or any other notation that `zeitnot clock` reads; several take turns,
    /// round by round
    #[arg(long = "clock", value_name = "CONTROL", default_values_t = ["10+0.1".to_owned()])]
    clocks: Vec<String>,
    /// Nodes that count as a millisecond
    #[arg(long, value_name = "K", default_value_t = 30)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes_per_ms: u64,
    /// Games in all, in rounds of 64
    #[arg(long, default_value_t = 6_400)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Which openings, and which steps
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at once; one for each processor core if left out
    #[arg(long, value_name = "N", value_parser = at_once())]
    concurrency: Option<usize>,
}

/// Why there is no climb.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A number cannot be climbed with.
    #[error(transparent)]
    Numbers(#[from] ClimbError),
    /// A control cannot be used.
    #[error("--clock: {0}")]
    Clock(#[from] ControlError),
    /// There is no such side: its network cannot be had.
    #[error(transparent)]
    Side(#[from] matches::Failure),
    /// A session failed.
    #[error("{0}")]
    Session(String),
    /// The output fails, or Ctrl-C cannot be caught.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Climbs, and prints where the numbers stand in the end, or when Ctrl-C is pressed. Without numbers, says
/// which there are.
///
/// # Errors
/// If a number is unknown or named twice, a control cannot be read, or the output fails.
pub fn climb(args: &Climb, options: &Options) -> Result<(), Failure> {
    if args.numbers.is_empty() {
        return Ok(io::stdout().lock().write_all(list().as_bytes())?);
    }
    let mut climbing = Climbing::new(&args.numbers, setup(args, options)?)?;
    progress::in_rounds(climbing.rounds(), |interrupted| -> Result<_, Failure> {
        let Some(lead) = play(&climbing.round(), interrupted)? else { return Ok(None) };
        climbing.learn(lead);
        Ok(Some(values(&climbing, " ")))
    })?;
    Ok(writeln!(io::stdout().lock(), "--a-number {}", values(&climbing, " --a-number "))?)
}

/// The numbers there are, each with its value and what it is.
fn list() -> String {
    let values = Numbers::default().row();
    let rows = Numbers::NAMES.iter().zip(values).zip(Numbers::MEANINGS);
    rows.map(|((name, value), what)| format!("{name:<18}{value:>6}  {}\n", what.trim())).collect()
}

fn setup(args: &Climb, options: &Options) -> Result<ClimbSetup, Failure> {
    let side = matches::side("a", adaptive::NAME, &[], args.nodes_per_ms, TABLE, options)?;
    let controls =
        args.clocks.iter().map(|clock| control::read(clock)).collect::<Result<_, _>>()?;
    let threads = args.concurrency.unwrap_or_else(cores);
    Ok(ClimbSetup { games: args.games, pairs: PAIRS, side, controls, seed: args.seed, threads })
}

/// By how many games the first side leads; `None` if the match was interrupted.
fn play(round: &ClockedMatch, interrupted: &Receiver<()>) -> Result<Option<f64>, Failure> {
    let (games, mut books) = (round.start(Default::default()), Books::default());
    loop {
        select! {
            recv(games) -> game => match game {
                Ok(game) => _ = books.enter(&game.map_err(Failure::Session)?.1),
                Err(_) => {
                    let [won, _, lost] = books.results();
                    return Ok(Some(won as f64 - lost as f64));
                }
            },
            recv(interrupted) -> _ => return Ok(None),
        }
    }
}

/// Where the numbers stand.
fn values(climbing: &Climbing, between: &str) -> String {
    let values: Vec<String> =
        climbing.values().map(|(name, value)| format!("{name}={value:.3}")).collect();
    values.join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_listed_with_what_it_is() {
        let list = list();
        for name in Numbers::NAMES {
            let line = list.lines().find(|line| line.split(' ').next() == Some(name));
            let words = line.map_or(0, |line| line.split_whitespace().count());
            assert!(words > 4, "{name} in {list}");
        }
    }
}
