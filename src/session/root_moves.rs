//! Which moves of the position on the board are searched.

use std::time::Duration;

use super::{
    core::{Core, Mode},
    searching::Purpose,
};
use crate::position::ChessMove;

impl Core {
    /// Lets a move be searched from now on or not, or all moves.
    pub(super) fn restrict(&mut self, text: Option<&str>, searched: bool, now: Duration) {
        match text.map(|text| (text, self.board.position().parse_move(text))) {
            None => self.board.search_all(searched),
            Some((_, Ok(mv))) => self.board.allow(mv, searched),
            Some((text, Err(error))) => {
                let command = if searched { "include" } else { "exclude" };
                return self.refuse(&format!("{command} {text}"), &error.to_string());
            }
        }
        self.search_what_is_left(now);
    }

    /// Analysis begins again with the moves that are left, and thinking that had none to think about
    /// begins; a move being thought about is not disturbed.
    fn search_what_is_left(&mut self, now: Duration) {
        let to_move = self.mode == Mode::Play(self.board.side());
        let idle = self.searching.current().is_none();
        if self.mode == Mode::Analyze {
            self.drop_search();
            self.resume_analysis(now);
        } else if to_move && idle && self.timekeeper.running().is_some() {
            self.think(now);
        }
    }

    /// The root moves for a search, as the search wants them: none for all. What is searched ahead
    /// of the game knows no restriction.
    pub(super) fn root_moves(&self, purpose: Purpose) -> Vec<ChessMove> {
        match purpose {
            Purpose::Move | Purpose::Analysis => self.board.root_moves(),
            _ => Vec::new(),
        }
    }
}
