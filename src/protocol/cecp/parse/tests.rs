use std::num::NonZeroU32;

use proptest::prelude::*;

use super::{
    super::{fault::EXAMPLES, format},
    *,
};

fn read(line: &str) -> Result<CecpCommand<'_>, ParseError> {
    parse(line, BareMoves::Coordinates)
}

/// What is wrong with a line, if anything is.
fn unread(line: &str, bare: BareMoves) -> Option<Fault> {
    parse(line, bare).err().map(|error| error.fault)
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
fn what_cannot_be_read_is_refused_with_the_word_and_the_reason() {
    let table = [
        ("xyzzy 1 2", "unknown command"),
        ("New", "unknown command"),
        ("lift e2", "unknown command"),
        ("put e4", "unknown command"),
        ("hover e4", "unknown command"),
        ("nps", "the number is missing"),
        ("nps 0", "CPU time is not counted"),
        ("nps 1.5", "`1.5` is no whole number"),
        ("setscore", "the number is missing"),
        ("setscore 50", "the number is missing"),
        ("setscore x 5", "`x` is no whole number"),
        ("setscore 50 -5", "`-5` is out of range"),
        ("exclude", "the move is missing"),
        ("include", "the move is missing"),
        ("egtpath", "the path is missing"),
        ("egtpath syzygy", "the path is missing"),
        ("protover", "the number is missing"),
        ("protover two", "`two` is no whole number"),
        ("sd", "the number is missing"),
        ("sd 0", "`0` is out of range"),
        ("sd -1", "`-1` is out of range"),
        ("sd 99999999999", "`99999999999` is out of range"),
        ("time", "the clock time is missing"),
        ("time soon", "clock time 'soon': not a number"),
        ("otim 1e3", "clock time '1e3': not a number"),
        ("rating 2600", "the number is missing"),
        ("memory x", "`x` is no whole number"),
        ("cores -1", "`-1` is out of range"),
        ("usermove", "the move is missing"),
        ("ping", "the number is missing"),
        ("variant", "the variant is missing"),
        ("ics", "the server is missing"),
        ("option", "the option is missing"),
        ("option =3", "the option is missing"),
        ("result", "the result is missing"),
        ("result 2-0 {cheat}", "`2-0` is no result"),
        ("level", "the number of moves is missing"),
        ("level 40", "the base time is missing"),
        ("level 40/90,30", "moves '40/90,30': not a number"),
        ("level 40 5:90 0", "base time '5:90': minutes and seconds behind a `:` go up to 59"),
        ("level 40 5 -1", "increment '-1': negative"),
        ("st", "the time per move is missing"),
        ("st x", "time per move 'x': not a number"),
    ];
    for (line, reason) in table {
        let fault = read(line).map_err(|error| error.fault.to_string());
        assert_eq!(fault, Err(reason.to_owned()), "{line}");
    }
}

#[test]
fn a_refusal_shows_how_the_command_is_written() {
    let told = |line: &str| read(line).expect_err("a refusal").to_string();
    let level = "moves '40/90,30': not a number; write it as in: level 40 90 30";
    assert_eq!(told("level 40/90,30"), level);
    assert_eq!(told("sd none"), "`none` is no whole number; write it as in: sd 12");
    assert_eq!(told("nps 0"), "CPU time is not counted");
    assert_eq!(told("xyzzy"), "unknown command");
    for line in EXAMPLES {
        assert!(read(line).is_ok(), "{line}");
        let command = line.split(' ').next().unwrap();
        let alone = read(command).expect_err("what follows it is missing");
        assert!(alone.example.is_some_and(|it| it.starts_with(command)), "{line}");
    }
}

#[test]
fn a_long_word_leaves_room_for_the_example() {
    let line = format!("level {} 5 0", "9".repeat(500));
    let refusal = format::error(read(&line).expect_err("a refusal"), &line);
    assert!(refusal.contains("too large; write it as in: level 40 90 30)"), "{refusal}");
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
        assert_eq!(unread(text, BareMoves::Coordinates), Some(Fault::UnknownCommand), "{text}");
        assert_eq!(parse(text, BareMoves::Any), Ok(CecpCommand::Move(text)));
    }
}

#[test]
fn other_words_are_never_moves() {
    for text in
        ["e9", "i4", "P@h3", "@@@@", "e2e4e5", "e2e4qq", "hello", "4e", "1-0", "N", "=Q", "#", "x"]
    {
        assert_eq!(unread(text, BareMoves::Any), Some(Fault::UnknownCommand), "{text}");
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
