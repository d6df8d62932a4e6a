//! What the session has to do when an option is set.

use crate::{message::Command, options::Options};

/// The command that puts the option `id`, which has just been set or pressed, in force.
pub fn command(options: &Options, id: &str) -> Command {
    match id {
        "clear_hash" => Command::ClearHash,
        _ => Command::Set(Box::new(options.settings().clone())),
    }
}
