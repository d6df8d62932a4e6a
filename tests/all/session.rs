//! The session with workers that misbehave: whatever they do, a legal move is played in time.

use std::{sync::Arc, time::Duration};

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use zeitnot::{
    clock::{TimeControl, parse_ggs, parse_level},
    eval::Evaluation,
    message::{Action, Adapter, Command, Event, Line, Party, Request},
    options::{Options, Settings},
    position::{ChessMove, Game, Position},
    search::{Belief, Bound, Limits, Outcome},
    session::{
        Core, Errand, Job, Plan, PonderHit, Progress, Report, ThreadWorker, Wall, Worker,
        WorkerEvent,
        conversation::Session,
        core::{Effect, Input},
        runtime::{Live, Runtime},
    },
    timing::{Budget, Judge, Signals, Verdict},
};

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn settings() -> Settings {
    let mut options = Options::new().unwrap();
    for (id, value) in [("policy", "rival"), ("draw_accept", "false"), ("hash", "1")] {
        options.set(id, value).unwrap();
    }
    options.settings().clone()
}

fn core() -> Core {
    Core::new(settings(), Evaluation::best()).unwrap()
}

/// Goes by changed settings.
fn set(change: impl FnOnce(&mut Settings)) -> Input {
    let mut settings = settings();
    change(&mut settings);
    Input::Command(Command::Set(Box::new(settings)))
}

/// The start of a game: the user has played e2e4 and the engine thinks; its search's number.
fn thinking(core: &mut Core) -> u64 {
    let effects = core.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
    started(&effects).expect("a search")
}

#[test]
fn a_move_may_come_as_such_instead_of_as_text() {
    let mut core = core();
    let play = |mv| Input::Command(Command::Play(mv));
    let e4 = Position::startpos().parse_move("e4").unwrap();
    let effects = core.on(play(e4), Duration::ZERO);
    assert!(started(&effects).is_some(), "the engine thinks about its answer");
    core.on(Input::Command(Command::Force), Duration::ZERO);
    let effects = core.on(play(e4), Duration::ZERO);
    let refused = |effect: &Effect| matches!(effect, Effect::Emit(Event::Illegal { text, .. }) if text == "e2e4");
    assert!(effects.iter().any(refused), "there is no pawn on e2 any more");
}

fn started(effects: &[Effect]) -> Option<u64> {
    effects.iter().find_map(|effect| match effect {
        Effect::Start(job) => Some(job.id),
        _ => None,
    })
}

fn own_move(effects: &[Effect]) -> Option<ChessMove> {
    effects.iter().find_map(|effect| match effect {
        Effect::Emit(Event::Moved { by: Party::Engine, mv, .. }) => Some(*mv),
        _ => None,
    })
}

fn black_move(text: &str) -> ChessMove {
    let mut game = Game::new(Position::startpos());
    let e4 = game.position().parse_move("e4").unwrap();
    game.play(e4);
    game.position().parse_move(text).unwrap()
}

fn report(id: u64, mv: ChessMove) -> Input {
    let report = Report {
        rank: 1,
        tb_hits: 0,
        hashfull: 0,
        depth: 5,
        seldepth: 9,
        score: 12,
        bound: Bound::Exact,
        elapsed: seconds(1),
        nodes: 1000,
        line: vec![mv],
    };
    Input::Worker(WorkerEvent::Report { id, at: seconds(1), report })
}

fn finished(id: u64, mv: ChessMove) -> WorkerEvent {
    let outcome = Outcome { line: vec![mv], ..Outcome::default() };
    let (at, silence) = (seconds(1), Duration::ZERO);
    WorkerEvent::Done { id, at, outcome, reason: None, extended: None, silence }
}

fn done(id: u64, mv: ChessMove) -> Input {
    Input::Worker(finished(id, mv))
}

#[test]
fn a_search_that_hangs_is_given_up_and_its_best_move_played() {
    let mut core = core();
    let id = thinking(&mut core);
    core.on(report(id, black_move("c5")), seconds(1));
    let deadline = core.deadline().expect("a deadline");
    assert!(deadline < seconds(300), "within the clock");
    let effects = core.on(Input::Tick, deadline);
    assert_eq!(own_move(&effects), Some(black_move("c5")));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Abandon(gone) if *gone == id)));
    let late = core.on(done(id, black_move("a6")), deadline + seconds(1));
    assert_eq!(own_move(&late), None, "the late result is not heard");
}

