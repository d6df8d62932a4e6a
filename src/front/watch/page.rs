//! The page itself: one document with all that it needs inside.

/// Its parts; each marked place in the first is taken by another part.
const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const PIECES: &str = include_str!("page/pieces.svg");
const SCRIPTS: [&str; 4] = [
    include_str!("page/words.js"),
    include_str!("page/board.js"),
    include_str!("page/time.js"),
    include_str!("page/main.js"),
];

/// The page, and what browsers may do with it: its own style and script run, by a word that is new each time,
/// and it is told of games by nobody but this server.
pub fn page() -> (String, String) {
    let word = format!("{:032x}", fastrand::u128(..));
    let page = PAGE
        .replace("<!--style-->", STYLE)
        .replace("<!--pieces-->", PIECES)
        .replace("<!--script-->", &SCRIPTS.concat())
        .replace("<!--word-->", &word);
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{word}'; style-src 'nonce-{word}'; img-src data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    (page, policy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_all_that_it_needs_and_asks_nobody_else() {
        let (page, policy) = page();
        assert!(!page.contains("<!--style-->") && !page.contains("<!--script-->"));
        let word = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
        assert_eq!(page.matches(&format!("nonce=\"{word}\"")).count(), 2);
        assert_ne!(self::page().1, policy, "a word is used once");
        let namespace = "http://www.w3.org/";
        for (at, _) in page.match_indices("://") {
            let address = &page[..at + 3];
            let known = page[at.saturating_sub(4)..].starts_with(namespace);
            assert!(known, "{}", address.lines().last().unwrap_or_default());
        }
    }

    #[test]
    fn nothing_that_others_write_is_taken_for_markup() {
        for script in SCRIPTS {
            for risky in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
            {
                assert!(!script.contains(risky), "{risky}");
            }
        }
    }
}
