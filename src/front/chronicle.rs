//! The game on the board as it goes to paper: into the archive, and into reports.

use std::time::Duration;

use crate::{
    clock::{TimeControl, format_ggs, format_pgn},
    message::{Account, Clocked, GameResult, Party, Score, Thinking, View},
    pgn::{Eval, Outcome, Ply, Record, Tags, Value},
    position::{ChessMove, Color, Game, Position},
    program::NAME_AND_VERSION,
};

/// The record of the present game.
#[derive(Clone, Debug)]
pub(super) struct Chronicle {
    record: Record,
    /// The position after the last move.
    end: Position,
    /// The colour the engine plays, if any.
    engine: Option<Color>,
    /// The places of the moves that the engine has made.
    engines_moves: Vec<usize>,
    /// Whether the game as it stands is in the archive.
    filed: bool,
    /// Whether it comes from paper and is as it was there.
    from_paper: bool,
}

impl Chronicle {
    /// A game without moves.
    pub(super) fn new(start: Position) -> Chronicle {
        let end = start.clone();
        Chronicle {
            record: Record::new(start),
            end,
            engine: None,
            engines_moves: Vec::new(),
            filed: false,
            from_paper: false,
        }
    }

    /// A game from paper, which is in an archive already.
    pub(super) fn of(record: Record) -> Chronicle {
        let end = record.game().position().clone();
        let start = record.start.clone();
        Chronicle { record, end, filed: true, from_paper: true, ..Chronicle::new(start) }
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
            self.rewind(before);
        }
        self.leave_paper();
        if self.record.tags.date == Tags::default().date {
            self.record.tags.date = today.to_owned();
        }
        let side = before.side();
        let thinking = thinking.filter(|_| by == Party::Engine);
        if by == Party::Engine {
            self.engines_moves.push(self.record.moves.len());
        }
        self.push(Ply {
            elapsed: thinking.map(|thinking| in_milliseconds(thinking.elapsed)),
            eval: thinking.map(|thinking| eval(thinking, side)),
            ..Ply::new(mv)
        });
    }

    /// Whether moves that the engine has made come after this position of the game.
    pub(super) fn goes_beyond(&self, place: &Position) -> bool {
        let game = self.record.game();
        let at = game.positions().iter().rposition(|position| position == place);
        at.zip(self.engines_moves.last()).is_some_and(|(at, &last)| last >= at)
    }

    /// Notes what the time of the engine's last move went into.
    pub(super) fn explain(&mut self, account: &Account) {
        if let Some(ply) = self.record.moves.last_mut() {
            ply.planned = account.planned;
            ply.why = account.reason.to_string();
            if let Some(used) = account.on_clock {
                ply.elapsed = Some(in_milliseconds(used));
            }
        }
    }

    /// Notes what the clocks say of the last move, unless a client has said what its own clock shows: that
    /// is the one that counts.
    pub(super) fn clocked(&mut self, clocked: &Clocked) {
        if let Some(ply) = self.record.moves.last_mut().filter(|ply| ply.clock.is_none()) {
            ply.clock = clocked.left.map(in_milliseconds);
            ply.elapsed = clocked.spent.map(in_milliseconds).or(ply.elapsed);
        }
    }

    /// Goes back to a position of the game, moves having been taken back unseen; one that never was in it
    /// begins another game.
    fn rewind(&mut self, to: &Position) {
        let mut position = self.record.start.clone();
        for (made, ply) in self.record.moves.iter().enumerate() {
            if position == *to {
                self.keep(made);
                self.end = position;
                return;
            }
            position.play(ply.mv);
        }
        *self = Chronicle::new(to.clone());
    }

    /// Keeps so many moves of the game, which is another one if there were more.
    fn keep(&mut self, moves: usize) {
        if moves == self.record.moves.len() {
            return;
        }
        self.record.moves.truncate(moves);
        self.engines_moves.retain(|&place| place < moves);
        self.filed = false;
        self.leave_paper();
    }

    /// From now on this is a game of our own, which has nothing of the one on paper but its moves: neither
    /// what is said of players, place and day, nor the times.
    fn leave_paper(&mut self) {
        if !std::mem::take(&mut self.from_paper) {
            return;
        }
        self.record.tags = Record::new(self.record.start.clone()).tags;
        for ply in &mut self.record.moves {
            (ply.clock, ply.elapsed) = (None, None);
        }
    }

    /// Notes what the clocks show of the side that has just moved, and of the other one after its own last
    /// move.
    pub(super) fn clocks_show(&mut self, mover: Option<Duration>, other: Option<Duration>) {
        for (ply, left) in self.record.moves.iter_mut().rev().zip([mover, other]) {
            ply.clock = left.map(in_milliseconds).or(ply.clock);
        }
    }

    /// The side to move.
    pub(super) fn side(&self) -> Color {
        self.end.side()
    }

    /// Moves that the engine has made and accounted for.
    pub(super) fn own_moves(&self) -> usize {
        self.record.moves.iter().filter(|ply| !ply.why.is_empty()).count()
    }

    /// Whether a game is this one, gone on with: all but the last move of either side at most are the same.
    pub(super) fn goes_on_as(&self, game: &Game) -> bool {
        self.record.start == *game.start() && self.common(game) + 2 >= self.record.moves.len()
    }

    /// Whether a game is this one, or the beginning of it.
    pub(super) fn has(&self, game: &Game) -> bool {
        self.record.start == *game.start() && self.common(game) == game.moves().len()
    }

    /// How many moves a game has in common with this one.
    fn common(&self, game: &Game) -> usize {
        let pairs = self.record.moves.iter().zip(game.moves());
        pairs.take_while(|(ply, mv)| ply.mv == **mv).count()
    }

    /// Follows the session: moves that were taken back go, and the result comes.
    pub(super) fn follow(&mut self, view: &View) {
        self.follow_moves(&view.game);
        if self.from_paper {
            return;
        }
        self.engine = view.engine;
        self.circumstances(Some(view.control), view.result.as_ref());
    }

    /// Moves that were taken back go, and those that were not seen come.
    pub(super) fn follow_moves(&mut self, game: &Game) {
        if self.record.start != *game.start() {
            *self = Chronicle::new(game.start().clone());
        }
        let common = self.common(game);
        self.keep(common);
        self.end = game.positions().get(common).unwrap_or(game.start()).clone();
        game.moves().iter().skip(common).for_each(|&mv| self.push(Ply::new(mv)));
    }

    /// Notes the time control, if it is known, and how the game has ended.
    pub(super) fn circumstances(
        &mut self,
        control: Option<TimeControl>,
        result: Option<&GameResult>,
    ) {
        let control =
            control.and_then(|control| format_pgn(&control).or_else(|| format_ggs(&control)));
        self.record.tags.set("TimeControl", control.unwrap_or_else(|| "?".to_owned()));
        let symbol = result.and_then(|result| Outcome::read(result.symbol()));
        self.record.result = symbol.unwrap_or(Outcome::Open);
        if let (Some(result), Some(last)) = (result, self.record.moves.last_mut()) {
            last.comment.clone_from(&result.reason);
        }
    }

    /// How the rules have ended the game, or would if either player claimed it.
    pub(super) fn result_by_rule(&self) -> Option<GameResult> {
        GameResult::by_rule(&self.record.game())
    }

    fn push(&mut self, ply: Ply) {
        self.end.play(ply.mv);
        self.record.moves.push(ply);
        self.filed = false;
        self.leave_paper();
    }

    /// The game on paper, with what it was and the name of whoever plays against the engine.
    pub(super) fn record(&self, event: &str, player: &str) -> Record {
        let mut record = self.record.clone();
        if self.from_paper {
            return record;
        }
        let [white, black] = [Color::White, Color::Black]
            .map(|color| if self.is_engine(color) { NAME_AND_VERSION } else { player }.to_owned());
        record.tags.event = event.to_owned();
        (record.tags.white, record.tags.black) = (white, black);
        record
    }

    /// Whether the engine plays this side, or has played it if it plays none now.
    fn is_engine(&self, color: Color) -> bool {
        let first = self.record.start.side();
        let mover = |place: &usize| if place.is_multiple_of(2) { first } else { !first };
        let has_moved = || self.engines_moves.iter().any(|place| mover(place) == color);
        self.engine.map_or_else(has_moved, |engine| engine == color)
    }
}

/// Finer than that, nobody wants to read it.
fn in_milliseconds(time: Duration) -> Duration {
    Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000)
}

/// The engine's score as White sees it.
fn eval(thinking: &Thinking, side: Color) -> Eval {
    let value = match thinking.score.for_white(side) {
        Score::Centipawns(cp) => Value::Centipawns(cp),
        Score::Mate(moves) => Value::Mate(moves),
    };
    Eval { value, depth: Some(thinking.depth) }
}
