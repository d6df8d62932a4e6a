//! Timeseal: lines that carry the time at which they were sent, so that the server does not charge
//! a player for the way they took; and its pings, which ask when something arrived.

use std::time::Duration;

use super::lines::strip_prompt;

/// The server's port that expects it.
pub const PORT: u16 = 5000;
/// Lines are scrambled with this.
const KEY: &[u8; 50] = b"Timestamp (FICS) v1.0 - programmed by Henrik Gram.";
/// Bytes are exchanged within blocks of this length.
const BLOCK: usize = 12;
/// What fills the last block.
const FILLER: u8 = b'1';
/// The answer to a ping.
const PONG: [u8; 2] = [2, 0x39];
/// A line, unsealed, is cut to this many bytes: servers take no more than 1,000 sealed ones.
const LONGEST: usize = 900;

/// The first line of a connection; who and what are for the server's statistics.
pub fn greeting(user: &str, system: &str) -> Vec<u8> {
    format!("TIMESTAMP|{user}|{system}|").into_bytes()
}

/// The age of a clock as lines are sealed with it: servers keep it in signed numbers.
pub fn milliseconds(age: Duration) -> u32 {
    (age.as_millis() % (1 << 31)) as u32
}

/// Seals a line (without its end) sent at `ms` milliseconds of a clock that only goes forward, and
/// ends it. `offset` says where in the key to begin; any will do. Only seven bits of a byte survive.
pub fn seal(line: &[u8], ms: u32, offset: usize) -> Vec<u8> {
    let offset = offset % KEY.len();
    let mut sealed: Vec<u8> = line.iter().copied().take(LONGEST).collect();
    // Some servers take zero for a line that was not sealed.
    sealed.extend(format!("\u{18}{}\u{19}", ms.max(1)).bytes());
    sealed.resize(sealed.len().next_multiple_of(BLOCK), FILLER);
    for block in sealed.chunks_exact_mut(BLOCK) {
        [(0, 11), (2, 9), (4, 7)].into_iter().for_each(|(a, b)| block.swap(a, b));
    }
    for (byte, key) in sealed.iter_mut().zip(KEY.iter().cycle().skip(offset)) {
        *byte = ((*byte | 0x80) ^ key).wrapping_sub(32);
    }
    sealed.extend([0x80 | offset as u8, b'\n']);
    sealed
}

/// Takes a line sealed by [`seal`] apart, without its end: what was sent, and when by the sender's
/// clock, in milliseconds. `None` if it is not sealed.
pub fn unseal(line: &[u8]) -> Option<(Vec<u8>, u32)> {
    let (&last, sealed) = line.split_last()?;
    let offset = usize::from(last & 0x7f);
    let whole = !sealed.is_empty() && sealed.len() % BLOCK == 0;
    if last & 0x80 == 0 || offset >= KEY.len() || !whole {
        return None;
    }
    let mut plain = sealed.to_vec();
    for (byte, key) in plain.iter_mut().zip(KEY.iter().cycle().skip(offset)) {
        let high = byte.wrapping_add(32);
        *byte = (high & 0x80 != 0).then_some((high ^ key) & 0x7f)?;
    }
    for block in plain.chunks_exact_mut(BLOCK) {
        [(0, 11), (2, 9), (4, 7)].into_iter().for_each(|(a, b)| block.swap(a, b));
    }
    let time = plain.iter().rposition(|&byte| byte == 0x18)?;
    let end = plain.iter().rposition(|&byte| byte == 0x19)?;
    let ms = std::str::from_utf8(plain.get(time + 1..end)?).ok()?.parse().ok()?;
    plain.truncate(time);
    Some((plain, ms))
}

/// Whether an unsealed line answers a ping.
pub fn is_pong(line: &[u8]) -> bool {
    line == PONG
}

/// The sealed answer to a ping.
pub fn pong(ms: u32, offset: usize) -> Vec<u8> {
    seal(&PONG, ms, offset)
}

/// Takes the pings out of what the server sends, wherever its pieces are cut.
#[derive(Clone, Debug, Default)]
pub struct Pings {
    state: State,
    inside_a_line: bool,
    /// What shows whose move it is, where pings behind one's own move are not to be answered.
    turns: Option<Turns>,
}

