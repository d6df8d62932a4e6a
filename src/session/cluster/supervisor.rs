//! Watches over the child: starts it, hears whether its ranks live, gives it up when they do not, and says
//! so once.

#[cfg(test)]
mod tests;

use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    thread,
    time::Duration,
};

use crossbeam::{
    channel::{Receiver, Sender, unbounded},
    select,
};

use super::{
    Link, Order, Told,
    child::{Heard, Running},
};
use crate::{
    cluster::{Help, Message, PATIENCE, SIGN_OF_LIFE, Traffic, VERSION},
    lock::lock,
    session::{
        time_source::Wall,
        worker::{ClusterNews, WorkerEvent},
    },
};

/// How long a cluster may take to come together: machines are called one after another.
const TO_START: Duration = Duration::from_secs(60);
/// Who has not looked for so long has slept, as machines do, and cannot say who else was silent.
const SLEPT: Duration = Duration::from_secs(1);
/// What has died is not started again before so long has passed since its start.
const BETWEEN_STARTS: Duration = Duration::from_secs(10);

/// Where children are heard, each with its number.
type Ear = (Sender<(u64, Heard)>, Receiver<(u64, Heard)>);

/// The supervisor.
pub(super) struct Supervisor {
    link: Arc<Link>,
    events: Sender<WorkerEvent>,
    wall: Wall,
    command: String,
    running: Option<Running>,
    /// The number of the child; what is heard of an earlier one does not count.
    generation: u64,
    ear: Ear,
    started: Option<Duration>,
    /// When each rank was last heard of, by its number; empty until all are there.
    alive: Vec<Duration>,
    /// Whether it is still to be said how many of them search.
    uncounted: bool,
    /// When it was last looked for signs of life.
    looked: Duration,
    /// When the next sign of life is due.
    sign_due: Duration,
    /// What was said last of a cluster that cannot be used.
    said: Option<String>,
}

impl Supervisor {
    /// Starts a thread that does what it is ordered and ends with whoever can give orders.
    pub fn start(link: Arc<Link>, orders: Receiver<Order>, events: Sender<WorkerEvent>) {
        let supervisor = Supervisor::new(link, events);
        let builder = thread::Builder::new().name("cluster".to_owned());
        if let Err(error) = builder.spawn(move || supervisor.serve(&orders)) {
            log::error!("no thread for the cluster: {error}");
        }
    }

    /// A supervisor with nothing to watch over yet.
    fn new(link: Arc<Link>, events: Sender<WorkerEvent>) -> Supervisor {
        Supervisor {
            link,
            events,
            wall: Wall::start(),
            command: String::new(),
            running: None,
            generation: 0,
            ear: unbounded(),
            started: None,
            alive: Vec::new(),
            uncounted: false,
            looked: Duration::ZERO,
            sign_due: Duration::ZERO,
            said: None,
        }
    }

    fn serve(mut self, orders: &Receiver<Order>) {
        let ear = self.ear.1.clone();
        loop {
            select! {
                recv(orders) -> order => match order {
                    Ok(order) => self.obey(order),
                    Err(_) => return self.end(),
                },
                recv(ear) -> heard => {
                    if let Ok((generation, heard)) = heard
                        && generation == self.generation
                    {
                        self.hear(heard);
                    }
                },
                default(SIGN_OF_LIFE) => {}
            }
            self.check();
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Command(command) if command == self.command => {}
            Order::Command(command) => {
                self.end();
                self.command = command;
                self.said = None;
                self.launch();
            }
            Order::BetweenGames => {
                let lately = |at| self.wall.now().saturating_sub(at) < BETWEEN_STARTS;
                if self.running.is_none() && !self.started.is_some_and(lately) {
                    self.launch();
                }
            }
        }
    }

    /// Starts the child, if there is a command for it.
    fn launch(&mut self) {
        if self.command.is_empty() {
            return;
        }
        self.generation += 1;
        self.started = Some(self.wall.now());
        self.alive.clear();
        self.link.exchange.forget(&self.link.outgoing);
        let (generation, ear) = (self.generation, self.ear.0.clone());
        let tell = move |heard| drop(ear.send((generation, heard)));
        match Running::start(&self.command, &self.link, tell) {
            Ok(running) => self.running = Some(running),
            Err(reason) => self.complain(reason),
        }
    }

