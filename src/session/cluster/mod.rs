//! Searchers on other machines that help the session's own search, and how they are reached: a child
//! process with the ranks of a cluster, spoken to over its pipes. The session never depends on it: nothing
//! here waits for the child, and a search without it is the same search.

mod child;
mod supervisor;

use std::sync::{
    Arc, Mutex,
    atomic::{
        AtomicBool, AtomicU32, AtomicU64, AtomicUsize,
        Ordering::{Acquire, Relaxed, Release},
    },
};

use crossbeam::channel::{Sender, unbounded};

use self::{child::Group, supervisor::Supervisor};
use super::{
    engine::Memory,
    worker::{Job, WorkerEvent},
};
use crate::{
    cluster::{Exchange, Help, Message, Outgoing, Search, Setup, Traffic, VERSION},
    lock::lock,
    options::Settings,
    search::Partner,
};

/// How the session reaches the cluster, if there is one.
pub(super) struct Cluster {
    link: Arc<Link>,
    /// The supervisor's ear, once there is something to supervise.
    orders: Mutex<Option<Sender<Order>>>,
    events: Sender<WorkerEvent>,
}

/// What the threads around the child share.
struct Link {
    exchange: Arc<Exchange>,
    outgoing: Outgoing,
    memory: Arc<Memory>,
    /// Whether ranks are there to search with, and have been told how.
    ready: AtomicBool,
    /// The number of the memories in force.
    era: AtomicU32,
    setup: Mutex<Setup>,
    /// How many of the best root moves are to have lines of their own.
    lines: AtomicUsize,
    /// The search that the ranks were told last, and the number of the last one whose expected move has come: that may
    /// be before the ranks hear of it.
    search: Mutex<Option<Search>>,
    hit: AtomicU64,
    /// The processes to be ended with the session.
    group: Mutex<Option<Group>>,
    /// What has gone over the pipe, and what the ranks say has gone over the network.
    traffic: Mutex<Traffic>,
    network: Mutex<Vec<Told>>,
}

/// What a rank has told of itself.
struct Told {
    rank: u16,
    help: Help,
    traffic: Traffic,
}

/// What the supervisor is told.
enum Order {
    /// Go on with the cluster that this command starts; with none if it is empty.
    Command(String),
    /// No move is being thought about: what has died may be started again.
    BetweenGames,
}

impl Cluster {
    /// No cluster yet; entries that come in go into the table of this memory.
    pub fn new(memory: Arc<Memory>, events: Sender<WorkerEvent>) -> Cluster {
        let (exchange, outgoing) = Exchange::new(0);
        let link = Link {
            exchange: Arc::new(exchange),
            outgoing,
            memory,
            ready: AtomicBool::default(),
            era: AtomicU32::default(),
            setup: Mutex::default(),
            lines: AtomicUsize::default(),
            search: Mutex::default(),
            hit: AtomicU64::default(),
            group: Mutex::default(),
            traffic: Mutex::default(),
            network: Mutex::default(),
        };
        Cluster { link: Arc::new(link), orders: Mutex::default(), events }
    }

    /// Goes by these settings; `check` is what the evaluation in force calls itself.
    pub fn configure(&self, settings: &Settings, check: String) {
        let mut orders = lock(&self.orders);
        if settings.cluster.is_empty() && orders.is_none() {
            return;
        }
        let orders = orders.get_or_insert_with(|| {
            let (orders, ear) = unbounded();
            Supervisor::start(self.link.clone(), ear, self.events.clone());
            orders
        });
        self.link.want_lines(settings.cluster_lines);
        let setup = Setup {
            version: VERSION.to_owned(),
            era: 0,
            threads: settings.threads.min(usize::from(u16::MAX)) as u16,
            megabytes: settings.hash as u32,
            evaluation: settings.evaluation.clone(),
            file: settings.eval_file.clone(),
            check,
            syzygy: settings.syzygy_path.clone(),
        };
        self.link.set_up(setup);
        let _ = orders.send(Order::Command(settings.cluster.clone()));
    }

    /// A new game begins: memories go, and what has died may be started again.
    pub fn new_game(&self) {
        let orders = lock(&self.orders);
        let Some(orders) = &*orders else { return };
        self.link.new_game();
        let _ = orders.send(Order::BetweenGames);
    }

    /// The ranks take their part in this search, if there are any, until the share is dropped.
    pub fn join(&self, job: &Job) -> Option<Share> {
        let link = &self.link;
        if !link.is_ready() || job.node_rate.is_some() {
            return None;
        }
        let mut now = lock(&link.search);
        let expected = job.expected && link.hit.load(Relaxed) != job.id;
        let search = Search {
            root_moves: job.limits.root_moves.clone(),
            depth: job.limits.depth.map(|depth| depth.min(255) as u8),
            apart: expected && link.lines.load(Relaxed) > 1,
            ..Search::of(job.id, &job.game)
        };
        link.exchange.begin(job.id, &job.game);
        link.say(Message::Search(search.clone()));
        *now = Some(search);
        link.ask_for_moves(now.as_ref());
        drop(now);
        let before = (*lock(&link.traffic), link.network_traffic());
        Some(Share { link: link.clone(), number: job.id, before })
    }

