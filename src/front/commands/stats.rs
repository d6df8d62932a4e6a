//! What a bot's games tell its operator, in words and as a picture.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
};

use clap::Args;

use super::{input, output};
use crate::{
    front::at_path::{AtPath, at, reading},
    ics::bot::State,
    lab::career::{Career, most_frequent, picture, text},
    pgn::{Reader, Record},
};

/// Tell a bot's rating, results, lag and use of time, in words and as a picture.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Examples:\n  zeitnot stats fics.pgn --state fics-state.toml --svg fics.svg\n  \
                        zeitnot stats fics.pgn | mail -s \"The bot's week\" operator"
)]
pub struct Stats {
    /// The games (PGN); several files one after the other
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Whose games; whoever has played most of them, if left out
    #[arg(long)]
    name: Option<String>,
    /// What the bot keeps from one start to the next (`files.state`): ratings and links lost
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Draw a picture as well
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Why there is nothing to tell.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// The bot's file is damaged.
    #[error(transparent)]
    State(#[from] AtPath<toml::de::Error>),
    /// There are no games.
    #[error("there are no games in these files")]
    Empty,
    /// Nobody of this name has played.
    #[error("there are no games of {0} in these files")]
    Nobody(String),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Tells it.
///
/// # Errors
/// If a file cannot be read or written, or has no games of the player.
pub fn stats(args: &Stats) -> Result<(), Failure> {
    if let Some(path) = &args.svg {
        output::check(path, args.files.iter().chain(&args.state))?;
    }
    let mut records = Vec::new();
    for path in &args.files {
        records.append(&mut games(path)?);
    }
    let name = args.name.clone().or_else(|| most_frequent(&records)).ok_or(Failure::Empty)?;
    let mut career = Career::new(&name, &records);
    if career.days.is_none() {
        return Err(Failure::Nobody(name));
    }
    if let Some(path) = &args.state {
        add_state(&mut career, path)?;
    }
    let mut out = io::stdout().lock();
    out.write_all(text(&career).as_bytes())?;
    if let Some(path) = &args.svg {
        output::save(path, picture(&career))?;
        writeln!(out, "\npicture: {}", path.display())?;
    }
    Ok(())
}

fn games(path: &Path) -> Result<Vec<Record>, AtPath<io::Error>> {
    let failure = reading(path);
    let file = File::open(path).map_err(failure)?;
    Reader::new(BufReader::new(file)).map(|record| record.map_err(failure)).collect()
}

/// Adds what the bot has kept beside its games; its ratings are those after each game.
fn add_state(career: &mut Career, path: &Path) -> Result<(), Failure> {
    let text = input::text(path).map_err(reading(path))?;
    let history = State::parse(&text).map_err(at(path))?.history;
    let mut ratings: BTreeMap<String, Vec<u16>> = BTreeMap::new();
    for rated in history.ratings() {
        ratings.entry(rated.kind.clone()).or_default().push(rated.points);
    }
    if !ratings.is_empty() {
        career.ratings = ratings;
    }
    career.links_lost = history.links_lost().to_vec();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_picture_is_not_drawn_over_the_games() {
        let path = std::env::temp_dir().join(format!("zeitnot-stats-{}.pgn", std::process::id()));
        fs::write(&path, "1. e4 *").unwrap();
        let (files, svg) = (vec![path.clone()], Some(path.clone()));
        let refusal = stats(&Stats { files, name: None, state: None, svg }).unwrap_err();
        assert!(refusal.to_string().ends_with("name another one"), "{refusal}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. e4 *");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_the_bot_has_kept_is_told_beside_its_games() {
        let path = std::env::temp_dir().join(format!("zeitnot-stats-{}.toml", std::process::id()));
        let kept = "\u{feff}[history]\nratings = [[5, \"blitz\", 1900], [9, \"blitz\", 1912]]\n\
                    links_lost = [[20000, 3]]\n";
        fs::write(&path, kept).unwrap();
        let mut career = Career::new("Rook", &[]);
        add_state(&mut career, &path).unwrap();
        assert_eq!(career.ratings["blitz"], [1_900, 1_912]);
        assert_eq!(career.links_lost, [(20_000, 3)]);
        fs::write(&path, "history = 3").unwrap();
        let fault = add_state(&mut career, &path).unwrap_err().to_string();
        assert!(fault.contains("zeitnot-stats"), "{fault}");
        fs::remove_file(path).unwrap();
    }
}
