//! Games of the engine against itself, to learn from.

use std::{sync::Arc, thread};

use crossbeam::channel::{Receiver, bounded, unbounded};

use super::{
    record::{Record, chance},
    store::Block,
};
use crate::{
    eval::Evaluation,
    position::{
        ChessMove, Color, Game, Position,
        chess960::{STARTS, USUAL},
    },
    search::{
        Iteration, Limits, Pacer, Params, STACK_BYTES, Searcher, StopToken, Table, score::is_mate,
    },
};

/// MiB of table that a player has.
const TABLE: usize = 4;
/// Moves played by chance; one more in half of the games, so that either side begins.
const OPENING: usize = 8;
/// One game in so many begins as one of Chess960.
const CHESS960: u64 = 10;
/// A game is played if its opening is level: if searches of so many nodes find it within so many
/// centipawns. The first one only spares the second most of what is not.
const LEVEL: [(u64, i32); 2] = [(10, 300), (1_000, 150)];
/// No move takes more than so many times the nodes wanted, however long its last iteration is.
const OVERRUN: u64 = 8;
/// A game is won at this score, in centipawns, for so many plies: what follows would hardly be kept.
const WON: (i32, u32) = (1_000, 6);
/// It is drawn at no more than this for so many plies, late enough.
const DRAWN: (i32, u32) = (10, 8);
const LATE: usize = 80;
/// No game is longer, in plies.
const LONGEST: usize = 400;

/// What is played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Nodes a move: the iteration that reaches them is the last.
    pub nodes: u64,
    /// Names the openings: the same number gives the same games.
    pub seed: u64,
    /// The blocks to play.
    pub blocks: Vec<u32>,
    /// Games at once, at least 1.
    pub threads: usize,
    /// What scores positions.
    pub evaluation: Evaluation,
}

impl SelfPlay {
    /// Games in a block.
    pub const GAMES: u32 = 100;

    /// Plays and hands over each block when it is done; dropping the receiver ends it early.
    pub fn start(&self) -> Receiver<Block> {
        let (numbers, next) = unbounded();
        self.blocks.iter().for_each(|&number| {
            let _ = numbers.send(number);
        });
        let (sender, blocks) = bounded(1);
        for _ in 0..self.threads.max(1) {
            let (setup, sender, next) = (self.clone(), sender.clone(), next.clone());
            let play = move || {
                let mut player = Player::new(setup.nodes, &setup.evaluation);
                for number in next.try_iter() {
                    if sender.send(player.block(setup.seed, number)).is_err() {
                        break;
                    }
                }
            };
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = builder.spawn(play) {
                log::error!("no thread to play on: {error}");
            }
        }
        blocks
    }
}

/// Both sides of a game.
struct Player {
    searcher: Searcher,
    nodes: u64,
}

impl Player {
    fn new(nodes: u64, evaluation: &Evaluation) -> Player {
        let searcher = Searcher::new(Arc::new(Table::new(TABLE)), 1, Params::default(), evaluation);
        Player { searcher, nodes }
    }

    fn block(&mut self, seed: u64, number: u32) -> Block {
        let first = u64::from(number) * u64::from(SelfPlay::GAMES);
        let games =
            (first..first + u64::from(SelfPlay::GAMES)).map(|game| self.game(seed, game)).collect();
        Block { number, games }
    }

    /// The game with a number, played on from the first random opening that is worth it.
    fn game(&mut self, seed: u64, number: u64) -> Record {
        let mut random = fastrand::Rng::with_seed(seed.rotate_left(32) ^ number);
        loop {
            let start = if number.is_multiple_of(CHESS960) { random.u16(..STARTS) } else { USUAL };
            let plies = OPENING + usize::from(random.bool());
            let record = opening(&mut random, start, plies).and_then(|game| self.play_on(game));
            if let Some(record) = record {
                return Record { start, ..record };
            }
        }
    }

