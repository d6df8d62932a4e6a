//! Server, link, bot and session on one simulated clock.

use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use zeitnot::{
    eval::Evaluation,
    front::practice::engine,
    ics::{
        Lines,
        bot::{Bot, Demand, Happening, Start},
        config::Config,
        timeseal::{Pings, greeting, pong, seal},
    },
    message::Command,
    options::Options,
    pgn,
    practice::{self, Host, Record},
    search::{Limits, Params, Searcher, StopToken, Table, Unhurried},
    session::{Core, Job, Plan, Progress, Worker, WorkerEvent, conversation::Session, core},
};

/// What a worker will say, by the number of its search, and when; pondering says nothing before it
/// is hit.
type Due = Rc<RefCell<BTreeMap<u64, (Option<Duration>, WorkerEvent)>>>;

/// A worker that finds its move with few nodes and then takes the time that it was planned to take.
struct Thinker {
    searcher: Searcher,
    now: Rc<RefCell<Duration>>,
    due: Due,
}

impl Worker for Thinker {
    fn start(&mut self, job: Job) {
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let outcome = self.searcher.run(&job.game, &limits, &mut Unhurried, &StopToken::default());
        let at = job.plan.as_ref().map(|plan| job.started + plan.budget.soft);
        let done = WorkerEvent::Done {
            id: job.id,
            outcome,
            at: at.unwrap_or_default(),
            reason: None,
            extended: None,
            silence: Duration::ZERO,
        };
        self.due.borrow_mut().insert(job.id, (at, done));
    }
    fn stop(&mut self, id: u64) {
        self.due.borrow_mut().remove(&id);
    }
    fn hit(&mut self, id: u64, _plan: Plan) {
        if let Some((due, WorkerEvent::Done { at, .. })) = self.due.borrow_mut().get_mut(&id) {
            *at = *self.now.borrow();
            *due = Some(*at);
        }
    }
    fn abandon(&mut self, id: u64) {
        self.stop(id);
    }
    fn progress(&self) -> Progress {
        Progress::default()
    }
    fn settle(&mut self, orders: u64) {
        let now = *self.now.borrow();
        self.due.borrow_mut().insert(0, (Some(now), WorkerEvent::Settled(orders)));
    }
}

/// Server, link, bot and session.
pub struct World {
    host: Host,
    bot: Bot,
    session: Session<Thinker>,
    now: Rc<RefCell<Duration>>,
    due: Due,
    /// The link's number, whether it is open, and whether lines are sealed.
    link: u64,
    open: bool,
    sealed: bool,
    pings: Pings,
    lines: Lines,
    settle_at: Option<Duration>,
    /// What has come over a link and was not yet read; nothing for its end.
    inbox: VecDeque<(u64, Option<Vec<u8>>)>,
    pub records: Vec<Record>,
    pub sent: Vec<String>,
    pub saved: Vec<pgn::Record>,
    pub end: Option<Option<String>>,
}

pub const BOT: &str = "Zeitbot";

pub fn config(kind: &str, more: &str) -> Config {
    let text = format!(
        "[server]\nhost = \"practice\"\nkind = \"{kind}\"\n[account]\nname = \"{BOT}\"\n{more}"
    );
    Config::parse(&text, "test").unwrap()
}

impl World {
    pub fn new(
        server: practice::Config,
        bot: Config,
        games: u32,
        sealed: bool,
        seed: u64,
    ) -> World {
        let now = Rc::new(RefCell::new(Duration::ZERO));
        let due = Rc::new(RefCell::new(BTreeMap::new()));
        let table = Arc::new(Table::new(1));
        let searcher = Searcher::new(table, 1, Params::default(), &Evaluation::best());
        let thinker = Thinker { searcher, now: now.clone(), due: due.clone() };
        let mut options = Options::new().unwrap();
        for (id, value) in [("ponder", "true"), ("draw_accept", "false")] {
            options.set(id, value).unwrap();
        }
        let core = Core::new(options.settings().clone(), Evaluation::best()).unwrap();
        let start = Start { has_password: true, games: Some(games), seed, ..Start::default() };
        World {
            host: Host::new(server, engine),
            bot: Bot::new(bot, start),
            session: Session::new(core, thinker),
            now,
            due,
            link: 0,
            open: false,
            sealed,
            pings: Pings::default(),
            lines: Lines::default(),
            settle_at: None,
            inbox: VecDeque::new(),
            records: Vec::new(),
            sent: Vec::new(),
            saved: Vec::new(),
            end: None,
        }
    }

    pub fn now(&self) -> Duration {
        *self.now.borrow()
    }

    /// The bot reads this, whoever has sent it.
    pub fn hear(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.read();
    }

    fn milliseconds(&self) -> u32 {
        self.now().as_millis() as u32
    }

    /// Plays until the bot leaves; panics if it does not within so many hours of the server's time.
    pub fn play(&mut self, hours: u64) {
        self.play_until(hours, |world| world.end.is_some());
    }

    /// The bot is started anew, and remembers nothing.
    pub fn forget(&mut self, bot: Config, games: u32) {
        self.tell(Happening::Down("closed".to_owned()));
        if std::mem::take(&mut self.open) {
            let link = self.link;
            self.server(practice::Incoming::Closed(link));
        }
        self.engine(core::Input::Command(Command::NewGame));
        let start = Start { has_password: true, games: Some(games), ..Start::default() };
        self.bot = Bot::new(bot, start);
    }

