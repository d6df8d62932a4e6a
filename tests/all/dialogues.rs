//! Replays the conversations in `tests/dialogues/*.txt` against the real protocol, session and
//! search, on a clock made of nodes.
//!
//! The script's language, one instruction a line:
//! - `> TEXT` sends a line (`$hint` in it is the move of the last `Hint:`); `< PATTERN` is the next line that comes, waited for if need be;
//! - `... PATTERN` is some later line, whatever comes before it;
//! - `+ TIME` lets the time pass (`250ms`, `3s`); `silent` means that nothing has come since the
//!   last line that matched, and `never PATTERN` that no such line has;
//! - `took MIN MAX` bounds the simulated time between the last `>` and the last matched line;
//! - `speed N`, as the first line, makes N nodes a simulated millisecond instead of 25;
//! - `quits` means that the session has ended; `# ...` is a remark.
//!
//! A pattern is text in which `*` stands for anything. A script whose name begins with `uci_` speaks
//! UCI, one with `console_` is typed by a person, and every other one speaks the XBoard protocol. A text of
//! several lines that is printed at once is one line here.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use zeitnot::{
    clock::TimeControl,
    front::{archive::Archive, console::Console, terminal::Terminal},
    message::Adapter,
    options::{Options, Settings},
    protocol::{cecp::Cecp, uci::Uci},
    session::simulated::Simulation,
};

/// Nodes a search makes in a simulated millisecond unless a script says otherwise. Few, so that a
/// conversation of minutes takes a moment.
const NODES_PER_MS: u64 = 25;
/// How long a script waits for a line, in simulated time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A small table, draws from the first move on, and the policy that spends little.
fn options() -> Options {
    let mut options = Options::new().unwrap();
    for (id, value) in [("hash", "4"), ("draw_move", "1"), ("policy", "rival")] {
        options.set(id, value).unwrap();
    }
    options
}

/// As the options say; no clock until a script sets one.
fn settings() -> Settings {
    Settings { level: TimeControl::Unlimited, ..options().settings().clone() }
}

/// Whether `text` fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|tail| {
            (0..=tail.len()).any(|skip| tail.is_char_boundary(skip) && fits(rest, &tail[skip..]))
        }),
    }
}

fn duration(text: &str) -> Duration {
    match text.strip_suffix("ms") {
        Some(ms) => Duration::from_millis(ms.trim().parse().unwrap()),
        None => Duration::from_secs_f64(text.strip_suffix('s').unwrap().trim().parse().unwrap()),
    }
}

/// One script being replayed.
struct Replay {
    simulation: Simulation,
    sent: Duration,
    matched: Duration,
    /// The move of the last `Hint:`, for `$hint`.
    hint: String,
    /// Everything that came, for `never` and for the report of a failure.
    transcript: Vec<String>,
}

impl Replay {
    fn new(adapter: Box<dyn Adapter + Send>, nodes_per_ms: u64) -> Replay {
        let simulation = Simulation::new(&settings(), adapter, nodes_per_ms).unwrap();
        Replay {
            simulation,
            sent: Duration::ZERO,
            matched: Duration::ZERO,
            hint: String::new(),
            transcript: Vec::new(),
        }
    }

    fn next(&mut self) -> Option<(Duration, String)> {
        let latest = self.simulation.now() + PATIENCE;
        let (at, line) = self.simulation.wait_line(latest)?;
        self.transcript.push(format!("{:9.3} < {line}", at.as_secs_f64()));
        if let Some(mv) = line.strip_prefix("Hint: ") {
            mv.clone_into(&mut self.hint);
        }
        Some((at, line))
    }

