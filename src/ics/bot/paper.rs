//! A game on paper, with clocks, times and what the engine thought.

use std::time::Duration;

use super::play::{Play, Thought};
use crate::{
    clock::format_pgn,
    ics::Player,
    message::{Account, GameResult, Score},
    pgn::{Eval, Outcome, Ply, Record, Value},
    position::{ChessMove, Position},
};

/// What is noted of a move.
#[derive(Clone, Debug, Default)]
pub(super) struct Note {
    pub clock: Option<Duration>,
    pub took: Option<Duration>,
    pub thought: Option<Thought>,
    pub lag: Option<Duration>,
    pub account: Option<Account>,
}

impl Play {
    /// What the time of the engine's last move went into.
    pub fn explain(&mut self, account: &Account) {
        if let Some(note) = self.notes.last_mut() {
            note.account = Some(account.clone());
        }
    }

    /// The engine's last move with what its time went into.
    pub fn last_account(&self) -> Option<String> {
        let moves = self.game.moves().iter().zip(self.game.positions()).zip(&self.notes).rev();
        let mut accounts = moves.filter_map(|((&mv, before), note)| {
            let account = note.account.as_ref()?;
            Some(format!("{}: {account}", before.numbered(mv)))
        });
        accounts.next()
    }

    /// The engine's scores for its own moves, each with the number of its move.
    pub fn scores(&self) -> Vec<(u16, Score)> {
        let thoughts = self.game.positions().iter().zip(&self.notes);
        let score = |(before, note): (&Position, &Note)| {
            Some((before.fullmoves(), note.thought.as_ref()?.score))
        };
        thoughts.filter_map(score).collect()
    }

    /// What was announced of a player of this game.
    pub fn player(&self, name: &str) -> Option<&Player> {
        let terms = self.terms.as_ref()?;
        [&terms.first, &terms.second]
            .into_iter()
            .find(|player| player.name.eq_ignore_ascii_case(name))
    }

    /// The game on paper.
    pub fn paper(&self, result: &GameResult, site: &str) -> Record {
        let mut record = Record::new(self.game.start().clone());
        let [white, black] = self.names.clone();
        let kind = self.terms.as_ref().map_or("game", |terms| &terms.kind);
        let rated = self.terms.as_ref().is_some_and(|terms| terms.rated);
        record.tags.event = format!("{} {kind} game", if rated { "Rated" } else { "Unrated" });
        (record.tags.white, record.tags.black) = (white, black);
        site.clone_into(&mut record.tags.site);
        for player in self.terms.iter().flat_map(|terms| [&terms.first, &terms.second]) {
            let white = player.name.eq_ignore_ascii_case(&self.names[0]);
            if let Some(rating) = player.rating {
                let tag = if white { "WhiteElo" } else { "BlackElo" };
                record.tags.set(tag, rating.points.to_string());
            }
        }
        if let Some(control) = format_pgn(&self.control) {
            record.tags.set("TimeControl", control);
        }
        record.tags.set("Termination", result.reason.clone());
        record.result = Outcome::read(result.symbol()).unwrap_or(Outcome::Open);
        record.moves = self.plies();
        record
    }

    /// The moves of the game as the server has played it.
    fn plies(&self) -> Vec<Ply> {
        let moves = self.game.moves().iter().take(self.shown()).zip(self.game.positions());
        let ply = |((&mv, before), note): ((&ChessMove, &Position), &Note)| {
            let eval = note.thought.as_ref().map(|thought| {
                let value = match thought.score.for_white(before.side()) {
                    Score::Centipawns(cp) => Value::Centipawns(cp),
                    Score::Mate(moves) => Value::Mate(moves),
                };
                Eval { value, depth: Some(thought.depth) }
            });
            let account = note.account.as_ref();
            Ply {
                clock: note.clock,
                elapsed: note.took,
                planned: account.and_then(|account| account.planned),
                lag: note.lag,
                eval,
                why: account.map_or(String::new(), |account| account.reason.to_string()),
                ..Ply::new(mv)
            }
        };
        moves.zip(&self.notes).map(ply).collect()
    }
}

/// A move as every server takes it: `e2e4`, `e7e8=q`, `o-o`.
pub(super) fn wire(position: &Position, mv: ChessMove) -> String {
    if position.is_castling(mv) {
        let short = mv.get_dest() > mv.get_source();
        return if short { "o-o" } else { "o-o-o" }.to_owned();
    }
    let text = position.coordinate(mv);
    match text.split_at_checked(4) {
        Some((squares, promotion)) if !promotion.is_empty() => format!("{squares}={promotion}"),
        _ => text,
    }
}
