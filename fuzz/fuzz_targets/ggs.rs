//! A clock of the Generic Game Server that is accepted is written as one that means the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::clock::{format_ggs, parse_ggs};

fuzz_target!(|text: &str| {
    if let Ok(control) = parse_ggs(text) {
        let written = format_ggs(&control).expect("what GGS says, GGS can say");
        assert_eq!(parse_ggs(&written).as_ref(), Ok(&control), "{text} is written {written}");
    }
});
