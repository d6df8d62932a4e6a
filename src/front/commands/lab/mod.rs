//! The time laboratory's commands.

mod fit;
mod fit_text;
mod matches;
mod plot;
mod report;

use clap::Subcommand;

use crate::options::Options;

/// What the time laboratory can do.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Lab {
    /// Count how long games are and what their players spend
    Fit(fit::Fit),
    /// Look at one game for its time
    Report(report::Look),
    /// Draw what papers say
    Plot(plot::Plot),
    /// Let two time policies play each other
    Match(Box<matches::Match>),
}

/// Does it; the options are those of the command line.
///
/// # Errors
/// If a file cannot be used, or the output fails.
pub fn lab(what: &Lab, options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    match what {
        Lab::Fit(args) => Ok(fit::fit(args)?),
        Lab::Report(args) => Ok(report::report(args)?),
        Lab::Plot(args) => Ok(plot::plot(args)?),
        Lab::Match(args) => Ok(matches::play(args, options)?),
    }
}
