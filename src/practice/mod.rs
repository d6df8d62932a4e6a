//! A chess server of our own on loopback, to practise against and to test the bridge with: it behaves
//! like the servers descended from Lasker's, faults of the line included.
//!
//! [`Host`] is a pure machine: bytes and times in, bytes and records out. Inside it the honest
//! server answers, partners to play with are its clients like any other, and the faults of a plan
//! are done to what goes out. `front/practice` puts it behind a port.

mod board;
mod challenges;
mod commands;
mod config;
mod endings;
mod faults;
mod host;
mod info;
mod link;
mod login;
mod offers;
mod partner;
mod playing;
mod record;
mod seeks;
mod server;
mod settings;
mod table;
mod talk;
#[cfg(test)]
mod tests;

pub use config::{Account, Config, Ping, Profile};
pub use faults::{Fault, Plan, Planned, Spoof};
pub use host::{Host, Input, Output};
pub use partner::{Partner, Seeking, Trick};
pub use record::{Outcome, Record};
pub use server::Moment;