    /// The expected move has come: ranks that have pondered on other replies join the search.
    pub fn hit(&self, number: u64) {
        let mut search = lock(&self.link.search);
        self.link.hit.store(number, Relaxed);
        if let Some(search) = search.as_mut().filter(|it| it.number == number && it.apart) {
            search.apart = false;
            self.link.say(Message::Search(search.clone()));
            self.link.ask_for_moves(Some(search));
        }
    }

    /// The session ends, and the cluster with it; nobody waits for that.
    pub fn quit(&self) {
        if let Some(group) = lock(&self.link.group).take() {
            group.end();
        }
    }
}

impl Link {
    /// Says something to the ranks, if there are any.
    fn say(&self, message: Message) {
        if self.is_ready() {
            self.exchange.say(message);
        }
    }

    fn is_ready(&self) -> bool {
        self.ready.load(Acquire)
    }

    /// All ranks are there. They are told what to search with before anybody can have them search, and nobody
    /// changes it in between.
    fn welcome(&self) {
        let setup = lock(&self.setup);
        self.exchange.say(Message::Setup(setup.clone()));
        self.ready.store(true, Release);
    }

    /// New memories begin. Their number is said before there can be a later one: ranks keep what they hear last.
    fn new_game(&self) {
        let mut setup = lock(&self.setup);
        setup.era = self.era.fetch_add(1, Relaxed) + 1;
        self.say(Message::NewGame { era: setup.era });
    }

    /// From now on ranks search with these; if nothing differs they go on as they are.
    fn set_up(&self, setup: Setup) {
        let mut now = lock(&self.setup);
        if *now == (Setup { era: now.era, ..setup.clone() }) {
            return;
        }
        let era = self.era.fetch_add(1, Relaxed) + 1;
        *now = Setup { era, ..setup };
        self.say(Message::Setup(now.clone()));
    }

    /// From now on so many of the best root moves are to have lines of their own.
    fn want_lines(&self, count: usize) {
        let search = lock(&self.search);
        self.lines.store(count, Relaxed);
        self.ask_for_moves(search.as_ref());
    }

    /// Asks for the root moves to be shared out, but not while ranks are on other replies: they would leave those.
    fn ask_for_moves(&self, search: Option<&Search>) {
        let apart = search.is_some_and(|search| search.apart);
        self.exchange.want_moves(if apart { 0 } else { self.lines.load(Relaxed) });
    }

    /// How many ranks search.
    fn helpers(&self) -> usize {
        lock(&self.network).iter().filter(|told| told.help == Help::Yes).count()
    }

    /// What all ranks together have sent over their network, as far as they have told.
    fn network_traffic(&self) -> Traffic {
        let mut sum = Traffic::default();
        for Told { traffic, .. } in lock(&self.network).iter() {
            sum.messages_out += traffic.messages_out;
            sum.bytes_out += traffic.bytes_out;
            sum.dropped += traffic.dropped;
        }
        sum
    }
}

/// The ranks' part in one search; it ends with this value.
pub(super) struct Share {
    link: Arc<Link>,
    number: u64,
    before: (Traffic, Traffic),
}

impl Share {
    /// What the search hears the others by.
    pub fn partner(&self) -> Arc<dyn Partner> {
        self.link.exchange.clone()
    }

    /// The exchange itself.
    pub fn exchange(&self) -> &Exchange {
        &self.link.exchange
    }

    /// What has gone to and fro in so many seconds, in words.
    pub fn account(&self, seconds: f64) -> String {
        let pipe = lock(&self.link.traffic).since(self.before.0);
        let network = self.link.network_traffic().since(self.before.1);
        let a_second = |count: u64| (count as f64 / seconds.max(0.001)).round() as u64;
        let ranks = self.link.helpers();
        format!(
            "cluster: {ranks} ranks with {} nodes; a second {} messages ({} bytes) out and {} ({}) \
             in, {} ({}) between ranks; {} dropped",
            self.link.exchange.nodes_elsewhere(),
            a_second(pipe.messages_out),
            a_second(pipe.bytes_out),
            a_second(pipe.messages_in),
            a_second(pipe.bytes_in),
            a_second(network.messages_out),
            a_second(network.bytes_out),
            pipe.dropped + network.dropped,
        )
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.link.say(Message::Stop { number: self.number });
        lock(&self.link.search).take_if(|search| search.number == self.number);
    }
}
