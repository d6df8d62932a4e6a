//! How games end by word of the players: draws agreed on, lost games given up.

use std::time::Duration;

use super::core::{Core, Mode, Purpose};
use crate::{
    message::{Despair, Event, GameResult, Truce},
    position::Color,
    search::{
        Bound,
        score::{MATE_BOUND, shown},
    },
};

/// A search under way is trusted with a draw from this depth on, in plies.
const TRUSTED_DEPTH: u32 = 8;

/// When the engine agrees to a draw or gives up, and what has led up to it.
#[derive(Clone, Debug)]
pub(super) struct Agreements {
    /// When a draw is agreed to; `None` for never.
    pub truce: Option<Truce>,
    /// When a game is given up; `None` for never.
    pub despair: Option<Despair>,
    /// Whether an offer of the opponent's waits for an answer.
    offered: bool,
    /// The score of the move decided on last in this game.
    score: Option<i32>,
    /// So many moves in a row were hopeless.
    hopeless: u32,
}

impl Agreements {
    pub fn new(truce: Option<Truce>, despair: Option<Despair>) -> Agreements {
        Agreements { truce, despair, offered: false, score: None, hopeless: 0 }
    }

    /// Another game, or another course of it.
    pub fn forget(&mut self) {
        *self = Agreements::new(self.truce, self.despair);
    }

    /// Whether a draw is good enough at this move of the game; it never is where the engine mates.
    fn agrees(&self, score: Option<i32>, number: u32) -> bool {
        self.truce.zip(score).is_some_and(|(truce, score)| {
            number >= truce.from_move && shown(score) <= truce.score.min(MATE_BOUND)
        })
    }

    /// Answers the open offer with the move now decided on: it is agreed to, or lapses.
    pub fn settle(&mut self, number: u32) -> bool {
        std::mem::take(&mut self.offered) && self.agrees(self.score, number)
    }

    /// Counts hopeless moves; whether there have been enough of them.
    fn despairs(&mut self, score: i32) -> bool {
        let Some(despair) = self.despair else { return false };
        self.hopeless = if shown(score) <= -despair.score { self.hopeless + 1 } else { 0 };
        self.hopeless >= despair.moves.max(1)
    }
}

impl Core {
    /// The opponent offers a draw: agreed to at once while the opponent is to move, or judged with
    /// the engine's next move. Some programs offer it before they even say that the engine plays.
    pub(super) fn draw_offered(&mut self) {
        let waits = self.mode == Mode::Play(!self.game.position().side());
        let score = self.pondered_score().or(self.agreements.score);
        if self.over.is_some() || self.mode == Mode::Analyze {
            return;
        }
        let number = u32::from(self.game.position().fullmoves());
        if waits && self.agreements.agrees(score, number) {
            self.emit(Event::DrawOffer);
        } else {
            self.agreements.offered = true;
        }
    }

    /// What pondering has found the engine's own score to be, if it has got far enough.
    fn pondered_score(&self) -> Option<i32> {
        let search = self.search.as_ref()?;
        let last = search.last.as_ref()?;
        let trusted = last.bound == Bound::Exact && last.depth >= TRUSTED_DEPTH;
        (trusted && matches!(search.purpose, Purpose::Ponder(_))).then_some(last.score)
    }

    /// A move has been decided on, with this score: the game is given up instead if it has been
    /// hopeless for long enough.
    pub(super) fn gives_up(&mut self, score: i32, now: Duration) -> bool {
        self.agreements.score = Some(score);
        let gives_up = self.agreements.despairs(score);
        if gives_up {
            self.resign(now);
        }
        gives_up
    }

    fn resign(&mut self, now: Duration) {
        let (winner, reason) = match self.game.position().side() {
            Color::White => (Color::Black, "White resigns"),
            Color::Black => (Color::White, "Black resigns"),
        };
        self.ledger.stop(now);
        let (winner, reason) = (Some(winner), reason.to_owned());
        self.over = Some(GameResult { winner, decided: true, reason });
        self.emit(Event::Resigned);
        self.drop_search();
    }
}
