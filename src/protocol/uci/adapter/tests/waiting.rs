//! What waits for the end of a search, and in which order it is done then.

use std::time::Duration;

use proptest::prelude::*;

use super::*;

/// The search ends; what the session is asked for then.
fn ends(uci: &mut Uci) -> Vec<String> {
    let lines = uci.event(&best(CASTLE));
    assert_eq!(lines, ["bestmove e1d1"]);
    uci.requests().iter().map(tell).collect()
}

#[test]
fn while_searching_only_some_commands_act_at_once() {
    let mut uci = uci();
    check(
        &mut uci,
        &[
            ("go infinite", &["Search UntilStopped"]),
            ("isready", &["Ping(\"\")"]),
            ("d", &["Show"]),
            ("ponderhit", &["PonderHit"]),
            ("setoption name Hash value 16", &[]),
            (
                "setoption name Hash value 0",
                &["< info string setoption: `Hash` cannot be `0`: \
                   it must lie between 1 and 65536"],
            ),
            ("ucinewgame", &[]),
            (&format!("position fen {CASTLE}"), &[]),
            (
                "position startpos moves e2e5",
                &["< info string position: `e2e5`, move 1 of the \
                   list, cannot be played: a pawn does not move from e2 to e5"],
            ),
            ("go depth 4 searchmoves e1g1", &[]),
            ("eval", &[]),
            ("go perft 2", &[]),
            ("position startpos", &[]),
        ],
    );
    let fen = format!("SetGame {CASTLE}");
    assert_eq!(ends(&mut uci), ["Set hash: 16", "NewGame", &fen, "Search No depth 4 e1h1"]);
    assert_eq!(ends(&mut uci), ["Evaluate", "Perft(2)"]);
    assert!(uci.requests().is_empty());
    let position = Box::new(Position::startpos());
    uci.event(&Event::Counted { position, paths: Vec::new(), elapsed: Duration::ZERO });
    let rest: Vec<String> = uci.requests().iter().map(tell).collect();
    assert_eq!(rest, [format!("SetGame {}", Position::startpos().fen())]);
}

#[test]
fn what_is_set_while_searching_holds_from_the_end_of_the_search() {
    let mut uci = uci();
    uci.line(&format!("position fen {CASTLE}"));
    uci.line("go infinite");
    uci.line("setoption name UCI_Chess960 value true");
    let position = Position::from_fen(CASTLE).unwrap();
    let mv = find(&position, "O-O");
    let bestmove = Event::BestMove { position: Box::new(position), best: Some(mv), expected: None };
    assert_eq!(uci.event(&bestmove), ["bestmove e1g1"]);
    uci.line("go infinite");
    assert_eq!(uci.event(&bestmove), ["bestmove e1h1"]);
}

#[test]
fn stop_ends_also_the_searches_that_have_not_begun() {
    let mut uci = uci();
    check(
        &mut uci,
        &[
            ("go infinite", &["Search UntilStopped"]),
            ("stop", &["MoveNow"]),
            ("go infinite searchmoves e2e4", &[]),
            ("stop", &["MoveNow"]),
            ("go infinite searchmoves d2d4", &[]),
        ],
    );
    assert_eq!(ends(&mut uci), ["Search No depth 1 e2e4"]);
    assert_eq!(ends(&mut uci), ["Search UntilStopped d2d4"]);
    check(&mut uci, &[("stop", &["MoveNow"])]);
    assert!(ends(&mut uci).is_empty());
    check(&mut uci, &[("stop", &[])]);
}

#[test]
fn a_hit_is_for_the_search_asked_for_last() {
    let mut uci = uci();
    check(
        &mut uci,
        &[
            ("go ponder wtime 1000 btime 1000", &["Search UntilHit"]),
            ("stop", &["MoveNow"]),
            ("position startpos moves e2e4 e7e5", &[]),
            ("go ponder wtime 1000 btime 1000", &[]),
            ("ponderhit", &[]),
        ],
    );
    assert_eq!(ends(&mut uci).last().unwrap(), "Search No");
    check(&mut uci, &[("ponderhit", &["PonderHit"])]);
}

#[test]
fn counting_that_is_refused_keeps_nobody_waiting() {
    let mut uci = uci();
    check(&mut uci, &[("bench", &["Bench(None)"]), ("eval", &[])]);
    let refused = Event::Refused { command: "bench".to_owned(), reason: "no depth".to_owned() };
    assert_eq!(uci.event(&refused), ["info string bench: no 'depth"]);
    assert_eq!(uci.requests().iter().map(tell).collect::<Vec<_>>(), ["Evaluate"]);
}

