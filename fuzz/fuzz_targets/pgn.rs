//! Any text as a collection of games: whatever is in it, every game is read or reported.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::pgn::Reader;

fuzz_target!(|bytes: &[u8]| {
    Reader::new(bytes).for_each(drop);
});
