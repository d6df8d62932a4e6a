use std::ffi::OsString;

use super::*;
use crate::options::Options;
use clap::CommandFactory;

fn parse(line: &[&str]) -> Result<Args, clap::Error> {
    Args::try_parse_from([&["zeitnot"], line].concat())
}

fn options(line: &[&str]) -> Result<Options, SettingsError> {
    put_together(&parse(line).expect("a good command line"), false)
}

/// The options of a command line with those of the file that it names.
fn put_together(args: &Args, is_terminal: bool) -> Result<Options, SettingsError> {
    settings(args, file_text(args)?.as_deref(), is_terminal)
}

#[test]
fn the_terminal_decides_whom_to_expect_unless_told() {
    let language = |line: &[&str], tty| parse(line).expect("good").language(tty);
    assert_eq!(language(&[], true), Language::Console);
    assert_eq!(language(&[], false), Language::Program);
    for is_terminal in [false, true] {
        assert_eq!(language(&["--xboard"], is_terminal), Language::Xboard);
        assert_eq!(language(&["--uci"], is_terminal), Language::Uci);
        assert_eq!(language(&["--console"], is_terminal), Language::Console);
    }
    for pair in [["--xboard", "--console"], ["--xboard", "--uci"], ["--uci", "--console"]] {
        assert!(parse(&pair).is_err(), "{pair:?}");
    }
}

