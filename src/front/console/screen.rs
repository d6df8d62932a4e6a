//! What a console and the prompt in front of it know of each other: the one knows the game and the words
//! that can be typed, the other how large the terminal is.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::{commands, view::WIDTH};
use crate::{
    lock::lock,
    options::{Kind, Options},
    position::Position,
};

/// Shared between the console and the prompt.
#[derive(Debug)]
pub struct Screen {
    /// Columns and rows of the terminal; 0 as long as nobody has counted them.
    columns: AtomicUsize,
    rows: AtomicUsize,
    position: Mutex<Position>,
    options: Options,
}

impl Screen {
    /// A screen of no size, with the start position.
    pub fn new(options: Options) -> Screen {
        Screen {
            columns: AtomicUsize::new(0),
            rows: AtomicUsize::new(0),
            position: Mutex::new(Position::startpos()),
            options,
        }
    }

    /// The rows of the terminal, if there is one.
    pub fn rows(&self) -> Option<usize> {
        Some(self.rows.load(Relaxed)).filter(|&rows| rows > 0)
    }

    /// How wide lines may be, in columns.
    pub fn width(&self) -> usize {
        match self.columns.load(Relaxed) {
            0 => WIDTH,
            columns => columns.saturating_sub(2).min(WIDTH),
        }
    }

    /// The terminal has so many columns and rows now.
    pub fn set_size(&self, columns: usize, rows: usize) {
        self.columns.store(columns, Relaxed);
        self.rows.store(rows, Relaxed);
    }

    /// The position on the board.
    pub fn position(&self) -> Position {
        lock(&self.position).clone()
    }

    /// Another position is on the board.
    pub fn set_position(&self, position: &Position) {
        *lock(&self.position) = position.clone();
    }

    /// Where the last word of a line begins, and the words it can be completed to: commands and moves at
    /// the beginning, then what the command takes.
    pub fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let (before, last) = line.split_at(start);
        let before: Vec<&str> = before.split_whitespace().collect();
        let mut words = match before[..] {
            [] => self.first_words(),
            ["set", id] => self.choices(id),
            ["set" | "options"] => self.options.iter().map(|(spec, _)| spec.id.clone()).collect(),
            [command, ..] => commands::arguments(command),
        };
        words.retain(|word| word.starts_with(last));
        words.sort();
        words.dedup();
        (start, words)
    }

    fn first_words(&self) -> Vec<String> {
        let position = self.position();
        let moves = position.legal_moves().iter().map(|&mv| position.san(mv)).collect::<Vec<_>>();
        commands::names().map(str::to_owned).chain(moves).collect()
    }

    /// The values that an option can have, if they are words.
    fn choices(&self, id: &str) -> Vec<String> {
        match self.options.spec(id).map(|spec| &spec.kind) {
            Some(Kind::Combo { choices, .. }) => choices.clone(),
            Some(Kind::Check { .. }) => ["true", "false"].map(str::to_owned).to_vec(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_by_what_can_stand_there() {
        let screen = Screen::new(Options::new().expect("a valid table"));
        let completed = |line: &str| screen.completions(line);
        assert_eq!(completed("ev"), (0, vec!["eval".to_owned()]));
        assert_eq!(completed("N").1, ["Na3", "Nc3", "Nf3", "Nh3"]);
        assert_eq!(completed("e").1, ["e3", "e4", "eval", "exit"]);
        assert_eq!(completed("new b"), (4, vec!["black".to_owned()]));
        assert_eq!(completed("go de").1, ["depth"]);
        assert_eq!(completed("set move_"), (4, vec!["move_overhead".to_owned()]));
        assert_eq!(completed("set ponder t").1, ["true"]);
        assert!(completed("set policy ").1.contains(&"achilles".to_owned()));
        assert!(completed("level ").1.is_empty() && completed("nonsense x").1.is_empty());
        let mut position = Position::startpos();
        position.play(position.parse_move("e4").expect("a legal move"));
        screen.set_position(&position);
        assert!(completed("N").1.contains(&"Nf6".to_owned()));
    }
}
