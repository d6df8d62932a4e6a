//! Which of the switches that hold for the engine's options concern which command: the help of each command shows these.

use std::ffi::OsString;

use clap::{Command, CommandFactory, FromArgMatches};

use super::{Args, separated};

/// All that sets options.
const ALL: &[&str] =
    &["config", "log", "threads", "hash", "policy", "ponder", "watch", "tunable", "sets"];
/// For searches of a given effort.
const SEARCHES: &[&str] = &["config", "threads", "hash", "sets"];
/// For searches on one thread with a table of their own.
const EVALUATES: &[&str] = &["config", "sets"];

/// The switches that concern a command.
fn concerning(command: &str) -> &'static [&'static str] {
    match command {
        "ics" | "options" => ALL,
        "suite" | "scaling" | "lab" => SEARCHES,
        "bench" | "match" | "screen" | "tune" | "train" => EVALUATES,
        _ => &[],
    }
}

/// The command line of the program. All switches are understood everywhere, but only shown where they concern a command.
pub fn command() -> Command {
    let mut command = Args::command();
    command.build();
    command.mut_subcommands(|inner| {
        let shown = concerning(inner.get_name());
        showing(inner, shown)
    })
}

/// A command and all below it with these of the common switches only.
fn showing(command: Command, shown: &[&str]) -> Command {
    let hidden = |id: &str| ALL.contains(&id) && !shown.contains(&id);
    command
        .mut_args(|argument| match hidden(argument.get_id().as_str()) {
            true => argument.hide(true),
            false => argument,
        })
        .mut_subcommands(|inner| showing(inner, shown))
}

/// The arguments of the program; if they are wrong or only ask for help, that is printed and the program ends.
pub fn read(given: impl Iterator<Item = OsString>) -> Args {
    let mut command = command();
    let matches = command.clone().get_matches_from(separated(given));
    Args::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
}