    /// Does one instruction; what went wrong, if anything did.
    fn step(&mut self, instruction: &str) -> Result<(), String> {
        let (word, rest) = instruction.split_once(' ').unwrap_or((instruction, ""));
        match word {
            ">" => {
                let rest = &rest.replace("$hint", &self.hint);
                self.sent = self.simulation.now();
                self.transcript.push(format!("{:9.3} > {rest}", self.sent.as_secs_f64()));
                self.simulation.send(rest);
            }
            "<" => {
                let (at, line) = self.next().ok_or("nothing came")?;
                if !fits(rest, &line) {
                    return Err(format!("came {line:?}"));
                }
                self.matched = at;
            }
            "..." => loop {
                let (at, line) = self.next().ok_or("it never came")?;
                if fits(rest, &line) {
                    self.matched = at;
                    break;
                }
            },
            "+" => self.simulation.run_until(self.simulation.now() + duration(rest)),
            "silent" => {
                if let Some((_, line)) = self.simulation.next_line() {
                    return Err(format!("came {line:?}"));
                }
            }
            "never" => {
                while let Some((at, line)) = self.simulation.next_line() {
                    self.transcript.push(format!("{:9.3} < {line}", at.as_secs_f64()));
                }
                let seen = |line: &&String| fits(rest, line.split_once("< ").map_or("", |s| s.1));
                if let Some(line) = self.transcript.iter().find(seen) {
                    return Err(format!("came {line:?}"));
                }
            }
            "took" => {
                let (min, max) = rest.split_once(' ').ok_or("took MIN MAX")?;
                let took = self.matched.saturating_sub(self.sent);
                if took < duration(min) || took > duration(max) {
                    return Err(format!("took {took:?}"));
                }
            }
            "quits" if self.simulation.has_quit() => {}
            "quits" => return Err("still there".to_owned()),
            _ => return Err("no such instruction".to_owned()),
        }
        Ok(())
    }
}

fn replay(script: &str, adapter: Box<dyn Adapter + Send>) -> Result<(), String> {
    let speed = script.lines().next().and_then(|line| line.strip_prefix("speed "));
    let mut replay =
        Replay::new(adapter, speed.map_or(NODES_PER_MS, |nodes| nodes.parse().unwrap()));
    for (number, line) in script.lines().enumerate().skip(usize::from(speed.is_some())) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        replay.step(line).map_err(|fault| {
            let tail = replay.transcript.len().saturating_sub(25);
            let context = replay.transcript[tail..].join("\n");
            format!("line {}: {line}\n  {fault}\n{context}", number + 1)
        })?;
    }
    Ok(())
}

fn cecp() -> Box<dyn Adapter + Send> {
    Box::new(Cecp::new(options()))
}

/// The protocol that a script speaks.
fn adapter(script: &Path) -> Box<dyn Adapter + Send> {
    let name = script.file_name().unwrap().to_str().unwrap();
    match name.split('_').next() {
        Some("uci") => Box::new(Uci::new(options())),
        Some("console") => {
            let terminal = Terminal { colors: false, redraws: false, unicode: false };
            Box::new(Console::new(options(), terminal, Box::new(Drawer::default())))
        }
        _ => cecp(),
    }
}

/// Files that were written in a conversation, and behind them those of the repository.
#[derive(Debug, Default)]
struct Drawer(HashMap<PathBuf, String>);

impl Archive for Drawer {
    fn append(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.0.entry(path.to_owned()).or_default().push_str(text);
        Ok(())
    }

    fn can_append(&mut self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn create(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.append(path, text)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.0.get(path) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => fs::read(path).map_err(|_| io::Error::other("there is no such file")),
        }
    }

    fn lot(&mut self, of: u64) -> u64 {
        of - 1
    }

    fn make_folder(&mut self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn today(&self) -> String {
        "2024.02.29".to_owned()
    }

    fn player(&self) -> String {
        "alice".to_owned()
    }
}

#[test]
fn every_conversation_goes_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let mut scripts: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    assert!(scripts.len() >= 25, "only {} conversations", scripts.len());
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(path) = scripts.get(next.fetch_add(1, Relaxed)) {
            let script = fs::read_to_string(path).unwrap();
            if let Err(fault) = replay(&script, adapter(path)) {
                let name = path.file_name().unwrap().display();
                failures.lock().unwrap().push(format!("{name}: {fault}"));
            }
        }
    };
    thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "\n{}", failures.join("\n\n"));
}

#[test]
fn patterns_match_as_described() {
    assert!(fits("move *", "move e2e4") && fits("*", "") && fits("a*c*e", "abcde"));
    assert!(!fits("move *", "Illegal move") && !fits("a*c", "abcd"));
}

#[test]
fn a_conversation_replays_to_the_millisecond() {
    let play = || {
        let mut simulation = Simulation::new(&settings(), cecp(), NODES_PER_MS).unwrap();
        for line in ["xboard", "protover 2", "new", "level 40 5 0", "post", "e2e4"] {
            simulation.send(line);
        }
        simulation.run_until(Duration::from_secs(60));
        std::iter::from_fn(move || simulation.next_line()).collect::<Vec<_>>()
    };
    let first = play();
    assert!(first.iter().any(|(_, line)| line.starts_with("move ")));
    assert_eq!(first, play());
}
