//! Pictures that need no games.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::{Args, ValueEnum};

use crate::{front::commands::output, lab::two_move};

/// Draw what papers say.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Example:\n  zeitnot lab plot two-move --svg two-move.svg")]
pub struct Plot {
    /// What to draw
    what: What,
    /// Where to write the picture; in this folder, by its name, if left out
    #[arg(long, alias = "out", value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The two-move game of Vuckovic and Solak: figures 7 to 9 of their paper
    TwoMove,
}

/// Draws it, and says what is to be said of it.
///
/// # Errors
/// If the picture cannot be written.
pub fn plot(args: &Plot) -> io::Result<()> {
    let (name, svg, words) = match args.what {
        What::TwoMove => ("two-move.svg", two_move::picture(), two_move::DIFFERENCES),
    };
    let path = args.svg.clone().unwrap_or_else(|| PathBuf::from(name));
    output::save(&path, svg)?;
    let mut out = io::stdout().lock();
    out.write_all(words.as_bytes())?;
    writeln!(out, "picture: {}", path.display())
}
