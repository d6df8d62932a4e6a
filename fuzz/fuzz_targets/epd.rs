//! Whatever a file of test positions holds, it is read or refused; what is read has a right answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::lab::suite;

fuzz_target!(|text: &str| {
    for exercise in suite::read(text).into_iter().flatten() {
        assert!(!exercise.wanted().is_empty(), "{exercise:?}");
    }
});
