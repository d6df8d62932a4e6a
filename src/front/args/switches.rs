//! Which of the switches that hold for the engine's options concern which command: the help of each command shows these.

use std::ffi::OsString;

use clap::{Command, CommandFactory, FromArgMatches};

use super::{Args, Task, separated};

/// All that sets options.
const ALL: &[&str] =
    &["config", "log", "threads", "hash", "policy", "ponder", "watch", "tunable", "sets"];
/// For searches of a given effort.
const SEARCHES: &[&str] = &["config", "threads", "hash", "tunable", "sets"];
/// For searches on one thread with a table of their own.
const COUNTS: &[&str] = &["config", "tunable", "sets"];
/// For whole games of the engine on clocks.
const PLAYS: &[&str] = &["config", "threads", "hash", "ponder", "tunable", "sets"];
/// For searches of a given effort on one thread.
const RECORDS: &[&str] = &["config", "hash", "sets"];
/// For questions to a policy alone.
const PLANS: &[&str] = &["config", "policy", "sets"];
/// For what goes by other options only, such as those of the evaluation or of policies.
const OTHERS: &[&str] = &["config", "sets"];
/// Above these switches in the help of a command, whose own are a list of their own.
const HEADING: &str = "Settings of the engine";

/// The switches that concern a command, which is called by all its words.
fn concerning(command: &str) -> &'static [&'static str] {
    match command {
        "ics" | "options" => ALL,
        "suite" | "scaling" => SEARCHES,
        "bench" | "lab climb" => COUNTS,
        "lab match" => PLAYS,
        "lab record" => RECORDS,
        "lab whatif" => PLANS,
        "match" | "screen" | "tune" | "book grow" | "lab replay" | "lab simulate"
        | "train generate" | "train outputs" | "train accuracy" => OTHERS,
        _ => &[],
    }
}

/// What a command sets before the configuration file and the command line do.
pub(super) fn usual(args: &Args, is_terminal: bool) -> Vec<(&'static str, &'static str)> {
    let own_book = args.wants_variety(is_terminal).then_some(("own_book", "true"));
    let hash = match &args.command {
        Some(Task::Lab(lab)) => lab.usual_hash(),
        _ => None,
    };
    own_book.into_iter().chain(hash.map(|hash| ("hash", hash))).collect()
}

/// The command line of the program. All switches are understood everywhere, but only shown where they concern a command.
pub fn command() -> Command {
    let mut command = Args::command();
    command.build();
    command.mut_subcommands(|inner| showing(inner, ""))
}

/// A command below these words, and all below it, with those of the common switches only that concern it.
fn showing(command: Command, above: &str) -> Command {
    let words = format!("{above} {}", command.get_name());
    let shown = concerning(words.trim_start());
    command
        .mut_args(|argument| match argument.get_id().as_str() {
            id if shown.contains(&id) => argument.help_heading(HEADING),
            id if ALL.contains(&id) => argument.hide(true),
            _ => argument,
        })
        .mut_subcommands(|inner| showing(inner, words.trim_start()))
}

/// The arguments of the program; if they are wrong or only ask for help, that is printed and the program ends.
pub fn read(given: impl Iterator<Item = OsString>) -> Args {
    let mut command = command();
    let matches = command.clone().get_matches_from(separated(given));
    Args::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
}
