//! The numbers that `adaptive` goes by.

/// What the policy goes by. The default was fitted by `zeitnot lab tune` on searches on record and
/// simulated games, and made less eager as matches asked for (docs/time-lab-replay.md).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Own moves to come that are reckoned with at the start of a game...
    pub moves_at_start: f64,
    /// ...and in a long one;...
    pub moves_late: f64,
    /// ...between them, so many fewer for each move made.
    pub fewer_a_move: f64,
    /// Where moves bring nothing, so many times more are reckoned with in addition.
    pub without_increment: f64,
    /// A best move twice as likely to change gets `2^change` times the time.
    pub change: f64,
    /// The same for twice the unrest: one more than twice the changes of the best move of late, each
    /// iteration counting half as much as the next.
    pub unrest: f64,
    /// The same for odds twice as great that a node does not belong to the best move.
    pub share: f64,
    /// For each pawn that the score lies below that of the last move there is `e^drop` times the time.
    pub drop: f64,
    /// The same for the score of the iteration before.
    pub step: f64,
    /// Where half as much hangs on the move, there is `2^-stakes` times the time.
    pub stakes: f64,
    /// While the best move fails low there is `e^failing_low` times the time.
    pub failing_low: f64,
    /// No judgement makes a move shorter than so many plans,...
    pub least_factor: f64,
    /// ...nor longer.
    pub greatest_factor: f64,
    /// An unfinished iteration may exceed the time its beginning was granted by this factor.
    pub overtime: f64,
    /// The longest a move may take: in plans,...
    pub most_plans: f64,
    /// ...and of the clock, without a control ahead.
    pub most_of_clock: f64,
    /// What moves have used of their plans is forgotten by half in so many moves.
    pub half_life: f64,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers {
            moves_at_start: 46.0,
            moves_late: 27.0,
            fewer_a_move: 0.8,
            without_increment: 0.5,
            change: 0.48,
            unrest: 0.36,
            share: 0.15,
            drop: 0.36,
            step: 0.36,
            stakes: 0.35,
            failing_low: 0.2,
            least_factor: 0.25,
            greatest_factor: 5.0,
            overtime: 3.0,
            most_plans: 8.0,
            most_of_clock: 0.5,
            half_life: 6.5,
        }
    }
}

impl Numbers {
    /// How many there are.
    pub const COUNT: usize = 17;

    /// Their names.
    pub const NAMES: [&str; Numbers::COUNT] = [
        "moves_at_start",
        "moves_late",
        "fewer_a_move",
        "without_increment",
        "change",
        "unrest",
        "share",
        "drop",
        "step",
        "stakes",
        "failing_low",
        "least_factor",
        "greatest_factor",
        "overtime",
        "most_plans",
        "most_of_clock",
        "half_life",
    ];

    /// The numbers in a row.
    pub fn row(&self) -> [f64; Numbers::COUNT] {
        [
            self.moves_at_start,
            self.moves_late,
            self.fewer_a_move,
            self.without_increment,
            self.change,
            self.unrest,
            self.share,
            self.drop,
            self.step,
            self.stakes,
            self.failing_low,
            self.least_factor,
            self.greatest_factor,
            self.overtime,
            self.most_plans,
            self.most_of_clock,
            self.half_life,
        ]
    }

    /// The inverse of `row`.
    pub fn from_row(row: [f64; Numbers::COUNT]) -> Numbers {
        let [
            moves_at_start,
            moves_late,
            fewer_a_move,
            without_increment,
            change,
            unrest,
            share,
            drop,
            step,
            stakes,
            failing_low,
            least_factor,
            greatest_factor,
            overtime,
            most_plans,
            most_of_clock,
            half_life,
        ] = row;
        Numbers {
            moves_at_start,
            moves_late,
            fewer_a_move,
            without_increment,
            change,
            unrest,
            share,
            drop,
            step,
            stakes,
            failing_low,
            least_factor,
            greatest_factor,
            overtime,
            most_plans,
            most_of_clock,
            half_life,
        }
    }
}
