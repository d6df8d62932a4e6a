//! The log file, as the program itself writes it.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

/// A zeitnot that is spoken to in the XBoard protocol and logs to a file.
struct Engine {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Everything it has said.
    heard: Vec<String>,
}

impl Engine {
    fn start(log: &Path) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
            .args(["--xboard", "--hash", "1", "--log"])
            .arg(log)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, output, heard: Vec::new() }
    }

    fn say(&mut self, lines: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{lines}").expect("it listens");
    }

    /// Waits for this line.
    fn hear(&mut self, expected: &str) {
        while self.heard.last().is_none_or(|line| line != expected) {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "{expected}: {:?}", self.heard);
            self.heard.push(line.trim_end().to_owned());
        }
    }

    /// Sends it away; what it said on standard error.
    fn quit(&mut self) -> String {
        self.say("quit");
        let mut complaints = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert!(self.child.wait().unwrap().success());
        complaints
    }
}

fn fresh_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Process and text of a line, which must begin with the time in UTC to the millisecond.
fn take_apart(line: &str) -> (u32, &str) {
    let (prefix, text) = line.split_once("] ").unwrap_or((line.trim_end_matches(']'), ""));
    let words: Vec<&str> = prefix.split_whitespace().collect();
    let &[time, process, _level, _target] = &words[..] else { panic!("{line}") };
    let millis = time.strip_prefix('[').and_then(|time| time.strip_suffix('Z'));
    let millis = millis.and_then(|time| time.rsplit_once('.')).expect(line).1;
    assert!(millis.len() == 3 && millis.bytes().all(|digit| digit.is_ascii_digit()), "{line}");
    (process.parse().expect(line), text)
}

#[test]
fn the_log_has_the_options_every_line_both_ways_and_the_reasons() {
    let path = fresh_file("whole.log");
    fs::write(&path, "an older line\n").expect("a writable directory");
    let mut engine = Engine::start(&path);
    engine.say("xboard\nprotover 2\nnew\nsd 1\nusermove e2e4\nping 1");
    engine.hear("pong 1");
    let process = engine.child.id();
    assert_eq!(engine.quit(), "");

    let text = fs::read_to_string(&path).expect("the log is there");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("an older line"));
    let lines: Vec<&str> = lines
        .map(|line| {
            let (writer, text) = take_apart(line);
            assert_eq!(writer, process);
            text
        })
        .collect();
    assert!(
        lines[0].starts_with(concat!("zeitnot ", env!("CARGO_PKG_VERSION"), " (")),
        "{}",
        lines[0]
    );
    let wire = lines.iter().position(|line| line.starts_with(['>', '<'])).expect("a conversation");
    assert!(lines[..wire].contains(&"hash = 1 MiB (default 64 MiB)"), "{lines:?}");
    assert!(lines[..wire].contains(&"threads = 1"), "{lines:?}");
    let sent: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("> ")).collect();
    let all = ["xboard", "protover 2", "new", "sd 1", "usermove e2e4", "ping 1", "quit"];
    assert_eq!(sent, all);
    let said: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("< ")).collect();
    assert_eq!(said, engine.heard);
    let reasons = lines.iter().filter(|line| line.starts_with("time: ")).count();
    assert_eq!(reasons, 1, "why the one move took so long: {lines:?}");
}

#[test]
fn a_log_that_cannot_be_opened_is_named_and_nothing_starts() {
    let path = fresh_file("no/such/folder/x.log");
    let mut engine = Engine::start(&path);
    let mut complaint = String::new();
    engine.child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert!(complaint.contains("x.log cannot be opened: "), "{complaint}");
    assert_eq!(engine.child.wait().unwrap().code(), Some(1));
    let mut said = String::new();
    engine.output.read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once_and_the_game_goes_on() {
    let mut engine = Engine::start(Path::new("/dev/full"));
    engine.say("xboard\nprotover 2\nnew\nsd 1\nusermove e2e4\nping 1");
    engine.hear("pong 1");
    assert!(engine.heard.iter().any(|line| line.starts_with("move ")));
    let complaints = engine.quit();
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
    assert!(complaints.contains("/dev/full cannot be written: "), "{complaints}");
}

#[cfg(unix)]
#[test]
fn a_log_that_vanishes_does_not_disturb() {
    let path = fresh_file("vanishing.log");
    let mut engine = Engine::start(&path);
    engine.say("ping 1");
    engine.hear("pong 1");
    fs::remove_file(&path).expect("it is there");
    engine.say("ping 2");
    engine.hear("pong 2");
    assert_eq!(engine.quit(), "");
}

#[test]
fn two_engines_share_a_log_without_tearing_lines() {
    const PINGS: usize = 500;
    let path = fresh_file("shared.log");
    let mut engines = [Engine::start(&path), Engine::start(&path)];
    for number in 0..PINGS {
        engines.iter_mut().for_each(|engine| engine.say(&format!("ping {number}")));
    }
    for engine in &mut engines {
        engine.hear(&format!("pong {}", PINGS - 1));
        assert_eq!(engine.quit(), "");
    }
    let text = fs::read_to_string(&path).expect("the log is there");
    let lines: Vec<(u32, &str)> = text.lines().map(take_apart).collect();
    for engine in &engines {
        let of = |mark: &str| {
            let own = lines.iter().filter(|(process, _)| *process == engine.child.id());
            own.filter(|(_, text)| text.starts_with(mark)).count()
        };
        assert_eq!((of("> ping "), of("< pong ")), (PINGS, PINGS));
    }
}
