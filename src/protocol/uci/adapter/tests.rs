mod waiting;

use std::time::Duration;

use super::*;
use crate::{
    clock::TimeControl,
    message::{Appraisal, Bound, RootMove, Score, Thinking, View},
    options::testing::changes,
    position::{ChessMove, Color},
};

const MATED: &str = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn uci() -> Uci {
    Uci::new(Options::new().unwrap())
}

/// A command, as short as it can be told.
fn tell(command: &Command) -> String {
    match command {
        Command::SetGame(game) => format!("SetGame {}", game.position().fen()),
        Command::Search(request) => {
            let moves: String = request.root_moves.iter().map(|mv| format!(" {mv}")).collect();
            let depth = request.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
            format!("Search {:?}{depth}{moves}", request.held)
        }
        Command::Set { settings, .. } => format!("Set {}", changes(settings)),
        command => format!("{command:?}"),
    }
}

/// What a line leads to: printed text after `<`, commands as they are written in Rust.
fn said(uci: &mut Uci, line: &str) -> Vec<String> {
    let tell = |action| match action {
        Action::Print(text) => format!("< {text}"),
        Action::Command(command) => tell(&command),
        Action::Quit => "Quit".to_owned(),
        Action::HangUp => "HangUp".to_owned(),
    };
    uci.line(line).into_iter().map(tell).collect()
}

/// The search that a line asks for.
fn searched(uci: &mut Uci, line: &str) -> Option<Request> {
    match uci.line(line).pop()? {
        Action::Command(Command::Search(request)) => Some(*request),
        _ => None,
    }
}

#[track_caller]
fn check(uci: &mut Uci, conversation: &[(&str, &[&str])]) {
    for (line, answer) in conversation {
        assert_eq!(said(uci, line), *answer, "{line}");
    }
}

fn best(fen: &str) -> Event {
    let position = Position::from_fen(fen).unwrap();
    let best = position.legal_moves().iter().copied().next();
    Event::BestMove { position: Box::new(position), best, expected: None }
}

fn find(position: &Position, text: &str) -> ChessMove {
    position.parse_move(text).unwrap()
}

#[test]
fn every_command_reaches_the_session() {
    let start = Position::startpos().fen();
    check(
        &mut uci(),
        &[
            ("isready", &["Ping(\"\")"]),
            ("ucinewgame", &["NewGame"]),
            ("position startpos", &[&format!("SetGame {start}")]),
            (&format!("position fen {MATED}"), &[&format!("SetGame {MATED}")]),
            ("setoption name Hash value 16", &["Set hash: 16"]),
            ("setoption name Hash value 64", &["Set "]),
            ("setoption name move overhead value 50", &["Set move_overhead: 50ms"]),
            ("setoption name move overhead value 30", &["Set "]),
            ("setoption name Clear Hash", &["ClearHash"]),
            ("setoption name MultiPV value 3", &["Set multi_pv: 3"]),
            ("setoption name MultiPV value 1", &["Set "]),
            ("setoption name UCI_AnalyseMode value true", &["Set analyse_mode: true"]),
            ("setoption name UCI_AnalyseMode value false", &["Set "]),
            ("setoption name Ponder value false", &["Set "]),
            ("setoption name Clock value 0//5,N1", &["Set clock: Some(PerMove(5s))"]),
            ("setoption name Clock value <empty>", &["Set "]),
            ("setoption name policy value RIVAL", &["Set policy: \"rival\""]),
            ("setoption name policy value Adaptive", &["Set "]),
            ("setoption name resign_moves value 7", &["Set resign_moves: 7"]),
            ("d", &["Show"]),
            ("eval", &["Evaluate"]),
            ("quit", &["Quit"]),
        ],
    );
    check(&mut uci(), &[("go perft 3", &["Perft(3)"])]);
    check(&mut uci(), &[("bench 5", &["Bench(Some(5))"])]);
}

#[test]
fn a_search_is_asked_for_with_its_clocks() {
    let mut uci = uci();
    let line = "go wtime 60000 btime 50000 winc 1000 binc 2000";
    let request = searched(&mut uci, line).unwrap();
    let control = TimeControl::Tournament {
        moves: None,
        base: Duration::from_secs(60),
        increment: Duration::from_secs(1),
    };
    assert_eq!(request.times.control(Color::White), control);
    assert_eq!(request.held, Held::No);
}

#[test]
fn what_needs_no_answer_gets_none() {
    let mut uci = uci();
    for line in ["", "   ", "UCI", "foo bar", "xboard", "register later", "stop", "ponderhit"] {
        check(&mut uci, &[(line, &[])]);
    }
}

