//! A UCI engine whose searches are put on record.

use std::time::Duration;

use super::{Effort, EngineError, pipe::Pipe};
use crate::{
    lab::{
        record::{Listening, Player, Protocol},
        searchlog::SearchLog,
    },
    position::{Color, Game, Position},
};

/// An engine that says nothing for so long has no answer.
const PATIENCE: Duration = Duration::from_secs(30);

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

    /// What the engine thinks of each position at first sight, in hundredths of its pawn for the side to move;
    /// nothing of one in check. It is asked by `eval`, as those who come of Stockfish know it.
    ///
    /// # Errors
    /// If it cannot be talked to, or does not answer like that.
    pub fn evaluations(&mut self, positions: &[Position]) -> Result<Vec<Option<i32>>, EngineError> {
        // All at once: an engine that is waited for at each position is seldom busy.
        let questions: Vec<String> = positions
            .iter()
            .map(|position| format!("position fen {}\neval", position.fen()))
            .collect();
        self.pipe.say(&questions.join("\n"))?;
        positions.iter().map(|position| self.evaluation(position.side())).collect()
    }

    /// Hears the answer to one `eval`.
    fn evaluation(&mut self, side: Color) -> Result<Option<i32>, EngineError> {
        let mut score = None;
        loop {
            let line = self.pipe.hear_within(PATIENCE)?;
            let line = line.ok_or_else(|| EngineError::NoAnswer("eval".to_owned()))?;
            if let Some(said) = line.strip_prefix("NNUE evaluation") {
                let pawns: Option<f64> =
                    said.split_whitespace().next().and_then(|word| word.parse().ok());
                score = pawns.map(|pawns| (100.0 * pawns).round() as i32);
            }
            if line.starts_with("Final evaluation") {
                return Ok(score.map(|white| if side == Color::White { white } else { -white }));
            }
        }
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
