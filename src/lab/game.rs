//! One game of two searches, each with its own memory, at a fixed number of nodes a move.

use crate::{
    position::{Color, Game},
    search::{
        Limits, Searcher, StopToken, Unhurried,
        score::{is_mate, shown},
    },
};

/// A game is won when both sides have agreed on at least this, in centipawns, for so many plies.
const WON: (i32, u32) = (1_000, 4);
/// A game is drawn when both sides have agreed on at most this for so many plies, late enough.
const DRAWN: (i32, u32) = (8, 10);
const LATE: usize = 80;
/// No game is longer, in plies.
const LONGEST: usize = 400;

/// A game played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves.
    pub game: Game,
    /// The score of each move, in centipawns for the side that made it.
    pub scores: Vec<i32>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
}

/// Plays a game on from its opening; `players` are White and Black.
pub(super) fn play(mut game: Game, players: &mut [Searcher; 2], nodes: u64) -> Played {
    players.iter_mut().for_each(Searcher::new_game);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut scores = Vec::new();
    let (mut sure, mut level) = (0, 0);
    loop {
        let side = game.position().side();
        if let Some(ending) = game.ending() {
            let winner = ending.winner(side);
            return Played { game, scores, winner };
        }
        let player = &mut players[side.to_index()];
        let outcome = player.run(&game, &limits, &mut Unhurried, &StopToken::default());
        let Some(mv) = outcome.best() else {
            return Played { game, scores, winner: None };
        };
        game.play(mv);
        scores.push(outcome.score);
        let score = shown(outcome.score);
        let for_white = if side == Color::White { score } else { -score };
        let agreed = sure * for_white.signum() >= 0;
        sure = if for_white.abs() < WON.0 || !agreed { 0 } else { sure + for_white.signum() };
        level = if score.abs() <= DRAWN.0 { level + 1 } else { 0 };
        let drawn = level >= DRAWN.1 && game.moves().len() >= LATE;
        if sure.unsigned_abs() >= WON.1 || is_mate(outcome.score) && sure != 0 {
            let winner = Some(if sure > 0 { Color::White } else { Color::Black });
            return Played { game, scores, winner };
        }
        if drawn || game.moves().len() >= LONGEST {
            return Played { game, scores, winner: None };
        }
    }
}
