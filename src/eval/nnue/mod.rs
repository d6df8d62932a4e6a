//! An efficiently updatable network: a hidden layer for each side's view of the board, whose sums
//! change by a few columns with every move, and an output.
//!
//! All numbers are whole, so that every processor comes to the same score.

mod embedded;
mod features;
mod file;
mod follower;
mod lanes;
mod network;
mod simd;
#[cfg(test)]
mod tests;

pub use features::{INPUTS, KING_BUCKETS, Man, Outlook};
pub use follower::Follower;
pub use network::{CLIP, Network, NetworkError, OutputChange, Shape, WIDEST};
pub use simd::{Kernel, Simd};
