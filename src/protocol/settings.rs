//! What the session has to know of the options.

use crate::{
    message::{Despair, Scoring, Setting, Truce},
    options::Options,
    timing::{PARAMETERS, ParameterError, Parameters},
};

/// The setting of the session that the option `id` stands for, at its present value; `None` for an
/// option that is no business of the session.
pub fn setting(options: &Options, id: &str) -> Option<Setting> {
    match id {
        "threads" => Some(Setting::Threads(options.threads())),
        "hash" => Some(Setting::Hash(options.hash())),
        "policy" => Some(Setting::Policy(options.policy().to_owned())),
        "evaluation" | "eval_file" => Some(Setting::Evaluation(Scoring {
            name: options.evaluation().to_owned(),
            file: options.eval_file().to_owned(),
        })),
        "syzygy_path" => Some(Setting::Tables(options.syzygy_path().to_owned())),
        "clock" => Some(Setting::Clock(options.clock())),
        "ponder" => Some(Setting::Ponder(options.ponder())),
        "move_overhead" => Some(Setting::MoveOverhead(options.move_overhead())),
        "multipv" => Some(Setting::MultiPv(options.multi_pv())),
        "analyse_mode" => Some(Setting::AnalyseMode(options.analyse_mode())),
        "clear_hash" => Some(Setting::ClearHash),
        "draw_accept" | "draw_score" | "draw_move" => Some(Setting::Draw(truce(options))),
        "resign" | "resign_score" | "resign_moves" => Some(Setting::Resign(despair(options))),
        _ => {
            let parameter = PARAMETERS.iter().find(|parameter| parameter.name == id)?;
            let (name, value) = (id.to_owned(), parameter_value(options, parameter.name)?);
            Some(Setting::Parameter { name, value })
        }
    }
}

/// When to agree to a draw, as several options say together; `None` for never.
pub fn truce(options: &Options) -> Option<Truce> {
    let (score, from_move) = options.draw()?;
    Some(Truce { score, from_move })
}

/// When to resign, as several options say together; `None` for never.
pub fn despair(options: &Options) -> Option<Despair> {
    let (score, moves) = options.resign()?;
    Some(Despair { score, moves })
}

/// The parameters of the time policies, as the options set them.
///
/// # Errors
/// If the table of options allows a value that the policies do not; a test shows that it does not.
pub fn parameters(options: &Options) -> Result<Parameters, ParameterError> {
    let mut parameters = Parameters::default();
    for parameter in PARAMETERS {
        if let Some(value) = parameter_value(options, parameter.name) {
            parameters.set(parameter.name, value)?;
        }
    }
    Ok(parameters)
}

/// An option as the number that the policies take it for.
fn parameter_value(options: &Options, id: &str) -> Option<i64> {
    options.get_spin(id).or_else(|| options.get_check(id).map(i64::from))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        clock::TimeControl,
        options::Kind,
        timing::{self, Parameter, parameters},
    };

    #[test]
    fn the_policies_to_choose_from_are_the_ones_there_are() {
        let options = Options::new().expect("a valid table");
        let kind = &options.spec("policy").expect("the option").kind;
        assert!(matches!(kind, Kind::Combo { choices, .. } if choices == timing::NAMES));
    }

    #[test]
    fn the_parameters_of_the_policies_are_options_of_the_same_bounds() {
        let options = Options::new().expect("a valid table");
        for parameter in PARAMETERS {
            let spec = options.spec(parameter.name).expect(parameter.name);
            let bounds = match spec.kind {
                Kind::Spin { default, min, max } => Some((default, min, max)),
                Kind::Check { default } => Some((i64::from(default), 0, 1)),
                _ => None,
            };
            let (default, min, max) = bounds.expect("a number or a switch");
            let Parameter { name, .. } = *parameter;
            assert_eq!(*parameter, Parameter { name, default, min, max });
        }
    }

    #[test]
    fn parameters_reach_the_session_and_its_start() {
        let mut options = Options::new().expect("a valid table");
        assert_eq!(super::parameters(&options), Ok(Parameters::default()));
        options.set("fixed_time", "250").expect("in range");
        options.set("trap", "on").expect("a switch");
        let told = |id: &str, value| Some(Setting::Parameter { name: id.to_owned(), value });
        assert_eq!(setting(&options, "fixed_time"), told("fixed_time", 250));
        assert_eq!(setting(&options, "trap"), told("trap", 1));
        let start = super::parameters(&options).expect("within bounds");
        assert_eq!(start.get(parameters::FIXED_TIME), 250);
        assert!(start.is_on(parameters::TRAP));
    }

    #[test]
    fn the_session_is_told_what_the_options_say() {
        let mut options = Options::new().expect("a valid table");
        options.set("hash", "128").expect("in range");
        assert_eq!(setting(&options, "hash"), Some(Setting::Hash(128)));
        assert_eq!(setting(&options, "policy"), Some(Setting::Policy("rival".into())));
        assert_eq!(setting(&options, "color"), None);
        assert_eq!(setting(&options, "clock"), Some(Setting::Clock(None)));
        options.set("clock", "0//5,N1").expect("a clock");
        let control = TimeControl::PerMove(Duration::from_secs(5));
        assert_eq!(setting(&options, "clock"), Some(Setting::Clock(Some(control))));
    }
    #[test]
    fn a_draw_is_agreed_to_up_to_a_score_or_never() {
        let mut options = Options::new().expect("a valid table");
        options.set("draw_score", "-50").expect("in range");
        assert_eq!(
            setting(&options, "draw_score"),
            Some(Setting::Draw(Some(Truce { score: -50, from_move: 20 })))
        );
        options.set("draw_accept", "false").expect("a switch");
        for id in ["draw_accept", "draw_score", "draw_move"] {
            assert_eq!(setting(&options, id), Some(Setting::Draw(None)), "{id}");
        }
    }

    #[test]
    fn a_game_is_resigned_by_score_and_moves_or_never() {
        let mut options = Options::new().expect("a valid table");
        assert_eq!(setting(&options, "resign_score"), Some(Setting::Resign(None)));
        options.set("resign", "true").expect("a switch");
        options.set("resign_moves", "3").expect("in range");
        let despair = Some(Despair { score: 900, moves: 3 });
        for id in ["resign", "resign_score", "resign_moves"] {
            assert_eq!(setting(&options, id), Some(Setting::Resign(despair)), "{id}");
        }
    }

    #[test]
    fn analysis_has_its_settings() {
        let mut options = Options::new().expect("a valid table");
        options.set("multipv", "3").expect("in range");
        options.set("analyse_mode", "true").expect("a switch");
        assert_eq!(setting(&options, "multipv"), Some(Setting::MultiPv(3)));
        assert_eq!(setting(&options, "analyse_mode"), Some(Setting::AnalyseMode(true)));
        assert_eq!(setting(&options, "clear_hash"), Some(Setting::ClearHash));
    }
}
