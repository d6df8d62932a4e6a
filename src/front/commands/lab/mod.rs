//! The time laboratory's commands.

mod climb;
mod control;
pub(super) mod engine;
mod fit;
mod fit_text;
mod learn;
mod matches;
mod paper;
mod plot;
mod record;
mod replay;
mod replay_text;
mod report;
mod simulate;
mod simulate_parts;
mod simulate_text;
mod tune;
mod whatif;

use std::time::Duration;

use clap::Subcommand;

use crate::{front::settings, options::Options};

/// What the time laboratory can do.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Lab {
    /// Count how long games are and what their players spend
    Fit(fit::Fit),
    /// Look at one game for its time
    Report(report::Look),
    /// Ask what another policy would have planned in a game that has been played
    Whatif(whatif::WhatIf),
    /// Draw what papers say
    Plot(plot::Plot),
    /// Let two time policies play each other
    Match(Box<matches::Match>),
    /// Search positions long and keep everything the searches report
    Record(record::Record),
    /// Try time policies on searches that are on record
    Replay(replay::Replay),
    /// Learn from searches on record when it pays to go on
    Learn(learn::Learn),
    /// Play games without chess, and tell how well each policy spends its clock
    Simulate(simulate::Simulate),
    /// Fit the numbers of the policy `adaptive`
    Tune(tune::Tune),
    /// Climb to better numbers of the policy `adaptive` by games of it against itself
    Climb(climb::Climb),
}

impl Lab {
    /// MiB of table that each player has unless it is said otherwise: many of them play at once.
    pub fn usual_hash(&self) -> Option<&'static str> {
        match self {
            Lab::Match(_) => Some("8"),
            Lab::Record(_) => Some("16"),
            _ => None,
        }
    }
}

/// Does it; the options are those of the command line.
///
/// # Errors
/// If a file cannot be used, or the output fails.
pub fn lab(what: &Lab, options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    match what {
        Lab::Fit(args) => Ok(fit::fit(args)?),
        Lab::Report(args) => Ok(report::look(args)?),
        Lab::Whatif(args) => Ok(whatif::whatif(args, options.settings())?),
        Lab::Plot(args) => Ok(plot::plot(args)?),
        Lab::Match(args) => Ok(matches::play(args, options)?),
        Lab::Record(args) => {
            let hash = options.settings().hash;
            Ok(record::record(args, hash, &settings::evaluation(options)?)?)
        }
        Lab::Replay(args) => Ok(replay::replay(args, &options.settings().parameters)?),
        Lab::Learn(args) => Ok(learn::learn(args)?),
        Lab::Simulate(args) => Ok(simulate::simulate(args, &options.settings().parameters)?),
        Lab::Climb(args) => Ok(climb::climb(args, options)?),
        Lab::Tune(args) => Ok(tune::tune(args)?),
    }
}

/// Reads a time lost with every move: milliseconds, with or without their unit; a minute at most.
fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix("ms").unwrap_or(text).trim_end().parse::<u64>();
    let possible = number.ok().filter(|ms| *ms <= 60_000);
    possible
        .map(Duration::from_millis)
        .ok_or_else(|| format!("`{text}` is no time from 0ms to 60000ms"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lag_is_in_milliseconds_whether_it_says_so_or_not() {
        for text in ["30", "30ms", "30 ms"] {
            assert_eq!(milliseconds(text), Ok(Duration::from_millis(30)), "{text}");
        }
        for text in ["", "ms", "60001", "-1", "30s"] {
            assert!(milliseconds(text).unwrap_err().contains(text), "{text}");
        }
    }
}
