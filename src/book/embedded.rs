//! The book that comes with the program.

use std::sync::{Arc, LazyLock};

use super::Book;

/// Its file; `docs/books.md` tells how it was made.
const FILE: &[u8] = include_bytes!("../../books/zeitnot.bin");

/// What is in it: a book, as a test makes sure.
static EMBEDDED: LazyLock<Option<Arc<Book>>> =
    LazyLock::new(|| Book::parse(FILE).ok().map(Arc::new));

impl Book {
    /// The book that comes with the program.
    pub fn embedded() -> Option<Arc<Book>> {
        EMBEDDED.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn a_small_book_comes_with_the_program() {
        let book = Book::embedded().expect("a book");
        assert!(book.moves(&Position::startpos()).len() > 1);
        assert!(FILE.len() <= 200 * 1024, "{} bytes", FILE.len());
    }
}
