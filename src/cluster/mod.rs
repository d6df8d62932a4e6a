//! Several machines that search one position together, each with a table of its own.
//!
//! The session's own search is rank 0's search. Rank 0 of the job (`relay`) only passes messages on between
//! the session's pipe and the network; the other ranks (`rank`) search. Everybody gives away the deeper
//! entries of its table, which go once round a ring, and says how far it has come (`exchange`).
//!
//! Everything here but `mpi` works without an MPI library: the network is a trait, and there is one inside a
//! process (`loopback`).

mod exchange;
mod frame;
mod loopback;
mod message;
#[cfg(feature = "mpi")]
pub mod mpi;
mod network;
mod post;
mod rank;
mod relay;
mod searching;
#[cfg(test)]
mod tests;

pub use exchange::{Exchange, Line, Outgoing};
pub use frame::{FrameError, Frames, MAX_FRAME, frame};
pub use loopback::{Delayed, Loopback, loopback};
pub use message::{Help, Message, Report, Scope, Search, Setup, Traffic, VERSION};
pub use network::{Network, ROOT};
pub use rank::{Rank, together};
pub use relay::Relay;

use std::time::Duration;

/// How often each rank, and the session, gives a sign of life.
pub const SIGN_OF_LIFE: Duration = Duration::from_millis(200);
/// Who has given none for so long hangs.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// A rank that has heard nothing of the session for so long ends: it has been forgotten.
const FORGOTTEN: Duration = Duration::from_secs(30);
/// How long a rank or relay sleeps where there is nothing to do: short beside the time of an iteration, long
/// beside what looking takes.
const NAP: Duration = Duration::from_micros(500);
/// Messages that are heard before something is said again: signs of life must not wait for a flood to end.
const AT_ONCE: usize = 256;
