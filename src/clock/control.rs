//! Time controls: how much time the players have.

use std::{iter, num::NonZeroU32, time::Duration};

use super::UNLIMITED;

/// The most stages a control may have.
pub const MOST_STAGES: usize = 4;

/// How much time the players have. Every front end's control is one of these values; where several
/// could mean the same, `TimeControl::from` chooses the simplest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A clock that is carried from move to move.
    Tournament {
        /// Moves to be made in `base`, and again in each further `base`; the whole game if `None`.
        moves: Option<NonZeroU32>,
        /// Time on the clock at the start, added again whenever `moves` have been made.
        base: Duration,
        /// Time added after every move.
        increment: Duration,
    },
    /// Every move in at most this time; nothing carries over.
    PerMove(Duration),
    /// No clock at all.
    Unlimited,
    /// Anything else: several stages, overtime, delays.
    Staged(Stages),
}

/// What follows upon what in a time control: at least one stage, at most `MOST_STAGES`. The last one
/// begins anew whenever its moves have been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    first: Stage,
    later: [Option<Stage>; MOST_STAGES - 1],
}

/// A part of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Time that the clock gets when the stage begins.
    pub time: Duration,
    /// Moves to be made before the next stage; `None`: all that remain.
    pub moves: Option<NonZeroU32>,
    /// Whether the clock is set to `time`, what was left being lost, rather than `time` added.
    pub resets: bool,
    /// What happens when the clock runs out.
    pub at_zero: AtZero,
    /// What moves earn in this stage.
    pub bonus: Bonus,
}

/// What happens when the clock runs out in a stage that another one follows. In the last stage the
/// game is always lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtZero {
    /// The game is lost.
    Lost,
    /// The game is lost, unless nobody minds: overtime begins behind a soft flag.
    SoftFlag,
    /// Overtime begins and nothing is lost.
    Overtime,
}

/// What moves earn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// How much; zero if nothing.
    pub time: Duration,
    /// After every so many moves; a delay is for each move.
    pub every: NonZeroU32,
    /// How it is given.
    pub kind: BonusKind,
}

/// How a bonus is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BonusKind {
    /// In full (Fischer).
    Increment,
    /// No more of it than was spent since the last bonus (Bronstein).
    Bronstein,
    /// As a wait before the clock runs (simple delay).
    Delay,
}

impl Bonus {
    /// Moves earn nothing.
    pub const NONE: Bonus = Bonus::increment(Duration::ZERO);

    /// Time added after every move.
    pub const fn increment(time: Duration) -> Bonus {
        Bonus { time, every: NonZeroU32::MIN, kind: BonusKind::Increment }
    }
}

impl Stage {
    /// A stage that adds its time, is lost when the clock runs out, and earns nothing.
    pub const fn new(time: Duration, moves: Option<NonZeroU32>) -> Stage {
        Stage { time, moves, resets: false, at_zero: AtZero::Lost, bonus: Bonus::NONE }
    }
}

impl Stages {
    /// A control of one stage.
    pub const fn single(stage: Stage) -> Stages {
        Stages { first: stage, later: [None; MOST_STAGES - 1] }
    }

    /// A control of these stages in their order; `None` if there are none or too many.
    pub fn new(stages: impl IntoIterator<Item = Stage>) -> Option<Stages> {
        let mut stages = stages.into_iter();
        let mut all = Stages::single(stages.next()?);
        let mut places = all.later.iter_mut();
        for stage in stages {
            *places.next()? = Some(stage);
        }
        Some(all)
    }

    /// The stage that begins the control.
    pub fn first(&self) -> Stage {
        self.first
    }

    /// The stage that lasts, or repeats itself, to the end of the game.
    pub fn last(&self) -> Stage {
        self.iter().last().unwrap_or(self.first)
    }

    /// All stages in their order.
    pub fn iter(&self) -> impl Iterator<Item = Stage> {
        iter::once(self.first).chain(self.later.into_iter().flatten())
    }

    /// The stage with this number, counted from zero.
    pub fn get(&self, index: usize) -> Option<Stage> {
        self.iter().nth(index)
    }

