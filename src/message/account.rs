//! What became of a move's time.

use std::{fmt, time::Duration};

use crate::clock::ClockView;

/// What the time of a search went into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Time that was planned, to the millisecond, if any was.
    pub planned: Option<Duration>,
    /// Time used.
    pub used: Duration,
    /// How much of it the engine's clock has run, unless it did not run at all.
    pub on_clock: Option<Duration>,
    /// Depth reached, in plies; 0 if nothing was searched.
    pub depth: u32,
    /// Which rule ended it, in words.
    pub reason: String,
    /// What it was planned from, if a policy planned it.
    pub grounds: Option<Box<Grounds>>,
}

/// What the time of a move was planned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// The policy that planned it.
    pub policy: String,
    /// Both clocks and the control, as the policy saw them.
    pub clock: ClockView,
    /// The most that the move was allowed.
    pub most: Duration,
}

/// What the clocks say of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocked {
    /// Left on the mover's clock after it, where time carries over from move to move.
    pub left: Option<Duration>,
    /// What it took, if its clock ran.
    pub spent: Option<Duration>,
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Account { planned, used, depth, reason, .. } = self;
        f.write_str("time: ")?;
        if let Some(planned) = planned {
            write!(f, "planned {:.2} s, ", planned.as_secs_f64())?;
        }
        write!(f, "used {:.2} s", used.as_secs_f64())?;
        if *depth > 0 {
            write!(f, ", depth {depth}")?;
        }
        write!(f, ": {reason}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_names_the_plan_if_there_was_one() {
        let (planned, used) = (Some(Duration::from_millis(4_200)), Duration::from_millis(4_104));
        let reason = "rival: score recovered".to_owned();
        let account =
            Account { planned, used, on_clock: Some(used), depth: 12, reason, grounds: None };
        let text = "time: planned 4.20 s, used 4.10 s, depth 12: rival: score recovered";
        assert_eq!(account.to_string(), text);
        let account = Account { planned: None, ..account };
        assert_eq!(account.to_string(), "time: used 4.10 s, depth 12: rival: score recovered");
        let reason = "book: 12 of 40".to_owned();
        let account = Account { used: Duration::ZERO, depth: 0, reason, ..account };
        assert_eq!(account.to_string(), "time: used 0.00 s: book: 12 of 40");
    }
}
