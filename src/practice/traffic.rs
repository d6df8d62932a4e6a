//! What goes into the machine and what comes out of it.

use super::{fault_plan::Moment, record::Record};

/// What happens to the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A connection was opened; its number is below 2^63 and new.
    Opened(u64),
    /// Bytes came from it.
    Received(u64, Vec<u8>),
    /// It was closed by the other end.
    Closed(u64),
    /// The deadline has come.
    Tick,
}

/// What the host wants done or known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send bytes.
    Send(u64, Vec<u8>),
    /// Close a connection.
    Close(u64),
    /// Something has happened.
    Record(Record),
}

/// What goes out, before any fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outgoing {
    Send { to: u64, bytes: Vec<u8>, moment: Option<Moment> },
    Close(u64),
}
