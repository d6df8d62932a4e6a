//! Whoever searches, behind a trait so that tests can put a scripted one in its place.

use std::time::Duration;

use super::control::Progress;
use crate::{
    eval::Evaluation,
    options::Settings,
    position::{ChessMove, Game, Position},
    search::{Belief, Bound, Limits, Outcome, StopToken, Strength},
    timing::{Budget, Judge, Reason},
};

/// How a move on the engine's own clock is timed.
pub struct Plan {
    /// Who says when it is enough.
    pub judge: Box<dyn Judge>,
    /// What it may take.
    pub budget: Budget,
    /// Whether the search may end before its time where more of it could change nothing.
    pub may_settle: bool,
}

/// A search to be done.
pub struct Job {
    /// Its number; later ones are greater.
    pub id: u64,
    /// The game; its present position is searched.
    pub game: Game,
    /// How far to search, time apart.
    pub limits: Limits,
    /// When it began, in session time.
    pub started: Duration,
    /// Its clock; `None` while pondering or analysing.
    pub plan: Option<Plan>,
    /// Whether the last move of the game is not made yet, but expected.
    pub expected: bool,
    /// Nodes a second that its age is counted by; `None` for the clock on the wall.
    pub node_rate: Option<u64>,
    /// How it is to be weakened, if it is.
    pub handicap: Option<Handicap>,
}

impl Job {
    /// A search on no clock and at full strength, begun when session time did.
    pub fn new(id: u64, game: Game, limits: Limits) -> Job {
        let (started, plan, expected, node_rate, handicap) =
            (Duration::ZERO, None, false, None, None);
        Job { id, game, limits, started, plan, expected, node_rate, handicap }
    }
}

/// A search below full strength.
#[derive(Clone, Copy, Debug)]
pub struct Handicap {
    /// How strong it is.
    pub strength: Strength,
    /// What decides among the moves that look good to it, from 0 to less than 1.
    pub chance: f64,
}

/// A report of a search under way.
#[derive(Clone, Debug)]
pub struct Report {
    /// Place of its line among the best ones, from 1.
    pub rank: u32,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// The score for the side to move, as the search counts (mates at the far ends).
    pub score: i32,
    /// What the score means.
    pub bound: Bound,
    /// Age of the search.
    pub elapsed: Duration,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The principal variation; empty only where there is no move.
    pub line: Vec<ChessMove>,
}

impl Report {
    /// What is known without a search: a move that looks best, or that there is none.
    pub(super) fn without_search(score: i32, mv: Option<ChessMove>) -> Report {
        let plies = u32::from(mv.is_some());
        Report {
            rank: 1,
            depth: plies,
            seldepth: plies,
            score,
            bound: Bound::Exact,
            elapsed: Duration::ZERO,
            nodes: 0,
            tb_hits: 0,
            hashfull: 0,
            line: mv.into_iter().collect(),
        }
    }
}

/// What a worker says of its search.
#[derive(Debug)]
pub enum WorkerEvent {
    /// How far it has got.
    Report {
        /// The search.
        id: u64,
        /// When, in session time.
        at: Duration,
        /// How far.
        report: Report,
    },
    /// Endgame tables have left only these of its root moves; nothing has been searched yet.
    Advised {
        /// The search.
        id: u64,
        /// The moves.
        moves: Vec<ChessMove>,
    },
    /// It is about to be over: the line told last once more, with all that was searched.
    Summary {
        /// The search.
        id: u64,
        /// When, in session time.
        at: Duration,
        /// The line and the counts.
        report: Report,
    },
    /// A long search is about to search this root move.
    RootMove {
        /// The search.
        id: u64,
        /// When, in session time.
        at: Duration,
        /// Depth of the iteration, in plies.
        depth: u32,
        /// The move.
        mv: ChessMove,
        /// Its place in the order of searching, from 1.
        number: u32,
    },
    /// It is over.
    Done {
        /// The search.
        id: u64,
        /// Its result.
        outcome: Outcome,
        /// When it ended, in session time.
        at: Duration,
        /// Why it ended; `None` if it was told to.
        reason: Option<Reason>,
        /// Why it went beyond its planned time, if it did.
        extended: Option<Reason>,
        /// For how long at worst the machine did not let it run.
        silence: Duration,
    },
    /// The transposition table is smaller than was asked for.
    NoHash(String),
    /// The endgame tables asked for cannot be used.
    NoTables(String),
    /// Everything ordered before `Worker::settle` with this number is done.
    Settled(u64),
    /// The answer to an errand.
    Returned(Find),
    /// Something about the searchers on other machines.
    Cluster(ClusterNews),
    /// It broke down; the worker has recovered.
    Failed {
        /// The search.
        id: u64,
        /// What the panic said.
        message: String,
    },
}