    /// Whether the stage with this number is overtime, not one more period of the game.
    pub fn is_overtime(&self, index: usize) -> bool {
        self.iter().take(index).any(|stage| stage.at_zero != AtZero::Lost)
    }
}

impl From<Stages> for TimeControl {
    /// The simplest control that means the same.
    fn from(stages: Stages) -> TimeControl {
        let Stage { time, moves, bonus, .. } = stages.first();
        if stages.get(1).is_some() {
            return TimeControl::Staged(stages);
        }
        // A stage that never begins anew has no use for a reset.
        let resets = stages.first().resets && moves.is_some();
        let plain = bonus == Bonus::increment(bonus.time);
        match moves.map(NonZeroU32::get) {
            Some(1) if resets && bonus == Bonus::NONE => TimeControl::PerMove(time),
            _ if resets || !plain => {
                TimeControl::Staged(Stages::single(Stage { resets, ..stages.first() }))
            }
            _ => TimeControl::Tournament { moves, base: time, increment: bonus.time },
        }
    }
}

impl TimeControl {
    /// The stages a clock goes through. A fixed time for each move, and all the time there is, count
    /// as one stage that never ends.
    pub fn stages(&self) -> Stages {
        match *self {
            TimeControl::Tournament { moves, base, increment } => {
                let bonus = Bonus::increment(increment);
                Stages::single(Stage { bonus, ..Stage::new(base, moves) })
            }
            TimeControl::PerMove(time) => Stages::single(Stage::new(time, None)),
            TimeControl::Unlimited => Stages::single(Stage::new(UNLIMITED, None)),
            TimeControl::Staged(stages) => stages,
        }
    }

    /// Time on the clock at the start.
    pub fn base(&self) -> Duration {
        self.stages().first().time
    }

    /// Time that a move earns on the average, by increment or delay, in the last stage: it is there
    /// that a number of moves to go is missing.
    pub fn increment(&self) -> Duration {
        let bonus = self.stages().last().bonus;
        bonus.time / bonus.every.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn one_control_has_one_value() {
        let forty = NonZeroU32::new(40);
        let one = NonZeroU32::new(1);
        let tournament = TimeControl::Tournament { moves: forty, base: S, increment: 2 * S };
        for control in [tournament, TimeControl::PerMove(5 * S)] {
            let stage = match control {
                TimeControl::PerMove(time) => Stage { resets: true, ..Stage::new(time, one) },
                _ => Stage { bonus: Bonus::increment(2 * S), ..Stage::new(S, forty) },
            };
            assert_eq!(TimeControl::from(Stages::single(stage)), control);
        }
        assert_eq!(TimeControl::from(tournament.stages()), tournament);
        let rest = Stage { resets: true, ..Stage::new(S, None) };
        let whole_game = TimeControl::Tournament { moves: None, base: S, increment: S - S };
        assert_eq!(TimeControl::from(Stages::single(rest)), whole_game);
        let two = Stages::new([Stage::new(S, forty), rest]).unwrap();
        assert_eq!(TimeControl::from(two).stages(), two);
    }

    #[test]
    fn stages_are_counted() {
        let stage = |number: usize| Stage::new(S * number as u32, None);
        let stages = Stages::new((1..=MOST_STAGES).map(stage)).unwrap();
        assert_eq!((stages.last(), stages.iter().count()), (stage(MOST_STAGES), MOST_STAGES));
        assert_eq!((stages.get(1), stages.get(MOST_STAGES)), (Some(stage(2)), None));
        assert_eq!(Stages::new((0..=MOST_STAGES).map(stage)), None);
        assert_eq!(Stages::new([]), None);
    }

    #[test]
    fn what_a_move_earns_is_told_for_the_end_of_the_game() {
        let bonus = Bonus { every: NonZeroU32::new(4).unwrap(), ..Bonus::increment(8 * S) };
        let stages = [Stage::new(S, NonZeroU32::new(40)), Stage { bonus, ..Stage::new(S, None) }];
        let control = TimeControl::from(Stages::new(stages).unwrap());
        assert_eq!((control.base(), control.increment()), (S, 2 * S));
        assert_eq!(TimeControl::PerMove(S).increment(), Duration::ZERO);
    }
}
