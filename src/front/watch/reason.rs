//! The engine's reasons for its times as they stand on paper, for the page.

use serde::Serialize;

use crate::{message::Explanation, timing::nameless};

/// Why a move took as long as it did, without the name of the policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Why the thinking ended.
    ended: String,
    /// Why it went on beyond the plan, if it did.
    extended: Option<String>,
    /// What more time would have brought.
    more: Option<String>,
}

impl Reason {
    /// Reads what an account says.
    pub fn read(text: &str) -> Reason {
        let Explanation { went_on, ended, more_time } = Explanation::read(text);
        let extended = went_on.map(|rule| nameless(&rule).to_owned());
        Reason { ended: nameless(&ended).to_owned(), extended, more: more_time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_reason_has_its_place() {
        let read = Reason::read(
            "adaptive: best move in doubt, extended to 2.0 s; adaptive: best move stable for 3 iterations, \
             another 2.0 s would change it in 1 of 60 cases",
        );
        assert_eq!(read.ended, "best move stable for 3 iterations");
        assert_eq!(read.extended.as_deref(), Some("best move in doubt, extended to 2.0 s"));
        assert_eq!(read.more.as_deref(), Some("another 2.0 s would change it in 1 of 60 cases"));
    }

    #[test]
    fn other_words_are_a_reason_as_they_are() {
        for text in ["", "book: 12 of 40", "only move", "told to move now"] {
            let reason = Reason { ended: text.to_owned(), ..Reason::default() };
            assert_eq!(Reason::read(text), reason, "{text}");
        }
    }
}
