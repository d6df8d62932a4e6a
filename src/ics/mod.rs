//! Internet Chess Servers: their bytes, their lines, and what they say of a game. Pure: bytes and
//! times in, values out; sockets and threads are the front end's.

pub mod bot;
mod challenge;
pub mod config;
mod datagram;
mod dialect;
mod formula;
mod hours;
mod lag;
mod lines;
mod rules;
mod said;
mod style12;
mod talk;
mod telnet;
pub mod timeseal;

pub use challenge::{Player, Rating, Terms};
pub use datagram::Left;
pub use formula::{Formula, FormulaError, Problem, Variable};
pub use lag::Lags;
pub use lines::{Lines, strip_prompt};
pub use said::{
    Ad, Answer, Barred, Farewell, Heading, Invitation, Obstacle, Offer, Pending, Proposal, Refusal,
    Result, Said, Stored, Topic, Tournament, TournamentEvent,
};
pub use style12::{Board, BoardError, Relation};
pub use talk::{Manner, Speaker, Talk};
pub use telnet::Telnet;
