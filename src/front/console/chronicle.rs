//! The game on the board as it goes into the archive.

use std::time::Duration;

use crate::{
    clock::format_pgn,
    message::{Account, Party, Score, Thinking, View},
    pgn::{Eval, Outcome, Ply, Record, Value},
    position::{ChessMove, Color, Position},
};

/// The record of the present game.
#[derive(Clone, Debug)]
pub(super) struct Chronicle {
    record: Record,
    /// The position after the last move.
    end: Position,
    /// The colour the engine plays, if any.
    engine: Option<Color>,
    /// The colours the engine has moved for.
    engine_moved: [bool; 2],
    /// Whether the game as it stands is in the archive.
    filed: bool,
}

impl Chronicle {
    /// A game without moves.
    pub(super) fn new(start: Position) -> Chronicle {
        let end = start.clone();
        Chronicle {
            record: Record::new(start),
            end,
            engine: None,
            engine_moved: [false; 2],
            filed: false,
        }
    }

    /// Whether no move has been made.
    pub(super) fn is_empty(&self) -> bool {
        self.record.moves.is_empty()
    }

    /// Whether the game as it stands is in the archive.
    pub(super) fn is_filed(&self) -> bool {
        self.filed
    }

    /// Notes that the game is in the archive, until it changes.
    pub(super) fn set_filed(&mut self) {
        self.filed = true;
    }

    /// Notes a move that was made today, and what the engine thought before it.
    pub(super) fn moved(
        &mut self,
        by: Party,
        before: &Position,
        mv: ChessMove,
        thinking: Option<&Thinking>,
        today: &str,
    ) {
        if self.end != *before {
            *self = Chronicle::new(before.clone());
        }
        if self.is_empty() {
            self.record.tags.date = today.to_owned();
        }
        let side = before.side();
        let thinking = thinking.filter(|_| by == Party::Engine);
        self.push(Ply {
            elapsed: thinking.map(|thinking| in_milliseconds(thinking.elapsed)),
            eval: thinking.map(|thinking| eval(thinking, side)),
            ..Ply::new(mv)
        });
        if by == Party::Engine {
            let [white, black] = &mut self.engine_moved;
            *(if side == Color::White { white } else { black }) = true;
        }
    }

    /// Notes what the time of the engine's last move went into.
    pub(super) fn explain(&mut self, account: &Account) {
        if let Some(ply) = self.record.moves.last_mut() {
            ply.planned = account.planned;
            ply.why.clone_from(&account.reason);
        }
    }

    /// Follows the session: moves that were taken back go, and the result comes.
    pub(super) fn follow(&mut self, view: &View) {
        let game = &view.game;
        if self.record.start != *game.start() {
            *self = Chronicle::new(game.start().clone());
        }
        let pairs = self.record.moves.iter().zip(game.moves());
        let common = pairs.take_while(|(ply, mv)| ply.mv == **mv).count();
        self.filed &= common == self.record.moves.len();
        self.record.moves.truncate(common);
        self.end = game.positions().get(common).unwrap_or(game.start()).clone();
        game.moves().iter().skip(common).for_each(|&mv| self.push(Ply::new(mv)));
        self.engine = view.engine;
        let control = format_pgn(&view.control).unwrap_or_else(|| "?".to_owned());
        self.record.tags.set("TimeControl", control);
        let result = view.result.as_ref();
        let symbol = result.and_then(|result| Outcome::read(result.symbol()));
        self.record.result = symbol.unwrap_or(Outcome::Open);
        if let (Some(result), Some(last)) = (result, self.record.moves.last_mut()) {
            last.comment.clone_from(&result.reason);
        }
    }

    fn push(&mut self, ply: Ply) {
        self.end.play(ply.mv);
        self.record.moves.push(ply);
        self.filed = false;
    }

    /// The game on paper, with the name of the person who plays against the engine.
    pub(super) fn text(&self, player: &str) -> String {
        let mut record = self.record.clone();
        let engine = concat!("zeitnot ", env!("CARGO_PKG_VERSION"));
        let [white, black] = [Color::White, Color::Black]
            .map(|color| if self.is_engine(color) { engine } else { player }.to_owned());
        record.tags.event = "zeitnot at the terminal".to_owned();
        (record.tags.white, record.tags.black) = (white, black);
        record.to_string()
    }

    /// Whether the engine plays this side, or has played it if it plays none now.
    fn is_engine(&self, color: Color) -> bool {
        let [white, black] = self.engine_moved;
        let moved = if color == Color::White { white } else { black };
        self.engine.map_or(moved, |engine| engine == color)
    }
}

/// Finer than that, nobody wants to read it.
fn in_milliseconds(time: Duration) -> Duration {
    Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000)
}

/// The engine's score as White sees it.
fn eval(thinking: &Thinking, side: Color) -> Eval {
    let value = match thinking.score {
        Score::Centipawns(cp) => Value::Centipawns(cp),
        Score::Mate(moves) => Value::Mate(moves),
    };
    let value = if side == Color::White { value } else { -value };
    Eval { value, depth: Some(thinking.depth) }
}
