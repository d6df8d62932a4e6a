//! What a person at the terminal is told when zeitnot cannot start, or starts without something.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail the test")]

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use zeitnot::{
    front::practice::serve,
    practice::{self, Account},
};

/// What the program says before it ends, on an input that is over at once.
fn zeitnot(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zeitnot"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// The complaint of a start that fails.
fn complaint(arguments: &[&str]) -> String {
    let output = zeitnot(arguments, &[]);
    // On servers a bad configuration has a code of its own, so that it is not tried again.
    let code = if arguments[0] == "ics" { 78 } else { 1 };
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a writable directory");
    path
}

#[test]
fn what_keeps_it_from_starting_is_told_once() {
    let wrong = ["--set", "eval_file=/no/such.net"];
    let told = complaint(&wrong);
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.starts_with("zeitnot: eval_file: no network in /no/such.net: "), "{told}");

    let log = file("failure.log", "");
    let told = complaint(&[&wrong[..], &["--log", log.to_str().unwrap()]].concat());
    let logged = fs::read_to_string(log).unwrap();
    assert_eq!((told.lines().count(), logged.matches("no network in").count()), (1, 1), "{logged}");
}

#[test]
fn the_faults_of_a_file_stand_below_each_other() {
    let settings = file("faults.toml", "hash =\nhsh = 3\nlevel = \"5 3\"\n");
    let told = complaint(&["--config", settings.to_str().unwrap()]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3, "{told}");
    for (line, number) in lines.iter().zip(1..) {
        let place = format!("zeitnot: {}, line {number}: ", settings.display());
        assert!(line.starts_with(&place), "{told}");
    }
}

