//! How a match stands, in words.

use crate::lab::{
    elo::Pairs,
    sprt::{BOUND, Decision, Sprt},
};

/// Elo with its error, and how sure it is that the first side is the stronger one: not said while all pairs are
/// alike, which tells nothing of it.
pub fn strength(pairs: &Pairs) -> String {
    let sure = pairs.vary().then(|| format!(", LOS {:.1} %", 100.0 * pairs.superiority()));
    format!("Elo {}{}", pairs.elo(), sure.unwrap_or_default())
}

/// How a test stands, and what it has come to.
pub fn test(sprt: &Sprt, pairs: &Pairs) -> String {
    let verdict = match sprt.decision(pairs) {
        Some(Decision::Upper) => format!("at least {:+} Elo is accepted", sprt.elo1),
        Some(Decision::Lower) => format!("at most {:+} Elo is accepted", sprt.elo0),
        None => "not decided".to_owned(),
    };
    format!("SPRT {sprt}: LLR {:+.2} of {BOUND:.2}, {verdict}", sprt.llr(pairs))
}

/// Both in short, for a bar.
pub fn brief(sprt: Option<&Sprt>, pairs: &Pairs) -> String {
    let llr = sprt.map(|sprt| format!(", LLR {:+.2}", sprt.llr(pairs)));
    strength(pairs) + &llr.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_has_just_begun_claims_no_certainty() {
        assert_eq!(strength(&Pairs([0, 0, 1, 0, 0])), "Elo +0.0");
        assert_eq!(strength(&Pairs([0, 1, 2, 1, 0])), "Elo +0.0 +- 125.6, LOS 50.0 %");
    }

    #[test]
    fn a_test_says_what_is_accepted() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0 };
        let [good, bad] = [[0, 9, 90, 60, 9], [9, 60, 90, 9, 0]].map(Pairs);
        assert!(
            brief(Some(&sprt), &good).contains(", LOS 100.0 %, LLR +"),
            "{}",
            test(&sprt, &good)
        );
        let open = test(&sprt, &Pairs([1, 1, 1, 1, 1]));
        assert!(open.starts_with("SPRT [0, 5]: LLR -0.00 of 2.94, not decided"), "{open}");
        let [good, bad] = [good, bad].map(|Pairs(pairs)| Pairs(pairs.map(|count| 20 * count)));
        assert!(test(&sprt, &good).ends_with("at least +5 Elo is accepted"));
        assert!(test(&sprt, &bad).ends_with("at most +0 Elo is accepted"));
    }
}