    /// Plays a game to its end; `None` if it is not level from the beginning.
    fn play_on(&mut self, mut game: Game) -> Option<Record> {
        self.searcher.new_game();
        for (nodes, level) in LEVEL {
            self.think(&game, nodes).filter(|(_, score)| score.abs() <= level)?;
        }
        let (mut chances, mut verdict) = (Vec::new(), Verdict::default());
        loop {
            let side = game.position().side();
            let winner = match game.ending() {
                Some(ending) => Some(ending.winner(side)),
                None if game.moves().len() >= LONGEST => Some(None),
                None => verdict.winner(game.moves().len()),
            };
            if let Some(winner) = winner {
                let moves = game.moves().to_vec();
                return Some(Record { moves, chances, winner, ..Record::default() });
            }
            let (mv, score) = self.think(&game, self.nodes)?;
            chances.push(chance(score));
            verdict.hear(if side == Color::White { score } else { -score });
            game.play(mv);
        }
    }

    fn think(&mut self, game: &Game, nodes: u64) -> Option<(ChessMove, i32)> {
        let limits = Limits { nodes: Some(OVERRUN * nodes), ..Limits::default() };
        let mut pacer = Enough(nodes);
        let outcome = self.searcher.run(game, &limits, &mut pacer, &StopToken::default());
        Some((outcome.best()?, outcome.score))
    }
}

/// So many moves by chance from a start position; `None` if that ends the game.
fn opening(random: &mut fastrand::Rng, start: u16, plies: usize) -> Option<Game> {
    let mut game = Game::new(Position::chess960(start));
    for _ in 0..plies {
        let &mv = random.choice(game.position().legal_moves().iter())?;
        game.play(mv);
    }
    game.ending().is_none().then_some(game)
}

/// What both sides think of the game, for so many plies.
#[derive(Default)]
struct Verdict {
    won: u32,
    lost: u32,
    level: u32,
}

impl Verdict {
    /// Hears a score as White sees it.
    fn hear(&mut self, score: i32) {
        let longer = |count: u32, goes_on: bool| if goes_on { count + 1 } else { 0 };
        self.won = longer(self.won, score >= WON.0);
        self.lost = longer(self.lost, score <= -WON.0);
        self.level = longer(self.level, score.abs() <= DRAWN.0);
    }

    /// The winner, or nobody, once both sides agree.
    fn winner(&self, plies: usize) -> Option<Option<Color>> {
        match () {
            () if self.won >= WON.1 => Some(Some(Color::White)),
            () if self.lost >= WON.1 => Some(Some(Color::Black)),
            () if self.level >= DRAWN.1 && plies >= LATE => Some(None),
            () => None,
        }
    }
}

/// Ends a search after the iteration that has searched so many nodes, or found a mate.
struct Enough(u64);

impl Pacer for Enough {
    fn expired(&mut self, _nodes: u64) -> bool {
        false
    }
    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        !iteration.completed || iteration.nodes < self.0 && !is_mate(iteration.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{record::SURE, samples};

    fn games(seed: u64, numbers: impl Iterator<Item = u64>) -> Vec<Record> {
        let mut player = Player::new(50, &Evaluation::default());
        numbers.map(|number| player.game(seed, number)).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_games_in_any_order() {
        let (first, other) = (games(1, 0..4), games(2, 0..4));
        let backwards = games(1, (0..4).rev());
        assert!(first.iter().eq(backwards.iter().rev()));
        assert!(first.iter().zip(&other).all(|(one, other)| one != other));
    }

    #[test]
    fn a_game_begins_by_chance_and_goes_on_by_thought() {
        for game in games(3, 0..4) {
            assert!((OPENING..=OPENING + 1).contains(&game.opening()));
            assert!(game.moves.len() <= LONGEST);
            for sample in samples(&game, 0.0) {
                assert!(!sample.position.in_check());
                assert!((1..SURE).contains(&sample.chance));
            }
        }
    }

    #[test]
    fn a_verdict_takes_both_sides_and_some_plies() {
        let after = |scores: &[i32], plies| {
            let mut verdict = Verdict::default();
            scores.iter().for_each(|&score| verdict.hear(score));
            verdict.winner(plies)
        };
        assert_eq!(after(&[1_000; 5], 40), None);
        assert_eq!(after(&[1_000; 6], 40), Some(Some(Color::White)));
        let doubted = [-1_500, -1_500, -900, -1_500, -1_500, -1_500, -1_500];
        assert_eq!(after(&doubted, 40), None);
        assert_eq!(after(&[-1_500; 6], 40), Some(Some(Color::Black)));
        assert_eq!(after(&[10; 8], 79), None);
        assert_eq!(after(&[-10; 8], 80), Some(None));
    }
}