#[test]
fn the_faults_of_a_file_for_a_server_are_told_together_and_none_of_them_twice() {
    let server = "[server]\nhots = \"x\"\n[account]\nname = \"guest\"\n[engine]\nthreds = 2\n";
    let server = file("server.toml", server);
    let told = complaint(&["ics", "--config", server.to_str().unwrap()]);
    assert!(
        told.contains("line 6: there is no option `threds`; did you mean `threads`?"),
        "{told}"
    );
    assert!(told.contains("line 2: there is no setting `hots`"), "{told}");
    assert_eq!(told.lines().count(), 2, "{told}");

    let settings = file("settings.toml", "hash = 8\n");
    let told = complaint(&["ics", "--config", settings.to_str().unwrap()]);
    assert!(told.ends_with("line 1: the option `hash` belongs below `[engine]`\n"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn who_starts_the_bot_again_and_again_learns_when_that_is_in_vain() {
    let accounts = vec![Account::new("Rookbot", "secret", 1_500)];
    let running = serve(practice::Config { accounts, ..Default::default() }, 0).unwrap();
    let port = running.address.port();
    let server = format!("[server]\nhost = \"127.0.0.1\"\nport = {port}\n");
    for (name, password, code, words) in [
        ("Rookbot", "scret", 77, "password"),
        ("Rokbot", "secret", 77, "no account of this name"),
        ("Rookbot", "", 78, "NO_PASSWORD"),
    ] {
        let variable = if password.is_empty() { "NO_PASSWORD" } else { "BOT_PASSWORD" };
        let account = format!("[account]\nname = \"{name}\"\npassword_env = \"{variable}\"\n");
        let file = file("vain.toml", &format!("{server}{account}"));
        let arguments = ["ics", "--config", file.to_str().unwrap()];
        let output = zeitnot(&arguments, &[("BOT_PASSWORD", password)]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{name} {password}: {told}");
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn the_log_of_a_server_has_every_line_once_and_the_output_has_times() {
    let accounts = vec![Account::new("Rookbot", "secret", 1_500)];
    let running = serve(practice::Config { accounts, ..Default::default() }, 0).unwrap();
    let port = running.address.port();
    let text = format!(
        "[server]\nhost = \"127.0.0.1\"\nport = {port}\n[account]\nname = \"Rookbot\"\n\
         password_env = \"BOT_PASSWORD\"\n[files]\npgn = \"/no/such/folder.pgn\"\n"
    );
    let (file, log) = (file("wire.toml", &text), file("wire.log", ""));
    let arguments = ["ics", "--config", file.to_str().unwrap(), "--log", log.to_str().unwrap()];
    let output = zeitnot(&arguments, &[("BOT_PASSWORD", "scret")]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.lines().next().is_some_and(|line| line.starts_with("20")), "{told}");
    assert!(
        told.lines().all(|line| line.split(' ').next().is_some_and(|it| it.ends_with('Z'))),
        "{told}"
    );
    let logged = fs::read_to_string(log).unwrap();
    let (wire, others): (Vec<&str>, Vec<&str>) =
        logged.lines().partition(|line| line.contains("zeitnot::wire"));
    let words = |line: &&str| line.split_once("] ").map(|(_, words)| words.to_owned());
    let wire: Vec<String> = wire.iter().filter_map(words).collect();
    assert!(wire.iter().any(|line| line == "< Rookbot"), "{logged}");
    for heard in wire.iter().filter_map(|line| line.strip_prefix("> ")) {
        assert!(!heard.trim().is_empty(), "{logged}");
        assert!(!others.iter().any(|line| line.contains(heard)), "{heard}: {logged}");
    }
}

#[test]
fn a_file_is_checked_without_calling_anybody() {
    let rest = "[server]\nhost = \"no.such.host.invalid\"\n[account]\nname = \"guest\"\n";
    let right = file("check.toml", rest);
    let output = zeitnot(&["ics", "--check", "--config", right.to_str().unwrap()], &[]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && told.contains("[accept]"), "{told}");
    let wrong = "[files]\nstate = \"/no/such/folder/state.toml\"\n[engine]\nown_book = true\nbook_file = \"/no/such.bin\"\n";
    let wrong = file("wrong.toml", &format!("{rest}{wrong}"));
    let told = complaint(&["ics", "--check", "--config", wrong.to_str().unwrap()]);
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(told.contains("state.toml") && told.contains("/no/such.bin"), "{told}");
}

#[test]
fn colours_that_are_asked_for_come_whatever_the_environment_and_figures_only_with_utf_8() {
    let colored = ["--console", "--set", "color=always"];
    for (locale, figures) in [("C", false), ("C.UTF-8", true)] {
        let variables = [("NO_COLOR", "1"), ("TERM", "dumb"), ("LC_ALL", locale)];
        let board = String::from_utf8(zeitnot(&colored, &variables).stdout).unwrap();
        assert!(board.contains("\x1b[48;5;"), "{board}");
        assert_eq!((board.contains('♜'), board.is_ascii()), (figures, !figures), "{board}");
    }
}

#[test]
fn endgame_tables_that_are_not_there_are_told_of_and_the_game_goes_on() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
        .args(["--console", "--hash", "1", "--set", "syzygy_path=/no/such/folder"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "sd 1\ne4").expect("it listens");
    let mut heard = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        heard.push_str(&line.unwrap());
        heard.push('\n');
        if heard.contains("zeitnot plays") {
            break;
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    let told = "The option syzygy_path: there are no Syzygy tables (*.rtbw) in the folder";
    assert!(heard.contains(told) && heard.contains("zeitnot plays"), "{heard}");
}

#[test]
fn a_reader_who_has_had_enough_is_no_fault() {
    let simulate = ["lab", "simulate", "--games", "1", "--policies", "rival", "--clock", "40/60"];
    let openings = ["genfens", "3", "seed", "1", "book", "None"];
    for arguments in [&["policies"][..], &simulate, &openings] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && told.is_empty(), "{arguments:?}: {told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_fails_is_not_blamed_on_the_games() {
    let games = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blamed.games");
    let _ = fs::remove_file(&games);
    let path = games.to_str().unwrap();
    let generate = ["train", "generate", path, "--games", "1", "--nodes", "1"];
    let inspect = ["train", "inspect", path];
    for arguments in [&generate[..], &inspect] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("No space left"), "{told}");
        assert!(!told.contains("blamed.games"), "{told}");
    }
    assert!(games.metadata().unwrap().len() > 1_000, "the games are there all the same");
}
