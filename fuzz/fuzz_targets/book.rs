//! Whatever a book's file holds, it is read or refused; what is read is written again but for what was
//! learned, and has legal moves alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::{book::Book, position::Position};

fuzz_target!(|bytes: &[u8]| {
    let Ok(book) = Book::parse(bytes) else { return };
    let mut written = Vec::new();
    book.write(&mut written).unwrap();
    assert_eq!(written.len(), bytes.len());
    for (one, other) in written.chunks(16).zip(bytes.chunks(16)) {
        assert_eq!(one[..12], other[..12]);
    }
    let start = Position::startpos();
    assert!(book.moves(&start).iter().all(|&(mv, _)| start.is_legal(mv)));
});
