//! Which program this is, wherever it says so: to other programs, to servers, to people and on paper.

/// Its name.
pub const NAME: &str = env!("CARGO_PKG_NAME");

/// Its version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Its name with its version behind it, as it introduces itself.
pub const NAME_AND_VERSION: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
