//! What hides a move: a position that the search does not solve is searched again without one technique
//! at a time. Where that finds the move with no more effort, the technique had hidden it.

use crate::search::Params;

/// A technique that the search can do without.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// Its name, as in docs/search.md.
    pub name: &'static str,
    /// The number that turns it off, and the value that does.
    off: (&'static str, i32),
}

/// What chance alone finds: the same search with an aspiration window that is a centipawn wider. A technique
/// that hides no more than this hides nothing.
pub const CHANCE: Technique = Technique { name: "nothing, by chance", off: ("aspiration", 17) };

/// Every technique that leaves something out, looks less deep, or decides what is looked at deeper.
pub const TECHNIQUES: [Technique; 10] = [
    Technique { name: "reverse futility", off: ("reverse_futility_depth", 0) },
    Technique { name: "null move", off: ("null_move_depth", 100) },
    Technique { name: "internal iterative reduction", off: ("iir_depth", 100) },
    Technique { name: "futility", off: ("futility_depth", -1) },
    Technique { name: "futility of captures", off: ("futility_capture_depth", -1) },
    Technique { name: "late moves", off: ("late_move_depth", 0) },
    Technique { name: "bad history", off: ("history_pruning", 40_000) },
    Technique { name: "bad exchanges of quiet moves", off: ("exchange_quiet", 200) },
    Technique { name: "bad exchanges of captures", off: ("exchange_capture", 400) },
    Technique { name: "late move reductions by half", off: ("reduction_divisor", 400) },
];

impl Technique {
    /// The numbers of a search without it, the others as they are in these.
    pub fn left_out(&self, usual: &Params) -> Params {
        let mut params = usual.clone();
        let (name, value) = self.off;
        let set = params.set(name, value);
        debug_assert_eq!(set, Ok(()), "a test sets each of them");
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_can_be_left_out() {
        for technique in TECHNIQUES.iter().chain([&CHANCE]) {
            let (name, value) = technique.off;
            let params = technique.left_out(&Params::default());
            assert_eq!(params.get(name), Some(value), "{}", technique.name);
            assert_ne!(params, Params::default(), "{}", technique.name);
        }
        let usual = Params::default().get("aspiration");
        assert_eq!(usual.map(|window| window + 1), Some(CHANCE.off.1), "a centipawn wider");
    }
}
