//! The program with a cluster of searchers, all of them in one process of their own, and what becomes of a
//! game when that process fails.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

/// Longer than anything here takes on the slowest machine.
const ENOUGH: Duration = Duration::from_secs(120);

/// The program under a UCI client that wants to know everything.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// All that it has said.
    said: Vec<String>,
}

impl Engine {
    /// With the cluster that a command starts.
    fn with(cluster: &str, settings: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
            .args(["--uci", "--hash", "1", "--set", "debug=true", "--set"])
            .arg(format!("cluster={cluster}"))
            .args(settings.iter().flat_map(|setting| ["--set", setting]))
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (say, lines) = channel();
        thread::spawn(move || {
            BufReader::new(output)
                .lines()
                .map_while(Result::ok)
                .for_each(|line| drop(say.send(line)));
        });
        let mut engine = Engine { child, input, lines, said: Vec::new() };
        engine.send("uci");
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("a listener");
    }

    /// The next line with these words.
    fn await_line(&mut self, words: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(ENOUGH);
            let line = line.unwrap_or_else(|_| panic!("no {words:?} after {:#?}", self.said));
            self.said.push(line.clone());
            if line.contains(words) {
                return line;
            }
        }
    }

    /// How many lines had these words.
    fn count(&self, words: &str) -> usize {
        self.said.iter().filter(|line| line.contains(words)).count()
    }

    /// Asks for a move and waits for it.
    fn moves(&mut self) {
        self.send("position startpos moves e2e4");
        self.send("go movetime 300");
        let best = self.await_line("bestmove");
        assert!(best.len() > "bestmove".len() + 4, "{best}");
    }

    /// It ends when it is told to.
    fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().expect("an end").success());
    }

    /// The child that the program has started.
    #[cfg(target_os = "linux")]
    fn ranks(&self) -> i32 {
        let task = format!("/proc/{0}/task", self.child.id());
        let children = std::fs::read_dir(task).unwrap().filter_map(|thread| {
            std::fs::read_to_string(thread.ok()?.path().join("children")).ok()
        });
        let children = children.collect::<String>();
        children.split_whitespace().next().expect("a child").parse().expect("a number")
    }
}

#[cfg(target_os = "linux")]
fn signal(process: i32, signal: nix::sys::signal::Signal) {
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(process), signal).expect("a process");
}

#[test]
fn a_cluster_searches_along_and_is_counted() {
    let mut engine = Engine::with("loopback 3", &[]);
    engine.await_line("the cluster is ready: 2 more searchers");
    // However late the ranks begin, one of some searches sees them at work.
    let at_work = |line: &String| {
        let is_account = line.contains("cluster: 2 ranks with") && line.contains("bytes");
        is_account && !line.contains("with 0 nodes")
    };
    let counted = (0..100).any(|_| {
        engine.moves();
        engine.said.iter().any(at_work)
    });
    assert!(counted, "{:#?}", engine.said);
    engine.send("ucinewgame");
    engine.moves();
    engine.quit();
}

#[test]
fn the_best_moves_have_lines_of_their_own() {
    let mut engine = Engine::with("loopback 3", &["cluster_lines=3", "policy=achilles"]);
    engine.await_line("the cluster is ready");
    engine.send("position startpos");
    engine.send("go infinite");
    let third = engine.await_line("multipv 3 ");
    let second = engine.said.iter().rfind(|line| line.contains("multipv 2 ")).unwrap().clone();
    engine.send("stop");
    engine.await_line("bestmove");
    let score = |line: &str| {
        let (_, score) = line.split_once("score cp ").expect("a score");
        score.split(' ').next().and_then(|score| score.parse::<i32>().ok()).expect("a number")
    };
    assert!(score(&second) >= score(&third) && score(&third) > -300, "{second}\n{third}");
    engine.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn a_move_comes_in_time_though_the_cluster_dies_or_hangs_in_the_middle_of_it() {
    use nix::sys::signal::Signal;
    for fault in [Signal::SIGKILL, Signal::SIGSTOP] {
        let mut engine = Engine::with("loopback 3", &[]);
        engine.await_line("the cluster is ready");
        engine.send("position startpos moves e2e4");
        engine.send("go movetime 1000");
        engine.await_line("info depth 4");
        signal(engine.ranks(), fault);
        let last = engine.await_line("bestmove");
        assert!(!last.contains("0000"), "{last}");
        if engine.count("has been lost") == 0 {
            engine.await_line("the cluster has been lost");
        }
        engine.moves();
        assert_eq!(engine.count("has been lost"), 1, "it is said once");
        engine.quit();
    }
}

#[test]
fn what_is_no_cluster_is_said_once_and_the_search_goes_on_alone() {
    let without_mpi = ["/no/such/launcher -n 2", "false", "echo hello"];
    let mut commands = vec![("loopback 1", "cannot be used"), ("loopback x", "cannot be used")];
    let reasons = match cfg!(feature = "mpi") {
        true => ["cannot start", "it has ended", "hello"],
        false => ["built without MPI"; 3],
    };
    commands.extend(without_mpi.into_iter().zip(reasons));
    for (command, reason) in commands {
        let mut engine = Engine::with(command, &[]);
        engine.await_line(reason);
        engine.moves();
        engine.send("ucinewgame");
        engine.moves();
        assert_eq!(engine.count(reason), 1, "{command}: {:#?}", engine.said);
        engine.quit();
    }
}
