//! What a session is set up with, as the options say.

use std::error::Error;

use crate::{
    clock::parse_control,
    eval::Evaluation,
    options::Options,
    protocol::settings::{despair, parameters, truce},
    session::{self, Defaults, runtime::Settings},
};

/// What scores positions.
///
/// # Errors
/// If it is to be a network and there is none.
pub fn evaluation(options: &Options) -> Result<Evaluation, String> {
    session::evaluation(options.evaluation(), options.eval_file())
}

/// The settings of a session.
///
/// # Errors
/// If an option cannot be read.
pub fn session(options: &Options) -> Result<Settings, Box<dyn Error>> {
    Ok(Settings {
        threads: options.threads(),
        hash: options.hash(),
        tables: options.syzygy_path().to_owned(),
        defaults: Defaults {
            policy: options.policy().to_owned(),
            parameters: parameters(options)?,
            move_overhead: options.move_overhead(),
            ponder: options.ponder(),
            multi_pv: options.multi_pv(),
            evaluation: evaluation(options)?,
            control: parse_control(options.level())?,
            clock: options.clock(),
            draw: truce(options),
            resign: despair(options),
        },
    })
}
