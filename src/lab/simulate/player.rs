//! Who plays: a policy of the table, or a yardstick.

use std::time::Duration;

use crate::{
    clock::ClockView,
    timing::{
        self, Budget, Judge, Parameters, Policy, Reason, Signals, Situation, Verdict, by_name,
    },
};

/// Who plays. Every thread makes a policy of its own.
pub struct Player {
    /// The name in tables.
    pub name: String,
    make: Box<dyn Fn() -> Box<dyn Policy> + Sync>,
}

impl Player {
    /// The policy of that name with these parameters; `None` if there is none.
    pub fn named(name: &str, parameters: &Parameters) -> Option<Player> {
        let name = timing::NAMES.iter().copied().find(|known| *known == name)?;
        let parameters = parameters.clone();
        // A name of the table always has a policy.
        let make = move || by_name(name, &parameters).unwrap_or_else(|| Box::new(Instant));
        Some(Player { name: name.to_owned(), make: Box::new(make) })
    }

    /// Whoever loses on time with this one would lose with any: it moves at once.
    pub fn instant() -> Player {
        Player::new("instant", || Box::new(Instant))
    }

    /// A policy made by a function.
    pub fn new(name: &str, make: impl Fn() -> Box<dyn Policy> + Sync + 'static) -> Player {
        Player { name: name.to_owned(), make: Box::new(make) }
    }

    pub(super) fn policy(&self) -> Box<dyn Policy> {
        (self.make)()
    }
}

/// Moves at once.
struct Instant;

impl Policy for Instant {
    fn name(&self) -> &'static str {
        "instant"
    }

    fn plan(&self, _clock: &ClockView, _situation: &Situation) -> (Budget, Box<dyn Judge>) {
        (Budget::flat(Duration::ZERO), Box::new(Instant))
    }
}

impl Judge for Instant {
    fn review(&mut self, _signals: &Signals, _elapsed: Duration) -> Verdict {
        Verdict::Stop(Reason::MoveNow)
    }
}
