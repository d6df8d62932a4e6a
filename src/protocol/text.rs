//! What every language does to text.

use std::{fmt::Display, time::Duration};

use crate::{
    message::Action,
    position::{ChessMove, Position},
};

/// The most characters of a remark.
pub(super) const MAX_REMARK: usize = 400;

/// The first word and what follows it, without the blanks around them.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// What the bench has measured: `NODES nodes NPS nps`, the search's signature first.
pub fn bench(nodes: u64, elapsed: Duration) -> String {
    format!("{nodes} nodes {} nps", nodes_per_second(nodes, elapsed))
}

/// What an opening book has for a position, one move a line with its weight and its share of all weights;
/// `None` if there is no book.
pub fn book(position: &Position, moves: Option<&[(ChessMove, u16)]>) -> Vec<String> {
    let Some(moves) = moves else { return vec!["No book.".to_owned()] };
    if moves.is_empty() {
        return vec!["The book has nothing here.".to_owned()];
    }
    let line = |&(mv, weight): &(ChessMove, u16)| {
        format!("{:<7} {weight:>5}  {:>3.0} %", position.san(mv), share(weight, moves))
    };
    moves.iter().map(line).collect()
}

/// The same in one line, for those who analyse.
pub fn book_line(position: &Position, moves: &[(ChessMove, u16)]) -> String {
    let one = |&(mv, weight): &(ChessMove, u16)| {
        format!("{} {:.0} %", position.san(mv), share(weight, moves))
    };
    format!("book: {}", moves.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// How much of all weights one is, in percent.
fn share(weight: u16, moves: &[(ChessMove, u16)]) -> f64 {
    let total: u32 = moves.iter().map(|&(_, weight)| u32::from(weight)).sum();
    100.0 * f64::from(weight) / f64::from(total.max(1))
}

/// Zero as long as no time has passed.
pub(super) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u128 {
    u128::from(nodes).saturating_mul(1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0)
}

/// One line of plain characters, cut to `limit`, where there are words behind one of them.
pub(super) fn printable(text: impl Display, limit: usize) -> String {
    const DOTS: &str = " ...";
    let plain = |c: char| if c.is_ascii_graphic() { c } else { ' ' };
    let text: String = text.to_string().trim().chars().map(plain).collect();
    let (cut, room) = (text.get(..limit), limit.saturating_sub(DOTS.len()));
    let words = cut.filter(|cut| cut.len() < text.len()).and(text.get(..=room));
    match words.and_then(|words| words.rsplit_once(' ')) {
        // One long word is better cut than left out.
        Some((words, _)) if words.len() > limit / 2 => format!("{}{DOTS}", words.trim_end()),
        _ => cut.unwrap_or(&text).trim_end().to_owned(),
    }
}

/// A command that was received, with its arguments if there are any.
pub(super) fn received(command: &str, arguments: &str) -> String {
    match arguments {
        "" => format!("received {command}"),
        arguments => format!("received {command}: {arguments}"),
    }
}

/// Lines to be printed without the session.
pub(super) fn print<T: Into<String>>(lines: impl IntoIterator<Item = T>) -> Vec<Action> {
    lines.into_iter().map(|line| Action::Print(line.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_too_long_ends_with_a_whole_word() {
        assert_eq!(printable("rival, vs-length, vs-material", 25), "rival, vs-length, ...");
        assert_eq!(printable("rival, vs-length", 25), "rival, vs-length");
        assert_eq!(printable("x".repeat(30), 25), "x".repeat(25));
    }
}
