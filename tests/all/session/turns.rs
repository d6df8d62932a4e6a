//! Whose time it is: getting ready, lag, pauses, pondering, clocks that are set and policies that change.

use super::*;

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
fn a_ping_and_the_first_search_wait_for_a_worker_that_is_still_being_set_up() {
    let waits = |command: Command| {
        let mut core = core();
        let setup = core.await_setup();
        let at_first = core.on(Input::Command(command), seconds(1));
        (at_first, core.on(Input::Worker(WorkerEvent::Settled(setup)), seconds(3)))
    };
    let (at_first, then) = waits(Command::Ping("1".to_owned()));
    assert!(at_first.is_empty());
    assert!(matches!(&then[..], [Effect::Emit(Event::Pong(text))] if text == "1"));
    let (at_first, then) = waits(Command::Move("e2e4".to_owned()));
    assert_eq!(started(&at_first), None);
    assert!(
        matches!(then.last(), Some(Effect::Start(job)) if job.started == seconds(3)),
        "no time is lost"
    );
}

/// An engine that has answered 1 e4 and ponders; the number of its search.
fn pondering() -> (Core, u64) {
    let mut core = core();
    core.on(set(|settings| settings.ponder = true), Duration::ZERO);
    let id = thinking(&mut core);
    let effects = core.on(done(id, black_move("e5")), seconds(1));
    let ponder = started(&effects).expect("pondering");
    (core, ponder)
}

#[test]
fn what_is_said_while_pondering_is_told_as_whose_view_it_takes() {
    let side = |core: &mut Core, id, mv| {
        core.on(report(id, mv), seconds(2)).into_iter().find_map(|effect| match effect {
            Effect::Emit(Event::Thinking(thinking)) => Some((thinking.root.side(), thinking.side)),
            _ => None,
        })
    };
    let (mut black, id) = (core(), 1);
    assert_eq!(thinking(&mut black), id);
    assert_eq!(side(&mut black, id, black_move("e5")), Some((Color::Black, Color::Black)));
    let mut core = core();
    core.on(set(|settings| settings.ponder = true), Duration::ZERO);
    let id = thinking(&mut core);
    let knight = Position::startpos().parse_move("g1f3").unwrap();
    let outcome = Outcome { line: vec![black_move("e5"), knight], ..Outcome::default() };
    let (reason, extended, silence) = (None, None, Duration::ZERO);
    let done = WorkerEvent::Done { id, at: seconds(1), outcome, reason, extended, silence };
    let ponder = started(&core.on(Input::Worker(done), seconds(1))).expect("pondering");
    assert_eq!(side(&mut core, ponder, black_move("d6")), Some((Color::White, Color::Black)));
}

#[test]
fn pondering_begins_again_by_the_clock_and_the_strength_that_its_hit_is_judged_by() {
    let stopped = |effects: &[Effect], id| {
        effects.iter().any(|effect| matches!(effect, Effect::Stop(gone) if *gone == id))
    };
    let (mut core, id) = pondering();
    assert!(stopped(&core.on(Input::Command(Command::NodeRate(Some(100))), seconds(2)), id));
    let (mut core, id) = pondering();
    let weaker = set(|settings| {
        (settings.ponder, settings.limit_strength, settings.elo) = (true, true, 800);
    });
    assert!(stopped(&core.on(weaker, seconds(2)), id));
}

#[test]
fn a_worker_that_is_never_ready_does_not_lose_the_game() {
    let mut core = core();
    core.on(Input::Command(Command::NewGame), Duration::ZERO);
    core.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
    let deadline = core.deadline().expect("a deadline");
    assert!(deadline < seconds(300), "within the clock");
    let effects = core.on(Input::Tick, deadline);
    assert!(own_move(&effects).is_some());
    assert_eq!(reason(&effects).as_deref(), Some("watchdog: the search had no move in time"));
}

