use std::num::NonZeroU32;

use proptest::prelude::*;

use super::{super::format, *};

fn read(line: &str) -> Result<CecpCommand<'_>, ParseError> {
    parse(line, BareMoves::Coordinates)
}

fn secs(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn ended(winner: Option<Color>, decided: bool, reason: &str) -> CecpCommand<'static> {
    CecpCommand::Result(GameResult { winner, decided, reason: reason.to_owned() })
}

fn option<'a>(name: &'a str, value: Option<&'a str>) -> CecpCommand<'a> {
    CecpCommand::Option { name, value }
}

#[test]
fn every_command_is_read() {
    let table = [
        ("", CecpCommand::Nothing),
        ("   ", CecpCommand::Nothing),
        ("xboard", CecpCommand::Nothing),
        ("random", CecpCommand::Nothing),
        ("white", CecpCommand::SideToMove(Color::White)),
        ("black", CecpCommand::SideToMove(Color::Black)),
        ("protover 2", CecpCommand::Protover(2)),
        ("protover 17", CecpCommand::Protover(17)),
        ("accepted debug", CecpCommand::Accepted("debug")),
        ("accepted", CecpCommand::Accepted("")),
        ("rejected option Foo -spin x", CecpCommand::Rejected("option")),
        ("new", CecpCommand::New),
        ("variant fischerandom", CecpCommand::Variant("fischerandom")),
        ("quit", CecpCommand::Quit),
        ("force", CecpCommand::Force),
        ("go", CecpCommand::Go),
        ("playother", CecpCommand::PlayOther),
        ("sd 12", CecpCommand::Depth(12)),
        ("time 12345", CecpCommand::Time(Duration::from_millis(123_450))),
        ("time -3", CecpCommand::Time(Duration::ZERO)),
        ("otim 0", CecpCommand::Otim(Duration::ZERO)),
        ("usermove e2e4", CecpCommand::Move("e2e4")),
        ("usermove Nbd7", CecpCommand::Move("Nbd7")),
        ("usermove @@@@", CecpCommand::Move("@@@@")),
        ("?", CecpCommand::MoveNow),
        ("ping 7", CecpCommand::Ping("7")),
        ("draw", CecpCommand::Draw),
        ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", CecpCommand::SetBoard("8/8/8/8/8/8/8/8 w - - 0 1")),
        ("setboard", CecpCommand::SetBoard("")),
        ("edit", CecpCommand::Edit),
        ("pause", CecpCommand::Pause),
        ("resume", CecpCommand::Resume),
        ("exclude e2e4", CecpCommand::Restrict { mv: Some("e2e4"), searched: false }),
        ("exclude all", CecpCommand::Restrict { mv: None, searched: false }),
        ("include O-O", CecpCommand::Restrict { mv: Some("O-O"), searched: true }),
        ("include all", CecpCommand::Restrict { mv: None, searched: true }),
        ("setscore -35 12", CecpCommand::SetScore { score: -35, depth: 12 }),
        ("nps 10000", CecpCommand::NodeRate(Some(10_000))),
        ("nps -1", CecpCommand::NodeRate(None)),
        ("egtpath syzygy /a b/c", CecpCommand::TablePath { kind: "syzygy", path: "/a b/c" }),
        ("hint", CecpCommand::Hint),
        ("bk", CecpCommand::Book),
        ("undo", CecpCommand::Undo),
        ("remove", CecpCommand::Remove),
        ("hard", CecpCommand::Ponder(true)),
        ("easy", CecpCommand::Ponder(false)),
        ("post", CecpCommand::Post(true)),
        ("nopost", CecpCommand::Post(false)),
        ("analyze", CecpCommand::Analyze),
        ("exit", CecpCommand::Exit),
        (".", CecpCommand::Status),
        ("name Mr. X (C)", CecpCommand::Name("Mr. X (C)")),
        ("rating 2600 0", CecpCommand::Rating { own: 2600, opponent: 0 }),
        ("ics freechess.org", CecpCommand::Server(Some("freechess.org"))),
        ("ics -", CecpCommand::Server(None)),
        ("computer", CecpCommand::Computer),
        ("memory 64", CecpCommand::Memory(64)),
        ("cores 0", CecpCommand::Cores(0)),
        ("option Policy=fixed share", option("Policy", Some("fixed share"))),
        ("option Book File = a=b ", option("Book File", Some("a=b"))),
        ("option Text=", option("Text", Some(""))),
        ("option Clear Hash", option("Clear Hash", None)),
    ];
    for (line, input) in table {
        assert_eq!(read(line), Ok(input), "{line}");
    }
}

#[test]
fn time_controls_are_read() {
    let level = |line| match read(line) {
        Ok(CecpCommand::Control(control)) => Some(control),
        _ => None,
    };
    let tournament = |moves, base, increment| {
        Some(TimeControl::Tournament { moves: NonZeroU32::new(moves), base, increment })
    };
    assert_eq!(level("level 40 5 0"), tournament(40, secs(300), secs(0)));
    assert_eq!(level("level 0 2:30 12"), tournament(0, secs(150), secs(12)));
    assert_eq!(level("st 10"), Some(TimeControl::PerMove(secs(10))));
}

