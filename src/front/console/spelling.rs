//! What somebody may have meant by a word nobody knows.

/// The one of `words` most like `word`: it begins with it, or at most two letters are wrong,
/// missing, too many or swapped with their neighbour; never more than half of them.
pub(super) fn nearest<'a>(
    word: &str,
    words: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    let length = word.chars().count();
    if length < 2 {
        return None;
    }
    words.clone().find(|candidate| candidate.starts_with(word)).or_else(|| {
        words
            .map(|candidate| (distance(word, candidate), candidate))
            .filter(|&(distance, _)| distance <= 2.min(length / 2))
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, candidate)| candidate)
    })
}

/// How many letters must be changed, added or dropped to turn `a` into `b` (Levenshtein), where
/// swapping two neighbours counts as one (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<usize>>()];
    let mut before = None;
    for (i, c) in a.chars().enumerate() {
        let mut row = vec![i + 1];
        for (j, &d) in b.iter().enumerate() {
            let mut best =
                (rows[1][j] + usize::from(c != d)).min(rows[1][j + 1] + 1).min(row[j] + 1);
            if j > 0 && before == Some(d) && c == b[j - 1] {
                best = best.min(rows[0][j - 1] + 1);
            }
            row.push(best);
        }
        let [_, last] = rows;
        rows = [last, row];
        before = Some(c);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 4] = ["undo", "analyze", "quit", "moves"];

    #[test]
    fn slips_of_the_fingers_are_understood() {
        let meant = |word| nearest(word, WORDS.into_iter());
        assert_eq!(meant("udno"), Some("undo"));
        assert_eq!(meant("analise"), Some("analyze"));
        assert_eq!(meant("qit"), Some("quit"));
        assert_eq!(meant("mo"), Some("moves"));
        assert_eq!(meant("castle"), None);
        assert_eq!(meant("u"), None);
        assert_eq!(meant("äöüß"), None);
    }

    #[test]
    fn distances_count_changes_and_swaps() {
        assert_eq!(distance("undo", "undo"), 0);
        assert_eq!(distance("", "undo"), 4);
        assert_eq!(distance("udno", "undo"), 1);
        assert_eq!(distance("undos", "undo"), 1);
    }
}
