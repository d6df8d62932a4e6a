//! Which moves of the position on the board are searched.

use std::time::Duration;

use super::core::{Core, Mode, Purpose};
use crate::position::ChessMove;

impl Core {
    /// Lets a move be searched from now on or not, or all moves.
    pub(super) fn restrict(&mut self, text: Option<&str>, searched: bool, now: Duration) {
        match text.map(|text| (text, self.game.position().parse_move(text))) {
            None => self.root_moves = (!searched).then(Vec::new),
            Some((_, Ok(mv))) => self.allow(mv, searched),
            Some((text, Err(error))) => {
                let command = if searched { "include" } else { "exclude" };
                return self.refuse(&format!("{command} {text}"), &error.to_string());
            }
        }
        self.search_what_is_left(now);
    }

    fn allow(&mut self, mv: ChessMove, searched: bool) {
        let mut moves = self.choices();
        moves.retain(|&other| other != mv);
        if searched {
            moves.push(mv);
        }
        let all = moves.len() == self.game.position().legal_moves().len();
        self.root_moves = Some(moves).filter(|_| !all);
    }

    /// Analysis begins again with the moves that are left, and thinking that had none to think about
    /// begins; a move being thought about is not disturbed.
    fn search_what_is_left(&mut self, now: Duration) {
        let to_move = self.mode == Mode::Play(self.game.position().side());
        if self.mode == Mode::Analyze {
            self.drop_search();
            self.resume_analysis(now);
        } else if to_move && self.search.is_none() && self.ledger.running().is_some() {
            self.think(now);
        }
    }

    /// The moves that may be searched on the board.
    pub(super) fn choices(&self) -> Vec<ChessMove> {
        let all = || self.game.position().legal_moves().to_vec();
        self.root_moves.clone().unwrap_or_else(all)
    }

    /// The root moves for a search, as the search wants them: none for all. What is searched ahead
    /// of the game knows no restriction.
    pub(super) fn root_moves(&self, purpose: Purpose) -> Vec<ChessMove> {
        match purpose {
            Purpose::Move | Purpose::Analysis => self.root_moves.clone().unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Whether no move is left to be searched.
    pub(super) fn nothing_to_search(&self) -> bool {
        self.root_moves.as_ref().is_some_and(Vec::is_empty)
    }

    /// Forgets what was said of the position that has been on the board.
    pub(super) fn leave_position(&mut self) {
        self.root_moves = None;
        self.turn = None;
    }
}
