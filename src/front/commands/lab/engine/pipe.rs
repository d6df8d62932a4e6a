//! A program to talk to in lines.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::EngineError;
use crate::front::commands::now;

/// Lines that may wait to be heard; a program that says more waits itself.
const WAITING: usize = 64;
/// A longer line comes in pieces, in bytes.
const LONGEST: u64 = 1 << 20;
/// Who does not go within so long after `quit` is ended.
const FAREWELL: Duration = Duration::from_secs(3);

/// A program that is running; it ends with this value.
pub(super) struct Pipe {
    command: String,
    child: Child,
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
        let command = command.to_owned();
        let Some(output) = child.stdout.take() else { return Err(EngineError::Gone(command)) };
        let (said, lines) = bounded(WAITING);
        let read = move || pass_on(output, &said);
        thread::Builder::new().name("engine".to_owned()).spawn(read)?;
        Ok(Pipe { command, child, lines })
    }

    /// Sends a line. Where nobody reads it any more the program has ended: whoever reads our own output is still there.
    pub fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let Some(input) = &mut self.child.stdin else { return Err(self.gone()) };
        match writeln!(input, "{line}").and_then(|()| input.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(self.gone()),
            said => Ok(said?),
        }
    }

    /// The next line, waited for as long as that takes.
    pub fn hear(&mut self) -> Result<String, EngineError> {
        self.lines.recv().map_err(|_| self.gone())
    }

    /// The next line, or `None` if it is too late for one, however much is still being said.
    pub fn hear_until(&mut self, due: Instant) -> Result<Option<String>, EngineError> {
        if now() >= due {
            return Ok(None);
        }
        match self.lines.recv_deadline(due) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }

    /// The next line of an answer that is due by then: a program that has none must not hold up everything.
    pub fn hear_answer(&mut self, question: &str, due: Instant) -> Result<String, EngineError> {
        self.hear_until(due)?.ok_or_else(|| EngineError::NoAnswer(question.to_owned()))
    }

    /// Why there is nobody to talk to.
    fn gone(&self) -> EngineError {
        EngineError::Gone(self.command.clone())
    }
}

/// Passes on what a program says, line by line, until it ends or nobody listens. Neither lines nor their number may
/// take all of the memory.
fn pass_on(output: impl Read, said: &Sender<String>) {
    let (mut output, mut bytes) = (BufReader::new(output), Vec::new());
    let mut next = |bytes: &mut Vec<u8>| output.by_ref().take(LONGEST).read_until(b'\n', bytes);
    while next(&mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_matches([' ', '\r', '\n']).to_owned();
        if said.send(line).is_err() {
            break;
        }
        bytes.clear();
    }
}

impl Drop for Pipe {
    /// It is asked to go, and made to if it does not: some never read what they are told.
    fn drop(&mut self) {
        let _ = self.say("quit");
        self.child.stdin = None;
        let due = now() + FAREWELL;
        while let Ok(Some(_)) = self.hear_until(due) {}
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_comes_in_pieces_and_takes_no_more_memory() {
        let (said, lines) = bounded(WAITING);
        let endless = io::repeat(b'x').take(2 * LONGEST + 3);
        pass_on(endless.chain(&b"\n bestmove e2e4 \r\n"[..]), &said);
        drop(said);
        let lengths: Vec<u64> = lines.iter().take(3).map(|line| line.len() as u64).collect();
        assert_eq!(lengths, [LONGEST, LONGEST, 3]);
        assert_eq!(lines.iter().collect::<Vec<_>>(), ["bestmove e2e4"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_has_ended_is_named_and_no_reader_of_ours_has_left() {
        let mut pipe = Pipe::start("true").unwrap();
        let heard = pipe.hear().unwrap_err();
        let told = std::iter::repeat_with(|| pipe.say("uci")).find_map(Result::err).unwrap();
        for error in [heard, told] {
            assert_eq!(error.to_string(), "the engine `true` has ended without a word");
            assert!(std::error::Error::source(&error).is_none());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_talks_without_end_is_not_listened_to_for_ever() {
        let mut pipe = Pipe::start("yes").unwrap();
        let due = now() + Duration::from_millis(50);
        while pipe.hear_until(due).unwrap().is_some() {}
        let error = pipe.hear_answer("isready", due).unwrap_err().to_string();
        assert_eq!(error, "the engine does not answer `isready`");
        pipe.child.kill().unwrap();
    }
}
