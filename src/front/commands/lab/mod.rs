//! The time laboratory's commands.

mod fit;
mod fit_text;
mod simulate;
mod simulate_text;

use clap::Subcommand;

/// What the time laboratory can do.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Lab {
    /// Count how long games are and what their players spend
    Fit(fit::Fit),
    /// Play games without chess, and tell how well each policy spends its clock
    Simulate(simulate::Simulate),
}

/// Does it.
///
/// # Errors
/// If a file cannot be used, or the output fails.
pub fn lab(what: &Lab) -> Result<(), Box<dyn std::error::Error>> {
    match what {
        Lab::Fit(args) => Ok(fit::fit(args)?),
        Lab::Simulate(args) => Ok(simulate::simulate(args)?),
    }
}
