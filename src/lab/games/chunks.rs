//! Files of games in pieces that can be read by themselves.

use std::io::{self, BufRead, Read};

/// A piece is so large, in bytes, before it may end.
const ENOUGH: usize = 1 << 20;
/// Where no game can be told from the next, a piece ends here at an empty line; no line may be as long.
const MOST: usize = 64 << 20;

/// Some games of a file, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Which of the files it comes from, in the order in which they were named.
    pub file: usize,
    /// Lines of the file before it.
    pub lines_before: usize,
    /// Games of the file before it, by their tags `Event`.
    pub games_before: usize,
    /// The text.
    pub text: Vec<u8>,
}

/// The pieces of a file: each begins with a game, told by its tag `Event`.
pub struct Chunks<R> {
    input: R,
    file: usize,
    lines: usize,
    games: usize,
    /// The first line of the next piece.
    pending: Vec<u8>,
}

impl<R: BufRead> Chunks<R> {
    /// The pieces of a file that has this number.
    pub fn new(input: R, file: usize) -> Chunks<R> {
        Chunks { input, file, lines: 0, games: 0, pending: Vec::new() }
    }

    /// Reads lines until a game begins and there are enough of them.
    fn chunk(&mut self) -> io::Result<Option<Chunk>> {
        let (file, lines_before, games_before) = (self.file, self.lines, self.games);
        let chunk = |text| Chunk { file, lines_before, games_before, text };
        let mut text = std::mem::take(&mut self.pending);
        self.lines += usize::from(!text.is_empty());
        self.games += usize::from(begins_game(&text));
        loop {
            let mut line = Vec::new();
            self.input.by_ref().take(MOST as u64).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(Some(chunk(text)).filter(|chunk| !chunk.text.is_empty()));
            }
            if line.len() == MOST {
                let reason = format!("line {} has more than {} MiB", self.lines + 1, MOST >> 20);
                return Err(io::Error::other(reason));
            }
            let next_game = text.len() >= ENOUGH && begins_game(&line);
            if next_game || text.len() >= MOST && line.trim_ascii().is_empty() {
                self.pending = line;
                return Ok(Some(chunk(text)));
            }
            self.lines += usize::from(line.ends_with(b"\n"));
            self.games += usize::from(begins_game(&line));
            text.append(&mut line);
        }
    }
}

/// Whether a line is the first of a game.
fn begins_game(line: &[u8]) -> bool {
    line.starts_with(b"[Event ")
}

impl<R: BufRead> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        self.chunk().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_the_file_and_each_begins_with_a_game() {
        let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {a long game} e5 1-0\n\n";
        let text = game.repeat(30_000);
        let chunks: Vec<Chunk> = Chunks::new(text.as_bytes(), 3).map(Result::unwrap).collect();
        assert_eq!(chunks.len(), text.len().div_ceil(ENOUGH));
        assert_eq!(
            chunks.iter().flat_map(|chunk| chunk.text.clone()).collect::<Vec<_>>(),
            text.as_bytes()
        );
        let (mut lines, mut games) = (0, 0);
        for chunk in &chunks {
            assert!(chunk.text.starts_with(b"[Event ") && chunk.file == 3);
            assert_eq!((chunk.lines_before, chunk.games_before), (lines, games));
            games += chunk.text.windows(7).filter(|bytes| *bytes == b"[Event ").count();
            lines += chunk.text.iter().filter(|&&byte| byte == b'\n').count();
        }
    }

    #[test]
    fn what_does_not_end_is_refused() {
        let endless = io::BufReader::new(b"[Event \"x\"]\n".chain(io::repeat(0)));
        let refusal = Chunks::new(endless, 0).next().expect("a refusal").unwrap_err().to_string();
        assert_eq!(refusal, "line 2 has more than 64 MiB");
    }

    #[test]
    fn an_empty_file_has_no_pieces() {
        assert_eq!(Chunks::new(&b""[..], 0).count(), 0);
        assert_eq!(Chunks::new(&b"1. e4 *"[..], 0).count(), 1);
    }
}
