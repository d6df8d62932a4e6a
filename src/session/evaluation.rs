//! Which evaluation scores positions, and what endgame tables there are for it, as the options say.

use std::{path::Path, sync::Arc};

use super::core::Core;
use crate::{
    eval::{Evaluation, nnue::Network},
    tablebase::Tablebase,
};

/// The evaluation with this name (`auto`, `classical`, `baguette` or `network`); a network comes from `file`, if
/// that is not empty.
///
/// # Errors
/// If there is no such evaluation, or no network in the file.
pub fn evaluation(name: &str, file: &str) -> Result<Evaluation, String> {
    match (name, file) {
        ("classical", _) => Ok(Evaluation::Classical),
        ("auto" | "network", "") => Ok(Evaluation::best()),
        ("baguette", _) => Ok(Evaluation::Baguette),
        ("auto" | "network", file) => match Network::open(Path::new(file)) {
            Ok(network) => Ok(Evaluation::Network(Arc::new(network))),
            Err(error) => Err(format!("eval_file: no network in {file}: {error}")),
        },
        (name, _) => Err(format!("there is no evaluation {name:?}")),
    }
}

/// Looks over the endgame tables that a session with this `syzygy_path` would use.
///
/// # Errors
/// If there are none, or one is cut short.
pub fn check_tables(folders: &str) -> Result<(), String> {
    if folders.is_empty() {
        return Ok(());
    }
    Tablebase::check(folders).map(drop).map_err(|error| format!("syzygy_path: {error}"))
}

impl Core {
    /// From now on questions are answered by this evaluation; `None` if the one asked for could not be had.
    pub(super) fn judge_by(&mut self, evaluation: Option<Evaluation>) {
        self.unmet.evaluation = evaluation.is_none();
        self.evaluation = evaluation.unwrap_or(self.evaluation.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_file_choose_the_evaluation() {
        for file in ["", "/nowhere/net"] {
            assert_eq!(evaluation("classical", file), Ok(Evaluation::Classical), "{file}");
        }
        for name in ["auto", "network"] {
            assert_eq!(evaluation(name, ""), Ok(Evaluation::best()), "{name}");
        }
        assert_eq!(evaluation("baguette", ""), Ok(Evaluation::Baguette));
        for (name, file, reason) in [
            ("network", "/nowhere/net", "eval_file: no network in /nowhere/net: "),
            ("auto", "/nowhere/net", "eval_file: no network in /nowhere/net: "),
            ("auto", "Cargo.toml", "eval_file: no network in Cargo.toml: this is no network"),
            ("nnue", "", "there is no evaluation"),
        ] {
            let refusal = evaluation(name, file).expect_err(reason);
            assert!(refusal.starts_with(reason), "{refusal}");
        }
    }
}
