//! Openings for matches: random but balanced, the same for the same seed, or those of a file.

use std::{fmt, sync::Arc};

use crate::{
    eval::Evaluation,
    pgn::Reader,
    position::{Game, Position, epd},
    search::{Limits, Params, Searcher, StopToken, Table, Unhurried},
};

/// Random half-moves of an opening; every other one has one more, so that either side begins.
const PLIES: u64 = 8;
/// An opening whose score after a short search is beyond this, in centipawns, is thrown away.
const BALANCED: i32 = 120;
/// Nodes of that search.
const NODES: u64 = 2_000;

/// Where the openings of a match come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves, by this seed.
    Random(u64),
    /// A list.
    Listed {
        /// What it is called.
        name: String,
        /// Its positions, at least one.
        positions: Arc<[Position]>,
    },
}

/// Why a file has no openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// A line or a game cannot be read.
    #[error("{kind} {number}: {reason}")]
    Unreadable {
        /// `line` or `game`.
        kind: &'static str,
        /// Which one, from 1.
        number: usize,
        /// Why not.
        reason: String,
    },
    /// Nothing can be played on there.
    #[error("{kind} {number}: the game is over there")]
    Over {
        /// `line` or `game`.
        kind: &'static str,
        /// Which one, from 1.
        number: usize,
    },
    /// There is nothing in it.
    #[error("there is no opening in it")]
    Empty,
}

impl Openings {
    /// The positions of an EPD file, one a line, or the final positions of games (PGN) if the text begins
    /// with a tag.
    ///
    /// # Errors
    /// Names the first line or game that is no opening.
    pub fn read(name: &str, text: &str) -> Result<Openings, OpeningsError> {
        let games = text.trim_start().starts_with('[');
        let positions = if games { ends_of_games(text)? } else { positions(text)? };
        let kind = if games { "game" } else { "line" };
        for (number, position) in &positions {
            if Game::new(position.clone()).ending().is_some() {
                return Err(OpeningsError::Over { kind, number: *number });
            }
        }
        let positions: Arc<[Position]> = positions.into_iter().map(|(_, it)| it).collect();
        if positions.is_empty() {
            return Err(OpeningsError::Empty);
        }
        Ok(Openings::Listed { name: name.to_owned(), positions })
    }

    /// How many there are; `None` for no end of them.
    pub fn count(&self) -> Option<u64> {
        match self {
            Openings::Random(_) => None,
            Openings::Listed { positions, .. } => Some(positions.len() as u64),
        }
    }

    /// The opening with a number, from 0; a list begins again after its end.
    pub fn game(&self, number: u64) -> Game {
        match self {
            Openings::Random(seed) => opening(*seed, number),
            Openings::Listed { positions, .. } => {
                Game::new(positions[(number % positions.len() as u64) as usize].clone())
            }
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Random(seed) => write!(f, "seed {seed}"),
            Openings::Listed { name, .. } => write!(f, "openings of {name}"),
        }
    }
}

/// The positions of an EPD file, each with its line; empty lines and those that begin with `#` are passed over.
fn positions(text: &str) -> Result<Vec<(usize, Position)>, OpeningsError> {
    let lines = text.lines().map(str::trim).zip(1..);
    let told = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    told.map(|(line, number)| match epd::Record::parse(line) {
        Ok(record) => Ok((number, record.position)),
        Err(error) => {
            Err(OpeningsError::Unreadable { kind: "line", number, reason: error.to_string() })
        }
    })
    .collect()
}

/// The final positions of games, each with the game's place in the file.
fn ends_of_games(text: &str) -> Result<Vec<(usize, Position)>, OpeningsError> {
    let end = |(record, number): (Result<crate::pgn::Record, std::io::Error>, usize)| {
        let unreadable = |reason| OpeningsError::Unreadable { kind: "game", number, reason };
        let record = record.map_err(|error| unreadable(error.to_string()))?;
        if let Some(problem) = record.broken_off() {
            return Err(unreadable(problem.to_string()));
        }
        Ok((number, record.game().position().clone()))
    };
    Reader::new(text.as_bytes()).zip(1..).map(end).collect()
}

/// The opening with a number: the first balanced one among those that its random moves lead to.
pub(super) fn opening(seed: u64, number: u64) -> Game {
    let mut random = fastrand::Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    loop {
        let mut game = Game::new(Position::startpos());
        for _ in 0..PLIES + number % 2 {
            let moves = game.position().legal_moves();
            match random.choice(moves.iter()) {
                Some(&mv) => game.play(mv),
                None => break,
            };
        }
        if game.ending().is_none() && is_balanced(&game) {
            return Game::new(game.position().clone());
        }
    }
}

fn is_balanced(game: &Game) -> bool {
    let mut searcher =
        Searcher::new(Arc::new(Table::new(1)), 1, Params::default(), &Evaluation::Classical);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let outcome = searcher.run(game, &limits, &mut Unhurried, &StopToken::default());
    outcome.score.abs() <= BALANCED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read_from_positions_and_from_games() {
        let epd = "# two\n\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"1\";\n\
                   rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -\n";
        let pgn = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 d5 *\n";
        for text in [epd, pgn] {
            let openings = Openings::read("two", text).expect("openings");
            assert_eq!(openings.count(), Some(2));
            let placement = |number| openings.game(number).position().fen();
            assert!(placement(0).starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3"), "{}", placement(0));
            assert!(placement(1).starts_with("rnbqkbnr/ppp1pppp/8/3p4/3P4"), "{}", placement(1));
            assert_eq!(placement(2), placement(0));
        }
    }

    #[test]
    fn what_is_no_opening_is_told_with_its_place() {
        let refusal = |text: &str| Openings::read("bad", text).expect_err(text).to_string();
        assert_eq!(refusal("\n# nothing\n"), "there is no opening in it");
        assert!(refusal("\nhello there\n").starts_with("line 2: "));
        let illegal = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 d5 2. Nd5 *\n";
        let told = refusal(illegal);
        assert!(told.starts_with("game 2: line 7: move 2. Nd5 cannot be played: "), "{told}");
        let nowhere = "[Event \"1\"]\n[FEN \"8/8 w - - 0 1\"]\n\n1. e4 *\n";
        assert!(refusal(nowhere).starts_with("game 1: line 2: the game cannot begin with 8/8"));
        let mated = "[Event \"1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        assert_eq!(refusal(mated), "game 1: the game is over there");
    }

    #[test]
    fn the_same_seed_gives_the_same_openings_and_another_one_others() {
        let fens = |seed| -> Vec<String> {
            (0..4).map(|number| opening(seed, number).position().fen()).collect()
        };
        let (first, again, other) = (fens(1), fens(1), fens(2));
        assert_eq!(first, again);
        assert!(first.iter().zip(&other).all(|(a, b)| a != b));
    }
}
