//! Moves and time controls as people type them.

use crate::position::{ChessMove, File, MoveError, Piece, Position, Square};

/// The signs that moves are written in, but for castling.
const LETTERS: &str = "abcdefghABCDEFGHKNQRknqr12345678xX:=-+#!?()/ ";
/// No move is longer.
const LONGEST: usize = 16;
/// Signs behind a move that say nothing about which it is.
const MARKS: [char; 4] = ['+', '#', '!', '?'];
/// What stands behind a capture en passant.
const EN_PASSANT: [&str; 3] = ["e.p.", "e.p", "ep"];

/// Whether a line is made of the letters that moves are written in and names a square, or castles.
pub(super) fn looks_like_a_move(line: &str) -> bool {
    let line = bare(line);
    let bytes = line.to_ascii_lowercase().into_bytes();
    let square = bytes.windows(2).any(
        |pair| matches!(pair, [file, rank] if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank)),
    );
    let fits = square && line.chars().all(|c| LETTERS.contains(c));
    line.len() <= LONGEST && (fits || castling(&line).is_some())
}

/// Whether the number in front of a move says that it is Black's: `1... e5`.
pub(super) fn is_blacks(typed: &str) -> bool {
    let rest = typed.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < typed.len() && (rest.starts_with("..") || rest.starts_with('…'))
}

/// Whether a word begins as a move does that can be played, be it in capitals or not.
pub(super) fn begins_like_a_move(position: &Position, word: &str) -> bool {
    let beginning: String = bare(word).to_lowercase().chars().take(2).collect();
    let begins = |text: String| text.to_lowercase().starts_with(&beginning);
    let is_move = |&mv: &ChessMove| begins(position.san(mv)) || begins(position.coordinate(mv));
    beginning.len() == 2 && position.legal_moves().iter().any(is_move)
}

/// What may have been meant by a move that a position refuses for this reason, to be said behind it.
pub(super) fn advice(position: &Position, text: &str, reason: &str) -> Option<String> {
    match position.parse_move(text).err().filter(|error| error.to_string() == reason)? {
        MoveError::Ambiguous { piece, to } => Some(format!(": {}", choices(position, piece, to))),
        MoveError::NotItsMove { piece: Piece::King, from, to } => {
            Some(format!("; castle with {}", castling_over(position, from, to)?))
        }
        _ => None,
    }
}

/// The moves that men of one kind can make to a square, for whoever has to tell which.
fn choices(position: &Position, piece: Piece, to: Square) -> String {
    let is_choice =
        |mv: &&ChessMove| mv.get_dest() == to && position.piece_on(mv.get_source()) == Some(piece);
    let moves = position.legal_moves();
    let mut names: Vec<String> =
        moves.iter().filter(is_choice).map(|&mv| position.san(mv)).collect();
    names.sort();
    names.join(" or ")
}

/// The castling that takes the king where it cannot step, if it may still castle on that side.
fn castling_over(position: &Position, from: Square, to: Square) -> Option<&'static str> {
    let castling = match to.get_file() {
        File::G => "O-O",
        File::C => "O-O-O",
        _ => return None,
    };
    let has_right = !matches!(position.parse_move(castling), Err(MoveError::NoCastlingRight));
    (from.get_rank() == to.get_rank() && has_right).then_some(castling)
}

/// The move that was meant by what was typed, in a form that can be read; if it is none here, what was
/// typed or is nearest to it, so that the reason names it.
pub(super) fn meant(position: &Position, typed: &str) -> String {
    let text = bare(typed);
    let lower = text.to_lowercase();
    let capital =
        lower.char_indices().map(|(at, c)| if at == 0 { c.to_ascii_uppercase() } else { c });
    let readings = [
        typed.to_owned(),
        text.clone(),
        castling(&text).unwrap_or_default().to_owned(),
        lower.clone(),
        capital.collect(),
    ];
    let fits = |reading: &&String| position.parse_move(reading).is_ok();
    let is_readable =
        |reading: &&String| !matches!(position.parse_move(reading), Err(MoveError::Unreadable));
    let read = readings.iter().find(fits).or_else(|| readings.iter().find(is_readable));
    read.map_or(typed, |reading| reading).to_owned()
}

/// Castling in any spelling, with signs of check behind it.
fn castling(text: &str) -> Option<&'static str> {
    let text = text.trim_end_matches(MARKS);
    let zeros = text.chars().filter(|c| "oO0".contains(*c)).count();
    let is_castling = text.chars().all(|c| "oO0-".contains(c));
    match zeros {
        2 if is_castling => Some("O-O"),
        3 if is_castling => Some("O-O-O"),
        _ => None,
    }
}

