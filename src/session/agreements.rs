//! How games end by word of the players: draws agreed on, lost games given up.

use std::time::Duration;

use super::{
    core::{Core, Mode},
    searching::Purpose,
};
use crate::{
    message::{Event, GameResult},
    options::Settings,
    position::Color,
    search::{
        Bound,
        score::{MATE_BOUND, shown},
    },
};

/// A search under way is trusted with a draw from this depth on, in plies.
const TRUSTED_DEPTH: u32 = 8;

/// What has led up to agreeing to a draw or giving up.
#[derive(Clone, Debug, Default)]
pub(super) struct Agreements {
    /// Whether an offer of the opponent's waits for an answer.
    offered: bool,
    /// The score of the move decided on last in this game.
    score: Option<i32>,
    /// So many moves in a row were hopeless.
    hopeless: u32,
}

impl Agreements {
    /// Another game, or another course of it.
    pub fn forget(&mut self) {
        *self = Agreements::default();
    }

    /// Answers the open offer with the move now decided on: it is agreed to, or lapses.
    pub fn settle(&mut self, settings: &Settings, number: u32) -> bool {
        std::mem::take(&mut self.offered) && agrees(settings, self.score, number)
    }

    /// Counts hopeless moves; whether there have been enough of them.
    fn despairs(&mut self, settings: &Settings, score: i32) -> bool {
        if !settings.resign {
            return false;
        }
        let hopeless = shown(score) <= -settings.resign_score;
        self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
        self.hopeless >= settings.resign_moves.max(1)
    }
}

/// Whether a draw is good enough at this move of the game; it never is where the engine mates.
fn agrees(settings: &Settings, score: Option<i32>, number: u32) -> bool {
    let good = |score| shown(score) <= settings.draw_score.min(MATE_BOUND);
    settings.draw_accept && number >= settings.draw_move && score.is_some_and(good)
}

impl Core {
    /// The opponent offers a draw: agreed to at once while the opponent is to move, or judged with
    /// the engine's next move. Some programs offer it before they even say that the engine plays.
    pub(super) fn draw_offered(&mut self) {
        let waits = self.mode == Mode::Play(!self.board.side());
        let score = self.pondered_score().or(self.agreements.score);
        if self.board.said_over().is_some() || self.mode == Mode::Analyze {
            return;
        }
        let number = u32::from(self.board.position().fullmoves());
        if waits && agrees(&self.settings, score, number) {
            self.emit(Event::DrawOffer);
        } else {
            self.agreements.offered = true;
        }
    }

    /// What pondering has found the engine's own score to be, if it has got far enough.
    fn pondered_score(&self) -> Option<i32> {
        let search = self.searching.current()?;
        let last = search.last.as_ref()?;
        let trusted = last.bound == Bound::Exact && last.depth >= TRUSTED_DEPTH;
        (trusted && matches!(search.purpose, Purpose::Ponder(_))).then_some(last.score)
    }

    /// A move has been decided on, with this score: the game is given up instead if it has been
    /// hopeless for long enough.
    pub(super) fn gives_up(&mut self, score: i32, now: Duration) -> bool {
        self.agreements.score = Some(score);
        let gives_up = self.agreements.despairs(&self.settings, score);
        if gives_up {
            self.resign(now);
        }
        gives_up
    }

    fn resign(&mut self, now: Duration) {
        let (winner, reason) = match self.board.side() {
            Color::White => (Color::Black, "White resigns"),
            Color::Black => (Color::White, "Black resigns"),
        };
        self.timekeeper.stop(now);
        let (winner, reason) = (Some(winner), reason.to_owned());
        self.board.end(GameResult { winner, decided: true, reason });
        self.emit(Event::Resigned);
        self.drop_search();
    }
}
