//! The score sheet of a game: board and clocks as the referee keeps them, and the end of the game.

use std::time::Duration;

use super::books::round;
use crate::{
    clock::{Ledger, TimeControl, format_ggs, format_pgn},
    lab::game::Adjudicator,
    message::{Account, Score, Thinking},
    pgn::{Eval, Outcome, Ply, Record, Value},
    position::{ChessMove, Color, Ending, Game},
    search::score::MATE,
};

/// What the tag `Termination` says of a game lost on time.
pub(super) const ON_TIME: &str = "time forfeit";
const BY_RULE: &str = "normal";
const ADJUDICATED: &str = "adjudication";

/// What holds for a game.
pub(super) struct Terms {
    /// Its number in the match, from 0.
    pub number: u64,
    pub opening: Game,
    pub control: TimeControl,
    /// Whether it is played to the end by rule.
    pub play_out: bool,
}

/// How a game ended: who won, and what the tag `Termination` says.
type End = (Option<Color>, &'static str);

/// A game as it is written down.
pub(super) struct Sheet {
    pub game: Game,
    ledger: Ledger,
    /// Since when the clock of the side to move runs.
    since: Duration,
    /// None for a game that is played out.
    adjudicator: Option<Adjudicator>,
    plies: Vec<Ply>,
    end: Option<End>,
}

impl Sheet {
    /// A game whose first clock starts now.
    pub fn new(terms: &Terms, now: Duration) -> Sheet {
        let game = terms.opening.clone();
        let mut ledger = Ledger::new(terms.control);
        ledger.start(game.position().side(), now);
        let adjudicator = (!terms.play_out).then(Adjudicator::default);
        let end = end_by_rule(&game);
        Sheet { game, ledger, since: now, adjudicator, plies: Vec::new(), end }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.game.position().side()
    }

    /// A move was made now, with this thought; `account` is what its time went into, if that
    /// is to be told. The game may be over: lost on
    /// time, ended by rule, or clear.
    pub fn enter(
        &mut self,
        mv: ChessMove,
        thought: Option<&Thinking>,
        account: Option<Account>,
        now: Duration,
    ) {
        let side = self.side();
        let flagged = self.ledger.flag(side, now).is_some();
        let value = thought.map(|thought| for_white(thought.score, side));
        let eval = thought.zip(value).map(|(it, value)| Eval { value, depth: Some(it.depth) });
        self.game.play(mv);
        self.ledger.press(now, self.game.moves_made()[side.to_index()]);
        let left = if flagged { Duration::ZERO } else { self.ledger.remaining(side, now) };
        let took = now.saturating_sub(std::mem::replace(&mut self.since, now));
        let (clock, elapsed) = (Some(in_tenths(left)), Some(in_tenths(took)));
        let planned = account.as_ref().and_then(|account| account.planned);
        let why = account.map(|account| account.reason.to_string()).unwrap_or_default();
        self.plies.push(Ply { clock, elapsed, planned, eval, why, ..Ply::new(mv) });
        let end = if flagged { Some((Some(!side), ON_TIME)) } else { end_by_rule(&self.game) };
        self.end = end.or_else(|| self.adjudicate(value?));
    }

    /// The end of a game that is clear.
    fn adjudicate(&mut self, value: Value) -> Option<End> {
        let (score, mate) = match value {
            Value::Centipawns(score) => (score, false),
            Value::Mate(moves) => (MATE * moves.signum(), true),
        };
        let winner = self.adjudicator.as_mut()?.judge(score, mate, self.plies.len())?;
        Some((winner, ADJUDICATED))
    }

    /// The game on paper.
    pub fn record(self, terms: &Terms, [white, black]: [String; 2]) -> Record {
        let mut record = Record::new(self.game.start().clone());
        let tags = &mut record.tags;
        tags.event = "zeitnot lab match".to_owned();
        tags.round = round(terms.number);
        (tags.white, tags.black) = (white, black);
        let control = format_pgn(&terms.control).or_else(|| format_ggs(&terms.control));
        tags.set("TimeControl", control.unwrap_or_else(|| "?".to_owned()));
        if let Some((winner, how)) = self.end {
            tags.set("Termination", how);
            record.result = match winner {
                Some(Color::White) => Outcome::WhiteWins,
                Some(Color::Black) => Outcome::BlackWins,
                None => Outcome::Draw,
            };
        }
        record.moves = self.plies;
        record
    }
}

fn end_by_rule(game: &Game) -> Option<End> {
    let winner = |ending: Ending| ending.winner(game.position().side());
    game.ending().map(|ending| (winner(ending), BY_RULE))
}

/// A score of the side to move as White sees it.
fn for_white(score: Score, side: Color) -> Value {
    match score.for_white(side) {
        Score::Centipawns(score) => Value::Centipawns(score),
        Score::Mate(moves) => Value::Mate(moves),
    }
}

/// To a tenth of a millisecond; finer than that, nobody wants to read it.
fn in_tenths(time: Duration) -> Duration {
    Duration::new(time.as_secs(), time.subsec_micros() / 100 * 100_000)
}