#[test]
fn a_search_that_never_said_anything_still_leaves_a_legal_move() {
    let mut core = core();
    thinking(&mut core);
    let deadline = core.deadline().unwrap();
    let mv = own_move(&core.on(Input::Tick, deadline)).expect("a move");
    assert!(core.deadline().is_none());
    let text = Position::startpos().parse_move("e4").unwrap();
    let mut after = Position::startpos();
    after.play(text);
    assert!(after.is_legal(mv));
}

#[test]
fn the_move_of_the_last_resort_saves_what_hangs() {
    let mut core = core();
    let hanging = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
    let takes = hanging.parse_move("exd5").unwrap();
    core.on(Input::Command(Command::Force), Duration::ZERO);
    let game = Box::new(Game::new(hanging));
    core.on(Input::Command(Command::SetGame(game)), Duration::ZERO);
    core.on(Input::Command(Command::Go), Duration::ZERO);
    let deadline = core.deadline().unwrap();
    assert_eq!(own_move(&core.on(Input::Tick, deadline)), Some(takes));
}

#[test]
fn the_watchdog_waits_as_long_as_the_clock_can_bear() {
    for (level, least, most) in [("0 5 0", 3_000, 300_000), ("1 0:01 0", 10, 1_000)] {
        let mut core = core();
        core.on(Input::Command(Command::Control(parse_level(level).unwrap())), Duration::ZERO);
        let effects = core.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
        let plan = effects.into_iter().find_map(|effect| match effect {
            Effect::Start(job) => job.plan,
            _ => None,
        });
        let hard = plan.expect("a plan").budget.hard;
        let grace = core.deadline().unwrap() - hard;
        assert!(grace >= Duration::from_millis(least), "{level}: {grace:?}");
        assert!(hard + grace < Duration::from_millis(most), "{level}: {grace:?}");
    }
}

#[test]
fn a_table_that_is_being_cleared_takes_no_time_from_the_first_move() {
    let mut core = core();
    core.on(Input::Command(Command::NewGame), Duration::ZERO);
    let effects = core.on(Input::Command(Command::Move("e2e4".to_owned())), seconds(1));
    assert_eq!(started(&effects), None, "the worker is not ready");
    let orders = effects.iter().find_map(|effect| match effect {
        Effect::Settle(orders) => Some(*orders),
        _ => None,
    });
    let settled = WorkerEvent::Settled(orders.expect("the worker is asked"));
    let mut effects = core.on(Input::Worker(settled), seconds(9));
    let Some(Effect::Start(job)) = effects.pop() else { panic!("a search") };
    assert_eq!(job.started, seconds(9));
    // 292 of 300 seconds are left for 40 moves, three quarters of a share for each.
    assert_eq!(job.plan.expect("a plan").budget.soft, seconds(292) / 4 * 3 / 40);
}

#[test]
fn a_worker_that_is_never_ready_does_not_lose_the_game() {
    let mut core = core();
    core.on(Input::Command(Command::NewGame), Duration::ZERO);
    core.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
    let deadline = core.deadline().expect("a deadline");
    assert!(deadline < seconds(300), "within the clock");
    assert!(own_move(&core.on(Input::Tick, deadline)).is_some());
}

#[test]
fn a_ping_behind_orders_is_answered_when_they_are_in_force() {
    let mut core = core();
    let more = set(|settings| settings.hash = 32);
    let orders = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Settle(orders) => Some(*orders),
            _ => None,
        })
    };
    let pongs = |effects: &[Effect]| {
        effects.iter().filter(|effect| matches!(effect, Effect::Emit(Event::Pong(_)))).count()
    };
    core.on(more, Duration::ZERO);
    let effects = core.on(Input::Command(Command::Ping("1".to_owned())), Duration::ZERO);
    let first = orders(&effects).expect("the worker is asked");
    assert_eq!(pongs(&effects), 0);
    // Another order comes before the first is done: the word about the first is not enough.
    core.on(set(|settings| settings.hash = 64), Duration::ZERO);
    let effects = core.on(Input::Command(Command::Ping("2".to_owned())), Duration::ZERO);
    let second = orders(&effects).expect("the worker is asked again");
    assert_eq!(pongs(&core.on(Input::Worker(WorkerEvent::Settled(first)), seconds(1))), 0);
    assert_eq!(pongs(&core.on(Input::Worker(WorkerEvent::Settled(second)), seconds(2))), 2);
}

