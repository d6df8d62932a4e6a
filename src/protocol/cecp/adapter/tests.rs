mod positions;

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::{
    message::{Bound, GameResult, Score, Thinking},
    options::testing::changes,
    position::{Color, Position},
};

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";

fn options() -> Options {
    Options::new().unwrap()
}

/// A conversation after the usual greeting, `usermove` and the rest silently accepted.
fn greeted() -> Cecp {
    let mut cecp = Cecp::new(options());
    for line in ["xboard", "protover 2"] {
        cecp.line(line);
    }
    cecp
}

/// What a line leads to: printed text after `<`, commands as they are written in Rust.
fn said(cecp: &mut Cecp, line: &str) -> Vec<String> {
    let tell = |action| match action {
        Action::Print(text) => format!("< {text}"),
        Action::Command(Command::SetGame(game)) => format!("SetGame {}", game.position().fen()),
        Action::Command(Command::Set { settings, .. }) => format!("Set {}", changes(&settings)),
        Action::Command(command) => format!("{command:?}"),
        Action::Quit => "Quit".to_owned(),
        Action::HangUp => "HangUp".to_owned(),
    };
    cecp.line(line).into_iter().map(tell).collect()
}

#[track_caller]
fn check(cecp: &mut Cecp, conversation: &[(&str, &[&str])]) {
    for (line, answer) in conversation {
        assert_eq!(said(cecp, line), *answer, "{line}");
    }
}

fn thinking() -> Event {
    Event::Thinking(Box::new(Thinking {
        root: Position::startpos(),
        depth: 4,
        seldepth: 6,
        side: Color::White,
        score: Score::Centipawns(12),
        bound: Bound::Exact,
        elapsed: Duration::from_millis(50),
        nodes: 1000,
        rank: None,
        chances: [300, 400, 300],
        hashfull: 0,
        tbhits: 0,
        line: Vec::new(),
    }))
}

