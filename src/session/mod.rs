//! The game being played: who thinks, when, and on whose clock.
//!
//! `core` is a pure machine: a command or a worker's message goes in with the time, effects come
//! out. `core` never waits, locks or reads a clock; `time_source` reads the wall clock, `engine` and
//! `cluster` own the threads, `runtime` is the loop. `simulated` drives the same core on a clock made
//! of nodes.

mod agreements;
mod answers;
mod board;
mod cluster;
mod control;
pub mod conversation;
pub mod core;
mod engine;
mod evaluation;
mod inline_worker;
mod lag;
mod opening;
mod overseer;
mod pacer;
mod pausing;
mod playing;
mod pondering;
mod readiness;
mod reports;
mod requests;
mod root_moves;
pub mod runtime;
mod searches;
mod searching;
mod settings;
mod setup;
mod signals;
pub mod simulated;
mod situation;
mod stall;
mod strength;
mod thread_worker;
mod time_source;
mod timekeeper;
mod worker;

pub use self::{
    control::{Control, Progress},
    core::Core,
    evaluation::{check_tables, evaluation},
    inline_worker::InlineWorker,
    lag::Lag,
    overseer::Overseer,
    signals::{Heard, Listener},
    situation::situation,
    stall::Stall,
    thread_worker::{ThreadWorker, params},
    time_source::{NodeClock, TimeSource, Wall},
    worker::{ClusterNews, Errand, Find, Handicap, Job, Plan, Report, Worker, WorkerEvent},
};