#[test]
fn lag_that_is_told_never_lowers_what_the_operator_keeps_back() {
    let hard = |overhead: u64, lag: u64| {
        let mut core = core();
        let overhead = Duration::from_millis(overhead);
        core.on(set(|settings| settings.move_overhead = overhead), Duration::ZERO);
        core.on(Input::Command(Command::LagIs(Duration::from_millis(lag))), Duration::ZERO);
        let control = TimeControl::PerMove(seconds(5));
        core.on(Input::Command(Command::Control(control)), Duration::ZERO);
        let effects = core.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
        let plan = effects.into_iter().find_map(|effect| match effect {
            Effect::Start(job) => job.plan,
            _ => None,
        });
        plan.expect("a plan").budget.hard.as_millis()
    };
    assert_eq!([hard(200, 0), hard(200, 90), hard(200, 300)], [4_800, 4_800, 4_700]);
}

#[test]
fn a_tick_before_the_deadline_moves_nothing() {
    let mut core = core();
    thinking(&mut core);
    let early = core.deadline().unwrap() - Duration::from_millis(1);
    assert_eq!(own_move(&core.on(Input::Tick, early)), None);
}

#[test]
fn a_search_that_breaks_down_is_survived_and_reported() {
    let mut core = core();
    let id = thinking(&mut core);
    core.on(report(id, black_move("e5")), seconds(1));
    let message = "index out of bounds".to_owned();
    let failed = WorkerEvent::Failed { id, message };
    let effects = core.on(Input::Worker(failed), seconds(2));
    assert_eq!(own_move(&effects), Some(black_move("e5")));
    assert!(effects.iter().any(|effect| matches!(
        effect, Effect::Emit(Event::Remark(text)) if text.contains("index out of bounds"))));
}

#[test]
fn what_a_search_says_after_it_was_given_up_is_not_heard() {
    let mut core = core();
    let id = thinking(&mut core);
    let effects = core.on(Input::Command(Command::Force), seconds(1));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Stop(stopped) if *stopped == id)));
    assert_eq!(own_move(&core.on(done(id, black_move("e5")), seconds(2))), None);
    let again = core.on(Input::Command(Command::Go), seconds(3));
    let second = started(&again).expect("a second search");
    assert!(second > id);
    assert_eq!(own_move(&core.on(done(id, black_move("e5")), seconds(4))), None);
    assert_eq!(
        own_move(&core.on(done(second, black_move("e6")), seconds(4))),
        Some(black_move("e6"))
    );
}

#[test]
fn an_illegal_move_from_a_worker_is_not_played() {
    let mut core = core();
    let id = thinking(&mut core);
    let white = Position::startpos().parse_move("e2e4").unwrap();
    assert_eq!(own_move(&core.on(done(id, white), seconds(1))), None);
}

/// A worker that only counts what it is told.
#[derive(Default)]
struct Mute {
    jobs: Vec<u64>,
    hits: usize,
}

impl Worker for &mut Mute {
    fn start(&mut self, job: Job) {
        self.jobs.push(job.id);
    }
    fn stop(&mut self, _id: u64) {}
    fn hit(&mut self, _id: u64, _hit: PonderHit) {
        self.hits += 1;
    }
    fn progress(&self) -> Progress {
        Progress::default()
    }
    fn pause(&mut self) {}
    fn resume(&mut self) {}
    fn believe(&mut self, _key: u64, _belief: Belief) {}
    fn set_threads(&mut self, _threads: usize) {}
    fn set_hash(&mut self, _megabytes: usize) {}
    fn new_game(&mut self) {}
    fn set_evaluation(&mut self, _evaluation: Evaluation) {}
    fn set_tables(&mut self, _folders: String) {}
    fn settle(&mut self, _orders: u64) {}
    fn run(&mut self, _errand: Errand) {}
    fn abandon(&mut self, _id: u64) {}
}

