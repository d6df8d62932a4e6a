//! Games without chess, for policies to spend their clocks on: thousands a second, the same for every
//! policy.
//!
//! A game is as long as its lot says (`lengths`). Each of its moves has a difficulty, and what the move
//! loses falls with the time it gets (`world`). A search is a row of iterations whose best moves and
//! scores change, the more the harder the move and the younger the search (`searching`). Policies see it
//! as they see real searches, plan through the real `timing` and on the real `clock`, and lose what the
//! way to a server takes (`lag`). `optimum` is what could be had: by one who knows no difficulties and
//! all else, and by one who knows them too.

mod game;
mod lag;
mod lengths;
mod optimum;
mod player;
mod pool;
mod searching;
mod tally;
#[cfg(test)]
mod tests;
mod world;

pub use lag::LagModel;
pub use lengths::Lengths;
pub use player::Player;
pub use pool::{Setup, games, mean_loss, results, simulate};
pub use tally::{Results, Row, Tally};
pub use world::World;
