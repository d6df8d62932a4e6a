//! The time laboratory's commands.

mod engine;
mod fit;
mod fit_text;
mod record;

use clap::Subcommand;

use crate::eval::Evaluation;

/// What the time laboratory can do.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Lab {
    /// Count how long games are and what their players spend
    Fit(fit::Fit),
    /// Search positions long and keep everything the searches report
    Record(record::Record),
}

/// Does it; this engine scores positions by `evaluation`.
///
/// # Errors
/// If a file cannot be used, or the output fails.
pub fn lab(what: &Lab, evaluation: &Evaluation) -> Result<(), Box<dyn std::error::Error>> {
    match what {
        Lab::Fit(args) => Ok(fit::fit(args)?),
        Lab::Record(args) => Ok(record::record(args, evaluation)?),
    }
}
