//! Tokens to games.

use std::io::{self, BufRead};

use super::{
    Record,
    draft::Draft,
    scan::{Scanner, Token},
};

/// The games of an input, one after the other.
///
/// Every game is returned, also one that breaks off: with a problem that names the line. Only a
/// failure of the input itself is an error, and the last item.
pub struct Reader<R> {
    scanner: Scanner<R>,
    /// The first token of the next game.
    pending: Option<(usize, Token)>,
    ended: bool,
    /// Why the input ended, if it failed.
    failure: Option<io::Error>,
}

impl<R: BufRead> Reader<R> {
    /// Reads games from `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader { scanner: Scanner::new(input), pending: None, ended: false, failure: None }
    }

    /// Reads up to the first token of the next game, or the end.
    fn game(&mut self) -> Option<Record> {
        let mut draft = Draft::new();
        while let Some((line, token)) = self.token() {
            if draft.ends_before(line, &token) {
                self.pending = Some((line, token));
                return draft.finish();
            }
            draft.add_problems(self.scanner.take_problems());
            draft.take(line, token);
        }
        draft.add_problems(self.scanner.take_problems());
        draft.finish()
    }

    /// The next token; a failure is the end, and kept for later.
    fn token(&mut self) -> Option<(usize, Token)> {
        if self.pending.is_some() {
            return self.pending.take();
        }
        let token = self.scanner.next().unwrap_or_else(|failure| {
            self.failure = Some(failure);
            None
        });
        self.ended |= token.is_none();
        token
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        let game = if self.ended { None } else { self.game() };
        game.map(Ok).or_else(|| self.failure.take().map(Err))
    }
}