/// What is played at a tick long after the deadline, if a worker has said this before.
fn played_late(said: Option<WorkerEvent>) -> ChessMove {
    let mut mute = Mute::default();
    let (say, workers) = unbounded();
    let session = Session::new(core(), &mut mute);
    let mut live = Live { session, workers, wall: Wall::start() };
    live.session.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
    let deadline = live.session.deadline().expect("a search on the clock");
    said.into_iter().for_each(|event| say.send(event).expect("a listener"));
    let events = live.tick(deadline + seconds(1));
    assert_eq!(live.session.deadline(), None, "nobody thinks any more");
    let own = |event: &Event| match event {
        Event::Moved { by: Party::Engine, mv, .. } => Some(*mv),
        _ => None,
    };
    events.iter().find_map(own).expect("a move")
}

#[test]
fn a_tick_that_comes_late_hears_a_finished_search_before_it_gives_it_up() {
    let given_up = played_late(None);
    for found in ["a6", "c5", "Nf6"].map(black_move).into_iter().filter(|mv| *mv != given_up) {
        assert_eq!(played_late(Some(finished(1, found))), found);
    }
}

/// Repeats whole lines, and names the beginning of others.
struct Parrot;

impl Adapter for Parrot {
    fn line(&mut self, line: &str) -> Vec<Action> {
        if line == "quit" { vec![Action::Quit] } else { vec![Action::Print(line.to_owned())] }
    }
    fn overlong(&mut self, beginning: &str) -> Vec<Action> {
        vec![Action::Print(format!("too long: {beginning}"))]
    }
    fn event(&mut self, _event: &Event) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn a_line_that_was_cut_is_not_taken_for_a_whole_one() {
    let runtime = Runtime::new(&settings(), Box::new(Parrot)).unwrap();
    let (sender, lines) = unbounded();
    for line in [Line::Text("a".into()), Line::TooLong("b".into()), Line::Text("quit".into())] {
        sender.send(line).unwrap();
    }
    let mut said = Vec::new();
    let hear = |line: &str| {
        said.push(line.to_owned());
        Ok(())
    };
    runtime.run(&lines, hear).unwrap();
    assert_eq!(said, ["a", "too long: b"]);
}

/// A person who hangs up after asking for a search: every line goes in at once, then nothing.
struct Hasty;

impl Adapter for Hasty {
    fn line(&mut self, _line: &str) -> Vec<Action> {
        let request = Request { depth: Some(6), ..Request::default() };
        vec![Action::Command(Command::Search(Box::new(request)))]
    }
    fn overlong(&mut self, _beginning: &str) -> Vec<Action> {
        Vec::new()
    }
    fn event(&mut self, event: &Event) -> Vec<String> {
        let told = matches!(event, Event::BestMove { best: Some(_), .. });
        if told { vec!["a move".to_owned()] } else { Vec::new() }
    }
}

#[test]
fn who_hangs_up_still_gets_the_move_that_was_asked_for() {
    let runtime = Runtime::new(&settings(), Box::new(Hasty)).unwrap();
    let (sender, lines) = unbounded();
    sender.send(Line::Text("go".to_owned())).unwrap();
    drop(sender);
    let mut said = Vec::new();
    let hear = |line: &str| {
        said.push(line.to_owned());
        Ok(())
    };
    runtime.run(&lines, hear).unwrap();
    assert_eq!(said, ["a move"]);
}

#[test]
fn a_table_outlives_the_search_that_is_given_up() {
    let (mut worker, heard) = worker();
    let deep = Limits { depth: Some(12), ..Limits::default() };
    let search = |id| Job { limits: deep.clone(), ..job(id, None) };
    let nodes = |worker: &mut ThreadWorker, id| {
        worker.start(search(id));
        loop {
            if let WorkerEvent::Done { outcome, .. } = heard.recv_timeout(seconds(60)).unwrap() {
                return outcome.nodes;
            }
        }
    };
    let first = nodes(&mut worker, 1);
    worker.abandon(1);
    let second = nodes(&mut worker, 2);
    assert!(second * 2 < first, "{second} nodes after {first}");
}

#[test]
fn in_a_pause_nothing_is_due_and_what_comes_waits() {
    let mut core = core();
    let id = thinking(&mut core);
    let deadline = core.deadline().expect("a deadline");
    let effects = core.on(Input::Command(Command::Pause), seconds(1));
    assert!(matches!(effects[..], [Effect::Pause]));
    assert_eq!(core.deadline(), None);
    assert!(core.on(done(id, black_move("c5")), seconds(1)).is_empty());
    let effects = core.on(Input::Command(Command::Resume), seconds(1));
    assert!(matches!(effects.first(), Some(Effect::Resume)));
    assert_eq!(own_move(&effects), Some(black_move("c5")));
    assert!(core.deadline().is_none_or(|later| later >= deadline));
}

#[test]
fn the_expected_move_turns_pondering_into_thinking_and_another_one_does_not() {
    for (reply, hits) in [("g1f3", 1), ("d2d4", 0)] {
        let mut mute = Mute::default();
        let mut session = Session::new(core(), &mut mute);
        session.on(set(|settings| settings.ponder = true), Duration::ZERO);
        session.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
        let knight = Position::startpos().parse_move("g1f3").unwrap();
        let outcome = Outcome { line: vec![black_move("e5"), knight], ..Outcome::default() };
        let at = seconds(5);
        let result = WorkerEvent::Done {
            id: 1,
            at,
            outcome,
            reason: None,
            extended: None,
            silence: Duration::ZERO,
        };
        session.on(Input::Worker(result), at);
        session.on(Input::Command(Command::Move(reply.to_owned())), seconds(8));
        assert!(session.deadline().is_some_and(|deadline| deadline > seconds(8)));
        drop(session);
        assert_eq!(mute.hits, hits, "{reply}");
        assert_eq!(mute.jobs.len(), 3 - hits, "{reply}");
    }
}

#[test]
fn a_policy_chosen_while_another_thinks_decides_about_the_next_move() {
    let mut core = core();
    let id = thinking(&mut core);
    let fixed = |settings: &mut Settings| {
        settings.policy = "fixed".to_owned();
        settings.parameters.set("fixed_time", 250).unwrap();
    };
    core.on(set(fixed), seconds(1));
    core.on(done(id, black_move("e5")), seconds(2));
    let effects = core.on(Input::Command(Command::Move("g1f3".to_owned())), seconds(3));
    let plan = effects.into_iter().find_map(|effect| match effect {
        Effect::Start(job) => job.plan,
        _ => None,
    });
    let Plan { budget, .. } = plan.expect("a search with a plan");
    assert_eq!(budget.soft, Duration::from_millis(250));
}

/// Answers the engine's searches with knight moves while the opponent replies after `pause`; what the
/// engine plays at last, when its second choice is 5 centipawns worse than the best.
fn third_move(pause: Duration) -> ChessMove {
    let mut core = core();
    core.on(set(|settings| settings.parameters.set("countermeasure", 1).unwrap()), Duration::ZERO);
    let mut game = Game::new(Position::startpos());
    let mut now = Duration::ZERO;
    let mut played = None;
    for (white, best, second) in [("a3", "Nf6", "Nc6"), ("b3", "Ng8", "Nc6"), ("c3", "Nf6", "Nc6")]
    {
        let effects = core.on(Input::Command(Command::Move(white.to_owned())), now);
        let id = started(&effects).expect("a search");
        assert!(effects.iter().any(|effect| matches!(
            effect, Effect::Start(job) if job.limits.second_best)));
        game.play(game.position().parse_move(white).unwrap());
        let of = |text| game.position().parse_move(text).unwrap();
        let (line, second) = (vec![of(best)], Some((of(second), 15)));
        let outcome = Outcome { line, score: 20, second, ..Outcome::default() };
        now += seconds(5);
        let (reason, extended) = (None, None);
        let done =
            WorkerEvent::Done { id, at: now, outcome, reason, extended, silence: Duration::ZERO };
        played = own_move(&core.on(Input::Worker(done), now));
        game.play(played.expect("a move"));
        now += pause;
    }
    played.unwrap()
}

#[test]
fn an_opponent_who_foresees_our_moves_meets_a_second_choice() {
    let of = |text: &str| {
        let mut position = Position::startpos();
        for white in ["a3", "Nf6", "b3", "Ng8", "c3"] {
            let mv = position.parse_move(white).unwrap();
            position.play(mv);
        }
        position.parse_move(text).unwrap()
    };
    assert_eq!(third_move(Duration::from_millis(50)), of("Nc6"));
    assert_eq!(third_move(seconds(3)), of("Nf6"));
}

#[test]
fn a_clock_that_is_set_overrules_the_client_until_it_is_lifted() {
    let mut core = core();
    let mut control = |input| {
        core.on(input, Duration::ZERO);
        let effects = core.on(Input::Command(Command::Show), Duration::ZERO);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Emit(Event::Shown(view)) => Some((view.control, view.clocks[0])),
            _ => None,
        })
    };
    let (clock, level) = (parse_ggs("10:00//").unwrap(), parse_level("0 3 2").unwrap());
    let clock_set = |clock| set(|settings| settings.clock = clock);
    assert_eq!(control(clock_set(Some(clock))), Some((clock, seconds(600))));
    assert_eq!(control(Input::Command(Command::Control(level))), Some((clock, seconds(600))));
    let told = Command::ClockIs { whose: Party::Engine, remaining: seconds(99) };
    assert_eq!(control(Input::Command(Command::Force)), Some((clock, seconds(600))));
    assert_eq!(control(Input::Command(told)), Some((clock, seconds(99))));
    assert_eq!(control(Input::Command(Command::NewGame)), Some((clock, seconds(600))));
    assert_eq!(control(clock_set(None)), Some((level, seconds(180))));
}

