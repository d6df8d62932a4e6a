//! One side of a match: a session, its worker, and what it has said.

use std::time::Duration;

use crossbeam::channel::{Receiver, unbounded};

use super::sheet::Terms;
use crate::{
    eval::Evaluation,
    message::{Account, Command, Event, Thinking},
    options::Settings,
    session::{
        Core, InlineWorker, ThreadWorker, Wall, Worker, WorkerEvent, conversation::Session,
        core::Input, runtime::Live,
    },
};

/// One side of a match.
#[derive(Clone, Debug)]
pub struct Side {
    /// What it is called in the games.
    pub name: String,
    /// How it plays: its policy, the policy's parameters, its memory.
    pub settings: Settings,
    /// What scores its positions.
    pub evaluation: Evaluation,
    /// On a clock made of nodes, how many of its nodes are a millisecond.
    pub nodes_per_ms: u64,
}

impl Side {
    /// Its settings without what a match has its own rules for: who ends a game, whose clocks count, how it
    /// opens.
    fn settings(&self, ponder: bool) -> Settings {
        let settings = self.settings.clone();
        let (resign, draw_accept, own_book) = (false, false, false);
        Settings { ponder, resign, draw_accept, own_book, clock: None, ..settings }
    }
}

/// A session at the board.
pub(super) struct Player<W> {
    pub name: String,
    session: Session<W>,
    /// What its worker says.
    pub workers: Receiver<WorkerEvent>,
    /// Nodes a second, where they are the time.
    node_rate: Option<u64>,
    /// The last report of its search.
    pub thought: Option<Thinking>,
    /// What the time of its last move went into.
    pub account: Option<Account>,
}

impl Player<InlineWorker> {
    /// A player whose nodes are its time.
    pub fn on_nodes(side: &Side) -> Result<Self, String> {
        let (events, workers) = unbounded();
        let (settings, evaluation) = (side.settings(false), side.evaluation.clone());
        let (memory, speed) = (settings.hash, side.nodes_per_ms.max(1));
        let mut worker = InlineWorker::new(memory, evaluation.clone(), speed, events);
        worker.set_numbers(&settings.numbers);
        let core = Core::new(settings, evaluation)?;
        Ok(Player {
            name: side.name.clone(),
            session: Session::new(core, worker),
            workers,
            node_rate: Some(1_000 * speed),
            thought: None,
            account: None,
        })
    }
}

impl Player<ThreadWorker> {
    /// A player on the clock of the wall.
    pub fn on_the_wall(side: &Side, wall: &Wall) -> Result<Self, String> {
        let settings = side.settings(side.settings.ponder);
        let Live { session, workers, .. } = Live::on(&settings, wall.clone())?;
        let name = side.name.clone();
        Ok(Player { name, session, workers, node_rate: None, thought: None, account: None })
    }
}

impl<W: Worker> Player<W> {
    /// When it wants a tick, in session time.
    pub fn deadline(&self) -> Option<Duration> {
        self.session.deadline()
    }

    /// Gives it an input, notes what it thinks, and returns what else it says.
    pub fn on(&mut self, input: Input, now: Duration) -> Vec<Event> {
        let mut events = Vec::new();
        for event in self.session.on(input, now) {
            match event {
                Event::Thinking(thinking) => self.thought = Some(*thinking),
                Event::Accounted(account) => self.account = Some(account),
                event => events.push(event),
            }
        }
        events
    }

    /// What it is told before a game begins; it answers with `Pong` when it is ready.
    pub fn preparations(&self, terms: &Terms) -> [Command; 6] {
        [
            Command::NewGame,
            Command::Force,
            Command::NodeRate(self.node_rate),
            Command::Control(terms.control),
            Command::SetGame(Box::new(terms.opening.clone())),
            Command::Ping(String::new()),
        ]
    }
}
