//! The numbers that `adaptive` goes by.

use super::NAME;

/// There is no number of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{NAME}` has no number `{0}`; it has {known}", known = Numbers::NAMES.join(", "))]
pub struct UnknownNumber(String);

/// Each number stands here once, with what it is worth.
macro_rules! numbers {
    ($($(#[doc = $what:literal])+ $name:ident = $value:literal;)+) => {
        /// What the policy goes by. The default was fitted on searches on record and simulated games, from there by
        /// games against itself (`zeitnot lab climb`), and what the signals are worth on searches on record again.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Numbers {
            $($(#[doc = $what])+ pub $name: f64,)+
        }

        impl Default for Numbers {
            fn default() -> Numbers {
                Numbers { $($name: $value,)+ }
            }
        }

        impl Numbers {
            /// How many there are.
            pub const COUNT: usize = [$(stringify!($name)),+].len();

            /// Their names.
            pub const NAMES: [&str; Numbers::COUNT] = [$(stringify!($name)),+];

            /// What each is, in the same order.
            pub const MEANINGS: [&str; Numbers::COUNT] = [$(concat!($($what),+)),+];

            /// The numbers in a row.
            pub fn row(&self) -> [f64; Numbers::COUNT] {
                [$(self.$name),+]
            }

            /// Sets one of them by name.
            ///
            /// # Errors
            /// If none is called so; nothing has changed then.
            pub fn set(&mut self, name: &str, value: f64) -> Result<(), UnknownNumber> {
                let place = Numbers::place(name)?;
                let mut row = self.row();
                row[place] = value;
                *self = Numbers::from_row(row);
                Ok(())
            }

            /// Where in the row a number stands.
            ///
            /// # Errors
            /// If none is called so.
            pub fn place(name: &str) -> Result<usize, UnknownNumber> {
                let place = Numbers::NAMES.iter().position(|it| *it == name);
                place.ok_or_else(|| UnknownNumber(name.to_owned()))
            }

            /// The inverse of `row`.
            pub fn from_row([$($name),+]: [f64; Numbers::COUNT]) -> Numbers {
                Numbers { $($name),+ }
            }
        }
    };
}

numbers! {
    /// Own moves to come that are reckoned with at the start of a game...
    moves_at_start = 46.0;
    /// ...and in a long one;...
    moves_late = 20.0;
    /// ...between them, so many fewer for each move made.
    fewer_a_move = 1.15;
    /// Where moves bring nothing, so many times more are reckoned with in addition;...
    without_increment = 0.62;
    /// ...half as many on a clock of so many seconds more than one, and fewer on one of less;...
    short_clock = 8.0;
    /// ...none at all where moves bring this share of what the clock has.
    enough_brought = 0.5;
    /// A best move twice as likely to change gets `2^change` times the time.
    change = 0.71;
    /// The same for odds twice as great that a node does not belong to the best move.
    share = 0.09;
    /// For each pawn that the score lies below that of the last move there is `e^drop` times the time.
    drop = 0.64;
    /// The same for the score of the iteration before.
    step = 0.57;
    /// Where half as much hangs on the move, there is `2^-stakes` times the time.
    stakes = 0.21;
    /// While the best move fails low there is `e^failing_low` times the time.
    failing_low = 0.06;
    /// No judgement makes a move shorter than so many plans,...
    least_factor = 0.35;
    /// ...nor longer than so many.
    greatest_factor = 5.0;
    /// An unfinished iteration may exceed the time its beginning was granted by this factor.
    overtime = 3.0;
    /// The longest a move may take: in plans,...
    most_plans = 8.0;
    /// ...and of the clock, without a control ahead.
    most_of_clock = 0.5;
    /// What moves have used of their plans is forgotten by half in so many moves.
    half_life = 12.0;
}
