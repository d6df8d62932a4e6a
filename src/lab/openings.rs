//! Openings for matches: random but balanced, the same for the same seed.

use std::sync::Arc;

use crate::{
    position::{Game, Position},
    search::{Limits, Params, Searcher, StopToken, Table, Unhurried},
};

/// Random half-moves of an opening; every other one has one more, so that either side begins.
const PLIES: u64 = 8;
/// An opening whose score after a short search is beyond this, in centipawns, is thrown away.
const BALANCED: i32 = 120;
/// Nodes of that search.
const NODES: u64 = 2_000;

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
    let mut searcher = Searcher::new(Arc::new(Table::new(1)), 1, Params::default());
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let outcome = searcher.run(game, &limits, &mut Unhurried, &StopToken::default());
    outcome.score.abs() <= BALANCED
}

#[cfg(test)]
mod tests {
    use super::*;

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
