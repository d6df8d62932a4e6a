//! A game of the bot's: the server's boards on one side, the engine's moves on the other.

use std::time::Duration;

use super::{
    Demand,
    awaited::Awaited,
    claims::Claims,
    paper::{Note, wire},
    recall::Listed,
};
use crate::{
    clock::{TimeControl, parse_ics},
    ics::{Board, Left, Relation, Terms},
    message::{Command, Party, Score, Thinking},
    position::{ChessMove, Color, FenError, Game, Piece, Position},
};

/// So many half-moves of the search's line are shown.
const SHOWN: usize = 8;

/// A game under way.
#[derive(Clone, Debug)]
pub struct Play {
    /// Its number on the server.
    pub number: u32,
    /// The bot's colour.
    pub me: Color,
    /// Names of White and Black.
    pub names: [String; 2],
    /// What was agreed on, if it was announced.
    pub terms: Option<Terms>,
    /// When it began, or went on.
    pub since: Duration,
    /// What was claimed since then.
    pub(super) claims: Claims,
    /// Requests to take back that were granted.
    takebacks: u32,
    pub(super) control: TimeControl,
    /// The moves that the server lists of a game that is known from its middle on.
    pub(super) listed: Option<Listed>,
    pub(super) game: Game,
    pub(super) notes: Vec<Note>,
    /// The bot's last move, until the server shows it.
    pub(super) awaited: Option<Awaited>,
    /// Whether the server has stopped the clocks for a pause.
    pub(super) paused: bool,
    /// The last report of the search.
    thought: Option<Thought>,
    /// What is left to both, in milliseconds, and since when.
    pub(super) clocks: ([i64; 2], Duration),
    /// What is left to the bot by its own reckoning, in milliseconds: some servers tell whole seconds.
    reckoned: i64,
}

/// What the search thinks.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    pub score: Score,
    pub depth: u32,
    line: String,
}

/// What a board brings.
#[derive(Debug, Default)]
pub struct Seen {
    /// What is to be done.
    pub demands: Vec<Demand>,
    /// What the server charged for the bot's move beyond the time it was thought about.
    pub lag: Option<Duration>,
}

impl Play {
    /// The game that a board shows for the first time, as whose player the bot sees it.
    ///
    /// # Errors
    /// If the men stand as they cannot.
    pub fn begin(board: &Board, terms: Option<Terms>, now: Duration) -> Result<Play, FenError> {
        let me = if board.relation == Relation::MyMove { board.side } else { !board.side };
        Ok(Play {
            number: board.game,
            me,
            names: board.names.clone(),
            terms,
            since: now,
            claims: Claims::default(),
            takebacks: 0,
            control: control_of(board.control),
            listed: None,
            game: Game::new(board.position()?.clone()),
            notes: Vec::new(),
            awaited: None,
            paused: false,
            thought: None,
            clocks: (board.clocks, now),
            reckoned: board.clocks[me.to_index()],
        })
    }

    /// The game after it was broken off: what is known of it is kept if the board belongs to it.
    ///
    /// # Errors
    /// If the men stand as they cannot.
    pub fn resume(&mut self, board: &Board, now: Duration) -> Result<Vec<Demand>, FenError> {
        (self.number, self.since, self.claims) = (board.game, now, Claims::default());
        self.read_clocks(board, now);
        let position = board.position()?;
        // A move that the server has not taken note of before the link broke is not on its board.
        match self.earlier(position) {
            Some(plies) => self.take_back(plies),
            None => match self.answer(board, position) {
                Some(mv) => self.record(mv, board),
                None => self.forget(position.clone()),
            },
        }
        Ok(self.set_up())
    }

    /// The opponent.
    pub fn opponent(&self) -> &str {
        &self.names[(!self.me).to_index()]
    }

    /// Whether this is the opponent.
    pub fn is_with(&self, name: &str) -> bool {
        self.opponent().eq_ignore_ascii_case(name)
    }

