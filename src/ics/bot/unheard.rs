//! How a game ended whose end was not heard: the server's list of the last game's moves says it, if that is
//! the game.

use std::time::Duration;

use super::{
    Bot, Demand,
    games::Interrupted,
    paper::Note,
    play::Play,
    recall::{Listed, add, replayed},
};
use crate::{ics::Result as Ending, message::GameResult, position::Game};

/// So long the server is waited for.
const ANSWERED: Duration = Duration::from_secs(10);
/// A game of which fewer half-moves are known could be any.
const LEAST: usize = 8;
/// Lists of moves may round times to seconds.
const ROUNDED: Duration = Duration::from_secs(1);

/// A game that is over, and whose end the server is asked for.
#[derive(Clone, Debug)]
pub(super) struct Unheard {
    game: Interrupted,
    /// The moves of the last game, as far as the server has listed them.
    listed: Option<Listed>,
    until: Duration,
}

impl Play {
    /// Whether a list of its moves can be told from those of other games. Of a game that has not begun with usual
    /// chess no list says how it began.
    fn can_be_told(&self) -> bool {
        self.shown() >= LEAST && self.game.start().castles_as_usual()
    }

    /// Takes over the rest of the game from a list of all its moves; `None`, and nothing, if that is the list of
    /// another one, whose moves or times are others.
    fn complete(&mut self, listed: Listed) -> Option<()> {
        let known = self.shown();
        let mut listed = listed.into_iter();
        replayed(&mut listed, self.game.start())?;
        let mut game = Game::new(self.game.start().clone());
        let mut notes = self.notes[..known.min(self.notes.len())].to_vec();
        for (at, (san, took)) in listed.enumerate() {
            let mv = game.position().parse_move(&san).ok()?;
            game.play(mv).then_some(())?;
            if at >= known {
                notes.push(Note { took: Some(took), ..Note::default() });
            } else if self.game.moves()[at] != mv
                || !notes.get(at).is_some_and(|it| agrees(it, took))
            {
                return None;
            }
        }
        (game.moves().len() >= known).then_some(())?;
        (self.game, self.notes, self.awaited) = (game, notes, None);
        Some(())
    }
}

/// Whether a move that is known to have taken so long may have taken this time.
fn agrees(note: &Note, took: Duration) -> bool {
    note.took.is_none_or(|known| known.abs_diff(took) <= ROUNDED)
}

impl Bot {
    /// Games that are over, though nothing was heard of it; whether there are any. The server is asked how the
    /// latest of them ended.
    pub(super) fn ended_unheard(&mut self, ends: impl Fn(&Play) -> bool) -> bool {
        let mut over = self.games.give_up(ends);
        let any = !over.is_empty();
        let latest = over.pop_if(|game| game.play.can_be_told());
        over.into_iter().for_each(|game| self.file_unheard(game));
        if let Some(game) = latest {
            self.file_pending();
            self.out.send("oldmoves");
            self.unheard = Some(Unheard { game, listed: None, until: self.now + ANSWERED });
        }
        any
    }

    /// Until when the server is waited for.
    pub(super) fn unheard_until(&self) -> Option<Duration> {
        self.unheard.as_ref().map(|unheard| unheard.until)
    }

    /// A list of moves begins, that of the game which is asked for perhaps.
    pub(super) fn last_game_begins(&mut self, names: &[String; 2]) {
        if let Some(unheard) = &mut self.unheard {
            unheard.listed = unheard.game.play.is_between(names).then(Vec::new);
        }
    }

    /// A line of it.
    pub(super) fn last_game_goes_on(&mut self, number: usize, moves: &Listed) {
        if let Some(unheard) = &mut self.unheard {
            add(&mut unheard.listed, number, moves);
        }
    }

    /// The list is over, and says how the game has ended if it has.
    pub(super) fn last_game_ends(&mut self, how: &str, result: Ending) {
        let Some(mut unheard) = self.unheard.take_if(|unheard| unheard.listed.is_some()) else {
            return;
        };
        let play = &mut unheard.game.play;
        let listed = unheard.listed.take().unwrap_or_default();
        if result == Ending::None || play.complete(listed).is_none() {
            // The list of another game; that of this one may still come.
            self.unheard = Some(unheard);
            return;
        }
        let winner = result.winner();
        let result = GameResult { winner, decided: true, reason: how.to_owned() };
        self.note_result(play, &result);
        self.count_result(play, winner);
        self.file(play, &result);
        self.departure.count_game();
        self.leave_when_settled();
    }

    /// Waits no longer when it is time.
    pub(super) fn tend_unheard(&mut self) {
        if self.unheard_until().is_some_and(|until| until <= self.now) {
            self.file_pending();
            self.leave_when_settled();
        }
    }

    /// Leaves if that was wanted after this game.
    pub(super) fn leave_when_settled(&mut self) {
        if self.departure.is_due_after_game() && self.plays_nobody() && self.unheard.is_none() {
            self.leave();
        }
    }

    /// Keeps the game whose end is asked for without one.
    pub(super) fn file_pending(&mut self) {
        self.unheard.take().into_iter().for_each(|unheard| self.file_unheard(unheard.game));
    }

    /// Keeps a game without an end.
    pub(super) fn file_unheard(&mut self, Interrupted { play, reason, .. }: Interrupted) {
        let reason = reason.to_owned();
        self.file(&play, &GameResult { winner: None, decided: false, reason });
    }

    /// Keeps a game that was broken off.
    fn file(&mut self, play: &Play, result: &GameResult) {
        let time = self.time();
        self.out.push(Demand::Save(Box::new(play.paper(result, &self.config.server.host))));
        self.memory.end(play.opponent(), false, time);
        self.out.push(Demand::Remember);
    }
}
