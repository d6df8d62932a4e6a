//! Any text as a bot's files, the operator's and the one that the bot keeps: refused with a line that is there, or read
//! and written so that it is read as the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::ics::{bot::State, config::Config};

fuzz_target!(|text: &str| {
    match Config::parse(text, "fuzzed.toml") {
        Ok(config) => {
            let written = config.in_force();
            let again =
                Config::parse(&written, "again.toml").expect("what is in force can be read");
            assert_eq!(again.in_force(), written);
        }
        Err(error) => {
            let lines = 1..=1 + text.matches('\n').count();
            assert!(error.line.is_none_or(|line| lines.contains(&line)), "{error}");
        }
    }
    if let Ok(state) = State::parse(text) {
        let again = State::parse(&state.to_text()).expect("what was written can be read");
        assert_eq!(again.to_text(), state.to_text());
    }
});
