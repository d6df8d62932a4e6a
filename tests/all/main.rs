//! What the library and the program do as a whole, in one binary: it links once, and runs all tests side
//! by side.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod architecture;
mod cluster;
mod dialogues;
mod logging;
mod numbers;
mod openbench;
mod policy_games;
mod practice;
mod recordings;
mod robustness;
mod rules;
mod scripts;
mod search;
mod session;
mod signals;
mod startup;
mod tactics;
mod terminal;
mod terminating;
mod unread;
mod watching;
