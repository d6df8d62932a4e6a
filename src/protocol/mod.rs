//! Languages of chess programs, as text alone: lines in, commands out, and events back into lines.
//!
//! Nothing here reads or writes a stream, starts a thread or knows the time. Whatever arrives, no
//! function panics.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable
)]

pub mod appraisal;
pub mod cecp;
pub mod line;
pub mod settings;
pub mod text;
pub mod uci;
