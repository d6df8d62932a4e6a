//! Networks from the engine's own games: self-play, the files that keep it, and what is learned
//! from it.

pub mod fit;
mod format;
mod ranking;
mod record;
mod sample;
mod selfplay;
mod store;

pub use format::Damage;
pub use record::{Chance, Record, SURE, centipawns, chance};
pub use sample::{Sample, is_kept, samples};
pub use selfplay::SelfPlay;
pub use store::{Block, Blocks, Header, Packed, Store, StoreError};
