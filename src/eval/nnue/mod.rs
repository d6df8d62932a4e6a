//! An efficiently updatable network: a hidden layer for each side's view of the board, whose sums
//! change by a few columns with every move, and an output.
//!
//! All numbers are whole, so that every processor comes to the same score.

mod embedded;
mod features;
mod file;
mod follower;
mod lanes;
mod layers;
mod network;
mod neurons;
mod rows;
mod shape;
mod simd;
#[cfg(test)]
mod tests;

pub use features::{INPUTS, KING_BUCKETS, Man, Outlook};
pub use follower::Follower;
pub use layers::MOST_ROWS;
pub use network::{CLIP, Network, OutputChange};
pub use neurons::NEURONS;
pub use shape::{NetworkError, Shape, WIDEST};
pub use simd::{Kernel, Simd};
