//! Moves and time controls as people type them.

use crate::position::Position;

/// The signs that moves are written in, but for castling.
const LETTERS: &str = "abcdefghABCDEFGHKNQRknqr12345678xX:=-+#!? ";
/// No move is longer, with its number.
const LONGEST: usize = 16;

/// Whether a line is made of the letters that moves are written in and names a square, or castles.
pub(super) fn looks_like_a_move(line: &str) -> bool {
    let line = without_number(line);
    let bytes = line.to_ascii_lowercase().into_bytes();
    let square = bytes.windows(2).any(
        |pair| matches!(pair, [file, rank] if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank)),
    );
    let fits = square && line.chars().all(|c| LETTERS.contains(c));
    line.len() <= LONGEST && (fits || castling(line).is_some())
}

/// The move that was meant by what was typed, in a form that can be read; what was typed if it is none
/// here, so that the reason names it.
pub(super) fn meant(position: &Position, typed: &str) -> String {
    let text = without_number(typed);
    let lower = text.to_lowercase();
    let capital =
        lower.char_indices().map(|(at, c)| if at == 0 { c.to_ascii_uppercase() } else { c });
    let readings = [
        text.to_owned(),
        castling(text).unwrap_or_default().to_owned(),
        lower.clone(),
        capital.collect(),
    ];
    let fits = |reading: &&String| position.parse_move(reading).is_ok();
    readings.iter().find(fits).map_or(typed, |reading| reading).to_owned()
}

/// Castling in any spelling, with signs of check behind it.
fn castling(text: &str) -> Option<&'static str> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let zeros = text.chars().filter(|c| "oO0".contains(*c)).count();
    let is_castling = text.chars().all(|c| "oO0-".contains(c));
    match zeros {
        2 if is_castling => Some("O-O"),
        3 if is_castling => Some("O-O-O"),
        _ => None,
    }
}

/// A move without the number in front of it: `1.e4`, `1. e4`, `12...Nf6`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    if rest.len() < text.len() && after.len() < rest.len() { after.trim_start() } else { text }
}

/// A time control that people write in their own way, as the arguments of `level`: minutes and seconds
/// added (`5 3`, `5+3`, `15|10`), time alone (`5`, `90 min`, `30s`), or moves and minutes (`40/90`,
/// `40/90+30`). Any other text stays what it is.
pub(super) fn control(text: &str) -> String {
    let text = text.trim();
    let (moves, times) = match text.split_once('/') {
        Some((moves, times)) if is_number(moves) => (moves.trim(), times),
        Some(_) => return text.to_owned(),
        None => ("0", text),
    };
    let words = with_units(times);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [base] if is_time(base) => format!("{moves} {base} 0"),
        [base, increment] if is_time(base) => format!("{moves} {base} {increment}"),
        _ => text.to_owned(),
    }
}

/// The numbers of a text, each as `level` wants it where it stands: minutes first, then seconds.
fn with_units(text: &str) -> Vec<String> {
    let mut spaced = String::new();
    let mut before = ' ';
    for c in text.to_lowercase().replace(['+', '|'], " ").chars() {
        if c.is_alphabetic() && before.is_ascii_digit() {
            spaced.push(' ');
        }
        spaced.push(c);
        before = c;
    }
    let mut numbers: Vec<String> = Vec::new();
    for word in spaced.split_whitespace() {
        match (word, numbers.len()) {
            ("m" | "min" | "mins" | "minute" | "minutes", 1) => {}
            ("s" | "sec" | "secs" | "second" | "seconds", 1) => {
                numbers[0] = format!("0:{:0>2}", numbers[0]);
            }
            ("s" | "sec" | "secs" | "second" | "seconds", 2) => {}
            _ => numbers.push(word.to_owned()),
        }
    }
    numbers
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok()
}

/// A number, or minutes and seconds.
fn is_time(text: &str) -> bool {
    text.split_once(':')
        .map_or(is_number(text), |(minutes, rest)| is_number(minutes) && is_number(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_people_type_them() {
        let castle = "r3k2r/ppp2ppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1";
        let promote = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let start = Position::startpos().fen();
        for (fen, typed, san) in [
            (&*start, "E4", "e4"),
            (&start, "E2E4", "e4"),
            (&start, "e2-e4", "e4"),
            (&start, "1.Nf3", "Nf3"),
            (&start, "1. Nf3!", "Nf3"),
            (&start, "nf3", "Nf3"),
            (&start, "NF3", "Nf3"),
            (castle, "o-o", "O-O"),
            (castle, "0-0", "O-O"),
            (castle, "oo", "O-O"),
            (castle, "12. O-O", "O-O"),
            (castle, "e1g1", "O-O"),
            (promote, "a8q", "a8=Q+"),
            (promote, "A8=Q", "a8=Q+"),
            (promote, "a7a8n", "a8=N"),
        ] {
            let position = Position::from_fen(fen).expect("a position");
            assert!(looks_like_a_move(typed), "{typed}");
            let mv = position.parse_move(&meant(&position, typed)).expect(typed);
            assert_eq!(position.san(mv), san, "{typed}");
        }
        assert_eq!(
            meant(&Position::startpos(), "Qh5"),
            "Qh5",
            "what cannot be played is told as typed"
        );
        for text in ["", "hello", "board", "1.", "000000", "e9", "goto 23"] {
            assert!(!looks_like_a_move(text), "{text}");
        }
    }

    #[test]
    fn a_bishop_and_a_pawn_of_the_b_file_are_told_apart_by_what_can_be_played() {
        let bishop = Position::from_fen("4k3/8/8/8/8/8/4B3/4K3 w - - 0 1").expect("a position");
        assert_eq!(meant(&bishop, "bc4"), "Bc4");
        let pawn = Position::from_fen("4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1").expect("a position");
        assert_eq!(meant(&pawn, "bc4"), "bc4");
    }

    #[test]
    fn time_controls_are_read_as_people_say_them() {
        for (text, level) in [
            ("5 3", "0 5 3"),
            ("5+3", "0 5 3"),
            ("15|10", "0 15 10"),
            ("5", "0 5 0"),
            ("2:30", "0 2:30 0"),
            ("5 min", "0 5 0"),
            ("90 minutes 30 seconds", "0 90 30"),
            ("5m + 3s", "0 5 3"),
            ("30s", "0 0:30 0"),
            ("40/90", "40 90 0"),
            ("40/90+30", "40 90 30"),
            ("40 5 0", "40 5 0"),
            ("2:00/12/", "2:00/12/"),
            ("fast", "fast"),
            ("5 foo", "0 5 foo"),
            ("5:00/3", "5:00/3"),
            ("", ""),
        ] {
            assert_eq!(control(text), level, "{text}");
        }
    }
}