#[test]
fn an_option_that_is_refused_meanwhile_ends_no_counting() {
    let mut uci = uci();
    check(&mut uci, &[("go perft 7", &["Perft(7)"]), ("eval", &[])]);
    let (command, reason) = ("syzygy_path".to_owned(), "no tables".to_owned());
    uci.event(&Event::Refused { command, reason });
    assert!(uci.requests().is_empty());
    check(&mut uci, &[("stop", &["MoveNow"])]);
}

#[test]
fn who_quits_or_hangs_up_in_a_search_is_told_the_move_known_by_then() {
    let mut quits = uci();
    check(&mut quits, &[("go infinite", &["Search UntilStopped"]), ("go depth 30", &[])]);
    check(&mut quits, &[("quit", &["MoveNow", "HangUp"])]);
    assert_eq!(ends(&mut quits), ["Search No depth 1"]);
    let mut hangs_up = uci();
    hangs_up.line("go infinite");
    let told = hangs_up.end();
    assert!(matches!(told[..], [Action::Command(Command::MoveNow), Action::HangUp]), "{told:?}");
    assert!(ends(&mut hangs_up).is_empty());
    assert!(matches!(hangs_up.end()[..], [Action::Quit]));
}

#[test]
fn quit_waits_for_what_is_counted_and_for_nothing_that_takes_time() {
    let mut uci = uci();
    let counting: [(&str, &[&str]); 3] =
        [("go perft 3", &["Perft(3)"]), ("go infinite", &[]), ("quit", &["HangUp"])];
    check(&mut uci, &counting);
    let position = Box::new(Position::startpos());
    uci.event(&Event::Counted { position, paths: Vec::new(), elapsed: Duration::ZERO });
    assert_eq!(uci.requests().iter().map(tell).collect::<Vec<_>>(), ["Search No depth 1"]);
    check(&mut uci, &[("quit", &["MoveNow", "HangUp"])]);
}

/// Lines that a GUI might send, and others.
fn any_line() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "uci",
        "isready",
        "debug on",
        "ucinewgame",
        "position startpos moves e2e4",
        "position startpos moves e2e5",
        "position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
        "position fen nonsense",
        "go",
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go depth 3 searchmoves e2e4",
        "go wtime x",
        "go perft 2",
        "bench",
        "eval",
        "d",
        "stop",
        "ponderhit",
        "setoption name Hash value 3",
        "setoption name Hash value -3",
        "setoption name bestmove value uciok",
        "quit",
    ]);
    prop_oneof![5 => known.prop_map(str::to_owned), 1 => any::<String>(), 1 => "[ -~]{0,100}"]
}

/// A session that answers every search and count only when told to: how many are under way.
#[derive(Default)]
struct Answering {
    searches: Vec<Task>,
    begun: usize,
}

impl Answering {
    fn take<'a>(&mut self, commands: impl IntoIterator<Item = &'a Command>) {
        for task in commands.into_iter().filter_map(Task::of) {
            self.begun += usize::from(task == Task::Search);
            self.searches.push(task);
        }
    }

    /// Answers what is under way; the lines of the adapter.
    fn answer(&mut self, uci: &mut Uci) -> Vec<String> {
        let lines = match self.searches.pop() {
            None => Vec::new(),
            Some(Task::Search) => uci.event(&best(CASTLE)),
            Some(Task::Count) => uci.event(&Event::Benched { nodes: 1, elapsed: Duration::ZERO }),
        };
        self.take(&uci.requests());
        lines
    }
}

proptest! {
    #[test]
    fn any_conversation_has_one_search_at_a_time_and_one_answer_to_each_go(
        steps in prop::collection::vec((any_line(), any::<bool>()), 0..60),
    ) {
        let (mut uci, mut session) = (uci(), Answering::default());
        let (mut asked, mut answers) = (0, 0);
        let count = |lines: &[String]| {
            lines.iter().filter(|line| line.starts_with("bestmove ")).count()
        };
        for (line, answered) in &steps {
            asked += usize::from(matches!(parse(line), Ok(UciCommand::Go(_))));
            for action in uci.line(line) {
                match action {
                    Action::Command(command) => session.take([&command]),
                    Action::Print(text) => {
                        prop_assert!(!text.contains('\n') && text.len() < 1000, "{}", text);
                        prop_assert!(!text.starts_with("bestmove"), "{}", text);
                    }
                    Action::Quit | Action::HangUp => {}
                }
                prop_assert!(session.searches.len() <= 1);
            }
            if *answered {
                answers += count(&session.answer(&mut uci));
            }
        }
        while !session.searches.is_empty() {
            answers += count(&session.answer(&mut uci));
            prop_assert!(session.searches.len() <= 1);
        }
        prop_assert_eq!((asked, asked), (session.begun, answers));
    }
}