#[test]
fn go_searches_the_start_position_before_any_other() {
    check(&mut uci(), &[("go searchmoves e2e4", &["Search UntilStopped e2e4"])]);
}

#[test]
fn the_moves_of_the_game_are_kept_for_repetitions() {
    let mut uci = uci();
    let actions = uci.line("position startpos moves g1f3 g8f6 f3g1 f6g8");
    let records: Vec<_> = actions
        .iter()
        .map(|action| match action {
            Action::Command(Command::SetGame(game)) => (game.moves().len(), game.repetitions()),
            _ => (0, 0),
        })
        .collect();
    assert_eq!(records, [(4, 2)]);
}

#[test]
fn a_bad_position_is_named_with_the_reason_and_changes_nothing() {
    let mut uci = uci();
    uci.line(&format!("position fen {CASTLE}"));
    check(
        &mut uci,
        &[
            (
                "position startpos moves e2e4 e7e5 e4e5",
                &["< info string position: `e4e5`, move 3 of the list, cannot be played: \
                   the way from e4 to e5 is blocked"],
            ),
            (
                "position fen 8/8 w - -",
                &["< info string position: the FEN `8/8 w - -` cannot be played: \
                   placement: 2 ranks instead of 8"],
            ),
            (
                "position",
                &["< info string position: `startpos` or `fen` is missing; \
                   write it as in: position startpos moves e2e4"],
            ),
            ("go searchmoves e1g1", &["Search UntilStopped e1h1"]),
        ],
    );
}

#[test]
fn a_bad_option_is_named_with_its_bounds_and_changes_nothing() {
    let mut uci = uci();
    let before = uci.options.clone();
    check(
        &mut uci,
        &[
            (
                "setoption name Hash value 99999999",
                &["< info string setoption: `Hash` cannot be `99999999`: \
                   it must lie between 1 and 65536"],
            ),
            (
                "setoption name Hash value x",
                &["< info string setoption: `Hash` cannot be `x`: \
                   it must be a whole number from 1 to 65536"],
            ),
            (
                "setoption name Hash",
                &["< info string setoption: `Hash` needs a value; \
                   write it as in: setoption 'name Hash value 64"],
            ),
            (
                "setoption name NoSuch value 1",
                &["< info string setoption: there is nothing called `NoSuch`"],
            ),
            (
                "setoption name Ponder value maybe",
                &["< info string setoption: `Ponder` cannot be `maybe`: it must be true or false"],
            ),
        ],
    );
    assert_eq!(uci.options, before);
}

#[test]
fn what_a_go_cannot_mean_is_named_and_the_search_begins() {
    check(
        &mut uci(),
        &[(
            "go depth 3 nodes many searchmoves e2e4 e2e5",
            &[
                "< info string go: `many` after `nodes` is no number",
                "< info string go: `e2e5` cannot be played: a pawn does not move from e2 to e5",
                "Search No depth 3 e2e4",
            ],
        )],
    );
}

#[test]
fn events_become_lines() {
    let mut uci = uci();
    let start = Position::startpos;
    let text = str::to_owned;
    let (e4, e5) = (find(&start(), "e4"), {
        let mut after = start();
        after.play(find(&start(), "e4"));
        find(&after, "e5")
    });
    let root_move = RootMove { root: start(), depth: 20, mv: e4, number: 7 };
    let second = Duration::from_secs(1);
    let table: [(Event, &[&str]); 8] = [
        (
            Event::BestMove { position: Box::new(start()), best: Some(e4), expected: Some(e5) },
            &["bestmove e2e4 ponder e7e5"],
        ),
        (best(MATED), &["bestmove (none)"]),
        (Event::RootMove(Box::new(root_move)), &["info depth 20 currmove e2e4 currmovenumber 7"]),
        (Event::Pong(text("")), &["readyok"]),
        (
            Event::Counted { position: Box::new(start()), paths: vec![(e4, 20)], elapsed: second },
            &["e2e4: 20", "", "Nodes searched: 20"],
        ),
        (Event::Benched { nodes: 5000, elapsed: second * 2 }, &["5000 nodes 2500 nps"]),
        (Event::Refused { command: text("go"), reason: text("no") }, &["info string go: no"]),
        (Event::DrawOffer, &[]),
    ];
    for (event, lines) in table {
        assert_eq!(uci.event(&event), lines, "{event:?}");
    }
    let appraisal = Appraisal::new(&start(), text("test"), |_| 25);
    let lines = uci.event(&Event::Evaluated(Box::new(appraisal)));
    assert!(
        lines
            .iter()
            .any(|line| line
                == " 1 |   R   |   N   |   B   |   Q   |   K   |   B   |   N   |   R   |")
    );
    assert_eq!(lines.last().unwrap(), "Evaluation: +0.25 (White's side), by test");
}

