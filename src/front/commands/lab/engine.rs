//! A UCI engine behind a pipe, whose searches are put on record.

use std::{
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use crate::{
    lab::{
        record::{
            Player,
            uci::{Listening, UciError},
        },
        searchlog::{SearchLog, Unit},
    },
    position::Game,
};

/// How long an engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many nodes.
    Nodes(u64),
    /// So many milliseconds.
    Milliseconds(u64),
}

/// Why an engine cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no command.
    #[error("--engine: the command is empty")]
    NoCommand,
    /// It cannot be started.
    #[error("{command}: {source}")]
    Start {
        /// The command.
        command: String,
        /// Why not.
        source: io::Error,
    },
    /// An option is not `NAME=VALUE`.
    #[error("--option {0}: write NAME=VALUE")]
    Option(String),
    /// The pipe fails.
    #[error("the engine cannot be talked to: {0}")]
    Pipe(#[from] io::Error),
    /// It has ended.
    #[error("the engine has ended without a word")]
    Gone,
    /// What it says is no search.
    #[error(transparent)]
    Search(#[from] UciError),
}

/// A UCI engine that is running; it ends with this value.
pub struct UciPlayer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    effort: Effort,
    name: String,
}

impl UciPlayer {
    /// Starts the engine and sets its options, each `NAME=VALUE`.
    ///
    /// # Errors
    /// If it cannot be started or does not speak UCI.
    pub fn start(
        command: &str,
        options: &[String],
        effort: Effort,
    ) -> Result<UciPlayer, EngineError> {
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
        let output = BufReader::new(output);
        let mut player = UciPlayer { child, input, output, effort, name: command.to_owned() };
        player.say("uci")?;
        player.listen(|player, line| {
            if let Some(name) = line.strip_prefix("id name ") {
                player.name = name.trim().to_owned();
            }
            (line == "uciok").then_some(())
        })?;
        for option in options {
            let (name, value) =
                option.split_once('=').ok_or_else(|| EngineError::Option(option.clone()))?;
            player.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(player)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Hears lines until one gives a result.
    fn listen<T>(
        &mut self,
        mut hear: impl FnMut(&mut UciPlayer, &str) -> Option<T>,
    ) -> Result<T, EngineError> {
        loop {
            let mut bytes = Vec::new();
            if self.output.read_until(b'\n', &mut bytes)? == 0 {
                return Err(EngineError::Gone);
            }
            let line = String::from_utf8_lossy(&bytes);
            if let Some(result) = hear(self, line.trim()) {
                return Ok(result);
            }
        }
    }
}

impl Player for UciPlayer {
    type Error = EngineError;

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.listen(|_, line| (line == "readyok").then_some(()))
    }

    fn search(&mut self, game: &Game) -> Result<SearchLog, EngineError> {
        let mut position = format!("position fen {}", game.start().fen());
        for (number, (mv, before)) in game.moves().iter().zip(game.positions()).enumerate() {
            position += if number == 0 { " moves " } else { " " };
            position += &before.coordinate(*mv);
        }
        self.say(&position)?;
        let unit = match self.effort {
            Effort::Nodes(nodes) => {
                self.say(&format!("go nodes {nodes}"))?;
                Unit::Nodes
            }
            Effort::Milliseconds(ms) => {
                self.say(&format!("go movetime {ms}"))?;
                Unit::Milliseconds
            }
        };
        let mut listening = Listening::new(game.position(), unit);
        let end = self.listen(|_, line| {
            if line.split_whitespace().next() == Some("bestmove") {
                return Some(line.to_owned());
            }
            listening.hear(line);
            None
        })?;
        Ok(listening.finish(&end)?)
    }
}

impl Drop for UciPlayer {
    /// It is asked to go, and not waited for longer than the pipe lasts.
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}
