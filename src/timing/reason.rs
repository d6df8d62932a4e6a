//! Why a move took as long as it did, in words.

use std::{fmt, time::Duration};

/// The rule that stopped a search or let it go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The policy's planned time is not used up yet.
    WithinPlan {
        /// Name of the policy.
        policy: &'static str,
        /// The planned time.
        planned: Duration,
    },
    /// The policy's planned time is used up.
    PlannedTime {
        /// Name of the policy.
        policy: &'static str,
        /// The planned time.
        planned: Duration,
    },
    /// The policy has no time to give, only a depth that every search completes.
    LeastDepth {
        /// Name of the policy.
        policy: &'static str,
        /// That depth, in plies.
        depth: u32,
    },
    /// The score has dropped, so the policy lets the search exceed its planned time.
    ScoreDrop {
        /// Name of the policy.
        policy: &'static str,
        /// By how many centipawns.
        points: u32,
        /// The new limit.
        until: Duration,
    },
    /// The score has recovered from the drop that the policy extended the search for.
    Recovered {
        /// Name of the policy.
        policy: &'static str,
    },
    /// The policy's limit for an extended search is reached.
    ExtensionOver {
        /// Name of the policy.
        policy: &'static str,
    },
    /// The fixed time for every move is used up.
    FixedTime(Duration),
    /// There is no time limit.
    Unlimited,
    /// There is only one legal move.
    OnlyMove,
    /// A forced mate has been found.
    MateFound,
    /// The depth limit, in plies, is reached.
    DepthLimit(u32),
    /// The node limit is reached.
    NodeLimit(u64),
    /// The clock allows no more.
    HardLimit,
    /// The client asked for the move.
    MoveNow,
    /// The search did not end by itself.
    Watchdog,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::WithinPlan { policy, planned } => {
                write!(f, "{policy}: within the planned {}", Spoken(planned))
            }
            Reason::PlannedTime { policy, planned } => {
                write!(f, "{policy}: planned {} used", Spoken(planned))
            }
            Reason::LeastDepth { policy, depth } => {
                write!(f, "{policy}: no time to spend, depth {depth} only")
            }
            Reason::ScoreDrop { policy, points, until } => {
                write!(f, "{policy}: {points}-point drop, extended to {}", Spoken(until))
            }
            Reason::Recovered { policy } => write!(f, "{policy}: score recovered"),
            Reason::ExtensionOver { policy } => write!(f, "{policy}: extension over"),
            Reason::FixedTime(time) => write!(f, "fixed {} used", Spoken(time)),
            Reason::Unlimited => f.write_str("no time limit"),
            Reason::OnlyMove => f.write_str("only legal move"),
            Reason::MateFound => f.write_str("mate found"),
            Reason::DepthLimit(depth) => write!(f, "depth limit {depth} reached"),
            Reason::NodeLimit(nodes) => write!(f, "node limit {nodes} reached"),
            Reason::HardLimit => f.write_str("hard limit reached"),
            Reason::MoveNow => f.write_str("told to move now"),
            Reason::Watchdog => f.write_str("watchdog: the search did not stop in time"),
        }
    }
}

/// A time as people read it: tenths of seconds, below one second milliseconds.
struct Spoken(Duration);

impl fmt::Display for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < Duration::from_secs(1) {
            write!(f, "{} ms", self.0.as_millis())
        } else {
            write!(f, "{:.1} s", self.0.as_secs_f64())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_names_its_rule() {
        let policy = "rival";
        let ms = Duration::from_millis;
        for (reason, text) in [
            (Reason::WithinPlan { policy, planned: ms(400) }, "rival: within the planned 400 ms"),
            (Reason::PlannedTime { policy, planned: ms(3_700) }, "rival: planned 3.7 s used"),
            (Reason::LeastDepth { policy, depth: 2 }, "rival: no time to spend, depth 2 only"),
            (
                Reason::ScoreDrop { policy, points: 75, until: ms(8_000) },
                "rival: 75-point drop, extended to 8.0 s",
            ),
            (Reason::Recovered { policy }, "rival: score recovered"),
            (Reason::ExtensionOver { policy }, "rival: extension over"),
            (Reason::FixedTime(ms(5_000)), "fixed 5.0 s used"),
            (Reason::Unlimited, "no time limit"),
            (Reason::OnlyMove, "only legal move"),
            (Reason::MateFound, "mate found"),
            (Reason::DepthLimit(8), "depth limit 8 reached"),
            (Reason::NodeLimit(80_000), "node limit 80000 reached"),
            (Reason::HardLimit, "hard limit reached"),
            (Reason::MoveNow, "told to move now"),
            (Reason::Watchdog, "watchdog: the search did not stop in time"),
        ] {
            assert_eq!(reason.to_string(), text);
        }
    }
}