/// A move without its number, and without the blanks between its squares; behind a number they may stand
/// between two moves.
fn bare(typed: &str) -> String {
    let plain = plain(typed);
    match without_number(&plain) {
        text if text.len() < plain.len() => text.to_owned(),
        text => text.split_whitespace().collect(),
    }
}

/// A move in the signs of a keyboard, without the words for en passant.
fn plain(typed: &str) -> String {
    let mut text: String = typed.chars().filter_map(on_the_keyboard).collect();
    let lower = text.trim_end_matches(MARKS).to_ascii_lowercase();
    if let Some(words) = EN_PASSANT.iter().find(|words| lower.ends_with(**words)) {
        text.truncate(lower.len() - words.len());
        text.truncate(text.trim_end().len());
    }
    text
}

/// The sign that people type for one of print; none for figures of pawns and what only tells how to draw
/// figures.
fn on_the_keyboard(sign: char) -> Option<char> {
    Some(match sign {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => return None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' => 'x',
        '\u{a0}' => ' ',
        other => other,
    })
}

/// A move without the number in front of it: `1.e4`, `1. e4`, `12...Nf6`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    if rest.len() < text.len() && after.len() < rest.len() { after.trim_start() } else { text }
}

/// A time control that people write in their own way, as the arguments of `level`: minutes and seconds
/// added (`5 3`, `5+3`, `15|10`), time alone (`5`, `90 min`, `2m30s`), moves and minutes (`40/90`,
/// `40/90+30`), or several of these (`40/90,20/30`). Any other text stays what it is.
pub(super) fn control(text: &str) -> String {
    let text = text.trim();
    if let Some(stages) = stages(text) {
        return stages;
    }
    let (moves, times) = match text.split_once('/') {
        Some((moves, times)) if is_number(moves) => (moves.trim(), times),
        Some(_) => return text.to_owned(),
        None => ("0", text),
    };
    let words = times_of(times);
    let (base, increment) = match &words[..] {
        [time] => (base(time), Some("0".to_owned())),
        [time, added] => (base(time), increment(added)),
        _ => (None, None),
    };
    base.zip(increment)
        .map_or_else(|| text.to_owned(), |(base, increment)| format!("{moves} {base} {increment}"))
}

/// Several stages of moves and minutes, in the notation of games on paper, which has seconds.
fn stages(text: &str) -> Option<String> {
    let stage = |text: &str| {
        let (moves, minutes) = text.split_once('/').filter(|(moves, _)| is_number(moves))?;
        let minutes: f64 = minutes.trim().parse().ok()?;
        Some(format!("{}/{}", moves.trim(), minutes * 60.0))
    };
    let stages: Vec<String> = text.split(',').map(stage).collect::<Option<_>>()?;
    (stages.len() > 1).then(|| stages.join(":"))
}

/// The times of a text, each with its unit, if it has one.
fn times_of(text: &str) -> Vec<String> {
    let mut times: Vec<String> = Vec::new();
    for word in text.to_lowercase().replace(['+', '|'], " ").split_whitespace() {
        match times.last_mut() {
            Some(time) if word.starts_with(char::is_alphabetic) => time.push_str(word),
            _ => times.push(word.to_owned()),
        }
    }
    times
}

/// The time for all moves as `level` wants it: minutes, or minutes and seconds.
fn base(text: &str) -> Option<String> {
    if is_time(text) {
        return Some(text.to_owned());
    }
    let seconds = seconds(text)?;
    Some(format!("{}:{:0>2}", (seconds / 60.0).floor(), seconds % 60.0))
}

/// The time added a move as `level` wants it: seconds.
fn increment(text: &str) -> Option<String> {
    if is_number(text) { Some(text.to_owned()) } else { Some(seconds(text)?.to_string()) }
}

