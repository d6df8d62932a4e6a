//! What the session has to do when an option is set.

use crate::{
    message::{Again, Command},
    options::Options,
};

/// The command that puts all options in force.
pub fn all(options: &Options, again: Again) -> Command {
    Command::Set { settings: Box::new(options.settings().clone()), again }
}

/// The command that puts the option `id`, which has just been set or pressed, in force.
pub fn command(options: &Options, id: &str) -> Command {
    match id {
        "clear_hash" => Command::ClearHash,
        _ => all(options, Again::Option(id.to_owned())),
    }
}
