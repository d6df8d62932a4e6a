//! One game looked at for its time.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;

use super::paper::{PaperError, game};
use crate::{
    front::{at_path::AtPath, commands::output, report},
    lab::report::Report,
};

/// Clocks, times, scores and depths of a game as one picture, and in words where haste and waste cost
/// most.
///
/// Haste is a think no longer than the side's usual one, after which its score fell; waste one of twice
/// the usual time or more, while the score stayed what it was.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Example:\n  zeitnot lab report game.pgn --svg game.svg")]
pub struct Look {
    /// The file (PGN)
    file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// Where to write the picture; beside the text, in this folder and named as the game's file, if left
    /// out
    #[arg(long, alias = "out", value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// There is no game to look at.
    #[error(transparent)]
    Paper(#[from] PaperError),
    /// The picture cannot be written.
    #[error(transparent)]
    Write(#[from] AtPath<io::Error>),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Tells of the game and draws it.
///
/// # Errors
/// If the game cannot be read or the picture cannot be written.
pub fn look(args: &Look) -> Result<(), Failure> {
    let path = args.svg.clone().unwrap_or_else(|| {
        PathBuf::from(args.file.file_stem().unwrap_or("game".as_ref())).with_extension("svg")
    });
    output::apart(&path, [&args.file])?;
    let record = game(&args.file, args.game)?;
    let report = Report::new(&record);
    let mut out = io::stdout().lock();
    out.write_all(report::text(&record, &report).as_bytes())?;
    output::save(&path, report::svg(&record, &report))?;
    Ok(writeln!(out, "picture: {}", path.display())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_not_drawn_over_its_own_file() {
        let file = std::env::temp_dir().join(format!("zeitnot-drawn-{}.pgn", std::process::id()));
        std::fs::write(&file, "1. e4 *").unwrap();
        let (svg, game) = (Some(file.clone()), 1);
        let refusal = look(&Look { file: file.clone(), game, svg }).unwrap_err().to_string();
        assert!(refusal.ends_with("name another one"), "{refusal}");
        assert_eq!(std::fs::read(&file).unwrap(), b"1. e4 *");
        std::fs::remove_file(file).unwrap();
    }
}
