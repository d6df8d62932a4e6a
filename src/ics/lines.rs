//! A server's lines: cut out of its bytes, put together again where it has wrapped them, and freed
//! from the prompt.

use super::{
    datagram::{Cut, Cutter},
    style12::is_whole_board,
    telnet::Telnet,
};

/// What a wrapped line goes on with.
const CONTINUATION: &str = "\\   ";
/// A line is never longer, in bytes; what goes beyond is dropped.
const LONGEST: usize = 8_000;
/// A shorter line, in characters, is wrapped only behind a blank, before a word too long for the
/// screen: servers allow no narrower one.
const NARROW: usize = 32;

/// Cuts a server's bytes into lines.
///
/// A line may go on in the next one, so one that could is kept back until the server goes on, or
/// until the caller finds that it does not ([`Lines::settle`]). Boards are told at once.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    telnet: Telnet,
    datagrams: Cutter,
    /// A line that has ended, unless it is continued.
    ended: Option<String>,
    /// A line that has begun, and how much of it was told already.
    begun: String,
    told: usize,
}

impl Lines {
    /// The lines that `bytes` completes, without control characters. Bytes are taken for Latin-1. A datagram is
    /// a line of its own, with the mark in front.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        for byte in self.telnet.take(bytes) {
            let character = char::from(byte);
            match self.datagrams.take(character, LONGEST) {
                Cut::Line => {}
                Cut::Kept => continue,
                Cut::Whole(datagram) => {
                    lines.push(datagram);
                    continue;
                }
            }
            match character {
                '\n' => self.end(&mut lines),
                '\t' => self.begun.push(' '),
                character if character.is_control() => {}
                character if self.begun.len() < LONGEST => self.begun.push(character),
                _ => {}
            }
        }
        let undecided =
            CONTINUATION.starts_with(&self.begun) || self.begun.starts_with(CONTINUATION);
        if !undecided {
            lines.extend(self.ended.take());
        }
        lines
    }

    /// A line that has begun, if there is more of it than blanks since it was told last: servers ask
    /// for name and password without ending one.
    pub fn question(&mut self) -> Option<&str> {
        let length = self.begun.trim_end().len();
        let news = length > self.told;
        self.told = length;
        news.then_some(self.begun.as_str())
    }

    /// Whether a line is kept back because it may go on.
    pub fn is_waiting(&self) -> bool {
        self.ended.is_some()
    }

    /// After a while without a word from the server: the line that was kept back.
    pub fn settle(&mut self) -> Option<String> {
        self.ended.take()
    }

    /// Ends the line that has begun; it belongs to the one before, or follows it.
    fn end(&mut self, lines: &mut Vec<String>) {
        let line = std::mem::take(&mut self.begun);
        self.told = 0;
        match (&mut self.ended, line.strip_prefix(CONTINUATION)) {
            (Some(ended), Some(more)) => {
                let room = LONGEST.saturating_sub(ended.len());
                ended.extend(more.chars().take(room));
            }
            _ => {
                lines.extend(self.ended.take());
                self.ended = Some(line);
            }
        }
        let whole = |line: &mut String| {
            let text = strip_prompt(line);
            let is_short = line.chars().count() < NARROW;
            text.is_empty() || (is_short && !text.ends_with(' ')) || is_whole_board(text)
        };
        lines.extend(self.ended.take_if(whole));
    }
}