    /// Gives the child up.
    fn end(&mut self) {
        self.link.ready.store(false, Relaxed);
        *lock(&self.link.group) = None;
        lock(&self.link.network).clear();
        self.alive.clear();
        self.generation += 1;
        if let Some(running) = self.running.take() {
            running.end();
        }
        self.link.exchange.forget(&self.link.outgoing);
    }

    /// The cluster cannot be used: it is given up, and that is said once.
    fn lose(&mut self, reason: &str) {
        self.link.ready.store(false, Relaxed);
        let last_words = self.running.as_mut().map(Running::last_words).unwrap_or_default();
        let was_ready = !self.alive.is_empty();
        self.end();
        let what = if was_ready {
            "has been lost, the search goes on without it"
        } else {
            "cannot be used"
        };
        self.complain(format!("the cluster {what}: {reason}{last_words}"));
    }

    /// Says what is wrong, unless it was said just so.
    fn complain(&mut self, text: String) {
        if self.said.as_ref() != Some(&text) {
            let _ = self.events.send(WorkerEvent::Cluster(ClusterNews::Trouble(text.clone())));
        }
        self.said = Some(text);
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Broken(reason) => self.lose(&reason),
            Heard::Message(Message::Ready { ranks, version }) => self.meet(ranks, &version),
            Heard::Message(Message::Alive { rank, number, nodes, help, traffic }) => {
                let now = self.wall.now();
                self.alive.get_mut(usize::from(rank)).into_iter().for_each(|at| *at = now);
                self.link.exchange.hear_nodes(rank, number, nodes);
                self.note(Told { rank, help, traffic });
                self.count();
            }
            Heard::Message(Message::Trouble { rank: 0, text }) => self.lose(&text),
            Heard::Message(Message::Trouble { rank, text }) => {
                self.complain(format!("rank {rank} of the cluster {text}"));
            }
            Heard::Message(_) => {}
        }
    }

    /// All ranks are there.
    fn meet(&mut self, ranks: u16, version: &str) {
        if version != VERSION {
            return self.lose(&format!("it runs version {version}, this is {VERSION}"));
        }
        if ranks < 2 {
            return self
                .lose("it has one process only, which does not search; it needs two or more");
        }
        self.alive = vec![self.wall.now(); usize::from(ranks)];
        self.said = None;
        self.uncounted = true;
        self.link.welcome();
    }

    fn note(&self, told: Told) {
        let mut network = lock(&self.link.network);
        match network.iter_mut().find(|earlier| earlier.rank == told.rank) {
            Some(earlier) => *earlier = told,
            None => network.push(told),
        }
    }

    /// Says how many search, once all know whether they do. Who does not has said why.
    fn count(&mut self) {
        let settled = |told: &&Told| told.help != Help::NotYet;
        let all = lock(&self.link.network).iter().filter(settled).count() == self.alive.len();
        let helpers = self.link.helpers();
        if self.uncounted && all && helpers > 0 {
            self.uncounted = false;
            let text = format!("the cluster is ready: {helpers} more searchers");
            let _ = self.events.send(WorkerEvent::Cluster(ClusterNews::Ready(text)));
        }
    }

    /// Gives the ranks a sign of life, and looks for theirs.
    fn check(&mut self) {
        if self.running.is_none() {
            return;
        }
        let now = self.wall.now();
        let slept = now.saturating_sub(std::mem::replace(&mut self.looked, now)) > SLEPT;
        if slept {
            self.alive.fill(now);
        }
        if self.alive.is_empty() {
            if self.started.is_some_and(|at| now.saturating_sub(at) > TO_START) {
                self.lose("it does not get ready");
            }
            return;
        }
        let silent = self.alive.iter().position(|&at| now.saturating_sub(at) > PATIENCE);
        if let Some(rank) = silent {
            self.lose(&format!("rank {rank} is silent"));
        } else if now >= self.sign_due {
            self.sign_due = now + SIGN_OF_LIFE;
            let (rank, number, nodes, help) = (0, 0, 0, Help::Yes);
            let traffic = Traffic::default();
            self.link.exchange.say(Message::Alive { rank, number, nodes, help, traffic });
        }
    }
}
