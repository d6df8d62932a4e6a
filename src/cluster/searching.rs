//! The search of a rank, on a thread of its own.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{Arc, Mutex},
    thread,
};

use crossbeam::channel::{Receiver, Sender, unbounded};

use super::{
    exchange::Exchange,
    message::{Help, Message, Scope, Search, Setup, VERSION},
};
use crate::{
    eval::{Evaluation, nnue::Network},
    lock::lock,
    position::{ChessMove, Game},
    search::{
        Bound, Finding, Iteration, Limits, Pacer, Params, STACK_BYTES, Searcher, StopToken, Table,
        affordable,
    },
    tablebase::Tablebase,
};

/// Nodes that go into knowing which replies are likely.
const REPLY_NODES: u64 = 50_000;

/// What the thread is told.
pub(super) enum Task {
    /// Search with these from now on, on a machine that so many ranks share.
    Setup(Setup, usize),
    /// Forget all.
    NewGame,
    /// Search.
    Search(Search, Part, StopToken),
}

/// What a rank takes of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it, as everybody.
    Whole,
    /// These root moves, each for itself.
    Moves(Vec<ChessMove>),
    /// The position after another reply than the expected one: the best of the others for 0, and so on.
    Reply(usize),
}

/// The thread, the table that others may fill, and whether there is anybody who searches.
#[derive(Clone)]
pub(super) struct Searching {
    tasks: Sender<Task>,
    table: Arc<Mutex<Option<Arc<Table>>>>,
    help: Arc<Mutex<Help>>,
}

impl Searching {
    /// Starts the thread of a rank; it ends when nobody can tell it anything any more.
    pub fn start(rank: u16, exchange: Arc<Exchange>) -> Searching {
        let (tasks, orders) = unbounded();
        let searching = Searching { tasks, table: Arc::default(), help: Arc::default() };
        let (table, help) = (searching.table.clone(), searching.help.clone());
        let evaluation = Evaluation::default();
        let own = Own { rank, exchange, table, help, evaluation, searcher: None };
        let builder = thread::Builder::new().name(format!("rank {rank}")).stack_size(STACK_BYTES);
        if let Err(error) = builder.spawn(move || own.serve(&orders)) {
            log::error!("no thread to search on: {error}");
            *lock(&searching.help) = Help::No;
        }
        searching
    }

    /// Gives the thread something to do, after what it is doing.
    pub fn order(&self, task: Task) {
        let _ = self.tasks.send(task);
    }

    /// Whether it searches when it is told to.
    pub fn help(&self) -> Help {
        *lock(&self.help)
    }

    /// Stores what others have found, unless the table is just being made.
    pub fn store(&self, findings: &[Finding]) {
        Finding::store_all(findings, &self.table);
    }
}

#[cfg(test)]
impl Searching {
    pub fn known(&self, key: u64) -> Option<crate::search::Entry> {
        self.table.lock().expect("no panic").as_ref()?.probe(key)
    }
}

/// What the thread has.
struct Own {
    rank: u16,
    exchange: Arc<Exchange>,
    table: Arc<Mutex<Option<Arc<Table>>>>,
    help: Arc<Mutex<Help>>,
    evaluation: Evaluation,
    searcher: Option<Searcher>,
}

impl Own {
    fn serve(mut self, tasks: &Receiver<Task>) {
        for task in tasks {
            match task {
                Task::Setup(setup, neighbours) => self.set_up(&setup, neighbours),
                Task::NewGame => self.searcher.iter_mut().for_each(Searcher::new_game),
                Task::Search(search, part, stop) => {
                    let work = AssertUnwindSafe(|| self.search(&search, part, &stop));
                    if catch_unwind(work).is_err() {
                        self.give_up("its search broke down");
                    }
                }
            }
        }
    }

    fn complain(&self, text: String) {
        self.exchange.say(Message::Trouble { rank: self.rank, text });
    }

    /// Searches no more, for this reason.
    fn give_up(&mut self, reason: &str) {
        self.clear(Help::No);
        self.complain(format!("does not help: {reason}"));
    }

    /// Lets go of all that it searches with.
    fn clear(&mut self, help: Help) {
        self.searcher = None;
        *lock(&self.table) = None;
        self.becomes(help);
    }

    /// Lets the session know with the next sign of life whether this rank searches.
    fn becomes(&self, help: Help) {
        *lock(&self.help) = help;
    }

    /// Another table, evaluation, number of threads: all that was there goes first.
    fn set_up(&mut self, setup: &Setup, neighbours: usize) {
        self.clear(Help::NotYet);
        if setup.version != VERSION {
            return self.give_up(&format!("it runs version {VERSION}, not {}", setup.version));
        }
        match evaluation(setup) {
            Ok(evaluation) => self.equip(setup, evaluation, neighbours),
            Err(reason) => self.give_up(&reason),
        }
    }

