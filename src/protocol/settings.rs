//! What the session has to know of the options.

use crate::{message::Setting, options::Options};

/// The setting of the session that the option `id` stands for, at its present value; `None` for an
/// option that is no business of the session.
pub fn setting(options: &Options, id: &str) -> Option<Setting> {
    match id {
        "threads" => Some(Setting::Threads(options.threads())),
        "hash" => Some(Setting::Hash(options.hash())),
        "policy" => Some(Setting::Policy(options.policy().to_owned())),
        "clock" => Some(Setting::Clock(options.clock())),
        "ponder" => Some(Setting::Ponder(options.ponder())),
        "move_overhead" => Some(Setting::MoveOverhead(options.move_overhead())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{clock::TimeControl, options::Kind, timing};

    #[test]
    fn the_policies_to_choose_from_are_the_ones_there_are() {
        let options = Options::new().expect("a valid table");
        let kind = &options.spec("policy").expect("the option").kind;
        assert!(matches!(kind, Kind::Combo { choices, .. } if choices == timing::NAMES));
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
}
