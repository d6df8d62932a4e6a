//! The game being played: who thinks, when, and on whose clock.
//!
//! `core` is a pure machine: a command or a worker's message goes in with the time, effects come
//! out. `runtime` alone owns threads, channels and the wall clock; `simulated` drives the same core
//! on a clock made of nodes.

mod agreements;
mod answers;
mod control;
pub mod conversation;
pub mod core;
mod evaluation;
mod lag;
mod mind;
mod pacer;
mod pausing;
mod playing;
mod pondering;
mod requests;
mod root_moves;
pub mod runtime;
mod settings;
mod setup;
mod signals;
pub mod simulated;
mod time_source;
mod worker;

pub use self::{
    control::{Control, Progress, Replan},
    core::{Core, Defaults},
    evaluation::evaluation,
    time_source::{NodeClock, TimeSource, Wall},
    worker::{Errand, Find, Job, Plan, Report, ThreadWorker, Worker, WorkerEvent},
};
