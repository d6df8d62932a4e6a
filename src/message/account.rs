//! What became of a move's time.

use std::{fmt, time::Duration};

use crate::{clock::ClockView, timing::Reason};

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
    /// Why it took so long.
    pub reason: Explanation,
    /// What it was planned from, if a policy planned it.
    pub grounds: Option<Box<Grounds>>,
}

/// Why a search took as long as it did, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Why it went beyond its plan, if it did.
    pub went_on: Option<String>,
    /// The rule that ended it.
    pub ended: String,
    /// What more time would have brought, if the rule says so.
    pub more_time: Option<String>,
}

impl From<&str> for Explanation {
    fn from(ended: &str) -> Explanation {
        Explanation::from(ended.to_owned())
    }
}

impl Explanation {
    /// Reads what `Display` has written; words of another form are why it ended, as they are.
    pub fn read(text: &str) -> Explanation {
        let (went_on, rest) =
            text.split_once("; ").map_or((None, text), |(before, rest)| (Some(before), rest));
        let (ended, more_time) = match rest.find(", another ") {
            Some(at) => (&rest[..at], rest.get(at + 2..)),
            None => (rest, None),
        };
        Explanation {
            went_on: went_on.map(str::to_owned),
            ended: ended.to_owned(),
            more_time: more_time.map(str::to_owned),
        }
    }
}

impl From<String> for Explanation {
    fn from(ended: String) -> Explanation {
        Explanation { ended, ..Explanation::default() }
    }
}

impl From<Reason> for Explanation {
    fn from(reason: Reason) -> Explanation {
        let (ended, more_time) = reason.parted();
        Explanation { ended, more_time, ..Explanation::default() }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(went_on) = &self.went_on {
            write!(f, "{went_on}; ")?;
        }
        f.write_str(&self.ended)?;
        match &self.more_time {
            Some(more_time) => write!(f, ", {more_time}"),
            None => Ok(()),
        }
    }
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
    fn an_explanation_on_paper_is_read_part_by_part() {
        let whole = Explanation {
            went_on: Some("adaptive: best move in doubt, extended to 2.0 s".to_owned()),
            ended: "adaptive: best move stable for 3 iterations".to_owned(),
            more_time: Some("another 2.0 s would change it in 1 of 60 cases".to_owned()),
        };
        for explanation in [whole, "book: 12 of 40".into(), "told to move now".into(), "".into()] {
            assert_eq!(Explanation::read(&explanation.to_string()), explanation);
        }
    }

    #[test]
    fn an_account_names_the_plan_if_there_was_one() {
        let (planned, used) = (Some(Duration::from_millis(4_200)), Duration::from_millis(4_104));
        let reason = Explanation::from("rival: score recovered");
        let account =
            Account { planned, used, on_clock: Some(used), depth: 12, reason, grounds: None };
        let text = "time: planned 4.20 s, used 4.10 s, depth 12: rival: score recovered";
        assert_eq!(account.to_string(), text);
        let account = Account { planned: None, ..account };
        assert_eq!(account.to_string(), "time: used 4.10 s, depth 12: rival: score recovered");
        let reason = Explanation::from("book: 12 of 40");
        let account = Account { used: Duration::ZERO, depth: 0, reason, ..account };
        assert_eq!(account.to_string(), "time: used 0.00 s: book: 12 of 40");
    }
}
