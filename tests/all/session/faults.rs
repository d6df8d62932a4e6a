//! Searches that hang, break down or play what is not legal.

use super::*;

#[test]
fn a_search_that_hangs_is_given_up_and_its_best_move_played() {
    let mut core = core();
    let id = thinking(&mut core);
    core.on(report(id, black_move("c5")), seconds(1));
    let deadline = core.deadline().expect("a deadline");
    assert!(deadline < seconds(300), "within the clock");
    let effects = core.on(Input::Tick, deadline);
    assert_eq!(own_move(&effects), Some(black_move("c5")));
    assert_eq!(reason(&effects).as_deref(), Some("watchdog: the search did not stop in time"));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Abandon(gone) if *gone == id)));
    let late = core.on(done(id, black_move("a6")), deadline + seconds(1));
    assert_eq!(own_move(&late), None, "the late result is not heard");
}

#[test]
fn a_search_that_never_said_anything_still_leaves_a_legal_move() {
    let mut core = core();
    thinking(&mut core);
    let deadline = core.deadline().unwrap();
    let effects = core.on(Input::Tick, deadline);
    let mv = own_move(&effects).expect("a move");
    assert!(core.deadline().is_none());
    let told = |effect: &Effect| matches!(effect, Effect::Emit(Event::Thinking(it)) if it.line == [mv] && it.depth == 1);
    assert!(effects.iter().any(told), "whoever follows hears of the move beforehand");
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
fn a_table_that_is_smaller_than_was_asked_for_is_told_and_asked_for_again() {
    let (mut core, ask) = (core(), || set(|settings| settings.hash = 4_096));
    let asks = |effects: &[Effect]| effects.iter().any(|it| matches!(it, Effect::Hash(4_096)));
    assert!(asks(&core.on(ask(), seconds(1))));
    assert!(!asks(&core.on(ask(), seconds(2))), "it may have been had");
    let lack = WorkerEvent::NoHash("no memory".to_owned());
    let told = core.on(Input::Worker(lack), seconds(3));
    assert!(told.iter().any(|effect| matches!(
        effect, Effect::Emit(Event::Refused { command, reason }) if command == "hash" && reason == "no memory")));
    assert!(asks(&core.on(ask(), seconds(4))));
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

#[test]
fn a_table_outlives_the_search_that_is_given_up() {
    // One depth alone may go either way by chance.
    let (mut first, mut second) = (0, 0);
    for depth in 10..=15 {
        let (mut worker, heard) = worker();
        first += nodes(&mut worker, &heard, 1, depth);
        worker.abandon(1);
        second += nodes(&mut worker, &heard, 2, depth);
    }
    // Without the table the same nodes are searched once more.
    assert!(second * 10 < first * 9, "{second} nodes after {first}");
}

#[test]
fn a_new_game_knows_nothing_of_the_search_that_was_given_up_before_it() {
    let (mut worker, heard) = worker();
    let first = nodes(&mut worker, &heard, 1, 10);
    worker.abandon(1);
    worker.new_game();
    assert_eq!(nodes(&mut worker, &heard, 2, 10), first);
}

/// The nodes that a search of the first position to this depth takes.
fn nodes(worker: &mut ThreadWorker, heard: &Receiver<WorkerEvent>, id: u64, depth: u32) -> u64 {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    worker.start(Job { limits, ..job(id, None) });
    loop {
        if let WorkerEvent::Done { outcome, .. } = heard.recv_timeout(seconds(60)).unwrap() {
            return outcome.nodes;
        }
    }
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
    Job { plan, ..Job::new(id, Game::new(Position::startpos()), limits) }
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

#[test]
fn what_was_ordered_behind_a_hung_search_is_done_by_the_thread_that_takes_over() {
    let (mut worker, heard) = worker();
    let (word, listener) = bounded(1);
    let (caught, sprung) = bounded(1);
    worker.start(job(1, Some(Trap(Some((caught, listener))))));
    sprung.recv().expect("the search hangs");
    worker.set_tables("/nowhere".to_owned());
    worker.settle(7);
    worker.abandon(1);
    let next = || heard.recv_timeout(seconds(60)).unwrap();
    let said: Vec<_> = std::iter::repeat_with(next)
        .take_while(|it| !matches!(it, WorkerEvent::Settled(7)))
        .collect();
    assert!(said.iter().any(|it| matches!(it, WorkerEvent::NoTables(_))), "{said:?}");
    drop(word);
}

#[test]
fn with_no_time_left_nobody_has_to_wake_up_for_a_move() {
    let (mut worker, heard) = worker();
    let (word, listener) = bounded(1);
    let (caught, sprung) = bounded(1);
    worker.start(job(1, Some(Trap(Some((caught, listener))))));
    sprung.recv().expect("the search hangs");
    let said_before = heard.try_iter().count();
    let nothing = Budget::flat(Duration::ZERO);
    let plan = Plan { judge: Box::new(Trap(None)), budget: nothing, may_settle: true };
    worker.start(Job { plan: Some(plan), ..job(2, None) });
    // The thread still hangs, so whoever answered was no thread that had to be waited for.
    let said: Vec<_> = heard.try_iter().collect();
    let [WorkerEvent::Report { id: 2, report, .. }, WorkerEvent::Done { id: 2, outcome, .. }] =
        &said[..]
    else {
        panic!("{said:?} after {said_before}")
    };
    assert_eq!(report.line, outcome.line);
    assert!(Position::startpos().is_legal(outcome.best().expect("a move")));
    drop(word);
}
