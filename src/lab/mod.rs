//! The laboratory: matches of the search against itself, in process and without clocks; what games on
//! paper tell of time; games without chess that policies spend their clocks on; pictures.

pub mod chances;
pub mod elo;
mod game;
pub mod games;
pub mod matches;
mod openings;
pub mod plot;
pub mod simulate;
pub mod spsa;
pub mod suite;
pub mod tuning;

pub use game::Played;