#[test]
fn every_command_reaches_the_session() {
    check(
        &mut greeted(),
        &[
            ("new", &["NewGame"]),
            ("force", &["Force"]),
            ("go", &["Go"]),
            ("playother", &["PlayOther"]),
            ("usermove e2e4", &["Move(\"e2e4\")"]),
            ("e7e5", &["Move(\"e7e5\")"]),
            ("undo", &["Undo { plies: 1 }"]),
            ("remove", &["Undo { plies: 2 }"]),
            ("?", &["MoveNow"]),
            ("st 3", &["Control(PerMove(3s))"]),
            ("sd 5", &["DepthLimit(Some(5))"]),
            ("time 200", &["ClockIs { whose: Engine, remaining: 2s }"]),
            ("otim -1", &["ClockIs { whose: Opponent, remaining: 0ns }"]),
            ("draw", &["DrawOffered"]),
            ("ping 7", &["Ping(\"7\")"]),
            ("hint", &["Hint"]),
            ("hard", &["Set ponder: true"]),
            ("easy", &["Set "]),
            ("memory 64", &["Set hash: 48"]),
            ("memory 1", &["Set hash: 1"]),
            ("memory 80", &["Set "]),
            ("cores 2", &["Set threads: 2", "Set threads: 2, hash: 58"]),
            ("cores 0", &["Set hash: 58", "Set "]),
            ("option move_overhead=150", &["Set move_overhead: 150ms"]),
            ("option move_overhead=30", &["Set "]),
            ("option policy=rival", &["Set policy: \"rival\""]),
            ("option policy=adaptive", &["Set "]),
            ("option clock=0//5,N1", &["Set clock: Some(PerMove(5s))"]),
            ("option clock=", &["Set "]),
            ("analyze", &["Analyze"]),
            ("exit", &["ExitAnalyze"]),
            ("white", &["SideToMove(White)"]),
            ("black", &["SideToMove(Black)"]),
            ("nps 10000", &["NodeRate(Some(10000))"]),
            ("nps -1", &["NodeRate(None)"]),
            ("exclude e2e4", &["Restrict { mv: Some(\"e2e4\"), searched: false }"]),
            ("include all", &["Restrict { mv: None, searched: true }"]),
            ("setscore -50 8", &["Believe { score: -50, depth: 8 }"]),
            ("pause", &["Pause"]),
            ("resume", &["Resume"]),
            ("option clear_hash", &["ClearHash"]),
            ("option MultiPV=2", &["Set multi_pv: 2"]),
            ("option multipv=3", &["Set multi_pv: 3"]),
            ("option draw_accept=0", &["Set multi_pv: 3, draw_accept: false"]),
            ("option resign=1", &["Set multi_pv: 3, draw_accept: false, resign: true"]),
            ("setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["SetGame 4k3/8/8/8/8/8/8/4K3 w - - 0 1"]),
            ("quit", &["Quit"]),
        ],
    );
}

#[test]
fn the_result_of_a_game_is_passed_on() {
    let result = GameResult {
        winner: Some(Color::Black),
        decided: true,
        reason: "White resigns".to_owned(),
    };
    let command = format!("{:?}", Command::GameOver(result));
    check(&mut greeted(), &[("result 0-1 {White resigns}", &[command.as_str()])]);
}

#[test]
fn what_needs_no_answer_gets_none() {
    let mut cecp = greeted();
    for line in [
        "",
        "   ",
        "xboard",
        "random",
        "egtpath nalimov /tables",
        "accepted ping",
        "rejected nosuch",
        "accepted",
        "rejected",
        "rejected option X -spin",
        "computer",
        "name Mr. X",
        "ics -",
        "rating 0 0",
        "post",
        "nopost",
        "variant normal",
        ".",
    ] {
        check(&mut cecp, &[(line, &[])]);
    }
}

#[test]
fn features_follow_protover_and_end_with_done() {
    let lines = said(&mut Cecp::new(options()), "protover 4");
    assert!(lines.iter().all(|line| line.starts_with("< feature ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("option=\"move_overhead -spin 30 0 10000\"")));
    assert_eq!(lines.last().unwrap(), "< feature done=1");
    check(&mut Cecp::new(options()), &[("protover 1", &[])]);
}

#[test]
fn lines_that_cannot_be_obeyed_are_answered() {
    check(
        &mut greeted(),
        &[
            ("xyzzy 1 2", &["< Error (unknown command): xyzzy 1 2"]),
            ("sd none", &["< Error (`none` is no whole number; write it as in: sd 12): sd none"]),
            ("nps 0", &["< Error (CPU time is not counted): nps 0"]),
            ("lift e2", &["< Error (unknown command): lift e2"]),
            (".", &[]),
            (
                "variant atomic",
                &[
                    "< Error (unsupported variant; there are normal, nocastle, fischerandom): variant atomic",
                ],
            ),
            ("option Colour=3", &["< Error (there is no option `Colour`): option Colour=3"]),
            (
                "option policy",
                &[
                    "< Error (a value is needed; write it as in: option policy=adaptive): option policy",
                ],
            ),
            (
                "option move_overhead=99999",
                &[
                    "< Error (`99999` is no value for the option `move_overhead`: it must lie between 0 and 10000): option move_overhead=99999",
                ],
            ),
        ],
    );
}

#[test]
fn the_moves_of_the_book_are_lines_that_begin_with_a_blank() {
    let mut cecp = greeted();
    check(&mut cecp, &[("bk", &["Book"])]);
    let position = Box::new(Position::startpos());
    let of = |text: &str, weight| (position.parse_move(text).unwrap(), weight);
    let moves = Some(vec![of("e4", 30), of("Nf3", 10)]);
    let lines = cecp.event(&Event::Book { position: position.clone(), moves });
    assert_eq!(lines, [" e4         30   75 %", " Nf3        10   25 %", ""]);
    let lines = cecp.event(&Event::Book { position, moves: None });
    assert_eq!(lines, [" No book.", ""]);
}

#[test]
fn moves_come_bare_where_usermove_is_unknown() {
    let mut old = Cecp::new(options());
    check(&mut old, &[("xboard", &[]), ("e4", &["Move(\"e4\")"]), ("e7e5", &["Move(\"e7e5\")"])]);
    let mut new = greeted();
    check(&mut new, &[("Nf3", &["< Error (unknown command): Nf3"])]);
    check(&mut new, &[("rejected usermove", &[]), ("Nf3", &["Move(\"Nf3\")"])]);
}

#[test]
fn a_line_longer_than_any_command_is_not_obeyed() {
    let mut cecp = greeted();
    let long = format!("setboard {MATE_IN_ONE}{}", " ".repeat(5000));
    let refused = format!("< Error (line too long): setboard {MATE_IN_ONE}");
    check(&mut cecp, &[(&long, &[&refused])]);
    let cut = cecp.overlong(&"x".repeat(60_000));
    let refused = format!("Error (line too long): {}", "x".repeat(80));
    assert!(matches!(&cut[..], [Action::Print(text)] if *text == refused));
}

#[test]
fn the_path_of_the_tables_is_passed_on() {
    let mut cecp = greeted();
    let told = cecp.line("egtpath syzygy /a b/c");
    let path = |action: &Action| match action {
        Action::Command(Command::Set { settings, .. }) => Some(settings.syzygy_path.clone()),
        _ => None,
    };
    assert_eq!(told.iter().map(path).collect::<Vec<_>>(), [Some("/a b/c".to_owned())]);
    assert!(cecp.line("egtpath nalimov /d").is_empty());
    let refused =
        "< Error (the path is missing; write it as in: egtpath syzygy /tables): egtpath syzygy";
    check(&mut cecp, &[("egtpath syzygy", &[refused])]);
}

#[test]
fn tables_that_the_gui_has_not_got_are_not_told_of_but_those_of_an_operator_are() {
    let (command, reason) = ("syzygy_path".to_owned(), "no tables".to_owned());
    let missing = Event::Refused { command, reason };
    let told = ["Error (no tables): syzygy_path"];
    let mut cecp = greeted();
    cecp.line("accepted debug");
    assert_eq!(cecp.line("egtpath syzygy /EGT/Syzygy").len(), 1);
    assert!(cecp.event(&missing).is_empty());
    assert!(cecp.line("egtpath syzygy /EGT/Syzygy").is_empty(), "it is known");
    cecp.line("option syzygy_path=/nowhere");
    assert_eq!(cecp.event(&missing), told);

    let mut operated = options();
    operated.set("syzygy_path", "/nowhere").unwrap();
    let mut cecp = Cecp::new(operated);
    assert_eq!(cecp.event(&missing), told);
    assert!(cecp.line("egtpath syzygy /EGT/Syzygy").is_empty(), "the operator's tables stay");
    cecp.line("option syzygy_path=");
    assert_eq!(cecp.line("egtpath syzygy /EGT/Syzygy").len(), 1, "they are gone");
}

#[test]
fn commands_are_repeated_if_both_sides_want_it() {
    let mut cecp = greeted();
    check(&mut cecp, &[("option debug=1", &["Set debug: true"])]);
    check(&mut cecp, &[("post", &[]), ("accepted debug", &[])]);
    check(
        &mut cecp,
        &[
            ("level 40 5 0", &["< # received level: 40 5 0", LEVEL]),
            ("force", &["< # received force", "Force"]),
            (
                "ping",
                &[
                    "< # received ping",
                    "< Error (the number is missing; write it as in: ping 1): ping",
                ],
            ),
            ("", &[]),
            ("name Draw offerer", &["< # received name: D'raw o'fferer"]),
            ("option debug=0", &["< # received option: debug=0", "Set "]),
            ("post", &[]),
        ],
    );
}

const LEVEL: &str = "Control(Tournament { moves: Some(40), base: 300s, increment: 0ns })";

#[test]
fn status_is_asked_for_only_in_analysis() {
    let mut cecp = greeted();
    check(&mut cecp, &[(".", &[]), ("analyze", &["Analyze"]), (".", &["Status"])]);
    check(&mut cecp, &[("new", &["NewGame"]), (".", &["Status"])]);
    check(&mut cecp, &[("exit", &["ExitAnalyze"]), (".", &[])]);
}

#[test]
fn thinking_is_shown_after_post_alone() {
    let mut cecp = greeted();
    assert!(cecp.event(&thinking()).is_empty());
    cecp.line("post");
    assert_eq!(cecp.event(&thinking()), ["4 12 5 1000 6 20000 0\t"]);
    cecp.line("setboard nonsense");
    assert!(cecp.event(&thinking()).is_empty());
    cecp.line("new");
    assert_eq!(cecp.event(&thinking()).len(), 1);
    cecp.line("nopost");
    assert!(cecp.event(&thinking()).is_empty());
}

#[test]
fn remarks_are_made_only_if_the_gui_skips_them() {
    let mut cecp = greeted();
    let remark = Event::Remark("planned time used".to_owned());
    assert!(cecp.event(&remark).is_empty());
    cecp.line("accepted debug");
    assert_eq!(cecp.event(&remark), ["# planned time used"]);
    cecp.line("rejected debug");
    assert!(cecp.event(&remark).is_empty());
}

#[test]
fn events_become_lines() {
    let mut cecp = greeted();
    let text = String::from;
    let table = [
        (Event::Pong(text("7")), "pong 7"),
        (Event::DrawOffer, "offer draw"),
        (
            Event::Illegal { text: text("e2e5"), reason: text("no such move") },
            "Illegal move (no such move): e2e5",
        ),
        (
            Event::Refused { command: text("undo"), reason: text("no move made") },
            "Error (no move made): undo",
        ),
        (
            Event::GameOver(GameResult {
                winner: Some(Color::Black),
                decided: true,
                reason: text("Black mates"),
            }),
            "0-1 {Black mates}",
        ),
    ];
    for (event, line) in table {
        assert_eq!(cecp.event(&event), [line]);
    }
}

#[test]
fn only_the_engines_own_moves_are_sent() {
    let before = Box::new(Position::startpos());
    let mv = *before.legal_moves().iter().find(|mv| mv.to_string() == "e2e4").unwrap();
    let mut cecp = greeted();
    let moved = |by| Event::Moved { by, before: before.clone(), mv };
    assert!(cecp.event(&moved(Party::Opponent)).is_empty());
    assert_eq!(cecp.event(&moved(Party::Engine)), ["move e2e4"]);
}

#[test]
fn what_is_known_of_the_opponent_is_forgotten_with_the_game() {
    let mut cecp = greeted();
    for line in ["new", "ics freechess.org", "computer", "name Mr. X (C)", "rating 2600 0"] {
        assert!(!said(&mut cecp, line).concat().contains("Error"), "{line}");
    }
    assert_eq!(cecp.opponent().as_deref(), Some("Mr. X (C)"));
    cecp.line("new");
    assert_eq!(cecp.opponent(), None);
}

/// Lines that a GUI might send, and others.
fn any_line() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "xboard",
        "protover 2",
        "new",
        "force",
        "go",
        "analyze",
        "exit",
        ".",
        "?",
        "post",
        "e2e4",
        "accepted debug",
        "rejected usermove",
        "setboard x",
        "undo",
        "ping 1",
        "level 40 5 0",
        "option Policy=rival",
        "option move_overhead=-1",
        "result 1-0 {x}",
        "offer draw",
        "bk",
        "edit",
        "#",
        "Pa4",
        "variant fischerandom",
        "variant nocastle",
        "option debug=1",
        "exclude all",
        "pause",
    ]);
    prop_oneof![known.prop_map(str::to_owned), any::<String>(), "[ -~]{0,100}"]
}

proptest! {
    #[test]
    fn no_conversation_panics_or_prints_what_a_gui_misreads(
        lines in prop::collection::vec(any_line(), 0..40),
    ) {
        let mut cecp = Cecp::new(options());
        for line in lines {
            for action in cecp.line(&line) {
                if let Action::Print(text) = action {
                    prop_assert!(!text.contains('\n') && text.len() < 300, "{}", text);
                    prop_assert!(!text.contains("not found") && !text.contains("Draw"), "{}", text);
                    prop_assert!(
                        !(text.contains("offer") && text.contains("draw")) || text.contains("draw=1"),
                        "{}", text
                    );
                }
            }
        }
    }
}