/// Follows the boards in a stream of bytes.
#[derive(Clone, Debug, Default)]
struct Turns {
    line: Vec<u8>,
    /// Whether the last board showed the opponent to move.
    theirs: bool,
}

/// How much of a ping has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    None,
    /// So many bytes of `[G]`, which began at the start of a line or not.
    Begun { bytes: usize, at_start: bool },
    /// The whole of a line `[G]`, but for its end.
    Ending,
}

/// Where the relation stands in a board, fields counted from 0.
const RELATION: usize = 18;
/// What a ping looks like: on a line of its own, or anywhere with a zero behind it.
const PING: &[u8; 3] = b"[G]";

/// So many bytes of a line are enough to know whose move it is.
const ENOUGH: usize = 300;

impl Turns {
    /// The next byte of the stream.
    fn take(&mut self, byte: u8) {
        if byte != b'\n' {
            if self.line.len() < ENOUGH && byte != b'\r' {
                self.line.push(byte);
            }
            return;
        }
        let line = String::from_utf8_lossy(&self.line);
        if let Some(board) = strip_prompt(&line).strip_prefix("<12> ") {
            self.theirs = board.split(' ').nth(RELATION) == Some("-1");
        }
        self.line.clear();
    }
}

impl Pings {
    /// Pings of a server of the Lasker family. It takes any answer that comes while one is to move for
    /// the arrival of the opponent's move; that to the ping behind one's own board may come so late,
    /// when opponents answer within the way there and back, and their time would be charged. So it is
    /// not given: the server makes no use of it.
    pub fn lasker() -> Pings {
        Pings { turns: Some(Turns::default()), ..Pings::default() }
    }

    /// Whether a ping is to be answered now.
    fn counts(&self) -> usize {
        usize::from(!self.turns.as_ref().is_some_and(|turns| turns.theirs))
    }

