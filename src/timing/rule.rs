//! The rules by which policies end a search or let it go on, in words.

use std::{fmt, time::Duration};

/// A rule of a policy. Times count from the start of the search, percentages are of the planned
/// time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The planned time is not used up yet.
    WithinPlan(Duration),
    /// The planned time is used up, but the depth in plies that every search completes is not reached.
    Shallow {
        /// That depth.
        depth: u32,
        /// The new limit.
        until: Duration,
    },
    /// The time that the search was worth is used up, but its iteration may end.
    Unfinished {
        /// The new limit.
        until: Duration,
    },
    /// The planned time is used up.
    PlannedTime(Duration),
    /// There is no time to give, only a depth in plies that every search completes.
    LeastDepth(u32),
    /// The score has dropped, so the search may exceed its planned time.
    ScoreDrop {
        /// By how many centipawns.
        points: u32,
        /// The new limit.
        until: Duration,
    },
    /// The score has recovered from the drop that the search was extended for.
    Recovered,
    /// The limit of an extended search is reached.
    ExtensionOver,
    /// The most that a move may take, whatever the signals, is used up.
    MostTime(Duration),
    /// The best move takes back, and nothing else does sensibly.
    Recapture,
    /// The best move will hardly be replaced.
    Settled {
        /// Estimated probability of that, in thousandths.
        permille: u32,
    },
    /// The best move may well be replaced.
    Doubtful {
        /// Estimated probability of that, in thousandths.
        permille: u32,
        /// The new limit.
        until: Duration,
    },
    /// The nodes are divided between the best move and others.
    Divided {
        /// The best move's share, in thousandths.
        permille: u32,
        /// The new limit.
        until: Duration,
    },
    /// One move is clearly better than all others.
    ClearlyBetter {
        /// By how many centipawns.
        gap: u32,
    },
    /// The two best moves are close.
    Close {
        /// How many centipawns lie between them.
        gap: u32,
        /// The new limit.
        until: Duration,
    },
    /// A recapture or a promotion, at half the planned time.
    EasyMove,
    /// The score is what it was, and the planned time is used up.
    SteadyScore(Duration),
    /// The score still changes, so the planned time may be doubled.
    UnsteadyScore,
    /// Twice the planned time is used up, and things do not look clearly worse than before.
    NotClearlyWorse,
    /// Things look clearly worse than before.
    ClearlyWorse {
        /// The limit as a multiple of the planned time.
        times: u32,
    },
    /// The planned time is used up, but what the search has shown makes the move worth more.
    Stretched {
        /// What scaled it most, if that can be named.
        cause: Option<Cause>,
        /// What it was scaled to.
        percent: u32,
        /// The new limit, also of an iteration that is under way at that time.
        until: Duration,
    },
    /// The planned time, scaled by what the search has shown, is used up.
    Scaled {
        /// What scaled it most, if that can be named.
        cause: Option<Cause>,
        /// What it was scaled to.
        percent: u32,
    },
    /// Too little of the scaled time is left for another iteration.
    NoNewIteration {
        /// What scaled it most, if that can be named.
        cause: Option<Cause>,
        /// What it was scaled to.
        percent: u32,
    },
    /// As much time again would hardly change the best move, or it would not matter.
    NotWorthMore {
        /// Iterations in a row with the same best move.
        stable: u32,
        /// That time.
        more: Duration,
        /// It would change the move in one of so many cases.
        one_in: u32,
    },
    /// Nearly all nodes went to the best move, so part of the scaled time is enough.
    MostNodes {
        /// Their share, in thousandths.
        permille: u32,
    },
}

/// What scales a planned time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// How the score moves.
    Score,
    /// How long the best move has been the same.
    Stability,
    /// How often it has changed of late.
    Changes,
    /// How much of the search went to it.
    Nodes,
    /// How hard the choice has been in all.
    Difficulty,
}

