//! The file of a book: read with every fault told by its place, and written.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use super::{Book, Entry, code};

/// The length of an entry in bytes.
const ENTRY: usize = 16;
/// What the first entry of a header has behind its key, which is 0 for all entries of a header.
const HEADER: &[u8] = b"@PG@";
/// What stands for a move where there is none.
const NULL_MOVE: u16 = 0;
/// No file is read that is larger, in bytes: it is no book, or one that memory has no room for.
const LARGEST: u64 = 1 << 30;

/// Why something is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is a folder or a device.
    #[error("this is no file")]
    NoFile,
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// It is too large.
    #[error("it is larger than {} MiB", LARGEST >> 20)]
    TooLarge,
    /// It ends in the middle of an entry.
    #[error(
        "its length of {0} bytes is no multiple of {ENTRY}: it is cut off, or no Polyglot book"
    )]
    Length(usize),
    /// An entry belongs before the one that it follows.
    #[error("entry {number} (byte {}) is out of order: key {key:016x} after {before:016x}", place(*.number))]
    Order {
        /// Which entry, from 1.
        number: usize,
        /// Its key.
        key: u64,
        /// The key of the entry before it.
        before: u64,
    },
    /// An entry's move is none.
    #[error("entry {number} (byte {}) has no move: {code:04x}: {reason}", place(*.number))]
    Move {
        /// Which entry, from 1.
        number: usize,
        /// What stands for the move.
        code: u16,
        /// Why that is none.
        reason: &'static str,
    },
}

/// Where an entry begins in the file.
fn place(number: usize) -> usize {
    (number - 1) * ENTRY
}

/// How many entries at the beginning are a header: text about the book in place of moves.
fn header(entries: &[[u8; ENTRY]]) -> usize {
    let has_no_key = |entry: &&[u8; ENTRY]| Entry::read(entry).key == 0;
    let first = entries.first().filter(has_no_key);
    let is_header =
        first.is_some_and(|entry| entry.get(8..).is_some_and(|it| it.starts_with(HEADER)));
    if is_header { entries.iter().take_while(has_no_key).count() } else { 0 }
}

impl Book {
    /// The book in a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no book.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        // Others may have no end.
        let about = path.metadata()?;
        if !about.is_file() {
            return Err(BookError::NoFile);
        }
        if about.len() > LARGEST {
            return Err(BookError::TooLarge);
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
        Book::parse(&bytes)
    }

    /// The book in a file's bytes.
    ///
    /// # Errors
    /// If they are none: the first fault, and where it is.
    pub fn parse(bytes: &[u8]) -> Result<Book, BookError> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY>();
        if !rest.is_empty() {
            return Err(BookError::Length(bytes.len()));
        }
        let mut entries: Vec<Entry> = Vec::with_capacity(chunks.len());
        for (number, chunk) in (1..).zip(chunks).skip(header(chunks)) {
            let entry = Entry::read(chunk);
            let before = entries.last().map_or(0, |entry| entry.key);
            if entry.key < before {
                return Err(BookError::Order { number, key: entry.key, before });
            }
            if entry.code == NULL_MOVE {
                continue;
            }
            if let Some(reason) = code::fault(entry.code) {
                return Err(BookError::Move { number, code: entry.code, reason });
            }
            entries.push(entry);
        }
        if entries.is_empty() { Err(BookError::Empty) } else { Ok(Book { entries }) }
    }

    /// Writes the book as a file has it.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.entries.iter().try_for_each(|entry| out.write_all(&entry.bytes()))
    }
}

impl Entry {
    fn read(bytes: &[u8; ENTRY]) -> Entry {
        let bits = u128::from_be_bytes(*bytes);
        Entry { key: (bits >> 64) as u64, code: (bits >> 48) as u16, weight: (bits >> 32) as u16 }
    }