    /// What is left of `bytes` without pings, and how many pings are to be answered.
    pub fn take(&mut self, bytes: &[u8]) -> (Vec<u8>, usize) {
        let (mut left, mut pings) = (Vec::with_capacity(bytes.len()), 0);
        for &byte in bytes {
            match (self.state, byte) {
                (State::Begun { bytes: 3, .. }, 0) => {
                    self.state = State::None;
                    pings += self.counts();
                    continue;
                }
                (State::Begun { bytes: 3, at_start: true }, b'\n' | b'\r') => {
                    self.state = State::Ending;
                    pings += self.counts();
                    continue;
                }
                // The line's end has two bytes; the second is dropped as well.
                (State::Ending, b'\r') => {
                    self.state = State::None;
                    continue;
                }
                (State::Begun { bytes, at_start }, _) if PING.get(bytes) == Some(&byte) => {
                    self.state = State::Begun { bytes: bytes + 1, at_start };
                    continue;
                }
                (State::Begun { bytes, .. }, _) => {
                    left.extend(&PING[..bytes]);
                    self.inside_a_line = true;
                    self.state = State::None;
                }
                (State::None | State::Ending, _) => self.state = State::None,
            }
            if byte == PING[0] {
                self.state = State::Begun { bytes: 1, at_start: !self.inside_a_line };
            } else {
                left.push(byte);
                self.turns.iter_mut().for_each(|turns| turns.take(byte));
                self.inside_a_line = !matches!(byte, b'\n' | b'\r');
            }
        }
        (left, pings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn lines_are_sealed_as_servers_expect() {
        for (line, ms, offset, sealed) in [
            (&b"guest"[..], 12_345, 7, "d46574bbd4b1d2877aa5a3b687"),
            (b"e2e4", 987_654, 49, "97c6bcb9b2aaacd9bb7574adb1"),
            (
                b"TIMESTAMP|bot|linux|",
                1_000,
                0,
                "9b8071809e80809e80cdaa72d99fc2a0bc63a9a088ac7db4a1cbbeb6a3b0bcbcb4b571b280",
            ),
            (b"set style 12", 77_777_777, 13, "d19669607aa5b7a3a5b97163a3b8dea5b6babab2b377b3c18d"),
        ] {
            let bytes = seal(line, ms, offset);
            assert_eq!(hex(&bytes), format!("{sealed}0a"));
            assert_eq!(unseal(&bytes[..bytes.len() - 1]), Some((line.to_vec(), ms)));
        }
        assert_eq!(hex(&pong(1_234_567, 0)), "c5b0bab4a6a7b5bfa69891a4800a");
        assert_eq!(greeting("bot", "linux"), b"TIMESTAMP|bot|linux|");
    }

    #[test]
    fn what_is_not_sealed_is_not_unsealed() {
        for line in [
            &b""[..],
            b"e2e4",
            b"guest",
            b"\x80",
            b"\xb2\xb2\xb2\xb2\xb2\xb2\xb2\xb2\xb2\xb2\xb2\xb2\xb2",
        ] {
            assert_eq!(unseal(line), None);
        }
        let sealed = seal(b"e2e4", 1, 3);
        (0..sealed.len() - 1).for_each(|cut| assert_eq!(unseal(&sealed[..cut]), None));
        let answer = pong(77, 12);
        let (line, ms) = unseal(&answer[..answer.len() - 1]).unwrap();
        assert!(is_pong(&line) && ms == 77);
    }

    #[test]
    fn a_line_of_any_length_at_any_time_is_within_what_servers_take() {
        for length in [0, 1, 11, 12, 900, 5_000] {
            for (ms, offset) in [(0, 0), (u32::MAX, usize::MAX)] {
                let sealed = seal(&vec![b'x'; length], ms, offset);
                assert!(sealed.len() < 1_000 && sealed.len() % BLOCK == 2);
                assert_eq!(sealed.iter().filter(|&&byte| byte == b'\n').count(), 1);
            }
        }
    }

    /// What is left and how many pings there were, the bytes cut in two at every place.
    fn taken(bytes: &[u8]) -> (String, usize) {
        let mut results = (0..=bytes.len()).map(|cut| {
            let mut pings = Pings::default();
            let (mut left, first) = pings.take(&bytes[..cut]);
            let (more, second) = pings.take(&bytes[cut..]);
            left.extend(more);
            (String::from_utf8(left).unwrap(), first + second)
        });
        let first = results.next().unwrap();
        assert!(results.all(|other| other == first));
        first
    }

    #[test]
    fn pings_are_taken_out_and_counted() {
        assert_eq!(taken(b"fics% \n\r[G]\n\rfics% "), ("fics% \n\rfics% ".to_owned(), 1));
        assert_eq!(taken(b"[G]\n\r[G]\n\r<12> x"), ("<12> x".to_owned(), 2));
        assert_eq!(taken(b"<12> rn[G]\0bq\n\r"), ("<12> rnbq\n\r".to_owned(), 1));
        assert_eq!(taken(b"a[[G]\0[G]\0b"), ("a[b".to_owned(), 2));
    }

    #[test]
    fn behind_ones_own_board_a_server_of_the_old_kind_is_not_answered() {
        let board = |relation: &str| {
            format!(
                "fics% <12> r n b q k p - P W -1 1 1 1 1 0 7 Rook Pawn {relation} 3 0 39\n\r[G]\n\r"
            )
        };
        for (relation, pings) in [("1", 1), ("-1", 0)] {
            assert_eq!(Pings::lasker().take(board(relation).as_bytes()).1, pings);
            assert_eq!(Pings::default().take(board(relation).as_bytes()).1, 1);
        }
        let talk = format!("Pawn tells you: {}", board("-1"));
        assert_eq!(Pings::lasker().take(talk.as_bytes()).1, 1, "somebody's words are no board");
        let both = board("-1") + &board("1");
        assert_eq!(Pings::lasker().take(both.as_bytes()).1, 1);
    }

    #[test]
    fn what_people_write_is_no_ping() {
        for text in
            ["X tells you: [G]\n\r", "\\   [G]\n\r", "[G] is what it asks\n\r", "[H]\n\r[[\n\r"]
        {
            assert_eq!(taken(text.as_bytes()), (text.to_owned(), 0));
        }
    }
}
