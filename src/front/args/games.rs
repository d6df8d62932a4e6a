//! How games of the search against itself are asked for.

use clap::Args;

use super::at_once;
use crate::{eval::Evaluation, lab::matches::Setup};

/// The games that a command plays until it knows enough.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games {
    /// Games; a few more are played to make the last round whole
    #[arg(long, default_value_t = 4_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Which openings, and what else is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at once
    #[arg(long, default_value_t = 2, value_parser = at_once())]
    concurrency: usize,
}

impl Games {
    /// The games, with what scores positions.
    pub fn setup(&self, evaluation: Evaluation) -> Setup {
        let Games { games, nodes, seed, concurrency: threads } = *self;
        Setup { games, nodes, seed, threads, evaluation }
    }
}
