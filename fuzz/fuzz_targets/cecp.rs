//! Any bytes as what XBoard says: every line is answered in whole lines, and nothing panics.
#![no_main]

mod conversation;

use libfuzzer_sys::fuzz_target;
use zeitnot::protocol::cecp::Cecp;

fuzz_target!(|bytes: &[u8]| conversation::hold(Cecp::new(conversation::options()), bytes));
