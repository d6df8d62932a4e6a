//! Bytes to lines, for pieces of any size and any content.

use crate::message::Line;

/// The most bytes a line may have; what goes beyond is dropped, and the rest marked as cut. The
/// longest game the rules allow, 8,849 moves, is sent in fewer.
pub const MAX_LINE: usize = 96 * 1024;

/// What some programs write before their first byte to say that it is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Cuts a stream of bytes into lines that end with `\n` or `\r\n`; every control character inside a
/// line has become a blank, and a byte-order mark before the first one is gone.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    begun: Vec<u8>,
    overlong: bool,
    /// Whether a line has been made already.
    past_first: bool,
}

impl Splitter {
    /// The lines that `bytes` completes; the beginning of a further one is kept for the next call.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                Some(rest) => {
                    self.append(rest);
                    lines.push(self.take());
                }
                None => self.append(piece),
            }
        }
        lines
    }

    /// The line that the end of the input completes, if one has begun.
    pub fn finish(&mut self) -> Option<Line> {
        (!self.begun.is_empty()).then(|| self.take())
    }

    /// Keeps what still fits, so that no input can fill the memory.
    fn append(&mut self, piece: &[u8]) {
        let room = MAX_LINE.saturating_sub(self.begun.len());
        self.overlong |= piece.len() > room;
        self.begun.extend(piece.iter().take(room));
    }

    /// Makes the bytes gathered so far a line, and begins the next one.
    fn take(&mut self) -> Line {
        let bytes = std::mem::take(&mut self.begun);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(&bytes);
        let is_first = !std::mem::replace(&mut self.past_first, true);
        let unmarked = bytes.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first);
        let bytes = unmarked.unwrap_or(bytes);
        let text = String::from_utf8_lossy(bytes).replace(char::is_control, " ");
        if std::mem::take(&mut self.overlong) { Line::TooLong(text) } else { Line::Text(text) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(s: &str) -> Line {
        Line::Text(s.to_owned())
    }

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut splitter = Splitter::default();
        let mut lines = splitter.feed(bytes);
        lines.extend(splitter.finish());
        lines
    }

    #[test]
    fn both_line_ends_are_line_ends() {
        assert_eq!(all(b"new\nforce\r\n\ngo\n"), ["new", "force", "", "go"].map(text));
    }

    #[test]
    fn a_last_line_needs_no_end() {
        assert_eq!(all(b"new\nquit"), ["new", "quit"].map(text));
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_command_may_come_in_pieces() {
        let mut splitter = Splitter::default();
        assert_eq!(splitter.feed(b"us"), []);
        assert_eq!(splitter.feed(b"ermove e2"), []);
        assert_eq!(splitter.feed(b"e4\r"), []);
        assert_eq!(splitter.feed(b"\ngo\nqu"), ["usermove e2e4", "go"].map(text));
        assert_eq!(splitter.finish(), Some(text("qu")));
        assert_eq!(splitter.finish(), None);
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_no_part_of_it() {
        assert_eq!(all("\u{feff}uci\r\n\u{feff}go\n".as_bytes()), ["uci", "\u{feff}go"].map(text));
        assert_eq!(all("\u{feff}\nxboard".as_bytes()), ["", "xboard"].map(text));
    }

    #[test]
    fn odd_bytes_do_no_harm() {
        assert_eq!(all(b"a\0b\x07\tc\n"), [text("a b  c")]);
        assert_eq!(all(b"caf\xe9\n"), [text("caf\u{fffd}")]);
    }

    #[test]
    fn an_overlong_line_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'a'; 1_000_000];
        input.extend(b"\nnew\n");
        assert_eq!(all(&input), [Line::TooLong("a".repeat(MAX_LINE)), text("new")]);
    }

    #[test]
    fn a_line_of_the_greatest_length_is_whole() {
        let mut input = vec![b'a'; MAX_LINE];
        input.push(b'\n');
        assert_eq!(all(&input), [Line::Text("a".repeat(MAX_LINE))]);
    }

    /// Bytes with many line ends among them, and now and then a line too long.
    fn stream() -> impl Strategy<Value = Vec<u8>> {
        let byte = prop_oneof![Just(b'\n'), Just(b'\r'), Just(0), any::<u8>(), b'a'..=b'z'];
        let piece = prop_oneof![
            20 => prop::collection::vec(byte, 0..50),
            1 => (MAX_LINE - 100..MAX_LINE + 5000).prop_map(|n| vec![b'x'; n]),
        ];
        prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn pieces_of_any_size_give_the_same_lines(
            bytes in stream(),
            sizes in prop::collection::vec(1usize..300, 1..50),
        ) {
            let mut splitter = Splitter::default();
            let mut lines = Vec::new();
            let mut rest = bytes.as_slice();
            for size in sizes.into_iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (piece, after) = rest.split_at(size.min(rest.len()));
                lines.extend(splitter.feed(piece));
                rest = after;
            }
            lines.extend(splitter.finish());
            prop_assert_eq!(lines, all(&bytes));
        }
    }
}
