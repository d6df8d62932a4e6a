//! Time policies tried on searches that are on record ([`super::searchlog`]): no chess is played, so
//! thousands of moves take a second.
//!
//! A policy plans each move with the clock it would have, and its judge is asked as in play, by the same
//! code ([`crate::session::Overseer`]); where it ends the search, the best move of that moment is compared
//! with the one that the whole search came to ([`Price`]). The games go on as they are on record, whatever
//! the policy would have played: all policies are asked the same questions.
//!
//! Speed, in nodes (or milliseconds on record) a second, says how far searches get on a clock. Policies that
//! spend little are not worse for it if each gets the speed at which it spends as much as the others
//! ([`Trial::at_equal_cost`]).

mod archive;
mod compare;
mod cut;
mod pictures;
mod price;
#[cfg(test)]
mod tests;
mod trial;

pub use archive::{Archive, Game, Search, Turn};
pub use compare::{Comparison, Measure, compare};
pub use cut::{Cut, cut, cut_in_time};
pub use pictures::{errors, spending};
pub use price::Price;
pub use trial::{Clocks, Decision, ORACLE, Summary, Trial};
