//! The vocabulary that front ends and the session share: a `Command` goes in, `Event`s come out.
//!
//! Nothing here knows a protocol: a front end's adapter turns its lines into commands and events
//! into its lines.

mod account;
mod adapter;
mod again;
mod appraisal;
mod event;
mod score;

use std::{collections::BTreeMap, time::Duration};

use crate::{
    clock::{GoTimes, TimeControl},
    options::Settings,
    position::{ChessMove, Color, Edit, Game, Rights},
};

pub use crate::search::{Bound, Strength};

pub use account::{Account, Clocked, Explanation, Grounds};
pub use adapter::{Action, Adapter, Line, QUIT};
pub use again::Again;
pub use appraisal::Appraisal;
pub use event::{Event, RootMove, Status, Thinking, View};
pub use score::Score;

/// How often moves of an opening book are to be played, in percent of what the book says, by the key of the
/// position and the move; 100 where nothing is said.
pub type Leanings = BTreeMap<(u64, ChessMove), u32>;

/// What a front end asks of the session.
#[derive(Clone, Debug)]
pub enum Command {
    /// The start position; the engine plays Black, clocks are reset, the depth limit is lifted.
    /// While analysing, analysis goes on with the new game.
    NewGame,
    /// Another game record; the mode stays as it is. What was learned in the game on the board is
    /// kept if the new record goes on with it.
    SetGame(Box<Game>),
    /// Changes the men on the board one after another; the side to move stays, the record begins
    /// anew. Answered by `Event::BadPosition` if nothing can be played on the result.
    Edit {
        /// The changes.
        edits: Vec<Edit>,
        /// Which kings and rooks may castle afterwards.
        rights: Rights,
    },
    /// It is this side's move and the engine plays the other one, as old programs say it; the
    /// clocks stop, nobody thinks. If it is not this side's move on the board, the turn changes
    /// (and the record begins anew) with the next move or search, so that the two colours named one
    /// after another only say whose clocks are meant.
    SideToMove(Color),
    /// A move in any notation, as it was typed, for the side to move.
    Move(String),
    /// The same from a client that knows the move; castling is written king takes own rook.
    Play(ChessMove),
    /// Takes back half-moves; the engine keeps its colour.
    Undo {
        /// How many.
        plies: u32,
    },
    /// The engine plays neither side.
    Force,
    /// The engine plays the side to move, and thinks.
    Go,
    /// As `Go`; the move to come goes by this, whatever clock and depth limit say.
    GoFor(OneMove),
    /// The engine plays the side not to move.
    PlayOther,
    /// The engine thinks for whoever is to move and never moves.
    Analyze,
    /// Ends analysis; the engine plays neither side.
    ExitAnalyze,
    /// Searches the position on the board and tells the best move (`Event::BestMove`) without
    /// making it; ends what is thought about otherwise.
    Search(Box<Request>),
    /// The move that a `Search` held back until now was expected is on the board: its clock starts.
    PonderHit,
    /// Ends the thinking under way with the best move known.
    MoveNow,
    /// Gives up whatever is being searched, without a move: the client has left the position for one that is not on
    /// the board yet, or cannot be.
    Abandon,
    /// Stops thinking and the session's time until `Resume`; pings are answered, everything else
    /// waits.
    Pause,
    /// Goes on where `Pause` stopped.
    Resume,
    /// Changes which root moves are searched: at once in analysis, in play from the next search on.
    /// Every new position lifts the restriction; while no move is left, nothing is searched.
    Restrict {
        /// A move in any notation, as it was typed; `None` for all moves.
        mv: Option<String>,
        /// Whether it is searched from now on, or left out.
        searched: bool,
    },
    /// To be believed of the position on the board by searches that come across it, up to a depth in
    /// plies: its score in centipawns for the side to move.
    Believe {
        /// The score; refused where mates begin.
        score: i32,
        /// The depth; refused if it is 0 or more than a search can reach.
        depth: u32,
    },
    /// The engine's clock is its node count, so many nodes a second, until a new game; `None` for
    /// the clock on the wall.
    NodeRate(Option<u64>),
    /// A new time control; it counts from here, or once the option `clock` no longer overrules it.
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
    /// What the way to the client's clock is known to take, whatever the operator keeps back for it.
    LagIs(Duration),
    /// The opponent offers a draw; `Event::DrawOffer` is the answer if the engine agrees, at once or
    /// before its next move.
    DrawOffered,
    /// The game is over for a reason outside the board.
    GameOver(GameResult),
    /// Answered by `Event::Pong` with the same text once everything before it is done.
    Ping(String),
    /// Asks for `Event::Status`.
    Status,
    /// Asks for `Event::Hint`, which may take a moment.
    Hint,
    /// Asks for `Event::Shown`.
    Show,
    /// Asks for `Event::Evaluated`.
    Evaluate,
    /// Asks for `Event::Book`.
    Book,
    /// Asks for `Event::Counted`: the move paths so many plies deep.
    Perft(u32),
    /// Asks for `Event::Benched`: the search's signature and speed, at a depth other than the usual
    /// one if given.
    Bench(Option<u32>),
    /// Goes by these settings; what differs from those in force is done.
    Set {
        /// All of them.
        settings: Box<Settings>,
        /// What of that which could not be had before (a network, endgame tables) is tried again.
        again: Again,
    },
    /// Plays the moves of its opening book as often as this says from now on.
    Lean(Box<Leanings>),
    /// Forgets all positions searched so far.
    ClearHash,
}

/// What a single move goes by. What is not given limits nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneMove {
    /// Deepest iteration, in plies, at least 1.
    pub depth: Option<u32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Time for it.
    pub time: Option<Duration>,
}

/// A search that is asked for by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The clocks.
    pub times: GoTimes,
    /// Deepest iteration, in plies, at least 1.
    pub depth: Option<u32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Ends when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// The root moves to consider; all of them if empty.
    pub root_moves: Vec<ChessMove>,
    /// Until when the best move is held back, however soon it is found.
    pub held: Held,
}

/// Until when the result of a search is held back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Held {
    /// It is not.
    #[default]
    No,
    /// Until `Command::MoveNow`; no clock runs.
    UntilStopped,
    /// Until `Command::PonderHit` starts the clock, or `Command::MoveNow` comes.
    UntilHit,
}

/// Either side of the board from the engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The engine.
    Engine,
    /// Whoever it plays.
    Opponent,
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
    /// How the rules have ended a game, or would if either player claimed it.
    pub fn by_rule(game: &Game) -> Option<GameResult> {
        let (ending, to_move) = (game.ending()?, game.position().side());
        let (winner, reason) = (ending.winner(to_move), ending.reason(to_move).to_owned());
        Some(GameResult { winner, decided: true, reason })
    }

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
