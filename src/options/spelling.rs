//! What somebody may have meant by a word nobody knows.

use strsim::osa_distance;

/// The one of `words` most like `word`: it begins with it, or at most two letters are wrong,
/// missing, too many or swapped with their neighbour; never more than half of them.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let length = word.chars().count();
    if length < 2 {
        return None;
    }
    words.clone().find(|candidate| candidate.starts_with(word)).or_else(|| {
        words
            .map(|candidate| (osa_distance(word, candidate), candidate))
            .filter(|&(distance, _)| distance <= 2.min(length / 2))
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, candidate)| candidate)
    })
}

/// Whether two names differ at most in case and in how their words are joined.
pub fn is_same(one: &str, other: &str) -> bool {
    let letters = |name: &str| {
        let kept = name.chars().filter(|c| !matches!(c, ' ' | '_'));
        kept.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    letters(one) == letters(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_however_its_words_are_joined() {
        assert!(is_same("Book File", "BookFile") && is_same("book_file", "bookfile"));
        assert!(!is_same("Book File", "Book Files"));
    }

    const WORDS: [&str; 4] = ["undo", "analyze", "quit", "moves"];

    #[test]
    fn slips_of_the_fingers_are_understood() {
        let meant = |word| nearest(word, WORDS.into_iter());
        assert_eq!(meant("udno"), Some("undo"));
        assert_eq!(meant("analise"), Some("analyze"));
        assert_eq!(meant("qit"), Some("quit"));
        assert_eq!(meant("undos"), Some("undo"));
        assert_eq!(meant("mo"), Some("moves"));
        assert_eq!(meant("castle"), None);
        assert_eq!(meant("u"), None);
        assert_eq!(meant("äöüß"), None);
    }
}
