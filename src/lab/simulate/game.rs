//! One game: a policy against the clock.

use std::time::Duration;

use fastrand::Rng;

use super::{
    lag::LagModel,
    pool::Setup,
    searching::Search,
    world::{Puzzle, normal},
};
use crate::{
    clock::{ClockView, Ledger, TimeControl},
    position::Color,
    session::{Lag, Stall},
    timing::{Budget, Experience, Judge, MoveTime, Policy, Signals, Situation, Verdict},
};

/// The player; the opponent answers at once, so that nothing but the player's clock counts.
const PLAYER: Color = Color::White;
/// What the session keeps back for every move unless it is told otherwise.
const OVERHEAD: Duration = Duration::from_millis(30);
/// An only move is searched to this depth in plies and no further, as the session has it.
const ONLY_MOVE_DEPTH: u32 = 6;
/// Material of both sides in pawns at the start of a game, and when it ends, about.
const FULL: f64 = 78.0;
const BARE: f64 = 14.0;

/// A game to be played: its length, its moves and what searches find are the same for whoever plays it.
pub(super) struct Game<'a> {
    seed: u64,
    puzzles: Vec<Puzzle>,
    /// The searches of its moves, as far as anybody has let them run.
    searches: Vec<Search<'a>>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    /// Centipawns lost by all moves; those that a lost clock has prevented count as made blindly.
    pub loss: f64,
    /// Time thought.
    pub thought: Duration,
    /// Time on the clock at the end.
    pub left: Duration,
    pub flagged: bool,
}

impl<'a> Game<'a> {
    /// The game with this number.
    pub fn new(setup: &'a Setup, number: u64) -> Game<'a> {
        let seed = mixed(setup.seed, number);
        let mut random = Rng::with_seed(seed);
        let moves = setup.lengths.draw(&mut random);
        let puzzles: Vec<_> = (0..moves).map(|_| setup.world.puzzle(&mut random)).collect();
        let mut score = 0;
        let search = |puzzle: &Puzzle| {
            score = walk(score, &mut random);
            Search::new(&setup.world, *puzzle, score, random.fork())
        };
        let searches = puzzles.iter().map(search).collect();
        Game { seed, puzzles, searches }
    }

    /// How hard its moves are, in their order.
    pub fn difficulties(&self) -> impl Iterator<Item = f64> {
        self.puzzles.iter().map(|puzzle| puzzle.difficulty)
    }

    /// Plays it under a control; `told` is what the server is known to cost a move at worst.
    pub fn play(
        &mut self,
        setup: &Setup,
        control: TimeControl,
        told: Duration,
        policy: &dyn Policy,
    ) -> Outcome {
        let mut desk = Desk::new(control, &setup.lag, told);
        let mut outcome = Outcome::default();
        for made in 0..self.puzzles.len() {
            let mut random = Rng::with_seed(mixed(self.seed, made as u64));
            let view = desk.begin_move(made as u32);
            let situation = self.situation(made, &desk, &mut random);
            let (budget, judge) = policy.plan(&view, &situation);
            let thinking = Thinking { budget, judge, lead: policy.needs().second_best };
            let (thought, score) = thinking.through(&mut self.searches[made]);
            desk.experience.last_score = Some(score);
            outcome.thought += thought;
            if desk.end_move(made as u32, thought, budget, &mut random) {
                let missed: f64 = self.difficulties().skip(made).sum();
                let loss = outcome.loss + missed * setup.world.loss(0.0);
                return Outcome { loss, flagged: true, ..outcome };
            }
            outcome.loss += self.puzzles[made].difficulty * setup.world.loss(thought.as_secs_f64());
        }
        Outcome { left: desk.ledger.remaining(PLAYER, desk.now), ..outcome }
    }

    /// What a policy knows of the game before a search. The board empties as the game goes on, at its own
    /// pace.
    fn situation(&self, made: usize, desk: &Desk, random: &mut Rng) -> Situation {
        let puzzle = &self.puzzles[made];
        let rest = 1.0 - made as f64 / self.puzzles.len() as f64;
        let material = BARE + (FULL - BARE) * rest + 6.0 * normal(random);
        Situation {
            ply: 2 * made as u32,
            material: material.clamp(2.0, FULL) as u32,
            advantage: normal(random).round() as i32,
            legal_moves: puzzle.legal_moves,
            captured: puzzle.recapture || random.f64() < 0.1,
            pondering: false,
            experience: desk.experience.clone(),
        }
    }
}

/// The clock, and what the session has learned at it.
struct Desk<'a> {
    ledger: Ledger,
    now: Duration,
    model: &'a LagModel,
    /// What the server is known to cost.
    told: Duration,
    lag: Lag,
    stall: Stall,
    experience: Experience,
}

