//! A program to talk to in lines.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    thread,
    time::Duration,
};

use crossbeam::channel::{Receiver, RecvTimeoutError, unbounded};

use super::EngineError;

/// A program that is running; it ends with this value.
pub(super) struct Pipe {
    child: Child,
    input: ChildStdin,
    /// What it says, read on a thread of its own so that nobody waits longer than wanted.
    lines: Receiver<String>,
}

impl Pipe {
    /// Starts a program; its command is words with blanks between them.
    pub fn start(command: &str) -> Result<Pipe, EngineError> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or(EngineError::NoCommand)?;
        let start = |source| EngineError::Start { command: command.to_owned(), source };
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(start)?;
        let (input, output) =
            child.stdin.take().zip(child.stdout.take()).ok_or(EngineError::Gone)?;
        let (said, lines) = unbounded();
        let read = move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
                let line =
                    String::from_utf8_lossy(&bytes).trim_matches([' ', '\r', '\n']).to_owned();
                if said.send(line).is_err() {
                    break;
                }
                bytes.clear();
            }
        };
        thread::Builder::new().name("engine".to_owned()).spawn(read)?;
        Ok(Pipe { child, input, lines })
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) -> Result<(), EngineError> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    /// The next line, waited for as long as that takes.
    pub fn hear(&mut self) -> Result<String, EngineError> {
        self.lines.recv().map_err(|_| EngineError::Gone)
    }

    /// The next line, or `None` if there is none for so long.
    pub fn hear_within(&mut self, patience: Duration) -> Result<Option<String>, EngineError> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(EngineError::Gone),
        }
    }
}

impl Drop for Pipe {
    /// It is asked to go, and not waited for longer than the pipe lasts.
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}