#[test]
fn the_board_is_shown() {
    let view = View {
        game: Game::new(Position::startpos()),
        clocks: [Duration::ZERO; 2],
        control: TimeControl::Unlimited,
        engine: None,
        result: None,
    };
    let lines = uci().event(&Event::Shown(Box::new(view)));
    assert!(lines.contains(&format!("Fen: {}", Position::startpos().fen())), "{lines:?}");
}

fn thinking() -> Event {
    Event::Thinking(Box::new(Thinking {
        root: Position::startpos(),
        depth: 4,
        seldepth: 6,
        rank: Some(2),
        side: Color::White,
        score: Score::Centipawns(12),
        bound: Bound::Exact,
        chances: [300, 400, 300],
        elapsed: Duration::from_millis(50),
        nodes: 1000,
        hashfull: 3,
        tbhits: 0,
        line: Vec::new(),
    }))
}

#[test]
fn thinking_shows_chances_once_they_are_asked_for() {
    let mut uci = uci();
    let plain = "info depth 4 seldepth 6 multipv 2 score cp 12 nodes 1000 nps 20000 hashfull 3 \
                 tbhits 0 time 50";
    assert_eq!(uci.event(&thinking()), [plain]);
    uci.line("setoption name UCI_ShowWDL value true");
    let with_chances = plain.replace("cp 12", "cp 12 wdl 300 400 300");
    assert_eq!(uci.event(&thinking()), [with_chances]);
}

#[test]
fn in_debug_mode_commands_are_repeated_and_remarks_made() {
    let mut uci = uci();
    let remark = Event::Remark("planned time used".to_owned());
    assert!(uci.event(&remark).is_empty());
    check(
        &mut uci,
        &[
            ("debug on", &["Set debug: true"]),
            ("isready", &["< info string received isready", "Ping(\"\")"]),
            ("joho go depth 3", &["< info string received go: 'depth 3", "Search No depth 3"]),
            ("foo bar", &["< info string foo bar: no such command"]),
            (
                "debug maybe",
                &[
                    "< info string received debug: maybe",
                    "< info string debug: `on` or `off` is missing; write it as in: debug on",
                ],
            ),
        ],
    );
    assert_eq!(uci.event(&remark), ["info string planned 'time used"]);
    uci.line("debug off");
    check(&mut uci, &[("isready", &["Ping(\"\")"]), ("foo bar", &[])]);
    assert!(uci.event(&remark).is_empty());
}

#[test]
fn debug_mode_may_be_on_from_the_start() {
    let mut options = Options::new().unwrap();
    options.set("debug", "true").unwrap();
    check(&mut Uci::new(options), &[("stop", &["< info string received stop"])]);
}

#[test]
fn options_are_announced_as_they_are_set() {
    let mut uci = uci();
    uci.line("setoption name Threads value 3");
    let lines = said(&mut uci, "uci");
    assert!(lines.contains(&"< option name Threads type spin default 3 min 1 max 256".to_owned()));
    assert_eq!(lines.last().unwrap(), "< uciok");
}

#[test]
fn every_announced_option_can_be_set_to_what_it_is() {
    let mut uci = uci();
    for line in said(&mut uci, "uci") {
        let Some(rest) = line.strip_prefix("< option name ") else { continue };
        let (name, kind) = rest.split_once(" type ").unwrap();
        let default = kind.split_once(" default ").map(|(_, value)| value);
        let value = default.map(|value| value.split(" min ").next().unwrap());
        let value = value.map(|value| value.split(" var ").next().unwrap());
        let value = value.map_or(String::new(), |value| format!(" value {value}"));
        let answer = said(&mut uci, &format!("setoption name {name}{value}"));
        assert!(answer.iter().all(|line| !line.starts_with('<')), "{name}: {answer:?}");
    }
}

#[test]
fn settings_of_the_session_are_told_by_either_name() {
    for name in ["Move Overhead", "move_overhead", "MOVE OVERHEAD"] {
        let line = format!("setoption name {name} value 5");
        assert_eq!(said(&mut uci(), &line), ["Set move_overhead: 5ms"], "{line}");
    }
}