#[test]
fn results_are_read_with_and_without_their_comment() {
    let table = [
        ("result 1-0 {White mates}", ended(Some(Color::White), true, "White mates")),
        (
            "result 0-1 {White {really} resigns}",
            ended(Some(Color::Black), true, "White {really} resigns"),
        ),
        ("result 1/2-1/2", ended(None, true, "")),
        ("result * {No result", ended(None, false, "No result")),
    ];
    for (line, input) in table {
        assert_eq!(read(line), Ok(input), "{line}");
    }
}

#[test]
fn blanks_and_further_words_are_ignored() {
    assert_eq!(read("  new  "), Ok(CecpCommand::New));
    assert_eq!(read("\tping \t 3  4"), Ok(CecpCommand::Ping("3")));
    assert_eq!(read("force now"), Ok(CecpCommand::Force));
}

#[test]
fn what_cannot_be_read_is_refused_with_the_reason() {
    let table = [
        ("xyzzy 1 2", "unknown command"),
        ("New", "unknown command"),
        ("lift e2", "unknown command"),
        ("put e4", "unknown command"),
        ("hover e4", "unknown command"),
        ("nps", "bad number"),
        ("nps 0", "CPU time is not counted"),
        ("nps 1.5", "bad number"),
        ("setscore", "bad number"),
        ("setscore 50", "bad number"),
        ("setscore x 5", "bad number"),
        ("setscore 50 -5", "bad number"),
        ("exclude", "missing argument"),
        ("include", "missing argument"),
        ("egtpath", "missing argument"),
        ("egtpath syzygy", "missing argument"),
        ("protover", "bad number"),
        ("protover two", "bad number"),
        ("sd", "bad number"),
        ("sd 0", "bad number"),
        ("sd -1", "bad number"),
        ("sd 99999999999", "bad number"),
        ("time", "bad number"),
        ("time soon", "bad number"),
        ("otim 1e3", "bad number"),
        ("rating 2600", "bad number"),
        ("memory x", "bad number"),
        ("cores -1", "bad number"),
        ("usermove", "missing argument"),
        ("ping", "missing argument"),
        ("variant", "missing argument"),
        ("ics", "missing argument"),
        ("option", "missing argument"),
        ("option =3", "missing argument"),
        ("result", "bad result"),
        ("result 2-0 {cheat}", "bad result"),
    ];
    for (line, reason) in table {
        assert_eq!(read(line).map_err(|error| error.to_string()), Err(reason.to_owned()), "{line}");
    }
    for line in ["level", "level 40", "level x y z", "level -1 -1 -1", "st", "st -5", "st x"] {
        assert!(matches!(read(line), Err(ParseError::BadTimeControl(_))), "{line}");
    }
}

#[test]
fn coordinates_and_castling_need_no_usermove() {
    for text in ["e2e4", "e7e8q", "e7e8Q", "a7a8p", "e7e8=n", "e2e5", "O-O", "O-O-O", "0-0", "o-o+"]
    {
        assert_eq!(read(text), Ok(CecpCommand::Move(text)));
    }
}

#[test]
fn san_needs_usermove_unless_the_gui_does_not_send_it() {
    for text in
        ["e4", "Nf3", "exd5", "Nbxd7+", "R1a3", "Qa1xb2#", "e8=Q", "fxg1N", "d8=Q+!?", "e2-e4"]
    {
        assert_eq!(read(text), Err(ParseError::UnknownCommand), "{text}");
        assert_eq!(parse(text, BareMoves::Any), Ok(CecpCommand::Move(text)));
    }
}

#[test]
fn other_words_are_never_moves() {
    for text in
        ["e9", "i4", "P@h3", "@@@@", "e2e4e5", "e2e4qq", "hello", "4e", "1-0", "N", "=Q", "#", "x"]
    {
        assert_eq!(parse(text, BareMoves::Any), Err(ParseError::UnknownCommand), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(line in "\\PC*") {
        let _ = parse(&line, BareMoves::Any);
        let _ = parse(&line, BareMoves::Coordinates);
    }

    #[test]
    fn anything_may_follow_a_command(
        name in prop::sample::select(vec![
            "protover", "accepted", "rejected", "variant", "level", "st", "sd", "time", "otim",
            "usermove", "ping", "result", "setboard", "name", "rating", "ics", "memory", "cores",
            "option",
        ]),
        rest in "\\PC*",
        number in any::<i128>(),
    ) {
        let _ = read(&format!("{name} {rest}"));
        let _ = read(&format!("{name} {number} {rest}"));
    }

    #[test]
    fn a_result_that_was_written_is_read_as_it_was(
        winner in prop::option::of(prop::sample::select(vec![Color::White, Color::Black])),
        reason in "([!-z]([ -z]{0,60}[!-z])?)?",
    ) {
        let result = GameResult { winner, decided: true, reason };
        let line = format!("result {}", format::result(&result).unwrap());
        prop_assert_eq!(read(&line), Ok(CecpCommand::Result(result)));
    }
}
