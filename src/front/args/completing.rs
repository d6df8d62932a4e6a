//! The words that a shell offers for arguments which are read freely: a policy may be written in capitals, and a number
//! may have a step behind it.

use clap::{Arg, Command, builder::PossibleValuesParser};

use super::command;
use crate::{
    search::TUNABLES,
    timing::{self, adaptive::Numbers},
};

/// The command line for shells that complete it: it offers more than the one that is read demands.
pub fn completed() -> Command {
    let command = command();
    let name = command.get_name().to_owned();
    offering(command, &name)
}

/// A command, which is called by these words, and all below it, with what can be offered for their arguments.
fn offering(command: Command, words: &str) -> Command {
    let offer = |argument: Arg| match offered(words, argument.get_id().as_str()) {
        names if names.is_empty() => argument,
        names => argument.value_parser(PossibleValuesParser::new(names)).hide_possible_values(true),
    };
    command.mut_args(offer).mut_subcommands(|inner| {
        let words = format!("{words} {}", inner.get_name());
        offering(inner, &words)
    })
}

/// The words that an argument of a command may be, or begin with; none where anything else may stand there.
fn offered(command: &str, argument: &str) -> Vec<&'static str> {
    match (command, argument) {
        (_, "policy")
        | ("zeitnot lab match", "a" | "b")
        | ("zeitnot lab replay" | "zeitnot lab simulate", "policies") => timing::NAMES.to_vec(),
        ("zeitnot tune", "numbers") => TUNABLES.iter().map(|tunable| tunable.name).collect(),
        ("zeitnot lab climb", "numbers") => Numbers::NAMES.to_vec(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use clap_complete::{Shell, generate};

    use super::*;

    /// The values that can be offered for an argument of a command.
    fn values(words: &[&str], argument: &str) -> Vec<String> {
        let mut command = completed();
        for word in words {
            command = command.find_subcommand(word).expect("a command").clone();
        }
        let argument = command.get_arguments().find(|it| it.get_id() == argument);
        let values = argument.expect("an argument").get_possible_values();
        values.iter().map(|value| value.get_name().to_owned()).collect()
    }

    #[test]
    fn policies_and_numbers_are_offered_by_name() {
        for (words, argument) in [
            (&[][..], "policy"),
            (&["lab", "whatif"], "policy"),
            (&["lab", "match"], "a"),
            (&["lab", "match"], "b"),
            (&["lab", "replay"], "policies"),
            (&["lab", "simulate"], "policies"),
        ] {
            assert_eq!(values(words, argument), timing::NAMES, "{words:?} {argument}");
        }
        assert!(values(&["tune"], "numbers").contains(&"delta".to_owned()));
        assert!(values(&["lab", "climb"], "numbers").contains(&"change".to_owned()));
        assert!(values(&["match"], "a").is_empty(), "numbers of the search with values");
    }

    #[test]
    fn shells_complete_the_names_of_policies() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut script = Vec::new();
            generate(shell, &mut completed(), "zeitnot", &mut script);
            let script = String::from_utf8_lossy(&script);
            assert!(script.contains("stockfish-like"), "{shell}");
        }
    }

    #[test]
    fn what_is_offered_is_not_demanded() {
        for line in [
            &["zeitnot", "--policy", "RIVAL"][..],
            &["zeitnot", "tune", "delta:5"],
            &["zeitnot", "lab", "simulate", "--policies", "instant"],
        ] {
            assert!(command().try_get_matches_from(line).is_ok(), "{line:?}");
        }
    }
}