    /// Whether this is the game of these players.
    pub fn is_between(&self, names: &[String; 2]) -> bool {
        self.names.iter().zip(names).all(|(mine, other)| mine.eq_ignore_ascii_case(other))
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is left to both at this time, White's first, in milliseconds.
    pub fn clocks(&self, now: Duration) -> [i64; 2] {
        let (mut clocks, since) = self.clocks;
        if self.clocks_run() {
            let passed = now.saturating_sub(since).as_millis() as i64;
            clocks[self.game.position().side().to_index()] -= passed;
        }
        clocks
    }

    /// The last move with its number and what was thought of it: `12. Nf3 +0.31/14`.
    pub fn last_move(&self) -> Option<String> {
        let (&mv, before) =
            self.game.moves().last().zip(self.game.positions().iter().nth_back(1))?;
        let thought = self.notes.last().and_then(|note| note.thought.as_ref());
        let thought = thought.map_or(String::new(), |it| format!(" {}/{}", it.score, it.depth));
        Some(before.numbered(mv) + &thought)
    }

    /// What the server last said was left to the bot.
    pub fn my_time(&self) -> Duration {
        left(self.clocks.0, self.me)
    }

    /// Whether the bot is to move.
    pub fn my_turn(&self) -> bool {
        self.game.position().side() == self.me
    }

    /// A request to take back is granted, unless it was granted so often in this game; whether it is.
    pub fn grant_takeback(&mut self, most: u32) -> bool {
        let granted = self.takebacks < most;
        self.takebacks += u32::from(granted);
        granted
    }

    /// When a draw that was claimed should have been granted.
    pub fn draw_time(&self) -> Option<Duration> {
        self.claims.draw_granted_by(self.my_turn())
    }

    /// Whether there is no clock.
    pub fn is_untimed(&self) -> bool {
        self.control == TimeControl::Unlimited
    }

    /// Whether the opponent has made a move.
    pub fn opponent_moved(&self) -> bool {
        self.made() >= if self.me == Color::White { 2 } else { 1 }
    }

    /// Whether clocks run: nobody's does before both have moved, or in a pause.
    pub fn clocks_run(&self) -> bool {
        self.made() >= 2 && !self.paused
    }

    /// Half-moves that the server has shown: the bot's last may have come too late.
    pub(super) fn shown(&self) -> usize {
        self.game.moves().len() - usize::from(self.awaited.is_some())
    }

    /// Half-moves made, of which not all need be known here.
    pub(super) fn made(&self) -> usize {
        let position = self.game.position();
        let earlier = 2 * usize::from(position.fullmoves().saturating_sub(1));
        earlier + usize::from(position.side() == Color::Black)
    }

    /// What to tell the engine so that it plays on from here.
    pub fn set_up(&self) -> Vec<Demand> {
        self.set_up_with(self.clocks.0)
    }

    /// The same with these clocks.
    pub(super) fn set_up_with(&self, clocks: [i64; 2]) -> Vec<Demand> {
        let [mine, theirs] = self.clocks_told(clocks);
        let game = Box::new(self.game.clone());
        let mut commands =
            vec![Command::Force, Command::SetGame(game), Command::Control(self.control)];
        if self.my_turn() {
            commands.extend([mine, theirs, Command::Go]);
        } else {
            commands.extend([Command::PlayOther, mine, theirs]);
        }
        commands.into_iter().map(Demand::Engine).collect()
    }

    /// A board of this game came: the bot's own move, the opponent's, one seen before, or an earlier
    /// one because moves were taken back.
    ///
    /// # Errors
    /// If the men stand as they cannot.
    pub fn see(&mut self, board: &Board, now: Duration) -> Result<Seen, FenError> {
        let position = board.position()?;
        self.read_clocks(board, now);
        let mut seen = Seen::default();
        if same(position, self.game.position()) {
            seen.lag = self.confirm(board);
            return Ok(seen);
        }
        if let Some(mv) = self.answer(board, position) {
            self.confirm(board);
            self.record(mv, board);
            let told = self.clocks_told(self.clocks.0).into_iter().chain([Command::Play(mv)]);
            seen.demands = told.map(Demand::Engine).collect();
            return Ok(seen);
        }
        let earlier = self.earlier(position);
        if earlier == Some(1) && self.awaited.is_some() {
            seen.demands = self.send_again(now);
            return Ok(seen);
        }
        match earlier {
            Some(plies) => self.take_back(plies),
            None => self.forget(position.clone()),
        }
        seen.demands = self.set_up();
        Ok(seen)
    }

    /// The engine's move: sent, unless the position it is for is gone.
    pub fn moved(&mut self, before: &Position, mv: ChessMove, now: Duration) -> Option<Demand> {
        if !same(before, self.game.position()) || !self.game.play(mv) {
            return None;
        }
        let own = now.saturating_sub(self.clocks.1);
        self.reckoned += self.increment() - own.as_millis() as i64;
        self.notes.push(Note { thought: self.thought.take(), ..Note::default() });
        self.awaited = Some(Awaited::new(now, own));
        Some(Demand::Send(wire(before, mv)))
    }

    /// A report of the search.
    pub fn think(&mut self, thinking: &Thinking) {
        let shown = &thinking.line[..thinking.line.len().min(SHOWN)];
        let line = thinking.root.write_line(shown, Position::san);
        let (score, depth) = (thinking.score, thinking.depth);
        self.thought = Some(Thought { score, depth, line: line.join(" ") });
    }

    /// Takes the clocks from a board. Where they are rounded, the bot's own is believed as long as the
    /// server's may be the same: what rounding cuts off would be taken for lag.
    fn read_clocks(&mut self, board: &Board, now: Duration) {
        self.clocks = (board.clocks, now);
        let mine = &mut self.clocks.0[self.me.to_index()];
        if !board.exact && (*mine..*mine + 1_000).contains(&self.reckoned) {
            *mine = self.reckoned;
        }
        self.reckoned = *mine;
    }

    /// The server says exactly what one player has left now.
    pub fn clock_told(&mut self, told: &Left, now: Duration) -> Command {
        let runs = self.clocks_run() && self.game.position().side() == told.side;
        let (clocks, since) = &mut self.clocks;
        let passed = if runs { now.saturating_sub(*since).as_millis() as i64 } else { 0 };
        clocks[told.side.to_index()] = told.clock + passed;
        if told.side == self.me {
            self.reckoned = told.clock + passed;
        }
        let whose = if told.side == self.me { Party::Engine } else { Party::Opponent };
        Command::ClockIs { whose, remaining: Duration::from_millis(told.clock.max(0) as u64) }
    }

    /// What a move earns, in milliseconds.
    fn increment(&self) -> i64 {
        match self.control {
            TimeControl::Tournament { increment, .. } => increment.as_millis() as i64,
            _ => 0,
        }
    }

    /// The last report, in words: `+0.31/14 Nf3 d5`.
    pub fn opinion(&self) -> Option<String> {
        let thought = self.thought.as_ref();
        let last = || self.notes.iter().rev().find_map(|note| note.thought.as_ref());
        thought.or_else(last).map(|it| format!("{}/{} {}", it.score, it.depth, it.line))
    }

    /// The game is not over although the engine takes it for drawn: the engine goes on without the past
    /// that made it think so.
    pub fn play_on(&mut self) -> Vec<Demand> {
        self.claims.drop_draw();
        self.forget(self.game.position().clone().without_halfmoves());
        self.set_up()
    }

    /// The move that leads from here to the position on the board.
    fn answer(&self, board: &Board, position: &Position) -> Option<ChessMove> {
        let (san, _) = board.last.as_ref()?;
        let mv = self.game.position().parse_move(san).ok()?;
        let mut next = self.game.position().clone();
        next.play(mv);
        same(&next, position).then_some(mv)
    }

    /// Makes a move that the server shows.
    fn record(&mut self, mv: ChessMove, board: &Board) {
        let mover = self.game.position().side();
        let took = board.last.as_ref().map(|(_, took)| *took);
        if self.game.play(mv) {
            let clock = Some(left(board.clocks, mover));
            self.notes.push(Note { clock, took, ..Note::default() });
        }
    }

    /// How many half-moves ago the game was in this position; the latest, if several times.
    fn earlier(&self, position: &Position) -> Option<usize> {
        self.game
            .positions()
            .iter()
            .rev()
            .position(|before| same(before, position) && before.fullmoves() == position.fullmoves())
    }

    fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            self.game.undo();
            self.notes.pop();
        }
        self.awaited = None;
    }

    /// Nothing of what was known leads to this position: the record begins anew.
    fn forget(&mut self, position: Position) {
        self.game = Game::new(position);
        self.notes.clear();
        self.awaited = None;
    }

    /// Both clocks for the engine, its own first.
    fn clocks_told(&self, clocks: [i64; 2]) -> [Command; 2] {
        [(Party::Engine, self.me), (Party::Opponent, !self.me)]
            .map(|(whose, color)| Command::ClockIs { whose, remaining: left(clocks, color) })
    }
}

/// The time control of so many minutes and of seconds for each move.
pub(super) fn control_of([minutes, increment]: [u32; 2]) -> TimeControl {
    parse_ics(&format!("{minutes} {increment}")).unwrap_or(TimeControl::Unlimited)
}

/// What is left to one side.
pub(super) fn left(clocks: [i64; 2], color: Color) -> Duration {
    Duration::from_millis(clocks[color.to_index()].max(0) as u64)
}

/// Whether the same men stand on the same squares with the same side to move; of castling and en
/// passant servers say what they like.
pub(super) fn same(one: &Position, two: &Position) -> bool {
    one.side() == two.side()
        && [Color::White, Color::Black].iter().all(|&color| one.color(color) == two.color(color))
        && [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King]
            .iter()
            .all(|&piece| one.pieces(piece) == two.pieces(piece))
}