    /// Plays until something holds; panics if it does not within so many hours of the server's time.
    pub fn play_until(&mut self, hours: u64, holds: impl Fn(&World) -> bool) {
        let limit = Duration::from_secs(3_600 * hours);
        while !holds(self) {
            let thinker = self.due.borrow().values().filter_map(|(at, _)| *at).min();
            let times = [
                self.host.deadline(),
                self.bot.deadline(),
                self.session.deadline(),
                thinker,
                self.settle_at,
            ];
            let next = times.into_iter().flatten().min().expect("something to wait for");
            let next = next.max(self.now());
            assert!(next < limit, "no end: {:?} {:?}", self.bot.status(), self.tail());
            *self.now.borrow_mut() = next;
            self.step(next);
            self.read();
        }
    }

    /// Does what is due now.
    fn step(&mut self, now: Duration) {
        let is_due = |at: Option<Duration>| at.is_some_and(|at| at <= now);
        let found = self.due.borrow().iter().find(|(_, (at, _))| is_due(*at)).map(|(id, _)| *id);
        if let Some(id) = found {
            let (_, event) = self.due.borrow_mut().remove(&id).unwrap();
            self.engine(core::Input::Worker(event));
        } else if is_due(self.settle_at) {
            self.settle_at = None;
            if let Some(line) = self.lines.settle() {
                self.line(line);
            }
        } else if is_due(self.session.deadline()) {
            self.engine(core::Input::Tick);
        } else if is_due(self.bot.deadline()) {
            self.tell(Happening::Tick);
        } else {
            self.server(practice::Incoming::Tick);
        }
    }

    fn server(&mut self, input: practice::Incoming) {
        for output in self.host.on(input, self.now()) {
            match output {
                practice::Output::Send(id, bytes) => self.inbox.push_back((id, Some(bytes))),
                practice::Output::Close(id) => self.inbox.push_back((id, None)),
                practice::Output::Record(record) => self.records.push(record),
            }
        }
    }

    /// Reads what has come over the link.
    fn read(&mut self) {
        while let Some((id, bytes)) = self.inbox.pop_front() {
            match bytes {
                _ if !self.open || id != self.link => {}
                Some(bytes) => self.bytes(&bytes),
                None => {
                    if let Some(line) = self.lines.settle() {
                        self.line(line);
                    }
                    self.open = false;
                    self.tell(Happening::Down("closed".to_owned()));
                }
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let link = self.link;
        let (left, asked) = if self.sealed { self.pings.take(bytes) } else { (bytes.to_vec(), 0) };
        for _ in 0..asked {
            let answer = pong(self.milliseconds(), 3);
            self.server(practice::Incoming::Received(link, answer));
        }
        for line in self.lines.feed(&left) {
            self.line(line);
        }
        if self.open
            && link == self.link
            && let Some(begun) = self.lines.question().map(str::to_owned)
        {
            self.tell(Happening::Begun(begun));
        }
        self.settle_at = self.lines.is_waiting().then(|| self.now() + Duration::from_millis(40));
    }

    fn line(&mut self, line: String) {
        self.tell(Happening::Line(line));
    }

    fn engine(&mut self, input: core::Input) {
        for event in self.session.on(input, self.now()) {
            self.tell(Happening::Engine(Box::new(event)));
        }
    }

    fn tell(&mut self, happening: Happening) {
        for demand in self.bot.on(happening, self.now()) {
            match demand {
                Demand::Call => {
                    (self.link, self.open) = (self.link + 1, true);
                    (self.pings, self.lines) = (Pings::default(), Lines::default());
                    let link = self.link;
                    self.server(practice::Incoming::Opened(link));
                    if self.sealed {
                        self.send(&greeting("bot", "test"));
                    }
                    self.tell(Happening::Up);
                }
                Demand::HangUp => {
                    if std::mem::take(&mut self.open) {
                        let link = self.link;
                        self.server(practice::Incoming::Closed(link));
                    }
                }
                Demand::Send(line) => {
                    self.sent.push(line.clone());
                    self.send(line.as_bytes());
                }
                Demand::Password => self.send(b"secret"),
                Demand::Engine(command) => self.engine(core::Input::Command(command)),
                Demand::Save(record) => self.saved.push(*record),
                Demand::End(reason) => self.end = Some(reason),
                Demand::Restart => self.end = Some(None),
                Demand::Set { .. } | Demand::Reload { .. } | Demand::Check { .. } => {}
                Demand::ForGame(_) | Demand::Remember | Demand::Note(_) | Demand::Run(_) => {}
            }
        }
    }

    fn send(&mut self, line: &[u8]) {
        if !self.open {
            return;
        }
        let bytes = match self.sealed {
            true => seal(line, self.milliseconds(), 11),
            false => [line, b"\n"].concat(),
        };
        let link = self.link;
        self.server(practice::Incoming::Received(link, bytes));
    }

    pub fn tail(&self) -> Vec<String> {
        let records = self.records.iter().rev().take(12).map(ToString::to_string);
        let sent = self.sent.iter().rev().take(8).cloned();
        records.chain(sent).collect()
    }
}
