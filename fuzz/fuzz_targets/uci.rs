//! Any bytes as what a UCI program says: every line is answered in whole lines, and nothing panics.
#![no_main]

mod conversation;

use libfuzzer_sys::fuzz_target;
use zeitnot::protocol::uci::Uci;

fuzz_target!(|bytes: &[u8]| conversation::hold(Uci::new(conversation::options()), bytes));