/// A judge that does something else when asked: panics, or says so and waits for a word that may
/// never come.
struct Trap(Option<(Sender<()>, Receiver<()>)>);

impl Judge for Trap {
    fn review(&mut self, _signals: &Signals, _elapsed: Duration) -> Verdict {
        match &self.0 {
            None => panic!("the judge breaks down"),
            Some((caught, word)) => {
                let _ = caught.send(());
                let _ = word.recv();
                panic!("nobody waits any more");
            }
        }
    }
}

fn job(id: u64, judge: Option<Trap>) -> Job {
    let plan = judge.map(|trap| {
        let budget = Budget { soft: seconds(1), hard: seconds(1), next_check: seconds(1) };
        Plan { judge: Box::new(trap), budget, may_settle: true }
    });
    let limits = Limits { depth: Some(3), ..Limits::default() };
    Job {
        id,
        game: Game::new(Position::startpos()),
        limits,
        started: Duration::ZERO,
        plan,
        node_rate: None,
    }
}

fn worker() -> (ThreadWorker, Receiver<WorkerEvent>) {
    let (events, heard): (Sender<_>, _) = unbounded();
    (ThreadWorker::new(1, 1, Evaluation::best(), Arc::new(Wall::start()), events), heard)
}

/// The next word that is not a mere report: the search's number, and its fault if it broke down.
fn verdict(heard: &Receiver<WorkerEvent>) -> (u64, Option<String>) {
    loop {
        match heard.recv_timeout(seconds(60)).expect("a verdict") {
            WorkerEvent::Done { id, .. } => return (id, None),
            WorkerEvent::Failed { id, message } => return (id, Some(message)),
            _ => {}
        }
    }
}

#[test]
fn a_panic_in_a_search_is_told_and_the_worker_goes_on() {
    let (mut worker, heard) = worker();
    worker.start(job(1, Some(Trap(None))));
    assert_eq!(verdict(&heard), (1, Some("the judge breaks down".to_owned())));
    worker.start(job(2, None));
    assert_eq!(verdict(&heard), (2, None));
}

#[test]
fn after_a_hung_search_is_abandoned_the_next_one_runs() {
    let (mut worker, heard) = worker();
    let (word, listener) = bounded(1);
    let (caught, sprung) = bounded(1);
    worker.start(job(1, Some(Trap(Some((caught, listener))))));
    sprung.recv().expect("the search hangs");
    worker.abandon(1);
    worker.start(job(2, None));
    assert_eq!(verdict(&heard), (2, None));
    drop(word);
}
