use super::*;

/// A console that repeats what it hears, and files its game when a new one begins.
struct Echo;

impl Adapter for Echo {
    fn line(&mut self, line: &str) -> Vec<Action> {
        match line {
            "new" => vec![
                Action::Print("filed".to_owned()),
                Action::Command(Command::NewGame),
                Action::Command(Command::Show),
            ],
            line => vec![Action::Print(format!("heard {line}"))],
        }
    }

    fn overlong(&mut self, beginning: &str) -> Vec<Action> {
        vec![Action::Print(format!("too long: {beginning}"))]
    }

    fn event(&mut self, _: &Event) -> Vec<String> {
        vec!["console".to_owned()]
    }
}

fn program() -> Detect {
    Detect::program(Options::new().unwrap())
}

fn person() -> Detect {
    Detect::person(Options::new().unwrap(), Box::new(Echo))
}

/// What a line leads to: printed text, or commands as they are written in Rust.
fn said(detect: &mut Detect, line: &str) -> Vec<String> {
    let tell = |action| match action {
        Action::Print(text) => text,
        Action::Command(command) => format!("{command:?}"),
        Action::Quit => "Quit".to_owned(),
        Action::HangUp => "HangUp".to_owned(),
    };
    detect.line(line).into_iter().map(tell).collect()
}

fn pong(detect: &mut Detect) -> String {
    detect.event(&Event::Pong("1".to_owned())).concat()
}

#[test]
fn a_first_line_of_uci_makes_it_uci() {
    for line in ["uci", "isready", "ucinewgame", "position startpos", "go infinite", "debug off"] {
        let mut detect = program();
        detect.line(line);
        assert_eq!(pong(&mut detect), "readyok", "{line}");
    }
    assert_eq!(said(&mut program(), "uci").last().unwrap(), "uciok");
}

#[test]
fn any_other_first_line_makes_it_the_xboard_protocol() {
    for line in ["xboard", "protover 2", "new", "go", "ping 1", "e2e4", "nonsense"] {
        let mut detect = program();
        detect.line(line);
        detect.line("uci");
        assert_eq!(pong(&mut detect), "pong 1", "{line}");
    }
}

#[test]
fn the_first_line_is_obeyed_too() {
    assert_eq!(said(&mut program(), "isready"), ["Ping(\"\")"]);
    assert_eq!(said(&mut program(), "go"), ["Go"]);
    assert_eq!(said(&mut program(), "quit"), ["Quit"]);
}

#[test]
fn an_empty_line_tells_nothing() {
    let mut detect = program();
    for line in ["", "   "] {
        assert!(said(&mut detect, line).is_empty());
    }
    assert_eq!(said(&mut detect, "uci").last().unwrap(), "uciok");
}

#[test]
fn a_person_is_at_the_console_until_a_protocol_is_named() {
    let mut detect = person();
    for line in ["e4", "isready", "position startpos", "uci please"] {
        assert_eq!(said(&mut detect, line), [format!("heard {line}")]);
    }
    assert_eq!(pong(&mut detect), "console");
    let answer = said(&mut detect, " uci ");
    assert_eq!(answer[..3], ["Force", "filed", "NewGame"], "the game is left as `new` leaves it");
    assert_eq!(answer.last().unwrap(), "uciok");
    assert_eq!(pong(&mut detect), "readyok");
}

#[test]
fn a_person_may_speak_the_xboard_protocol_as_well() {
    let mut detect = person();
    let answer = said(&mut detect, "xboard");
    assert_eq!(answer[..3], ["Force", "filed", "NewGame"]);
    assert!(answer.len() == 4 && answer[3].starts_with("Set "), "{answer:?}");
    assert_eq!(pong(&mut detect), "pong 1");
    assert_eq!(said(&mut detect, "new"), ["NewGame"]);
}

#[test]
fn a_protocol_that_a_person_names_begins_with_the_options_that_it_announces() {
    let mut options = Options::new().unwrap();
    options.set("hash", "32").unwrap();
    let mut detect = Detect::person(options, Box::new(Echo));
    let actions = detect.line("uci");
    let hash = actions.iter().find_map(|action| match action {
        Action::Command(Command::Set { settings, .. }) => Some(settings.hash),
        _ => None,
    });
    assert_eq!(hash, Some(32));
    let announced = |text: &String| text.starts_with("option name Hash type spin default 32 ");
    assert!(actions.iter().any(|action| matches!(action, Action::Print(text) if announced(text))));
}

#[test]
fn a_line_too_long_is_refused_in_the_language_spoken() {
    let cut = |detect: &mut Detect| match &detect.overlong("position startpos")[..] {
        [Action::Print(text)] => text.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(cut(&mut person()), "too long: position startpos");
    let mut uci = program();
    said(&mut uci, "uci");
    assert!(cut(&mut uci).starts_with("info string"));
    assert!(cut(&mut program()).starts_with("Error (line too long)"));
}

#[test]
fn what_happens_before_the_first_line_is_told_in_the_language_of_that_line() {
    for (line, told) in [
        ("uci", "info string syzygy_path: no tables"),
        ("protover 1", "Error (no tables): syzygy_path"),
    ] {
        let mut options = Options::new().unwrap();
        options.set("syzygy_path", "/nowhere").unwrap();
        let mut detect = Detect::program(options);
        let (command, reason) = ("syzygy_path".to_owned(), "no tables".to_owned());
        assert!(detect.event(&Event::Refused { command, reason }).is_empty());
        assert_eq!(said(&mut detect, line)[0], told);
        assert!(!said(&mut detect, "").concat().contains("no tables"), "it is told once");
    }
}

#[test]
fn ctrl_c_leaves_a_protocol_that_a_person_asked_for_and_means_nothing_to_a_program() {
    let quits = |detect: &mut Detect| matches!(detect.line(INTERRUPT)[..], [Action::Quit]);
    let mut asked = person();
    said(&mut asked, "uci");
    assert!(quits(&mut asked));
    let mut program = program();
    said(&mut program, "xboard");
    assert!(!quits(&mut program) && !quits(&mut person()));
}
