//! Whatever a network's file holds, it is read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::eval::nnue::Network;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(network) = Network::parse(bytes) {
        assert!(!network.to_string().is_empty());
    }
});
