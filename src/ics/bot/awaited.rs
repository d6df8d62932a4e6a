//! The bot's move on its way to the server: shown, refused, late or lost.

use std::time::Duration;

use super::{
    Demand,
    play::{Play, left},
};
use crate::ics::{Board, Relation};

/// After so long without an answer to a move the server is asked for the board.
const UNANSWERED: Duration = Duration::from_secs(4);

/// So often at most that time is doubled while the server takes the move in neither form.
const MOST_DOUBLINGS: u32 = 6;

/// A move on its way.
#[derive(Clone, Debug)]
pub(super) struct Awaited {
    /// When it was sent last.
    sent: Duration,
    /// How long it was thought about, from the board's arrival on.
    own: Duration,
    /// Whether the server did not take it.
    refused: bool,
    /// How often it was sent.
    times: u32,
}

impl Awaited {
    /// A move that is sent now, and was thought about for so long.
    pub fn new(now: Duration, own: Duration) -> Awaited {
        Awaited { sent: now, own, refused: false, times: 1 }
    }
}

impl Play {
    /// The server did not take the move: the board tells what is true.
    pub fn refused(&mut self) -> Option<Demand> {
        let awaited = self.awaited.as_mut()?;
        awaited.refused = true;
        Some(Demand::Send("refresh".to_owned()))
    }

    /// When the server should have shown the bot's move.
    pub fn overdue(&self) -> Option<Duration> {
        self.awaited.as_ref().map(|awaited| {
            // A server that does not take the move either is not asked to adjourn at every look.
            let doublings = awaited.times.saturating_sub(2).min(MOST_DOUBLINGS);
            awaited.sent + UNANSWERED * 2_u32.pow(doublings)
        })
    }

    /// The server has not shown the bot's move: asks for the board.
    pub fn ask(&mut self, now: Duration) -> Demand {
        if let Some(awaited) = &mut self.awaited {
            (awaited.sent, awaited.refused) = (now, true);
        }
        Demand::Send("refresh".to_owned())
    }

    /// The server shows the bot's move: what it charged for it and what is left; returns the lag.
    pub(super) fn confirm(&mut self, board: &Board) -> Option<Duration> {
        let awaited = self.awaited.take()?;
        let (_, took) = board.last.as_ref()?;
        if board.relation == Relation::TheirMove
            && let Some(note) = self.notes.last_mut()
        {
            (note.clock, note.took) = (Some(left(board.clocks, self.me)), Some(*took));
        }
        // Servers that count in whole seconds say nothing of lag.
        let exact = board.exact && board.relation == Relation::TheirMove;
        let lag = (exact && awaited.times == 1).then(|| took.saturating_sub(awaited.own));
        if let Some(note) = self.notes.last_mut().filter(|_| exact) {
            note.lag = lag;
        }
        lag
    }

    /// A board from before the bot's move: late, unless the move was refused or has got lost. Then it
    /// is sent once more, in the notation that every server takes.
    pub(super) fn send_again(&mut self, now: Duration) -> Vec<Demand> {
        let moves = self.game.moves().len();
        let (Some(awaited), Some(&mv)) = (&mut self.awaited, self.game.moves().last()) else {
            return Vec::new();
        };
        if !awaited.refused {
            return Vec::new();
        }
        if awaited.times >= 2 {
            (awaited.refused, awaited.times) = (false, awaited.times + 1);
            return vec![
                Demand::Note("the server does not take the move; asking to adjourn".to_owned()),
                Demand::Send("adjourn".to_owned()),
            ];
        }
        (awaited.refused, awaited.times, awaited.sent) = (false, awaited.times + 1, now);
        let before = &self.game.positions()[moves - 1];
        vec![Demand::Send(before.san(mv).trim_end_matches(['+', '#']).to_owned())]
    }
}
