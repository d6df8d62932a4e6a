//! A policy on all searches of an archive.

use std::time::Duration;

use super::{
    archive::{Archive, Game, Search},
    cut::{Cut, cut, cut_in_time},
    price::Price,
};
use crate::{
    clock::{ClockView, Ledger, TimeControl},
    position::Color,
    search::Bound,
    timing::{Experience, MoveTime, Policy},
};

/// The name of whoever knows the end of each search.
pub const ORACLE: &str = "oracle";

/// How exactly costs are made equal.
const TOLERANCE: f64 = 0.001;
/// Halvings at most; far more than that takes.
const HALVINGS: u32 = 60;

/// What the clocks do between moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clocks {
    /// Each position is played with a fresh clock.
    Fresh,
    /// What is left is carried from move to move.
    Carried,
}

/// A policy to be tried.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// The searches.
    pub archive: &'a Archive,
    /// The policy; it has both sides.
    pub policy: &'a dyn Policy,
    /// The control of the games.
    pub control: TimeControl,
    /// What the clocks do between moves.
    pub clocks: Clocks,
    /// Time lost with every move; the policy knows it.
    pub lag: Duration,
}

/// What a policy decided at one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The number of the game in the archive.
    pub game: usize,
    /// Moves that the side had made before.
    pub made: u32,
    /// What it spent, in the unit on record.
    pub spent: f64,
    /// What its move costs.
    pub price: Price,
    /// Whether it would have gone on longer than there is a record.
    pub beyond: bool,
}

/// How a policy did.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its name.
    pub policy: String,
    /// What a second counted, in the unit on record.
    pub speed: f64,
    /// What it decided, in order.
    pub decisions: Vec<Decision>,
    /// Players that overstepped the time; from then on they moved at once.
    pub flags: u32,
    /// Players in all.
    pub players: u32,
    /// Share of the time that players had which they have used, 0 to 1.
    pub used: f64,
}

impl Summary {
    /// The mean over all moves; 0 if there are none.
    pub fn mean(&self, of: impl Fn(&Decision) -> f64) -> f64 {
        self.decisions.iter().map(of).sum::<f64>() / self.decisions.len().max(1) as f64
    }

    /// What a move took on average, in the unit on record.
    pub fn cost(&self) -> f64 {
        self.mean(|decision| decision.spent)
    }
}

impl Trial<'_> {
    /// Tries the policy where a second counts so much in the unit on record.
    pub fn at_speed(&self, speed: f64) -> Summary {
        self.run(Run::new(self, speed))
    }

    /// What could be done at best, at this speed: instead of the policy, an oracle ends each search where its
    /// final move stands for good. It heeds no clock, so it may overstep the time.
    pub fn oracle(&self, speed: f64) -> Summary {
        let summary = self.run(Run { oracle: true, ..Run::new(self, speed) });
        Summary { policy: ORACLE.to_owned(), ..summary }
    }

    fn run(&self, mut run: Run<'_>) -> Summary {
        for (number, game) in self.archive.games.iter().enumerate() {
            match self.clocks {
                Clocks::Fresh => run.positions(number, game),
                Clocks::Carried => run.game(number, game),
            }
        }
        run.finish()
    }

    /// Tries the policy at the speed at which a move takes `cost` on average, in the unit on record. Where
    /// no speed does that, the nearest that was found.
    pub fn at_equal_cost(&self, cost: f64) -> Summary {
        let mut low = cost / 1_000.0;
        let mut high = cost * 1_000.0;
        let off = |summary: &Summary| (summary.cost() / cost).ln().abs();
        let mut best: Option<Summary> = None;
        for _ in 0..HALVINGS {
            let summary = self.at_speed((low * high).sqrt());
            let greater = summary.cost() > cost;
            if best.as_ref().is_none_or(|best| off(&summary) < off(best)) {
                best = Some(summary);
            }
            if best.as_ref().is_some_and(|best| off(best) < TOLERANCE) || high / low < 1.000_001 {
                break;
            }
            let middle = (low * high).sqrt();
            *(if greater { &mut high } else { &mut low }) = middle;
        }
        best.unwrap_or_else(|| self.at_speed(cost))
    }

    /// The speed at which a player who spends the whole clock evenly spends `cost` on each move of a game
    /// of average length.
    pub fn even_speed(&self, cost: f64) -> f64 {
        let moves = self.archive.moves_a_player().max(1.0);
        let mut ledger = Ledger::new(self.control);
        ledger.start(Color::White, Duration::ZERO);
        for made in 1..=moves.round() as u32 {
            ledger.press(Duration::ZERO, made);
            ledger.start(Color::White, Duration::ZERO);
        }
        let all = ledger.remaining(Color::White, Duration::ZERO).as_secs_f64();
        cost * moves / all.max(1e-6)
    }
}