/// What there is to say of searchers on other machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterNews {
    /// They help from now on.
    Ready(String),
    /// They cannot help, for this reason.
    Trouble(String),
    /// What has gone to and fro in a search.
    Account(String),
}

/// Work that is no search for a move.
pub enum Errand {
    /// Counts the move paths so many plies deep, until it is told to stop.
    Perft(Box<Position>, u32, StopToken),
    /// Takes the search's signature and speed, at a depth if one is given.
    Bench(Option<u32>),
    /// Looks for a good move, for a moment.
    Hint(Box<Game>),
}

/// What came of an errand.
#[derive(Debug)]
pub enum Find {
    /// The paths behind each first move.
    Paths {
        /// The position counted from.
        position: Box<Position>,
        /// The paths.
        paths: Vec<(ChessMove, u64)>,
        /// How long it took.
        elapsed: Duration,
    },
    /// The paths were to be counted no more.
    NoPaths,
    /// The bench.
    Bench {
        /// Nodes of all positions.
        nodes: u64,
        /// How long it took.
        elapsed: Duration,
    },
    /// A good move.
    Move {
        /// Where.
        position: Box<Position>,
        /// The move; none where there is no legal one.
        mv: Option<ChessMove>,
    },
}

/// Does one search at a time, in the background.
///
/// What a scripted worker may have no use for does nothing unless it is written out: the pause, errands, and all
/// that changes how the next search goes about its work.
pub trait Worker {
    /// Begins a search as soon as the one before has ended.
    fn start(&mut self, job: Job);
    /// Ends a search early; its `Done` still comes.
    fn stop(&mut self, id: u64);
    /// The expected move came: the search goes on by this plan, on the engine's clock.
    fn hit(&mut self, id: u64, plan: Plan);
    /// Stops the session's time and holds the latest search.
    fn pause(&mut self) {}
    /// Ends the pause.
    fn resume(&mut self) {}
    /// Where the latest search stands.
    fn progress(&self) -> Progress;
    /// The best moves of a position by the endgame tables in force, looked up at once; none where they do not know it,
    /// or take longer for it than a move can wait.
    fn advice(&self, _position: &Position) -> Option<Vec<ChessMove>> {
        None
    }
    /// From the next search on, so many threads.
    fn set_threads(&mut self, _threads: usize) {}
    /// From the next search on, a table of so many MiB. If that cannot be had, it is said in a
    /// `WorkerEvent::NoHash`.
    fn set_hash(&mut self, _megabytes: usize) {}
    /// Believes this of the position with this key, from the next search on.
    fn believe(&mut self, _key: u64, _belief: Belief) {}
    /// Forgets what was learned, before the next search.
    fn new_game(&mut self) {}
    /// From the next search on, this evaluation; what was learned by another one is forgotten.
    fn set_evaluation(&mut self, _evaluation: Evaluation) {}
    /// From the next search on, these numbers of the search by their names, the others at their defaults.
    fn set_numbers(&mut self, _numbers: &[(String, i64)]) {}
    /// From the next search on, the endgame tables in these folders; none if empty. What is wrong
    /// with them is said in a `WorkerEvent::NoTables`.
    fn set_tables(&mut self, _folders: String) {}
    /// Searches together with the cluster that these settings name, or with none.
    fn set_cluster(&mut self, _settings: &Settings) {}
    /// Says `WorkerEvent::Settled` with this number once everything ordered so far is done.
    fn settle(&mut self, orders: u64);
    /// Runs an errand, between searches.
    fn run(&mut self, _errand: Errand) {}
    /// Gives a search up that does not end: whatever it still says is dropped, and what was ordered since and
    /// the next search are done elsewhere.
    fn abandon(&mut self, id: u64);
}
