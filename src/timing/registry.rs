//! The one table of time policies.

use super::{
    Parameters, Policy,
    achilles::{self, Achilles},
    adaptive::{self, Adaptive},
    baguette,
    crafty_like::{self, CraftyLike},
    cray_blitz::{self, CrayBlitz},
    ethereal_like::{self, EtherealLike},
    fixed::{self, Fixed},
    frame::Frame,
    plain::Plain,
    rival::{self, Rival},
    stockfish_like::{self, StockfishLike},
    vs_average, vs_length, vs_material, vs_percentile,
};

/// A policy as it is listed and made.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name it is chosen by.
    pub name: &'static str,
    /// Where its rules come from.
    pub source: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    new: fn(&Parameters) -> Box<dyn Policy>,
}

/// The paper "Time management procedure in computer chess".
const PAPER: &str = "Vuckovic and Solak";

/// All policies.
pub const POLICIES: &[Entry] = &[
    Entry {
        name: adaptive::NAME,
        source: "this project",
        description: "a share of the clock, and as much of it as going on is worth",
        new: |parameters| Box::new(Adaptive::with(parameters.numbers)),
    },
    Entry {
        name: rival::NAME,
        source: "Rival, \"Timing Moves\"",
        description: "a share of the clock for every move, more when the score drops",
        new: |_| Box::new(Rival),
    },
    Entry {
        name: vs_average::NAME,
        source: PAPER,
        description: "one time for every move, as if the game had average length",
        new: |parameters| Plain::boxed(vs_average::NAME, vs_average::time, parameters),
    },
    Entry {
        name: vs_percentile::NAME,
        source: PAPER,
        description: "one time for every move, as if the game outlasted most others",
        new: |parameters| Plain::boxed(vs_percentile::NAME, vs_percentile::time, parameters),
    },
    Entry {
        name: vs_length::NAME,
        source: PAPER,
        description: "a share of what is left, by how many moves have been made",
        new: |parameters| Plain::boxed(vs_length::NAME, vs_length::time, parameters),
    },
    Entry {
        name: vs_material::NAME,
        source: PAPER,
        description: "a share of what is left, by the material on the board",
        new: |parameters| Plain::boxed(vs_material::NAME, vs_material::time, parameters),
    },
    Entry {
        name: vs_material::CONTINUOUS,
        source: PAPER,
        description: "like vs-material, without the jumps of the printed formula",
        new: |parameters| {
            Plain::boxed(vs_material::CONTINUOUS, vs_material::continuous, parameters)
        },
    },
    Entry {
        name: achilles::NAME,
        source: PAPER,
        description: "more for doubtful and close choices, recaptures at once",
        new: |parameters| Box::new(Achilles::new(parameters)),
    },
    Entry {
        name: cray_blitz::NAME,
        source: "Hyatt 1984, Cray Blitz",
        description: "decides at half, full, double and fourfold time whether to go on",
        new: |_| Box::new(CrayBlitz),
    },
    Entry {
        name: baguette::NAME,
        source: "Baguette",
        description: "half the initial time for forty moves, then a fortieth of the rest each",
        new: |parameters| Plain::boxed(baguette::NAME, baguette::time, parameters),
    },
    Entry {
        name: fixed::NAME,
        source: "Rival and others",
        description: "the same time for every move, with a clock or without",
        new: |parameters| Box::new(Fixed::new(parameters)),
    },
    Entry {
        name: stockfish_like::NAME,
        source: "Stockfish, retold",
        description: "a growing share, scaled by score, stability, changes and nodes",
        new: |_| Box::new(StockfishLike),
    },
    Entry {
        name: ethereal_like::NAME,
        source: "Ethereal, retold",
        description: "a twentieth of the clock, scaled by stability, score and nodes",
        new: |_| Box::new(EtherealLike),
    },
    Entry {
        name: crafty_like::NAME,
        source: "Crafty, retold",
        description: "a share of the clock, scaled by how hard the choice has been",
        new: |_| Box::new(CraftyLike),
    },
];

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

/// The policy called `name` with these parameters; `None` if there is none.
pub fn by_name(name: &str, parameters: &Parameters) -> Option<Box<dyn Policy>> {
    let entry = POLICIES.iter().find(|entry| entry.name == name)?;
    Some(framed((entry.new)(parameters)))
}

/// A policy with the rules around it that all policies of the table share.
pub fn framed(policy: Box<dyn Policy>) -> Box<dyn Policy> {
    Box::new(Frame::new(policy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_policy_can_be_had_by_its_name() {
        let parameters = Parameters::default();
        assert!(NAMES.contains(&"rival"));
        for &name in NAMES {
            assert_eq!(by_name(name, &parameters).map(|policy| policy.name()), Some(name));
        }
        assert!(by_name("no such policy", &parameters).is_none());
    }

    #[test]
    fn the_manual_has_a_section_for_every_policy() {
        let manual = include_str!("../../docs/time-policies.md");
        let headings: Vec<&str> =
            manual.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        for name in NAMES {
            let is_told =
                headings.iter().any(|heading| heading.split(' ').any(|word| word == *name));
            assert!(is_told, "{name}");
        }
    }

    #[test]
    fn no_name_stands_for_two_policies() {
        let names: std::collections::BTreeSet<_> = NAMES.iter().collect();
        assert_eq!(names.len(), NAMES.len());
    }
}
