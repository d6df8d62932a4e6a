//! A UCI engine whose searches are put on record.

use super::{Effort, EngineError, pipe::Pipe};
use crate::{
    lab::{
        record::{Listening, Player, Protocol},
        searchlog::SearchLog,
    },
    position::Game,
};

/// A UCI engine that is running; it ends with this value.
pub struct UciPlayer {
    pipe: Pipe,
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
        let pipe = Pipe::start(command)?;
        let mut player = UciPlayer { pipe, effort, name: command.to_owned() };
        player.pipe.say("uci")?;
        loop {
            let line = player.pipe.hear()?;
            if let Some(name) = line.strip_prefix("id name ") {
                player.name = name.trim().to_owned();
            }
            if line == "uciok" {
                break;
            }
        }
        for option in options {
            let (name, value) =
                option.split_once('=').ok_or_else(|| EngineError::Option(option.clone()))?;
            player.pipe.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(player)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Player for UciPlayer {
    type Error = EngineError;

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.pipe.say("ucinewgame")?;
        self.pipe.say("isready")?;
        while self.pipe.hear()? != "readyok" {}
        Ok(())
    }

    fn search(&mut self, game: &Game) -> Result<SearchLog, EngineError> {
        let mut position = format!("position fen {}", game.start().fen());
        for (number, (mv, before)) in game.moves().iter().zip(game.positions()).enumerate() {
            position += if number == 0 { " moves " } else { " " };
            position += &before.coordinate(*mv);
        }
        self.pipe.say(&position)?;
        self.pipe.say(&match self.effort {
            Effort::Nodes(nodes) => format!("go nodes {nodes}"),
            Effort::Depth(depth) => format!("go depth {depth}"),
            Effort::Milliseconds(ms) => format!("go movetime {ms}"),
        })?;
        let mut listening = Listening::new(Protocol::Uci, game.position(), self.effort.unit());
        loop {
            let line = self.pipe.hear()?;
            if let Some(("bestmove", best)) = line.split_once(char::is_whitespace) {
                let best = best.split_whitespace().next().unwrap_or_default();
                return Ok(listening.finish(best)?);
            }
            listening.hear(&line);
        }
    }
}
