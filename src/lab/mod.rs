//! The laboratory: matches of the search against itself, in process and without clocks; what games on
//! paper tell of time; pictures.

pub mod chances;
pub mod elo;
mod game;
pub mod games;
pub mod learn;
pub mod matches;
mod openings;
pub mod plot;
pub mod record;
pub mod replay;
pub mod searchlog;
pub mod spsa;
pub mod suite;
pub mod tuning;

pub use game::Played;