    /// The entry in the file, with nothing learned.
    fn bytes(self) -> [u8; ENTRY] {
        let (key, code, weight) = (self.key.into(), u128::from(self.code), u128::from(self.weight));
        let bits: u128 = key;
        (bits << 64 | code << 48 | weight << 32).to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// An entry of a file: key, move, weight.
    fn bytes(entries: &[(u64, u16, u16)]) -> Vec<u8> {
        let one = |&(key, code, weight): &(u64, u16, u16)| Entry { key, code, weight }.bytes();
        entries.iter().flat_map(one).collect()
    }

    fn refusal(bytes: &[u8]) -> String {
        Book::parse(bytes).expect_err("no book").to_string()
    }

    #[test]
    fn an_entry_is_laid_out_as_published() {
        let entry = Entry { key: 0x0102_0304_0506_0708, code: 0x031c, weight: 0x0a0b };
        let file = [1, 2, 3, 4, 5, 6, 7, 8, 3, 0x1c, 10, 11, 0, 0, 0, 0];
        assert_eq!(entry.bytes(), file);
        assert_eq!(Entry::read(&file), entry);
    }

    #[test]
    fn a_corrupt_file_is_refused_with_the_reason_and_the_place() {
        let good = bytes(&[(1, 0o1434, 2), (3, 0o1433, 1)]);
        assert_eq!(Book::parse(&good).unwrap().len(), 2);
        assert_eq!(refusal(&[]), "it is empty");
        assert_eq!(
            refusal(good.split_last().unwrap().1),
            "its length of 31 bytes is no multiple of 16: it is cut off, or no Polyglot book"
        );
        assert_eq!(
            refusal(&bytes(&[(1, 0o1434, 2), (3, 0o1433, 1), (2, 0o1433, 1)])),
            "entry 3 (byte 32) is out of order: key 0000000000000002 after 0000000000000003"
        );
        assert_eq!(
            refusal(&bytes(&[(1, 0o1434, 2), (3, 0o1414, 1)])),
            "entry 2 (byte 16) has no move: 030c: it goes nowhere"
        );
        assert_eq!(
            refusal(&bytes(&[(1, 0xf31c, 2)])),
            "entry 1 (byte 0) has no move: f31c: no pawn becomes that"
        );
    }

    #[test]
    fn a_header_and_entries_without_a_move_are_passed_over() {
        let text = b"@PG@\n1.0\n1\nnormal\n\0\0\0\0\0\0";
        let header = text.chunks(8).flat_map(|chunk| [&[0; 8], chunk].concat());
        let moves = bytes(&[(1, 0o1434, 2), (1, NULL_MOVE, 9), (3, 0o1433, 1)]);
        let book = Book::parse(&header.chain(moves).collect::<Vec<u8>>()).unwrap();
        assert_eq!(book, Book::parse(&bytes(&[(1, 0o1434, 2), (3, 0o1433, 1)])).unwrap());
        let keyless = bytes(&[(0, 0o1434, 2), (0, 0o1414, 2)]);
        assert!(refusal(&keyless).starts_with("entry 2 (byte 16)"), "without the sign no header");
    }

    #[test]
    fn no_device_and_no_folder_is_read() {
        let told = Book::open(Path::new("/")).expect_err("a folder").to_string();
        assert_eq!(told, "this is no file");
        assert!(matches!(Book::open(Path::new("no such book")), Err(BookError::File(_))));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            mut entries in prop::collection::vec((any::<u64>(), 1_u16..64, any::<u16>()), 1..50)
        ) {
            entries.sort_unstable();
            let book = Book::parse(&bytes(&entries)).unwrap();
            let mut out = Vec::new();
            book.write(&mut out).unwrap();
            prop_assert_eq!(out, bytes(&entries));
        }

        #[test]
        fn any_bytes_are_a_book_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            if let Ok(book) = Book::parse(&bytes) {
                prop_assert!(book.len() * ENTRY <= bytes.len());
            }
        }
    }
}
