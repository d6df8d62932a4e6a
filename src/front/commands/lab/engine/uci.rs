//! A UCI engine whose searches are put on record.

use std::time::{Duration, Instant};

use super::{Effort, EngineError, pipe::Pipe};
use crate::{
    front::commands::now,
    lab::{
        record::{Listening, Player, Protocol},
        searchlog::SearchLog,
    },
    position::{Color, Game, Position},
};

/// An engine that takes longer for an answer has none.
const PATIENCE: Duration = Duration::from_secs(30);
/// Positions that an engine is asked for ahead of its answers: it is busy all the time, and never waits with an answer
/// for somebody who waits with a question.
const AHEAD: usize = 32;

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
        player.introduce(now() + PATIENCE)?;
        for option in options {
            let (name, value) =
                option.split_once('=').ok_or_else(|| EngineError::Option(option.clone()))?;
            player.pipe.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(player)
    }

    /// Hears what it is called, until it says that it speaks UCI; one that does not would never come to that.
    fn introduce(&mut self, due: Instant) -> Result<(), EngineError> {
        self.pipe.say("uci")?;
        loop {
            let line = self.pipe.hear_until(due)?;
            let line = line.ok_or_else(|| EngineError::NotUci(self.name.clone()))?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().to_owned();
            }
            if line == "uciok" {
                return Ok(());
            }
        }
    }

    /// What the engine thinks of each position at first sight, in hundredths of its pawn for the side to move;
    /// nothing of one in check. It is asked by `eval`, as those who come of Stockfish know it.
    ///
    /// # Errors
    /// If it cannot be talked to, or does not answer like that.
    pub fn evaluations(&mut self, positions: &[Position]) -> Result<Vec<Option<i32>>, EngineError> {
        let (mut questions, mut scores) = (positions.iter(), Vec::with_capacity(positions.len()));
        questions.by_ref().take(AHEAD).try_for_each(|position| self.ask(position))?;
        for position in positions {
            scores.push(self.evaluation(position.side())?);
            questions.next().map_or(Ok(()), |position| self.ask(position))?;
        }
        Ok(scores)
    }

    /// Asks what it thinks of a position.
    fn ask(&mut self, position: &Position) -> Result<(), EngineError> {
        self.pipe.say(&format!("position fen {}\neval", position.fen()))
    }

    /// Hears the answer to one `eval`.
    fn evaluation(&mut self, side: Color) -> Result<Option<i32>, EngineError> {
        let (mut score, due) = (None, now() + PATIENCE);
        loop {
            let line = self.pipe.hear_answer("eval", due)?;
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

    /// When a search has to be over; nothing where no time limits it.
    fn due(&self) -> Option<Instant> {
        let Effort::Milliseconds(ms) = self.effort else { return None };
        Some(now() + 2 * Duration::from_millis(ms) + PATIENCE)
    }
}

impl Player for UciPlayer {
    type Error = EngineError;

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.pipe.say("ucinewgame")?;
        self.pipe.say("isready")?;
        let due = now() + PATIENCE;
        while self.pipe.hear_answer("isready", due)? != "readyok" {}
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
        let due = self.due();
        loop {
            let line = match due {
                Some(due) => self.pipe.hear_answer("go", due)?,
                None => self.pipe.hear()?,
            };
            if let Some(("bestmove", best)) = line.split_once(char::is_whitespace) {
                let best = best.split_whitespace().next().unwrap_or_default();
                return Ok(listening.finish(best)?);
            }
            listening.hear(&line);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_no_engine_is_named_with_what_to_try() {
        // It says again whatever it is told.
        let pipe = Pipe::start("cat").unwrap();
        let mut player = UciPlayer { pipe, effort: Effort::Nodes(1), name: "cat".to_owned() };
        let refusal = player.introduce(now() + Duration::from_millis(50)).unwrap_err().to_string();
        assert!(
            refusal.starts_with("`cat` does not answer `uci`; is it a UCI engine?"),
            "{refusal}"
        );
        assert!(refusal.contains("--protocol xboard"), "{refusal}");
    }

    #[test]
    fn an_engine_that_ends_at_once_is_named() {
        let refusal = UciPlayer::start("true", &[], Effort::Nodes(1)).err().unwrap().to_string();
        assert_eq!(refusal, "the engine `true` has ended without a word");
    }
}