impl Cause {
    /// The cause in words, for a time that it has shortened or lengthened.
    fn words(self, shortened: bool) -> &'static str {
        match (self, shortened) {
            (Cause::Score, true) => "steady score",
            (Cause::Score, false) => "falling score",
            (Cause::Stability, true) => "stable best move",
            (Cause::Stability, false) => "young best move",
            (Cause::Changes, true) => "no change of mind",
            (Cause::Changes, false) => "best move keeps changing",
            (Cause::Nodes, true) => "little to compare",
            (Cause::Nodes, false) => "much to compare",
            (Cause::Difficulty, true) => "easy choice",
            (Cause::Difficulty, false) => "difficult choice",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Rule::WithinPlan(planned) => write!(f, "within the planned {}", Spoken(planned)),
            Rule::Shallow { depth, until } => {
                write!(f, "depth {depth} comes first, extended to {}", Spoken(until))
            }
            Rule::Unfinished { until } => {
                write!(f, "the iteration under way may end, extended to {}", Spoken(until))
            }
            Rule::PlannedTime(planned) => write!(f, "planned {} used", Spoken(planned)),
            Rule::LeastDepth(depth) => write!(f, "no time to spend, depth {depth} only"),
            Rule::ScoreDrop { points, until } => {
                write!(f, "{points}-point drop, extended to {}", Spoken(until))
            }
            Rule::Recovered => f.write_str("score recovered"),
            Rule::ExtensionOver => f.write_str("extension over"),
            Rule::MostTime(most) => write!(f, "the most for a move, {}, used", Spoken(most)),
            Rule::Recapture => f.write_str("recapture, no other sensible reply"),
            Rule::Settled { permille } => {
                write!(f, "best move settled ({} likely to change)", Percent(permille))
            }
            Rule::Doubtful { permille, until } => {
                let (likely, until) = (Percent(permille), Spoken(until));
                write!(f, "best move in doubt ({likely} likely to change), extended to {until}")
            }
            Rule::Divided { permille, until } => {
                let (share, until) = (Percent(permille), Spoken(until));
                write!(f, "only {share} of the nodes on the best move, extended to {until}")
            }
            Rule::ClearlyBetter { gap } => write!(f, "{gap} points better than any other move"),
            Rule::Close { gap, until } => {
                write!(f, "two moves {gap} points apart, extended to {}", Spoken(until))
            }
            Rule::EasyMove => f.write_str("easy move at half the time"),
            Rule::SteadyScore(planned) => {
                write!(f, "score unchanged, planned {} used", Spoken(planned))
            }
            Rule::UnsteadyScore => f.write_str("score still changing, up to twice the time"),
            Rule::NotClearlyWorse => f.write_str("twice the time used, and not clearly worse"),
            Rule::ClearlyWorse { times } => {
                write!(f, "clearly worse, up to {times} times the time")
            }
            Rule::Stretched { cause, percent, until } => {
                let (cause, until) = (Because { cause, percent }, Spoken(until));
                write!(f, "{cause}worth {percent} % of the optimum, extended to {until}")
            }
            Rule::Scaled { cause, percent } => {
                let suffices = if percent > 100 { "allowed" } else { "is enough" };
                write!(f, "{}{percent} % of the optimum {suffices}", Because { cause, percent })
            }
            Rule::NoNewIteration { cause, percent } => {
                let cause = Because { cause, percent };
                write!(f, "{cause}no new iteration within {percent} % of the optimum")
            }
            Rule::NotWorthMore { stable, more, one_in } => {
                write!(f, "{}, {}", Stable(stable), Prospect { more, one_in })
            }
            Rule::MostNodes { permille } => {
                write!(f, "{} of the nodes on the best move", Percent(permille))
            }
        }
    }
}

impl Rule {
    /// The rule without what it says of more time, and that by itself.
    pub(super) fn parted(self) -> (String, Option<String>) {
        match self {
            Rule::NotWorthMore { stable, more, one_in } => {
                (Stable(stable).to_string(), Some(Prospect { more, one_in }.to_string()))
            }
            rule => (rule.to_string(), None),
        }
    }
}

/// What has scaled a time to so many percent, if that can be named, before what follows from it.
struct Because {
    cause: Option<Cause>,
    percent: u32,
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause {
            Some(cause) => write!(f, "{}, ", cause.words(self.percent < 100)),
            None => Ok(()),
        }
    }
}

/// For how many iterations the best move has been the same.
struct Stable(u32);

impl fmt::Display for Stable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("best move new"),
            1 => f.write_str("best move stable for 1 iteration"),
            iterations => write!(f, "best move stable for {iterations} iterations"),
        }
    }
}

/// What more time would bring.
struct Prospect {
    more: Duration,
    one_in: u32,
}

impl fmt::Display for Prospect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Prospect { more, one_in } = *self;
        write!(f, "another {} would change it in 1 of {one_in} cases", Spoken(more))
    }
}

/// Thousandths as people read them.
struct Percent(u32);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 10, self.0 % 10) {
            (whole, 0) => write!(f, "{whole} %"),
            (whole, tenths) => write!(f, "{whole}.{tenths} %"),
        }
    }
}

/// A time as people read it: tenths of seconds, below one second milliseconds.
pub(super) struct Spoken(pub Duration);

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
mod tests;
