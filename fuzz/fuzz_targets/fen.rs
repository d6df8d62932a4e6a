//! A position that is accepted from a FEN is written as one that gives it back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::position::Position;

fuzz_target!(|text: &str| {
    if let Ok(position) = Position::from_fen(text) {
        let written = position.fen();
        assert_eq!(Position::from_fen(&written).as_ref(), Ok(&position), "{written}");
    }
});
