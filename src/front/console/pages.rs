//! Text in lines that fit a terminal, and long lists a page at a time.

/// Lines of a page that are not the list's: the one that says how to go on, and the prompt.
const FOOT: usize = 2;

/// Words in lines within a width, each line behind `indent`.
pub(super) fn filled_within<'a>(
    width: usize,
    words: impl IntoIterator<Item = &'a str>,
    indent: &str,
) -> Vec<String> {
    let mut lines = vec![indent.to_owned()];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() == indent.len() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

/// A text with its long lines broken; what follows a break stands two columns further in. A position in FEN
/// stays whole, for whoever copies it, and so does what is in colours.
pub(super) fn fitted(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| fitted_line(line, width)).collect();
    lines.join("\n")
}

fn fitted_line(line: &str, width: usize) -> String {
    let is_fen = line.split(' ').next().is_some_and(|word| word.matches('/').count() == 7);
    if line.chars().count() <= width || line.contains('\x1b') || is_fen {
        return line.to_owned();
    }
    let margin = line.len() - line.trim_start().len();
    let indent = " ".repeat(margin + 2);
    let mut lines = filled_within(width, line.split_whitespace(), &indent);
    if let Some(first) = lines.first_mut() {
        // The first line begins where it began; the two columns more that it has are left free.
        first.replace_range(..2, "");
    }
    lines.join("\n")
}

/// The part of a long list that has not been shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Pages {
    rest: Vec<String>,
}

impl Pages {
    /// Whether there is more to be shown.
    pub fn has_more(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Nobody wants to see the rest.
    pub fn close(&mut self) {
        self.rest.clear();
    }

    /// Shows a text, or as much of it as fits on a terminal of so many rows; `None` for one without end.
    pub fn open(&mut self, text: &str, rows: Option<usize>) -> String {
        self.rest = text.trim_end().split('\n').map(str::to_owned).collect();
        self.next(rows)
    }

    /// The next page.
    pub fn next(&mut self, rows: Option<usize>) -> String {
        let room = rows.map_or(usize::MAX, |rows| rows.saturating_sub(FOOT).max(1));
        let page = self.rest.len().min(room);
        let mut lines: Vec<String> = self.rest.drain(..page).collect();
        if self.has_more() {
            let count = self.rest.len();
            let thing = if count == 1 { "line" } else { "lines" };
            lines.push(format!("-- {count} more {thing}: Enter goes on, q ends --"));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::{super::view::WIDTH, *};

    #[test]
    fn long_lines_are_broken_between_words_and_others_stay() {
        let long = format!("  {}", "four ".repeat(30));
        let lines: Vec<String> = fitted(&long, WIDTH).split('\n').map(str::to_owned).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{lines:?}");
        assert!(lines[0].starts_with("  four") && lines[1].starts_with("    four"), "{lines:?}");
        let fen =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 100 1000 and more";
        for whole in ["short", "", fen, "one\ntwo"] {
            assert_eq!(fitted(whole, WIDTH), whole);
        }
    }

    #[test]
    fn a_list_comes_page_by_page() {
        let text = "1\n2\n3\n4\n5\n";
        let mut pages = Pages::default();
        assert_eq!(pages.open(text, None), "1\n2\n3\n4\n5");
        assert!(!pages.has_more());
        assert_eq!(pages.open(text, Some(4)), "1\n2\n-- 3 more lines: Enter goes on, q ends --");
        assert_eq!(pages.next(Some(4)), "3\n4\n-- 1 more line: Enter goes on, q ends --");
        assert_eq!(pages.next(Some(4)), "5");
        assert!(!pages.has_more());
    }
}
