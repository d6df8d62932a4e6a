//! The bot plays on the practice server while the line between them breaks in every way; all of it on
//! simulated time, and with the session that plays for real.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    io::{self, Write},
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use zeitnot::{
    clock::parse_control,
    front::practice::{
        self, Account, Fault, Host, Moment, Outcome as Result, Partner, Plan, Planned, Profile,
        Record, Seeking, Spoof, Trick,
    },
    ics::{
        Lags, Lines,
        bot::{Bot, Effect, Input},
        config::Config,
        timeseal::{Pings, greeting, pong, seal},
    },
    search::{Limits, Params, Searcher, StopToken, Table, Unhurried},
    session::{
        Core, Defaults, Errand, Job, Progress, Replan, Worker, WorkerEvent, conversation::Session,
        core,
    },
    timing::Parameters,
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
        let policy = job.plan.map(|plan| plan.policy);
        let done = WorkerEvent::Done {
            id: job.id,
            outcome,
            at: at.unwrap_or_default(),
            policy,
            reason: None,
            extended: None,
        };
        self.due.borrow_mut().insert(job.id, (at, done));
    }
    fn stop(&mut self, id: u64) {
        self.due.borrow_mut().remove(&id);
    }
    fn hit(&mut self, id: u64, _replan: Replan) {
        if let Some((at, _)) = self.due.borrow_mut().get_mut(&id) {
            *at = Some(*self.now.borrow());
        }
    }
    fn abandon(&mut self, id: u64) {
        self.stop(id);
    }
    fn progress(&self) -> Progress {
        Progress::default()
    }
    fn pause(&mut self) {}
    fn resume(&mut self) {}
    fn believe(&mut self, _key: u64, _belief: zeitnot::search::Belief) {}
    fn set_threads(&mut self, _threads: usize) {}
    fn set_hash(&mut self, _megabytes: usize) {}
    fn new_game(&mut self) {}
    fn set_tables(&mut self, _folders: String) {}
    fn settle(&mut self) {}
    fn run(&mut self, _errand: Errand) {}
}

/// Server, link, bot and session.
struct World {
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
    asked: String,
    settle_at: Option<Duration>,
    /// What has come over a link and was not yet read; nothing for its end.
    inbox: VecDeque<(u64, Option<Vec<u8>>)>,
    records: Vec<Record>,
    sent: Vec<String>,
    saved: usize,
    end: Option<Option<String>>,
}

const BOT: &str = "Zeitbot";

fn config(kind: &str, more: &str) -> Config {
    let text = format!(
        "[server]\nhost = \"practice\"\nkind = \"{kind}\"\n[account]\nname = \"{BOT}\"\n{more}"
    );
    Config::parse(&text, "test").unwrap()
}

impl World {
    fn new(server: practice::Config, bot: Config, games: u32, sealed: bool, seed: u64) -> World {
        let now = Rc::new(RefCell::new(Duration::ZERO));
        let due = Rc::new(RefCell::new(BTreeMap::new()));
        let table = Arc::new(Table::new(1));
        let searcher = Searcher::new(table, 1, Params::default());
        let thinker = Thinker { searcher, now: now.clone(), due: due.clone() };
        let defaults = Defaults {
            policy: "stockfish-like".to_owned(),
            parameters: Parameters::default(),
            move_overhead: Duration::from_millis(30),
            ponder: true,
            multi_pv: 1,
            control: parse_control("40 5 0").unwrap(),
            clock: None,
            draw: None,
            resign: None,
        };
        World {
            host: Host::new(server),
            bot: Bot::new(bot, true, Lags::default(), Some(games), seed),
            session: Session::new(Core::new(&defaults).unwrap(), thinker),
            now,
            due,
            link: 0,
            open: false,
            sealed,
            pings: Pings::default(),
            lines: Lines::default(),
            asked: String::new(),
            settle_at: None,
            inbox: VecDeque::new(),
            records: Vec::new(),
            sent: Vec::new(),
            saved: 0,
            end: None,
        }
    }

    fn now(&self) -> Duration {
        *self.now.borrow()
    }

