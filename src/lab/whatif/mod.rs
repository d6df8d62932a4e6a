//! What another policy would have planned in a game that has been played.
//!
//! It is asked at every move of a side twice: with the clock as it really was, and with the clock that would
//! be left had it been in charge since the beginning and spent its plan on each move. Moves, and the
//! opponent's times, stay as they were. It is told the same as in play ([`crate::session::situation`], the
//! ledger's view), and planned within what the clock allows by the same code.

mod picture;
#[cfg(test)]
mod tests;

pub use picture::picture;

use std::time::Duration;

use super::{
    games::{Moment, timeline_under},
    report::{Report, Step},
};
use crate::{
    clock::{ClockView, Ledger, TimeControl},
    pgn::Record,
    position::{Color, Game},
    session::situation,
    timing::{Experience, MoveTime, Policy},
};

/// What a policy grants a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The time on the clock before the move.
    pub clock: Duration,
    /// What the move is to take.
    pub plan: Duration,
    /// What it may take at most.
    pub most: Duration,
}

/// A move, and what the policy would have granted it.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The move as the paper tells it: its time, and what was planned for it.
    pub step: Step,
    /// With the clock as it was.
    pub there: Grant,
    /// With the clock that the policy would have left.
    pub in_charge: Grant,
}

/// A side of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Which one.
    pub color: Color,
    /// Its moves.
    pub turns: Vec<Turn>,
    /// What was left on its clock at the end, as far as the paper tells.
    pub left: Duration,
    /// What would be left had the policy been in charge.
    pub would_be_left: Duration,
    /// Whether the policy would have overstepped the time: only what the way to the server has cost can
    /// bring that about.
    pub flagged: bool,
}

/// What is asked of whom.
pub struct Question<'a> {
    /// The policy.
    pub policy: &'a dyn Policy,
    /// The time control.
    pub control: TimeControl,
    /// What the policy believes to be lost with every move, unless the game has shown more.
    pub overhead: Duration,
}

/// The sides whose moves tell what was planned for them; if none does, those whose moves have times.
pub fn ours(record: &Record) -> Vec<Color> {
    let report = Report::new(record);
    let sides = |known: fn(&Step) -> bool| -> Vec<Color> {
        let has =
            |&color: &Color| report.steps.iter().any(|step| step.color == color && known(step));
        [Color::White, Color::Black].into_iter().filter(has).collect()
    };
    let planned = sides(|step| step.planned.is_some());
    if planned.is_empty() { sides(|step| step.used.is_some()) } else { planned }
}

impl Question<'_> {
    /// Asks it at every move of a side.
    pub fn ask(&self, record: &Record, color: Color) -> Side {
        let (real, imagined) = (World::new(self, record, color), World::new(self, record, color));
        let mut walk = Walk { real, imagined, turns: Vec::new() };
        let mut game = Game::new(record.start.clone());
        let steps = Report::new(record).steps;
        let moments = timeline_under(record, Some(self.control));
        for (step, moment) in steps.into_iter().zip(&moments) {
            if step.color == color {
                walk.own(&game, step, moment);
            } else {
                walk.opponent(moment, !color);
            }
            if let Some(ply) = record.moves.get(game.moves().len()) {
                game.play(ply.mv);
            }
        }
        let Walk { real, imagined, turns } = walk;
        let (left, would_be_left) = (real.left(color), imagined.left(color));
        Side { color, turns, left, would_be_left, flagged: imagined.flagged }
    }
}

/// A game as it was, beside the game as it would have been.
struct Walk<'a> {
    real: World<'a>,
    imagined: World<'a>,
    turns: Vec<Turn>,
}

impl Walk<'_> {
    /// The side is to move.
    fn own(&mut self, game: &Game, step: Step, moment: &Moment) {
        let (there, in_charge) = (self.real.ask(game), self.imagined.ask(game));
        let lag = step.lag.unwrap_or_default();
        let used = step.used.or(moment.used).unwrap_or_default();
        // Nobody thinks about the only move, whatever was planned for it.
        let only = game.position().legal_moves().len() == 1;
        let spent = if only { in_charge.plan.min(used) } else { in_charge.plan };
        self.imagined.own(Some(in_charge.plan), spent, lag, step.score);
        self.real.own(step.planned, used, Duration::ZERO, step.score);
        self.real.correct(step.color, moment.after);
        for world in [&mut self.real, &mut self.imagined] {
            world.lag = world.lag.max(lag);
        }
        self.turns.push(Turn { step, there, in_charge });
    }

    /// The opponent moves as it did, in either game.
    fn opponent(&mut self, moment: &Moment, color: Color) {
        for world in [&mut self.real, &mut self.imagined] {
            world.experience.replies.extend(moment.used);
            world.press(color, moment.used.unwrap_or_default());
            world.correct(color, moment.after);
        }
    }
}

/// The clocks of a game, and what it has taught one side.
struct World<'a> {
    policy: &'a dyn Policy,
    color: Color,
    ledger: Ledger,
    now: Duration,
    made: [u32; 2],
    lag: Duration,
    experience: Experience,
    flagged: bool,
}

impl<'a> World<'a> {
    fn new(question: &Question<'a>, record: &Record, color: Color) -> World<'a> {
        let mut ledger = Ledger::new(question.control);
        ledger.start(record.start.side(), Duration::ZERO);
        World {
            policy: question.policy,
            color,
            ledger,
            now: Duration::ZERO,
            made: [0; 2],
            lag: question.overhead,
            experience: Experience::default(),
            flagged: false,
        }
    }

    /// What the policy would grant the move to come.
    fn ask(&self, game: &Game) -> Grant {
        let view = self.ledger.view(self.color, self.made[self.color.to_index()], self.now);
        let view = ClockView { lag: self.lag, ..view };
        let (budget, _) = self.policy.plan(&view, &situation(game, false, &self.experience));
        Grant { clock: view.remaining, plan: budget.soft, most: budget.hard }
    }

    /// The side has moved: it was given so much, has used so much, and so much was lost on the way.
    fn own(
        &mut self,
        planned: Option<Duration>,
        used: Duration,
        lag: Duration,
        score: Option<i32>,
    ) {
        self.press(self.color, used.saturating_add(lag));
        self.experience.moves.extend(planned.map(|planned| MoveTime { planned, used }));
        self.experience.last_score = score.or(self.experience.last_score);
    }

    /// A side has moved after so long.
    fn press(&mut self, color: Color, took: Duration) {
        self.now = self.now.saturating_add(took);
        self.flagged |= color == self.color && self.ledger.flag_fallen(color, self.now);
        self.made[color.to_index()] += 1;
        self.ledger.press(self.now, self.made[color.to_index()]);
    }

    /// The paper tells a clock.
    fn correct(&mut self, color: Color, left: Option<Duration>) {
        if let Some(left) = left {
            self.ledger.correct(color, left, self.now);
        }
    }

    fn left(&self, color: Color) -> Duration {
        self.ledger.remaining(color, self.now)
    }
}
