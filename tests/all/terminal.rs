//! What a person sees who types at a terminal; the terminal is a pair of ends that the kernel makes.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail the test")]

use std::{
    env,
    fs::{self, File},
    io::{Read, Write},
    process::{self, Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use nix::{
    pty::{Winsize, openpty},
    sys::signal::{Signal, kill},
    unistd::Pid,
};

/// A program that is silent for longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// The person's side of a terminal at which the program runs.
struct Person {
    keys: File,
    /// The program's side as well, until the end of the program is waited for.
    terminal: Option<File>,
    shown: Receiver<Vec<u8>>,
    program: Child,
}

impl Person {
    fn new() -> Person {
        Person::at("xterm")
    }

    /// At a terminal of this kind.
    fn at(kind: &str) -> Person {
        let size = Winsize { ws_row: 100, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        // Only copies of the ends are kept from programs that other tests start meanwhile: they would hold them open.
        let (master, slave) = {
            let ends = openpty(&size, None).unwrap();
            (ends.master.try_clone().unwrap(), ends.slave.try_clone().unwrap())
        };
        let end = || Stdio::from(slave.try_clone().unwrap());
        let program = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
            .args(["--hash", "1", "--set", "own_book=false"])
            .envs([("TERM", kind), ("LC_ALL", "C"), ("NO_COLOR", "1")])
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        let (keys, terminal) = (File::from(master), Some(File::from(slave)));
        let mut screen = keys.try_clone().unwrap();
        let (show, shown) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // An error is the end: nobody holds the program's side any more.
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                let _ = show.send(bytes[..count].to_vec());
            }
        });
        Person { keys, terminal, shown, program }
    }

    /// Makes the terminal so many rows high.
    fn resizes(&self, rows: u16) {
        let terminal = self.terminal.as_ref().unwrap().try_clone().unwrap();
        let mut stty = Command::new("stty");
        stty.args(["rows", &rows.to_string()]).stdin(terminal);
        assert!(stty.status().unwrap().success());
    }

    /// All that is shown from now on until this, or until the end.
    fn sees(&mut self, awaited: Option<&str>) -> String {
        if awaited.is_none() {
            self.terminal = None;
        }
        let mut seen = String::new();
        while awaited.is_none_or(|awaited| !seen.contains(awaited)) {
            use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
            match self.shown.recv_timeout(PATIENCE) {
                Ok(bytes) => seen += &String::from_utf8_lossy(&bytes),
                Err(Disconnected) => break,
                Err(Timeout) => {
                    self.program.kill().unwrap();
                    panic!("silence after {seen:?}");
                }
            }
        }
        seen
    }
}

impl Drop for Person {
    /// A program whose test has failed does not go on.
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn lines_pasted_at_once_are_all_obeyed() {
    // A terminal may say where what is pasted begins and ends.
    for (begins, ends) in [("", "\n"), ("\x1b[200~", "\x1b[201~\n")] {
        let mut person = Person::new();
        person.sees(Some("> "));
        write!(person.keys, "{begins}force\ne4\ne5\nNf3\ngame\nquit{ends}").unwrap();
        let seen = person.sees(None);
        let words = seen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("1. e4 e5 2. Nf3"), "{begins:?}: {seen}");
        assert!(person.program.wait().unwrap().success());
    }
}

#[test]
fn a_line_that_is_being_typed_is_discarded_and_nothing_else() {
    let mut person = Person::new();
    person.sees(Some("> "));
    write!(person.keys, "Nf").unwrap();
    person.sees(Some("Nf"));
    write!(person.keys, "\x03").unwrap();
    let mut seen = person.sees(Some("> "));
    write!(person.keys, "game\nquit\n").unwrap();
    seen += &person.sees(None);
    assert!(seen.contains("No move has been made yet."), "{seen}");
    assert!(!seen.contains("once more leaves"), "{seen}");
    assert!(person.program.wait().unwrap().success());
}

#[test]
fn letters_of_another_encoding_end_nothing() {
    let mut person = Person::new();
    person.sees(Some("> "));
    person.keys.write_all(b"caf\xe9\n").unwrap();
    person.sees(Some("I do not know"));
    write!(person.keys, "game\nquit\n").unwrap();
    let seen = person.sees(None);
    assert!(seen.contains("No move has been made yet."), "{seen}");
    assert!(person.program.wait().unwrap().success());
}

#[test]
fn a_game_is_kept_when_the_window_is_closed() {
    for (kind, ready) in [("xterm", "> "), ("dumb", "White to move")] {
        let file = env::temp_dir().join(format!("zeitnot-{kind}-{}.pgn", process::id()));
        let mut person = Person::at(kind);
        person.sees(Some(ready));
        writeln!(person.keys, "set pgn {}\nforce\ne4", file.display()).unwrap();
        person.sees(Some("Black to move"));
        kill(Pid::from_raw(person.program.id() as i32), Signal::SIGHUP).unwrap();
        person.sees(None);
        assert!(person.program.wait().unwrap().success());
        let game = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        assert!(game.contains("1. e4"), "{kind}: {game}");
    }
}

#[test]
fn a_list_fits_the_terminal_as_it_is_now() {
    let mut person = Person::new();
    person.sees(Some("> "));
    person.resizes(12);
    writeln!(person.keys, "help").unwrap();
    let seen = person.sees(Some("more lines: Enter goes on"));
    let place = |words: &str| seen.lines().position(|line| line.contains(words)).unwrap();
    assert_eq!(place("more lines") - place("Type a move"), 10, "{seen}");
    writeln!(person.keys, "quit").unwrap();
    person.sees(None);
    assert!(person.program.wait().unwrap().success());
}
