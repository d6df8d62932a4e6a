//! The laboratory: matches of the search against itself, in process, at fixed nodes or on clocks; what
//! games on paper tell of time; games without chess that policies spend their clocks on; what a
//! bot's games came to; pictures.

pub mod accuracy;
pub mod career;
pub mod chances;
pub mod climbing;
pub mod clocked;
pub mod elo;
pub mod fitting;
mod game;
pub mod games;
pub mod growing;
pub mod learn;
pub mod matches;
pub mod openings;
pub mod plot;
pub mod record;
pub mod replay;
pub mod report;
pub mod screening;
pub mod searchlog;
pub mod simulate;
pub mod sprt;
pub mod spsa;
pub mod suite;
pub mod tuning;
pub mod two_move;
pub mod whatif;

pub use game::Played;