    fn milliseconds(&self) -> u32 {
        self.now().as_millis() as u32
    }

    /// Plays until the bot leaves; panics if it does not within so many hours of the server's time.
    fn play(&mut self, hours: u64) {
        let limit = Duration::from_secs(3_600 * hours);
        while self.end.is_none() {
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
            self.tell(Input::Tick);
        } else {
            self.server(practice::Input::Tick);
        }
    }

    fn server(&mut self, input: practice::Input) {
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
                    self.open = false;
                    self.tell(Input::Down("closed".to_owned()));
                }
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let link = self.link;
        let (left, asked) = if self.sealed { self.pings.take(bytes) } else { (bytes.to_vec(), 0) };
        for _ in 0..asked {
            let answer = pong(self.milliseconds(), 3);
            self.server(practice::Input::Received(link, answer));
        }
        for line in self.lines.feed(&left) {
            self.line(line);
        }
        if self.open && link == self.link && *self.lines.begun() != self.asked {
            self.asked = self.lines.begun().to_owned();
            if !self.asked.is_empty() {
                self.tell(Input::Begun(self.asked.clone()));
            }
        }
        self.settle_at = self.lines.is_waiting().then(|| self.now() + Duration::from_millis(40));
    }

    fn line(&mut self, line: String) {
        self.asked.clear();
        self.tell(Input::Line(line));
    }

    fn engine(&mut self, input: core::Input) {
        for event in self.session.on(input, self.now()) {
            self.tell(Input::Engine(Box::new(event)));
        }
    }

    fn tell(&mut self, input: Input) {
        for effect in self.bot.on(input, self.now()) {
            match effect {
                Effect::Call => {
                    (self.link, self.open) = (self.link + 1, true);
                    (self.pings, self.lines) = (Pings::default(), Lines::default());
                    self.asked.clear();
                    let link = self.link;
                    self.server(practice::Input::Opened(link));
                    if self.sealed {
                        self.send(&greeting("bot", "test"));
                    }
                    self.tell(Input::Up);
                }
                Effect::HangUp => {
                    if std::mem::take(&mut self.open) {
                        let link = self.link;
                        self.server(practice::Input::Closed(link));
                    }
                }
                Effect::Send(line) => {
                    self.sent.push(line.clone());
                    self.send(line.as_bytes());
                }
                Effect::Password => self.send(b"secret"),
                Effect::Engine(command) => self.engine(core::Input::Command(command)),
                Effect::Save(_) => self.saved += 1,
                Effect::End(reason) => self.end = Some(reason),
                Effect::Set(..) | Effect::Reload | Effect::Remember | Effect::Note(_) => {}
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
        self.server(practice::Input::Received(link, bytes));
    }

    fn tail(&self) -> Vec<String> {
        let records = self.records.iter().rev().take(12).map(ToString::to_string);
        let sent = self.sent.iter().rev().take(8).cloned();
        records.chain(sent).collect()
    }
}

fn accounts() -> Vec<Account> {
    vec![Account::new(BOT, "secret", 1_900).computer(), Account::new("Partner", "partner", 1_800)]
}

fn partner(tricks: Vec<(u16, Trick)>) -> Partner {
    Partner {
        seeking: Seeking::Challenges { control: [1, 0], rated: true },
        nodes: 300,
        agreeable: true,
        tricks,
        ..Partner::registered("Partner", "partner")
    }
}

/// How the bot's games ended: won, drawn, lost and not at all.
fn outcomes(records: &[Record]) -> [usize; 4] {
    let mut counts = [0; 4];
    for record in records {
        if let Record::Ended { names, outcome, .. } = record {
            let white = names[0] == BOT;
            counts[match (outcome, white) {
                (Result::White, true) | (Result::Black, false) => 0,
                (Result::Draw, _) => 1,
                (Result::None, _) => 3,
                _ => 2,
            }] += 1;
        }
    }
    counts
}

/// Commands of the bot's that the server has turned down, settings and probes apart.
fn rejected(records: &[Record]) -> Vec<String> {
    let tried = ["set ", "iset ", "match ", "date", "decline", "unseek"];
    let ours = records.iter().filter_map(|record| match record {
        Record::Rejected { player, command, answer } if player == BOT => {
            Some(format!("{command}: {answer}"))
        }
        _ => None,
    });
    ours.filter(|text| !tried.iter().any(|word| text.starts_with(word))).collect()
}

#[test]
fn games_are_played_to_their_end_on_both_kinds_of_server() {
    for (profile, kind, sealed) in
        [(Profile::Fics, "fics", true), (Profile::Lasker, "lasker", false)]
    {
        let server = practice::Config {
            profile,
            accounts: accounts(),
            partners: vec![partner(vec![])],
            seed: 5,
            ..practice::Config::default()
        };
        let mut world = World::new(server, config(kind, ""), 4, sealed, 1);
        world.play(10);
        let [won, drawn, lost, none] = outcomes(&world.records);
        assert_eq!((won + drawn + lost, none), (4, 0), "{:?}", world.tail());
        assert_eq!(rejected(&world.records), [""; 0]);
        assert_eq!((world.saved, world.end), (4, Some(None)));
    }
}

/// Every kind of fault, by how often it may come.
fn faults(seed: u64) -> Plan {
    let once = |fault, one_in| Planned { fault, times: 6, one_in };
    let drop = |moment, one_in| once(Fault::Drop(moment), one_in);
    Plan {
        seed,
        faults: vec![
            Planned { fault: Fault::Drop(Moment::Accept), times: 1, one_in: 1 },
            Planned { fault: Fault::Drop(Moment::GameEnd), times: 1, one_in: 1 },
            once(Fault::CutBoard, 60),
            drop(Moment::OwnMove, 60),
            drop(Moment::OpponentMove, 60),
            drop(Moment::Resume, 4),
            drop(Moment::Login, 6),
            once(Fault::BlackHole, 100),
            once(Fault::Delay(Duration::from_millis(400)), 40),
            Planned { fault: Fault::Bytes, times: 100, one_in: 20 },
            Planned { fault: Fault::Split, times: 100, one_in: 20 },
            Planned { fault: Fault::Garbage, times: 100, one_in: 20 },
            Planned { fault: Fault::Spoof(Spoof::Tell), times: 20, one_in: 30 },
            Planned { fault: Fault::Spoof(Spoof::Kibitz), times: 20, one_in: 30 },
        ],
    }
}

/// What must hold of a run: no game lost by the bot or the link, clocks kept while a game is adjourned,
/// nothing turned down. Returns the share of the clock that the bot used by its 60th move, in percent,
/// of each game that got so far.
fn inspect(world: &World) -> Vec<i64> {
    let (mut adjourned, mut moves, mut shares) = (None, BTreeMap::new(), Vec::new());
    for record in &world.records {
        match record {
            Record::Ended { outcome, reason, .. } => {
                let lost = reason.contains(&format!("{BOT} forfeits"));
                assert!(!lost && *outcome != Result::None, "{record}: {:?}", world.tail());
                moves.clear();
            }
            Record::Adjourned { clocks, .. } => adjourned = Some(*clocks),
            Record::Resumed { clocks, .. } => {
                let before = adjourned.take().expect("an adjourned game");
                let near = clocks.iter().zip(before).all(|(now, then)| (now - then).abs() <= 1_000);
                assert!(near, "{record} after {before:?}");
            }
            Record::Move { game, player, clocks, .. } if player == BOT => {
                let made = moves.entry(*game).or_insert(0);
                *made += 1;
                assert!(
                    clocks.iter().all(|&left| left <= 60_000),
                    "not the game that was agreed on: {record}"
                );
                if *made == 60 {
                    shares.push(100 - *clocks.iter().min().unwrap() * 100 / 60_000);
                }
            }
            _ => {}
        }
    }
    assert_eq!(rejected(&world.records), [""; 0]);
    shares
}

/// No game is too fast for the connection.
const ANY_LAG: &str = "[accept]\nlag_share = 1000\n";

/// Plays so many games for each seed, with all faults; what faults there were, and shares of the clock.
fn faulted_games(seeds: std::ops::Range<u64>, games: u32) -> (BTreeMap<String, u32>, Vec<i64>) {
    let (mut seen, mut shares) = (BTreeMap::new(), Vec::new());
    for seed in seeds {
        let profile = if seed % 3 == 2 { Profile::Lasker } else { Profile::Fics };
        let kind = if seed % 3 == 2 { "lasker" } else { "fics" };
        let server = practice::Config {
            profile,
            accounts: accounts(),
            partners: vec![partner(vec![])],
            plan: faults(seed),
            seed,
            ..practice::Config::default()
        };
        let mut world = World::new(server, config(kind, ANY_LAG), games, seed % 2 == 0, seed);
        world.play(50);
        shares.extend(inspect(&world));
        for record in &world.records {
            if let Record::Faulted { fault, .. } = record {
                *seen.entry(format!("{fault:?}")).or_insert(0) += 1;
            }
        }
    }
    (seen, shares)
}

#[test]
fn no_fault_of_the_line_loses_a_game_or_makes_a_move_twice() {
    let (seen, _) = faulted_games(0..4, 6);
    assert!(seen.len() >= 12, "{seen:?}");
}

#[test]
#[ignore = "plays 100 games, some seconds"]
fn a_hundred_games_with_faults() {
    let (seen, mut shares) = faulted_games(0..20, 5);
    shares.sort_unstable();
    let median = shares.get(shares.len() / 2).copied().unwrap_or_default();
    let reached = shares.len();
    writeln!(
        io::stdout(),
        "{seen:#?}\n{reached} games reached move 60, {median} % of the clock used"
    )
    .unwrap();
    assert!(median >= 70, "{shares:?}");
    assert!(
        seen.len() == faults(0).faults.len() && seen.values().all(|&times| times >= 5),
        "{seen:?}"
    );
}

#[test]
fn a_guest_whose_link_breaks_finds_another_game() {
    let plan = Plan {
        seed: 3,
        faults: vec![Planned { fault: Fault::Drop(Moment::OpponentMove), times: 2, one_in: 10 }],
    };
    let partners = vec![Partner { resigns: true, nodes: 300, ..Partner::guest("GuestPart") }];
    let server = practice::Config { partners, plan, seed: 3, ..practice::Config::default() };
    let guest = "[seek]\nads = [\"1 0\"]\nevery = 10\n";
    let text = "[server]\nhost = \"practice\"\n[account]\nname = \"guest\"\n";
    let config = Config::parse(&format!("{text}{guest}"), "test").unwrap();
    let mut world = World::new(server, config, 2, false, 3);
    world.play(20);
    let count = |outcome: fn(&Result) -> bool| {
        let ended = world
            .records
            .iter()
            .filter(|record| matches!(record, Record::Ended { outcome: of, .. } if outcome(of)));
        ended.count()
    };
    assert_eq!((count(|it| *it == Result::None), count(|it| *it != Result::None)), (2, 2));
}

#[test]
fn an_opponent_who_asks_for_everything_gets_what_the_rules_grant() {
    let tricks = vec![
        (4, Trick::Say("takeback 2".to_owned())),
        (6, Trick::Say("takeback 2".to_owned())),
        (8, Trick::Say("draw".to_owned())),
        (14, Trick::Leave(Duration::from_secs(20))),
        (20, Trick::Say("abort".to_owned())),
        (24, Trick::Stall),
    ];
    let server = practice::Config {
        accounts: accounts(),
        partners: vec![partner(tricks)],
        seed: 4,
        ..practice::Config::default()
    };
    let mut world = World::new(server, config("fics", "[play]\ntakebacks = 1\n"), 1, true, 4);
    world.play(20);
    inspect(&world);
    let resumed = world.records.iter().filter(|record| matches!(record, Record::Resumed { .. }));
    assert_eq!(resumed.count(), 1, "{:?}", world.tail());
    let answers = world.sent.iter().filter(|line| ["accept", "decline"].contains(&line.as_str()));
    assert_eq!(answers.collect::<Vec<_>>(), ["accept", "decline", "decline"], "takebacks, abort");
}
