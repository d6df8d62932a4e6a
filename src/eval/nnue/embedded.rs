//! The network that comes with the program.

use std::sync::{Arc, LazyLock};

use super::network::Network;

/// Its file, or the one that the environment variable EVALFILE named when this was built (`build.rs`); `docs/networks.md` tells how it was made.
const FILE: &[u8] = include_bytes!(env!("ZEITNOT_NETWORK"));

/// What is in it: a network, as a test makes sure.
static EMBEDDED: LazyLock<Option<Arc<Network>>> =
    LazyLock::new(|| Network::parse(FILE).ok().map(Arc::new));

impl Network {
    /// The network that comes with the program.
    pub fn embedded() -> Option<Arc<Network>> {
        EMBEDDED.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_comes_with_the_program() {
        assert!(Network::embedded().is_some());
        assert!(FILE.len() < 4_000_000, "{} bytes", FILE.len());
    }
}
