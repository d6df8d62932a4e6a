//! The names of openings, from a small table of our own.

use std::{collections::HashMap, sync::OnceLock};

use crate::position::{Game, Position};

/// The table: a line for each name.
const TABLE: &str = include_str!("../../config/openings.txt");

/// The name of the opening that a game has followed longest; `None` for a game from another start than
/// the usual one, and where nothing has a name yet.
pub fn name(game: &Game) -> Option<&'static str> {
    static NAMES: OnceLock<HashMap<u64, &str>> = OnceLock::new();
    if game.moves().is_empty() || *game.start() != Position::startpos() {
        return None;
    }
    let names = NAMES.get_or_init(|| entries().map(|(name, end)| (end.key(), name)).collect());
    game.positions().iter().rev().find_map(|position| names.get(&position.key()).copied())
}

/// Names and the positions they are for; a line that cannot be played is none.
fn entries() -> impl Iterator<Item = (&'static str, Position)> {
    lines().filter_map(|(name, moves)| {
        let mut position = Position::startpos();
        for text in moves.split_whitespace() {
            let mv = position.parse_move(text).ok()?;
            position.play(mv);
        }
        Some((name, position))
    })
}

/// Names and moves as they are written.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter_map(|line| line.split_once(" | "))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn after(moves: &str) -> Option<&'static str> {
        let mut game = Game::new(Position::startpos());
        for text in moves.split_whitespace() {
            let mv = game.position().parse_move(text).expect("a legal move");
            assert!(game.play(mv));
        }
        name(&game)
    }

    #[test]
    fn every_line_can_be_played_and_no_position_has_two_names() {
        assert!((150..=300).contains(&lines().count()), "{}", lines().count());
        assert_eq!(entries().count(), lines().count(), "a line cannot be played");
        let mut seen = HashSet::new();
        for (name, position) in entries() {
            assert!(seen.insert(position.key()), "{name} has the position of another line");
            assert!(name.chars().count() <= 47, "{name} is too long for its place");
        }
    }

    #[test]
    fn a_game_has_the_name_of_the_last_position_that_has_one() {
        assert_eq!(after(""), None);
        assert_eq!(after("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 h3"), Some("Ruy Lopez: Morphy Defence"));
        assert_eq!(after("h4"), None);
        let english = after("c4 Nf6 Nc3 g6 d4 Bg7");
        assert_eq!(english, Some("King's Indian Defence"), "however it was reached");
    }

    #[test]
    fn a_game_from_another_start_has_none() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position");
        let mut game = Game::new(start);
        let mv = game.position().parse_move("e4").expect("a legal move");
        assert!(game.play(mv));
        assert_eq!(name(&game), None);
    }
}