impl<'a> Desk<'a> {
    fn new(control: TimeControl, model: &'a LagModel, told: Duration) -> Desk<'a> {
        Desk {
            ledger: Ledger::new(control),
            now: Duration::ZERO,
            model,
            told,
            lag: Lag::default(),
            stall: Stall::default(),
            experience: Experience::default(),
        }
    }

    /// The player's clock starts.
    fn begin_move(&mut self, made: u32) -> ClockView {
        self.ledger.start(PLAYER, self.now);
        ClockView {
            lag: OVERHEAD.max(self.lag.high()).max(self.told),
            usual_lag: self.lag.usual(),
            lag_spread: self.lag.spread(self.told),
            stall: self.stall.worst(),
            ..self.ledger.view(PLAYER, made, self.now)
        }
    }

    /// The move is made and goes its way to the clock. Tells whether the flag has fallen.
    fn end_move(&mut self, made: u32, thought: Duration, budget: Budget, random: &mut Rng) -> bool {
        let (stall, lag) = (self.model.stall(random), self.model.draw(random));
        self.now += thought + stall + lag;
        if self.ledger.flag(PLAYER, self.now).is_some() {
            return true;
        }
        self.ledger.press(self.now, made + 1);
        self.lag.learn(lag, Duration::ZERO);
        self.stall.learn(stall);
        let used = thought + stall;
        self.experience.moves.push(MoveTime { planned: budget.soft, used });
        self.experience.replies.push(Duration::ZERO);
        false
    }
}

/// A move's budget and judge, and whether the policy wants the lead of the best move.
struct Thinking {
    budget: Budget,
    judge: Box<dyn Judge>,
    lead: bool,
}

impl Thinking {
    /// How long a search lasts, and its score then: the judge is asked when something happens, and when
    /// it wants to be. The first iteration is completed whatever the clock says.
    fn through(mut self, search: &mut Search) -> (Duration, i32) {
        let mut next_check = self.budget.next_check;
        let mut heard = 0;
        loop {
            let news = search.moment(heard).0;
            let is_news = heard == 0 || news <= next_check;
            heard += usize::from(is_news);
            let age = if is_news { news } else { next_check };
            let signals = &search.moment(heard - 1).1;
            let only = signals.legal_moves == 1 && signals.depth >= ONLY_MOVE_DEPTH;
            if only && signals.completed {
                return (age, signals.score);
            }
            let verdict = match self.lead {
                true => self.judge.review(signals, age),
                false => self.judge.review(&Signals { second_best: None, ..signals.clone() }, age),
            };
            match verdict {
                Verdict::Stop(_) => return (age, signals.score),
                Verdict::Continue { next_check: next, .. } => next_check = next,
            }
        }
    }
}

/// How the game stands after a move, in centipawns: drawn back to the balance, and a step.
fn walk(score: i32, random: &mut Rng) -> i32 {
    (0.9 * f64::from(score) + 10.0 * normal(random)).round() as i32
}

/// A seed made of two numbers (the finisher of MurmurHash3).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_add(1);
    for factor in [0xff51_afd7_ed55_8ccd_u64, 0xc4ce_b9fe_1a85_ec53] {
        bits = (bits ^ (bits >> 33)).wrapping_mul(factor);
    }
    bits ^ (bits >> 33)
}
