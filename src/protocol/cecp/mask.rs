//! Words that XBoard looks for in lines that are about something else, made harmless.
//!
//! It looks for them anywhere in a line and minds capitals, so a word is harmless with an apostrophe
//! behind its first letter. The lists follow the order in which its `HandleMachineMove` looks.

/// In any line: the engine could not be started.
const FAILED_START: [&str; 6] = [
    "not found",
    "No such file",
    "Permission denied",
    "unknown host",
    "can't alloc",
    "No remote directory",
];

/// In any line that is nothing else: a move, a draw claimed, a draw offered (which takes both words,
/// so that one of them may stay), an only move.
const MISTAKEN: [&str; 5] = ["...", "Draw", "game is a draw", "offer", "(only move)"];

/// In an `Illegal move` or `Error` line: the engine has no such command, or is of version 1.
const DISOWNED: [&str; 3] = ["draw", "analyze", "protover"];

/// In an `Illegal move` line: it is not heard, as if the move had been accepted.
const SWALLOWED: [&str; 12] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted",
];

/// In an `Error` line: a move was illegal and has to be taken back.
const ILLEGAL: [&str; 1] = ["llegal"];

/// What a text is going to be part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A comment, or a message for the user.
    Comment,
    /// The reason of a result.
    Result,
    /// A complaint about a move.
    IllegalMove,
    /// A complaint about a command.
    Error,
}

impl Place {
    /// The words that mean something else there.
    pub fn words(self) -> Vec<&'static str> {
        let lists: &[&[&str]] = match self {
            Place::Comment => &[&FAILED_START, &MISTAKEN],
            Place::Result => &[&FAILED_START],
            Place::IllegalMove => &[&FAILED_START, &MISTAKEN, &DISOWNED, &SWALLOWED],
            Place::Error => &[&FAILED_START, &MISTAKEN, &DISOWNED, &ILLEGAL],
        };
        lists.concat()
    }
}

/// The text with every word broken that would mean something else in its place.
pub(super) fn mask(text: &str, place: Place) -> String {
    let mut text = text.to_owned();
    for word in place.words() {
        // Once is not enough where occurrences overlap.
        while text.contains(word) {
            text = text.replace(word, &broken(word));
        }
    }
    text
}

/// The word with an apostrophe behind its first letter, or for it if there is no other.
fn broken(word: &str) -> String {
    let mut letters = word.chars();
    match (letters.next(), letters.as_str()) {
        (None, _) | (_, "") => "'".to_owned(),
        (Some(first), rest) => format!("{first}'{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PLACES: [Place; 4] = [Place::Comment, Place::Result, Place::IllegalMove, Place::Error];

    #[test]
    fn words_that_mean_something_else_are_broken() {
        let comment = |text| mask(text, Place::Comment);
        assert_eq!(comment("no draw is offered"), "no draw is o'ffered");
        assert_eq!(comment("Draw by repetition"), "D'raw by repetition");
        assert_eq!(comment("e2e4 ..... e4"), "e2e4 .'.'.'.. e4");
        assert_eq!(mask("option draw_score=9999", Place::Error), "option d'raw_score=9999");
        assert_eq!(mask("illegal position", Place::Error), "il'legal position");
        assert_eq!(mask("a rook on the board?", Place::IllegalMove), "a rook on the b'oard'");
        assert_eq!(mask("Draw by repetition", Place::Result), "Draw by repetition");
    }

    #[test]
    fn other_words_stay() {
        for text in ["", "time: planned 2.5 s, used 2.1 s, depth 14", "usermove e2e4", "caf\u{e9}"]
        {
            assert_eq!(mask(text, Place::Comment), text);
        }
    }

    proptest! {
        #[test]
        fn no_text_keeps_a_word_of_its_place(
            before in any::<String>(),
            words in prop::collection::vec(prop::sample::select(
                PLACES.iter().flat_map(|place| place.words()).collect::<Vec<_>>()), 0..5),
            glue in prop::sample::select(vec!["", " ", ".", "t", "an"]),
            after in any::<String>(),
        ) {
            let text = format!("{before}{}{after}", words.join(glue));
            for place in PLACES {
                let masked = mask(&text, place);
                for word in place.words() {
                    prop_assert!(!masked.contains(word), "{word} in {masked}");
                }
                prop_assert_eq!(mask(&masked, place), masked.clone());
                let without = |text: &str| text.replace(['\'', '?'], "");
                prop_assert_eq!(without(&masked), without(&text));
            }
        }
    }
}