    /// Makes what it searches with. Of the machine's memory its table takes no more than leaves as much to each of
    /// its neighbours; the session is the relay's.
    fn equip(&mut self, setup: &Setup, evaluation: Evaluation, neighbours: usize) {
        let threads = usize::from(setup.threads.max(1));
        let (wanted, most) = (setup.megabytes.max(1) as usize, affordable(neighbours));
        let (table, lack) = Table::within(wanted, most, 1, threads);
        if let Some(lack) = lack {
            self.complain(format!("searches with less: {lack}"));
        }
        let table = Arc::new(table);
        let mut searcher = Searcher::new(table.clone(), threads, Params::default(), &evaluation);
        if !setup.syzygy.is_empty() {
            match Tablebase::open(&setup.syzygy) {
                Ok(tables) => searcher.use_tables(Some(Arc::new(tables))),
                Err(error) => log::warn!("rank {} searches without: {error}", self.rank),
            }
        }
        searcher.use_partner(Some(self.exchange.clone()));
        *lock(&self.table) = Some(table);
        self.exchange.take_seat(usize::from(self.rank) * threads);
        (self.searcher, self.evaluation) = (Some(searcher), evaluation);
        self.becomes(Help::Yes);
    }

    /// Takes its part in a search, until it is stopped.
    fn search(&mut self, search: &Search, part: Part, stop: &StopToken) {
        let (Some(searcher), Some(game)) = (&mut self.searcher, search.game()) else { return };
        let limits = Limits {
            depth: search.depth.map(u32::from),
            root_moves: search.root_moves.clone(),
            ..Limits::default()
        };
        let exchange = &*self.exchange;
        exchange.keep_apart(part != Part::Whole);
        let (game, limits, scope) = match part {
            Part::Whole => (game, limits, Scope::Whole),
            Part::Moves(moves) => {
                let limits = Limits { multi_pv: moves.len(), root_moves: moves, ..limits };
                (game, limits, Scope::Line)
            }
            Part::Reply(place) => match other_reply(&self.evaluation, &game, place, stop) {
                Some(reply) => {
                    let Some(game) = search.with_reply(reply) else { return };
                    (game, limits, Scope::Reply(reply))
                }
                None => {
                    exchange.keep_apart(false);
                    (game, limits, Scope::Whole)
                }
            },
        };
        let mut teller = Teller { exchange, number: search.number, scope };
        searcher.run(&game, &limits, &mut teller, stop);
    }
}

/// Another reply than the game's last move, by short searches of the position before it: those of a searcher
/// that has learned nothing, so that all ranks find the same order and no two take the same reply.
fn other_reply(
    evaluation: &Evaluation,
    game: &Game,
    place: usize,
    stop: &StopToken,
) -> Option<ChessMove> {
    let mut searcher = Searcher::new(Arc::new(Table::new(1)), 1, Params::default(), evaluation);
    let (mut before, expected) = (game.clone(), *game.moves().last()?);
    before.undo()?;
    let mut others = before.position().legal_moves().to_vec();
    others.retain(|&mv| mv != expected);
    // A search stops its token when it ends, so each has one of its own.
    let mut best = |root_moves: &[ChessMove]| {
        let (nodes, root_moves) = (Some(REPLY_NODES), root_moves.to_vec());
        let limits = Limits { nodes, root_moves, ..Limits::default() };
        searcher.run(&before, &limits, &mut Until(stop), &StopToken::default()).best()
    };
    for _ in 0..place {
        let taken = best(&others)?;
        others.retain(|&mv| mv != taken);
    }
    if others.is_empty() || stop.is_stopped() {
        return None;
    }
    best(&others)
}

/// The evaluation asked for, if it is the one that the session has.
fn evaluation(setup: &Setup) -> Result<Evaluation, String> {
    let evaluation = match (setup.evaluation.as_str(), setup.file.as_str()) {
        ("classical", _) => Evaluation::Classical,
        ("baguette", _) => Evaluation::Baguette,
        (_, "") => Evaluation::best(),
        (_, file) => match Network::open(Path::new(file)) {
            Ok(network) => Evaluation::Network(Arc::new(network)),
            Err(error) => return Err(format!("no network in {file}: {error}")),
        },
    };
    if evaluation.to_string() == setup.check {
        return Ok(evaluation);
    }
    Err(format!("it scores positions by {evaluation}, not by {}", setup.check))
}

/// Ends a search when another one is to end.
struct Until<'a>(&'a StopToken);

impl Pacer for Until<'_> {
    fn expired(&mut self, _nodes: u64) -> bool {
        self.0.is_stopped()
    }
}

/// Tells the others of completed iterations.
struct Teller<'a> {
    exchange: &'a Exchange,
    number: u64,
    scope: Scope,
}

impl Pacer for Teller<'_> {
    fn expired(&mut self, nodes: u64) -> bool {
        self.exchange.count(nodes);
        false
    }

    fn report(&mut self, iteration: &Iteration<'_>) -> bool {
        if iteration.completed && iteration.bound == Bound::Exact {
            self.exchange.tell(self.number, self.scope, iteration);
        }
        true
    }

    fn conclude(&mut self, _iteration: &Iteration<'_>) {}
}