/// A line without the prompts in front of it: `fics% `, or any other short word with `% ` or `> `.
pub fn strip_prompt(line: &str) -> &str {
    let mut rest = line;
    while let Some((word, behind)) = rest.split_once(['%', '>']) {
        let is_prompt = (1..=12).contains(&word.len())
            && word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && (behind.is_empty() || behind.starts_with(' '));
        if !is_prompt {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines, the bytes cut in two at every place.
    fn lines(bytes: &[u8]) -> Vec<String> {
        let all = |cut: usize| {
            let mut lines = Lines::default();
            let mut all = lines.feed(&bytes[..cut]);
            all.extend(lines.feed(&bytes[cut..]));
            all.extend(lines.settle());
            all
        };
        let first = all(0);
        assert!((1..=bytes.len()).all(|cut| all(cut) == first));
        first
    }

    #[test]
    fn lines_end_as_servers_end_them() {
        assert_eq!(lines(b"fics% \n\rone\n\rtwo\r\nthree\n"), ["fics% ", "one", "two", "three"]);
        assert_eq!(lines(b"caf\xe9 \x07bell\tand tab\n"), ["café bell and tab"]);
        assert_eq!(lines(b"not ended"), [""; 0]);
    }

    #[test]
    fn wrapped_lines_are_put_together() {
        let wrapped =
            b"Challenge: Rookworm (1940) Zeitnot (1500) unrated wild 3 2 \n\r\\   Loaded from \
                        wild/3 \n\r\\   (adjourned).\n\rnext\n";
        let whole = "Challenge: Rookworm (1940) Zeitnot (1500) unrated wild 3 2 Loaded from wild/3 \
                     (adjourned).";
        assert_eq!(lines(wrapped), [whole, "next"]);
        let word = "x".repeat(300);
        let wrapped = format!("Rookworm tells you: \n\r\\   {word}\n\rnext\n");
        assert_eq!(
            lines(wrapped.as_bytes()),
            [format!("Rookworm tells you: {word}"), "next".into()]
        );
    }

    #[test]
    fn a_line_that_may_go_on_waits_and_a_board_does_not() {
        let board = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 \
                     1 1 1 0 1 Zeitnot Rookworm 1 5 0 39 39 300 300 1 none (0:00) none 0 0";
        let mut lines = Lines::default();
        assert_eq!(lines.feed(format!("fics% {board}\n\r").as_bytes()), [format!("fics% {board}")]);
        assert!(!lines.is_waiting());
        let offer = "Rookworm would like to take back 2 half move(s).";
        assert_eq!(lines.feed(format!("{offer}\n\r").as_bytes()), [""; 0]);
        assert!(lines.is_waiting());
        assert_eq!(lines.settle(), Some(offer.to_owned()));
        lines.feed(format!("{offer}\n\r").as_bytes());
        assert_eq!(lines.feed(b"fics% "), [offer]);
        assert_eq!(lines.question(), Some("fics% "));
    }

    #[test]
    fn a_question_is_told_once_however_it_comes() {
        let mut lines = Lines::default();
        lines.feed(b"login:");
        assert_eq!(lines.question(), Some("login:"));
        lines.feed(b" ");
        lines.feed(&[0xff, 0xfb, 1]);
        assert_eq!(lines.question(), None, "blanks are no news");
        lines.feed(b"\n\rlogin: ");
        assert_eq!(lines.question(), Some("login: "), "asked once more");
    }

    #[test]
    fn a_line_without_end_takes_no_more_room_than_a_long_one() {
        let mut lines = Lines::default();
        (0..100).for_each(|_| drop(lines.feed(&[b'x'; 1_000])));
        assert_eq!(lines.question().map(str::len), Some(LONGEST));
        let mut lines = Lines::default();
        lines.feed(&[b'x'; 100]);
        (0..1_000).for_each(|_| drop(lines.feed(b"\n\\   more and more and more")));
        assert!(lines.settle().is_some_and(|line| line.len() <= LONGEST));
    }

    #[test]
    fn prompts_are_taken_off() {
        for (line, rest) in [
            ("fics% <12> x", "<12> x"),
            ("aics% fics% {Game 1", "{Game 1"),
            ("fics%", ""),
            ("Zeitnot> It is not your move.", "It is not your move."),
            ("--> Rook is here", "--> Rook is here"),
            ("  plain", "  plain"),
            ("100% sure", "100% sure"),
            ("X tells you: fics% <12>", "X tells you: fics% <12>"),
        ] {
            assert_eq!(strip_prompt(line), rest);
        }
    }
}
