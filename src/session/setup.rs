//! Positions set up by hand: men edited, the turn given to the other side, a score told.

use std::time::Duration;

use super::core::{Core, Effect, Mode};
use crate::{
    message::Event,
    position::{Color, Edit, Game, Rights},
    search::{
        Belief, MAX_DEPTH,
        score::{EVAL_BOUND, meant},
    },
};

impl Core {
    /// Begins a record with the men on the board changed; if that is no position, nothing happens.
    pub(super) fn edit(&mut self, edits: &[Edit], rights: Rights, now: Duration) {
        match self.board.position().edited(edits, rights) {
            Ok(position) => self.set_game(Game::new(position), now),
            Err(error) => {
                self.drop_search();
                self.emit(Event::BadPosition { reason: error.to_string() });
            }
        }
    }

    /// Notes whose turn it is said to be, and that the engine plays the other side. Programs say it
    /// twice in a row to tell whose clock they mean, so the board is not touched before it matters.
    pub(super) fn side_to_move(&mut self, color: Color, now: Duration) {
        self.board.say_turn(color);
        if self.mode == Mode::Analyze {
            self.turned("side to move", now);
            return;
        }
        self.drop_search();
        self.timekeeper.stop(now);
        self.take_side(!color, now);
    }

    /// Gives the turn to the side it was last said to be, if it has not got it: a new record, for no
    /// move has led there.
    pub(super) fn turn_board(&mut self, now: Duration) -> Result<(), String> {
        if let Some(turned) = self.board.turned()? {
            self.set_game(Game::new(turned), now);
        }
        Ok(())
    }

    /// As `turn_board`, for a command that is refused if the turn cannot change.
    pub(super) fn turned(&mut self, command: &str, now: Duration) -> bool {
        let turned = self.turn_board(now);
        if let Err(reason) = &turned {
            self.refuse(command, reason);
        }
        turned.is_ok()
    }

    /// Has searches to come believe a score of the position on the board.
    pub(super) fn believe(&mut self, belief: Belief) {
        let asked = format!("setscore {} {}", belief.score, belief.depth);
        if belief.score.unsigned_abs() >= EVAL_BOUND.unsigned_abs() {
            let reason = format!("the score must lie between -{EVAL_BOUND} and {EVAL_BOUND}");
            self.refuse(&asked, &reason);
        } else if !(1..=MAX_DEPTH).contains(&belief.depth) {
            self.refuse(&asked, &format!("the depth must lie between 1 and {MAX_DEPTH}"));
        } else {
            let belief = Belief { score: meant(belief.score), ..belief };
            self.effects.push(Effect::Believe(self.board.position().key(), belief));
        }
    }
}
