//! Any text as a configuration file: refused with a line that is there, or taken over with values
//! that the options accept one by one as well.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use zeitnot::options::Options;

static DEFAULTS: LazyLock<Options> = LazyLock::new(|| Options::new().expect("a valid table"));

fuzz_target!(|text: &str| {
    let mut options = DEFAULTS.clone();
    match options.load(text, "fuzzed.toml") {
        Err(error) => {
            assert_eq!(options, *DEFAULTS, "a refused file changes nothing");
            let lines = 1..=1 + text.matches('\n').count();
            assert!(error.faults.keys().all(|line| lines.contains(line)), "{error}");
        }
        Ok(()) => {
            let mut again = DEFAULTS.clone();
            for (spec, value) in options.iter() {
                again.set(&spec.id, &value.to_string()).expect("a value that was in force");
            }
            assert_eq!(again, options);
        }
    }
});
