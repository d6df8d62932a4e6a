//! What could not be had and is tried again.

/// What of that which was asked for and could not be had (memory, a network, endgame tables, a book) is tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// Nothing: something else is set.
    Nothing,
    /// What this option asks for, as somebody has just set it.
    Option(String),
    /// All of it: somebody has put things right, and says so.
    All,
}

impl Again {
    /// Whether it is what this option asks for.
    pub fn covers(&self, option: &str) -> bool {
        match self {
            Again::Nothing => false,
            Again::Option(id) => id == option,
            Again::All => true,
        }
    }
}
