//! A chess server of our own on loopback, to practise against and to test the bridge with: it behaves
//! like the servers descended from Lasker's, faults of the line included.
//!
//! [`Host`] is a pure machine: bytes and times in, bytes and records out. Inside it the honest
//! server answers, partners to play with are its clients like any other, and the faults of a plan
//! are done to what goes out. `front/practice` puts it behind a port and finds the partners' moves.
//!
//! From the bottom: what the server keeps (`settings`, `link`, `table`, `offer`), the `server` that
//! holds and says it, what it does about offers, advertisements, games and logins, and `commands`,
//! where all that clients send comes in. No module knows one above it.

mod agreements;
mod board;
mod challenges;
mod client;
mod commands;
mod config;
mod endings;
mod fault_plan;
mod faults;
mod games;
mod host;
mod info;
mod link;
mod login;
mod offer;
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
mod traffic;

pub use config::{Account, Config, Ping, Profile};
pub use fault_plan::{Fault, FaultPlan, Moment, PlannedFault, Spoof};
pub use host::Host;
pub use partner::{Engine, Partner, Seeking, Trick};
pub use record::{Outcome, Record};
pub use traffic::{Incoming, Output};
