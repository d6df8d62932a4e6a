//! Bytes to lines of text, whatever the bytes are.

use std::io::{self, BufRead, ErrorKind, Read};

/// The most bytes a line may have, or units of UTF-16; a longer one is read as several.
const MAX_LINE: u64 = 1 << 20;

/// How two bytes of UTF-16 are put together.
type Unit = fn([u8; 2]) -> u16;

/// What UTF-16 begins with, in either order of its bytes.
const WIDE_MARKS: [([u8; 2], Unit); 2] =
    [(*b"\xff\xfe", u16::from_le_bytes), (*b"\xfe\xff", u16::from_be_bytes)];

/// The lines of an input, with their numbers.
pub(super) struct Lines<R> {
    input: R,
    number: usize,
    /// Set if it is UTF-16, as shells of Windows write it.
    wide: Option<Unit>,
    /// Whether what comes next begins a line.
    at_start: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, wide: None, at_start: true }
    }

    /// The number of the last line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The next line without its end.
    pub(super) fn next(&mut self) -> io::Result<Option<String>> {
        if self.number == 0 {
            // A fault is told by who reads on.
            let begins = self.input.fill_buf().unwrap_or_default();
            let mark = WIDE_MARKS.iter().find(|(mark, _)| begins.starts_with(mark));
            self.wide = mark.map(|&(_, unit)| unit);
        }
        let line = match self.wide {
            Some(unit) => self.wide_line(unit)?,
            None => self.line()?,
        };
        if line.is_empty() {
            return Ok(None);
        }
        self.number += usize::from(self.at_start);
        self.at_start = line.ends_with('\n');
        Ok(Some(plain(&line)))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut bytes = Vec::new();
        (&mut self.input).take(MAX_LINE).read_until(b'\n', &mut bytes)?;
        Ok(decode(&bytes))
    }

    /// Unit by unit, since any byte of one may look like the end of the line.
    fn wide_line(&mut self, unit: Unit) -> io::Result<String> {
        let (mut units, mut bytes) = (Vec::new(), [0; 2]);
        while units.len() < MAX_LINE as usize && units.last() != Some(&u16::from(b'\n')) {
            match self.input.read_exact(&mut bytes) {
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
                read => read?,
            }
            units.push(unit(bytes));
        }
        Ok(String::from_utf16_lossy(&units))
    }
}

/// UTF-8, where it is none Latin-1.
fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    text
}

/// A line without its end; control characters are blanks, and a byte order mark is nothing.
fn plain(line: &str) -> String {
    let text = line.trim_end_matches(['\r', '\n']).trim_start_matches('\u{feff}');
    text.replace(char::is_control, " ")
}
