//! Openings in the form that OpenBench's workers ask for before they play games to learn from.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    front::{
        at_path::{AtPath, at},
        commands::input,
    },
    lab::openings::{Openings, OpeningsError},
};

/// What is asked for: `genfens N seed S book B`, and words for the engine that play no part here.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Example:\n  zeitnot genfens 8 seed 42 book None")]
pub struct Genfens {
    /// How many
    number: u64,
    /// `seed S book B`: which ones; where to begin, a file (EPD or PGN) or None
    #[arg(value_name = "seed S book B", allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Why there are none.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A word is not what is expected.
    #[error("genfens: `{0}` is not `seed S book B`, with a whole number S and a file B or None")]
    Words(String),
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// The file has no openings.
    #[error(transparent)]
    Openings(#[from] AtPath<OpeningsError>),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Prints them, one a line, behind `info string genfens`.
///
/// # Errors
/// If the words cannot be understood, the file cannot be used, or the output fails.
pub fn genfens(asked: &Genfens) -> Result<(), Failure> {
    let (seed, book) = asked.sources()?;
    let openings = match &book {
        None => Openings::Random(seed),
        Some(path) => read(path)?,
    };
    let mut random = fastrand::Rng::with_seed(seed);
    let mut out = io::stdout().lock();
    for _ in 0..asked.number {
        let number = random.u64(..openings.count().unwrap_or(1 << 32));
        writeln!(out, "info string genfens {}", openings.game(number).position().fen())?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Openings, Failure> {
    let text = input::text(path).map_err(at(path))?;
    Ok(Openings::read(&path.display().to_string(), &text).map_err(at(path))?)
}

impl Genfens {
    /// The seed, and the file to begin with if one is named.
    fn sources(&self) -> Result<(u64, Option<PathBuf>), Failure> {
        let [seed, number, book, file, ..] = &self.words[..] else {
            return Err(Failure::Words(self.words.join(" ")));
        };
        match number.parse() {
            Ok(number) if seed == "seed" && book == "book" => {
                let file = Some(file).filter(|file| !file.eq_ignore_ascii_case("none"));
                Ok((number, file.map(PathBuf::from)))
            }
            _ => Err(Failure::Words(self.words.join(" "))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(words: &str) -> Genfens {
        Genfens { number: 1, words: words.split_ascii_whitespace().map(str::to_owned).collect() }
    }

    #[test]
    fn seed_and_book_are_read_and_what_follows_is_left() {
        assert_eq!(asked("seed 42 book None").sources().unwrap(), (42, None));
        let file = Some(PathBuf::from("Books/8moves.epd"));
        assert_eq!(asked("seed 7 book Books/8moves.epd dfrc").sources().unwrap(), (7, file));
    }

    #[test]
    fn other_words_are_refused() {
        for words in ["", "seed 1", "seed x book None", "book None seed 1"] {
            let refusal = asked(words).sources().unwrap_err().to_string();
            assert!(refusal.contains(&format!("`{words}`")), "{refusal}");
        }
    }
}
