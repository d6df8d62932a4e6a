//! One game of two searches, each with its own memory, at a fixed number of nodes a move.

use crate::{
    position::{Color, Game},
    search::{
        Limits, Outcome, Searcher, StopToken, Strength, Unhurried,
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

/// Ends games whose result is clear: both sides agree on it for long enough.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Adjudicator {
    /// Plies in a row for which a side was won, negative for Black.
    sure: i32,
    /// Plies in a row for which neither side was better.
    level: u32,
}

impl Adjudicator {
    /// A move was made, the game's ply number `plies`, with this score for White as it is shown, which is
    /// a `mate` or not. `Some` if the game is over, with the winner if there is one.
    pub fn judge(&mut self, for_white: i32, mate: bool, plies: usize) -> Option<Option<Color>> {
        let agreed = self.sure * for_white.signum() >= 0;
        let counts = for_white.abs() >= WON.0 && agreed;
        self.sure = if counts { self.sure + for_white.signum() } else { 0 };
        self.level = if for_white.abs() <= DRAWN.0 { self.level + 1 } else { 0 };
        if self.sure.unsigned_abs() >= WON.1 || mate && self.sure != 0 {
            return Some(Some(if self.sure > 0 { Color::White } else { Color::Black }));
        }
        let drawn = self.level >= DRAWN.1 && plies >= LATE;
        (drawn || plies >= LONGEST).then_some(None)
    }
}

/// One who plays.
pub(super) struct Player {
    searcher: Searcher,
    /// How strong, if not as strong as its nodes allow.
    strength: Option<Strength>,
    luck: fastrand::Rng,
}

impl Player {
    /// A player who has not played yet.
    pub fn new(searcher: Searcher, strength: Option<Strength>) -> Player {
        Player { searcher, strength, luck: fastrand::Rng::with_seed(0) }
    }

    fn new_game(&mut self, seed: u64) {
        self.searcher.new_game();
        self.luck = fastrand::Rng::with_seed(seed);
    }

    /// Below full strength nothing is known of earlier searches, as in any other game.
    fn think(&mut self, game: &Game, nodes: u64) -> Outcome {
        let mut limits = Limits { nodes: Some(nodes), ..Limits::default() };
        if let Some(strength) = self.strength {
            self.searcher.new_game();
            limits = strength.facing(game.position()).limits(limits, self.luck.f64());
        }
        self.searcher.run(game, &limits, &mut Unhurried, &StopToken::default())
    }
}

/// Plays a game on from its opening; `players` are White and Black. What both agree on is believed, unless
/// one of them is below full strength.
pub(super) fn play(mut game: Game, players: &mut [Player; 2], nodes: u64) -> Played {
    let seed = game.position().key();
    players.iter_mut().zip(0..).for_each(|(player, color)| player.new_game(seed ^ color));
    let believed = players.iter().all(|player| player.strength.is_none());
    let mut scores = Vec::new();
    let mut adjudicator = Adjudicator::default();
    loop {
        let side = game.position().side();
        if let Some(ending) = game.ending() {
            let winner = ending.winner(side);
            return Played { game, scores, winner };
        }
        let outcome = players[side.to_index()].think(&game, nodes);
        let Some(mv) = outcome.best() else {
            return Played { game, scores, winner: None };
        };
        game.play(mv);
        scores.push(outcome.score);
        let score = shown(outcome.score);
        let for_white = if side == Color::White { score } else { -score };
        let (mate, plies) = (is_mate(outcome.score), game.moves().len());
        let clear = adjudicator.judge(for_white, mate, plies).filter(|_| believed);
        if let Some(winner) = clear.or((plies >= LONGEST).then_some(None)) {
            return Played { game, scores, winner };
        }
    }
}
