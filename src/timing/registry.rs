//! The one table of time policies.

use super::{Policy, rival};

/// A policy as it is listed and made.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name it is chosen by.
    pub name: &'static str,
    /// Where its rules come from.
    pub source: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    new: fn() -> Box<dyn Policy>,
}

/// All policies.
pub const POLICIES: &[Entry] = &[Entry {
    name: rival::NAME,
    source: "Rival, \"Timing Moves\"",
    description: "a share of the clock for every move, more when the score drops",
    new: || Box::new(rival::Rival::default()),
}];

/// The names of all policies, in the order of the table.
pub const NAMES: &[&str] = &{
    let mut names = [""; POLICIES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = POLICIES[i].name;
        i += 1;
    }
    names
};

/// The policy called `name`; `None` if there is none.
pub fn by_name(name: &str) -> Option<Box<dyn Policy>> {
    POLICIES.iter().find(|entry| entry.name == name).map(|entry| (entry.new)())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_policy_can_be_had_by_its_name() {
        assert!(NAMES.contains(&"rival"));
        for &name in NAMES {
            assert_eq!(by_name(name).map(|policy| policy.name()), Some(name));
        }
        assert!(by_name("no such policy").is_none());
    }
}
