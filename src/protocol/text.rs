//! What every protocol does to text.

use std::{fmt::Display, time::Duration};

use crate::position::{ChessMove, Position};

/// The first word and what follows it, without the blanks around them.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// One line of plain characters, cut to `limit`.
pub(super) fn printable(text: impl Display, limit: usize) -> String {
    let plain = |c: char| if c.is_ascii_graphic() { c } else { ' ' };
    text.to_string().trim().chars().map(plain).take(limit).collect::<String>().trim_end().to_owned()
}

/// Zero as long as no time has passed.
pub(super) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u128 {
    u128::from(nodes).saturating_mul(1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0)
}

/// The moves as `write` writes each, as far as they are legal one after another.
pub(super) fn line(
    root: &Position,
    moves: &[ChessMove],
    write: impl Fn(&Position, ChessMove) -> String,
) -> String {
    let mut position = root.clone();
    let mut words = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        words.push(write(&position, mv));
        position.play(mv);
    }
    words.join(" ")
}