#[test]
fn tasks_take_what_they_need_and_nothing_else() {
    let task = |line: &[&str]| parse(line).expect("good").command.expect("a task");
    let perft = |fen: Option<&str>, depth, divide| Task::Perft {
        fen: fen.map(str::to_owned),
        depth,
        divide,
    };
    assert_eq!(task(&["perft", "3"]), perft(None, 3, false));
    assert_eq!(task(&["perft", "8/8 w", "2", "--divide"]), perft(Some("8/8 w"), 2, true));
    assert_eq!(task(&["bench"]), Task::Bench { depth: None });
    assert_eq!(task(&["policies"]), Task::Policies);
    assert_eq!(task(&["scaling", "--threads", "2"]), Task::Scaling { movetime: 2_000 });
    assert_eq!(task(&["bench", "9"]), Task::Bench { depth: Some(9) });
    let Task::Tune { numbers, .. } = task(&["tune", "delta", "aspiration:2.5"]) else {
        panic!("no tuning")
    };
    assert_eq!(numbers, [("delta".to_owned(), None), ("aspiration".to_owned(), Some(2.5))]);
    let timeseal = |host: &str, port| Task::Timeseal { host: host.to_owned(), port };
    assert_eq!(task(&["timeseal", "chess.example"]), timeseal("chess.example", 5_000));
    assert_eq!(task(&["timeseal", "::1", "23"]), timeseal("::1", 23));
    assert_eq!(task(&["options", "--toml"]), Task::Options { toml: true, markdown: false });
    for wrong in [
        &["perft"][..],
        &["perft", "x"],
        &["bench", "0"],
        &["bench", "-1"],
        &["brench"],
        &["scaling", "--movetime", "0"],
        &["options", "--toml", "--markdown"],
        &["timeseal"],
        &["timeseal", "chess.example", "0"],
        &["tune"],
        &["tune", "delta:0"],
        &["tune", "delta:NaN"],
        &["tune", "delta", "--nodes", "0"],
        &["match", "--games", "0"],
        &["match", "--nodes", "0"],
        &["lab", "tune", "searches", "--games", "0"],
        &["lab", "tune", "searches", "--weight", "nan"],
        &["lab", "tune", "searches", "--weight=-1"],
        &["suite"],
        &["suite", "wac.epd", "--movetime", "0"],
        &["suite", "wac.epd", "--depth", "129"],
    ] {
        assert!(parse(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn the_command_line_wins_over_the_file_and_set_over_switches() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/config/zeitnot.toml");
    let line = ["--config", file, "--threads", "3", "--hash=8", "--ponder", "--set", "hash=16"];
    let options = options(&line).expect("good settings");
    let settings = options.settings();
    assert_eq!((settings.threads, settings.hash, settings.ponder), (3, 16, true));
}

#[test]
fn numbers_of_the_search_are_options_if_they_are_opened() {
    let opened = options(&["--tunable", "--set", "delta=99"]).expect("good settings");
    assert_eq!(opened.settings().numbers, [("delta".to_owned(), 99)]);
    assert!(options(&["--set", "delta=99"]).is_err());
    let mut names: Vec<String> = opened.iter().map(|(spec, _)| spec.id.clone()).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "no number is called like an option");
}

#[test]
fn the_book_is_played_from_with_people_and_on_servers_unless_told_otherwise() {
    let own_book = |line: &[&str], is_terminal| {
        let options =
            put_together(&parse(line).expect("good"), is_terminal).expect("good settings");
        options.settings().own_book
    };
    assert!(own_book(&[], true) && own_book(&["--console"], false));
    assert!(own_book(&["ics", "--practice"], false));
    assert!(!own_book(&["--console", "--set", "own_book=off"], true));
    assert!(!own_book(&[], false) && !own_book(&["--uci"], true) && !own_book(&["bench"], true));
    let programs = |line: &[&str]| {
        let args = parse(line).expect("good").for_programs();
        put_together(&args, false).expect("good settings").settings().own_book
    };
    assert!(!programs(&[]) && !programs(&["--console"]), "where a person lets a program speak");
    assert!(programs(&["--console", "--set", "own_book=on"]));
}

#[test]
fn mistakes_are_named() {
    let error = |line: &[&str]| options(line).expect_err("a refusal").to_string();
    assert!(error(&["--threads", "0"]).contains("`threads`: it must lie between 1 and 256"));
    assert!(error(&["--threads", "-1"]).contains("must lie between"));
    assert!(error(&["--policy", "panic"]).contains("one of: adaptive"));
    let misspelt = error(&["--set", "hsh=1"]);
    assert_eq!(misspelt, "on the command line: there is no option `hsh`; did you mean `hash`?");
    assert!(error(&["--set", "UCI_Elo=1500"]).contains("`UCI_Elo`; did you mean `elo`?"));
    assert!(error(&["--set", "xyz=1"]).contains("`xyz` (`zeitnot options` lists"));
    assert!(error(&["--set", "clock=5:00//x"]).contains("ext, column 7: `x`"));
    assert!(error(&["--set", "level=fast"]).contains("no value for the option `level`"));
    assert!(error(&["--config", "no/such.toml"]).contains("no/such.toml cannot be read"));
    for half in ["hash", "=1"] {
        let refusal = parse(&["--set", half]).expect_err("a refusal").to_string();
        assert!(refusal.contains("write NAME=VALUE"), "{refusal}");
    }
}

#[test]
fn no_command_has_a_switch_that_all_commands_have() {
    fn look(command: &clap::Command, global: &[String]) {
        for below in command.get_subcommands() {
            let ids = below.get_arguments().map(|argument| argument.get_id().to_string());
            let twice: Vec<String> = ids.filter(|id| global.contains(id)).collect();
            assert!(twice.is_empty(), "{}: {twice:?}", below.get_name());
            look(below, global);
        }
    }
    let command = Args::command();
    let global = command.get_arguments().filter(|argument| argument.is_global_set());
    let global: Vec<String> = global.map(|argument| argument.get_id().to_string()).collect();
    assert!(global.contains(&"threads".to_owned()));
    look(&command, &global);
}

#[test]
fn the_help_is_complete() {
    Args::command().debug_assert();
    let help = Args::command().render_long_help().to_string();
    for word in [
        "--uci",
        "--config",
        "--set",
        "perft",
        "bench",
        "policies",
        "suite",
        "tune",
        "clock",
        "options",
        "xboard -fcp",
    ] {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn a_request_of_openbench_is_one_argument() {
    let given = ["zeitnot", "genfens 8 seed 42 book None", "quit"].map(OsString::from);
    let args = Args::parse_from(separated(given.into_iter()));
    assert!(matches!(args.command, Some(Task::Genfens(_))), "{args:?}");
    let others = ["zeitnot", "--set", "hash=16", "bench"].map(OsString::from);
    assert_eq!(separated(others.clone().into_iter()), others);
}

/// The help of a command, as its reader sees it.
fn help(words: &[&str]) -> String {
    let line = [&["zeitnot"], words, &["--help"]].concat();
    command().try_get_matches_from(line).expect_err("help ends the program").to_string()
}

#[test]
fn the_help_of_a_command_has_its_own_switches_first() {
    for words in [&["lab", "match"][..], &["lab", "whatif"], &["suite"], &["match"]] {
        let help = help(words);
        let (own, common) = help.split_once("Settings of the engine:").expect("two lists");
        assert!(own.contains("--help") && !own.contains("--config <"), "{help}");
        assert!(common.contains("--config") && common.contains("--set"), "{help}");
    }
}

#[test]
fn the_help_of_a_command_shows_the_switches_that_concern_it() {
    assert!(help(&[]).contains("--ponder") && help(&["ics"]).contains("--ponder"));
    assert!(help(&["suite"]).contains("--hash") && !help(&["suite"]).contains("--ponder"));
    let generate = help(&["train", "generate"]);
    assert!(generate.contains("--set") && !generate.contains("--threads"), "{generate}");
    let perft = help(&["perft"]);
    assert!(!perft.contains("--set") && perft.contains("--divide"), "{perft}");
    let whatif = help(&["lab", "whatif"]);
    assert!(whatif.contains("--policy") && !whatif.contains("--threads"), "{whatif}");
    for nothing in ["fit", "plot", "report", "learn"] {
        assert!(!help(&["lab", nothing]).contains("--set <"), "lab {nothing}");
    }
    // They are understood all the same.
    let matches = command().try_get_matches_from(["zeitnot", "perft", "3", "--set", "hash=1"]);
    assert!(matches.is_ok());
}

#[test]
fn games_of_a_match_come_in_pairs_and_whoever_asks_for_others_is_told() {
    for line in [&["match", "--games", "3"][..], &["lab", "match", "--games", "3"]] {
        let refusal = parse(line).expect_err("a refusal").to_string();
        assert!(refusal.contains("'3' for '--games"), "{refusal}");
        assert!(refusal.contains("games come in pairs"), "{refusal}");
    }
    assert!(parse(&["match", "--games", "4"]).is_ok());
}

#[test]
fn as_much_may_be_done_at_once_by_one_command_as_by_another() {
    for line in [
        &["match"][..],
        &["tune", "delta"],
        &["screen", "delta=99"],
        &["train", "generate", "games"],
        &["train", "positions", "games", "--out", "all"],
        &["train", "label", "games", "--engine", "engine", "--out", "all"],
        &["train", "fit", "games", "--out", "net"],
        &["book", "grow", "--out", "book"],
        &["lab", "fit", "games"],
        &["lab", "match", "--a", "rival", "--b", "rival", "--clock", "1+0"],
        &["lab", "record", "searches"],
        &["lab", "replay", "searches"],
        &["lab", "simulate"],
        &["lab", "climb"],
    ] {
        let parse = |count| parse(&[line, &["--concurrency", count]].concat());
        assert!(parse("1").is_ok() && parse("256").is_ok(), "{line:?}");
        for count in ["0", "257"] {
            let refusal = parse(count).expect_err("a refusal").to_string();
            assert!(refusal.contains("is not in 1..=256"), "{line:?}: {refusal}");
        }
    }
}
