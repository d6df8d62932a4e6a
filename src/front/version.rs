//! Which program this is, to the commit.

use std::sync::LazyLock;

use crate::{
    eval::nnue::{Network, Simd},
    program::VERSION,
};

/// Version, commit (of a release build), network and the processor's instructions that it is reckoned with, as
/// `--version` and the log tell them.
pub fn version() -> &'static str {
    static WHOLE: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("ZEITNOT_COMMIT").filter(|commit| !commit.is_empty());
        let commit = commit.map(|commit| format!("commit {commit}, ")).unwrap_or_default();
        let network =
            Network::embedded().map_or("no network".to_owned(), |it| format!("network {it}"));
        format!("{} ({commit}{network}, {})", VERSION, Simd::widest())
    });
    &WHOLE
}
