//! The time laboratory's commands.

mod engine;
mod fit;
mod fit_text;
mod learn;
mod record;
mod replay;
mod replay_text;

use clap::Subcommand;

use crate::{eval::Evaluation, timing::Parameters};

/// What the time laboratory can do.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Lab {
    /// Count how long games are and what their players spend
    Fit(fit::Fit),
    /// Search positions long and keep everything the searches report
    Record(record::Record),
    /// Try time policies on searches that are on record
    Replay(replay::Replay),
    /// Learn from searches on record when it pays to go on
    Learn(learn::Learn),
}

/// Does it; this engine scores positions by `evaluation`, and policies have these parameters.
///
/// # Errors
/// If a file cannot be used, or the output fails.
pub fn lab(
    what: &Lab,
    evaluation: &Evaluation,
    parameters: &Parameters,
) -> Result<(), Box<dyn std::error::Error>> {
    match what {
        Lab::Fit(args) => Ok(fit::fit(args)?),
        Lab::Record(args) => Ok(record::record(args, evaluation)?),
        Lab::Learn(args) => Ok(learn::learn(args)?),
        Lab::Replay(args) => Ok(replay::replay(args, parameters)?),
    }
}
