//! What many games on paper tell of time: how long games are, how much of one is still to come by moves
//! made and by material, and what the players spend. After Vuckovic and Solak, "Time management procedure
//! in computer chess", and set beside their figures.
//!
//! Games are read in pieces ([`Chunks`]) by several threads ([`gather`]) and only counted
//! ([`Statistics`]), so the memory needed does not grow with the files.

mod chunks;
mod curve;
mod gather;
mod lengths;
mod pace;
mod pictures;
mod profile;
mod statistics;
#[cfg(test)]
mod tests;
mod timeline;

pub use chunks::{Chunk, Chunks};
pub use curve::{BEND, Curve, Segments};
pub use gather::{Gathered, Skipped, gather};
pub use lengths::{Lengths, Rest};
pub use pace::{MOVES, Pace, Row};
pub use pictures::{Picture, pictures};
pub use profile::{PERCENTAGES, Profile, ProfileError};
pub use statistics::{Group, Kind, Skip, Statistics};
pub use timeline::{Moment, control, timeline, timeline_under};
