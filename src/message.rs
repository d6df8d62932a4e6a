//! The vocabulary that front ends and the session share: a `Command` goes in, `Event`s come out.
//!
//! Nothing here knows a protocol: a front end's adapter turns its lines into commands and events
//! into its lines.

use std::{fmt, time::Duration};

use crate::{
    clock::TimeControl,
    position::{ChessMove, Color, Game, Position},
};

/// What a front end asks of the session.
#[derive(Clone, Debug)]
pub enum Command {
    /// The start position; the engine plays Black, clocks are reset, the depth limit is lifted.
    /// While analysing, analysis goes on with the new game.
    NewGame,
    /// A new game record from this position; the mode stays as it is.
    SetPosition(Box<Position>),
    /// A move in any notation, as it was typed, for the side to move.
    Move(String),
    /// Takes back half-moves; the engine keeps its colour.
    Undo {
        /// How many.
        plies: u32,
    },
    /// The engine plays neither side.
    Force,
    /// The engine plays the side to move, and thinks.
    Go,
    /// The engine plays the side not to move.
    PlayOther,
    /// The engine thinks for whoever is to move and never moves.
    Analyze,
    /// Ends analysis; the engine plays neither side.
    ExitAnalyze,
    /// Ends the thinking under way with the best move known.
    MoveNow,
    /// A new time control; it counts from here, or once `Setting::Clock` no longer overrules it.
    Control(TimeControl),
    /// The greatest depth of a search in plies; `None` lifts the limit.
    DepthLimit(Option<u32>),
    /// What the client says is left on the clock of the side the engine plays (the side to move,
    /// while it plays none), or on the other one.
    ClockIs {
        /// Whose clock.
        whose: Party,
        /// Time left; zero if overdrawn.
        remaining: Duration,
    },
    /// The opponent offers a draw.
    DrawOffered,
    /// The game is over for a reason outside the board.
    GameOver(GameResult),
    /// Answered by `Event::Pong` with the same text once everything before it is done.
    Ping(String),
    /// Asks for `Event::Status`.
    Status,
    /// Asks for `Event::Hint`.
    Hint,
    /// Asks for `Event::Shown`.
    Show,
    /// Changes a setting.
    Set(Setting),
}

/// Either side of the board from the engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The engine.
    Engine,
    /// Whoever it plays.
    Opponent,
}

/// A setting that the session itself obeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Search threads, at least 1.
    Threads(usize),
    /// Size of the transposition table in MiB, at least 1.
    Hash(usize),
    /// The time policy, by its registered name.
    Policy(String),
    /// Thinking on the opponent's time.
    Ponder(bool),
    /// A control that is in force whatever `Command::Control` says, until `None` lifts it.
    Clock(Option<TimeControl>),
    /// Time lost between deciding on a move and the clock hearing of it.
    MoveOverhead(Duration),
    /// A parameter of the time policies, by its registered name.
    Parameter {
        /// The name.
        name: String,
        /// Its value; a switch is 0 or 1.
        value: i64,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Whether the game ended at all (`*` for an aborted or adjourned one).
    pub decided: bool,
    /// Why, in words.
    pub reason: String,
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn symbol(&self) -> &'static str {
        match (self.decided, self.winner) {
            (false, _) => "*",
            (true, Some(Color::White)) => "1-0",
            (true, Some(Color::Black)) => "0-1",
            (true, None) => "1/2-1/2",
        }
    }
}

/// A score from the point of view of the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in so many moves, or is mated if negative or zero.
    Mate(i32),
}

/// How a score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this (a fail high).
    Lower,
    /// The true one is at most this (a fail low).
    Upper,
}

/// One report of a search under way.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The position of the game; the line starts here.
    pub root: Position,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// The score.
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The line, starting (when pondering) with the move expected of the opponent.
    pub line: Vec<ChessMove>,
}

/// Where a running analysis stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// The position analysed.
    pub root: Position,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Depth of the iteration under way, in plies.
    pub depth: u32,
    /// Root moves still to be searched in this iteration.
    pub moves_left: u32,
    /// Root moves.
    pub moves_total: u32,
    /// The root move being searched.
    pub current: Option<ChessMove>,
}

/// The state of the game, for a front end that shows it.
#[derive(Clone, Debug)]
pub struct View {
    /// The game so far.
    pub game: Game,
    /// Time left on White's and Black's clock.
    pub clocks: [Duration; 2],
    /// The time control in force.
    pub control: TimeControl,
    /// The colour the engine plays, if any.
    pub engine: Option<Color>,
    /// How the game ended, if it did.
    pub result: Option<GameResult>,
}

/// What the session tells its front end.
#[derive(Clone, Debug)]
pub enum Event {
    /// A move was made in the game.
    Moved {
        /// Whose move: the engine's own, or one that was sent to it.
        by: Party,
        /// The position before it.
        before: Box<Position>,
        /// The move; castling is written king takes own rook.
        mv: ChessMove,
    },
    /// A move that was sent could not be made; nothing has changed.
    Illegal {
        /// The move as it was sent.
        text: String,
        /// Why not.
        reason: String,
    },
    /// A command could not be obeyed; nothing has changed.
    Refused {
        /// What was asked, in a word or two.
        command: String,
        /// Why not.
        reason: String,
    },
    /// A draw is offered, before the engine's own move.
    DrawOffer,
    /// A report of the search under way.
    Thinking(Box<Thinking>),
    /// The game is over by rule with the position now on the board.
    GameOver(GameResult),
    /// The answer to `Command::Ping`.
    Pong(String),
    /// The answer to `Command::Status` while analysing.
    Status(Box<Status>),
    /// The answer to `Command::Hint`: the move the engine expects or would play, if it knows one.
    Hint {
        /// The position the move is for.
        position: Box<Position>,
        /// The move.
        mv: ChessMove,
    },
    /// The answer to `Command::Show`.
    Shown(Box<View>),
    /// Something an operator may want to know: why a move took so long, a fault survived.
    Remark(String),
}

/// What an adapter makes of a line.
#[derive(Debug)]
pub enum Action {
    /// For the session.
    Command(Command),
    /// For the one who typed it, at once and without the session.
    Print(String),
    /// The end.
    Quit,
}

/// A front end's language: pure, both ways, with a memory of its own.
pub trait Adapter {
    /// What there is to say and do before the first line.
    fn start(&mut self) -> Vec<Action> {
        Vec::new()
    }
    /// What one line of input asks for.
    fn line(&mut self, line: &str) -> Vec<Action>;
    /// The lines of output an event becomes.
    fn event(&mut self, event: &Event) -> Vec<String>;
    /// What the adapter itself wants of the session because of the events so far; asked for, and
    /// sent, after each event.
    fn requests(&mut self) -> Vec<Command> {
        Vec::new()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(cp) => {
                let sign = if *cp < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
            }
            Score::Mate(n) => write!(f, "#{n}"),
        }
    }
}