#[test]
fn the_slice_for_the_opponents_move_begins_when_the_worker_is_ready() {
    let mut core = core();
    let setup = core.await_setup();
    core.on(set(|settings| settings.ponder = true), Duration::ZERO);
    core.on(Input::Command(Command::PlayOther), seconds(1));
    assert_eq!(core.deadline(), None);
    let effects = core.on(Input::Worker(WorkerEvent::Settled(setup)), seconds(9));
    assert!(started(&effects).is_some(), "the opponent's move is looked for");
    assert_eq!(core.deadline(), Some(seconds(10)));
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
fn pings_keep_their_order_in_a_pause() {
    let mut core = core();
    let id = thinking(&mut core);
    let pongs = |effects: &[Effect]| -> Vec<String> {
        let text = |effect: &Effect| match effect {
            Effect::Emit(Event::Pong(text)) => Some(text.clone()),
            _ => None,
        };
        effects.iter().filter_map(text).collect()
    };
    let mut on = |command| pongs(&core.on(Input::Command(command), seconds(1)));
    assert!(on(Command::Ping("1".to_owned())).is_empty(), "it waits for the move");
    on(Command::Pause);
    assert!(on(Command::Ping("2".to_owned())).is_empty(), "the first one comes before");
    on(Command::Resume);
    assert_eq!(pongs(&core.on(done(id, black_move("c5")), seconds(1))), ["1", "2"]);
}

#[test]
fn a_ping_behind_a_hint_is_answered_after_it_whatever_comes_between() {
    let mut core = core();
    core.on(Input::Command(Command::Force), Duration::ZERO);
    let mut on = |command| core.on(Input::Command(command), seconds(1));
    assert!(matches!(on(Command::Hint)[..], [Effect::Run(Errand::Hint(_))]));
    assert!(on(Command::Ping("1".to_owned())).is_empty());
    assert!(on(Command::Force).is_empty(), "the hint is still to come");
}

#[test]
fn a_hint_behind_an_analysis_does_not_wait_for_its_end() {
    let mut core = core();
    core.on(Input::Command(Command::Analyze), Duration::ZERO);
    let told = core.on(Input::Command(Command::Hint), Duration::ZERO);
    assert!(matches!(told[..], [Effect::Emit(Event::Hint { .. })]));
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

/// Plays from the book of the tests.
fn with_book(settings: &mut Settings) {
    settings.own_book = true;
    settings.book_file = "tests/books/few.bin".to_owned();
    settings.book_variety = 0;
}

#[test]
fn a_move_of_the_book_goes_before_what_was_pondered() {
    let mut mute = Mute::default();
    let mut session = Session::new(core(), &mut mute);
    let pondering = |settings: &mut Settings| settings.ponder = true;
    session.on(set(pondering), Duration::ZERO);
    session.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
    let knight = Position::startpos().parse_move("g1f3").unwrap();
    let outcome = Outcome { line: vec![black_move("e5"), knight], ..Outcome::default() };
    let (reason, extended, silence) = (None, None, Duration::ZERO);
    let at = seconds(5);
    let done = WorkerEvent::Done { id: 1, at, outcome, reason, extended, silence };
    session.on(Input::Worker(done), at);
    let change = |settings: &mut Settings| {
        pondering(settings);
        with_book(settings);
    };
    session.on(set(change), seconds(6));
    let events = session.on(Input::Command(Command::Move("g1f3".to_owned())), seconds(8));
    let played = events.iter().find_map(|event| match event {
        Event::Moved { by: Party::Engine, before, mv } => Some(before.san(*mv)),
        _ => None,
    });
    assert_eq!(played.as_deref(), Some("Nf6"));
    let told = events.iter().find_map(|event| match event {
        Event::Accounted(account) => Some(account.reason.to_string()),
        _ => None,
    });
    assert_eq!(told.as_deref(), Some("book: 2 of 3"));
    drop(session);
    assert_eq!(mute.hits, 0);
}

#[test]
fn a_book_named_at_the_start_is_there_before_the_first_move() {
    for (file, reason) in [("tests/books/few.bin", None), ("no such book", Some("no book in"))] {
        let mut settings = settings();
        with_book(&mut settings);
        settings.book_file = file.to_owned();
        let core = Core::new(settings, Evaluation::best()).unwrap();
        let mut mute = Mute::default();
        let mut session = Session::new(core, &mut mute);
        let events = session.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
        let told = events.iter().find_map(|event| match event {
            Event::Refused { command, reason } if command == "book_file" => Some(reason.as_str()),
            _ => None,
        });
        let by_engine = |event: &Event| matches!(event, Event::Moved { by: Party::Engine, .. });
        assert_eq!(events.iter().any(by_engine), reason.is_none(), "{file}");
        assert_eq!(told.and_then(|told| told.get(..10)), reason, "{file}");
        drop(session);
        assert_eq!(mute.jobs.len(), usize::from(reason.is_some()), "{file}");
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

/// What White and Black have left after some commands, on clocks of five minutes.
fn clocks_after(commands: impl IntoIterator<Item = Command>) -> [Duration; 2] {
    let mut core = core();
    core.on(Input::Command(Command::Control(parse_level("0 5 0").unwrap())), Duration::ZERO);
    for command in commands.into_iter().chain([Command::Show]) {
        for effect in core.on(Input::Command(command), Duration::ZERO) {
            if let Effect::Emit(Event::Shown(view)) = effect {
                return view.clocks;
            }
        }
    }
    unreachable!("what is asked is shown");
}

#[test]
fn a_clock_told_of_belongs_to_the_engine_whichever_side_it_is_to_play() {
    let told = [(Party::Engine, 1), (Party::Opponent, 290)]
        .map(|(whose, left)| Command::ClockIs { whose, remaining: seconds(left) });
    let told = || told.clone().into_iter();
    let mv = |text: &str| [Command::Move(text.to_owned())].into_iter();
    let all = |first: Command, last: Command| [first].into_iter().chain(told()).chain([last]);
    // In force mode it is not known yet: `go` and `playother` say.
    let white = [seconds(1), seconds(290)];
    let black = [seconds(290), seconds(1)];
    assert_eq!(clocks_after(all(Command::Force, Command::Go)), white);
    assert_eq!(clocks_after(all(Command::Force, Command::PlayOther)), black);
    let force = || [Command::Force].into_iter();
    let moved = |last: Command| force().chain(told()).chain(mv("e2e4")).chain([last]);
    assert_eq!(clocks_after(moved(Command::Go)), black);
    assert_eq!(clocks_after(moved(Command::PlayOther)), white);
    // The engine, to play Black, is told to play White; and to play Black after all.
    assert_eq!(clocks_after(told().chain([Command::Go])), white);
    assert_eq!(clocks_after(told().chain([Command::Go, Command::PlayOther])), black);
    // A move on the clocks says whose is whose: from then on they stay with their sides.
    assert_eq!(clocks_after(told().chain(mv("e2e4")).chain([Command::PlayOther])), black);
    // So does another control, after which both have the same.
    let level = || Command::Control(parse_level("0 3 0").unwrap());
    assert_eq!(clocks_after(told().chain([level(), Command::Go])), [seconds(180); 2]);
}
