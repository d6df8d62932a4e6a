//! What scores positions for the commands that play no game.

use crate::{eval::Evaluation, options::Options, session};

/// What scores positions.
///
/// # Errors
/// If it is to be a network and there is none.
pub fn evaluation(options: &Options) -> Result<Evaluation, String> {
    let settings = options.settings();
    session::evaluation(&settings.evaluation, &settings.eval_file)
}