/// The seconds of hours, minutes and seconds: `1h30m`, `90s`, `1:30:00`.
fn seconds(text: &str) -> Option<f64> {
    if let [hours, minutes, rest] = text.split(':').collect::<Vec<_>>()[..] {
        return seconds(&format!("{hours}h{minutes}m{rest}s"));
    }
    let (digits, rest) = text.split_at(text.find(char::is_alphabetic)?);
    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(end);
    let unit = match unit {
        "h" | "hour" | "hours" => 3_600.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
        "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        _ => return None,
    };
    let time = digits.parse::<f64>().ok()? * unit;
    if rest.is_empty() { Some(time) } else { Some(time + seconds(rest)?) }
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
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        let start = Position::startpos().fen();
        for (fen, typed, san) in [
            (&*start, "E4", "e4"),
            (&start, "E2E4", "e4"),
            (&start, "e2-e4", "e4"),
            (&start, "e2 e4", "e4"),
            (&start, "E2 E4", "e4"),
            (&start, "e2\u{2013}e4", "e4"),
            (&start, "♙e4", "e4"),
            (&start, "♘f3", "Nf3"),
            (&start, "1. ♞\u{fe0e}f3", "Nf3"),
            (&start, "1.Nf3", "Nf3"),
            (&start, "1. Nf3!", "Nf3"),
            (&start, "nf3", "Nf3"),
            (&start, "NF3", "Nf3"),
            (castle, "o-o", "O-O"),
            (castle, "0-0", "O-O"),
            (castle, "O\u{2013}O", "O-O"),
            (castle, "O - O", "O-O"),
            (castle, "oo", "O-O"),
            (castle, "12. O-O", "O-O"),
            (castle, "e1g1", "O-O"),
            (promote, "a8q", "a8=Q+"),
            (promote, "A8=Q", "a8=Q+"),
            (promote, "a7a8n", "a8=N"),
            (promote, "a8(Q)", "a8=Q+"),
            (promote, "a8/q", "a8=Q+"),
            (promote, "a7 a8 Q", "a8=Q+"),
            (passing, "exd6 e.p.", "exd6"),
            (passing, "EXD6 E.P.", "exd6"),
            (passing, "exd6ep!", "exd6"),
            (passing, "e5×d6 e.p.", "exd6"),
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
        assert_eq!(meant(&Position::startpos(), "♕h5"), "Qh5", "or as it can be read");
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
    fn two_moves_behind_a_number_are_not_taken_for_two_squares() {
        let position = Position::from_fen("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1").expect("a position");
        assert_eq!(meant(&position, "e4 e5"), "e4e5");
        assert_eq!(meant(&position, "1. e4 e5"), "1. e4 e5");
    }

    #[test]
    fn the_number_of_a_move_may_say_that_it_is_black_s() {
        assert!(is_blacks("1... e5") && is_blacks("12...Nf6") && is_blacks("3… d5"));
        assert!(!is_blacks("1. e4") && !is_blacks("1.e4") && !is_blacks("e5"));
    }

    #[test]
    fn a_king_that_goes_too_far_is_told_to_castle_if_it_may() {
        let told = |fen: &str, text: &str| {
            let position = Position::from_fen(fen).expect("a position");
            let reason = position.parse_move(text).expect_err("no such step").to_string();
            advice(&position, text, &reason)
        };
        let both = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(told(both, "Kg1").as_deref(), Some("; castle with O-O"));
        assert_eq!(told(both, "Ke1-g1").as_deref(), Some("; castle with O-O"));
        assert_eq!(told(both, "Kc1").as_deref(), Some("; castle with O-O-O"));
        assert_eq!(told(both, "Kg2"), None);
        assert_eq!(told("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "Kg1"), None, "it has no right");
    }

    #[test]
    fn time_controls_are_read_as_people_say_them() {
        for (text, level) in [
            ("5 3", "0 5 3"),
            ("5+3", "0 5 3"),
            ("15|10", "0 15 10"),
            ("5", "0 5 0"),
            ("2:30", "0 2:30 0"),
            ("5 min", "0 5:00 0"),
            ("90 minutes 30 seconds", "0 90:00 30"),
            ("5m + 3s", "0 5:00 3"),
            ("30s", "0 0:30 0"),
            ("40/90", "40 90 0"),
            ("40/90+30", "40 90 30"),
            ("40 5 0", "40 5 0"),
            ("90s", "0 1:30 0"),
            ("2m30s", "0 2:30 0"),
            ("1h", "0 60:00 0"),
            ("1:30:00", "0 90:00 0"),
            ("1h30m + 30s", "0 90:00 30"),
            ("40/2h", "40 120:00 0"),
            ("40/90,20/30", "40/5400:20/1800"),
            ("2:00/12/", "2:00/12/"),
            ("fast", "fast"),
            ("5 foo", "5 foo"),
            ("5:00/3", "5:00/3"),
            ("", ""),
        ] {
            assert_eq!(control(text), level, "{text}");
        }
    }
}
