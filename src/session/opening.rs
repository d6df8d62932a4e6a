//! Moves out of a book: played at once, before anything is searched, and shown.

use std::{path::Path, sync::Arc, time::Duration};

use super::{
    core::{Core, Effect},
    searching::{Purpose, Task},
};
use crate::{
    book::{Book, Choice, Variety},
    message::{Again, Event, Leanings},
    search::Limits,
};

/// The book in force, and the chance that chooses among its moves.
pub(super) struct Opening {
    book: Option<Arc<Book>>,
    /// Whether one was asked for that could not be had.
    unmet: bool,
    /// What the front end knows of its moves.
    leanings: Leanings,
    chance: fastrand::Rng,
}

impl Opening {
    /// No book yet; every session begins with another chance.
    pub fn new() -> Opening {
        Opening {
            book: None,
            unmet: false,
            leanings: Leanings::new(),
            chance: fastrand::Rng::new(),
        }
    }

    /// From now on the book's moves are played as often as this says.
    pub fn lean(&mut self, leanings: Leanings) {
        self.leanings = leanings;
    }
}

/// The book in a file, or the one that comes with the program if there is no name.
///
/// # Errors
/// If the file has none.
pub(super) fn book(file: &str) -> Result<Option<Arc<Book>>, String> {
    if file.is_empty() {
        return Ok(Book::embedded());
    }
    let failure = |error| format!("no book in {file}: {error}");
    Book::open(Path::new(file)).map(|book| Some(Arc::new(book))).map_err(failure)
}

impl Core {
    /// The same session with a chance that can be repeated.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Core {
        self.opening.chance = fastrand::Rng::with_seed(seed);
        self.luck = fastrand::Rng::with_seed(seed);
        self
    }

    /// Has the book of the settings read, if there is to be another one, or if the one asked for could
    /// not be had and it is tried again.
    pub(super) fn change_book(&mut self, old_file: &str, again: &Again) {
        let tried = self.opening.unmet && again.covers("book_file");
        if old_file != self.settings.book_file || tried {
            self.effects.push(Effect::Book(self.settings.book_file.clone()));
        }
    }

    /// From now on this is the book.
    pub(super) fn open_at(&mut self, book: Option<Arc<Book>>) {
        self.opening.unmet = false;
        self.opening.book = book;
    }

    /// The book asked for cannot be had: there is none.
    pub(super) fn miss_book(&mut self) {
        self.opening.unmet = true;
        self.opening.book = None;
    }

    /// Tells what the book has for the position on the board.
    pub(super) fn show_book(&mut self) {
        let position = self.board.position();
        let moves = self.opening.book.as_ref().map(|book| book.moves(position));
        let position = Box::new(position.clone());
        self.emit(Event::Book { position, moves });
    }

    /// Tells whoever analyses what the book that is played from has for the position on the board.
    pub(super) fn tell_book_line(&mut self) {
        let book = self.opening.book.as_ref().filter(|_| self.settings.own_book);
        let position = self.board.position();
        let moves = book.map(|book| book.moves(position)).unwrap_or_default();
        if !moves.is_empty() {
            let position = Box::new(position.clone());
            self.emit(Event::InBook { position, moves });
        }
    }

    /// Whether the book has a move to be played in the position on the board.
    pub(super) fn is_in_book(&self) -> bool {
        self.consulted().is_some_and(|book| self.choose(book, 0.0).is_some())
    }

    /// A move to be played out of the book, if it has one.
    pub(super) fn by_heart(&mut self) -> Option<Choice> {
        let chance = self.opening.chance.f64();
        self.choose(self.consulted()?, chance)
    }

    fn choose(&self, book: &Book, chance: f64) -> Option<Choice> {
        let position = self.board.position();
        let lean = |mv| self.opening.leanings.get(&(position.key(), mv)).copied().unwrap_or(100);
        book.choose(position, Variety(self.settings.book_variety), lean, chance)
    }

    /// The book, if it is to be asked for a move here: not in an analysis, not among some of the moves
    /// only, not too late in the game, and not where the game has already been once.
    fn consulted(&self) -> Option<&Book> {
        let game = self.board.game();
        let wanted = self.settings.own_book
            && !self.settings.analyse_mode
            && u32::from(game.position().fullmoves()) <= self.settings.book_depth
            && self.board.root_moves().is_empty()
            && game.repetitions() == 1;
        self.opening.book.as_deref().filter(|_| wanted)
    }

    /// Plays a move of the book, in no time.
    pub(super) fn recite(&mut self, choice: Choice, now: Duration) {
        self.drop_search();
        let task = Task { game: self.board.game().clone(), limits: Limits::default(), timed: None };
        self.searching.begin(Purpose::Move, task, now);
        self.emit(Event::FromBook);
        self.play(&[choice.mv], reason(choice).into(), now);
    }
}

/// Why a move of the book was played: its weight among the others'.
pub(super) fn reason(Choice { weight, total, .. }: Choice) -> String {
    format!("book: {weight} of {total}")
}
