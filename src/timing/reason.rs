//! Why a move took as long as it did, in words.

use std::{fmt, time::Duration};

use super::{
    NAMES,
    rule::{Rule, Spoken},
};

/// A rule in words without the name of the policy that it is of.
pub fn nameless(words: &str) -> &str {
    match words.split_once(": ") {
        Some((policy, rule)) if NAMES.contains(&policy) => rule,
        _ => words,
    }
}

/// The rule that stopped a search or let it go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A rule of the policy.
    Policy {
        /// Name of the policy.
        name: &'static str,
        /// Its rule.
        rule: Rule,
    },
    /// The fixed time for every move is used up.
    FixedTime(Duration),
    /// There is no time limit.
    Unlimited,
    /// The move may take so much and lose nothing.
    CostsNothing(Duration),
    /// There is only one move to choose: no other is legal, or none may be played, or endgame tables have left none.
    OnlyMove,
    /// A forced mate has been found.
    MateFound,
    /// The depth limit, in plies, is reached.
    DepthLimit(u32),
    /// The node limit is reached.
    NodeLimit(u64),
    /// A search at this strength, in Elo, looks at no more.
    Strength(u32),
    /// The clock allows no more.
    HardLimit,
    /// The client asked for the move.
    MoveNow,
    /// The search did not end by itself.
    Watchdog,
    /// Nothing was heard of the search before its time was over: it hangs, or something else kept it from beginning.
    NotBegun,
}

impl Reason {
    /// The rule in words without what it says of more time, and that by itself.
    pub fn parted(self) -> (String, Option<String>) {
        match self {
            Reason::Policy { name, rule } => {
                let (rule, more_time) = rule.parted();
                (format!("{name}: {rule}"), more_time)
            }
            reason => (reason.to_string(), None),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Policy { name, rule } => write!(f, "{name}: {rule}"),
            Reason::FixedTime(time) => write!(f, "fixed {} used", Spoken(time)),
            Reason::Unlimited => f.write_str("no time limit"),
            Reason::CostsNothing(time) => write!(f, "{} cost nothing", Spoken(time)),
            Reason::OnlyMove => f.write_str("only move"),
            Reason::MateFound => f.write_str("mate found"),
            Reason::DepthLimit(depth) => write!(f, "depth limit {depth} reached"),
            Reason::NodeLimit(nodes) => write!(f, "node limit {nodes} reached"),
            Reason::Strength(elo) => write!(f, "seen all that strength {elo} sees"),
            Reason::HardLimit => f.write_str("hard limit reached"),
            Reason::MoveNow => f.write_str("told to move now"),
            Reason::Watchdog => f.write_str("watchdog: the search did not stop in time"),
            Reason::NotBegun => f.write_str("watchdog: the search had no move in time"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_names_its_rule() {
        let ms = Duration::from_millis;
        for (reason, text) in [
            (Reason::Policy { name: "rival", rule: Rule::Recovered }, "rival: score recovered"),
            (Reason::FixedTime(ms(5_000)), "fixed 5.0 s used"),
            (Reason::Unlimited, "no time limit"),
            (Reason::CostsNothing(ms(2_900)), "2.9 s cost nothing"),
            (Reason::OnlyMove, "only move"),
            (Reason::MateFound, "mate found"),
            (Reason::DepthLimit(8), "depth limit 8 reached"),
            (Reason::NodeLimit(80_000), "node limit 80000 reached"),
            (Reason::Strength(1_200), "seen all that strength 1200 sees"),
            (Reason::HardLimit, "hard limit reached"),
            (Reason::MoveNow, "told to move now"),
            (Reason::Watchdog, "watchdog: the search did not stop in time"),
            (Reason::NotBegun, "watchdog: the search had no move in time"),
        ] {
            assert_eq!(reason.to_string(), text);
        }
    }

    #[test]
    fn a_rule_can_go_without_the_name_of_its_policy() {
        assert_eq!(nameless("rival: score recovered"), "score recovered");
        assert_eq!(nameless("book: 12 of 40"), "book: 12 of 40");
    }

    #[test]
    fn what_more_time_would_bring_can_be_told_by_itself() {
        let rule = Rule::NotWorthMore { stable: 6, more: Duration::from_secs(2), one_in: 60 };
        let reason = Reason::Policy { name: "adaptive", rule };
        let (ended, more_time) = reason.parted();
        assert_eq!(ended, "adaptive: best move stable for 6 iterations");
        assert_eq!(more_time.as_deref(), Some("another 2.0 s would change it in 1 of 60 cases"));
        assert_eq!(Reason::OnlyMove.parted(), ("only move".to_owned(), None));
    }
}
