//! What scores positions for the commands that play no game, and the numbers they search by.

use crate::{
    eval::Evaluation,
    options::{Kind, Options, Spec},
    search::{Params, TUNABLES, Tunable},
    session,
};

/// The numbers of the search as options for UCI, for programs that tune them.
pub fn tunables() -> impl Iterator<Item = Spec> {
    TUNABLES.iter().map(|&Tunable { name, help, default, min, max }| Spec {
        id: name.to_owned(),
        kind: Kind::Spin { default: default.into(), min: min.into(), max: max.into() },
        cecp: None,
        uci: Some(name.to_owned()),
        unit: String::new(),
        help: help.trim().to_owned(),
    })
}

/// The numbers of the search, as they were set.
pub fn params(options: &Options) -> Params {
    session::params(&options.settings().numbers)
}

/// What scores positions.
///
/// # Errors
/// If it is to be a network and there is none.
pub fn evaluation(options: &Options) -> Result<Evaluation, String> {
    let settings = options.settings();
    session::evaluation(&settings.evaluation, &settings.eval_file)
}
