//! What the session tells its front end.

use std::time::Duration;

use super::{Account, Appraisal, Bound, Clocked, GameResult, Party, Score};
use crate::{
    clock::TimeControl,
    position::{ChessMove, Color, Game, Position},
};

/// One report of a search under way.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The position of the game; the line starts here.
    pub root: Position,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Place of the line among those asked for, from 1 for the best; `None` if one is asked for.
    pub rank: Option<u32>,
    /// The side whose move is searched: the one to move, or while pondering the one that answers.
    pub side: Color,
    /// The score, as that side sees it.
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// Its chances to win, draw and lose, in thousandths that add up to 1000.
    pub chances: [u32; 3],
    /// Time since the search began.
    pub elapsed: Duration,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
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

/// A root move about to be searched, told once a search has lasted some seconds.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The position searched.
    pub root: Position,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The move.
    pub mv: ChessMove,
    /// Its place in the order of searching, from 1.
    pub number: u32,
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
    /// What the clocks say of the move just made, after `Moved`; in a game alone.
    Clocked(Clocked),
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
    /// What an `Edit` left on the board cannot be played on; the game is as it was.
    BadPosition {
        /// Why not.
        reason: String,
    },
    /// A draw is offered or agreed to, before the engine's own move if one follows.
    DrawOffer,
    /// The engine gives the game up.
    Resigned,
    /// The answer to `Command::Search`; the game is as it was.
    BestMove {
        /// The position searched.
        position: Box<Position>,
        /// The best move; `None` if there is none.
        best: Option<ChessMove>,
        /// The answer expected to it.
        expected: Option<ChessMove>,
    },
    /// Where a long search stands.
    RootMove(Box<RootMove>),
    /// A report of the search under way.
    Thinking(Box<Thinking>),
    /// The move about to be told comes out of a book: what was said of the position before is not about it.
    FromBook,
    /// The game is over by rule with the position now on the board.
    GameOver(GameResult),
    /// The answer to `Command::Ping`.
    Pong(String),
    /// The answer to `Command::Status` while analysing.
    Status(Box<Status>),
    /// The answer to `Command::Hint`: the move the engine expects or would play, if there is one.
    Hint {
        /// The position the move is for.
        position: Box<Position>,
        /// The move.
        mv: ChessMove,
    },
    /// The answer to `Command::Show`.
    Shown(Box<View>),
    /// The answer to `Command::Evaluate`.
    Evaluated(Box<Appraisal>),
    /// The answer to `Command::Book`.
    Book {
        /// The position on the board.
        position: Box<Position>,
        /// What the opening book has for it, moves and weights, the greatest first; `None` if there is no book.
        moves: Option<Vec<(ChessMove, u16)>>,
    },
    /// The opening book knows the position that is about to be analysed.
    InBook {
        /// The position.
        position: Box<Position>,
        /// Moves and weights, the greatest first; never empty.
        moves: Vec<(ChessMove, u16)>,
    },
    /// The answer to `Command::Perft`.
    Counted {
        /// The position counted from.
        position: Box<Position>,
        /// The paths behind each first move.
        paths: Vec<(ChessMove, u64)>,
        /// How long it took.
        elapsed: Duration,
    },
    /// The answer to `Command::Bench`.
    Benched {
        /// Nodes of all positions.
        nodes: u64,
        /// How long it took.
        elapsed: Duration,
    },
    /// What is planned for the engine's move or answer whose time has begun to run.
    Planned {
        /// Time that it is to take, if nothing unusual is seen.
        planned: Duration,
        /// The most that it may take.
        most: Duration,
    },
    /// What the time of the engine's move or answer went into; after the move, before the answer.
    Accounted(Account),
    /// Something an operator may want to know, such as a fault survived.
    Remark(String),
}
