//! Bytes to lines of text, whatever the bytes are.

use std::io::{self, BufRead, Read};

/// The most bytes a line may have; a longer one is read as several.
const MAX_LINE: u64 = 1 << 20;

/// What UTF-16 begins with, in either order of its bytes.
const WIDE_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// The lines of an input, with their numbers.
pub(super) struct Lines<R> {
    input: R,
    number: usize,
    /// Whether it is UTF-16, as shells of Windows write it: of its letters those of Latin-1 are read.
    wide: bool,
    /// Whether what comes next begins a line.
    at_start: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, wide: false, at_start: true }
    }

    /// The number of the last line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The next line without its end.
    pub(super) fn next(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if (&mut self.input).take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if self.number == 0 && WIDE_MARKS.iter().any(|mark| bytes.starts_with(mark)) {
            self.wide = true;
            bytes.drain(..2);
        }
        if self.wide {
            bytes.retain(|&byte| byte != 0);
        }
        self.number += usize::from(self.at_start);
        self.at_start = bytes.ends_with(b"\n");
        Ok(Some(decode(&bytes)))
    }
}

/// UTF-8, where it is none Latin-1; control characters are blanks, and a byte order mark is nothing.
fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    let text = text.trim_end_matches(['\r', '\n']).trim_start_matches('\u{feff}');
    text.replace(char::is_control, " ")
}