/// A trial under way.
struct Run<'a> {
    trial: &'a Trial<'a>,
    /// Whether the oracle is asked instead of the policy.
    oracle: bool,
    speed: f64,
    decisions: Vec<Decision>,
    flags: u32,
    players: u32,
    /// Seconds used, and seconds used or left.
    used: f64,
    had: f64,
}

/// A player in a game.
#[derive(Default)]
struct Player {
    experience: Experience,
    flagged: bool,
    spent: Duration,
}

impl<'a> Run<'a> {
    fn new(trial: &'a Trial<'a>, speed: f64) -> Run<'a> {
        Run {
            trial,
            oracle: false,
            speed,
            decisions: Vec::new(),
            flags: 0,
            players: 0,
            used: 0.0,
            had: 0.0,
        }
    }

    /// Each position of a game by itself.
    fn positions(&mut self, number: usize, game: &Game) {
        for turn in &game.turns {
            let Some(search) = &turn.search else { continue };
            let ledger = Ledger::new(self.trial.control);
            let view = ledger.view(turn.side, 0, Duration::ZERO);
            let cut = self.cut(search, view, &Experience::default());
            self.decide(number, turn.made, search, &cut);
            let had = ledger.remaining(turn.side, Duration::ZERO);
            self.players += 1;
            self.flags += u32::from(cut.used + self.trial.lag > had);
            self.count(cut.used, had.saturating_sub(cut.used));
        }
    }

    /// A game with both clocks.
    fn game(&mut self, number: usize, game: &Game) {
        let mut ledger = Ledger::new(self.trial.control);
        let mut now = Duration::ZERO;
        let mut players = [Player::default(), Player::default()];
        let mut last = None;
        for turn in &game.turns {
            ledger.start(turn.side, now);
            let player = &mut players[turn.side.to_index()];
            if let Some(search) = &turn.search {
                player.experience.replies.extend(last.take());
                let view = ledger.view(turn.side, turn.made, now);
                let cut = self.cut(search, view, &player.experience);
                self.decide(number, turn.made, search, &cut);
                let used = cut.used + self.trial.lag;
                now += used;
                player.spent += used;
                player.flagged |= ledger.flag_fallen(turn.side, now);
                player.experience.last_score = last_score(search, cut.report);
                player.experience.moves.push(MoveTime { planned: cut.planned, used: cut.used });
                last = Some(used);
            }
            ledger.press(now, turn.made + 1);
        }
        for side in [Color::White, Color::Black] {
            let player = &players[side.to_index()];
            if !player.experience.moves.is_empty() {
                self.players += 1;
                self.flags += u32::from(player.flagged);
                self.count(player.spent, ledger.remaining(side, now));
            }
        }
    }

    fn cut(&self, search: &Search, view: ClockView, experience: &Experience) -> Cut {
        if self.oracle {
            return cut_in_time(search, self.speed);
        }
        let view = ClockView { lag: self.trial.lag, ..view };
        cut(search, self.trial.policy, &view, experience, self.speed)
    }

    fn decide(&mut self, game: usize, made: u32, search: &Search, cut: &Cut) {
        let spent = cut.used.as_secs_f64() * self.speed;
        let (price, beyond) = (search.price(cut.report), cut.beyond);
        self.decisions.push(Decision { game, made, spent, price, beyond });
    }

    fn count(&mut self, used: Duration, left: Duration) {
        self.used += used.as_secs_f64();
        self.had += (used + left).as_secs_f64();
    }

    fn finish(self) -> Summary {
        let policy = self.trial.policy.name().to_owned();
        let used = self.used / self.had.max(f64::MIN_POSITIVE);
        let Run { speed, decisions, flags, players, .. } = self;
        Summary { policy, speed, decisions, flags, players, used }
    }
}

/// The score of the move that is played: the last exact one.
fn last_score(search: &Search, report: usize) -> Option<i32> {
    let heard = search.log.reports.iter().take(report + 1).rev().map(|report| &report.heard);
    heard.filter(|heard| heard.bound == Bound::Exact).map(|heard| heard.score).next()
}
